// Builds the integers that a requantization scales by from its real factor.
//
// A quantized product is requantized by M = lhs_scale * rhs_scale /
// result_scale, which is known before the product starts. The stages of
// output_stages.h take it as integers. Frameworks differ in two ways: in the
// floating-point type in which they form M, and in how they round it to
// integers. The last bit of the multiplier can change the last bit of a result,
// so each way is a function of its own; doc/exactness.md says who uses which.
//
//   M is formed                         function
//   in double                           RealMultiplier
//   lhs_scale * rhs_scale in float,
//     the quotient in double            RealMultiplierOfFloatProduct
//   in float                            FloatMultiplier
//
//   M becomes                           function
//   31 bits, ties away from zero        QuantizeMultiplier, ...Unbounded
//   31 bits, for single rounding        QuantizeMultiplierSaturating
//   31 bits, ties to even               QuantizeMultiplierHalfToEven
//   31 bits, ties toward zero           QuantizeMultiplierByTruncation
//   31 bits, for a double's results     MultiplierOfDouble
//   24 bits, exactly                    MultiplierOfFloat
//   `precision` bits, ties to even      QuantizeMultiplierOfPrecision
//   16 bits of a float                  MultiplierOfFloat16
//   15 bits of 31                       ReduceMultiplierTo15Bits
//   8 or 9 bits between two shifts      ChoosePreAndPostShift
//
// Scales must be positive and finite. Every function refuses invalid arguments,
// and then leaves its result unchanged.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_QUANTIZATION_MULTIPLIER_BUILDERS_H_
#define LOWP_PUBLIC_QUANTIZATION_MULTIPLIER_BUILDERS_H_

#include <cstdint>

#include "../export.h"
#include "../status.h"

namespace gemmlowp {
inline namespace lowp {

// M is approximately multiplier * 2^(exponent - 31); a positive exponent shifts
// left. OutputStageScaleInt32ByFixedPointAndExponent takes these two.
struct FixedPointMultiplier {
  std::int32_t multiplier = 0;
  int exponent = 0;
};

// (double(lhs_scale) * double(rhs_scale)) / double(result_scale)
LOWP_EXPORT Status RealMultiplier(float lhs_scale, float rhs_scale,
                                  float result_scale, double* real);

// double(lhs_scale * rhs_scale) / double(result_scale)
LOWP_EXPORT Status RealMultiplierOfFloatProduct(float lhs_scale,
                                                float rhs_scale,
                                                float result_scale,
                                                double* real);

// (lhs_scale * rhs_scale) / result_scale, each step rounded to float
LOWP_EXPORT Status FloatMultiplier(float lhs_scale, float rhs_scale,
                                   float result_scale, float* real);

// `real` rounded to 31 significant bits, ties away from zero. 0 if
// |real| < 2^-32 - 2^-64, which would scale every int32 to 0. Negative values
// keep their sign. The exponent has no upper limit; stages accept up to 31.
LOWP_EXPORT Status QuantizeMultiplier(double real,
                                      FixedPointMultiplier* quantized);

// QuantizeMultiplier without the flush to 0: the exponent has no lower limit
// either.
LOWP_EXPORT Status QuantizeMultiplierUnbounded(double real,
                                               FixedPointMultiplier* quantized);

// QuantizeMultiplier for real >= 0, limited to (2^31 - 1) * 2^-1, the largest
// factor that a single rounding in 64 bits can apply.
LOWP_EXPORT Status
QuantizeMultiplierSaturating(double real, FixedPointMultiplier* quantized);

// `real`, in [0, 1), rounded to 31 significant bits, ties to even. The exponent
// has no lower limit.
LOWP_EXPORT Status
QuantizeMultiplierHalfToEven(double real, FixedPointMultiplier* quantized);

// QuantizeMultiplier with ties toward zero, as systems without a floating-point
// unit round the bits of the double.
LOWP_EXPORT Status
QuantizeMultiplierByTruncation(double real, FixedPointMultiplier* quantized);

// The 24 significant bits of a float, unrounded: the multiplier lies in
// [2^30, 2^31 - 2^7]. `real` must be a positive normal number.
LOWP_EXPORT Status MultiplierOfFloat(float real,
                                     FixedPointMultiplier* quantized);

// A multiplier with which one rounding with ties up (kSingleUpward) gives what
// a double gives:
//   (x * multiplier + 2^(30 - exponent)) >> (31 - exponent)
//     = round(x * real), the product rounded to double and ties away from zero,
// for every int32 x, with both sides clamped to low..high: the results of a
// clamp before a zero point is added. `real` lies between 0 and 1, and
// high - low is at most 2^16. Of the multipliers near the quotient of
// QuantizeMultiplier it is the nearest that does; kUnsupported if none does.
// All places where the results change are compared, so that it is proved.
LOWP_EXPORT Status MultiplierOfDouble(double real, std::int32_t low,
                                      std::int32_t high,
                                      FixedPointMultiplier* quantized);

// `real` = multiplier * 2^-right_shift, with a multiplier of precision - 1
// bits, ties to even; `precision` lies in 2..32. As in FBGEMM, right_shift is
// always the one for precision 32; for any other precision
// multiplier * 2^-right_shift is real * 2^(precision - 32).
struct PrecisionMultiplier {
  std::int32_t multiplier = 0;
  int right_shift = 0;
};
LOWP_EXPORT Status QuantizeMultiplierOfPrecision(
    float real, int precision, PrecisionMultiplier* quantized);

// `real` is approximately multiplier * 2^(exponent - 15), with a multiplier in
// [2^14, 2^15): the 24 bits of the float rounded to 15, ties up. `real` must be
// a positive normal number.
struct Multiplier16 {
  std::int16_t multiplier = 0;
  int exponent = 0;
};
LOWP_EXPORT Status MultiplierOfFloat16(float real, Multiplier16* quantized);

// The upper 15 bits of a multiplier in [0, 2^31): floor((m + 2^15) / 2^16), at
// most 2^15 - 1. For sums of 16-bit elements, which leave no room for more.
LOWP_EXPORT Status ReduceMultiplierTo15Bits(std::int32_t multiplier,
                                            std::int16_t* reduced);

// Two shifts and a multiplier that scale x by `real`:
//   ((x >> pre_shift) * multiplier + 2^(post_shift - 1)) >> post_shift
// The multiplier is so short that the product fits 32 bits for every sum x
// whose result has 8 bits. `real` lies in [2^-17, 2^31).
struct PreAndPostShift {
  int pre_shift = 0;
  int post_shift = 0;
  std::int32_t multiplier = 0;
};
enum class PowerOfTwo : std::uint8_t {
  kIsAShift,      // a power of two becomes one shift, or a bare multiplier
  kIsLikeOthers,  // no special case, as in Glow before September 2019
};
LOWP_EXPORT Status
ChoosePreAndPostShift(float real, PreAndPostShift* chosen,
                      PowerOfTwo power_of_two = PowerOfTwo::kIsAShift);

// Scales x as OutputStageScaleInt32ByPreAndPostShift does, without its offset.
// Glow brings biases to the scale of the sums in this way. Shifts lie in 0..31.
LOWP_EXPORT Status ScaleByPreAndPostShift(std::int32_t x,
                                          const PreAndPostShift& shifts,
                                          std::int32_t* scaled);

// Runs one of the builders above for each of `count` channels, and writes the
// arrays that OutputStageScaleInt32ByFixedPointAndExponentPC takes. Nothing is
// written if the builder refuses a channel.
using MultiplierBuilder = Status (*)(double real,
                                     FixedPointMultiplier* quantized);
LOWP_EXPORT Status QuantizeMultipliers(MultiplierBuilder builder,
                                       const double* reals, int count,
                                       std::int32_t* multipliers,
                                       std::int32_t* exponents);

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_QUANTIZATION_MULTIPLIER_BUILDERS_H_
