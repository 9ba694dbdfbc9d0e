// TFLite_Detection_PostProcess: results of LiteRT 2.3's kernel, and what is
// refused.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <flatbuffers/flexbuffers.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "../../doc/network/detections.h"
#include "built_operators.h"

namespace lowp_test {
namespace {

using lowp_network::Box;
using lowp_network::Detection;
using lowp_network::DetectionOptions;
using Codes = std::vector<std::uint8_t>;
using Reals = std::vector<float>;

constexpr int kBoxes = 6, kClasses = 3;

Codes Flexible(const DetectionOptions& options) {
  flexbuffers::Builder builder;
  builder.Map([&] {
    builder.Int("max_detections", options.max_detections);
    builder.Int("max_classes_per_detection", options.max_classes_per_detection);
    builder.Int("detections_per_class", options.detections_per_class);
    builder.Int("num_classes", options.num_classes);
    builder.Bool("use_regular_nms", options.use_regular_nms);
    builder.Float("nms_score_threshold", options.score_threshold);
    builder.Float("nms_iou_threshold", options.iou_threshold);
    builder.Float("y_scale", options.y_scale);
    builder.Float("x_scale", options.x_scale);
    builder.Float("h_scale", options.h_scale);
    builder.Float("w_scale", options.w_scale);
  });
  builder.Finish();
  return builder.GetBuffer();
}

DetectionOptions OptionsOf(int detections, int classes_each, bool regular,
                           float threshold) {
  DetectionOptions options;
  options.max_detections = detections;
  options.max_classes_per_detection = classes_each;
  options.num_classes = kClasses;
  options.use_regular_nms = regular;
  options.score_threshold = threshold;
  options.iou_threshold = 0.5f;
  options.y_scale = options.x_scale = 10;
  options.h_scale = options.w_scale = 5;
  return options;
}

BuiltTensor OfType(std::vector<std::int32_t> shape, std::int8_t type,
                   float scale, std::int64_t zero_point) {
  BuiltTensor tensor = Int8(std::move(shape));
  tensor.type = type;
  tensor.scales = {scale};
  tensor.zero_points = {zero_point};
  return tensor;
}

// Of bytes, with scores of the background. The file says nothing of the sizes
// of outputs.
BuiltModel Detector(const DetectionOptions& options, bool is_signed = false) {
  const std::int8_t type = is_signed ? 9 : 3;
  const int shift = is_signed ? 128 : 0;
  BuiltModel model;
  model.code = lowp_network::kCustom;
  model.custom_name = "TFLite_Detection_PostProcess";
  model.custom_options = Flexible(options);
  BuiltTensor anchors = OfType({kBoxes, 4}, type, 1.0f / 256, -shift);
  anchors.data = {100, 100, 80, 80,  104, 98,  80, 80,  200, 50,  60,  60,
                  50,  200, 60, 120, 50,  204, 60, 118, 150, 150, 200, 200};
  for (std::uint8_t& code : anchors.data) {
    code = static_cast<std::uint8_t>(code - shift);
  }
  model.tensors = {OfType({1, kBoxes, 4}, type, 0.125f, 128 - shift),
                   OfType({1, kBoxes, kClasses + 1}, type, 1.0f / 256, -shift),
                   anchors};
  model.operator_inputs = {0, 1, 2};
  model.inputs = {0, 1};
  model.outputs = model.operator_outputs = {3, 4, 5, 6};
  for (int i = 0; i < 4; ++i) {
    BuiltTensor output = Int8({});
    output.type = 0;
    output.scales = {};
    output.zero_points = {};
    model.tensors.push_back(output);
  }
  return model;
}

const Codes& Encodings() {
  static const Codes codes = {128, 128, 128, 128, 130, 128, 128, 129,
                              128, 120, 128, 128, 128, 128, 140, 128,
                              128, 128, 138, 128, 128, 136, 100, 128};
  return codes;
}
const Codes& ScoresOfClasses() {
  static const Codes codes = {9,   200, 30,  10,  1, 190, 20,  180,
                              250, 0,   5,   128, 0, 64,  128, 128,
                              0,   64,  130, 100, 0, 3,   2,   1};
  return codes;
}

// The four outputs.
std::vector<Reals> Found(const BuiltModel& model, int shift = 0) {
  lowp_network::Graph graph;
  const auto network = NetworkOf(model, &graph);
  if (network == nullptr) return {};
  const Codes* const values[] = {&Encodings(), &ScoresOfClasses()};
  for (std::size_t i = 0; i < 2; ++i) {
    auto* const to =
        static_cast<std::uint8_t*>(network->tensor(graph.inputs[i]));
    for (std::size_t j = 0; j < values[i]->size(); ++j) {
      to[j] = static_cast<std::uint8_t>((*values[i])[j] - shift);
    }
  }
  EXPECT_TRUE(network->Run().ok());
  std::vector<Reals> outputs;
  for (int output : graph.outputs) {
    const lowp_network::Tensor& tensor =
        graph.tensors[static_cast<std::size_t>(output)];
    outputs.emplace_back(tensor.elements());
    std::memcpy(outputs.back().data(), network->tensor(output),
                tensor.size_in_bytes());
  }
  return outputs;
}

const Reals kFirst = {0.234375f, 0.234375f, 0.546875f, 0.546875f};
const Reals kSecond = {0.2578125f, 0.22260701656341553f, 0.5703125f,
                       0.5430179834365845f};
const Reals kThird = {0.6640625f, 0.0546875f, 0.8984375f, 0.2890625f};
const Reals kFourth = {0.03712591528892517f, 0.546875f, 0.35349908471107483f,
                       1.015625f};
const Reals kFifth = {0.04484076797962189f, 0.56640625f, 0.3457842469215393f,
                      1.02734375f};
const Reals kNone = {0, 0, 0, 0};

Reals Joined(const std::vector<Reals>& boxes) {
  Reals all;
  for (const Reals& box : boxes) all.insert(all.end(), box.begin(), box.end());
  return all;
}

TEST(DetectionTest, SuppressesAllClassesTogether) {
  const BuiltModel model = Detector(OptionsOf(4, 1, false, 0.1f));
  const std::vector<Reals> wanted = {Joined({kFirst, kFifth, kThird, kNone}),
                                     {0, 1, 2, 0},
                                     {0.78125f, 0.5078125f, 0.5f, 0},
                                     {3}};
  EXPECT_EQ(Found(model), wanted);
  EXPECT_EQ(Found(Detector(OptionsOf(4, 1, false, 0.1f), true), 128), wanted);
}

TEST(DetectionTest, ReturnsSeveralClassesOfABox) {
  const BuiltModel model = Detector(OptionsOf(3, 2, false, 0.1f));
  EXPECT_EQ(
      Found(model),
      (std::vector<Reals>{
          Joined({kFirst, kFirst, kFifth, kFifth, kThird, kThird}),
          {0, 1, 1, 2, 2, 1},
          {0.78125f, 0.1171875f, 0.5078125f, 0.390625f, 0.5f, 0.01953125f},
          {3}}));
}

TEST(DetectionTest, SuppressesClassByClass) {
  const BuiltModel model = Detector(OptionsOf(5, 1, true, 0.25f));
  EXPECT_EQ(
      Found(model),
      (std::vector<Reals>{Joined({kFirst, kSecond, kFifth, kThird, kFourth}),
                          {0, 2, 1, 2, 2},
                          {0.78125f, 0.703125f, 0.5078125f, 0.5f, 0.5f},
                          {5}}));
}

TEST(DetectionTest, BoxesWithoutAnAreaOverlapNone) {
  DetectionOptions options = OptionsOf(3, 1, false, 0);
  options.num_classes = 1;
  const std::vector<Box> boxes = {{0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 1, 1}};
  EXPECT_EQ(FastDetections(boxes, {0.5f, 0.5f, 0.5f}, 1, options).size(), 3u);
  options.max_detections = 2;
  EXPECT_EQ(FastDetections(boxes, {0.5f, 0.5f, 0.5f}, 1, options).size(), 2u);
  EXPECT_EQ(RegularDetections(boxes, {0.5f, 0.5f, 0.5f}, 1, options).size(),
            2u);
  options.score_threshold = 0.75f;
  EXPECT_EQ(FastDetections(boxes, {0.5f, 0.75f, 0.5f}, 1, options).size(), 1u);
}

// Scores that are no numbers are below all others, wherever they stand.
TEST(DetectionTest, ScoresMayBeNoNumbers) {
  constexpr float kNot = std::numeric_limits<float>::quiet_NaN();
  DetectionOptions options = OptionsOf(3, 2, false, 0.25f);
  const std::vector<Box> boxes = {{0, 0, 1, 1}, {2, 0, 3, 1}, {4, 0, 5, 1}};
  const Reals scores = {kNot, 0.5f, 0.75f,  // classes 2 and 1
                        kNot, kNot, kNot,   // none
                        1,    kNot, kNot};  // class 0, and one without a score
  const auto places = [](const std::vector<Detection>& found) {
    std::vector<std::pair<int, int>> all;
    for (const Detection& each : found) {
      all.emplace_back(each.box, each.category);
    }
    return all;
  };
  using Places = std::vector<std::pair<int, int>>;
  const auto two = FastDetections(boxes, scores, kClasses, options);
  ASSERT_EQ(two.size(), 4u);
  EXPECT_EQ(two[0].score, 1);
  EXPECT_TRUE(std::isnan(two[1].score));
  EXPECT_EQ(places({two[0], two[2], two[3]}), (Places{{2, 0}, {0, 2}, {0, 1}}));
  options.max_classes_per_detection = 1;
  EXPECT_EQ(places(FastDetections(boxes, scores, kClasses, options)),
            (Places{{2, 0}, {0, 2}}));
  EXPECT_EQ(places(RegularDetections(boxes, scores, kClasses, options)),
            (Places{{2, 0}, {0, 2}, {0, 1}}));
}

// Of equal scores the first box and the first class come first.
TEST(DetectionTest, KeepsTheOrderOfEqualScores) {
  constexpr int kCount = 40;
  DetectionOptions options = OptionsOf(2 * kCount, 1, false, 0.25f);
  options.num_classes = 2;
  std::vector<Box> boxes;
  Reals scores;
  for (int i = 0; i < kCount; ++i) {
    const float at = static_cast<float>(i);
    boxes.push_back({at, 0, at + 1, 1});
    scores.insert(scores.end(), {0.5f, 0.5f});
  }
  const std::vector<Detection> fast = FastDetections(boxes, scores, 2, options);
  ASSERT_EQ(fast.size(), std::size_t{kCount});
  const std::vector<Detection> regular =
      RegularDetections(boxes, scores, 2, options);
  ASSERT_EQ(regular.size(), std::size_t{2 * kCount});
  for (int i = 0; i < 2 * kCount; ++i) {
    const auto at = static_cast<std::size_t>(i);
    EXPECT_EQ(regular[at].box, i % kCount);
    EXPECT_EQ(regular[at].category, i / kCount);
    EXPECT_EQ(fast[at % kCount].box, i % kCount);
  }
}

TEST(DetectionTest, NamesOptions) {
  const auto message = [](void (*change)(DetectionOptions*)) {
    DetectionOptions options = OptionsOf(4, 1, false, 0.1f);
    change(&options);
    return MessageOfRun(Detector(options));
  };
  EXPECT_EQ(message([](DetectionOptions*) {}), "ok");
  EXPECT_EQ(message([](DetectionOptions* o) { o->max_detections = 0; }),
            "max_detections = 0: is out of range");
  EXPECT_EQ(message([](DetectionOptions* o) { o->max_detections = 1 << 30; }),
            "outputs = 0: has another size than the options say");
  EXPECT_EQ(
      message([](DetectionOptions* o) { o->max_classes_per_detection = -1; }),
      "max_classes_per_detection = -1: is out of range");
  EXPECT_EQ(message([](DetectionOptions* o) { o->detections_per_class = 0; }),
            "detections_per_class = 0: is out of range");
  for (int classes : {0, kClasses - 1, kClasses + 2}) {
    DetectionOptions options = OptionsOf(4, 1, false, 0.1f);
    options.num_classes = classes;
    EXPECT_EQ(MessageOfRun(Detector(options)),
              "num_classes = " + std::to_string(classes) +
                  ": is not the number of scores, with a background's or not");
  }
  EXPECT_EQ(message([](DetectionOptions* o) { o->iou_threshold = 1.5f; }),
            "nms_iou_threshold = \"above 1\": is out of range");
  EXPECT_EQ(message([](DetectionOptions* o) { o->iou_threshold = 0; }),
            "nms_iou_threshold = \"not above 0\": is out of range");
}

TEST(DetectionTest, NamesOperands) {
  const BuiltModel sound = Detector(OptionsOf(4, 1, false, 0.1f));
  const auto message = [&](const Change& change) {
    return MessageAfter(sound, change);
  };
  EXPECT_EQ(message([](BuiltModel* m) { m->custom_name = "Another"; }),
            "operator = \"CUSTOM\": is not among those that run here");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->operator_inputs = {0, 1};
            }),
            "inputs = 2: is another number than the operator has");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->operator_outputs = m->outputs = {3, 4, 5};
            }),
            "outputs = 3: are not four");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[4].type = 9; }),
            "outputs = 1: is not of float32");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[0].shape = {1, kBoxes, 3};
            }),
            "encodings.shape = 2: is the index of a size: 1, boxes, at least 4 "
            "are needed");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[1].shape = {1, kBoxes - 1, kClasses};
            }),
            "scores.shape = 5: is not the number of boxes");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[2].shape = {kBoxes / 2, 8};
            }),
            "anchors.shape = 3: are not four for each box");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[1].type = 7; }),
            "scores = \"int16\": is none of float32, int8 and uint8");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[1].shape = {1, 1 << 14, 1 << 13};
            }),
            "scores = 134217728: values are over 2^26");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[0].type = 0; }),
            "anchors = \"uint8\": is of another type than the encodings");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[2].zero_points = {250}; }),
            "anchors = 0: is the index of a box that ends before it begins");
}

// Any byte of the options may be another one.
TEST(DetectionTest, TakesDamagedOptions) {
  const BuiltModel sound = Detector(OptionsOf(4, 1, true, 0.1f));
  int refused = 0;
  for (std::size_t i = 0; i < sound.custom_options.size(); ++i) {
    for (int value : {0, 1, 0x7f, 0x80, 0xff}) {
      BuiltModel model = sound;
      model.custom_options[i] = static_cast<std::uint8_t>(value);
      const std::string message = MessageOfRun(model);
      if (message.find("custom_options") != std::string::npos) ++refused;
    }
  }
  EXPECT_GT(refused, 0);
  BuiltModel none = sound;
  none.custom_options = {};
  EXPECT_EQ(MessageOfRun(none),
            "operators.custom_options = 0: are no flexbuffer");
}

}  // namespace
}  // namespace lowp_test
