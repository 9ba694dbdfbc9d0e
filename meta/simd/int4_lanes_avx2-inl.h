// What the ends of groups need of AVX2's registers (int4_group_end-inl.h),
// without the extensions for half precision and fused multiplication and
// addition.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_INT4_LANES_AVX2_INL_H_
#define LOWP_META_SIMD_INT4_LANES_AVX2_INL_H_

#include <immintrin.h>

#include "float_avx2.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct Int4LanesAvx2 : FloatAvx2 {
  static LOWP_INLINE I32 Multiply(I32 x, I32 y) {
    return _mm256_mullo_epi32(x, y);
  }
  // A lane is a pair of int16: products of the upper halves are 0.
  static LOWP_INLINE I32 SetShort(std::int32_t x) { return Set1(x & 0xFFFF); }
  static LOWP_INLINE I32 AddShortProduct(I32 sum, I32 x, I32 y) {
    return Add(sum, _mm256_madd_epi16(x, y));
  }
  static LOWP_INLINE F32 MultiplyAdd(F32 x, F32 y, F32 z) {
    return _mm256_insertf128_ps(
        _mm256_castps128_ps256(MultiplyAdd(_mm256_castps256_ps128(x),
                                           _mm256_castps256_ps128(y),
                                           _mm256_castps256_ps128(z))),
        MultiplyAdd(_mm256_extractf128_ps(x, 1), _mm256_extractf128_ps(y, 1),
                    _mm256_extractf128_ps(z, 1)),
        1);
  }
  // The values are finite: exponents move from one bias to the other by a
  // multiplication, which normalises subnormal ones too. Once a value is
  // extended and shifted, its upper four bits all have the sign; one stays.
  static LOWP_INLINE F32 LoadFloat16(const void* p) {
    const I32 bits = _mm256_slli_epi32(LoadIntegers(Scalar::kInt16, p), 13);
    return Mul(FromBits(_mm256_and_si256(
                   bits, Set1(static_cast<std::int32_t>(0x8FFFFFFFu)))),
               Set1(0x1p112f));
  }
  static LOWP_INLINE F32 LoadBfloat16(const void* p) {
    return FromBits(_mm256_slli_epi32(LoadIntegers(Scalar::kInt16, p), 16));
  }

 private:
  // In doubles, in which the product is exact. Their sum is rounded to odd: if
  // it is inexact and even, to its neighbour on the side of the exact sum.
  // Rounding that to float is rounding the exact sum to float, because a double
  // has more than two bits more (Boldo and Melquiond, "Emulation of a FMA and
  // correctly rounded sums", 2008).
  static LOWP_INLINE __m128 MultiplyAdd(__m128 x, __m128 y, __m128 z) {
    const __m256d a = _mm256_mul_pd(_mm256_cvtps_pd(x), _mm256_cvtps_pd(y));
    const __m256d b = _mm256_cvtps_pd(z);
    const __m256d sum = _mm256_add_pd(a, b);
    const __m256d b_part = _mm256_sub_pd(sum, a);
    const __m256d error = _mm256_add_pd(
        _mm256_sub_pd(a, _mm256_sub_pd(sum, b_part)), _mm256_sub_pd(b, b_part));
    const __m256i bits = _mm256_castpd_si256(sum);
    const __m256i one = _mm256_set1_epi64x(1);
    // Ordered: an infinite sum has no error.
    const __m256i inexact = _mm256_castpd_si256(
        _mm256_cmp_pd(error, _mm256_setzero_pd(), _CMP_NEQ_OQ));
    const __m256i even = _mm256_andnot_si256(bits, one);
    const __m256i moves = _mm256_and_si256(inexact, even);
    // +1 away from zero if the signs agree, else -1.
    const __m256i differ = _mm256_srli_epi64(
        _mm256_xor_si256(bits, _mm256_castpd_si256(error)), 63);
    const __m256i step =
        _mm256_sub_epi64(one, _mm256_add_epi64(differ, differ));
    const __m256i odd = _mm256_add_epi64(
        bits, _mm256_and_si256(
                  step, _mm256_sub_epi64(_mm256_setzero_si256(), moves)));
    return _mm256_cvtpd_ps(_mm256_castsi256_pd(odd));
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_INT4_LANES_AVX2_INL_H_
