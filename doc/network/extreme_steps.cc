// MAXIMUM and MINIMUM of two tensors; ARG_MAX and ARG_MIN along an axis.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/operators/arg_max.h>

#include <algorithm>

#include "binary_step.h"
#include "steps.h"
#include "unary_step.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::OperandCount;
using gemmlowp::Status;
using gemmlowp::TensorShape;

// The larger or the smaller of two values, which one scale makes comparable.
template <typename Choose>
Status PrepareChoice(const Graph& graph, const Operator& op, Choose choose,
                     std::unique_ptr<Step>* step) {
  Broadcast broadcast;
  Status status = CheckBinary(graph, op, &broadcast);
  for (int i = 0; i < 2 && status.ok(); ++i) {
    status = CheckSameQuantization(*InputOf(graph, op, i), OutputOf(graph, op));
  }
  if (!status.ok()) return status;
  MakeBinaryStepOf(
      OutputOf(graph, op).type, op, broadcast, "a loop",
      [choose](GemmContext*, const auto* x, OperandCount x_count, const auto* y,
               OperandCount y_count, auto* result) {
        CombineElements(x, x_count, y, y_count, result, choose);
        return Status();
      },
      step);
  return status;
}

// Where the axis lies, from a constant.
Status ReadShape(const Graph& graph, const Operator& op, TensorShape* shape) {
  const Tensor& input = *InputOf(graph, op, 0);
  std::size_t axis = 0;
  const Status status =
      ReadAxis(*InputOf(graph, op, 1), input.shape.size(), &axis);
  if (status.ok()) *shape = ShapeAround(input, axis);
  return status;
}

template <typename Index>
void MakeArgStep(const Operator& op, ElementType type, const TensorShape& shape,
                 std::unique_ptr<Step>* step) {
  const bool finds_minimum = op.code == kArgMin;
  WithInt8OrInt16(type, [&](auto value) {
    MakeUnaryStep<decltype(value), Index>(
        op, finds_minimum ? "TryArgMin" : "TryArgMax",
        [shape, finds_minimum](GemmContext* context, const auto* from,
                               Index* to) {
          return finds_minimum ? gemmlowp::TryArgMin(context, from, shape, to)
                               : gemmlowp::TryArgMax(context, from, shape, to);
        },
        step);
  });
}

Status PrepareArg(const Graph& graph, const Operator& op,
                  std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 2);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  TensorShape shape;
  status = CheckInt8OrInt16(input, "input");
  if (status.ok()) status = ReadShape(graph, op, &shape);
  if (status.ok() && output.elements() != shape.outer * shape.inner) {
    status =
        Refuse("output.shape", static_cast<std::int64_t>(output.elements()),
               "values are not one for each place");
  }
  if (!status.ok()) return status;
  if (output.type == ElementType::kInt32) {
    MakeArgStep<std::int32_t>(op, input.type, shape, step);
  } else if (output.type == ElementType::kInt64) {
    MakeArgStep<std::int64_t>(op, input.type, shape, step);
  } else {
    status = Refuse("output", static_cast<int>(output.type),
                    "is not of int32 or int64");
  }
  return status;
}

}  // namespace

Status PrepareMaximum(const Graph& graph, const Operator& op, Engine*,
                      std::unique_ptr<Step>* step) {
  return PrepareChoice(
      graph, op, [](auto x, auto y) { return std::max(x, y); }, step);
}

Status PrepareMinimum(const Graph& graph, const Operator& op, Engine*,
                      std::unique_ptr<Step>* step) {
  return PrepareChoice(
      graph, op, [](auto x, auto y) { return std::min(x, y); }, step);
}

Status PrepareArgMax(const Graph& graph, const Operator& op, Engine*,
                     std::unique_ptr<Step>* step) {
  return PrepareArg(graph, op, step);
}

Status PrepareArgMin(const Graph& graph, const Operator& op, Engine*,
                     std::unique_ptr<Step>* step) {
  return PrepareArg(graph, op, step);
}

}  // namespace lowp_network
