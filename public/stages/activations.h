// Output stages that are activation functions in integers. What an activation
// takes and gives are quantized numbers, so it follows a scale, or, where it
// scales its input itself, the sums.
//
// The whole ReLU family is OutputStageClamp: ActivationRange of
// quantization_params.h has the bounds. Any other function of an 8-bit number
// is an OutputStageTable, whatever its arithmetic.
//
// The notation is that of output_stages.h, and SCALE(x, m, e) the scaling by
// m * 2^(e-31) of OutputStageScaleInt32ByFixedPoint, without its offset.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_STAGES_ACTIVATIONS_H_
#define LOWP_PUBLIC_STAGES_ACTIVATIONS_H_

#include <cstdint>

#include "../export.h"
#include "../map.h"
#include "../quantization/activation_tables.h"
#include "../rounding.h"
#include "../status.h"

namespace gemmlowp {
inline namespace lowp {

// Two slopes: with d = wrap(x - input_zero_point),
//   SCALE(d, identity_multiplier, identity_exponent) + result_zero_point
// for d >= 0, and the same by alpha's numbers for d < 0.
struct OutputStageLeakyRelu {
  std::int32_t input_zero_point;     // any
  std::int32_t identity_multiplier;  // any; Q0.31
  std::int32_t identity_exponent;    // -31..31; positive shifts left
  std::int32_t alpha_multiplier;
  std::int32_t alpha_exponent;
  std::int32_t result_zero_point;  // any
  FixedPointRounding rounding;
};

// The same with numbers for each row (VectorShape::Col) or each column
// (VectorShape::Row) of the result: a parametric ReLU, and with an input zero
// point of 0 also the scaling of a channel's sums. The vectors are as long as
// the result has rows or columns.
template <VectorShape tShape>
struct OutputStageLeakyReluPC {
  std::int32_t input_zero_point;
  VectorMap<const std::int32_t, tShape> identity_multiplier;
  VectorMap<const std::int32_t, tShape> identity_exponent;
  VectorMap<const std::int32_t, tShape> alpha_multiplier;
  VectorMap<const std::int32_t, tShape> alpha_exponent;
  std::int32_t result_zero_point;
  FixedPointRounding rounding;
};

// The numbers that TensorFlow Lite derives: the ratios input.scale /
// result.scale and input.scale * alpha / result.scale, formed in float, by
// QuantizeMultiplier. Scales are positive and finite, alpha is finite.
LOWP_EXPORT Status MakeLeakyRelu(const TensorScale& input, float alpha,
                                 const TensorScale& result,
                                 FixedPointRounding rounding,
                                 OutputStageLeakyRelu* stage);

// 1 / (1 + exp(-x)) in fixed point. With d = wrap(x - input_zero_point):
//   result_min for d <= -input_radius, result_max for d >= input_radius, else
//   RDPOT(logistic(u), result_shift) + result_zero_point,
//   clamped to result_min..result_max, where u is the Q4.27 number
//   SCALE(d, input_multiplier, input_exponent), rounded twice (kDouble).
// logistic, to Q0.31, is the one of fixedpoint/fixedpoint.h. A shift of 23
// leaves units of 1/256, one of 16 units of 2^-15.
struct OutputStageLogisticQ4 {
  std::int32_t input_zero_point;   // any
  std::int32_t input_multiplier;   // any; Q0.31
  std::int32_t input_exponent;     // -31..31; positive shifts left
  std::int32_t input_radius;       // 0 or more
  std::int32_t result_shift;       // 0..31
  std::int32_t result_zero_point;  // any
  std::int32_t result_min;
  std::int32_t result_max;  // at least result_min
};

// The same with a multiplier and an exponent for each row (VectorShape::Col) or
// each column (VectorShape::Row) of the result: with an input zero point of 0
// the function of a channel's sums, in one step. A left shift that saturates
// is right as well: what it does not reach is within 2^-11 of the ends. The
// vectors are as long as the result has rows or columns.
template <VectorShape tShape>
struct OutputStageLogisticQ4PC {
  std::int32_t input_zero_point;
  VectorMap<const std::int32_t, tShape> input_multiplier;
  VectorMap<const std::int32_t, tShape> input_exponent;
  std::int32_t input_radius;  // 2^31 - 1: none
  std::int32_t result_shift;
  std::int32_t result_zero_point;
  std::int32_t result_min;
  std::int32_t result_max;
};

// The hyperbolic tangent in the same way: RDPOT(tanh(u), result_shift), and so
// on. (OutputStageTanh is gemmlowp's, whose input and result share a scale.)
struct OutputStageTanhQ4 {
  std::int32_t input_zero_point;
  std::int32_t input_multiplier;
  std::int32_t input_exponent;
  std::int32_t input_radius;
  std::int32_t result_shift;
  std::int32_t result_zero_point;
  std::int32_t result_min;
  std::int32_t result_max;
};

template <VectorShape tShape>
struct OutputStageTanhQ4PC {
  std::int32_t input_zero_point;
  VectorMap<const std::int32_t, tShape> input_multiplier;
  VectorMap<const std::int32_t, tShape> input_exponent;
  std::int32_t input_radius;
  std::int32_t result_shift;
  std::int32_t result_zero_point;
  std::int32_t result_min;
  std::int32_t result_max;
};

// The numbers that TensorFlow Lite derives for int8: the result of logistic has
// the scale 1/256 and the zero point -128, that of tanh 1/128 and 0.
// input.scale lies in [2^-18, 8].
LOWP_EXPORT Status MakeLogisticQ4(const TensorScale& input,
                                  OutputStageLogisticQ4* stage);
LOWP_EXPORT Status MakeTanhQ4(const TensorScale& input,
                              OutputStageTanhQ4* stage);

// x * min(max(x + 3, 0), 6) / 6 in 16-bit fixed point. SRDHM16 is SRDHM of 16
// bits: (a * b) / 2^15 to nearest, ties up. sat16 clamps to -2^15..2^15-1. With
//   d = 128 * min(max(wrap(x - input_zero_point), -255), 255)
// the result is
//   RDPOT(trunc(share * SRDHM16(d, result_multiplier) / 2^15),
//         -result_exponent) + result_zero_point,
//   share = floor((r + 2^15) / 2), from -1..1 in r to 0..1,
//   r = SRDHM16(d, share_multiplier), where an exponent > 0 scales d by
//   2^(share_exponent-1), sat16, before and r by 2, sat16, after, and one < 0
//   makes it RDPOT(r, -share_exponent).
// The stage does not clamp: a cast to 8 bits follows.
struct OutputStageHardSwish {
  std::int32_t input_zero_point;   // any
  std::int32_t result_multiplier;  // -2^15..2^15-1; Q0.15
  std::int32_t result_exponent;    // -31..0
  std::int32_t share_multiplier;   // -2^15..2^15-1; Q0.15
  std::int32_t share_exponent;     // -31..31
  std::int32_t result_zero_point;  // any
};

// The numbers that TensorFlow Lite derives. input.scale / result.scale lies in
// [2^-8, 128).
LOWP_EXPORT Status MakeHardSwish(const TensorScale& input,
                                 const TensorScale& result,
                                 OutputStageHardSwish* stage);

// Any function of an 8-bit number: x clamped to T's range, looked up. The table
// (activation_tables.h) is the caller's, for the call. T is std::uint8_t or
// std::int8_t; a cast to T comes behind.
template <typename T>
struct OutputStageTable {
  const ActivationTable<T>* table;
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_STAGES_ACTIVATIONS_H_
