// TRANSPOSE, DEPTH_TO_SPACE and SPACE_TO_DEPTH: axes in another order.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <memory>
#include <vector>

#include "movement.h"
#include "operands.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::Status;

// permutation[i] is the axis of the input that becomes axis i of the output.
Status PermutationOf(const Tensor& input, const Tensor& output,
                     const std::vector<std::int64_t>& permutation,
                     Movement* movement) {
  const std::size_t axes = input.shape.size();
  if (permutation.size() != axes || output.shape.size() != axes) {
    return Refuse("perm", static_cast<std::int64_t>(permutation.size()),
                  "values are not one for each axis");
  }
  movement->piece_bytes = input.element_bytes();
  const auto from = StridesOf(input.shape, input.element_bytes());
  const auto to = StridesOf(output.shape, input.element_bytes());
  std::vector<bool> is_taken(axes);
  for (std::size_t i = 0; i < axes; ++i) {
    std::size_t axis = 0;
    const Status status = CheckAxis(permutation[i], axes, &axis);
    if (!status.ok()) return status;
    if (is_taken[axis]) {
      return Refuse("perm", permutation[i], "is there twice");
    }
    is_taken[axis] = true;
    if (output.shape[i] != input.shape[axis]) {
      return Refuse("output.shape", output.shape[i],
                    "is not that of the input's axis");
    }
    movement->axes.push_back(
        {static_cast<std::size_t>(output.shape[i]), from[axis], to[i]});
  }
  return Status();
}

// From the tensor with the larger depth to the one with the larger image. A
// depth is the rows of a block, its columns and the channels that are left.
Status BlocksOf(const Tensor& deep, const Tensor& wide, std::int64_t block,
                Movement* movement) {
  Status status = CheckAxes(deep, "deep tensor", 4);
  if (status.ok()) status = CheckAxes(wide, "wide tensor", 4);
  if (!status.ok()) return status;
  if (block < 1 || deep.shape[0] != wide.shape[0] ||
      deep.shape[1] * block != wide.shape[1] ||
      deep.shape[2] * block != wide.shape[2] ||
      deep.elements() != wide.elements()) {
    return Refuse("block_size", block, "does not lead from shape to shape");
  }
  const auto from = StridesOf(deep.shape, deep.element_bytes());
  const auto to = StridesOf(wide.shape, deep.element_bytes());
  const auto side = static_cast<std::ptrdiff_t>(block);
  const auto channels = static_cast<std::ptrdiff_t>(wide.shape[3]);
  const auto count = [](std::int64_t value) {
    return static_cast<std::size_t>(value);
  };
  movement->piece_bytes = deep.element_bytes();
  movement->axes = {
      {count(deep.shape[0]), from[0], to[0]},
      {count(deep.shape[1]), from[1], to[1] * side},
      {count(block), from[3] * side * channels, to[1]},
      {count(deep.shape[2]), from[2], to[2] * side},
      {count(block), from[3] * channels, to[2]},
      {count(channels), from[3], to[3]},
  };
  return status;
}

// From the deep tensor to the wide one, or back.
Status PrepareDepthBlocks(const Graph& graph, const Operator& op, bool widens,
                          std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  Movement movement;
  status = CheckSameQuantization(input, output);
  if (status.ok()) {
    status = BlocksOf(widens ? input : output, widens ? output : input,
                      op.options.block_size, &movement);
  }
  if (!status.ok()) return status;
  MakeMoveStep(op, {widens ? movement : Reversed(movement)}, step);
  return status;
}

}  // namespace

Status PrepareTranspose(const Graph& graph, const Operator& op, Engine*,
                        std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 2);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  std::vector<std::int64_t> permutation;
  Movement movement;
  status = CheckSameQuantization(input, output);
  if (status.ok()) {
    status = ReadIndices(*InputOf(graph, op, 1), "perm", &permutation);
  }
  if (status.ok()) {
    status = PermutationOf(input, output, permutation, &movement);
  }
  if (status.ok()) MakeMoveStep(op, {movement}, step);
  return status;
}

Status PrepareDepthToSpace(const Graph& graph, const Operator& op, Engine*,
                           std::unique_ptr<Step>* step) {
  return PrepareDepthBlocks(graph, op, true, step);
}

Status PrepareSpaceToDepth(const Graph& graph, const Operator& op, Engine*,
                           std::unique_ptr<Step>* step) {
  return PrepareDepthBlocks(graph, op, false, step);
}

}  // namespace lowp_network
