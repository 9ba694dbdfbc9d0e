// The dot form (dot-inl.h) in AVX-512 VNNI. Rows are the unsigned side, columns
// the signed one.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_DOT_AVX512_INL_H_
#define LOWP_META_DOT_AVX512_INL_H_

#include <immintrin.h>

#include <cstdint>

#include "../internal/backend.h"
#include "multiply_add_avx512-inl.h"
#include "pack_avx512-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Sixty-four bytes of a row times as many of a column.
struct Avx512VnniDot {
  using Sums = __m512i;
  using Numbers = __m512i;
  static constexpr int kChunk = 64;
  static constexpr int kRows = 4;
  static constexpr int kColumnsOfOneRow = 8;

  explicit LOWP_INLINE Avx512VnniDot(const DotTask& task)
      : row_flip(SignFlip(task.row_scalar == Scalar::kInt8)),
        column_flip(SignFlip(task.column_scalar == Scalar::kUint8)) {}

  static LOWP_INLINE __m512i SignFlip(bool flips) {
    return _mm512_set1_epi8(static_cast<char>(flips ? 0x80 : 0));
  }
  static LOWP_INLINE __m512i Zero() { return _mm512_setzero_si512(); }
  LOWP_INLINE __m512i LoadRow(const std::uint8_t* p) const {
    return _mm512_xor_si512(_mm512_loadu_si512(p), row_flip);
  }
  LOWP_INLINE __m512i LoadColumn(const std::uint8_t* p) const {
    return _mm512_xor_si512(_mm512_loadu_si512(p), column_flip);
  }
  // Bytes beyond the end, zero or flipped, meet zeros of the column.
  LOWP_INLINE __m512i LoadRowPart(const std::uint8_t* p, int n) const {
    return _mm512_xor_si512(_mm512_maskz_loadu_epi8(LowBits(n), p), row_flip);
  }
  LOWP_INLINE __m512i LoadColumnPart(const std::uint8_t* p, int n) const {
    const __mmask64 bytes = LowBits(n);
    return _mm512_maskz_mov_epi8(
        bytes,
        _mm512_xor_si512(_mm512_maskz_loadu_epi8(bytes, p), column_flip));
  }
  static LOWP_INLINE void MultiplyAdd(__m512i* sums, __m512i row,
                                      __m512i column) {
    MultiplyAddBytes(sums, row, column);
  }
  static LOWP_INLINE void AddUp(__m512i* sums, __m512i column) {
    MultiplyAddBytes(sums, _mm512_set1_epi8(1), column);
  }
  static LOWP_INLINE void Store4(__m512i w, __m512i x, __m512i y, __m512i z,
                                 std::int32_t* out) {
    const __m512i a = _mm512_add_epi32(_mm512_unpacklo_epi32(w, x),
                                       _mm512_unpackhi_epi32(w, x));
    const __m512i b = _mm512_add_epi32(_mm512_unpacklo_epi32(y, z),
                                       _mm512_unpackhi_epi32(y, z));
    const __m512i lanes = _mm512_add_epi32(_mm512_unpacklo_epi64(a, b),
                                           _mm512_unpackhi_epi64(a, b));
    const __m256i halves = _mm256_add_epi32(
        _mm512_castsi512_si256(lanes), _mm512_extracti64x4_epi64(lanes, 1));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out),
                     _mm_add_epi32(_mm256_castsi256_si128(halves),
                                   _mm256_extracti128_si256(halves, 1)));
  }

  __m512i row_flip;
  __m512i column_flip;
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_DOT_AVX512_INL_H_
