// RESHAPE, SQUEEZE, EXPAND_DIMS and SHAPE: shapes are known, so that the first
// three copy, and the last one writes constants.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

#include "operands.h"
#include "steps.h"
#include "unary_step.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;

// Writes the sizes as integers of type T.
template <typename T>
void MakeShapeStep(const Operator& op, const std::vector<int>& shape,
                   std::unique_ptr<Step>* step) {
  const std::vector<T> sizes(shape.begin(), shape.end());
  MakeUnaryStep<void, T>(
      op, "a constant",
      [sizes](GemmContext*, const void*, T* to) {
        std::memcpy(to, sizes.data(), sizes.size() * sizeof(T));
        return Status();
      },
      step);
}

}  // namespace

Status PrepareCopy(const Graph& graph, const Operator& op, Engine*,
                   std::unique_ptr<Step>* step) {
  // The other operands give the shape, which the output has as well.
  Status status = CheckOperands(op, 1, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  status = CheckSameQuantization(input, output);
  if (status.ok()) status = CheckSameSize(input, output);
  if (!status.ok()) return status;
  const std::size_t size = input.size_in_bytes();
  MakeUnaryStep<std::uint8_t, std::uint8_t>(
      op, "a copy",
      [size](GemmContext*, const std::uint8_t* from, std::uint8_t* to) {
        std::memcpy(to, from, size);
        return Status();
      },
      step);
  return status;
}

Status PrepareShape(const Graph& graph, const Operator& op, Engine*,
                    std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const std::vector<int>& shape = input.shape;
  if (std::find(input.is_open.begin(), input.is_open.end(), true) !=
      input.is_open.end()) {
    return Refuse("input.shape", 1, "is a size that the file leaves open");
  }
  const Tensor& output = OutputOf(graph, op);
  if (shape.empty() || output.elements() != shape.size()) {
    return Refuse("output.shape", static_cast<std::int64_t>(output.elements()),
                  "values are not one for each axis");
  }
  if (output.type == ElementType::kInt32) {
    MakeShapeStep<std::int32_t>(op, shape, step);
  } else if (output.type == ElementType::kInt64) {
    MakeShapeStep<std::int64_t>(op, shape, step);
  } else {
    status = RefuseType("output", output, "is not of int32 or int64");
  }
  return status;
}

}  // namespace lowp_network
