// Output stages that read one element of another matrix for each entry of the
// result: accumulation, and residual connections. The matrix has the size of
// the result, in either order, and is read during the call only.
//
// It may be the result itself: same memory, type, order and stride. Every entry
// is read before it is written, and both only once, so the stage sees what the
// result held before the call. Otherwise the matrix must not overlap the
// result.
//
// The notation is that of output_stages.h; SCALE(x, m, e) is the scaling by
// m * 2^(e-31) of OutputStageScaleInt32ByFixedPoint, without its offset.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_STAGES_MATRICES_H_
#define LOWP_PUBLIC_STAGES_MATRICES_H_

#include <cstdint>

#include "../export.h"
#include "../map.h"
#include "../quantization/activation_tables.h"
#include "../rounding.h"
#include "../status.h"
#include "residual_addition.h"

namespace gemmlowp {
inline namespace lowp {

// x + addend_matrix(row, column): modulo 2^32, or in float if the values are
// floats. MatrixType is a MatrixMap of std::int32_t, std::int16_t, std::int8_t
// or std::uint8_t, or of float, const or not.
template <typename MatrixType>
struct OutputStageMatrixAddition {
  MatrixType addend_matrix;
};

// Adds to what an int32 result holds: C += A * B.
//   TryGemm(&context, lhs, rhs, &sums, 0, 0, std::make_tuple(Accumulate(sums)))
template <typename tScalar, MapOrder tOrder>
OutputStageMatrixAddition<MatrixMap<const tScalar, tOrder>> Accumulate(
    const MatrixMap<tScalar, tOrder>& result) {
  return {MatrixMap<const tScalar, tOrder>(result.data(), result.rows(),
                                           result.cols(), result.stride())};
}

// The sum of two quantized values with different scales, on a common finer
// scale and then on that of the result:
//   a = SCALE(wrap((x - input_zero_point) * 2^left_shift),
//             input_multiplier, input_exponent)
//   b = the same for residual(row, column), with the residual's parameters
//   SCALE(wrap(a + b), result_multiplier, result_exponent) + result_zero_point
// x must be a value of an 8- or 16-bit type: a scale to that type and a clamp
// come before, a clamp or a cast after. MatrixType is a MatrixMap of
// std::uint8_t, std::int8_t, std::int16_t or std::int32_t, const or not.
template <typename MatrixType>
struct OutputStageResidualAddition {
  MatrixType residual;
  ResidualAdditionNumbers numbers;
};

// Derives the parameters as TensorFlow Lite's ADD does: with
// s = 2 * max(input.scale, residual.scale), the multipliers are
// input.scale / s, residual.scale / s and s / (2^left_shift * result.scale), in
// double, by QuantizeMultiplier. TensorFlow Lite uses a left shift of 20 for 8
// bits, and of 15 for 16. Scales must be positive and finite.
LOWP_EXPORT Status MakeResidualAddition(const TensorScale& input,
                                        const TensorScale& residual,
                                        const TensorScale& result,
                                        int left_shift,
                                        FixedPointRounding rounding,
                                        ResidualAdditionNumbers* numbers);

// Derives the numbers of TrySquareDifference (operators/elementwise.h) as
// TensorFlow Lite's SQUARED_DIFFERENCE does: with s = 2 * max(x.scale,
// y.scale), the multipliers are x.scale / s, y.scale / s and s^2 / (2^(2 *
// left_shift) * result.scale), in double, by QuantizeMultiplier. TensorFlow
// Lite uses a left shift of 7 for 8 bits, with which the square of the
// difference is less than 2^31. Scales must be positive and finite.
LOWP_EXPORT Status MakeSquaredDifference(const TensorScale& x,
                                         const TensorScale& y,
                                         const TensorScale& result,
                                         int left_shift,
                                         FixedPointRounding rounding,
                                         ResidualAdditionNumbers* numbers);

// The same in floating point, for float values:
//   x + float(wrap(residual(row, column) - residual_zero_point))
//         * residual_scale,
// with the conversion, the product and the sum each rounded to float. For
// dequantize, add, quantize; or for a sum amid float stages. MatrixType is as
// above.
template <typename MatrixType>
struct OutputStageDequantizedAddition {
  MatrixType residual;
  std::int32_t residual_zero_point;  // any
  float residual_scale;              // finite
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_STAGES_MATRICES_H_
