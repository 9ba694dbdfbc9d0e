// The operations of fixedpoint.h on 128-bit x86 registers: __m128i as four
// int32, and int16x8_m128i as eight int16. Needs SSE4.1.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_FIXEDPOINT_FIXEDPOINT_SSE_H_
#define LOWP_FIXEDPOINT_FIXEDPOINT_SSE_H_

#include <smmintrin.h>

#include "fixedpoint.h"

// GCC warns that a template argument loses the alignment and aliasing
// attributes of a register type. They do not matter to values in registers.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-attributes"
#endif

namespace gemmlowp {
inline namespace lowp {

// A separate type for eight int16: the intrinsics have one type for all widths,
// and __m128i alone means four int32 here.
struct int16x8_m128i {
  __m128i v;
};

LOWP_INLINE int16x8_m128i to_int16x8_m128i(__m128i w) {
  return int16x8_m128i{w};
}

template <>
struct FixedPointRawTypeTraits<__m128i> {
  using ScalarRawType = std::int32_t;
  static constexpr int kLanes = 4;
};

template <>
struct FixedPointRawTypeTraits<int16x8_m128i> {
  using ScalarRawType = std::int16_t;
  static constexpr int kLanes = 8;
};

namespace internal {

template <>
struct RawOps<__m128i> : ComposedRawOps<__m128i> {
  using T = __m128i;

  static LOWP_INLINE T Dup(std::int32_t x) { return _mm_set1_epi32(x); }
  static LOWP_INLINE T BitAnd(T a, T b) { return _mm_and_si128(a, b); }
  static LOWP_INLINE T BitOr(T a, T b) { return _mm_or_si128(a, b); }
  static LOWP_INLINE T BitXor(T a, T b) { return _mm_xor_si128(a, b); }
  static LOWP_INLINE T BitNot(T a) { return _mm_xor_si128(a, Dup(-1)); }
  static LOWP_INLINE T Add(T a, T b) { return _mm_add_epi32(a, b); }
  static LOWP_INLINE T Sub(T a, T b) { return _mm_sub_epi32(a, b); }
  static LOWP_INLINE T Mul(T a, T b) { return _mm_mullo_epi32(a, b); }
  static LOWP_INLINE T MaskIfEqual(T a, T b) { return _mm_cmpeq_epi32(a, b); }
  static LOWP_INLINE T MaskIfGreaterThan(T a, T b) {
    return _mm_cmpgt_epi32(a, b);
  }
  static LOWP_INLINE bool Any(T a) { return _mm_testz_si128(a, a) == 0; }

  static LOWP_INLINE T ShiftRight(T a, int n) {
    return _mm_sra_epi32(a, _mm_cvtsi32_si128(CheckedShift(n)));
  }
  static LOWP_INLINE T ShiftLeft(T a, int n) {
    const T shifted = _mm_sll_epi32(a, _mm_cvtsi32_si128(CheckedShift(n)));
    return SaturateLostBits(a, shifted, ShiftRight(shifted, n));
  }
  static LOWP_INLINE T ShiftLeft(T a, T n) {
    const T shifted = ShiftLanes<Shift::kLeft>(a, n);
    return SaturateLostBits(a, shifted,
                            ShiftLanes<Shift::kArithmeticRight>(shifted, n));
  }

  static LOWP_INLINE T SaturatingRoundingDoublingHighMul(T a, T b) {
    // 64-bit products of the even and of the odd lanes. The result is bits 31
    // to 62 of each.
    const T half = _mm_set1_epi64x(std::int64_t{1} << 30);
    const T even = _mm_add_epi64(_mm_mul_epi32(a, b), half);
    const T odd = _mm_add_epi64(
        _mm_mul_epi32(_mm_srli_epi64(a, 32), _mm_srli_epi64(b, 32)), half);
    const T result =
        _mm_blend_epi16(_mm_srli_epi64(even, 31), _mm_slli_epi64(odd, 1), 0xCC);
    // Only min * min yields min; with all bits flipped it becomes the maximum.
    return BitXor(result, MaskIfEqual(result, Dup(kMin)));
  }

  static LOWP_INLINE T RoundingDivideByPOT(T x, int exponent) {
    const int half = static_cast<int>((1u << CheckedShift(exponent)) >> 1);
    const T rounded = _mm_srl_epi32(_mm_add_epi32(_mm_abs_epi32(x), Dup(half)),
                                    _mm_cvtsi32_si128(exponent));
    return _mm_sign_epi32(rounded, x);
  }
  static LOWP_INLINE T RoundingDivideByPOT(T x, T exponent) {
    const T half =
        _mm_srli_epi32(ShiftLanes<Shift::kLeft>(Dup(1), exponent), 1);
    const T rounded = ShiftLanes<Shift::kLogicalRight>(
        _mm_add_epi32(_mm_abs_epi32(x), half), exponent);
    return _mm_sign_epi32(rounded, x);
  }

 private:
  enum class Shift { kLeft, kArithmeticRight, kLogicalRight };

  // Shifts every lane of a by the low 64 bits of n.
  template <Shift kShift>
  static LOWP_INLINE T ShiftAll(T a, T n) {
    if constexpr (kShift == Shift::kLeft) {
      return _mm_sll_epi32(a, n);
    } else if constexpr (kShift == Shift::kArithmeticRight) {
      return _mm_sra_epi32(a, n);
    } else {
      return _mm_srl_epi32(a, n);
    }
  }

  // Shifts each lane of a by the same lane of n. SSE has no such shift: all
  // lanes are shifted by each count, and one lane of each result is kept.
  template <Shift kShift>
  static LOWP_INLINE T ShiftLanes(T a, T n) {
    const T low = _mm_cvtepu32_epi64(n);
    const T high = _mm_unpackhi_epi32(n, _mm_setzero_si128());
    const T by0 = ShiftAll<kShift>(a, low);
    const T by1 = ShiftAll<kShift>(a, _mm_srli_si128(low, 8));
    const T by2 = ShiftAll<kShift>(a, high);
    const T by3 = ShiftAll<kShift>(a, _mm_srli_si128(high, 8));
    return _mm_blend_epi16(_mm_blend_epi16(by0, by1, 0x0C),
                           _mm_blend_epi16(by2, by3, 0xC0), 0xF0);
  }
};

// Operations that do not depend on the lane width, for a struct `Wrapper`
// around a register `v` of type `Register`.
template <typename Wrapper, typename Register>
struct WrappedRawOps : ComposedRawOps<Wrapper> {
  using T = Wrapper;
  using Whole = RawOps<Register>;

  static LOWP_INLINE T BitAnd(T a, T b) { return {Whole::BitAnd(a.v, b.v)}; }
  static LOWP_INLINE T BitOr(T a, T b) { return {Whole::BitOr(a.v, b.v)}; }
  static LOWP_INLINE T BitXor(T a, T b) { return {Whole::BitXor(a.v, b.v)}; }
  static LOWP_INLINE T BitNot(T a) { return {Whole::BitNot(a.v)}; }
  static LOWP_INLINE bool Any(T a) { return Whole::Any(a.v); }
};

template <>
struct RawOps<int16x8_m128i> : WrappedRawOps<int16x8_m128i, __m128i> {
  static LOWP_INLINE T Dup(std::int16_t x) { return {_mm_set1_epi16(x)}; }
  static LOWP_INLINE T Add(T a, T b) { return {_mm_add_epi16(a.v, b.v)}; }
  static LOWP_INLINE T Sub(T a, T b) { return {_mm_sub_epi16(a.v, b.v)}; }
  static LOWP_INLINE T Mul(T a, T b) { return {_mm_mullo_epi16(a.v, b.v)}; }
  static LOWP_INLINE T MaskIfEqual(T a, T b) {
    return {_mm_cmpeq_epi16(a.v, b.v)};
  }
  static LOWP_INLINE T MaskIfGreaterThan(T a, T b) {
    return {_mm_cmpgt_epi16(a.v, b.v)};
  }
  static LOWP_INLINE T SaturatingAdd(T a, T b) {
    return {_mm_adds_epi16(a.v, b.v)};
  }

  static LOWP_INLINE T ShiftRight(T a, int n) {
    return {_mm_sra_epi16(a.v, _mm_cvtsi32_si128(CheckedShift(n)))};
  }
  static LOWP_INLINE T ShiftLeft(T a, int n) {
    const T shifted = {_mm_sll_epi16(a.v, _mm_cvtsi32_si128(CheckedShift(n)))};
    return SaturateLostBits(a, shifted, ShiftRight(shifted, n));
  }
  static LOWP_INLINE T ShiftLeft(T a, T n) {
    return Narrow(Whole::ShiftLeft(Low(a), Low(n)),
                  Whole::ShiftLeft(High(a), High(n)));
  }

  static LOWP_INLINE T SaturatingRoundingDoublingHighMul(T a, T b) {
    const T result = {_mm_mulhrs_epi16(a.v, b.v)};
    return BitXor(result, MaskIfEqual(result, Dup(kMin)));
  }

  static LOWP_INLINE T RoundingDivideByPOT(T x, int exponent) {
    if (CheckedShift(exponent) > 15) {
      // min / 2^16 is the tie -1/2, which rounds away from zero to -1, the
      // value of a mask. Everything else rounds to zero.
      return exponent == 16 ? MaskIfEqual(x, Dup(kMin)) : Dup(0);
    }
    const __m128i half =
        _mm_set1_epi16(static_cast<std::int16_t>((1 << exponent) >> 1));
    const __m128i rounded = _mm_srl_epi16(
        _mm_add_epi16(_mm_abs_epi16(x.v), half), _mm_cvtsi32_si128(exponent));
    return {_mm_sign_epi16(rounded, x.v)};
  }
  static LOWP_INLINE T RoundingDivideByPOT(T x, T exponent) {
    return Narrow(Whole::RoundingDivideByPOT(Low(x), Low(exponent)),
                  Whole::RoundingDivideByPOT(High(x), High(exponent)));
  }

 private:
  // The lower and the upper lanes as int32, and the saturating way back.
  static LOWP_INLINE __m128i Low(T a) { return _mm_cvtepi16_epi32(a.v); }
  static LOWP_INLINE __m128i High(T a) {
    return _mm_cvtepi16_epi32(_mm_srli_si128(a.v, 8));
  }
  static LOWP_INLINE T Narrow(__m128i low, __m128i high) {
    return {_mm_packs_epi32(low, high)};
  }
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif  // LOWP_FIXEDPOINT_FIXEDPOINT_SSE_H_
