// 256 entries of 32 bits in registers of AVX-512, looked up by permutations of
// words, which are faster than a gather.
//
// Included by backends and register families only, each of which compiles its
// own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_ENTRIES_AVX512_INL_H_
#define LOWP_META_SIMD_ENTRIES_AVX512_INL_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/compiler.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

class EntriesAvx512 {
 public:
  explicit LOWP_INLINE EntriesAvx512(const std::int32_t* entries) {
    LOWP_UNROLL
    for (int i = 0; i < 8; ++i) {
      const __m512i first = _mm512_loadu_si512(entries + 32 * i);
      const __m512i second = _mm512_loadu_si512(entries + 32 * i + 16);
      low_[i] = Words(first, second);
      high_[i] =
          Words(_mm512_srli_epi32(first, 16), _mm512_srli_epi32(second, 16));
    }
  }

  // Replaces indices from 0 to 255 by the entries.
  LOWP_INLINE void LookUp(__m512i* a, __m512i* b) const {
    // Packs and unpacks within each 128-bit lane.
    const __m512i index = _mm512_packus_epi32(*a, *b);
    const __m512i low = LookUpWords(low_, index);
    const __m512i high = LookUpWords(high_, index);
    *a = _mm512_unpacklo_epi16(low, high);
    *b = _mm512_unpackhi_epi16(low, high);
  }

 private:
  // The lower words of both, in order.
  static LOWP_INLINE __m512i Words(__m512i first, __m512i second) {
    return _mm512_inserti64x4(
        _mm512_castsi256_si512(_mm512_cvtepi32_epi16(first)),
        _mm512_cvtepi32_epi16(second), 1);
  }
  // A permutation of two registers looks up one of 64 words.
  static LOWP_INLINE __m512i LookUpWords(const __m512i (&words)[8],
                                         __m512i index) {
    const __mmask32 odd = _mm512_test_epi16_mask(index, _mm512_set1_epi16(64));
    const __mmask32 upper =
        _mm512_test_epi16_mask(index, _mm512_set1_epi16(128));
    const auto quarter = [&](int i) LOWP_INLINE_LAMBDA {
      return _mm512_permutex2var_epi16(words[2 * i], index, words[2 * i + 1]);
    };
    return _mm512_mask_blend_epi16(
        upper, _mm512_mask_blend_epi16(odd, quarter(0), quarter(1)),
        _mm512_mask_blend_epi16(odd, quarter(2), quarter(3)));
  }

  __m512i low_[8], high_[8];
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_ENTRIES_AVX512_INL_H_
