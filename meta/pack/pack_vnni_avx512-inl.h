// Packing for the backend whose kernels use vpdpbusd on 512-bit registers:
// unsigned bytes of A times signed bytes of B.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_PACK_PACK_VNNI_AVX512_INL_H_
#define LOWP_META_PACK_PACK_VNNI_AVX512_INL_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/gemm_tasks.h"
#include "../../internal/detect_platform.h"
#include "pack_bytes_avx512-inl.h"
#include "transpose-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The policy for PackSignedBytes.
struct VnniGroups {
  static LOWP_INLINE void AddUp(__m512i* sums, __m512i values) {
    *sums = _mm512_dpbusd_epi32(*sums, _mm512_set1_epi8(1), values);
  }
};

// The sums of kRows rows of bytes, read as unsigned after the flip, as partial
// sums.
template <int kRows>
LOWP_INLINE void SumBytes(const std::uint8_t* rows, std::ptrdiff_t stride,
                          int k, std::uint8_t flip, __m512i (&sums)[kRows]) {
  const __m512i flips = _mm512_set1_epi8(static_cast<char>(flip));
  const __m512i ones = _mm512_set1_epi8(1);
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) sums[r] = _mm512_setzero_si512();
  int at = 0;
  for (; k - at >= 64; at += 64) {
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      const __m512i bytes = _mm512_loadu_si512(rows + r * stride + at);
      sums[r] =
          _mm512_dpbusd_epi32(sums[r], _mm512_xor_si512(bytes, flips), ones);
    }
  }
  if (at == k) return;
  const __mmask64 rest = LowBits(k - at);
  const __m512i ones_left = _mm512_maskz_mov_epi8(rest, ones);
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    const __m512i bytes = _mm512_maskz_loadu_epi8(rest, rows + r * stride + at);
    sums[r] =
        _mm512_dpbusd_epi32(sums[r], _mm512_xor_si512(bytes, flips), ones_left);
  }
}

// The sum of all lanes of each of four registers.
LOWP_INLINE __m128i AddLanes(const __m512i (&x)[4]) {
  const __m512i a = _mm512_add_epi32(_mm512_unpacklo_epi32(x[0], x[1]),
                                     _mm512_unpackhi_epi32(x[0], x[1]));
  const __m512i b = _mm512_add_epi32(_mm512_unpacklo_epi32(x[2], x[3]),
                                     _mm512_unpackhi_epi32(x[2], x[3]));
  const __m512i lanes = _mm512_add_epi32(_mm512_unpacklo_epi64(a, b),
                                         _mm512_unpackhi_epi64(a, b));
  const __m256i halves = _mm256_add_epi32(_mm512_castsi512_si256(lanes),
                                          _mm512_extracti64x4_epi64(lanes, 1));
  return _mm_add_epi32(_mm256_castsi256_si128(halves),
                       _mm256_extracti128_si256(halves, 1));
}

// Copies k bytes, flipped, to whole cache lines.
LOWP_INLINE void CopyBytes(const std::uint8_t* from, int k, std::uint8_t flip,
                           std::uint8_t* to) {
  const __m512i flips = _mm512_set1_epi8(static_cast<char>(flip));
  std::ptrdiff_t at = 0;
  for (; k - at >= 64; at += 64) {
    _mm512_storeu_si512(to + at,
                        _mm512_xor_si512(_mm512_loadu_si512(from + at), flips));
  }
  if (at == k) return;
  const __mmask64 rest = LowBits(k - static_cast<int>(at));
  _mm512_storeu_si512(
      to + at,
      _mm512_xor_si512(_mm512_maskz_loadu_epi8(rest, from + at), flips));
}

// Backend::read_rows for kernels that read rows of bytes as unsigned, which is
// what copies are.
void ReadRowsOfBytes(const RowTask& task) {
  const BytesToSum bytes = CopyRowsOfBytes(task, &CopyBytes);
  if (task.sums == nullptr) return;
  int r = 0;
  for (; task.rows - r >= 4; r += 4) {
    __m512i sums[4];
    SumBytes(bytes.rows + r * bytes.stride, bytes.stride, task.k, bytes.flip,
             sums);
    const __m128i scaled = _mm_add_epi32(
        _mm_mullo_epi32(AddLanes(sums), _mm_set1_epi32(task.sum_factor)),
        _mm_set1_epi32(task.sum_add));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(task.sums + r), scaled);
  }
  for (; r < task.rows; ++r) {
    __m512i sums[1];
    SumBytes(bytes.rows + r * bytes.stride, bytes.stride, task.k, bytes.flip,
             sums);
    task.sums[r] = task.SumOf(_mm512_reduce_add_epi32(sums[0]));
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_PACK_PACK_VNNI_AVX512_INL_H_
