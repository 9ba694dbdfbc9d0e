// The specification of the floating-point output stages, like
// reference_stages.h for the others. Compiled without fused multiply-adds.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_REFERENCE_FLOAT_STAGES_H_
#define LOWP_TEST_SUPPORT_REFERENCE_FLOAT_STAGES_H_

#include <cmath>
#include <cstdint>
#include <cstring>

#include "../../public/rounding.h"
#include "reference_stages.h"

namespace lowp_test {

inline float FloatOf(std::int32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof(x));
  return x;
}
inline std::int32_t BitsOf(float x) {
  std::int32_t bits;
  std::memcpy(&bits, &x, sizeof(bits));
  return bits;
}

inline float ReferenceDequantize(std::int32_t x, float scale) {
  return static_cast<float>(x) * scale;
}

template <typename Real>
Real ReferenceRound(Real x, gemmlowp::FloatRounding rounding) {
  using gemmlowp::FloatRounding;
  switch (rounding) {
    case FloatRounding::kEven:
      return std::nearbyint(x);
    case FloatRounding::kAway:
      return std::round(x);
    case FloatRounding::kUpward:
      return std::floor(static_cast<Real>(x + Real{0.5}));
    case FloatRounding::kTruncate:
      return std::trunc(x);
    case FloatRounding::kAwayBySum:
      return std::trunc(
          static_cast<Real>(x < 0 ? x - Real{0.5} : x + Real{0.5}));
  }
  return x;
}

// Clamps to the values of the type that lie in int32's range.
template <typename Real>
std::int64_t ReferenceToInt32(Real x) {
  constexpr Real kHighest =
      static_cast<Real>(sizeof(Real) == 4 ? 2147483520.0 : 2147483647.0);
  constexpr Real kLowest = static_cast<Real>(-2147483648.0);
  if (!(x >= kLowest)) return INT32_MIN;
  return x > kHighest ? static_cast<std::int64_t>(kHighest)
                      : static_cast<std::int64_t>(x);
}

// OutputStageQuantizeFloat, in float or double.
template <typename Real>
std::int32_t ReferenceQuantize(Real x, std::int32_t offset,
                               gemmlowp::FloatRounding rounding,
                               gemmlowp::ZeroPointOrder order) {
  if (order == gemmlowp::ZeroPointOrder::kBeforeRounding) {
    const Real sum = x + static_cast<Real>(offset);
    return static_cast<std::int32_t>(
        ReferenceToInt32(ReferenceRound(sum, rounding)));
  }
  return SaturateToInt32(ReferenceToInt32(ReferenceRound(x, rounding)) +
                         offset);
}

// `high` wins if low > high; NaN becomes `low` first.
inline float ReferenceClampFloat(float x, float low, float high) {
  const float raised = x > low ? x : low;
  return raised < high ? raised : high;
}

inline float ReferenceLeakyFloat(float x, float slope) {
  return x > 0 ? x : x * slope;
}

// ScaleInt32ByFloat and ScaleInt32ByDouble.
template <typename Real>
std::int32_t ReferenceScaleByReal(std::int32_t x, Real scale,
                                  std::int32_t offset,
                                  gemmlowp::FloatRounding rounding,
                                  gemmlowp::ZeroPointOrder order) {
  return ReferenceQuantize(static_cast<Real>(static_cast<Real>(x) * scale),
                           offset, rounding, order);
}

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_REFERENCE_FLOAT_STAGES_H_
