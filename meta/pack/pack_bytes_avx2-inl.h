// Packing for backends with eight lanes: panels of up to sixteen columns of
// signed bytes, kr = 4.
//
// Written once over a policy `Groups`:
//   AddUp(sums, values)    adds the four signed bytes of each lane to its sum
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_PACK_PACK_BYTES_AVX2_INL_H_
#define LOWP_META_PACK_PACK_BYTES_AVX2_INL_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/gemm_tasks.h"
#include "../../internal/detect_platform.h"
#include "../simd/load_avx2-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// A mask of the first n bytes, 0 <= n <= 32.
LOWP_INLINE __m256i FirstBytes(int n) {
  const __m256i positions = _mm256_setr_epi8(
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
      21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
  return _mm256_cmpgt_epi8(_mm256_set1_epi8(static_cast<char>(n)), positions);
}

// The sign bits to flip in a group: those of the first `columns` columns, at
// most 8, and their first `count` values, at most 4.
LOWP_INLINE __m256i GroupFlip(bool flips, int columns, int count) {
  if (!flips) return _mm256_setzero_si256();
  const std::uint32_t group =
      count >= 4 ? 0x80808080u : 0x80808080u & ((1u << (8 * count)) - 1);
  return _mm256_and_si256(
      _mm256_set1_epi32(static_cast<int>(group)),
      FirstBytes(columns <= 0 ? 0 : (columns < 8 ? columns : 8) * 4));
}

// Flips one group of eight columns, adds it to the column sums, and stores it.
template <class Groups>
LOWP_INLINE void FinishGroup(__m256i bytes, __m256i flip, __m256i* sums,
                             std::uint8_t* out) {
  const __m256i values = _mm256_xor_si256(bytes, flip);
  Groups::AddUp(sums, values);
  _mm256_store_si256(reinterpret_cast<__m256i*>(out), values);
}

// Loads the next 1..16 values of eight columns, one register per group of four.
// The columns are contiguous in k; those from `columns` on are not read.
LOWP_INLINE void LoadGroups(const std::uint8_t* source, std::ptrdiff_t stride,
                            int columns, int count, __m256i (&groups)[4]) {
  __m256i pair[4];  // lane l of pair[j]: sixteen values of column 4 l + j
  LOWP_UNROLL
  for (int j = 0; j < 4; ++j) {
    __m128i lane[2];
    LOWP_UNROLL
    for (int l = 0; l < 2; ++l) {
      const int column = 4 * l + j;
      lane[l] = column < columns ? LoadBytes(source + column * stride, count)
                                 : _mm_setzero_si128();
    }
    pair[j] =
        _mm256_inserti128_si256(_mm256_castsi128_si256(lane[0]), lane[1], 1);
  }
  const __m256i a = _mm256_unpacklo_epi32(pair[0], pair[1]);
  const __m256i b = _mm256_unpackhi_epi32(pair[0], pair[1]);
  const __m256i c = _mm256_unpacklo_epi32(pair[2], pair[3]);
  const __m256i d = _mm256_unpackhi_epi32(pair[2], pair[3]);
  groups[0] = _mm256_unpacklo_epi64(a, c);
  groups[1] = _mm256_unpackhi_epi64(a, c);
  groups[2] = _mm256_unpacklo_epi64(b, d);
  groups[3] = _mm256_unpackhi_epi64(b, d);
}

// Packs columns that are contiguous in k, eight at a time.
template <class Groups>
LOWP_INLINE void PackContiguousColumns(const PackTask& task, bool flips) {
  const std::ptrdiff_t step =
      static_cast<std::ptrdiff_t>(task.padded_columns) * 4;
  for (int c = 0; c < task.padded_columns; c += 8) {
    const int columns = task.columns - c;
    const std::uint8_t* source = task.source + c * task.column_stride;
    std::uint8_t* out = static_cast<std::uint8_t*>(task.panel) + c * 4;
    __m256i sums = _mm256_setzero_si256();
    __m256i groups[4];
    int k = 0;
    const __m256i flip = GroupFlip(flips, columns, 4);
    for (; task.k - k >= 16; k += 16) {
      LoadGroups(source + k, task.column_stride, columns, 16, groups);
      LOWP_UNROLL
      for (int g = 0; g < 4; ++g) {
        FinishGroup<Groups>(groups[g], flip, &sums, out);
        out += step;
      }
    }
    if (const int left = task.k - k; left > 0) {
      LoadGroups(source + k, task.column_stride, columns, left, groups);
      LOWP_UNROLL
      for (int g = 0; g < 4; ++g) {
        if (4 * g < left) {
          FinishGroup<Groups>(
              groups[g], GroupFlip(flips, columns, left - 4 * g), &sums, out);
          out += step;
        }
      }
    }
    _mm256_store_si256(reinterpret_cast<__m256i*>(task.sums + c), sums);
  }
}

// Packs B where the columns' values for the same k are contiguous: four runs of
// up to sixteen bytes make one group of the whole panel.
template <class Groups>
LOWP_INLINE void PackContiguousRows(const PackTask& task, bool flips) {
  // Columns 0..3 and 8..11 go to the lower half, the others to the upper one,
  // so that interleaving leaves eight consecutive columns in each register.
  const __m256i order = _mm256_setr_epi8(
      0, 1, 2, 3, 8, 9, 10, 11, -1, -1, -1, -1, -1, -1, -1, -1, 4, 5, 6, 7, 12,
      13, 14, 15, -1, -1, -1, -1, -1, -1, -1, -1);
  std::uint8_t* out = static_cast<std::uint8_t*>(task.panel);
  __m256i sums[2] = {_mm256_setzero_si256(), _mm256_setzero_si256()};
  // Wide: it steps past task.k.
  for (std::ptrdiff_t k = 0; k < task.k; k += 4) {
    const int left = static_cast<int>(task.k - k);
    const std::uint8_t* source = task.source + k * task.k_stride;
    __m256i row[4];
    LOWP_UNROLL
    for (int j = 0; j < 4; ++j) {
      row[j] = _mm256_broadcastsi128_si256(
          LoadBytes(source + j * task.k_stride, j < left ? task.columns : 0));
      row[j] = _mm256_shuffle_epi8(row[j], order);
    }
    const __m256i a = _mm256_unpacklo_epi8(row[0], row[1]);
    const __m256i b = _mm256_unpacklo_epi8(row[2], row[3]);
    FinishGroup<Groups>(_mm256_unpacklo_epi16(a, b),
                        GroupFlip(flips, task.columns, left), &sums[0], out);
    if (task.padded_columns > 8) {
      FinishGroup<Groups>(_mm256_unpackhi_epi16(a, b),
                          GroupFlip(flips, task.columns - 8, left), &sums[1],
                          out + 32);
    }
    out += task.padded_columns * 4;
  }
  for (int c = 0; c < task.padded_columns; c += 8) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(task.sums + c), sums[c / 8]);
  }
}

// Backend::pack for panels of signed bytes, kr = 4, up to 16 columns.
template <class Groups>
void PackSignedBytes(const PackTask& task) {
  const bool flips = task.scalar == Scalar::kUint8;
  if (task.k_stride == 1) {
    PackContiguousColumns<Groups>(task, flips);
  } else {
    PackContiguousRows<Groups>(task, flips);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_PACK_PACK_BYTES_AVX2_INL_H_
