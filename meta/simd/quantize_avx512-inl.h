// Quantizes floats to bytes without dividing: multiplying by the reciprocal
// gives the same integer as the quotient unless it lies close to the middle
// between two integers. Blocks with such a value are left to the exact code.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_QUANTIZE_AVX512_INL_H_
#define LOWP_META_SIMD_QUANTIZE_AVX512_INL_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/transform.h"
#include "../../public/value_rounding.h"
#include "quantize_quickly-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Quantizes 64 floats at a time to bytes with one scale and zero point, using
// the constants of QuickQuantization.
template <ValueRounding kForm>
class QuickBytes {
 public:
  static constexpr std::size_t kCount = 64;

  explicit LOWP_INLINE QuickBytes(const TransformTask& task)
      : applies_(QuickQuantization::Applies(task)),
        is_unsigned_(task.scalar == Scalar::kUint8) {
    const float reciprocal = 1.0f / task.scales[0];
    const std::int32_t zero = task.zero_points[0];
    factor_ = _mm512_set1_ps(kDivides ? reciprocal * QuickQuantization::kUnit
                                      : reciprocal);
    above_ = _mm512_set1_ps(kDivides ? QuickQuantization::kAddend
                                     : static_cast<float>(task.high - zero));
    add_ = _mm512_set1_epi16(static_cast<short>(zero));
    low_ = _mm512_set1_epi8(static_cast<char>(task.low));
    high_ = _mm512_set1_epi8(static_cast<char>(task.high));
    far_ = _mm512_set1_epi32(0x10000 - QuickQuantization::kClose);
    // After the empty assembly GCC can no longer recompute the constants in
    // every iteration of a loop.
    __asm__("" : "+v"(factor_), "+v"(above_), "+v"(far_));
  }

  bool applies() const { return applies_; }

  // Quantizes whole blocks, up to the first with a value too close to a tie;
  // returns the number of floats done.
  LOWP_INLINE std::size_t QuantizeBlocks(const float* in, std::size_t count,
                                         std::uint8_t* out) const {
    std::size_t at = 0;
    while (count - at >= kCount && Quantize(in + at, out + at)) at += kCount;
    return at;
  }

 private:
  static constexpr bool kDivides = kForm != ValueRounding::kEvenByReciprocal;

  // Stores 64 bytes, unless a value is too close to a tie.
  LOWP_INLINE bool Quantize(const float* in, std::uint8_t* out) const {
    __m512i words[2];
    if constexpr (kDivides) {
      if (!DivideToWords(in, &words)) return false;
    } else {
      MultiplyToWords(in, &words);
    }
    const __m512i lower = _mm512_adds_epi16(words[0], add_);
    const __m512i upper = _mm512_adds_epi16(words[1], add_);
    const __m512i bytes =
        is_unsigned_
            ? _mm512_min_epu8(
                  _mm512_max_epu8(_mm512_packus_epi16(lower, upper), low_),
                  high_)
            : _mm512_min_epi8(
                  _mm512_max_epi8(_mm512_packs_epi16(lower, upper), low_),
                  high_);
    if constexpr (kDivides) {
      const __m512i order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
      _mm512_storeu_si512(out, _mm512_permutexvar_epi64(order, bytes));
    } else {
      const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6,
                                              10, 14, 3, 7, 11, 15);
      _mm512_storeu_si512(out, _mm512_permutexvar_epi32(order, bytes));
    }
    return true;
  }

  // Yields the first 32 integers, then the last 32.
  LOWP_INLINE bool DivideToWords(const float* in, __m512i (*words)[2]) const {
    // The upper halves of 32 values.
    const __m512i upper_halves = _mm512_set_epi16(
        63, 61, 59, 57, 55, 53, 51, 49, 47, 45, 43, 41, 39, 37, 35, 33, 31, 29,
        27, 25, 23, 21, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1);
    __m512i q[4];
    LOWP_UNROLL
    for (int v = 0; v < 4; ++v) {
      q[v] = _mm512_cvtps_epi32(
          _mm512_fmadd_ps(_mm512_loadu_ps(in + 16 * v), factor_, above_));
    }
    // The minimum of the lower halves; the upper halves do not matter.
    const __m512i min = _mm512_min_epu16(_mm512_min_epu16(q[0], q[1]),
                                         _mm512_min_epu16(q[2], q[3]));
    (*words)[0] = _mm512_permutex2var_epi16(q[0], upper_halves, q[1]);
    (*words)[1] = _mm512_permutex2var_epi16(q[2], upper_halves, q[3]);
    return _mm512_testn_epi32_mask(min, far_) == 0;
  }
  // Lane by lane: four of the first register, four of the second.
  LOWP_INLINE void MultiplyToWords(const float* in, __m512i (*words)[2]) const {
    __m512i q[4];
    LOWP_UNROLL
    for (int v = 0; v < 4; ++v) {
      const __m512 product =
          _mm512_mul_ps(_mm512_loadu_ps(in + 16 * v), factor_);
      // NaN stays NaN, and becomes the minimum integer.
      q[v] = _mm512_cvtps_epi32(_mm512_min_ps(above_, product));
    }
    (*words)[0] = _mm512_packs_epi32(q[0], q[1]);
    (*words)[1] = _mm512_packs_epi32(q[2], q[3]);
  }

  bool applies_;
  bool is_unsigned_;
  __m512 factor_, above_;
  __m512i add_, low_, high_, far_;
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_QUANTIZE_AVX512_INL_H_
