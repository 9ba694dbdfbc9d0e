// TILE and BROADCAST_TO: copies of a tensor, one beside the other.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "movement.h"
#include "operands.h"
#include "steps.h"

namespace lowp_network {

using gemmlowp::Status;

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
  MakeMoveStep(op, {movement}, step);
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
  MakeMoveStep(op, {movement}, step);
  return status;
}

}  // namespace lowp_network
