// Rounds quotients of floats to integers without dividing. Included by backends
// and register families only, each of which compiles its own copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_QUANTIZE_QUICKLY_INL_H_
#define LOWP_META_SIMD_QUANTIZE_QUICKLY_INL_H_

#include <cstdint>

#include "../../internal/contract/transform.h"
#include "../../internal/detect_platform.h"
#include "../../public/value_rounding.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// With the reciprocal r of the scale s, rounded to float,
//   i = x * (r * 2^16) + (2^15 + 8),
// computed in float and rounded to an integer, is x / s + 1/2 in units of
// 2^-16, plus 8. Its upper half is x / s rounded to nearest. Its lower half is
// less than 16 where that may be wrong, close to a tie.
//
// In these units, for |x / s| <= 256, the float quotient D that the definition
// rounds has an error of at most 1; adding a zero point in float contributes
// another 1/2. In i, r and the product contribute 1 each, and the sum and the
// rounding to an integer 1 together. That is less than 5 in all. So if the
// lower half of i is 16 or more, D lies between the same two ties as i - 8, and
// is not a tie itself: whichever way ties go, it rounds to the same integer. If
// |x / s| exceeds 256, both D and i give the same bound; or i is -2^31, because
// it overflows int32 or is NaN, and its lower half is 0.
struct QuickQuantization {
  static constexpr float kUnit = 65536.0f;
  static constexpr float kAddend = 32768.0f + 8.0f;
  static constexpr std::int32_t kClose = 16;

  // Whether no reciprocal, and no product with it, is subnormal or infinite
  // where that matters.
  static LOWP_INLINE bool Applies(const TransformTask& task) {
    return task.rounding == ValueRounding::kEvenByReciprocal ||
           (task.scales[0] >= 0x1p-100f && task.scales[0] <= 0x1p100f);
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_QUANTIZE_QUICKLY_INL_H_
