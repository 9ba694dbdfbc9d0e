// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "size_rules.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "operands.h"
#include "slices.h"
#include "step.h"

namespace lowp_network {

bool IsConstant(const Tensor& tensor) { return tensor.data != nullptr; }

bool IsSmallInteger(const Tensor& tensor) {
  constexpr std::size_t kMax = 64;
  return (tensor.type == ElementType::kInt32 ||
          tensor.type == ElementType::kInt64) &&
         tensor.elements() <= kMax;
}

namespace {

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

// As often as the operand says along each axis.
Sizes SizesOfTiles(const Graph& graph, const Operator& op) {
  constexpr std::int64_t kMax = std::numeric_limits<std::int32_t>::max();
  Sizes sizes = ValuesOf(graph, op, 1);
  if (op.inputs[0] < 0) return {};
  const std::vector<int>& shape = InputOf(graph, op, 0)->shape;
  if (sizes.size() != shape.size()) return {};
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] < 1 || sizes[i] > kMax) return {};
    sizes[i] *= shape[i];
  }
  return sizes;
}

// Rows of the first operand and columns of the second one; axes before them as
// in SizesOfRepeated.
Sizes SizesOfProducts(const Graph& graph, const Operator& op) {
  Sizes sizes = SizesOfRepeated(graph, op);
  if (op.inputs.size() != 2 || sizes.size() < 2) return {};
  const std::vector<int>& x = InputOf(graph, op, 0)->shape;
  const std::vector<int>& y = InputOf(graph, op, 1)->shape;
  if (x.size() < 2 || y.size() < 2) return {};
  const bool swaps_x = op.options.adjoint_x != 0;
  const bool swaps_y = op.options.adjoint_y != 0;
  sizes[sizes.size() - 2] = x[x.size() - (swaps_x ? 1 : 2)];
  sizes[sizes.size() - 1] = y[y.size() - (swaps_y ? 2 : 1)];
  return sizes;
}

}  // namespace

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
    case kBatchMatMul:
      return SizesOfProducts(graph, op);
    case kTile:
      return SizesOfTiles(graph, op);
    case kBroadcastTo:
      return ValuesOf(graph, op, 1);
    default:
      if (IsElementwise(op.code)) return SizesOfRepeated(graph, op);
      return WithBatch(graph, op, output);
  }
}

}  // namespace lowp_network
