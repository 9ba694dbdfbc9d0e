// TFLite_Detection_PostProcess: boxes, classes and scores of what a detector
// found, in floats.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "detections.h"
#include "operands.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::Status;

// A tensor of floats, or of bytes that stand for some.
struct RealOperand {
  std::size_t index = 0, count = 0;
  ElementType type = ElementType::kFloat32;
  float scale = 1, zero_point = 0;

  template <typename T>
  std::vector<float> ValuesOf(const void* from) const {
    std::vector<float> values(count);
    const T* const codes = static_cast<const T*>(from);
    std::transform(codes, codes + count, values.begin(), [this](T x) {
      return (static_cast<float>(x) - zero_point) * scale;
    });
    return values;
  }
  std::vector<float> Values(void* const* tensors) const {
    const void* const from = tensors[index];
    return type == ElementType::kFloat32 ? ValuesOf<float>(from)
           : type == ElementType::kUInt8 ? ValuesOf<std::uint8_t>(from)
                                         : ValuesOf<std::int8_t>(from);
  }
};

class DetectionStep : public Step {
 public:
  DetectionOptions options;
  RealOperand encodings, scores, anchors;
  std::size_t boxes = 0, codes = 0, classes = 0;
  std::size_t outputs[4] = {};  // boxes, classes, scores, their number

  Status Run(gemmlowp::GemmContext*, void* const* tensors) const override {
    const std::vector<float> from = encodings.Values(tensors);
    const std::vector<float> beside = anchors.Values(tensors);
    std::vector<Box> decoded;
    for (std::size_t i = 0; i < boxes; ++i) {
      decoded.push_back(
          DecodedBox(from.data() + i * codes, beside.data() + 4 * i, options));
      if (decoded[i].ymin > decoded[i].ymax ||
          decoded[i].xmin > decoded[i].xmax) {
        return Refuse("anchors", static_cast<std::int64_t>(i),
                      "is the index of a box that ends before it begins");
      }
    }
    const std::vector<float> all = scores.Values(tensors);
    Write(options.use_regular_nms
              ? RegularDetections(decoded, all, classes, options)
              : FastDetections(decoded, all, classes, options),
          decoded, tensors);
    return Status();
  }
  std::string Describe() const override {
    return options.use_regular_nms ? "suppression class by class"
                                   : "suppression of all classes";
  }

 private:
  template <typename T>
  T* Output(int index, void* const* tensors) const {
    return static_cast<T*>(tensors[outputs[index]]);
  }

  // Zeros follow. A box has room for max_classes_per_detection classes.
  void Write(const std::vector<Detection>& found,
             const std::vector<Box>& decoded, void* const* tensors) const {
    const auto room =
        static_cast<std::size_t>(options.max_classes_per_detection);
    const std::size_t count =
        static_cast<std::size_t>(options.max_detections) * room;
    const std::size_t together =
        options.use_regular_nms
            ? 1
            : std::min(room, static_cast<std::size_t>(options.num_classes));
    const std::size_t apart = options.use_regular_nms ? 1 : room;
    Box* const to = Output<Box>(0, tensors);
    float* const of_classes = Output<float>(1, tensors);
    float* const of_scores = Output<float>(2, tensors);
    std::fill_n(to, count, Box());
    std::fill_n(of_classes, count, 0.0f);
    std::fill_n(of_scores, count, 0.0f);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const std::size_t at = i / together * apart + i % together;
      to[at] = decoded[static_cast<std::size_t>(found[i].box)];
      of_classes[at] = static_cast<float>(found[i].category);
      of_scores[at] = found[i].score;
    }
    *Output<float>(3, tensors) = static_cast<float>(found.size() / together);
  }
};

Status CheckOptions(const DetectionOptions& options, int classes) {
  const auto refuse = [](const char* name, std::int64_t value) {
    return Refuse(name, value, "is out of range");
  };
  // Their product is what the outputs have room for, which is checked.
  if (options.max_detections < 1) {
    return refuse("max_detections", options.max_detections);
  }
  if (options.max_classes_per_detection < 1) {
    return refuse("max_classes_per_detection",
                  options.max_classes_per_detection);
  }
  if (options.detections_per_class < 1) {
    return refuse("detections_per_class", options.detections_per_class);
  }
  if (options.num_classes < 1 || options.num_classes > classes ||
      options.num_classes < classes - 1) {
    return Refuse("num_classes", options.num_classes,
                  "is not the number of scores, with a background's or not");
  }
  if (!(options.iou_threshold > 0) || options.iou_threshold > 1) {
    return Status::OfWord(gemmlowp::StatusCode::kInvalidArgument,
                          "nms_iou_threshold",
                          options.iou_threshold > 1 ? "above 1" : "not above 0",
                          "is out of range");
  }
  return Status();
}

// Floats, or bytes with a scale.
Status ReadOperand(const Graph& graph, const Operator& op, int input,
                   const char* name, std::size_t axes, RealOperand* operand) {
  const Tensor& tensor = *InputOf(graph, op, input);
  Status status = CheckAxes(tensor, name, static_cast<int>(axes));
  if (status.ok() && tensor.type == ElementType::kInt16) {
    status = RefuseType(name, tensor, "is none of float32, int8 and uint8");
  }
  constexpr std::size_t kMaxElements = std::size_t{1}
                                       << 26;  // they become floats
  if (status.ok() && tensor.elements() > kMaxElements) {
    status = Refuse(name, static_cast<std::int64_t>(tensor.elements()),
                    "values are over 2^26");
  }
  operand->index =
      static_cast<std::size_t>(op.inputs[static_cast<std::size_t>(input)]);
  operand->count = tensor.elements();
  operand->type = tensor.type;
  if (!status.ok() || tensor.type == ElementType::kFloat32) return status;
  status = CheckQuantized(tensor, name);
  if (!status.ok()) return status;
  operand->scale = tensor.quantization.scales[0];
  operand->zero_point = static_cast<float>(tensor.quantization.zero_points[0]);
  return status;
}

Status CheckOutputs(const Graph& graph, const Operator& op,
                    const DetectionOptions& options) {
  const std::size_t count =
      static_cast<std::size_t>(options.max_detections) *
      static_cast<std::size_t>(options.max_classes_per_detection);
  const std::size_t sizes[4] = {4 * count, count, count, 1};
  if (op.outputs.size() != 4) {
    return Refuse("outputs", static_cast<std::int64_t>(op.outputs.size()),
                  "are not four");
  }
  for (std::size_t i = 0; i < 4; ++i) {
    const Tensor& output =
        graph.tensors[static_cast<std::size_t>(op.outputs[i])];
    if (output.type != ElementType::kFloat32) {
      return Refuse("outputs", static_cast<std::int64_t>(i),
                    "is not of float32");
    }
    if (output.elements() != sizes[i]) {
      return Refuse("outputs", static_cast<std::int64_t>(i),
                    "has another size than the options say");
    }
  }
  return Status();
}

}  // namespace

Status PrepareDetectionPostProcess(const Graph& graph, const Operator& op,
                                   Engine*, std::unique_ptr<Step>* step) {
  auto made = std::make_unique<DetectionStep>();
  made->options = op.options.detection;
  Status status = CheckInputs(op, 3);
  if (status.ok()) {
    status = ReadOperand(graph, op, 0, "encodings", 3, &made->encodings);
  }
  if (status.ok()) {
    status = ReadOperand(graph, op, 1, "scores", 3, &made->scores);
  }
  if (status.ok()) {
    status = ReadOperand(graph, op, 2, "anchors", 2, &made->anchors);
  }
  if (!status.ok()) return status;
  const std::vector<int>& encodings = InputOf(graph, op, 0)->shape;
  const std::vector<int>& scores = InputOf(graph, op, 1)->shape;
  const std::vector<int>& anchors = InputOf(graph, op, 2)->shape;
  if (encodings[0] != 1 || encodings[2] < 4) {
    return Refuse("encodings.shape", encodings[0] != 1 ? 0 : 2,
                  "is the index of a size: 1, boxes, at least 4 are needed");
  }
  if (scores[0] != 1 || scores[1] != encodings[1]) {
    return Refuse("scores.shape", scores[1], "is not the number of boxes");
  }
  if (anchors != std::vector<int>{encodings[1], 4}) {
    return Refuse("anchors.shape", anchors[0], "are not four for each box");
  }
  if (made->anchors.type != made->encodings.type) {
    return RefuseType("anchors", *InputOf(graph, op, 2),
                      "is of another type than the encodings");
  }
  status = CheckOptions(made->options, scores[2]);
  if (status.ok()) status = CheckOutputs(graph, op, made->options);
  if (!status.ok()) return status;
  made->boxes = static_cast<std::size_t>(encodings[1]);
  made->codes = static_cast<std::size_t>(encodings[2]);
  made->classes = static_cast<std::size_t>(scores[2]);
  for (std::size_t i = 0; i < 4; ++i) {
    made->outputs[i] = static_cast<std::size_t>(op.outputs[i]);
  }
  *step = std::move(made);
  return status;
}

}  // namespace lowp_network
