// MUL.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/operators/elementwise.h>
#include <gemmlowp/public/quantization/multiplier_builders.h>

#include "binary_step.h"
#include "requantizer.h"
#include "steps.h"

namespace lowp_network {

using gemmlowp::GemmContext;
using gemmlowp::OperandCount;
using gemmlowp::Status;
using gemmlowp::TensorScale;

Status PrepareMul(const Graph& graph, const Operator& op, Engine*,
                  std::unique_ptr<Step>* step) {
  Broadcast broadcast;
  Bounds bounds;
  Status status = CheckBinary(graph, op, &broadcast);
  if (!status.ok()) return status;
  const TensorScale x_scale = ScaleOf(*InputOf(graph, op, 0));
  const TensorScale y_scale = ScaleOf(*InputOf(graph, op, 1));
  const TensorScale scale = ScaleOf(OutputOf(graph, op));
  status = BoundsOf(op.options.activation, OutputOf(graph, op), &bounds);
  float factor = 0;
  if (status.ok()) {
    status = gemmlowp::FloatMultiplier(x_scale.scale, y_scale.scale,
                                       scale.scale, &factor);
  }
  gemmlowp::Multiplication multiplication;
  if (status.ok()) {
    status = gemmlowp::QuantizeMultiplier(static_cast<double>(factor),
                                          &multiplication.multiplier);
  }
  if (!status.ok()) return status;
  multiplication.x_zero_point = x_scale.zero_point;
  multiplication.y_zero_point = y_scale.zero_point;
  multiplication.result_zero_point = scale.zero_point;
  const gemmlowp::QuantizedRange range = {bounds.low, bounds.high};
  MakeBinaryStepOf(
      OutputOf(graph, op).type, op, broadcast, "TryMultiply",
      [multiplication, range](GemmContext* context, const auto* x,
                              OperandCount x_count, const auto* y,
                              OperandCount y_count, auto* result) {
        return gemmlowp::TryMultiply(context, x, x_count, y, y_count,
                                     multiplication, result, range);
      },
      step);
  return status;
}

}  // namespace lowp_network
