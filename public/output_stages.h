// Output stages: what happens to each int32 accumulator on its way to the
// result. An output pipeline is a std::tuple of stages of any length, applied
// from left to right:
//
//   std::make_tuple(bias_addition, scale, clamp, saturating_cast)
//
// The accumulator of (row, column) is the exact sum over k of
//   (lhs + lhs_offset) * (rhs + rhs_offset)   modulo 2^32.
// A stage takes an int32 and yields an int32, with two exceptions: the casts,
// which come last and give the result its type, and the stages that take or
// yield floats, which say so (stages/float.h, and some others). Without a cast,
// and with the empty tuple, the result has the type that the last stage yields,
// int32 or float. Each other stage may occur anywhere, any number of times; the
// usual order is bias, scale, clamp, cast.
//
// The stages are aggregates with gemmlowp's names, fields and order of fields.
// The stages, and the memory of their vectors, are read during the call only;
// what is prepared (prepared_gemm.h) says how long it needs them.
//
// A stage of your own is any type with
//   T operator()(std::int32_t value, int row, int column) const;
// or the same with a float value: a struct or a lambda, anywhere in the tuple
// where the values have that type. (With an auto or double parameter it takes
// either.) T is std::int32_t or float; for the last stage also std::uint8_t,
// std::int8_t or std::int16_t. `row` and `column` are the position in the
// result. The stage must be safe to call from several threads at once, in any
// order of positions, and must not throw:
//
//   auto leaky = [](std::int32_t x, int, int) { return x < 0 ? x / 8 : x; };
//   auto pipeline =
//       std::make_tuple(bias, scale, leaky, OutputStageSaturatingCastToInt8{});
//
// The formulas use four functions, all free of undefined behaviour. Every
// backend computes exactly these, as fixedpoint/fixedpoint.h defines them.
//   wrap(x)       x modulo 2^32, as an int32. Sums and products that are not
//                 said to saturate wrap.
//   SRDHM(a, b)   SaturatingRoundingDoublingHighMul: (a * b) / 2^31 rounded to
//                 nearest, ties up, without an intermediate overflow;
//                 2^31 - 1 for a = b = -2^31.
//   RDPOT(x, n)   RoundingDivideByPOT: x / 2^n rounded to nearest, ties away
//                 from zero: 3 / 2 gives 2, -3 / 2 gives -2.
//   SatShl(x, n)  x * 2^n, clamped to the range of int32.
//
// A parameter outside the range that its comment gives makes the call fail
// before anything is written.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_OUTPUT_STAGES_H_
#define LOWP_PUBLIC_OUTPUT_STAGES_H_

#include <cstdint>
#include <tuple>

#include "map.h"
#include "rounding.h"
#include "stages/float.h"

namespace gemmlowp {
inline namespace lowp {

// Scales by an integer and a right shift; the offset is added first, on the
// scale of the accumulator:
//   RDPOT(wrap((x + result_offset) * result_mult_int), result_shift)
// The product wraps at 32 bits, so |x + result_offset| * |result_mult_int|
// should stay below 2^31. OutputStageScaleInt32ByFixedPointAndExponent is more
// precise; prefer it in new code. Despite its name, this stage does not cast.
struct OutputStageQuantizeDownInt32ToUint8Scale {
  std::int32_t result_offset;
  std::int32_t result_mult_int;
  std::int32_t result_shift;  // 0..31
};

// The same with one offset and multiplier per row (VectorShape::Col) or per
// column (VectorShape::Row) of the result, and one shift for all. Each vector
// has as many entries as the result has rows or columns.
template <VectorShape tShape>
struct OutputStageQuantizeDownInt32ToUint8ScalePC {
  VectorMap<const std::int32_t, tShape> result_offset;
  VectorMap<const std::int32_t, tShape> result_mult_int;
  std::int32_t result_shift;  // 0..31
};

// Scales by the real number multiplier * 2^(-31 - shift), in two roundings,
// then adds the zero point of the result:
//   RDPOT(SRDHM(x, result_fixedpoint_multiplier), result_shift)
//       + result_offset_after_shift
// The multiplier is Q0.31: 2^30 means one half, and values from 2^30 to
// 2^31 - 1 keep the most precision. Two roundings can differ from one: x = 1
// with multiplier 2^30 and shift 1, a scale of one quarter, gives 1.
struct OutputStageQuantizeDownInt32ByFixedPoint {
  std::int32_t result_fixedpoint_multiplier;  // any
  std::int32_t result_shift;                  // 0..31
  std::int32_t result_offset_after_shift;     // any
};

// Deprecated: gemmlowp's former name for the stage above.
using OutputStageQuantizeDownInt32ToUint8ScaleByFixedPoint =
    OutputStageQuantizeDownInt32ByFixedPoint;

// Scales by the real number multiplier * 2^(exponent - 31), which may exceed
// one, then adds the zero point of the result:
//   left = max(result_exponent, 0), right = max(-result_exponent, 0)
//   RDPOT(SRDHM(SatShl(x, left), result_fixedpoint_multiplier), right)
//       + result_offset_after_shift
// For an exponent <= 0 this is the previous stage with shift -exponent; note
// the opposite sign. The left shift should not saturate:
// keep |x| * 2^left < 2^31.
struct OutputStageScaleInt32ByFixedPointAndExponent {
  std::int32_t result_fixedpoint_multiplier;  // any; Q0.31
  std::int32_t result_exponent;               // -31..31; positive shifts left
  std::int32_t result_offset_after_shift;     // any
};

// The same with one multiplier and exponent per row (VectorShape::Col) or per
// column (VectorShape::Row) of the result, and one offset for all. Each vector
// has as many entries as the result has rows or columns.
template <VectorShape tShape>
struct OutputStageScaleInt32ByFixedPointAndExponentPC {
  VectorMap<const std::int32_t, tShape> result_fixedpoint_multiplier;
  VectorMap<const std::int32_t, tShape> result_exponent;
  std::int32_t result_offset_after_shift;
};

// The same with a choice of roundings. With s = 31 - result_exponent,
//   kDouble        the previous stages
//   kDoubleUpward  the previous stages, with ties of the right shift up
//   kSingleUpward  floor((x * multiplier + 2^(s-1)) / 2^s)
//   kSingleAway    the same, but for a negative product
//                  floor((x * multiplier + 2^(s-1) - 1) / 2^s)
//   kSingleUpward15Bits  kSingleUpward, with the multiplier
//                  min(floor((multiplier + 2^15) / 2^16), 2^15 - 1) * 2^16
// and then + result_offset_after_shift. The scaled value and the sum each wrap
// modulo 2^32, or with FixedPointOverflow::kSaturate each become the nearest
// int32. Followed by a cast, kSaturate computes what systems do that clamp
// before they add the zero point, or add it in 64 bits. Nothing overflows, and
// both agree, if exponents are negative and the offset lies in -2^30..2^30-1.
// The single roundings use the whole 63-bit product: a left shift neither
// saturates nor wraps before the rounding. (With exponent 31 there is nothing
// to round.)
struct OutputStageScaleInt32ByFixedPoint {
  std::int32_t result_fixedpoint_multiplier;  // any; Q0.31
  std::int32_t result_exponent;               // -31..31; positive shifts left
  std::int32_t result_offset_after_shift;     // any
  FixedPointRounding result_rounding;
  FixedPointOverflow result_overflow = FixedPointOverflow::kWrap;
};

// The same with one multiplier and exponent per row (VectorShape::Col) or per
// column (VectorShape::Row) of the result, and one offset for all. Each vector
// has as many entries as the result has rows or columns.
template <VectorShape tShape>
struct OutputStageScaleInt32ByFixedPointPC {
  VectorMap<const std::int32_t, tShape> result_fixedpoint_multiplier;
  VectorMap<const std::int32_t, tShape> result_exponent;
  std::int32_t result_offset_after_shift;
  FixedPointRounding result_rounding;
  FixedPointOverflow result_overflow = FixedPointOverflow::kWrap;
};

// Scales by an integer between two right shifts. ChoosePreAndPostShift picks
// them so that the product fits 32 bits for every sum whose result has 8 bits:
//   floor(wrap(floor(x / 2^pre) * multiplier) / 2^post + 1/2)
//       + result_offset_after_shift,
// without the 1/2 if post = 0.
struct OutputStageScaleInt32ByPreAndPostShift {
  std::int32_t result_pre_shift;           // 0..31
  std::int32_t result_multiplier;          // any; an integer
  std::int32_t result_post_shift;          // 0..31
  std::int32_t result_offset_after_shift;  // any
};

// The same with one pair of shifts and multiplier per row (VectorShape::Col) or
// per column (VectorShape::Row) of the result, and one offset for all. Each
// vector has as many entries as the result has rows or columns.
template <VectorShape tShape>
struct OutputStageScaleInt32ByPreAndPostShiftPC {
  VectorMap<const std::int32_t, tShape> result_pre_shift;
  VectorMap<const std::int32_t, tShape> result_multiplier;
  VectorMap<const std::int32_t, tShape> result_post_shift;
  std::int32_t result_offset_after_shift;
};

// min(max(x, 0), 255), as a uint8_t.
struct OutputStageSaturatingCastToUint8 {};

// min(max(x, -128), 127), as an int8_t.
struct OutputStageSaturatingCastToInt8 {};

// min(max(x, -32768), 32767), as an int16_t.
struct OutputStageSaturatingCastToInt16 {};

// The low 8 bits of x, as a uint8_t: for values that a clamp has already
// brought into 0..255.
struct OutputStageTruncatingCastToUint8 {};

// x + bias_vector(row) for a column vector, x + bias_vector(column) for a row
// vector. VectorType is a VectorMap or a VectorDup, const or not, of
// std::int32_t, or of finite floats where the values are floats. It has as many
// entries as the result has rows or columns.
template <typename VectorType>
struct OutputStageBiasAddition {
  VectorType bias_vector;
};

// min(max(x, min), max); if min > max, everything becomes max. On the scale of
// the result this covers every activation of the ReLU family.
struct OutputStageClamp {
  std::int32_t min;
  std::int32_t max;
};

// Hyperbolic tangent in fixed point, approximately
//   zero + amplitude * tanh((x - zero) / amplitude).
// zero = real_zero_as_int32 and amplitude = real_amplitude_as_int32 represent
// the real numbers 0 and 1, in x and in the result. Exactly:
//   zero - amplitude  for x <= zero - 8 * amplitude,
//   zero + amplitude  for x >= zero + 8 * amplitude, and between them
//   zero + floor(SRDHM(tanh(u), A) / 2^(31 - e)),
//   u = SatShl(SRDHM(x - zero, I), 28 - n), a Q3.28 value.
// I is 1 / amplitude * 2^n and A is amplitude / 2^e, both rounded to Q0.31,
// with the n and e that bring them into [1/2, 1). (For amplitude 1,
// 1 / amplitude is exactly 1: n is 0 and I is 2^31 - 1.) tanh is that of
// fixedpoint/fixedpoint.h. The bounds and both end values are clamped to the
// range of int32; x - zero wraps, so zero +- 8 * amplitude should lie inside
// that range.
struct OutputStageTanh {
  std::int32_t real_zero_as_int32;
  std::int32_t real_amplitude_as_int32;  // 1..2^28-1
};

// The pipeline of gemmlowp's Gemm():
// (QuantizeDownInt32ToUint8Scale, SaturatingCastToUint8).
inline std::tuple<OutputStageQuantizeDownInt32ToUint8Scale,
                  OutputStageSaturatingCastToUint8>
MakeStandardOutputPipeline(std::int32_t result_offset,
                           std::int32_t result_mult_int,
                           std::int32_t result_shift) {
  return std::make_tuple(
      OutputStageQuantizeDownInt32ToUint8Scale{result_offset, result_mult_int,
                                               result_shift},
      OutputStageSaturatingCastToUint8{});
}

// The same with one offset and multiplier per row or column.
template <VectorShape tShape>
std::tuple<OutputStageQuantizeDownInt32ToUint8ScalePC<tShape>,
           OutputStageSaturatingCastToUint8>
MakeStandardOutputPipeline(
    const VectorMap<const std::int32_t, tShape>& result_offset,
    const VectorMap<const std::int32_t, tShape>& result_mult_int,
    std::int32_t result_shift) {
  return std::make_tuple(
      OutputStageQuantizeDownInt32ToUint8ScalePC<tShape>{
          result_offset, result_mult_int, result_shift},
      OutputStageSaturatingCastToUint8{});
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_OUTPUT_STAGES_H_
