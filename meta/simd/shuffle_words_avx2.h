// Registers whose words of four bytes are shuffled: AVX2.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_SHUFFLE_WORDS_AVX2_H_
#define LOWP_META_SIMD_SHUFFLE_WORDS_AVX2_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct ShuffleWordsAvx2 {
  using Element = std::uint32_t;
  using Register = __m256i;
  static constexpr int kBytes = 32;
  static LOWP_INLINE __m256i Load(const void* from) {
    return _mm256_loadu_si256(static_cast<const __m256i*>(from));
  }
  static LOWP_INLINE void Store(std::uint8_t* to, __m256i words) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), words);
  }
  static LOWP_INLINE __m256i Shuffle(__m256i words, __m256i order) {
    return _mm256_permutevar8x32_epi32(words, order);
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_SHUFFLE_WORDS_AVX2_H_
