// The fused fixed-point scaling by floating-point instructions that round down:
// six of them, where integers of 64 bits take ten, and three registers of
// constants, not seven. For scalings that FixedPointEpilogue says
// `suits_floats` of.
//
// It is exact. With s = -exponent, the result is the floor of E / 2^(31 + s),
//   E = x * multiplier + 2^(30 + s) + offset * 2^(31 + s) + c,
// where c is 0, 2^30 or, for x < 0, -2^30: see FixedPointPath; for s = 0 it is
// always 0. The multiplier is 256 * high + low, 0 <= low < 256. For |x| <= 2^23
//   a = x * low + c        is below 2^32: a multiple of 256 of that size is a
//                          float, so that a rounded down is at least the
//                          largest such multiple up to a
//   y = x * 256 * high + a, rounded down from the exact sum, and
//   z = y + 2^(30 + s) + offset * 2^(31 + s), rounded down,
// all three divided by 2^(31 + s). Nothing is rounded to below a multiple of
// 2^(30 + s) that the exact value reaches, because these are multiples of 256,
// and floats after the division. So the floor of z is that of E. Every step is
// monotonic: for larger |x|, results are at or beyond those of 2^23, which
// reach the bounds, and none of them wraps. test/proofs/fixed_point.py has z3
// prove all three.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_FIXED_POINT_IN_FLOAT_AVX512_H_
#define LOWP_META_SIMD_FIXED_POINT_IN_FLOAT_AVX512_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/epilogue.h"
#include "any_mode.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

class FixedPointInFloatAvx512 {
 public:
  using Mode = AnyMode;  // each instruction says that it rounds down
  static constexpr int kMinRows = 1;

  // The constants of sixteen columns, divided by 2^(31 + s).
  struct Lanes {
    __m512 high;   // 256 * high
    __m512 low;    // low
    __m512 extra;  // c for x >= 0
  };

  FixedPointInFloatAvx512() = default;
  explicit LOWP_INLINE FixedPointInFloatAvx512(const FixedPointEpilogue& fused)
      : sign_(_mm512_set1_epi32(
            fused.path == FixedPointPath::kDoubleAway ? INT32_MIN : 0)),
        half_(_mm512_set1_ps(static_cast<float>(fused.offset) + 0.5f)),
        rounds_twice_(RoundsTwice(fused.rounding) ? __mmask16{0xFFFF} : 0) {}

  // For lanes with a nonnegative multiplier and an exponent from -22 to 0.
  LOWP_INLINE Lanes MakeLanes(__m512i multiplier, __m512i exponent) const {
    // The bits of 2^(exponent - 31), and of 2^(exponent - 1).
    const __m512i exponent_bits = _mm512_slli_epi32(exponent, 23);
    const __m512 unit = _mm512_castsi512_ps(
        _mm512_add_epi32(exponent_bits, _mm512_set1_epi32((127 - 31) << 23)));
    const __m512i extra =
        _mm512_add_epi32(exponent_bits, _mm512_set1_epi32((127 - 1) << 23));
    const __m512i low = _mm512_and_si512(multiplier, _mm512_set1_epi32(0xFF));
    const __m512i high = _mm512_sub_epi32(multiplier, low);
    return {_mm512_mul_ps(_mm512_cvtepi32_ps(high), unit),
            _mm512_mul_ps(_mm512_cvtepi32_ps(low), unit),
            _mm512_castsi512_ps(_mm512_maskz_mov_epi32(
                rounds_twice_ & _mm512_movepi32_mask(exponent), extra))};
  }
  LOWP_INLINE Lanes MakeLanes(std::int32_t multiplier,
                              std::int32_t exponent) const {
    return MakeLanes(_mm512_set1_epi32(multiplier),
                     _mm512_set1_epi32(exponent));
  }

  // See SimdAvx512.
  static LOWP_INLINE void KeepInRegisters(Lanes* k) {
    __asm__("" : "+v"(k->high), "+v"(k->low), "+v"(k->extra));
  }

  LOWP_INLINE __m512i Scale(__m512i x, const Lanes& k) const {
    constexpr int kDown = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
    const __m512 real = _mm512_cvt_roundepi32_ps(x, kDown);
    // 0xea is the truth table of (a & b) | c.
    const __m512 extra = _mm512_castsi512_ps(_mm512_ternarylogic_epi32(
        _mm512_castps_si512(real), sign_, _mm512_castps_si512(k.extra), 0xea));
    const __m512 a = _mm512_fmadd_round_ps(real, k.low, extra, kDown);
    const __m512 y = _mm512_fmadd_round_ps(real, k.high, a, kDown);
    const __m512 z = _mm512_add_round_ps(y, half_, kDown);
    return _mm512_cvt_roundps_epi32(z, kDown);
  }

 private:
  __m512i sign_;            // the sign bit, if c has the sign of x
  __m512 half_;             // offset + 1/2
  __mmask16 rounds_twice_;  // all ones, or none
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_FIXED_POINT_IN_FLOAT_AVX512_H_
