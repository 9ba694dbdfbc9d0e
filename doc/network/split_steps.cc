// SPLIT, SPLIT_V and UNPACK: a tensor cut along an axis.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <memory>
#include <utility>
#include <vector>

#include "movement.h"
#include "operands.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::Status;

const Tensor& OutputAt(const Graph& graph, const Operator& op, std::size_t i) {
  return graph.tensors[static_cast<std::size_t>(op.outputs[i])];
}

// Cuts the axis into parts of these sizes, one for each output.
Status PrepareCuts(const Graph& graph, const Operator& op, int operand,
                   std::size_t axis, const std::vector<std::int64_t>& sizes,
                   std::unique_ptr<Step>* step) {
  const Tensor& input = *InputOf(graph, op, operand);
  std::vector<Movement> movements;
  std::vector<Part> parts;
  for (int size : input.shape) parts.push_back(WholeAxis(size));
  const std::int64_t whole = input.shape[axis];
  const std::size_t others = input.elements() / static_cast<std::size_t>(whole);
  std::int64_t first = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const Tensor& output = OutputAt(graph, op, i);
    const std::int64_t size = sizes[i];
    if (size < 1 || size > whole - first) {
      return Refuse("sizes", size, "is not within what is left of the axis");
    }
    const Status status = CheckSameQuantization(input, output);
    if (!status.ok()) return status;
    if (output.elements() != others * static_cast<std::size_t>(size)) {
      return Refuse("outputs.shape",
                    static_cast<std::int64_t>(output.elements()),
                    "values are not as many as the part has");
    }
    parts[axis] = {first, 1, size};
    Movement movement = MovementOfPart(input, parts);
    movement.input = static_cast<std::size_t>(operand);
    movement.output = i;
    movements.push_back(std::move(movement));
    first += size;
  }
  if (first != whole) return Refuse("sizes", first, "are not the whole axis");
  MakeMoveStep(op, std::move(movements), step);
  return Status();
}

// A part of -1 is what the others leave.
void FillSize(std::int64_t whole, std::vector<std::int64_t>* sizes) {
  std::int64_t* open = nullptr;
  std::int64_t rest = whole;
  for (std::int64_t& size : *sizes) {
    if (size < 0 || size > whole) {
      if (size == -1) open = &size;
    } else {
      rest -= size;
    }
  }
  if (open != nullptr) *open = rest;
}

}  // namespace

Status PrepareSplit(const Graph& graph, const Operator& op, Engine*,
                    std::unique_ptr<Step>* step) {
  Status status = CheckInputs(op, 2);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 1);
  std::size_t axis = 0;
  status = ReadAxis(*InputOf(graph, op, 0), input.shape.size(), &axis);
  if (!status.ok()) return status;
  const auto count = static_cast<std::int64_t>(op.outputs.size());
  if (count == 0 || input.shape[axis] % count != 0) {
    return Refuse("outputs", count, "do not divide the axis");
  }
  const std::vector<std::int64_t> sizes(op.outputs.size(),
                                        input.shape[axis] / count);
  return PrepareCuts(graph, op, 1, axis, sizes, step);
}

Status PrepareSplitV(const Graph& graph, const Operator& op, Engine*,
                     std::unique_ptr<Step>* step) {
  Status status = CheckInputs(op, 3);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  std::size_t axis = 0;
  std::vector<std::int64_t> sizes;
  status = ReadAxis(*InputOf(graph, op, 2), input.shape.size(), &axis);
  if (status.ok()) {
    status = ReadIndices(*InputOf(graph, op, 1), "sizes", &sizes);
  }
  if (status.ok() && sizes.size() != op.outputs.size()) {
    status = Refuse("sizes", static_cast<std::int64_t>(sizes.size()),
                    "are not one for each output");
  }
  if (!status.ok()) return status;
  FillSize(input.shape[axis], &sizes);
  return PrepareCuts(graph, op, 0, axis, sizes, step);
}

Status PrepareUnpack(const Graph& graph, const Operator& op, Engine*,
                     std::unique_ptr<Step>* step) {
  Status status = CheckInputs(op, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  std::size_t axis = 0;
  status = CheckAxis(op.options.axis, input.shape.size(), &axis);
  if (!status.ok()) return status;
  const std::vector<std::int64_t> sizes(op.outputs.size(), 1);
  return PrepareCuts(graph, op, 0, axis, sizes, step);
}

}  // namespace lowp_network
