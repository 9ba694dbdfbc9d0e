// Output stages that compute activation functions in integers. An activation
// maps quantized values to quantized values, so it follows a scale; or it
// scales its input itself, and takes the sums.
//
// OutputStageClamp covers the whole ReLU family: ActivationRange of
// quantization_params.h computes its bounds. Any other function of an 8-bit
// value is an OutputStageTable, whatever its arithmetic.
//
// The notation is that of output_stages.h; SCALE(x, m, e) is the scaling by
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
// for d >= 0, and the same with alpha's multiplier and exponent for d < 0.
struct OutputStageLeakyRelu {
  std::int32_t input_zero_point;     // any
  std::int32_t identity_multiplier;  // any; Q0.31
  std::int32_t identity_exponent;    // -31..31; positive shifts left
  std::int32_t alpha_multiplier;
  std::int32_t alpha_exponent;
  std::int32_t result_zero_point;  // any
  FixedPointRounding rounding;
};

// The same with multipliers and exponents per row (VectorShape::Col) or per
// column (VectorShape::Row) of the result: a parametric ReLU or, with an input
// zero point of 0, also the scaling of a channel's sums. Each vector has as
// many entries as the result has rows or columns.
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

// Derives the stage as TensorFlow Lite does: QuantizeMultiplier of the ratios
// input.scale / result.scale and input.scale * alpha / result.scale, formed in
// float. Scales must be positive and finite, alpha must be finite.
LOWP_EXPORT Status MakeLeakyRelu(const TensorScale& input, float alpha,
                                 const TensorScale& result,
                                 FixedPointRounding rounding,
                                 OutputStageLeakyRelu* stage);

// 1 / (1 + exp(-x)) in fixed point. With d = wrap(x - input_zero_point):
//   result_min for d <= -input_radius, result_max for d >= input_radius, else
//   RDPOT(logistic(u), result_shift) + result_zero_point,
//   clamped to result_min..result_max, where u is the Q4.27 value
//   SCALE(d, input_multiplier, input_exponent), rounded twice (kDouble).
// logistic is that of fixedpoint/fixedpoint.h and yields Q0.31. A shift of 23
// gives units of 1/256, a shift of 16 units of 2^-15.
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

// The same with one multiplier and exponent per row (VectorShape::Col) or per
// column (VectorShape::Row) of the result: with an input zero point of 0 it
// applies to a channel's sums directly, in one step. A left shift that
// saturates does no harm: beyond it the function is within 2^-11 of its end.
// Each vector has as many entries as the result has rows or columns.
template <VectorShape tShape>
struct OutputStageLogisticQ4PC {
  std::int32_t input_zero_point;
  VectorMap<const std::int32_t, tShape> input_multiplier;
  VectorMap<const std::int32_t, tShape> input_exponent;
  std::int32_t input_radius;  // 2^31 - 1: no radius
  std::int32_t result_shift;
  std::int32_t result_zero_point;
  std::int32_t result_min;
  std::int32_t result_max;
};

// The hyperbolic tangent in the same way, with RDPOT(tanh(u), result_shift).
// (OutputStageTanh is gemmlowp's, whose input and result share a scale.)
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

// Derive the stages as TensorFlow Lite does for int8: the result of logistic
// has scale 1/256 and zero point -128, that of tanh 1/128 and 0. input.scale
// lies in [2^-18, 8].
LOWP_EXPORT Status MakeLogisticQ4(const TensorScale& input,
                                  OutputStageLogisticQ4* stage);
LOWP_EXPORT Status MakeTanhQ4(const TensorScale& input,
                              OutputStageTanhQ4* stage);

// x * min(max(x + 3, 0), 6) / 6 in 16-bit fixed point. SRDHM16 is SRDHM for 16
// bits: (a * b) / 2^15 to nearest, ties up. sat16 clamps to -2^15..2^15-1. With
//   d = 128 * min(max(wrap(x - input_zero_point), -255), 255)
// the result is
//   RDPOT(trunc(share * SRDHM16(d, result_multiplier) / 2^15),
//         -result_exponent) + result_zero_point,
//   share = floor((r + 2^15) / 2), which maps r from -1..1 to 0..1,
//   r = SRDHM16(d, share_multiplier).
// If share_exponent > 0, d is first multiplied by 2^(share_exponent-1) and r
// afterwards by 2, each followed by sat16; if it is negative, r becomes
// RDPOT(r, -share_exponent).
// The stage does not clamp: the result is any int32, which a cast, if one
// follows, brings to 8 bits.
struct OutputStageHardSwish {
  std::int32_t input_zero_point;   // any
  std::int32_t result_multiplier;  // -2^15..2^15-1; Q0.15
  std::int32_t result_exponent;    // -31..0
  std::int32_t share_multiplier;   // -2^15..2^15-1; Q0.15
  std::int32_t share_exponent;     // -31..31
  std::int32_t result_zero_point;  // any
};

// Derives the stage as TensorFlow Lite does. input.scale / result.scale lies in
// [2^-8, 128).
LOWP_EXPORT Status MakeHardSwish(const TensorScale& input,
                                 const TensorScale& result,
                                 OutputStageHardSwish* stage);

// Any function of an 8-bit value: x is clamped to T's range and looked up. The
// table (activation_tables.h) belongs to the caller and is read during the
// call. T is std::uint8_t or std::int8_t. The entry is an int32, as the result
// of any stage is: other stages may follow, a cast to another type, or none.
// Behind a table, the cast to T alone is fastest: it looks bytes up.
template <typename T>
struct OutputStageTable {
  const ActivationTable<T>* table;
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_STAGES_ACTIVATIONS_H_
