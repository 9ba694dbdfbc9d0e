// FixedPointInFloatAvx512 in registers of 256 bits. Their instructions round as
// the control register of this thread says, for as long as a Mode lives.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_FIXED_POINT_IN_FLOAT_AVX2_H_
#define LOWP_META_SIMD_FIXED_POINT_IN_FLOAT_AVX2_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/epilogue.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Rounds down, keeps subnormals and does not trap; restores the caller's way on
// destruction. Compilers know nothing of it: sums are loaded and results stored
// while it lives.
class RoundsDownAvx2 {
 public:
  // Does nothing if it is not needed.
  explicit LOWP_INLINE RoundsDownAvx2(bool is_needed)
      : is_needed_(is_needed), kept_(is_needed ? _mm_getcsr() : 0) {
    constexpr unsigned kDown = 0x3f80;
    if (is_needed_) Write(kDown);
  }
  RoundsDownAvx2(const RoundsDownAvx2&) = delete;
  RoundsDownAvx2& operator=(const RoundsDownAvx2&) = delete;
  LOWP_INLINE ~RoundsDownAvx2() {
    if (is_needed_) Write(kept_);
  }

 private:
  static LOWP_INLINE void Write(unsigned word) {
    __asm__ volatile("" : : : "memory");
    _mm_setcsr(word);
    __asm__ volatile("" : : : "memory");
  }

  const bool is_needed_;
  const unsigned kept_;
};

class FixedPointInFloatAvx2 {
 public:
  using Mode = RoundsDownAvx2;
  // Rows of a panel of sixteen columns that are worth a change of the mode,
  // which takes as long on Zen 3 as floats save for ten of them.
  static constexpr int kMinRows = 16;

  // The constants of eight columns, divided by 2^(31 + s). All of them are
  // exact, whatever the mode.
  struct Lanes {
    __m256 high;   // 256 * high
    __m256 low;    // low
    __m256 extra;  // c for x >= 0
  };

  FixedPointInFloatAvx2() = default;
  explicit LOWP_INLINE FixedPointInFloatAvx2(const FixedPointEpilogue& fused)
      : is_away_(fused.path == FixedPointPath::kDoubleAway),
        half_(_mm256_set1_ps(static_cast<float>(fused.offset) + 0.5f)),
        rounds_twice_(RoundsTwice(fused.rounding) ? -1 : 0) {}

  // For lanes with a nonnegative multiplier and an exponent from -22 to 0.
  LOWP_INLINE Lanes MakeLanes(__m256i multiplier, __m256i exponent) const {
    // The bits of 2^(exponent - 31), and of 2^(exponent - 1).
    const __m256i exponent_bits = _mm256_slli_epi32(exponent, 23);
    const __m256 unit = _mm256_castsi256_ps(
        _mm256_add_epi32(exponent_bits, _mm256_set1_epi32((127 - 31) << 23)));
    const __m256i extra =
        _mm256_add_epi32(exponent_bits, _mm256_set1_epi32((127 - 1) << 23));
    const __m256i low = _mm256_and_si256(multiplier, _mm256_set1_epi32(0xFF));
    const __m256i high = _mm256_sub_epi32(multiplier, low);
    return {_mm256_mul_ps(_mm256_cvtepi32_ps(high), unit),
            _mm256_mul_ps(_mm256_cvtepi32_ps(low), unit),
            _mm256_castsi256_ps(_mm256_and_si256(
                _mm256_and_si256(extra, _mm256_set1_epi32(rounds_twice_)),
                _mm256_srai_epi32(exponent, 31)))};
  }
  LOWP_INLINE Lanes MakeLanes(std::int32_t multiplier,
                              std::int32_t exponent) const {
    return MakeLanes(_mm256_set1_epi32(multiplier),
                     _mm256_set1_epi32(exponent));
  }

  // Sixteen registers are too few to keep them in.
  static LOWP_INLINE void KeepInRegisters(Lanes*) {}

  // While a Mode lives.
  LOWP_INLINE __m256i Scale(__m256i x, const Lanes& k) const {
    const __m256 real = _mm256_cvtepi32_ps(x);
    __m256 extra = k.extra;
    if (is_away_) {
      extra = _mm256_or_ps(_mm256_and_ps(real, _mm256_set1_ps(-0.0f)), extra);
    }
    const __m256 a = _mm256_fmadd_ps(real, k.low, extra);
    const __m256 y = _mm256_fmadd_ps(real, k.high, a);
    return _mm256_cvtps_epi32(_mm256_add_ps(y, half_));
  }

 private:
  bool is_away_;               // c has the sign of x
  __m256 half_;                // offset + 1/2
  std::int32_t rounds_twice_;  // all ones, or none
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_FIXED_POINT_IN_FLOAT_AVX2_H_
