// LOGICAL_AND, LOGICAL_OR and LOGICAL_NOT of bools, a byte each.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>

#include "binary_step.h"
#include "steps.h"
#include "unary_step.h"

namespace lowp_network {

using gemmlowp::GemmContext;
using gemmlowp::Status;

Status PrepareLogicalBinary(const Graph& graph, const Operator& op, Engine*,
                            std::unique_ptr<Step>* step) {
  Broadcast broadcast;
  const Status status = CheckBinaryBy(CheckBool, graph, op, &broadcast);
  if (!status.ok()) return status;
  const bool needs_both = op.code == kLogicalAnd;
  const auto combine = [needs_both](std::uint8_t a, std::uint8_t b) {
    const int x = a != 0, y = b != 0;
    return static_cast<std::uint8_t>(needs_both ? x & y : x | y);
  };
  MakeElementStep<std::uint8_t>(op, broadcast, combine, step);
  return status;
}

Status PrepareLogicalNot(const Graph& graph, const Operator& op, Engine*,
                         std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  status = CheckBool(input, "input");
  if (status.ok()) status = CheckBool(output, "output");
  if (status.ok()) status = CheckSameSize(input, output);
  if (!status.ok()) return status;
  const std::size_t count = input.elements();
  MakeUnaryStep<std::uint8_t, std::uint8_t>(
      op, "a loop",
      [count](GemmContext*, const std::uint8_t* from, std::uint8_t* to) {
        for (std::size_t i = 0; i < count; ++i) to[i] = from[i] == 0;
        return Status();
      },
      step);
  return status;
}

}  // namespace lowp_network
