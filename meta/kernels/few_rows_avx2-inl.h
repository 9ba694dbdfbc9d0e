// One row or two times panels of bytes, on 256-bit registers. So few meet each
// number of a panel that what takes the time is to widen it. Here a single
// instruction does, sixteen bytes at a time: four depths of four columns. The
// products of a column stay in the two halves of a 64-bit lane until the end,
// for which more rows would not have the registers.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_FEW_ROWS_AVX2_INL_H_
#define LOWP_META_KERNELS_FEW_ROWS_AVX2_INL_H_

#include <immintrin.h>

#include <cstdint>
#include <cstring>

#include "../../internal/compiler.h"
#include "../../internal/contract/backend.h"
#include "../gemm/tile_loop-inl.h"
#include "../pack/panel_formats_x86.h"
#include "../simd/float_avx2.h"
#include "../simd/prefetch-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// A kernel with a loop of its own (tile_loop-inl.h). Measured on Zen 3 beside
// PairsAvx2: one row took 0.82 to 0.89 of the time with weights of 1 to 4 MB,
// two rows 0.92 to 0.94, and about as long where memory was the limit.
struct FewRowsAvx2 {
  using Simd = FloatAvx2;
  static constexpr int kTileRows = 2;
  static constexpr int kWidth = kSignedBytesAvx2.width;
  static constexpr int kMaxVectors = kSignedBytesAvx2.width / Simd::kLanes;
  static constexpr int kColumns = 4;  // of a register
  static constexpr int kPanelBytes = 4 * kColumns;
  static constexpr int kRowBytes = 4 * 2;

  template <int kRows, int kVectors>
  static LOWP_INLINE void MultiplyGroups(const PanelTask& task, int row,
                                         __m256i (&sums)[kRows][kVectors]) {
    constexpr int kHalves = 2 * kVectors;
    __m256i halves[kRows][kHalves] = {};
    const std::uint8_t* panel = static_cast<const std::uint8_t*>(task.panel);
    const std::uint8_t* rows = task.rows_data + row * task.row_stride;
    for (int g = task.groups; g > 0; --g) {
      if (task.prefetches) PrefetchLines<1>(panel + kPanelAhead);
      __m256i group[kRows];
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        group[r] = LoadGroup(rows + r * task.row_stride);
      }
      LOWP_UNROLL
      for (int h = 0; h < kHalves; ++h) {
        const __m256i numbers = _mm256_cvtepi8_epi16(_mm_load_si128(
            reinterpret_cast<const __m128i*>(panel + h * kPanelBytes)));
        LOWP_UNROLL
        for (int r = 0; r < kRows; ++r) {
          halves[r][h] = _mm256_add_epi32(halves[r][h],
                                          _mm256_madd_epi16(group[r], numbers));
        }
      }
      panel += kHalves * kPanelBytes;
      rows += kRowBytes;
    }
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        sums[r][v] = _mm256_add_epi32(
            sums[r][v], Join(halves[r][2 * v], halves[r][2 * v + 1]));
      }
    }
  }

 private:
  // Four numbers of a copied row, whose even depths come first, in order.
  static LOWP_INLINE __m256i LoadGroup(const std::uint8_t* p) {
    std::int64_t numbers;
    std::memcpy(&numbers, p, sizeof(numbers));
    const __m256i order = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15));
    return _mm256_shuffle_epi8(_mm256_set1_epi64x(numbers), order);
  }

  // The sums of neighbours: those of eight columns.
  static LOWP_INLINE __m256i Join(__m256i x, __m256i y) {
    return _mm256_permute4x64_epi64(_mm256_hadd_epi32(x, y),
                                    _MM_SHUFFLE(3, 1, 2, 0));
  }
};

template <>
constexpr bool kHasOwnLoop<FewRowsAvx2> = true;

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_FEW_ROWS_AVX2_INL_H_
