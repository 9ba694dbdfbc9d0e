// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "resolve_shapes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "operands.h"
#include "slices.h"
#include "step.h"

namespace lowp_network {
namespace {

using Sizes = std::vector<std::int64_t>;

bool IsConstant(const Tensor& tensor) { return tensor.data != nullptr; }

// Integers that a shape is made of.
bool IsSmallInteger(const Tensor& tensor) {
  constexpr std::size_t kMax = 64;
  return (tensor.type == ElementType::kInt32 ||
          tensor.type == ElementType::kInt64) &&
         tensor.elements() <= kMax;
}

bool HasOpenSize(const Tensor& tensor) {
  return std::find(tensor.is_open.begin(), tensor.is_open.end(), true) !=
         tensor.is_open.end();
}

bool CanFold(const Graph& graph, const Operator& op) {
  for (int output : op.outputs) {
    if (!IsSmallInteger(graph.tensors[static_cast<std::size_t>(output)])) {
      return false;
    }
  }
  if (op.code == kShape) return true;
  return std::all_of(op.inputs.begin(), op.inputs.end(), [&](int input) {
    if (input < 0) return false;
    const Tensor& tensor = graph.tensors[static_cast<std::size_t>(input)];
    return IsConstant(tensor) && IsSmallInteger(tensor);
  });
}

// Runs the operator and keeps its results. False if it is refused.
bool Fold(const Operator& op, Engine* engine, Graph* graph) {
  const PrepareStep prepare = StepOf(*graph, op);
  std::unique_ptr<Step> step;
  if (prepare == nullptr || !prepare(*graph, op, engine, &step).ok()) {
    return false;
  }
  std::vector<void*> memory(graph->tensors.size());
  for (int input : op.inputs) {
    const auto at = static_cast<std::size_t>(input);
    memory[at] = const_cast<std::uint8_t*>(graph->tensors[at].data);
  }
  std::vector<std::vector<std::uint8_t>> results;
  for (int output : op.outputs) {
    const auto at = static_cast<std::size_t>(output);
    results.emplace_back(graph->tensors[at].size_in_bytes());
    memory[at] = results.back().data();
  }
  if (!step->Run(&engine->context, memory.data()).ok()) return false;
  for (std::size_t i = 0; i < results.size(); ++i) {
    Tensor& tensor = graph->tensors[static_cast<std::size_t>(op.outputs[i])];
    tensor.data = results[i].data();
    graph->folded.push_back(std::move(results[i]));
  }
  return true;
}

// Values of a constant operand; none if it is not there or no constant.
Sizes ValuesOf(const Graph& graph, const Operator& op, int operand) {
  Sizes values;
  const Tensor* const tensor = InputOf(graph, op, operand);
  if (tensor != nullptr && IsSmallInteger(*tensor)) {
    (void)ReadIndices(*tensor, "shape", &values);
  }
  return values;
}

// The first operand that is no constant; null if there is none.
const Tensor* VariableOf(const Graph& graph, const Operator& op) {
  for (int input : op.inputs) {
    if (input < 0) continue;
    const Tensor& tensor = graph.tensors[static_cast<std::size_t>(input)];
    if (!IsConstant(tensor)) return &tensor;
  }
  return nullptr;
}

// Fills the only size of -1 so that the elements are as many as these.
Sizes Filled(Sizes sizes, std::size_t elements) {
  std::int64_t others = 1;
  std::int64_t* open = nullptr;
  for (std::int64_t& size : sizes) {
    if (size == -1 && open == nullptr) {
      open = &size;
    } else if (size >= 1 && size <= std::numeric_limits<std::int32_t>::max() &&
               others <= std::numeric_limits<std::int32_t>::max()) {
      others *= size;
    } else {
      return {};
    }
  }
  if (open != nullptr) *open = static_cast<std::int64_t>(elements) / others;
  return sizes;
}

// Sizes of SPACE_TO_BATCH_ND and BATCH_TO_SPACE_ND, from blocks and borders.
Sizes SizesOfBlocks(const Graph& graph, const Operator& op,
                    const Tensor& input) {
  const Sizes blocks = ValuesOf(graph, op, 1), borders = ValuesOf(graph, op, 2);
  if (borders.size() != 2 * blocks.size() ||
      input.shape.size() < blocks.size() + 1) {
    return {};
  }
  Sizes sizes(input.shape.begin(), input.shape.end());
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    constexpr std::int64_t kMax = 1 << 20;
    const std::int64_t block = blocks[i];
    for (std::int64_t value : {block, borders[2 * i], borders[2 * i + 1]}) {
      if (value < 0 || value > kMax) return {};
    }
    if (block == 0 || sizes[0] > kMax) return {};
    const std::int64_t both = borders[2 * i] + borders[2 * i + 1];
    if (op.code == kSpaceToBatchNd) {
      sizes[0] *= block;
      sizes[i + 1] = (sizes[i + 1] + both) / block;
    } else {
      sizes[0] /= block;
      sizes[i + 1] = sizes[i + 1] * block - both;
    }
  }
  return sizes;
}

// Sizes of TRANSPOSE's output.
Sizes SizesOfPermutation(const Graph& graph, const Operator& op,
                         const Tensor& input) {
  Sizes sizes;
  for (std::int64_t axis : ValuesOf(graph, op, 1)) {
    std::size_t at = 0;
    if (!CheckAxis(axis, input.shape.size(), &at).ok()) return {};
    sizes.push_back(input.shape[at]);
  }
  return sizes;
}

// Sizes of UNPACK's outputs: all but those of an axis.
Sizes SizesWithout(const Tensor& input, int axis) {
  std::size_t at = 0;
  if (!CheckAxis(axis, input.shape.size(), &at).ok()) return {};
  Sizes sizes(input.shape.begin(), input.shape.end());
  sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(at));
  return sizes;
}

// What the file says, with -1 for open sizes.
Sizes Signature(const Tensor& tensor) {
  Sizes sizes(tensor.shape.begin(), tensor.shape.end());
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (tensor.is_open[i]) sizes[i] = -1;
  }
  return sizes;
}

// The batch is that of the first operand that is no constant or, of two, the
// larger one; other open sizes are those that the operand has there, if it has
// as many axes.
Sizes WithBatch(const Graph& graph, const Operator& op, const Tensor& output) {
  Sizes sizes = Signature(output);
  const Tensor* const variable = VariableOf(graph, op);
  if (sizes.empty() || variable == nullptr || variable->shape.empty()) {
    return {};
  }
  int batch = variable->shape[0];
  for (int input : op.inputs) {
    if (input < 0) continue;
    const Tensor& other = graph.tensors[static_cast<std::size_t>(input)];
    if (!IsConstant(other) && other.shape.size() == variable->shape.size()) {
      batch = std::max(batch, other.shape[0]);
    }
  }
  if (output.is_open[0]) sizes[0] = batch;
  if (variable->shape.size() != sizes.size()) return sizes;
  for (std::size_t i = 1; i < sizes.size(); ++i) {
    if (output.is_open[i]) sizes[i] = variable->shape[i];
  }
  return sizes;
}

// Those that the file knows, and open ones so that the elements are as many as
// these; of several, the first one is the batch of the operand.
Sizes SizesOfElements(const Tensor& variable, const Tensor& output,
                      std::size_t elements) {
  Sizes sizes = Signature(output);
  if (std::count(sizes.begin(), sizes.end(), -1) > 1 && output.is_open[0] &&
      !variable.shape.empty()) {
    sizes[0] = variable.shape[0];
  }
  return Filled(std::move(sizes), elements);
}

// Of operators on single elements: the axes of the operands, counted from the
// last, have the larger size.
Sizes SizesOfRepeated(const Graph& graph, const Operator& op) {
  Sizes sizes;
  for (int input : op.inputs) {
    if (input < 0) return {};
    const std::vector<int>& shape =
        graph.tensors[static_cast<std::size_t>(input)].shape;
    if (shape.size() > sizes.size()) {
      sizes.insert(sizes.begin(), shape.size() - sizes.size(), 1);
    }
    const std::size_t first = sizes.size() - shape.size();
    for (std::size_t i = 0; i < shape.size(); ++i) {
      sizes[first + i] = std::max<std::int64_t>(sizes[first + i], shape[i]);
    }
  }
  return sizes;
}

// The sum along the axis.
Sizes SizesOfJoint(const Graph& graph, const Operator& op,
                   const Tensor& output) {
  Sizes sizes;
  std::size_t axis = 0;
  if (!CheckAxis(op.options.axis, output.shape.size(), &axis).ok()) return {};
  for (int input : op.inputs) {
    if (input < 0) return {};
    const std::vector<int>& shape =
        graph.tensors[static_cast<std::size_t>(input)].shape;
    if (shape.size() != output.shape.size()) return {};
    if (sizes.empty()) {
      sizes.assign(shape.begin(), shape.end());
    } else {
      sizes[axis] += shape[axis];
    }
  }
  return sizes;
}

// Axes that are reduced vanish, or have size 1 if the output has as many.
Sizes SizesOfReduction(const Graph& graph, const Operator& op,
                       const Tensor& input, const Tensor& output) {
  std::vector<bool> is_reduced(input.shape.size());
  for (std::int64_t axis : ValuesOf(graph, op, 1)) {
    std::size_t at = 0;
    if (!CheckAxis(axis, input.shape.size(), &at).ok()) return {};
    is_reduced[at] = true;
  }
  const bool keeps_axes = input.shape.size() == output.shape.size();
  Sizes sizes;
  for (std::size_t i = 0; i < input.shape.size(); ++i) {
    if (!is_reduced[i]) {
      sizes.push_back(input.shape[i]);
    } else if (keeps_axes) {
      sizes.push_back(1);
    }
  }
  return sizes;
}

Sizes SizesOfPart(const Graph& graph, const Operator& op) {
  std::vector<int> sizes;
  if (!SizesOfStridedSlice(graph, op, &sizes).ok()) return {};
  return Sizes(sizes.begin(), sizes.end());
}

// As many rows as the input has for a filter.
Sizes SizesOfRows(const Graph& graph, const Operator& op, const Tensor& input,
                  const Tensor& output) {
  const Tensor* const filter = InputOf(graph, op, 1);
  if (filter == nullptr || filter->shape.size() != 2) return {};
  const auto channels = static_cast<std::size_t>(filter->shape[0]);
  const auto depth = static_cast<std::size_t>(filter->shape[1]);
  return SizesOfElements(input, output, input.elements() / depth * channels);
}

// The sizes of an output, by the operator's rule.
Sizes SizesOf(const Graph& graph, const Operator& op, const Tensor& output) {
  if (op.code == kFill) return ValuesOf(graph, op, 0);
  const Tensor* const variable = VariableOf(graph, op);
  if (variable == nullptr) return {};
  switch (op.code) {
    case kTransposeConv:
      return ValuesOf(graph, op, 0);
    case kScatterNd:
      return ValuesOf(graph, op, 2);
    case kSpaceToBatchNd:
    case kBatchToSpaceNd:
      return SizesOfBlocks(graph, op, *variable);
    case kReshape: {
      const Sizes sizes = ValuesOf(graph, op, 1);
      return Filled(sizes.empty() ? Signature(output) : sizes,
                    variable->elements());
    }
    case kTranspose:
      return SizesOfPermutation(graph, op, *variable);
    case kUnpack:
      return SizesWithout(*variable, op.options.axis);
    case kFullyConnected:
      return SizesOfRows(graph, op, *variable, output);
    case kSqueeze:
    case kExpandDims:
      return SizesOfElements(*variable, output, variable->elements());
    case kConcatenation:
      return SizesOfJoint(graph, op, output);
    case kStridedSlice:
      return SizesOfPart(graph, op);
    case kArgMax:
    case kArgMin:
    case kMean:
    case kReduceAll:
    case kReduceAny:
    case kReduceMax:
    case kReduceMin:
    case kReduceProd:
    case kSum:
      return SizesOfReduction(graph, op, *variable, output);
    default:
      if (IsElementwise(op.code)) return SizesOfRepeated(graph, op);
      return WithBatch(graph, op, output);
  }
}

// TFLite_Detection_PostProcess says in its options how large its outputs are;
// files say it or not.
void SetDetectionShapes(const Operator& op, Graph* graph) {
  const DetectionOptions& options = op.options.detection;
  const std::int64_t count =
      std::int64_t{options.max_detections} * options.max_classes_per_detection;
  constexpr std::int64_t kMax = 1 << 20;
  if (op.outputs.size() != 4 || count < 1 || count > kMax) return;
  const int all = static_cast<int>(count);
  const std::vector<int> shapes[4] = {{1, all, 4}, {1, all}, {1, all}, {1}};
  for (std::size_t i = 0; i < 4; ++i) {
    Tensor& output = graph->tensors[static_cast<std::size_t>(op.outputs[i])];
    output.shape = shapes[i];
    output.is_open.clear();
  }
}

void Resolve(const Graph& graph, const Operator& op, Tensor* output) {
  if (!HasOpenSize(*output)) return;
  const Sizes sizes = SizesOf(graph, op, *output);
  if (sizes.size() != output->shape.size()) return;
  std::vector<int> shape;
  std::int64_t elements = 1;
  for (std::int64_t size : sizes) {
    constexpr std::int64_t kMax = std::numeric_limits<std::int32_t>::max();
    if (size < 1 || size > kMax || elements * size > kMax) return;
    elements *= size;
    shape.push_back(static_cast<int>(size));
  }
  output->shape = shape;
  output->is_open.clear();
}

}  // namespace

void ResolveShapes(Graph* graph) {
  std::unique_ptr<Engine> engine;
  for (int input : graph->inputs) {
    graph->tensors[static_cast<std::size_t>(input)].is_open.clear();
  }
  std::vector<Operator> kept;
  for (Operator& op : graph->operators) {
    if (op.code == kDetectionPostProcess) SetDetectionShapes(op, graph);
    for (int output : op.outputs) {
      Resolve(*graph, op, &graph->tensors[static_cast<std::size_t>(output)]);
    }
    if (CanFold(*graph, op)) {
      if (engine == nullptr) engine = std::make_unique<Engine>();
      if (Fold(op, engine.get(), graph)) continue;
    }
    kept.push_back(std::move(op));
  }
  graph->operators = std::move(kept);
}

}  // namespace lowp_network
