// IEEE 754 half precision in a uint16, with conversions: exact to float; from
// float to nearest, ties to even.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_QUANTIZATION_HALF_H_
#define LOWP_INTERNAL_QUANTIZATION_HALF_H_

#include <cmath>
#include <cstdint>
#include <cstring>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// `value` must be finite. From 65520 on the result is infinite.
inline std::uint16_t HalfOf(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  const std::uint16_t sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000);
  const float magnitude = std::fabs(value);
  if (magnitude >= 65520.0f) return static_cast<std::uint16_t>(sign | 0x7C00);
  if (magnitude < 0x1p-14f) {
    // Subnormal: a multiple of 2^-24. One that rounds up to 2^10 units is the
    // smallest normal number, which has the next encoding.
    const float units = std::nearbyint(magnitude * 0x1p24f);
    return static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>(units));
  }
  // Drops 13 bits of the significand, ties to even; the exponent's bias goes
  // from 127 to 15. A carry correctly increments the exponent.
  std::uint32_t rest = (bits & 0x7FFFFFFF) - (std::uint32_t{112} << 23);
  rest += 0xFFF + (rest >> 13 & 1);
  return static_cast<std::uint16_t>(sign | rest >> 13);
}

inline float FloatOfHalf(std::uint16_t half) {
  const int exponent = half >> 10 & 0x1F;
  const int fraction = half & 0x3FF;
  float magnitude;
  if (exponent == 0x1F) {
    magnitude = fraction == 0 ? INFINITY : NAN;
  } else if (exponent == 0) {
    magnitude = std::ldexp(static_cast<float>(fraction), -24);
  } else {
    magnitude = std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
  }
  return (half & 0x8000) != 0 ? -magnitude : magnitude;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_QUANTIZATION_HALF_H_
