// The policy of 16-bit lanes in AVX2 (rescale_words-inl.h). Included by
// backends and register families only, each of which compiles its own copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_WORDS_AVX2_INL_H_
#define LOWP_META_SIMD_WORDS_AVX2_INL_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct WordsAvx2 {
  using Register = __m256i;
  static constexpr int kWords = 16;

  struct Constants {
    LOWP_INLINE Constants(std::int16_t high, std::int16_t low_factor,
                          std::int32_t addend, int bits, std::int32_t in,
                          std::int32_t out, Scalar scalar, std::int32_t min,
                          std::int32_t max)
        : low(_mm256_set1_epi16(low_factor)),
          // A word times `high`, plus the next word.
          pair(_mm256_set1_epi32(0x10000 | static_cast<std::uint16_t>(high))),
          add(_mm256_set1_epi32(addend)),
          in_zero(_mm256_set1_epi16(static_cast<short>(in))),
          out_zero(_mm256_set1_epi16(static_cast<short>(out))),
          shift(_mm_cvtsi32_si128(bits)) {
      if (SizeOf(scalar) == 1) {
        minimum = _mm256_set1_epi8(static_cast<char>(min));
        maximum = _mm256_set1_epi8(static_cast<char>(max));
      } else {
        minimum = _mm256_set1_epi16(static_cast<short>(min));
        maximum = _mm256_set1_epi16(static_cast<short>(max));
      }
    }
    Register low, pair, add, in_zero, out_zero, minimum, maximum;
    __m128i shift;
  };

  template <Scalar kScalar>
  static LOWP_INLINE Register LoadWords(const std::uint8_t* p) {
    if constexpr (kScalar == Scalar::kInt16) {
      return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
    } else {
      const __m128i bytes =
          _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
      return kScalar == Scalar::kUint8 ? _mm256_cvtepu8_epi16(bytes)
                                       : _mm256_cvtepi8_epi16(bytes);
    }
  }
  static LOWP_INLINE Register Sub(Register a, Register b) {
    return _mm256_sub_epi16(a, b);
  }
  static LOWP_INLINE Register AddSaturated(Register a, Register b) {
    return _mm256_adds_epi16(a, b);
  }
  static LOWP_INLINE Register MultiplyHigh(Register a, Register b) {
    return _mm256_mulhi_epi16(a, b);
  }
  static LOWP_INLINE Register AddQuarterAway(Register t, Register x) {
    const Register sign = _mm256_set1_epi16(INT16_MIN);
    const Register quarter = _mm256_set1_epi16(1 << 14);
    return _mm256_add_epi16(
        t, _mm256_or_si256(_mm256_and_si256(x, sign), quarter));
  }
  static LOWP_INLINE Register SubtractTie(Register t, Register f, Register x) {
    const Register is_zero = _mm256_cmpeq_epi16(f, _mm256_setzero_si256());
    return _mm256_add_epi16(
        t, _mm256_and_si256(is_zero, _mm256_srai_epi16(x, 15)));
  }
  // Unpacks and packs within each 128-bit half.
  static LOWP_INLINE Register MultiplyAdd(Register x, Register t,
                                          const Constants& k) {
    const Register first = _mm256_add_epi32(
        _mm256_madd_epi16(_mm256_unpacklo_epi16(x, t), k.pair), k.add);
    const Register second = _mm256_add_epi32(
        _mm256_madd_epi16(_mm256_unpackhi_epi16(x, t), k.pair), k.add);
    return _mm256_packs_epi32(_mm256_sra_epi32(first, k.shift),
                              _mm256_sra_epi32(second, k.shift));
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
    const Register first = _mm256_add_epi32(
        _mm256_madd_epi16(_mm256_unpacklo_epi16(x, t), pairs[0]), adds[0]);
    const Register second = _mm256_add_epi32(
        _mm256_madd_epi16(_mm256_unpackhi_epi16(x, t), pairs[1]), adds[1]);
    return _mm256_packs_epi32(_mm256_srav_epi32(first, shifts[0]),
                              _mm256_srav_epi32(second, shifts[1]));
  }
  static LOWP_INLINE Register SetWords(std::int16_t x) {
    return _mm256_set1_epi16(x);
  }
  static LOWP_INLINE Register MultiplyLow(Register a, Register b) {
    return _mm256_mullo_epi16(a, b);
  }
  static LOWP_INLINE Register AddCarry(Register t, Register f, Register limit) {
    const Register none =
        _mm256_cmpeq_epi16(_mm256_subs_epu16(f, limit), _mm256_setzero_si256());
    return _mm256_add_epi16(t, _mm256_add_epi16(none, _mm256_set1_epi16(1)));
  }
  static LOWP_INLINE Register SelectLess(Register x, Register y, Register a,
                                         Register b) {
    return _mm256_blendv_epi8(b, a, _mm256_cmpgt_epi16(y, x));
  }
  static LOWP_INLINE void StoreWords(std::uint8_t* p, Register x,
                                     const Constants& k) {
    const Register clamped =
        _mm256_min_epi16(_mm256_max_epi16(x, k.minimum), k.maximum);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), clamped);
  }
  static LOWP_INLINE void StoreBytes(std::uint8_t* p, Register first,
                                     Register second, bool is_unsigned,
                                     const Constants& k) {
    const Register bytes =
        is_unsigned
            ? _mm256_min_epu8(
                  _mm256_max_epu8(_mm256_packus_epi16(first, second),
                                  k.minimum),
                  k.maximum)
            : _mm256_min_epi8(
                  _mm256_max_epi8(_mm256_packs_epi16(first, second), k.minimum),
                  k.maximum);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p),
                        _mm256_permute4x64_epi64(bytes, 0xD8));
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_WORDS_AVX2_INL_H_
