// A quantized addition rounds its operands and their sum, but keeps so many
// bits that it is almost the rounding of x * p + y * q + r with real p, q and
// r. So is floor((x * P + y * Q + R) * 2^-s) with integers P, Q and R, for P
// and Q of 30 bits. Given P and Q, each pair (x, y) and its sum f allow an
// interval of R:
//   f * 2^s <= x * P + y * Q + R < (f + 1) * 2^s,
// without the lower end where f is clamped to the lowest value, and without the
// upper one where it is clamped to the highest. An R in all 65536 intervals
// gives every sum exactly.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "certify_addition.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr int kLowBits = 15;
constexpr int kFactorBits = 30;

// Integers R from `first` to `last`.
struct Interval {
  std::int64_t first = std::numeric_limits<std::int64_t>::min() / 2;
  std::int64_t last = std::numeric_limits<std::int64_t>::max() / 2;
};

Interval AllowedBy(const std::int8_t* sums, std::int64_t p, std::int64_t q,
                   int shift, std::int32_t low, std::int32_t high) {
  const std::int64_t step = std::int64_t{1} << shift;
  Interval allowed;
  for (int x = -128; x < 128; ++x) {
    for (int y = -128; y < 128; ++y) {
      const int sum = *sums++;
      const std::int64_t begin = sum * step - (x * p + y * q);
      if (sum > low) allowed.first = std::max(allowed.first, begin);
      if (sum < high) allowed.last = std::min(allowed.last, begin + step - 1);
    }
  }
  return allowed;
}

// The real factor of an operand: its own, and that of the sum.
double FactorOf(const ResidualAdditionNumbers& n, std::int32_t multiplier,
                std::int32_t exponent) {
  return std::ldexp(static_cast<double>(multiplier) *
                        static_cast<double>(n.result_multiplier),
                    n.left_shift + exponent + n.result_exponent - 62);
}

void Split(std::int64_t value, std::int32_t* high, std::int32_t* low) {
  *high = static_cast<std::int32_t>(value >> kLowBits);
  *low = static_cast<std::int32_t>(value & ((1 << kLowBits) - 1));
}

}  // namespace

bool CertifyAddition(const ResidualAdditionNumbers& numbers,
                     const std::int8_t* sums, std::int32_t low,
                     std::int32_t high, LinearAddition* form) {
  const double p =
      FactorOf(numbers, numbers.input_multiplier, numbers.input_exponent);
  const double q =
      FactorOf(numbers, numbers.residual_multiplier, numbers.residual_exponent);
  const double larger = std::max(std::fabs(p), std::fabs(q));
  if (!(larger > 0)) return false;
  int exponent = 0;
  std::frexp(larger, &exponent);
  const int shift = kFactorBits - exponent;
  // The sums of 7 bits and of a sign need room above.
  constexpr int kMaxShift = 21;
  if (shift < kLowBits || shift > kLowBits + kMaxShift) return false;
  // Steps of about 2^-16 of an element, if the nearest integers do not do.
  constexpr std::int64_t kStep = 1 << 9;
  for (const int step : {0, 1, -1, 2, -2, 3, -3, 4, -4}) {
    const std::int64_t p_integer =
        std::llround(std::ldexp(p, shift)) + step % 3 * kStep;
    const std::int64_t q_integer =
        std::llround(std::ldexp(q, shift)) + step / 3 * kStep;
    // Or their upper bits do not fit int16.
    if (std::max(std::abs(p_integer), std::abs(q_integer)) >> kFactorBits) {
      continue;
    }
    const Interval allowed =
        AllowedBy(sums, p_integer, q_integer, shift, low, high);
    if (allowed.first > allowed.last) continue;
    const std::int64_t constant =
        allowed.first + (allowed.last - allowed.first) / 2;
    constexpr std::int64_t kMax = std::int64_t{1} << (30 + kLowBits);
    if (constant > kMax || constant < -kMax) return false;
    Split(p_integer, &form->x_high, &form->x_low);
    Split(q_integer, &form->y_high, &form->y_low);
    Split(constant, &form->sum_high, &form->sum_low);
    form->shift = shift - kLowBits;
    form->low = low;
    form->high = high;
    return true;
  }
  return false;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
