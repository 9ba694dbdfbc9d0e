// Fixed-point arithmetic of TensorFlow Lite's kernels of single values.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_FIXED_POINT_H_
#define LOWP_DOC_NETWORK_FIXED_POINT_H_

#include <gemmlowp/fixedpoint/fixedpoint.h>
#include <gemmlowp/public/quantization/multiplier_builders.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "operands.h"
#include "wrapping.h"

namespace lowp_network {

// Whether Rescaled takes the exponent: scales that are far apart need others.
inline gemmlowp::Status CheckExponent(
    const gemmlowp::FixedPointMultiplier& multiplier) {
  constexpr int kMaxShift = 31;
  if (multiplier.exponent >= -kMaxShift && multiplier.exponent <= kMaxShift) {
    return gemmlowp::Status();
  }
  return Refuse("scales", multiplier.exponent,
                "is the exponent of their quotient, beyond -31..31");
}

// x * multiplier * 2^(exponent - 31), rounded twice: kDouble.
inline std::int32_t Rescaled(std::int32_t x,
                             const gemmlowp::FixedPointMultiplier& by) {
  const int left = std::max(by.exponent, 0), right = std::max(-by.exponent, 0);
  const auto shifted =
      static_cast<std::int32_t>(static_cast<std::uint32_t>(x) << left);
  return gemmlowp::RoundingDivideByPOT(
      gemmlowp::SaturatingRoundingDoublingHighMul(shifted, by.multiplier),
      right);
}

// x / 2^right, rounded. TensorFlow Lite's kernels do not bound the shift. Where
// it is not 0 to 31 bits, processors shift by `right` modulo 32, and the mask
// of the bits that are dropped is -1: the remainder is x, and it is compared
// with half of the mask, which is -1, or 0 for a negative x. So 0 becomes 1.
inline std::int32_t DividedByPower(std::int32_t x, int right) {
  constexpr int kBits = 32;
  if (right >= 0 && right < kBits) {
    return gemmlowp::RoundingDivideByPOT(x, right);
  }
  return WrappingSum(x >> (static_cast<unsigned>(right) % kBits),
                     x >= 0 ? 1 : 0);
}

// 1 / sqrt(value), for value > 0, by five of Newton's steps
//   y = y * (1.5 - x / 2 * y^2)
// from y = 1 in Q3.28, where x = value * 4^n lies between 0.5 and 2. Of 1 it is
// the largest multiplier.
inline gemmlowp::FixedPointMultiplier InverseSquareRoot(std::int32_t value) {
  using F3 = gemmlowp::FixedPoint<std::int32_t, 3>;
  using F0 = gemmlowp::FixedPoint<std::int32_t, 0>;
  if (value == 1) return {std::numeric_limits<std::int32_t>::max(), 0};
  int exponent = -11;
  for (; value >= 1 << 29; value /= 4) --exponent;
  for (; value < 1 << 27; value *= 4) ++exponent;
  const F3 half_x =
      gemmlowp::SaturatingRoundingMultiplyByPOT<-1>(F3::FromRaw(value >> 1));
  const F3 three_halves = F3::FromRaw(3 << 27);
  F3 y = F3::One();
  for (int step = 0; step < 5; ++step) {
    const F3 cube = gemmlowp::Rescale<3>(y * y * y);
    y = gemmlowp::Rescale<3>(three_halves * y - half_x * cube);
  }
  constexpr std::int32_t kHalfSqrt2 = 1518500250;  // Q0.31
  const std::int32_t root = (y * F0::FromRaw(kHalfSqrt2)).raw();
  if (exponent <= 0) return {root, exponent};
  return {root << exponent, 0};
}

// The value of T that is nearest to x.
template <typename T>
T Clamped(std::int32_t x) {
  constexpr std::int32_t kLow = std::numeric_limits<T>::min();
  constexpr std::int32_t kHigh = std::numeric_limits<T>::max();
  return static_cast<T>(std::min(std::max(x, kLow), kHigh));
}
inline std::int8_t ClampedToInt8(std::int32_t x) {
  return Clamped<std::int8_t>(x);
}

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_FIXED_POINT_H_
