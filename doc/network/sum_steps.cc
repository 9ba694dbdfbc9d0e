// ADD and SUB.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/operators/prepared_addition.h>
#include <gemmlowp/public/quantization/quantization_params.h>
#include <gemmlowp/public/stages/matrices.h>

#include "binary_step.h"
#include "requantizer.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::OperandCount;
using gemmlowp::PreparedAddition;
using gemmlowp::ResidualAdditionNumbers;
using gemmlowp::Status;

// A difference is the sum with the multiplier of the second operand negated,
// as in TensorFlow Lite.
Status NumbersOf(const Graph& graph, const Operator& op,
                 ResidualAdditionNumbers* numbers) {
  constexpr int kLeftShift = 20;
  const Status status = gemmlowp::MakeResidualAddition(
      ScaleOf(*InputOf(graph, op, 0)), ScaleOf(*InputOf(graph, op, 1)),
      ScaleOf(OutputOf(graph, op)), kLeftShift,
      gemmlowp::FixedPointRounding::kDouble, numbers);
  if (status.ok() && op.code == kSub) {
    numbers->residual_multiplier = -numbers->residual_multiplier;
  }
  return status;
}

Status PrepareSum(const Graph& graph, const Operator& op, Engine* engine,
                  std::unique_ptr<Step>* step) {
  Broadcast broadcast;
  Bounds bounds;
  ResidualAdditionNumbers numbers = {};
  PreparedAddition<std::int8_t> addition;
  Status status = CheckInt8Binary(graph, op, &broadcast);
  if (status.ok()) {
    status = BoundsOf(op.options.activation, OutputOf(graph, op), &bounds);
  }
  if (status.ok()) status = NumbersOf(graph, op, &numbers);
  if (status.ok()) {
    status = PreparedAddition<std::int8_t>::Prepare(
        &engine->context, numbers, {bounds.low, bounds.high}, &addition);
  }
  if (!status.ok()) return status;
  MakeBinaryStep(
      op, broadcast, addition.is_linear() ? "a linear form" : "TryAdd",
      [addition](GemmContext* context, const std::int8_t* x,
                 OperandCount x_count, const std::int8_t* y,
                 OperandCount y_count, std::int8_t* result) {
        return addition.Run(context, x, x_count, y, y_count, result);
      },
      step);
  return status;
}

}  // namespace

Status PrepareAdd(const Graph& graph, const Operator& op, Engine* engine,
                  std::unique_ptr<Step>* step) {
  return PrepareSum(graph, op, engine, step);
}

Status PrepareSub(const Graph& graph, const Operator& op, Engine* engine,
                  std::unique_ptr<Step>* step) {
  return PrepareSum(graph, op, engine, step);
}

}  // namespace lowp_network
