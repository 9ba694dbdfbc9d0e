// Rows for kernels that read unsigned bytes, on 256-bit registers.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_PACK_READ_BYTES_AVX2_INL_H_
#define LOWP_META_PACK_READ_BYTES_AVX2_INL_H_

#include <immintrin.h>

#include <cstdint>

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

// Backend::read_rows: copied rows keep the caller's bytes.
void ReadRowsOfBytes(const RowTask& task) {
  const std::uint8_t flip = task.scalar == Scalar::kInt8 ? 0x80 : 0;
  std::uint8_t* copies = static_cast<std::uint8_t*>(task.copies);
  if (copies != nullptr) TransposeBytes(task, copies);
  if (task.sums == nullptr) return;
  for (int r = 0; r < task.rows; ++r) {
    const std::uint8_t* row = copies == nullptr
                                  ? task.source + r * task.row_stride
                                  : copies + r * task.copy_stride;
    task.sums[r] = task.SumOf(SumBytes(row, task.k, flip));
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_PACK_READ_BYTES_AVX2_INL_H_
