// Floats to bytes without dividing: a product with the reciprocal gives the
// same integer as the quotient unless it lies close to the middle between two.
// A block in which one does is left to the exact code.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_QUANTIZE_AVX512_INL_H_
#define LOWP_META_QUANTIZE_AVX512_INL_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "../internal/compiler.h"
#include "../internal/transform.h"
#include "../public/value_rounding.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// What quantizes 64 floats at a time to bytes with one scale and zero point.
//
// With D the float nearest to x / s, r the one nearest to 1 / s and p the one
// nearest to x * r, |p - D| is at most 4 * 2^-24 * |D|, where nothing is
// subnormal that matters; with a zero point added to both in float, that of the
// sums is at most 2^-23 more of them. What is not clamped is at most as large
// as the range of the results, so that `far` is how far p must be from a tie.
template <ValueRounding kForm>
class QuickBytes {
 public:
  static constexpr bool kSumIsRounded =
      kForm == ValueRounding::kEvenWithZeroPoint;
  static constexpr bool kDivides = kForm != ValueRounding::kEvenByReciprocal;

  explicit LOWP_INLINE QuickBytes(const TransformTask& task)
      : is_unsigned_(task.scalar == Scalar::kUint8) {
    const float scale = task.scales[0];
    const std::int32_t zero = task.zero_points[0];
    const std::int32_t low = task.low - zero;
    const std::int32_t high = task.high - zero;
    const std::int32_t below = low < 0 ? -low : low;
    const std::int32_t above = high < 0 ? -high : high;
    const float most = static_cast<float>((below > above ? below : above) +
                                          (zero < 0 ? -zero : zero) + 2);
    // Beyond, products or reciprocals are no longer as exact.
    applies_ = !kDivides || (scale >= 0x1p-100f && scale <= 0x1p100f);
    factor_ = _mm512_set1_ps(1.0f / scale);
    zero_ = _mm512_set1_ps(static_cast<float>(zero));
    high_ =
        _mm512_set1_ps(static_cast<float>(kSumIsRounded ? task.high : high));
    far_ = _mm512_set1_ps(0.5f - 0x1p-21f * most);
    add_ = _mm512_set1_epi16(static_cast<short>(kSumIsRounded ? 0 : zero));
    low_ = _mm512_set1_epi8(static_cast<char>(task.low));
  }

  bool applies() const { return applies_; }

  // Stores 64 bytes, unless a value is too close to a tie.
  LOWP_INLINE bool Quantize(const float* in, std::uint8_t* out) const {
    constexpr int kNearest = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
    constexpr int kLargerMagnitude = 0xB;  // of two; without its sign
    __m512 distance = _mm512_setzero_ps();
    __m512i q[4];
    LOWP_UNROLL
    for (int v = 0; v < 4; ++v) {
      __m512 p = _mm512_mul_ps(_mm512_loadu_ps(in + 16 * v), factor_);
      if constexpr (kSumIsRounded) p = _mm512_add_ps(p, zero_);
      if constexpr (kDivides) {
        distance = _mm512_range_ps(distance, _mm512_reduce_ps(p, kNearest),
                                   kLargerMagnitude);
      }
      // What is no number stays so, and becomes the least integer.
      q[v] = _mm512_cvt_roundps_epi32(_mm512_min_ps(high_, p), kNearest);
    }
    if constexpr (kDivides) {
      if (_mm512_cmp_ps_mask(distance, far_, _CMP_GT_OQ) != 0) return false;
    }
    const __m512i lower =
        _mm512_adds_epi16(_mm512_packs_epi32(q[0], q[1]), add_);
    const __m512i upper =
        _mm512_adds_epi16(_mm512_packs_epi32(q[2], q[3]), add_);
    const __m512i bytes =
        is_unsigned_ ? _mm512_max_epu8(_mm512_packus_epi16(lower, upper), low_)
                     : _mm512_max_epi8(_mm512_packs_epi16(lower, upper), low_);
    const __m512i order =
        _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    _mm512_storeu_si512(out, _mm512_permutexvar_epi32(order, bytes));
    return true;
  }

 private:
  bool applies_;
  bool is_unsigned_;
  __m512 factor_, zero_, high_, far_;
  __m512i add_, low_;
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_QUANTIZE_AVX512_INL_H_
