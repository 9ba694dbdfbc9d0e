// The policy of 16-bit lanes in AVX-512 (rescale_words-inl.h). Included by
// backends and register families only, each of which compiles its own copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_WORDS_AVX512_INL_H_
#define LOWP_META_SIMD_WORDS_AVX512_INL_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct WordsAvx512 {
  using Register = __m512i;
  static constexpr int kWords = 32;

  struct Constants {
    LOWP_INLINE Constants(std::int16_t high, std::int16_t low_factor,
                          std::int32_t addend, int bits, std::int32_t in,
                          std::int32_t out, Scalar scalar, std::int32_t min,
                          std::int32_t max)
        : low(_mm512_set1_epi16(low_factor)),
          // A word times `high`, plus the next word.
          pair(_mm512_set1_epi32(0x10000 | static_cast<std::uint16_t>(high))),
          add(_mm512_set1_epi32(addend)),
          in_zero(_mm512_set1_epi16(static_cast<short>(in))),
          out_zero(_mm512_set1_epi16(static_cast<short>(out))),
          shift(_mm_cvtsi32_si128(bits)) {
      if (SizeOf(scalar) == 1) {
        minimum = _mm512_set1_epi8(static_cast<char>(min));
        maximum = _mm512_set1_epi8(static_cast<char>(max));
      } else {
        minimum = _mm512_set1_epi16(static_cast<short>(min));
        maximum = _mm512_set1_epi16(static_cast<short>(max));
      }
    }
    Register low, pair, add, in_zero, out_zero, minimum, maximum;
    __m128i shift;
  };

  template <Scalar kScalar>
  static LOWP_INLINE Register LoadWords(const std::uint8_t* p) {
    if constexpr (kScalar == Scalar::kInt16) {
      return _mm512_loadu_si512(p);
    } else {
      const __m256i bytes =
          _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
      return kScalar == Scalar::kUint8 ? _mm512_cvtepu8_epi16(bytes)
                                       : _mm512_cvtepi8_epi16(bytes);
    }
  }
  static LOWP_INLINE Register Sub(Register a, Register b) {
    return _mm512_sub_epi16(a, b);
  }
  static LOWP_INLINE Register AddSaturated(Register a, Register b) {
    return _mm512_adds_epi16(a, b);
  }
  static LOWP_INLINE Register MultiplyHigh(Register a, Register b) {
    return _mm512_mulhi_epi16(a, b);
  }
  static LOWP_INLINE Register AddQuarterAway(Register t, Register x) {
    const Register sign = _mm512_set1_epi16(INT16_MIN);
    const Register quarter = _mm512_set1_epi16(1 << 14);
    // 0xEA is the truth table of (a & b) | c.
    return _mm512_add_epi16(t,
                            _mm512_ternarylogic_epi32(x, sign, quarter, 0xEA));
  }
  static LOWP_INLINE Register SubtractTie(Register t, Register f, Register x) {
    const __mmask32 tie =
        _mm512_mask_testn_epi16_mask(_mm512_movepi16_mask(x), f, f);
    return _mm512_mask_sub_epi16(t, tie, t, _mm512_set1_epi16(1));
  }
  // Unpacks and packs within each 128-bit lane.
  static LOWP_INLINE Register MultiplyAdd(Register x, Register t,
                                          const Constants& k) {
    const Register first = _mm512_add_epi32(
        _mm512_madd_epi16(_mm512_unpacklo_epi16(x, t), k.pair), k.add);
    const Register second = _mm512_add_epi32(
        _mm512_madd_epi16(_mm512_unpackhi_epi16(x, t), k.pair), k.add);
    return _mm512_packs_epi32(_mm512_sra_epi32(first, k.shift),
                              _mm512_sra_epi32(second, k.shift));
  }
  // Of eight words in 128 bits, the first four are unpacked to the first
  // register, the others to the second.
  static LOWP_INLINE int PairPlace(int word) {
    return word / 8 * 4 + word % 4 + word / 4 % 2 * (kWords / 2);
  }
  static LOWP_INLINE Register MultiplyAddEach(Register x, Register t,
                                              const Register (&pairs)[2],
                                              const Register (&adds)[2],
                                              const Register (&shifts)[2]) {
    const Register first = _mm512_add_epi32(
        _mm512_madd_epi16(_mm512_unpacklo_epi16(x, t), pairs[0]), adds[0]);
    const Register second = _mm512_add_epi32(
        _mm512_madd_epi16(_mm512_unpackhi_epi16(x, t), pairs[1]), adds[1]);
    return _mm512_packs_epi32(_mm512_srav_epi32(first, shifts[0]),
                              _mm512_srav_epi32(second, shifts[1]));
  }
  static LOWP_INLINE Register SetWords(std::int16_t x) {
    return _mm512_set1_epi16(x);
  }
  static LOWP_INLINE Register MultiplyLow(Register a, Register b) {
    return _mm512_mullo_epi16(a, b);
  }
  static LOWP_INLINE Register AddCarry(Register t, Register f, Register limit) {
    return _mm512_mask_add_epi16(t, _mm512_cmpgt_epu16_mask(f, limit), t,
                                 _mm512_set1_epi16(1));
  }
  static LOWP_INLINE Register SelectLess(Register x, Register y, Register a,
                                         Register b) {
    return _mm512_mask_blend_epi16(_mm512_cmplt_epi16_mask(x, y), b, a);
  }
  static LOWP_INLINE void StoreWords(std::uint8_t* p, Register x,
                                     const Constants& k) {
    const Register clamped =
        _mm512_min_epi16(_mm512_max_epi16(x, k.minimum), k.maximum);
    _mm512_storeu_si512(p, clamped);
  }
  static LOWP_INLINE void StoreBytes(std::uint8_t* p, Register first,
                                     Register second, bool is_unsigned,
                                     const Constants& k) {
    const Register bytes =
        is_unsigned
            ? _mm512_min_epu8(
                  _mm512_max_epu8(_mm512_packus_epi16(first, second),
                                  k.minimum),
                  k.maximum)
            : _mm512_min_epi8(
                  _mm512_max_epi8(_mm512_packs_epi16(first, second), k.minimum),
                  k.maximum);
    _mm512_storeu_si512(
        p, _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7),
                                    bytes));
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_WORDS_AVX512_INL_H_
