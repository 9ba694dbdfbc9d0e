// Packing for backends whose kernels multiply by vpdpbusd on 256-bit registers,
// unsigned bytes of rows by signed ones of panels.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_PACK_VNNI_AVX2_INL_H_
#define LOWP_META_PACK_VNNI_AVX2_INL_H_

#include <immintrin.h>

#include <cstdint>

#include "../internal/backend.h"
#include "../internal/compiler.h"
#include "../internal/detect_platform.h"
#include "load_avx2-inl.h"
#include "pack_bytes_avx2-inl.h"
#include "transpose-inl.h"
#include "vpdpbusd_avx2-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// For PackSignedBytes.
struct VnniGroups {
  static LOWP_INLINE void AddUp(__m256i* sums, __m256i numbers) {
    MultiplyAddBytes(sums, _mm256_set1_epi8(1), numbers);
  }
};

// The sum of a row of bytes, read as unsigned after the flip.
LOWP_INLINE std::int32_t SumBytes(const std::uint8_t* row, int depth,
                                  std::uint8_t flip) {
  const __m256i flips = _mm256_set1_epi8(static_cast<char>(flip));
  const __m256i ones = _mm256_set1_epi8(1);
  __m256i sums = _mm256_setzero_si256();
  int k = 0;
  for (; depth - k >= 32; k += 32) {
    const __m256i bytes =
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row + k));
    MultiplyAddBytes(&sums, _mm256_xor_si256(bytes, flips), ones);
  }
  const __m256i tail = _mm256_xor_si256(LoadBytes32(row + k, depth - k), flips);
  MultiplyAddBytes(&sums, tail, _mm256_and_si256(ones, FirstBytes(depth - k)));
  const __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sums),
                                     _mm256_extracti128_si256(sums, 1));
  const __m128i pair = _mm_add_epi32(half, _mm_unpackhi_epi64(half, half));
  return _mm_cvtsi128_si32(
      _mm_add_epi32(pair, _mm_shuffle_epi32(pair, _MM_SHUFFLE(1, 1, 1, 1))));
}

// Backend::read_rows for kernels that read rows of bytes as unsigned: copied
// rows keep the caller's bytes.
void ReadRowsOfBytes(const RowTask& task) {
  const std::uint8_t flip = task.scalar == Scalar::kInt8 ? 0x80 : 0;
  std::uint8_t* packed = static_cast<std::uint8_t*>(task.packed);
  if (packed != nullptr) TransposeBytes(task, packed);
  if (task.sums == nullptr) return;
  for (int r = 0; r < task.rows; ++r) {
    const std::uint8_t* row = packed == nullptr
                                  ? task.source + r * task.row_stride
                                  : packed + r * task.packed_stride;
    task.sums[r] = SumBytes(row, task.depth, flip);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_PACK_VNNI_AVX2_INL_H_
