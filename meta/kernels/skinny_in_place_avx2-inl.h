// Products of many rows in place with up to eight columns of an unpacked panel,
// in AVX2. Sixteen bytes of a row become a register of int16 on their way. A
// shuffle repeats two of the lower eight values and two of the upper eight in
// the lanes of their halves of a register, where they meet four columns' values
// of the same k.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_SKINNY_IN_PLACE_AVX2_INL_H_
#define LOWP_META_KERNELS_SKINNY_IN_PLACE_AVX2_INL_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/gemm_tasks.h"
#include "../pack/int16_rows_avx2-inl.h"
#include "../simd/load_avx2-inl.h"
#include "kernel_table_x86-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The maximum of n: with more columns, each row would read too much of the
// panel again, and copied rows are faster.
constexpr int kMaxSkinnyColumnsInPlace = 8;
// Values of k that are read at a time, and the minimum of k.
constexpr int kSkinnyChunk = kUnpackedStep;

// Four columns' group of a panel of signed bytes, or zeros beyond the last one.
LOWP_INLINE __m128i LoadQuad(const UnpackTask& task, int group, int column) {
  if (group > (task.k - 1) / 4) return _mm_setzero_si128();
  return _mm_load_si128(reinterpret_cast<const __m128i*>(
      task.panel + (std::ptrdiff_t{group} * task.padded_columns + column) * 4));
}

// GemmKernel::unpack for these rows:
//   [k / 16][pair of values, 0..3][quad of columns][k = 2 pair + 0..1 of its
//   columns | k = 8 + 2 pair + 0..1 of them]
void UnpackForSkinnyInPlace(const UnpackTask& task) {
  const __m128i first =
      _mm_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, -1, -1, -1, -1, -1, -1, -1, -1);
  const __m128i second =
      _mm_setr_epi8(2, 3, 6, 7, 10, 11, 14, 15, -1, -1, -1, -1, -1, -1, -1, -1);
  const int quads = task.columns <= 4 ? 1 : 2;
  __m256i* out = static_cast<__m256i*>(task.unpacked);
  for (int group = 0; group <= (task.k - 1) / 4; group += 4) {
    for (int g = group; g < group + 2; ++g) {
      for (int q = 0; q < quads; ++q) {
        const __m128i low = LoadQuad(task, g, 4 * q);
        const __m128i high = LoadQuad(task, g + 2, 4 * q);
        const auto unpack = [&](__m128i pair) LOWP_INLINE_LAMBDA {
          return Unpack<true>(_mm_unpacklo_epi64(_mm_shuffle_epi8(low, pair),
                                                 _mm_shuffle_epi8(high, pair)));
        };
        _mm256_store_si256(out + q, unpack(first));
        _mm256_store_si256(out + quads + q, unpack(second));
      }
      out += 2 * quads;
    }
  }
}

// Adds the products of two pairs of values with each quad of columns. In
// assembly, because GCC copies sums from one register to another.
template <int kQuads>
LOWP_INLINE void MultiplyAddPairs(__m256i pairs, const __m256i* b,
                                  __m256i (&sums)[kQuads]) {
  LOWP_UNROLL
  for (int q = 0; q < kQuads; ++q) {
    __asm__ volatile(
        "vpmaddwd %[b], %[pairs], %%ymm15\n\t"
        "vpaddd %%ymm15, %[sum], %[sum]"
        : [sum] "+x"(sums[q])
        : [b] "m"(b[q]), [pairs] "x"(pairs)
        : "xmm15");
  }
}

// Adds the products of sixteen values of k to two sets of sums in turn:
// additions wait for one another half as long as with a single set.
template <int kQuads>
LOWP_INLINE void MultiplySkinnyChunk(__m256i row, const __m256i* b,
                                     __m256i (&even)[kQuads],
                                     __m256i (&odd)[kQuads]) {
  MultiplyAddPairs(_mm256_shuffle_epi32(row, 0x00), b, even);
  MultiplyAddPairs(_mm256_shuffle_epi32(row, 0x55), b + kQuads, odd);
  MultiplyAddPairs(_mm256_shuffle_epi32(row, 0xaa), b + 2 * kQuads, even);
  MultiplyAddPairs(_mm256_shuffle_epi32(row, 0xff), b + 3 * kQuads, odd);
}

// Adds the halves of the sums to each other and the initial values to them.
template <int kQuads>
LOWP_INLINE void StoreSkinnySums(const __m256i (&sums)[kQuads],
                                 const std::int32_t* column_add, int row_add,
                                 std::int32_t* out) {
  if constexpr (kQuads == 1) {
    const __m128i total = _mm_add_epi32(_mm256_castsi256_si128(sums[0]),
                                        _mm256_extracti128_si256(sums[0], 1));
    const __m128i add = _mm_add_epi32(
        _mm_set1_epi32(row_add),
        _mm_load_si128(reinterpret_cast<const __m128i*>(column_add)));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out),
                     _mm_add_epi32(total, add));
  } else {
    const __m256i total =
        _mm256_add_epi32(_mm256_permute2x128_si256(sums[0], sums[1], 0x20),
                         _mm256_permute2x128_si256(sums[0], sums[1], 0x31));
    const __m256i add = _mm256_add_epi32(
        _mm256_set1_epi32(row_add),
        _mm256_load_si256(reinterpret_cast<const __m256i*>(column_add)));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out),
                        _mm256_add_epi32(total, add));
  }
}

// With kTail, k is no multiple of sixteen: the last values are read with those
// before them, so that nothing is read beyond a row, and moved to the front.
template <bool kASigned, int kQuads, bool kTail>
LOWP_NOINLINE void SumSkinnyChunks(const GemmTask& task,
                                   const SumTarget& target) {
  constexpr int kChunk = kSkinnyChunk;
  alignas(32) static constexpr std::int8_t kSlide[2 * kChunk] = {
      0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
      -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
  const int left = task.k & (kChunk - 1);
  const __m128i slide = _mm_loadu_si128(
      reinterpret_cast<const __m128i*>(kSlide + (kTail ? kChunk - left : 0)));
  const std::ptrdiff_t k = task.k;
  const std::ptrdiff_t whole = k - left;
  const std::ptrdiff_t a_stride = task.a_stride;
  const std::ptrdiff_t out_stride = target.stride;
  const std::int32_t* const column_add = task.column_add;
  const std::int32_t* const row_add =
      task.row_add == nullptr ? nullptr : task.row_add + target.first;
  const std::uint8_t* a = task.a + target.first * a_stride;
  std::int32_t* out = target.sums;
  for (int r = 0, count = target.count; r < count; ++r) {
    __m256i sums[kQuads], odd[kQuads];
    LOWP_UNROLL
    for (int q = 0; q < kQuads; ++q) sums[q] = odd[q] = _mm256_setzero_si256();
    const __m256i* b = reinterpret_cast<const __m256i*>(task.b);
    std::ptrdiff_t at = 0;
    do {
      MultiplySkinnyChunk(Unpack<kASigned>(LoadBytes(a + at, kChunk)), b, sums,
                          odd);
      at += kChunk;
      b += 4 * kQuads;
    } while (at < whole);
    if constexpr (kTail) {
      const __m128i last = LoadBytes(a + k - kChunk, kChunk);
      MultiplySkinnyChunk(Unpack<kASigned>(_mm_shuffle_epi8(last, slide)), b,
                          sums, odd);
    }
    LOWP_UNROLL
    for (int q = 0; q < kQuads; ++q) {
      sums[q] = _mm256_add_epi32(sums[q], odd[q]);
    }
    StoreSkinnySums(sums, column_add, row_add == nullptr ? 0 : row_add[r], out);
    a += a_stride;
    out += out_stride;
  }
}

template <bool kASigned, int kQuads>
LOWP_INLINE void SumSkinnyQuads(const GemmTask& task, const SumTarget& target) {
  if (task.k % kSkinnyChunk == 0) {
    SumSkinnyChunks<kASigned, kQuads, false>(task, target);
  } else {
    SumSkinnyChunks<kASigned, kQuads, true>(task, target);
  }
}

template <bool kASigned>
LOWP_INLINE void SumSkinnyRowsInPlace(const GemmTask& task,
                                      const SumTarget& target) {
  if (task.n <= 4) {
    SumSkinnyQuads<kASigned, 1>(task, target);
  } else {
    SumSkinnyQuads<kASigned, 2>(task, target);
  }
}

// GemmKernel::sum.
void SumSkinnyInPlace(const GemmTask& task, const SumTarget& target) {
  if (task.a_scalar == Scalar::kInt8) {
    SumSkinnyRowsInPlace<true>(task, target);
  } else {
    SumSkinnyRowsInPlace<false>(task, target);
  }
}

constexpr GemmKernel SkinnyInPlace(const char* name, const KernelCost& cost) {
  GemmKernel kernel = Skinny(name, kAInPlace, cost, &SumSkinnyInPlace);
  kernel.b_form = BForm::kUnpacked;
  kernel.mr = 1;
  // Unpacking takes as long as a few rows.
  kernel.m.min = kMaxMinRows;
  kernel.n.max = kMaxSkinnyColumnsInPlace;
  kernel.n_step = 4;
  kernel.k.min = kSkinnyChunk;
  kernel.unpack = &UnpackForSkinnyInPlace;
  return kernel;
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_SKINNY_IN_PLACE_AVX2_INL_H_
