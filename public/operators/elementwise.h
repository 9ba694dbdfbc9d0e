// Sums, products and squared differences of two quantized tensors with
// different scales; maxima and minima of two with one scale.
//
//   TryAdd               result_scale * (r - zr) = x_scale * (x - zx) +
//                        y_scale * (y - zy), rounded
//   TryMultiply          the product likewise
//   TrySquareDifference  the square of the difference likewise
//   TryMaximum           the larger of two elements
//   TryMinimum           the smaller one
//
// of uint8_t, int8_t or int16_t. Operands are repeated as their OperandCounts
// say: a vector of channels, a value for each row, a single one. The result has
// as many elements as the operand that serves more of them, which is a multiple
// of what the other one serves. It may be an operand of as many elements; other
// memory must not overlap it. result_zero_point is a value of the type, and
// `range` lies in the type's range. Nothing is written if the status is not ok.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_OPERATORS_ELEMENTWISE_H_
#define LOWP_PUBLIC_OPERATORS_ELEMENTWISE_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/contract/binary.h"
#include "../../internal/frontend/front_end.h"
#include "../operand_count.h"
#include "../quantization/multiplier_builders.h"
#include "../quantization/quantization_params.h"
#include "../rounding.h"
#include "../stages/residual_addition.h"
#include "../status.h"
#include "../tensor/transforms.h"

namespace gemmlowp {
inline namespace lowp {

// The parameters of a product. Its multiplier is x_scale * y_scale /
// result_scale: TensorFlow Lite forms it in float, and takes QuantizeMultiplier
// of that (FloatMultiplier of multiplier_builders.h).
struct Multiplication {
  std::int32_t x_zero_point = 0;
  std::int32_t y_zero_point = 0;
  std::int32_t result_zero_point = 0;
  FixedPointMultiplier multiplier;
  FixedPointRounding rounding = FixedPointRounding::kDouble;
};

namespace internal {
template <typename T>
BinaryProblem MakeBinary(const T* x, OperandCount x_count, const T* y,
                         OperandCount y_count, QuantizedRange range,
                         T* result) {
  static_assert(kIsQuantizedScalar<T>,
                "lowp: tensors of uint8_t, int8_t and int16_t are added and "
                "multiplied");
  BinaryProblem problem;
  problem.scalar = ScalarOf<T>();
  problem.x = x;
  problem.x_count = x_count;
  problem.y = y;
  problem.y_count = y_count;
  problem.result = result;
  problem.low = range.low;
  problem.high = range.high;
  return problem;
}
}  // namespace internal

// The formula of OutputStageResidualAddition (stages/matrices.h), with y as the
// residual, clamped to `range`: TensorFlow Lite's ADD, whose numbers
// MakeResidualAddition derives.
template <typename Context, typename T>
Status TryAdd(Context* context, const T* x, OperandCount x_count, const T* y,
              OperandCount y_count, const ResidualAdditionNumbers& addition,
              T* result, QuantizedRange range = QuantizedRangeOf<T>()) {
  internal::BinaryProblem problem =
      internal::MakeBinary(x, x_count, y, y_count, range, result);
  problem.addition = &addition;
  return internal::RunBinary(problem, internal::ResourcesOf(context));
}

// The same formula with the square of the difference of both terms, modulo
// 2^32, in place of their sum: TensorFlow Lite's SQUARED_DIFFERENCE, whose
// numbers MakeSquaredDifference derives.
template <typename Context, typename T>
Status TrySquareDifference(Context* context, const T* x, OperandCount x_count,
                           const T* y, OperandCount y_count,
                           const ResidualAdditionNumbers& difference, T* result,
                           QuantizedRange range = QuantizedRangeOf<T>()) {
  internal::BinaryProblem problem =
      internal::MakeBinary(x, x_count, y, y_count, range, result);
  problem.difference = &difference;
  return internal::RunBinary(problem, internal::ResourcesOf(context));
}

// rescaled((x - x_zero_point) * (y - y_zero_point)) + result_zero_point,
// clamped to `range`: TensorFlow Lite's MUL. rescaled(x) is x * multiplier *
// 2^(exponent - 31), rounded as by OutputStageScaleInt32ByFixedPoint;
// differences, product and sum are modulo 2^32.
template <typename Context, typename T>
Status TryMultiply(Context* context, const T* x, OperandCount x_count,
                   const T* y, OperandCount y_count,
                   const Multiplication& multiplication, T* result,
                   QuantizedRange range = QuantizedRangeOf<T>()) {
  internal::BinaryProblem problem =
      internal::MakeBinary(x, x_count, y, y_count, range, result);
  problem.multiplication = &multiplication;
  return internal::RunBinary(problem, internal::ResourcesOf(context));
}

// max(x, y): TensorFlow Lite's MAXIMUM.
template <typename Context, typename T>
Status TryMaximum(Context* context, const T* x, OperandCount x_count,
                  const T* y, OperandCount y_count, T* result) {
  internal::BinaryProblem problem = internal::MakeBinary(
      x, x_count, y, y_count, QuantizedRangeOf<T>(), result);
  problem.choice = internal::Choice::kLarger;
  return internal::RunBinary(problem, internal::ResourcesOf(context));
}

// min(x, y): TensorFlow Lite's MINIMUM.
template <typename Context, typename T>
Status TryMinimum(Context* context, const T* x, OperandCount x_count,
                  const T* y, OperandCount y_count, T* result) {
  internal::BinaryProblem problem = internal::MakeBinary(
      x, x_count, y, y_count, QuantizedRangeOf<T>(), result);
  problem.choice = internal::Choice::kSmaller;
  return internal::RunBinary(problem, internal::ResourcesOf(context));
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_OPERATORS_ELEMENTWISE_H_
