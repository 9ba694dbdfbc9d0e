// The 16-bit floating-point types by their definitions, for references: in
// double, without the bit patterns that the library works with.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_REAL_VALUES_H_
#define LOWP_TEST_SUPPORT_REAL_VALUES_H_

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "../../public/half.h"

namespace lowp_test {

using gemmlowp::Bfloat16;
using gemmlowp::Float16;

// The bits after the leading one, and the smallest normal exponent.
template <typename T>
constexpr int kFractionBits = std::is_same_v<T, Float16> ? 10 : 7;
template <typename T>
constexpr int kMinExponent = std::is_same_v<T, Float16> ? -14 : -126;

template <typename T>
float ValueOf(T x) {
  if constexpr (std::is_same_v<T, float>) {
    return x;
  } else {
    constexpr int kFraction = kFractionBits<T>;
    const int fraction = x.bits & ((1 << kFraction) - 1);
    const int exponent = (x.bits & 0x7fff) >> kFraction;
    const float sign = (x.bits & 0x8000) != 0 ? -1.0f : 1.0f;
    if (exponent == 0x7fff >> kFraction) {
      return fraction != 0 ? std::numeric_limits<float>::quiet_NaN()
                           : sign * std::numeric_limits<float>::infinity();
    }
    const int whole = exponent == 0 ? fraction : fraction + (1 << kFraction);
    const int scale = (exponent == 0 ? 1 : exponent) - 1 + kMinExponent<T>;
    return sign * static_cast<float>(std::ldexp(whole, scale - kFraction));
  }
}

// To nearest, ties to even.
template <typename T>
T NearestTo(float x) {
  if constexpr (std::is_same_v<T, float>) {
    return x;
  } else {
    constexpr int kFraction = kFractionBits<T>;
    constexpr int kInfinity = 0x7fff >> kFraction << kFraction;
    const std::uint16_t sign = std::signbit(x) ? 0x8000 : 0;
    if (std::isnan(x)) {
      return T{static_cast<std::uint16_t>(kInfinity | 1 << (kFraction - 1))};
    }
    if (std::isinf(x)) return T{static_cast<std::uint16_t>(sign | kInfinity)};
    if (x == 0) return T{sign};
    int exponent = 0;
    std::frexp(static_cast<double>(x), &exponent);  // of 0.5 to 1
    const int scale =
        exponent - 1 < kMinExponent<T> ? kMinExponent<T> : exponent - 1;
    const double steps = std::nearbyint(
        std::ldexp(std::fabs(static_cast<double>(x)), kFraction - scale));
    // A carry counts on into the exponent.
    const int bits =
        ((scale - kMinExponent<T>) << kFraction) + static_cast<int>(steps);
    return T{static_cast<std::uint16_t>(sign |
                                        (bits < kInfinity ? bits : kInfinity))};
  }
}

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_REAL_VALUES_H_
