// GATHER by constant indices, TILE, and BROADCAST_TO.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "movement.h"
#include "operands.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::Status;

// Along one axis of the input, in the order of `indices`.
Status AddGathered(const Operator& op, const Tensor& input,
                   const Tensor& output, std::size_t axis,
                   const std::vector<std::int64_t>& indices, MoveStep* step) {
  constexpr std::size_t kMaxIndices = 1 << 16;
  if (indices.size() > kMaxIndices) {
    return Refuse("indices", static_cast<std::int64_t>(indices.size()),
                  "values are over 2^16");
  }
  std::vector<int> shape = input.shape;
  shape[axis] = static_cast<int>(indices.size());
  const std::size_t others =
      input.elements() / static_cast<std::size_t>(input.shape[axis]);
  if (output.elements() != others * indices.size()) {
    return Refuse("output.shape", static_cast<std::int64_t>(output.elements()),
                  "values are not as many as are gathered");
  }
  std::vector<Part> from, to;
  for (int size : shape) from.push_back(WholeAxis(size));
  const auto strides = StridesOf(shape, input.element_bytes());
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] < 0 || indices[i] >= input.shape[axis]) {
      return Refuse("indices", indices[i], "is not in the input");
    }
    from[axis] = {indices[i], 1, 1};
    Movement movement = MovementOfPart(input, from);
    for (std::size_t j = 0; j < shape.size(); ++j) {
      movement.axes[j].to = strides[j];
    }
    movement.to_offset = static_cast<std::ptrdiff_t>(i) * strides[axis];
    movement.from_tensor = static_cast<std::size_t>(op.inputs[0]);
    movement.to_tensor = static_cast<std::size_t>(op.outputs[0]);
    step->Add(std::move(movement));
  }
  return Status();
}

}  // namespace

Status PrepareGather(const Graph& graph, const Operator& op, Engine*,
                     std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 2);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  std::vector<std::int64_t> indices;
  std::size_t axis = 0;
  status = CheckSameQuantization(input, output);
  if (status.ok() && op.options.batch_dims != 0) {
    status = Refuse("batch_dims", op.options.batch_dims, "is not 0");
  }
  if (status.ok()) {
    status = CheckAxis(op.options.axis, input.shape.size(), &axis);
  }
  if (status.ok()) {
    status = ReadIndices(*InputOf(graph, op, 1), "indices", &indices);
  }
  auto made = std::make_unique<MoveStep>();
  if (status.ok()) {
    status = AddGathered(op, input, output, axis, indices, made.get());
  }
  if (status.ok()) *step = std::move(made);
  return status;
}

Status PrepareTile(const Graph& graph, const Operator& op, Engine*,
                   std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 2);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  std::vector<std::int64_t> multiples;
  status = CheckSameQuantization(input, output);
  if (status.ok()) {
    status = ReadIndices(*InputOf(graph, op, 1), "multiples", &multiples);
  }
  if (status.ok() && (multiples.size() != input.shape.size() ||
                      output.shape.size() != input.shape.size())) {
    status = Refuse("multiples", static_cast<std::int64_t>(multiples.size()),
                    "values are not one for each axis");
  }
  if (!status.ok()) return status;
  Movement movement;
  movement.piece_bytes = input.element_bytes();
  const auto from = StridesOf(input.shape, movement.piece_bytes);
  const auto to = StridesOf(output.shape, movement.piece_bytes);
  for (std::size_t i = 0; i < multiples.size(); ++i) {
    const std::int64_t size = input.shape[i], times = multiples[i];
    if (times < 1 || times > output.shape[i] ||
        times * size != output.shape[i]) {
      return Refuse("multiples", times, "does not lead to the output's shape");
    }
    movement.axes.push_back({static_cast<std::size_t>(times), 0,
                             to[i] * static_cast<std::ptrdiff_t>(size)});
    movement.axes.push_back({static_cast<std::size_t>(size), from[i], to[i]});
  }
  movement.from_tensor = static_cast<std::size_t>(op.inputs[0]);
  movement.to_tensor = static_cast<std::size_t>(op.outputs[0]);
  auto made = std::make_unique<MoveStep>();
  made->Add(std::move(movement));
  *step = std::move(made);
  return status;
}

Status PrepareBroadcastTo(const Graph& graph, const Operator& op, Engine*,
                          std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 2);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  std::vector<std::int64_t> shape;
  status = CheckSameQuantization(input, output);
  if (status.ok()) {
    status = ReadIndices(*InputOf(graph, op, 1), "shape", &shape);
  }
  if (status.ok() && !std::equal(shape.begin(), shape.end(),
                                 output.shape.begin(), output.shape.end())) {
    status = Refuse("shape", static_cast<std::int64_t>(shape.size()),
                    "sizes are not the output's");
  }
  std::vector<std::ptrdiff_t> from;
  if (status.ok()) status = StridesAlong(input, output, "input", &from);
  if (!status.ok()) return status;
  Movement movement;
  movement.piece_bytes = input.element_bytes();
  const auto to = StridesOf(output.shape, movement.piece_bytes);
  for (std::size_t i = 0; i < to.size(); ++i) {
    movement.axes.push_back(
        {static_cast<std::size_t>(output.shape[i]), from[i], to[i]});
  }
  movement.from_tensor = static_cast<std::size_t>(op.inputs[0]);
  movement.to_tensor = static_cast<std::size_t>(op.outputs[0]);
  auto made = std::make_unique<MoveStep>();
  made->Add(std::move(movement));
  *step = std::move(made);
  return status;
}

}  // namespace lowp_network
