// The operations of fixedpoint.h on 512-bit x86 registers: __m512i as sixteen
// int32. Needs AVX-512F. fixedpoint.h never includes this file.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_FIXEDPOINT_FIXEDPOINT_AVX512_H_
#define LOWP_FIXEDPOINT_FIXEDPOINT_AVX512_H_

#include <immintrin.h>

#include "fixedpoint.h"

// As in fixedpoint_sse.h: register types as template arguments. GCC 12 also
// reports the deliberately undefined operands inside its own intrinsics as
// mistakes (GCC bug 105593).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-attributes"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

namespace gemmlowp {
inline namespace lowp {

template <>
struct FixedPointRawTypeTraits<__m512i> {
  using ScalarRawType = std::int32_t;
  static constexpr int kLanes = 16;
};

namespace internal {

template <>
struct RawOps<__m512i> : ComposedRawOps<__m512i> {
  using T = __m512i;

  static LOWP_INLINE T Dup(std::int32_t x) { return _mm512_set1_epi32(x); }
  static LOWP_INLINE T BitAnd(T a, T b) { return _mm512_and_si512(a, b); }
  static LOWP_INLINE T BitOr(T a, T b) { return _mm512_or_si512(a, b); }
  static LOWP_INLINE T BitXor(T a, T b) { return _mm512_xor_si512(a, b); }
  static LOWP_INLINE T BitNot(T a) { return _mm512_xor_si512(a, Dup(-1)); }
  static LOWP_INLINE T Add(T a, T b) { return _mm512_add_epi32(a, b); }
  static LOWP_INLINE T Sub(T a, T b) { return _mm512_sub_epi32(a, b); }
  static LOWP_INLINE T Mul(T a, T b) { return _mm512_mullo_epi32(a, b); }
  static LOWP_INLINE T SelectUsingMask(T mask, T a, T b) {
    // 0xCA is the truth table of mask ? a : b.
    return _mm512_ternarylogic_epi32(mask, a, b, 0xCA);
  }

  // Comparisons give one bit per lane; a mask here has all bits of a lane.
  static LOWP_INLINE T MaskFromBits(__mmask16 bits) {
    return _mm512_maskz_set1_epi32(bits, -1);
  }
  static LOWP_INLINE T MaskIfZero(T a) {
    return MaskFromBits(_mm512_testn_epi32_mask(a, a));
  }
  static LOWP_INLINE T MaskIfNonZero(T a) {
    return MaskFromBits(_mm512_test_epi32_mask(a, a));
  }
  static LOWP_INLINE T MaskIfEqual(T a, T b) {
    return MaskFromBits(_mm512_cmpeq_epi32_mask(a, b));
  }
  static LOWP_INLINE T MaskIfNotEqual(T a, T b) {
    return MaskFromBits(_mm512_cmpneq_epi32_mask(a, b));
  }
  static LOWP_INLINE T MaskIfGreaterThan(T a, T b) {
    return MaskFromBits(_mm512_cmpgt_epi32_mask(a, b));
  }
  static LOWP_INLINE T MaskIfGreaterThanOrEqual(T a, T b) {
    return MaskFromBits(_mm512_cmpge_epi32_mask(a, b));
  }
  static LOWP_INLINE T MaskIfLessThan(T a, T b) {
    return MaskFromBits(_mm512_cmplt_epi32_mask(a, b));
  }
  static LOWP_INLINE T MaskIfLessThanOrEqual(T a, T b) {
    return MaskFromBits(_mm512_cmple_epi32_mask(a, b));
  }
  static LOWP_INLINE bool All(T a) {
    return _mm512_testn_epi32_mask(a, a) == 0;
  }
  static LOWP_INLINE bool Any(T a) { return _mm512_test_epi32_mask(a, a) != 0; }

  static LOWP_INLINE T ShiftRight(T a, int n) {
    return _mm512_srav_epi32(a, Dup(CheckedShift(n)));
  }
  static LOWP_INLINE T ShiftLeft(T a, int n) {
    return ShiftLeft(a, Dup(CheckedShift(n)));
  }
  static LOWP_INLINE T ShiftLeft(T a, T n) {
    const T shifted = _mm512_sllv_epi32(a, n);
    const T saturated = BitXor(_mm512_srai_epi32(a, 31), Dup(kMax));
    const __mmask16 lost =
        _mm512_cmpneq_epi32_mask(_mm512_srav_epi32(shifted, n), a);
    return _mm512_mask_mov_epi32(shifted, lost, saturated);
  }

  // The algorithms of the SSE register, on four times as many lanes.
  static LOWP_INLINE T SaturatingRoundingDoublingHighMul(T a, T b) {
    const T half = _mm512_set1_epi64(std::int64_t{1} << 30);
    const T even = _mm512_add_epi64(_mm512_mul_epi32(a, b), half);
    const T odd = _mm512_add_epi64(
        _mm512_mul_epi32(_mm512_srli_epi64(a, 32), _mm512_srli_epi64(b, 32)),
        half);
    const T result = _mm512_mask_mov_epi32(_mm512_srli_epi64(even, 31), 0xAAAA,
                                           _mm512_slli_epi64(odd, 1));
    const __mmask16 overflowed = _mm512_cmpeq_epi32_mask(result, Dup(kMin));
    return _mm512_mask_mov_epi32(result, overflowed, Dup(kMax));
  }

  static LOWP_INLINE T RoundingDivideByPOT(T x, int exponent) {
    return RoundingDivideByPOT(x, Dup(CheckedShift(exponent)));
  }
  static LOWP_INLINE T RoundingDivideByPOT(T x, T exponent) {
    const T zero = _mm512_setzero_si512();
    const T half = _mm512_srli_epi32(_mm512_sllv_epi32(Dup(1), exponent), 1);
    const T rounded = _mm512_srlv_epi32(
        _mm512_add_epi32(_mm512_abs_epi32(x), half), exponent);
    const __mmask16 negative = _mm512_cmplt_epi32_mask(x, zero);
    return _mm512_mask_sub_epi32(rounded, negative, zero, rounded);
  }
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif  // LOWP_FIXEDPOINT_FIXEDPOINT_AVX512_H_
