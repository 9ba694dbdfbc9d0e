// MUL.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/operators/prepared_multiplication.h>

#include "binary_step.h"
#include "requantizer.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Multiplication;
using gemmlowp::OperandCount;
using gemmlowp::PreparedMultiplication;
using gemmlowp::Status;
using gemmlowp::TensorScale;

Status NumbersOf(const Graph& graph, const Operator& op,
                 Multiplication* multiplication) {
  const TensorScale x = ScaleOf(*InputOf(graph, op, 0));
  const TensorScale y = ScaleOf(*InputOf(graph, op, 1));
  const TensorScale result = ScaleOf(OutputOf(graph, op));
  multiplication->x_zero_point = x.zero_point;
  multiplication->y_zero_point = y.zero_point;
  multiplication->result_zero_point = result.zero_point;
  return MultiplierInFloat(x.scale, y.scale, result.scale,
                           &multiplication->multiplier);
}

}  // namespace

Status PrepareMul(const Graph& graph, const Operator& op, Engine* engine,
                  std::unique_ptr<Step>* step) {
  Broadcast broadcast;
  Bounds bounds;
  Multiplication multiplication;
  Status status = CheckBinary(graph, op, &broadcast);
  if (status.ok()) {
    status = BoundsOf(op.options.activation, OutputOf(graph, op), &bounds);
  }
  if (status.ok()) status = NumbersOf(graph, op, &multiplication);
  if (!status.ok()) return status;
  const gemmlowp::QuantizedRange range = {bounds.low, bounds.high};
  if (OutputOf(graph, op).type == ElementType::kInt16) {
    MakeBinaryStep<std::int16_t>(
        op, broadcast, "TryMultiply",
        [multiplication, range](GemmContext* context, const std::int16_t* x,
                                OperandCount x_count, const std::int16_t* y,
                                OperandCount y_count, std::int16_t* result) {
          return gemmlowp::TryMultiply(context, x, x_count, y, y_count,
                                       multiplication, result, range);
        },
        step);
    return status;
  }
  PreparedMultiplication<std::int8_t> product;
  status = PreparedMultiplication<std::int8_t>::Prepare(
      &engine->context, multiplication, range, &product);
  if (!status.ok()) return status;
  MakePreparedStep(op, broadcast,
                   product.is_in_floats() ? "in floats" : "TryMultiply",
                   product, step);
  return status;
}

}  // namespace lowp_network
