// The operations of fixedpoint.h on 256-bit x86 registers: __m256i as eight
// int32, and int16x16_m256i as sixteen int16. Needs AVX2.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_FIXEDPOINT_FIXEDPOINT_AVX_H_
#define LOWP_FIXEDPOINT_FIXEDPOINT_AVX_H_

#include <immintrin.h>

#include "fixedpoint.h"
#include "fixedpoint_sse.h"

// As in fixedpoint_sse.h: register types as template arguments.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-attributes"
#endif

namespace gemmlowp {
inline namespace lowp {

// A separate type for sixteen int16; __m256i alone means eight int32.
struct int16x16_m256i {
  __m256i v;
};

LOWP_INLINE int16x16_m256i to_int16x16_m256i(__m256i w) {
  return int16x16_m256i{w};
}

template <>
struct FixedPointRawTypeTraits<__m256i> {
  using ScalarRawType = std::int32_t;
  static constexpr int kLanes = 8;
};

template <>
struct FixedPointRawTypeTraits<int16x16_m256i> {
  using ScalarRawType = std::int16_t;
  static constexpr int kLanes = 16;
};

namespace internal {

template <>
struct RawOps<__m256i> : ComposedRawOps<__m256i> {
  using T = __m256i;

  static LOWP_INLINE T Dup(std::int32_t x) { return _mm256_set1_epi32(x); }
  static LOWP_INLINE T BitAnd(T a, T b) { return _mm256_and_si256(a, b); }
  static LOWP_INLINE T BitOr(T a, T b) { return _mm256_or_si256(a, b); }
  static LOWP_INLINE T BitXor(T a, T b) { return _mm256_xor_si256(a, b); }
  static LOWP_INLINE T BitNot(T a) { return _mm256_xor_si256(a, Dup(-1)); }
  static LOWP_INLINE T Add(T a, T b) { return _mm256_add_epi32(a, b); }
  static LOWP_INLINE T Sub(T a, T b) { return _mm256_sub_epi32(a, b); }
  static LOWP_INLINE T Mul(T a, T b) { return _mm256_mullo_epi32(a, b); }
  static LOWP_INLINE T MaskIfEqual(T a, T b) {
    return _mm256_cmpeq_epi32(a, b);
  }
  static LOWP_INLINE T MaskIfGreaterThan(T a, T b) {
    return _mm256_cmpgt_epi32(a, b);
  }
  static LOWP_INLINE bool Any(T a) { return _mm256_testz_si256(a, a) == 0; }

  static LOWP_INLINE T ShiftRight(T a, int n) {
    return _mm256_sra_epi32(a, _mm_cvtsi32_si128(CheckedShift(n)));
  }
  static LOWP_INLINE T ShiftLeft(T a, int n) {
    const T shifted = _mm256_sll_epi32(a, _mm_cvtsi32_si128(CheckedShift(n)));
    return SaturateLostBits(a, shifted, ShiftRight(shifted, n));
  }
  static LOWP_INLINE T ShiftLeft(T a, T n) {
    const T shifted = _mm256_sllv_epi32(a, n);
    return SaturateLostBits(a, shifted, _mm256_srav_epi32(shifted, n));
  }

  // The algorithms of the SSE register, on twice as many lanes.
  static LOWP_INLINE T SaturatingRoundingDoublingHighMul(T a, T b) {
    const T half = _mm256_set1_epi64x(std::int64_t{1} << 30);
    const T even = _mm256_add_epi64(_mm256_mul_epi32(a, b), half);
    const T odd = _mm256_add_epi64(
        _mm256_mul_epi32(_mm256_srli_epi64(a, 32), _mm256_srli_epi64(b, 32)),
        half);
    const T result = _mm256_blend_epi32(_mm256_srli_epi64(even, 31),
                                        _mm256_slli_epi64(odd, 1), 0xAA);
    return BitXor(result, MaskIfEqual(result, Dup(kMin)));
  }

  static LOWP_INLINE T RoundingDivideByPOT(T x, int exponent) {
    const int half = static_cast<int>((1u << CheckedShift(exponent)) >> 1);
    const T rounded =
        _mm256_srl_epi32(_mm256_add_epi32(_mm256_abs_epi32(x), Dup(half)),
                         _mm_cvtsi32_si128(exponent));
    return _mm256_sign_epi32(rounded, x);
  }
  static LOWP_INLINE T RoundingDivideByPOT(T x, T exponent) {
    const T half = _mm256_srli_epi32(_mm256_sllv_epi32(Dup(1), exponent), 1);
    const T rounded = _mm256_srlv_epi32(
        _mm256_add_epi32(_mm256_abs_epi32(x), half), exponent);
    return _mm256_sign_epi32(rounded, x);
  }
};

template <>
struct RawOps<int16x16_m256i> : WrappedRawOps<int16x16_m256i, __m256i> {
  static LOWP_INLINE T Dup(std::int16_t x) { return {_mm256_set1_epi16(x)}; }
  static LOWP_INLINE T Add(T a, T b) { return {_mm256_add_epi16(a.v, b.v)}; }
  static LOWP_INLINE T Sub(T a, T b) { return {_mm256_sub_epi16(a.v, b.v)}; }
  static LOWP_INLINE T Mul(T a, T b) { return {_mm256_mullo_epi16(a.v, b.v)}; }
  static LOWP_INLINE T MaskIfEqual(T a, T b) {
    return {_mm256_cmpeq_epi16(a.v, b.v)};
  }
  static LOWP_INLINE T MaskIfGreaterThan(T a, T b) {
    return {_mm256_cmpgt_epi16(a.v, b.v)};
  }
  static LOWP_INLINE T SaturatingAdd(T a, T b) {
    return {_mm256_adds_epi16(a.v, b.v)};
  }

  static LOWP_INLINE T ShiftRight(T a, int n) {
    return {_mm256_sra_epi16(a.v, _mm_cvtsi32_si128(CheckedShift(n)))};
  }
  static LOWP_INLINE T ShiftLeft(T a, int n) {
    const T shifted = {
        _mm256_sll_epi16(a.v, _mm_cvtsi32_si128(CheckedShift(n)))};
    return SaturateLostBits(a, shifted, ShiftRight(shifted, n));
  }
  static LOWP_INLINE T ShiftLeft(T a, T n) {
    return Narrow(Whole::ShiftLeft(Low(a), Low(n)),
                  Whole::ShiftLeft(High(a), High(n)));
  }

  static LOWP_INLINE T SaturatingRoundingDoublingHighMul(T a, T b) {
    const T result = {_mm256_mulhrs_epi16(a.v, b.v)};
    return BitXor(result, MaskIfEqual(result, Dup(kMin)));
  }

  static LOWP_INLINE T RoundingDivideByPOT(T x, int exponent) {
    if (CheckedShift(exponent) > 15) {
      return exponent == 16 ? MaskIfEqual(x, Dup(kMin)) : Dup(0);
    }
    const __m256i half =
        _mm256_set1_epi16(static_cast<std::int16_t>((1 << exponent) >> 1));
    const __m256i rounded =
        _mm256_srl_epi16(_mm256_add_epi16(_mm256_abs_epi16(x.v), half),
                         _mm_cvtsi32_si128(exponent));
    return {_mm256_sign_epi16(rounded, x.v)};
  }
  static LOWP_INLINE T RoundingDivideByPOT(T x, T exponent) {
    return Narrow(Whole::RoundingDivideByPOT(Low(x), Low(exponent)),
                  Whole::RoundingDivideByPOT(High(x), High(exponent)));
  }

 private:
  static LOWP_INLINE __m256i Low(T a) {
    return _mm256_cvtepi16_epi32(_mm256_castsi256_si128(a.v));
  }
  static LOWP_INLINE __m256i High(T a) {
    return _mm256_cvtepi16_epi32(_mm256_extracti128_si256(a.v, 1));
  }
  // The pack works on 128-bit halves; the permutation restores the order.
  static LOWP_INLINE T Narrow(__m256i low, __m256i high) {
    return {_mm256_permute4x64_epi64(_mm256_packs_epi32(low, high), 0xD8)};
  }
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif  // LOWP_FIXEDPOINT_FIXEDPOINT_AVX_H_
