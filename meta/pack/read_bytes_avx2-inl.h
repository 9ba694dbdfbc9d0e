// Rows for kernels that read unsigned bytes, on 256-bit registers.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_PACK_READ_BYTES_AVX2_INL_H_
#define LOWP_META_PACK_READ_BYTES_AVX2_INL_H_

#include <immintrin.h>

#include <cstdint>
#include <cstring>

#include "../../internal/contract/gemm_tasks.h"
#include "../../internal/detect_platform.h"
#include "../simd/load_avx2-inl.h"
#include "transpose-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The sum of a row of bytes, read as unsigned after the flip, modulo 2^32.
LOWP_INLINE std::int32_t SumBytes(const std::uint8_t* row, int k,
                                  std::uint8_t flip) {
  const __m256i flips = _mm256_set1_epi8(static_cast<char>(flip));
  const __m256i zero = _mm256_setzero_si256();
  __m256i sums = zero;  // 64-bit
  int at = 0;
  for (; k - at >= 32; at += 32) {
    const __m256i bytes =
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row + at));
    sums = _mm256_add_epi64(
        sums, _mm256_sad_epu8(_mm256_xor_si256(bytes, flips), zero));
  }
  // Bytes beyond the end are flipped zeros; their sum is subtracted.
  const int left = k - at;
  const __m256i tail = _mm256_xor_si256(LoadBytes32(row + at, left), flips);
  sums = _mm256_add_epi64(sums, _mm256_sad_epu8(tail, zero));
  const __m128i half = _mm_add_epi64(_mm256_castsi256_si128(sums),
                                     _mm256_extracti128_si256(sums, 1));
  const __m128i sum = _mm_add_epi64(half, _mm_unpackhi_epi64(half, half));
  return static_cast<std::int32_t>(_mm_cvtsi128_si64(sum) - (32 - left) * flip);
}

// Copies k bytes, flipped, to whole cache lines.
LOWP_INLINE void CopyBytes(const std::uint8_t* from, int k, std::uint8_t flip,
                           std::uint8_t* to) {
  const __m256i flips = _mm256_set1_epi8(static_cast<char>(flip));
  std::ptrdiff_t at = 0;
  const auto copy = [&](const std::uint8_t* bytes) LOWP_INLINE_LAMBDA {
    _mm256_storeu_si256(
        reinterpret_cast<__m256i*>(to + at),
        _mm256_xor_si256(
            _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes)),
            flips));
  };
  for (; k - at >= 32; at += 32) copy(from + at);
  if (at == k) return;
  std::uint8_t last[32] = {};
  std::memcpy(last, from + at, static_cast<std::size_t>(k - at));
  copy(last);
}

// Backend::read_rows for kernels that read rows of bytes as unsigned, which is
// what copies are.
void ReadRowsOfBytes(const RowTask& task) {
  const BytesToSum bytes = CopyRowsOfBytes(task, &CopyBytes);
  if (task.sums == nullptr) return;
  for (int r = 0; r < task.rows; ++r) {
    task.sums[r] =
        task.SumOf(SumBytes(bytes.rows + r * bytes.stride, task.k, bytes.flip));
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_PACK_READ_BYTES_AVX2_INL_H_
