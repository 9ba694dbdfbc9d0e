// Products of many rows, where the caller has them, with a panel of up to eight
// columns that was widened, in AVX2. Sixteen depths of a row become a register
// of int16 on their way. A shuffle repeats two of the lower eight depths and
// two of the upper eight in the lanes of their halves of a register, where they
// meet the same depths of four columns.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_NARROW_WORDS_AVX2_INL_H_
#define LOWP_META_KERNELS_NARROW_WORDS_AVX2_INL_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/backend.h"
#include "../pack/widen_avx2-inl.h"
#include "../simd/load_avx2-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Columns: sixteen took up to 1.4 times as long as with copied rows, since each
// row reads the whole panel again.
constexpr int kMostNarrowWords = 8;
// Depths that are read at a time, and the least.
constexpr int kNarrowWordsDepth = kWidenedDepths;

// Four columns' group of a panel of signed bytes, or zeros beyond the last one.
LOWP_INLINE __m128i LoadQuad(const WidenTask& task, int group, int column) {
  if (group > (task.depth - 1) / 4) return _mm_setzero_si128();
  return _mm_load_si128(reinterpret_cast<const __m128i*>(
      task.panel + (std::ptrdiff_t{group} * task.padded_columns + column) * 4));
}

// Backend::widen for these rows:
//   [depth / 16][pair of depths, 0..3][quad of columns][depths 2 pair + 0..1 of
//   its columns | depths 8 + 2 pair + 0..1 of them]
void WidenNarrowPanel(const WidenTask& task) {
  const __m128i first =
      _mm_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, -1, -1, -1, -1, -1, -1, -1, -1);
  const __m128i second =
      _mm_setr_epi8(2, 3, 6, 7, 10, 11, 14, 15, -1, -1, -1, -1, -1, -1, -1, -1);
  const int quads = task.columns <= 4 ? 1 : 2;
  __m256i* out = static_cast<__m256i*>(task.widened);
  for (int group = 0; group <= (task.depth - 1) / 4; group += 4) {
    for (int g = group; g < group + 2; ++g) {
      for (int q = 0; q < quads; ++q) {
        const __m128i low = LoadQuad(task, g, 4 * q);
        const __m128i high = LoadQuad(task, g + 2, 4 * q);
        const auto widen = [&](__m128i pair) LOWP_INLINE_LAMBDA {
          return Widen<true>(_mm_unpacklo_epi64(_mm_shuffle_epi8(low, pair),
                                                _mm_shuffle_epi8(high, pair)));
        };
        _mm256_store_si256(out + q, widen(first));
        _mm256_store_si256(out + quads + q, widen(second));
      }
      out += 2 * quads;
    }
  }
}

// Adds the products of two pairs of depths with each quad of columns. In
// assembly, because GCC copies sums from one register to another.
template <int kQuads>
LOWP_INLINE void MultiplyAddPairs(__m256i pairs, const __m256i* panel,
                                  __m256i (&sums)[kQuads]) {
  LOWP_UNROLL
  for (int q = 0; q < kQuads; ++q) {
    __asm__ volatile(
        "vpmaddwd %[panel], %[pairs], %%ymm15\n\t"
        "vpaddd %%ymm15, %[sum], %[sum]"
        : [sum] "+x"(sums[q])
        : [panel] "m"(panel[q]), [pairs] "x"(pairs)
        : "xmm15");
  }
}

// Adds the products of sixteen depths to two sets of sums by turns, which wait
// for each other half as long as a single one.
template <int kQuads>
LOWP_INLINE void MultiplyNarrowChunk(__m256i row, const __m256i* panel,
                                     __m256i (&even)[kQuads],
                                     __m256i (&odd)[kQuads]) {
  MultiplyAddPairs(_mm256_shuffle_epi32(row, 0x00), panel, even);
  MultiplyAddPairs(_mm256_shuffle_epi32(row, 0x55), panel + kQuads, odd);
  MultiplyAddPairs(_mm256_shuffle_epi32(row, 0xaa), panel + 2 * kQuads, even);
  MultiplyAddPairs(_mm256_shuffle_epi32(row, 0xff), panel + 3 * kQuads, odd);
}

// Adds the halves of the sums to each other and the initial values to them.
template <int kQuads>
LOWP_INLINE void StoreNarrowSums(const __m256i (&sums)[kQuads],
                                 const std::int32_t* column_add, int row_add,
                                 std::int32_t* products) {
  if constexpr (kQuads == 1) {
    const __m128i total = _mm_add_epi32(_mm256_castsi256_si128(sums[0]),
                                        _mm256_extracti128_si256(sums[0], 1));
    const __m128i add = _mm_add_epi32(
        _mm_set1_epi32(row_add),
        _mm_load_si128(reinterpret_cast<const __m128i*>(column_add)));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(products),
                     _mm_add_epi32(total, add));
  } else {
    const __m256i total =
        _mm256_add_epi32(_mm256_permute2x128_si256(sums[0], sums[1], 0x20),
                         _mm256_permute2x128_si256(sums[0], sums[1], 0x31));
    const __m256i add = _mm256_add_epi32(
        _mm256_set1_epi32(row_add),
        _mm256_load_si256(reinterpret_cast<const __m256i*>(column_add)));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(products),
                        _mm256_add_epi32(total, add));
  }
}

// With kTail the depth is no multiple of sixteen: the last ones are read with
// those before them, so that nothing is read beyond a row, and moved to the
// front.
template <bool kSigned, int kQuads, bool kTail>
LOWP_NOINLINE void MultiplyNarrowWords(const PanelTask& task,
                                       const NarrowRows& narrow) {
  constexpr int kChunk = kNarrowWordsDepth;
  alignas(32) static constexpr std::int8_t kSlide[2 * kChunk] = {
      0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
      -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
  const int depth = task.groups * 4 + task.tail;
  const int left = depth & (kChunk - 1);
  const __m128i slide = _mm_loadu_si128(
      reinterpret_cast<const __m128i*>(kSlide + (kTail ? kChunk - left : 0)));
  const std::ptrdiff_t whole = depth - left;
  const std::ptrdiff_t row_stride = task.row_stride;
  const std::ptrdiff_t products_stride = narrow.products_stride;
  const std::int32_t* const column_add = task.column_add;
  const std::int32_t* const row_add =
      task.row_add == nullptr ? nullptr : task.row_add + narrow.first;
  const std::uint8_t* row = task.rows_data + narrow.first * row_stride;
  std::int32_t* products = narrow.products;
  for (int r = 0, count = narrow.count; r < count; ++r) {
    __m256i sums[kQuads], odd[kQuads];
    LOWP_UNROLL
    for (int q = 0; q < kQuads; ++q) sums[q] = odd[q] = _mm256_setzero_si256();
    const __m256i* panel = static_cast<const __m256i*>(task.panel);
    std::ptrdiff_t k = 0;
    do {
      MultiplyNarrowChunk(Widen<kSigned>(LoadBytes(row + k, kChunk)), panel,
                          sums, odd);
      k += kChunk;
      panel += 4 * kQuads;
    } while (k < whole);
    if constexpr (kTail) {
      const __m128i last = LoadBytes(row + depth - kChunk, kChunk);
      MultiplyNarrowChunk(Widen<kSigned>(_mm_shuffle_epi8(last, slide)), panel,
                          sums, odd);
    }
    LOWP_UNROLL
    for (int q = 0; q < kQuads; ++q) {
      sums[q] = _mm256_add_epi32(sums[q], odd[q]);
    }
    StoreNarrowSums(sums, column_add, row_add == nullptr ? 0 : row_add[r],
                    products);
    row += row_stride;
    products += products_stride;
  }
}

template <bool kSigned, int kQuads>
LOWP_INLINE void MultiplyNarrowWordsOf(const PanelTask& task,
                                       const NarrowRows& narrow) {
  if ((task.groups * 4 + task.tail) % kNarrowWordsDepth == 0) {
    MultiplyNarrowWords<kSigned, kQuads, false>(task, narrow);
  } else {
    MultiplyNarrowWords<kSigned, kQuads, true>(task, narrow);
  }
}

// Backend::multiply_narrow for a widened panel and plain rows.
template <bool kSigned>
LOWP_INLINE void MultiplyNarrowInPlace(const PanelTask& task,
                                       const NarrowRows& narrow) {
  if (task.columns <= 4) {
    MultiplyNarrowWordsOf<kSigned, 1>(task, narrow);
  } else {
    MultiplyNarrowWordsOf<kSigned, 2>(task, narrow);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_NARROW_WORDS_AVX2_INL_H_
