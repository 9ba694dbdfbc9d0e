// Registers that transpose squares: of AVX2, and the lower halves of them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_TRANSPOSE_AVX2_H_
#define LOWP_META_SIMD_TRANSPOSE_AVX2_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct TransposeSse {
  using Register = __m128i;
  using Narrower = TransposeSse;
  static constexpr int kSquares = 1;
  static LOWP_INLINE __m128i Load(const std::uint8_t* from, std::ptrdiff_t) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  }
  static LOWP_INLINE void Store(std::uint8_t* to, __m128i x) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), x);
  }
  template <int kSize>
  static LOWP_INLINE __m128i Low(__m128i a, __m128i b) {
    return kSize == 1   ? _mm_unpacklo_epi8(a, b)
           : kSize == 2 ? _mm_unpacklo_epi16(a, b)
                        : _mm_unpacklo_epi32(a, b);
  }
  template <int kSize>
  static LOWP_INLINE __m128i High(__m128i a, __m128i b) {
    return kSize == 1   ? _mm_unpackhi_epi8(a, b)
           : kSize == 2 ? _mm_unpackhi_epi16(a, b)
                        : _mm_unpackhi_epi32(a, b);
  }
};

struct TransposeAvx2 {
  using Register = __m256i;
  using Narrower = TransposeSse;
  static constexpr int kSquares = 2;
  static LOWP_INLINE __m256i Load(const std::uint8_t* from,
                                  std::ptrdiff_t next) {
    return _mm256_inserti128_si256(
        _mm256_castsi128_si256(TransposeSse::Load(from, 0)),
        TransposeSse::Load(from + next, 0), 1);
  }
  static LOWP_INLINE void Store(std::uint8_t* to, __m256i x) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), x);
  }
  template <int kSize>
  static LOWP_INLINE __m256i Low(__m256i a, __m256i b) {
    return kSize == 1   ? _mm256_unpacklo_epi8(a, b)
           : kSize == 2 ? _mm256_unpacklo_epi16(a, b)
                        : _mm256_unpacklo_epi32(a, b);
  }
  template <int kSize>
  static LOWP_INLINE __m256i High(__m256i a, __m256i b) {
    return kSize == 1   ? _mm256_unpackhi_epi8(a, b)
           : kSize == 2 ? _mm256_unpackhi_epi16(a, b)
                        : _mm256_unpackhi_epi32(a, b);
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_TRANSPOSE_AVX2_H_
