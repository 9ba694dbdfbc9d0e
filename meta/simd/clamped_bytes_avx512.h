// Converts registers of int32 to bytes in memory, in AVX-512: saturated,
// clamped and put in order, in registers just wide enough for the bytes.
//
// Included by backends and register families only, each of which compiles its
// own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_CLAMPED_BYTES_AVX512_H_
#define LOWP_META_SIMD_CLAMPED_BYTES_AVX512_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The bounds, copied to every byte.
struct ByteBoundsAvx512 {
  bool is_unsigned;
  __m512i low, high;
};

// Vectors i and i + 1 saturated to int16, interleaved in runs of four. Missing
// vectors count as zero.
template <int kVectors>
LOWP_INLINE __m512i PackPairsAvx512(const __m512i (&x)[kVectors], int i) {
  const __m512i zero = _mm512_setzero_si512();
  return _mm512_packs_epi32(
      i < kVectors ? x[i < kVectors ? i : 0] : zero,
      i + 1 < kVectors ? x[i + 1 < kVectors ? i + 1 : 0] : zero);
}

// The bytes of two vectors of int16, in each part of 128 bits.
LOWP_INLINE __m512i ClampedBytesOfWordsAvx512(const ByteBoundsAvx512& bounds,
                                              __m512i lower, __m512i upper) {
  return bounds.is_unsigned
             ? _mm512_min_epu8(
                   _mm512_max_epu8(_mm512_packus_epi16(lower, upper),
                                   bounds.low),
                   bounds.high)
             : _mm512_min_epi8(_mm512_max_epi8(_mm512_packs_epi16(lower, upper),
                                               bounds.low),
                               bounds.high);
}

// The bytes of three or four vectors.
template <int kVectors>
LOWP_INLINE __m512i ClampedBytesAvx512(const ByteBoundsAvx512& bounds,
                                       const __m512i (&x)[kVectors]) {
  const __m512i bytes = ClampedBytesOfWordsAvx512(
      bounds, PackPairsAvx512<kVectors>(x, 0), PackPairsAvx512<kVectors>(x, 2));
  return _mm512_permutexvar_epi32(
      _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15),
      bytes);
}

// The bytes of two vectors.
LOWP_INLINE __m256i ClampedBytesAvx512(const ByteBoundsAvx512& bounds,
                                       const __m512i (&x)[2]) {
  const __m512i words = PackPairsAvx512<2>(x, 0);
  const __m256i lower = _mm512_castsi512_si256(words);
  const __m256i upper = _mm512_extracti64x4_epi64(words, 1);
  const __m256i low = _mm512_castsi512_si256(bounds.low);
  const __m256i high = _mm512_castsi512_si256(bounds.high);
  // In runs of four columns: 0, 4, 2, 6, 1, 5, 3, 7.
  const __m256i bytes =
      bounds.is_unsigned
          ? _mm256_min_epu8(
                _mm256_max_epu8(_mm256_packus_epi16(lower, upper), low), high)
          : _mm256_min_epi8(
                _mm256_max_epi8(_mm256_packs_epi16(lower, upper), low), high);
  return _mm256_permutevar8x32_epi32(bytes,
                                     _mm256_setr_epi32(0, 4, 2, 6, 1, 5, 3, 7));
}

// The bytes of one vector.
LOWP_INLINE __m128i ClampedBytesAvx512(const ByteBoundsAvx512& bounds,
                                       const __m512i (&x)[1]) {
  const __m256i words = _mm256_packs_epi32(_mm512_castsi512_si256(x[0]),
                                           _mm512_extracti64x4_epi64(x[0], 1));
  const __m128i lower = _mm256_castsi256_si128(words);
  const __m128i upper = _mm256_extracti128_si256(words, 1);
  const __m128i low = _mm512_castsi512_si128(bounds.low);
  const __m128i high = _mm512_castsi512_si128(bounds.high);
  // Columns 0, 8, 4, 12 and three more each.
  const __m128i bytes =
      bounds.is_unsigned
          ? _mm_min_epu8(_mm_max_epu8(_mm_packus_epi16(lower, upper), low),
                         high)
          : _mm_min_epi8(_mm_max_epi8(_mm_packs_epi16(lower, upper), low),
                         high);
  return _mm_shuffle_epi32(bytes, _MM_SHUFFLE(3, 1, 2, 0));
}

// Stores the bytes of the first `columns` lanes.
template <int kVectors>
LOWP_INLINE void StoreClampedBytesAvx512(const ByteBoundsAvx512& bounds,
                                         const __m512i (&x)[kVectors],
                                         void* out, int columns) {
  const auto bytes = ClampedBytesAvx512(bounds, x);
  // Not used if the columns fill the register.
  const std::uint64_t mask = (std::uint64_t{1} << (columns & 63)) - 1;
  if constexpr (kVectors == 1) {
    if (columns >= 16) {
      _mm_storeu_si128(static_cast<__m128i*>(out), bytes);
    } else {
      _mm_mask_storeu_epi8(out, static_cast<__mmask16>(mask), bytes);
    }
  } else if constexpr (kVectors == 2) {
    if (columns >= 32) {
      _mm256_storeu_si256(static_cast<__m256i*>(out), bytes);
    } else {
      _mm256_mask_storeu_epi8(out, static_cast<__mmask32>(mask), bytes);
    }
  } else {
    if (columns >= 64) {
      _mm512_storeu_si512(out, bytes);
    } else {
      _mm512_mask_storeu_epi8(out, mask, bytes);
    }
  }
}

// Stores the bytes of the first `columns` lanes of four rows of one or two
// vectors, `stride` bytes apart. The rows share registers.
template <int kVectors>
LOWP_INLINE void StoreClampedRowsAvx512(const ByteBoundsAvx512& bounds,
                                        const __m512i (*x)[kVectors],
                                        std::uint8_t* out,
                                        std::ptrdiff_t stride, int columns) {
  const bool dense = stride == columns && columns == 16 * kVectors;
  const std::uint64_t mask = (std::uint64_t{1} << columns) - 1;
  if constexpr (kVectors == 1) {
    const __m512i all[4] = {x[0][0], x[1][0], x[2][0], x[3][0]};
    const __m512i bytes = ClampedBytesAvx512(bounds, all);
    if (dense) return _mm512_storeu_si512(out, bytes);
    const __mmask16 row = static_cast<__mmask16>(mask);
    _mm_mask_storeu_epi8(out, row, _mm512_castsi512_si128(bytes));
    _mm_mask_storeu_epi8(out + stride, row,
                         _mm512_extracti32x4_epi32(bytes, 1));
    _mm_mask_storeu_epi8(out + 2 * stride, row,
                         _mm512_extracti32x4_epi32(bytes, 2));
    _mm_mask_storeu_epi8(out + 3 * stride, row,
                         _mm512_extracti32x4_epi32(bytes, 3));
  } else {
    const __mmask32 row = static_cast<__mmask32>(mask);
    LOWP_UNROLL
    for (int r = 0; r < 4; r += 2) {
      const __m512i all[4] = {x[r][0], x[r][1], x[r + 1][0], x[r + 1][1]};
      const __m512i bytes = ClampedBytesAvx512(bounds, all);
      if (dense) {
        _mm512_storeu_si512(out + r * stride, bytes);
        continue;
      }
      _mm256_mask_storeu_epi8(out + r * stride, row,
                              _mm512_castsi512_si256(bytes));
      _mm256_mask_storeu_epi8(out + (r + 1) * stride, row,
                              _mm512_extracti64x4_epi64(bytes, 1));
    }
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_CLAMPED_BYTES_AVX512_H_
