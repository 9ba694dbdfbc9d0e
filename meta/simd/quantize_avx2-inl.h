// Quantizes floats to bytes without dividing (quantize_quickly-inl.h), 32 at a
// time. Included by backends and register families only, each of which compiles
// its own copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_QUANTIZE_AVX2_INL_H_
#define LOWP_META_SIMD_QUANTIZE_AVX2_INL_H_

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

template <ValueRounding kForm>
class QuickBytesAvx2 {
 public:
  static constexpr std::size_t kCount = 32;

  explicit LOWP_INLINE QuickBytesAvx2(const TransformTask& task)
      : applies_(QuickQuantization::Applies(task)),
        is_unsigned_(task.scalar == Scalar::kUint8) {
    const float reciprocal = 1.0f / task.scales[0];
    const std::int32_t zero = task.zero_points[0];
    factor_ = _mm256_set1_ps(kDivides ? reciprocal * QuickQuantization::kUnit
                                      : reciprocal);
    above_ = _mm256_set1_ps(kDivides ? QuickQuantization::kAddend
                                     : static_cast<float>(task.high - zero));
    add_ = _mm256_set1_epi16(static_cast<short>(zero));
    low_ = _mm256_set1_epi8(static_cast<char>(task.low));
    high_ = _mm256_set1_epi8(static_cast<char>(task.high));
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

  // Stores 32 bytes, unless a value is too close to a tie.
  LOWP_INLINE bool Quantize(const float* in, std::uint8_t* out) const {
    __m256i q[4];
    LOWP_UNROLL
    for (int v = 0; v < 4; ++v) {
      const __m256 product =
          _mm256_mul_ps(_mm256_loadu_ps(in + 8 * v), factor_);
      // Without dividing, NaN stays NaN, and becomes the minimum integer.
      q[v] = _mm256_cvtps_epi32(kDivides ? _mm256_add_ps(product, above_)
                                         : _mm256_min_ps(above_, product));
    }
    __m256i lower, upper, order;
    if constexpr (kDivides) {
      if (AnyIsClose(q)) return false;
      lower = UpperHalves(q[0], q[1]);
      upper = UpperHalves(q[2], q[3]);
      order = _mm256_broadcastsi128_si256(
          _mm_setr_epi8(0, 2, 4, 6, 1, 3, 5, 7, 8, 10, 12, 14, 9, 11, 13, 15));
    } else {
      lower = _mm256_packs_epi32(q[0], q[1]);
      upper = _mm256_packs_epi32(q[2], q[3]);
    }
    lower = _mm256_adds_epi16(lower, add_);
    upper = _mm256_adds_epi16(upper, add_);
    __m256i bytes =
        is_unsigned_
            ? _mm256_min_epu8(
                  _mm256_max_epu8(_mm256_packus_epi16(lower, upper), low_),
                  high_)
            : _mm256_min_epi8(
                  _mm256_max_epi8(_mm256_packs_epi16(lower, upper), low_),
                  high_);
    if constexpr (kDivides) bytes = _mm256_shuffle_epi8(bytes, order);
    // Lane by lane: four values of each register.
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out),
                        _mm256_permutevar8x32_epi32(
                            bytes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7)));
    return true;
  }

  // The upper halves of two registers, interleaved.
  static LOWP_INLINE __m256i UpperHalves(__m256i a, __m256i b) {
    return _mm256_blend_epi16(_mm256_srli_epi32(a, 16), b, 0xAA);
  }
  static LOWP_INLINE __m256i LowerHalves(__m256i a, __m256i b) {
    return _mm256_blend_epi16(a, _mm256_slli_epi32(b, 16), 0xAA);
  }
  static LOWP_INLINE bool AnyIsClose(const __m256i (&q)[4]) {
    const __m256i min =
        _mm256_min_epu16(LowerHalves(q[0], q[1]), LowerHalves(q[2], q[3]));
    const __m256i missing = _mm256_subs_epu16(
        _mm256_set1_epi16(static_cast<short>(QuickQuantization::kClose)), min);
    return _mm256_testz_si256(missing, missing) == 0;
  }

  bool applies_;
  bool is_unsigned_;
  __m256 factor_, above_;
  __m256i add_, low_, high_;
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_QUANTIZE_AVX2_INL_H_
