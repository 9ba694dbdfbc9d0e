// ADD and SUB.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/operators/prepared_addition.h>
#include <gemmlowp/public/quantization/quantization_params.h>
#include <gemmlowp/public/stages/matrices.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "binary_step.h"
#include "fixed_point.h"
#include "requantizer.h"
#include "steps.h"
#include "wrapping.h"

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

// A sum whose scale is so small that it is multiplied by 1 or more: x - x, of
// which a converter has seen 0 alone. TensorFlow Lite's kernels shift by a
// negative number of bits there (DividedByPower), and 0 becomes 1.
template <typename T>
struct FineSum {
  ResidualAdditionNumbers numbers;
  bool is_difference;  // the second multiplier is negative
  gemmlowp::QuantizedRange range;

  T operator()(T x, T y) const {
    const std::int32_t one = 1 << numbers.left_shift;
    const std::int32_t first =
        Rescaled((x - numbers.input_zero_point) * one,
                 {numbers.input_multiplier, numbers.input_exponent});
    // Ties are rounded before the sign changes.
    const std::int32_t second = Rescaled(
        (y - numbers.residual_zero_point) * one,
        {std::abs(numbers.residual_multiplier), numbers.residual_exponent});
    const std::int32_t sum = gemmlowp::SaturatingRoundingDoublingHighMul(
        is_difference ? first - second : first + second,
        numbers.result_multiplier);
    const std::int32_t value =
        WrappingSum(numbers.result_zero_point,
                    DividedByPower(sum, -numbers.result_exponent));
    return static_cast<T>(std::min(std::max(value, range.low), range.high));
  }
};

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
    WithInt8OrInt16(OutputOf(graph, op).type, [&](auto value) {
      using T = decltype(value);
      MakeElementStep<T>(op, broadcast,
                         FineSum<T>{numbers, op.code == kSub, range}, step);
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
