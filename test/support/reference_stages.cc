// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "reference_stages.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "../../fixedpoint/fixedpoint.h"

namespace lowp_test {

std::int32_t Wrap(std::int64_t x) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(x));
}

std::int32_t SaturateToInt32(std::int64_t x) {
  return static_cast<std::int32_t>(
      std::clamp<std::int64_t>(x, std::numeric_limits<std::int32_t>::min(),
                               std::numeric_limits<std::int32_t>::max()));
}

std::int64_t FloorDivideByPowerOfTwo(std::int64_t x, int n) {
  const std::int64_t divisor = std::int64_t{1} << n;
  const std::int64_t quotient = x / divisor;
  return x % divisor < 0 ? quotient - 1 : quotient;
}

std::int32_t ReferenceHighMul(std::int32_t a, std::int32_t b) {
  const std::int64_t product = static_cast<std::int64_t>(a) * b;
  return SaturateToInt32(
      FloorDivideByPowerOfTwo(product + (std::int64_t{1} << 30), 31));
}

std::int32_t ReferenceRoundingDivide(std::int32_t x, int exponent) {
  const std::int64_t magnitude = std::abs(static_cast<std::int64_t>(x));
  const std::int64_t half =
      exponent == 0 ? 0 : std::int64_t{1} << (exponent - 1);
  const std::int64_t rounded = (magnitude + half) >> exponent;
  return static_cast<std::int32_t>(x < 0 ? -rounded : rounded);
}

std::int32_t ReferenceShiftLeft(std::int32_t x, int exponent) {
  return SaturateToInt32(static_cast<std::int64_t>(x) *
                         (std::int64_t{1} << exponent));
}

std::int32_t ReferenceBias(std::int32_t x, std::int32_t bias) {
  return Wrap(static_cast<std::int64_t>(x) + bias);
}

std::int32_t ReferenceScale(std::int32_t x, std::int32_t multiplier,
                            int exponent, std::int32_t offset) {
  const std::int32_t shifted = ReferenceShiftLeft(x, std::max(exponent, 0));
  const std::int32_t scaled = ReferenceRoundingDivide(
      ReferenceHighMul(shifted, multiplier), std::max(-exponent, 0));
  return Wrap(static_cast<std::int64_t>(scaled) + offset);
}

std::int32_t ReferenceQuantizeDownByFixedPoint(std::int32_t x,
                                               std::int32_t multiplier,
                                               int shift, std::int32_t offset) {
  return Wrap(static_cast<std::int64_t>(ReferenceRoundingDivide(
                  ReferenceHighMul(x, multiplier), shift)) +
              offset);
}

std::int32_t ReferenceScale(std::int32_t x, std::int32_t multiplier,
                            int exponent, std::int32_t offset,
                            gemmlowp::FixedPointRounding rounding,
                            gemmlowp::FixedPointOverflow overflow) {
  using gemmlowp::FixedPointRounding;
  const std::int64_t wide_offset = offset;
  const auto ToInt32 = [overflow](std::int64_t sum) {
    return overflow == gemmlowp::FixedPointOverflow::kWrap
               ? Wrap(sum)
               : SaturateToInt32(sum);
  };
  if (rounding == FixedPointRounding::kDouble) {
    return ToInt32(ReferenceScale(x, multiplier, exponent, 0) + wide_offset);
  }
  if (rounding == FixedPointRounding::kDoubleUpward) {
    const std::int64_t high = ReferenceHighMul(
        ReferenceShiftLeft(x, std::max(exponent, 0)), multiplier);
    const int shift = std::max(-exponent, 0);
    const std::int64_t half = shift == 0 ? 0 : std::int64_t{1} << (shift - 1);
    return ToInt32(FloorDivideByPowerOfTwo(high + half, shift) + wide_offset);
  }
  std::int64_t factor = multiplier;
  if (rounding == FixedPointRounding::kSingleUpward15Bits) {
    factor = std::min<std::int64_t>(
                 FloorDivideByPowerOfTwo(factor + (1 << 15), 16), 32767) *
             65536;
  }
  const std::int64_t product = x * factor;
  const int shift = 31 - exponent;
  const std::int64_t half = shift == 0 ? 0 : std::int64_t{1} << (shift - 1);
  const std::int64_t rounded =
      rounding == FixedPointRounding::kSingleAway && product < 0
          ? -FloorDivideByPowerOfTwo(-product + half, shift)
          : FloorDivideByPowerOfTwo(product + half, shift);
  return ToInt32(ToInt32(rounded) + wide_offset);
}

std::int32_t ReferencePreAndPostShift(std::int32_t x, int pre,
                                      std::int32_t multiplier, int post,
                                      std::int32_t offset) {
  const std::int64_t product =
      Wrap(FloorDivideByPowerOfTwo(x, pre) * multiplier);
  const std::int64_t half = post == 0 ? 0 : std::int64_t{1} << (post - 1);
  return Wrap(FloorDivideByPowerOfTwo(product + half, post) +
              std::int64_t{offset});
}

std::int32_t ReferenceQuantizeDown(std::int32_t x, std::int32_t offset,
                                   std::int32_t multiplier, int shift) {
  const std::int32_t moved = Wrap(static_cast<std::int64_t>(x) + offset);
  return ReferenceRoundingDivide(
      Wrap(static_cast<std::int64_t>(moved) * multiplier), shift);
}

std::int32_t ReferenceClamp(std::int32_t x, std::int32_t low,
                            std::int32_t high) {
  const std::int32_t raised = x < low ? low : x;
  return raised > high ? high : raised;
}

std::int32_t ReferenceTruncatingCastToUint8(std::int32_t x) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(x) % 256);
}

std::int32_t ReferenceTanh(std::int32_t x, std::int32_t zero,
                           std::int32_t amplitude) {
  using Q0 = gemmlowp::FixedPoint<std::int32_t, 0>;
  using Q3 = gemmlowp::FixedPoint<std::int32_t, 3>;
  const std::int64_t wide = x, wide_zero = zero, wide_amplitude = amplitude;
  if (wide <= wide_zero - 8 * wide_amplitude) return zero - amplitude;
  if (wide >= wide_zero + 8 * wide_amplitude) return zero + amplitude;
  int exponent = 0;  // amplitude = fraction * 2^exponent, 1/2 <= fraction < 1
  const double fraction = std::frexp(static_cast<double>(amplitude), &exponent);
  int inverse_exponent = 0;  // 1 / amplitude = inverse * 2^inverse_exponent
  double inverse = std::frexp(1.0 / amplitude, &inverse_exponent);
  if (amplitude == 1) {  // gemmlowp normalises to 1/2 <= inverse <= 1
    inverse = 1.0;
    inverse_exponent = 0;
  }
  const std::int32_t centred = Wrap(wide - wide_zero);
  const std::int32_t argument = ReferenceShiftLeft(
      ReferenceHighMul(centred, Q0::FromDouble(inverse).raw()),
      28 + inverse_exponent);
  const std::int32_t scaled =
      ReferenceHighMul(gemmlowp::tanh(Q3::FromRaw(argument)).raw(),
                       Q0::FromDouble(fraction).raw());
  return zero + static_cast<std::int32_t>(
                    FloorDivideByPowerOfTwo(scaled, 31 - exponent));
}

}  // namespace lowp_test
