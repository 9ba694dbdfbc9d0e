// ADD and SUB.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/operators/prepared_addition.h>
#include <gemmlowp/public/quantization/quantization_params.h>
#include <gemmlowp/public/stages/matrices.h>

#include <algorithm>
#include <cstdint>

#include "binary_step.h"
#include "fixed_point.h"
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
  const bool is_wide = OutputOf(graph, op).type == ElementType::kInt16;
  const int left_shift = is_wide ? 15 : 20;
  const Status status = gemmlowp::MakeResidualAddition(
      ScaleOf(*InputOf(graph, op, 0)), ScaleOf(*InputOf(graph, op, 1)),
      ScaleOf(OutputOf(graph, op)), left_shift,
      gemmlowp::FixedPointRounding::kDouble, numbers);
  if (status.ok() && op.code == kSub) {
    numbers->residual_multiplier = -numbers->residual_multiplier;
  }
  return status;
}

// Scales of int16 that are powers of two mean another arithmetic, shifts that
// saturate, unless the file says that they do not.
Status CheckScales(const Graph& graph, const Operator& op) {
  if (op.options.pot_scale_int16 == 0) return Status();
  for (const Tensor* tensor :
       {InputOf(graph, op, 0), InputOf(graph, op, 1), &OutputOf(graph, op)}) {
    int exponent = 0;
    if (!IsPowerOfTwo(tensor->quantization.scales[0], &exponent)) {
      return Status();
    }
  }
  return Refuse("pot_scale_int16", 1,
                "with scales that are powers of two means shifts");
}

// Scales of the result by which sums are multiplied by 1 or more. TensorFlow
// Lite's ADD stops there. Its SUB shifts right by a negative number of bits,
// which C++ does not define: elements of its vector loops and those behind them
// have unlike bytes. 0 alone is the same in all loops, of int8 up to a shift,
// so that x - x runs, which a converter gives such a scale.
Status CheckFineScale(const Graph& graph, const Operator& op, int exponent) {
  const bool is_wide = OutputOf(graph, op).type == ElementType::kInt16;
  constexpr int kMaxExponent = 32;
  if (op.code != kSub || op.inputs[0] != op.inputs[1]) {
    return Refuse("output.scale", exponent,
                  "is the exponent of the sum's multiplier, above 0");
  }
  if (is_wide) return CheckScales(graph, op);
  return exponent <= kMaxExponent
             ? Status()
             : Refuse("output.scale", exponent,
                      "is the exponent of the difference's multiplier, above "
                      "32");
}

// x - x with such a scale: 0. Processors shift by the count modulo 64, and what
// rounds the quotient is a power of two by it, modulo 2^32: a power of 0 makes
// 1 of 0.
template <typename T>
void MakeDifferenceOfNothing(const Operator& op, const Broadcast& broadcast,
                             const ResidualAdditionNumbers& numbers,
                             gemmlowp::QuantizedRange range,
                             std::unique_ptr<Step>* step) {
  constexpr int kBits = 64;
  const int power = (kBits - numbers.result_exponent % kBits) % kBits;
  const int quotient = power >= kBits / 2 ? 1 : 0;
  const auto value = static_cast<T>(std::min(
      std::max(numbers.result_zero_point + quotient, range.low), range.high));
  MakeElementStep<T>(
      op, broadcast, [value](T, T) { return value; }, step);
}

Status PrepareWideSum(const Graph& graph, const Operator& op,
                      const Broadcast& broadcast,
                      const ResidualAdditionNumbers& numbers,
                      gemmlowp::QuantizedRange range,
                      std::unique_ptr<Step>* step) {
  const Status status = CheckScales(graph, op);
  if (!status.ok()) return status;
  MakeBinaryStep<std::int16_t>(
      op, broadcast, "TryAdd",
      [numbers, range](GemmContext* context, const std::int16_t* x,
                       OperandCount x_count, const std::int16_t* y,
                       OperandCount y_count, std::int16_t* result) {
        return gemmlowp::TryAdd(context, x, x_count, y, y_count, numbers,
                                result, range);
      },
      step);
  return status;
}

Status PrepareSum(const Graph& graph, const Operator& op, Engine* engine,
                  std::unique_ptr<Step>* step) {
  Broadcast broadcast;
  Bounds bounds;
  ResidualAdditionNumbers numbers = {};
  Status status = CheckBinary(graph, op, &broadcast);
  if (status.ok()) {
    status = BoundsOf(op.options.activation, OutputOf(graph, op), &bounds);
  }
  if (status.ok()) status = NumbersOf(graph, op, &numbers);
  if (!status.ok()) return status;
  const gemmlowp::QuantizedRange range = {bounds.low, bounds.high};
  if (numbers.result_exponent > 0) {
    status = CheckFineScale(graph, op, numbers.result_exponent);
    if (!status.ok()) return status;
    WithInt8OrInt16(OutputOf(graph, op).type, [&](auto value) {
      MakeDifferenceOfNothing<decltype(value)>(op, broadcast, numbers, range,
                                               step);
    });
    return status;
  }
  if (OutputOf(graph, op).type == ElementType::kInt16) {
    return PrepareWideSum(graph, op, broadcast, numbers, range, step);
  }
  PreparedAddition<std::int8_t> addition;
  status = PreparedAddition<std::int8_t>::Prepare(&engine->context, numbers,
                                                  range, &addition);
  if (!status.ok()) return status;
  MakePreparedStep(op, broadcast,
                   addition.is_linear() ? "a linear form" : "TryAdd", addition,
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
