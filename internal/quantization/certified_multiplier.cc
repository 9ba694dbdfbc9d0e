// A fixed-point multiplier that stands for a double.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "../../public/quantization/multiplier_builders.h"
#include "../runtime/float_environment.h"

namespace gemmlowp {
inline namespace lowp {
namespace {

using internal::InvalidArgument;
using internal::InvalidReal;

// round(x * real), ties away from zero; beyond int64 it is far out of reach.
std::int64_t ByDouble(std::int64_t x, double real) {
  constexpr double kFar = 1e15;
  const double scaled = std::round(static_cast<double>(x) * real);
  return static_cast<std::int64_t>(std::min(std::max(scaled, -kFar), kFar));
}

// A single rounding, ties up.
std::int64_t ByFixedPoint(std::int64_t x, std::int32_t multiplier, int shift) {
  return (x * multiplier + (std::int64_t{1} << (shift - 1))) >> shift;
}

// The smallest int32 whose scaled value is above `result`; INT32_MAX + 1 if
// there is none, INT32_MIN if all are.
std::int64_t FirstAbove(std::int64_t result, double real) {
  const double tie = (static_cast<double>(result) + 0.5) / real;
  const double within =
      std::min(std::max(tie, double{INT32_MIN}), double{INT32_MAX});
  std::int64_t x = static_cast<std::int64_t>(within);
  while (x > INT32_MIN && ByDouble(x - 1, real) > result) --x;
  while (x <= INT32_MAX && ByDouble(x, real) <= result) ++x;
  return x;
}

// Both functions grow with x: they are the same within the bounds if they pass
// each of the results at the same x.
bool IsTheSame(double real, std::int32_t low, std::int32_t high,
               std::int32_t multiplier, int shift) {
  for (std::int64_t result = low; result < high; ++result) {
    const std::int64_t x = FirstAbove(result, real);
    if (x <= INT32_MAX && ByFixedPoint(x, multiplier, shift) <= result) {
      return false;
    }
    if (x > INT32_MIN && ByFixedPoint(x - 1, multiplier, shift) > result) {
      return false;
    }
  }
  return true;
}

}  // namespace

Status MultiplierOfDouble(double real, std::int32_t low, std::int32_t high,
                          FixedPointMultiplier* quantized) {
  const internal::FloatEnvironment environment;
  if (quantized == nullptr) return internal::NullPointer("quantized");
  if (!(real > 0) || real >= 1) {
    return InvalidReal("real", real, "is not between 0 and 1");
  }
  constexpr std::int64_t kMaxWidth = 1 << 16;
  if (low > high || std::int64_t{high} - low > kMaxWidth) {
    return InvalidArgument("high", high, "is not low..low + 2^16");
  }
  FixedPointMultiplier nearest;
  const Status status = QuantizeMultiplier(real, &nearest);
  if (!status.ok()) return status;
  if (nearest.exponent < -31 || nearest.exponent > 0) {
    return InvalidReal("real", real, "is no multiplier with a right shift");
  }
  const int shift = 31 - nearest.exponent;
  // Larger ones take ties away from zero.
  for (const int step : {0, 1, -1, 2, -2, 3, -3, 4, -4}) {
    const std::int64_t multiplier = std::int64_t{nearest.multiplier} + step;
    if (multiplier < 0 || multiplier > INT32_MAX) continue;
    const auto narrow = static_cast<std::int32_t>(multiplier);
    if (!IsTheSame(real, low, high, narrow, shift)) continue;
    *quantized = {narrow, nearest.exponent};
    return Status();
  }
  return Status(StatusCode::kUnsupported, "real", 0,
                "has no multiplier near it that rounds alike");
}

}  // namespace lowp
}  // namespace gemmlowp
