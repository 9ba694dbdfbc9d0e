// Rows for kernels that multiply pairs of int16: widened while they are copied.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_PACK_WIDEN_AVX2_INL_H_
#define LOWP_META_PACK_WIDEN_AVX2_INL_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/backend.h"
#include "../../internal/detect_platform.h"
#include "../simd/load_avx2-inl.h"
#include "transpose-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Sixteen bytes as int16.
template <bool kSigned>
LOWP_INLINE __m256i Widen(__m128i bytes) {
  return kSigned ? _mm256_cvtepi8_epi16(bytes) : _mm256_cvtepu8_epi16(bytes);
}

// Transposes 8 x 8 dwords.
LOWP_INLINE void Transpose8x8(__m256i (&x)[8]) {
  __m256i y[8];
  LOWP_UNROLL
  for (int i = 0; i < 8; i += 2) {
    y[i] = _mm256_unpacklo_epi32(x[i], x[i + 1]);
    y[i + 1] = _mm256_unpackhi_epi32(x[i], x[i + 1]);
  }
  __m256i z[8];
  LOWP_UNROLL
  for (int i = 0; i < 8; i += 4) {
    z[i] = _mm256_unpacklo_epi64(y[i], y[i + 2]);
    z[i + 1] = _mm256_unpackhi_epi64(y[i], y[i + 2]);
    z[i + 2] = _mm256_unpacklo_epi64(y[i + 1], y[i + 3]);
    z[i + 3] = _mm256_unpackhi_epi64(y[i + 1], y[i + 3]);
  }
  LOWP_UNROLL
  for (int i = 0; i < 4; ++i) {
    x[i] = _mm256_permute2x128_si256(z[i], z[i + 4], 0x20);
    x[i + 4] = _mm256_permute2x128_si256(z[i], z[i + 4], 0x31);
  }
}

LOWP_INLINE std::int32_t SumOfLanes(__m256i x) {
  const __m128i half =
      _mm_add_epi32(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
  const __m128i pair = _mm_add_epi32(half, _mm_unpackhi_epi64(half, half));
  return _mm_cvtsi128_si32(
      _mm_add_epi32(pair, _mm_shuffle_epi32(pair, _MM_SHUFFLE(1, 1, 1, 1))));
}

// Sixteen numbers of a row in the order that kernels read them in: of each four
// depths the even ones, then the odd ones.
LOWP_INLINE __m256i InRowOrder(__m256i numbers) {
  const __m256i order =
      _mm256_setr_epi8(0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15, 0,
                       1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15);
  return _mm256_shuffle_epi8(numbers, order);
}
LOWP_INLINE void StoreInRowOrder(__m256i numbers, std::int16_t* packed) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(packed), InRowOrder(numbers));
}

// Subtracts from a row's term the products of such numbers' even depths and the
// odd ones behind them.
LOWP_INLINE __m256i SubtractProducts(__m256i terms, __m256i numbers) {
  return _mm256_sub_epi32(
      terms, _mm256_madd_epi16(numbers, _mm256_srli_epi64(numbers, 32)));
}

// The term (winograd-inl.h) of a row that is copied.
LOWP_INLINE std::int32_t TermOfRow(const std::int16_t* packed, int depth) {
  __m256i terms = _mm256_setzero_si256();
  for (int left = depth; left > 0; left -= 16, packed += 16) {
    terms = SubtractProducts(
        terms, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(packed)));
  }
  return SumOfLanes(terms);
}

// In lanes, which have to be added up.
struct RowSums {
  __m256i sums;
  __m256i terms;
};

// Widens a row and with kCopies stores it, padded with zeros to whole
// registers, for which there is room; with kSums sums it, with kTerms makes its
// term. The row may lie in the second half of `packed`, where it is overwritten
// behind the reads.
template <bool kSigned, bool kCopies, bool kTerms, bool kSums>
LOWP_INLINE RowSums WidenRow(const std::uint8_t* row, int depth,
                             std::int16_t* packed) {
  __m256i sums = _mm256_setzero_si256();
  __m256i terms = _mm256_setzero_si256();
  const auto take = [&](__m128i bytes, int k) LOWP_INLINE_LAMBDA {
    __m256i numbers = Widen<kSigned>(bytes);
    if constexpr (kSums) {
      sums = _mm256_add_epi32(sums,
                              _mm256_madd_epi16(numbers, _mm256_set1_epi16(1)));
    }
    if constexpr (kCopies) {
      numbers = InRowOrder(numbers);
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(packed + k), numbers);
      if constexpr (kTerms) terms = SubtractProducts(terms, numbers);
    }
  };
  int k = 0;
  for (; depth - k >= 16; k += 16) take(LoadBytes(row + k, 16), k);
  if (k < depth) take(LoadBytes(row + k, depth - k), k);
  return {sums, terms};
}

template <bool kSigned, bool kCopies, bool kTerms, bool kSums>
LOWP_INLINE void WidenRows(const RowTask& task) {
  std::uint8_t* packed = static_cast<std::uint8_t*>(task.packed);
  const std::uint8_t* from = task.source;
  std::ptrdiff_t stride = task.row_stride;
  if (kCopies && task.depth_stride != 1) {
    // Bytes that have to be turned around wait in the second half of their
    // rows, which the widened row grows into.
    std::uint8_t* const turned = packed + task.packed_stride / 2;
    TransposeBytes(task, turned);
    from = turned;
    stride = task.packed_stride;
  }
  for (int r = 0; r < task.rows; ++r) {
    const RowSums made = WidenRow<kSigned, kCopies, kTerms, kSums>(
        from, task.depth, reinterpret_cast<std::int16_t*>(packed));
    if constexpr (kSums) task.sums[r] = SumOfLanes(made.sums);
    if constexpr (kTerms) task.terms[r] = SumOfLanes(made.terms);
    if constexpr (kCopies) packed += task.packed_stride;
    from += stride;
  }
}

template <bool kSigned, bool kTerms>
LOWP_INLINE void CopyRowsOf(const RowTask& task) {
  if (task.sums == nullptr) {
    WidenRows<kSigned, true, kTerms, false>(task);
  } else {
    WidenRows<kSigned, true, kTerms, true>(task);
  }
}

template <bool kSigned>
LOWP_INLINE void ReadRowsOf(const RowTask& task) {
  if (task.packed == nullptr) {
    WidenRows<kSigned, false, false, true>(task);
  } else if (task.terms != nullptr) {
    CopyRowsOf<kSigned, true>(task);
  } else {
    CopyRowsOf<kSigned, false>(task);
  }
}

// Backend::read_rows for kernels that read rows of int16. Rows that are not
// contiguous in depth are always copied.
void ReadRowsOfInt16(const RowTask& task) {
  if (task.scalar == Scalar::kInt8) {
    ReadRowsOf<true>(task);
  } else {
    ReadRowsOf<false>(task);
  }
}

// Backend::copy_panel_rows, from panels of signed bytes, eight rows and depths
// of 32 at a time.
void CopyPanelRowsAsInt16(const PanelRowsTask& task) {
  const std::ptrdiff_t group_bytes = std::ptrdiff_t{task.padded_columns} * 4;
  const int groups = (task.depth - 1) / 4 + 1;
  for (int first = 0; first < task.rows; first += 8) {
    const int rows = task.rows - first < 8 ? task.rows - first : 8;
    for (int g = 0; g < groups; g += 8) {
      const std::uint8_t* const from =
          task.panel + g * group_bytes + std::ptrdiff_t{first} * 4;
      __m256i x[8];
      LOWP_UNROLL
      for (int j = 0; j < 8; ++j) {
        x[j] = g + j < groups
                   ? _mm256_load_si256(reinterpret_cast<const __m256i*>(
                         from + j * group_bytes))
                   : _mm256_setzero_si256();
      }
      Transpose8x8(x);
      std::uint8_t* const to = static_cast<std::uint8_t*>(task.packed) +
                               first * task.packed_stride + g * 8;
      for (int r = 0; r < rows; ++r) {
        std::int16_t* const row =
            reinterpret_cast<std::int16_t*>(to + r * task.packed_stride);
        StoreInRowOrder(Widen<true>(_mm256_castsi256_si128(x[r])), row);
        if (g + 4 < groups) {
          StoreInRowOrder(Widen<true>(_mm256_extracti128_si256(x[r], 1)),
                          row + 16);
        }
      }
    }
  }
  if (task.terms == nullptr) return;
  std::uint8_t* packed = static_cast<std::uint8_t*>(task.packed);
  for (int r = 0; r < task.rows; ++r) {
    task.terms[r] =
        TermOfRow(reinterpret_cast<std::int16_t*>(packed), task.depth);
    packed += task.packed_stride;
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_PACK_WIDEN_AVX2_INL_H_
