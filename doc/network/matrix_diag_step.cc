// MATRIX_DIAG: rows become the diagonals of square matrices of zeros.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "movement.h"
#include "operands.h"
#include "steps.h"

namespace lowp_network {

using gemmlowp::Status;

Status PrepareMatrixDiag(const Graph& graph, const Operator& op, Engine*,
                         std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  if (input.type == ElementType::kBool) {  // LiteRT writes past such results
    return RefuseType("input", input, "is no number");
  }
  status = CheckSameQuantization(input, output);
  if (status.ok() && input.shape.empty()) {
    status = CheckAxes(input, "input", 1);
  }
  if (!status.ok()) return status;
  std::vector<int> shape = input.shape;
  shape.push_back(shape.back());
  if (shape != output.shape) {
    return Refuse("output.shape", static_cast<std::int64_t>(output.elements()),
                  "is not that of the input with its last axis twice");
  }
  const auto size = static_cast<std::size_t>(shape.back());
  const std::size_t element = input.element_bytes(), row = size * element;
  const auto bytes = [](std::size_t count) {
    return static_cast<std::ptrdiff_t>(count);
  };
  Movement movement;
  movement.piece_bytes = element;
  movement.axes = {{input.elements() / size, bytes(row), bytes(size * row)},
                   {size, bytes(element), bytes(row + element)}};
  // Of bytes of 0, whatever the zero point is.
  MakeMoveStep(op, {movement}, step, {output.size_in_bytes(), 0});
  return status;
}

}  // namespace lowp_network
