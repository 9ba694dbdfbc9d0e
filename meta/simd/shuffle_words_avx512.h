// Registers whose words of four bytes are shuffled: AVX-512.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_SHUFFLE_WORDS_AVX512_H_
#define LOWP_META_SIMD_SHUFFLE_WORDS_AVX512_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct ShuffleWordsAvx512 {
  using Element = std::uint32_t;
  using Register = __m512i;
  static constexpr int kBytes = 64;
  static LOWP_INLINE __m512i Load(const void* from) {
    return _mm512_loadu_si512(from);
  }
  static LOWP_INLINE void Store(std::uint8_t* to, __m512i words) {
    _mm512_storeu_si512(to, words);
  }
  static LOWP_INLINE __m512i Shuffle(__m512i words, __m512i order) {
    return _mm512_permutexvar_epi32(order, words);
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_SHUFFLE_WORDS_AVX512_H_
