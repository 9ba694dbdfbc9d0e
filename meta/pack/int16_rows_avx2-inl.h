// Rows for kernels that multiply pairs of int16. A copied row is int16 in the
// order that those kernels read, and behind its zero-padded values lies one
// int32, the row's term of a fast inner product (fast_inner_product-inl.h).
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_PACK_INT16_ROWS_AVX2_INL_H_
#define LOWP_META_PACK_INT16_ROWS_AVX2_INL_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../../internal/compiler.h"
#include "../../internal/contract/gemm_tasks.h"
#include "../../internal/detect_platform.h"
#include "../simd/load_avx2-inl.h"
#include "../simd/simd_avx2.h"
#include "transpose-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Where the term of a copied row of k values lies, in bytes, and its size.
constexpr std::ptrdiff_t TermOffset(int k) {
  return (std::ptrdiff_t{k} + 3) / 4 * 8;
}
constexpr int kTermBytes = 4;

// Sixteen bytes as int16.
template <bool kSigned>
LOWP_INLINE __m256i Unpack(__m128i bytes) {
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

// Sixteen values of a row in the order in which kernels read them: of each four
// values, the even ones, then the odd ones.
LOWP_INLINE __m256i InRowOrder(__m256i values) {
  const __m256i order =
      _mm256_setr_epi8(0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15, 0,
                       1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15);
  return _mm256_shuffle_epi8(values, order);
}

// Subtracts from a row's term the products of each even value in such a
// register and the odd one after it.
LOWP_INLINE __m256i SubtractProducts(__m256i terms, __m256i values) {
  return _mm256_sub_epi32(
      terms, _mm256_madd_epi16(values, _mm256_srli_epi64(values, 32)));
}

// Stores the term of a copied row, whose values are complete: whole registers
// of them may have covered its place.
LOWP_INLINE void StoreTerm(__m256i terms, void* to) {
  const std::int32_t term = SimdAvx2::SumOfLanes(terms);
  std::memcpy(to, &term, kTermBytes);
}

// Reads a row of k values; kSums: returns its sum. kCopies: copies it, padded
// with zeros to whole registers, for which there must be room, and its term, to
// `term`.
// The row may lie in the second half of `copy`, which is overwritten only after
// it has been read.
template <bool kSigned, bool kCopies, bool kSums>
LOWP_INLINE std::int32_t ReadInt16Row(const std::uint8_t* row, int k,
                                      std::uint8_t* copy, void* term) {
  __m256i sums = _mm256_setzero_si256();
  __m256i terms = _mm256_setzero_si256();
  const auto take = [&](__m128i bytes, int at) LOWP_INLINE_LAMBDA {
    __m256i values = Unpack<kSigned>(bytes);
    if constexpr (kSums) {
      sums = _mm256_add_epi32(sums,
                              _mm256_madd_epi16(values, _mm256_set1_epi16(1)));
    }
    if constexpr (kCopies) {
      values = InRowOrder(values);
      _mm256_storeu_si256(
          reinterpret_cast<__m256i*>(copy + std::ptrdiff_t{2} * at), values);
      terms = SubtractProducts(terms, values);
    }
  };
  int at = 0;
  for (; k - at >= 16; at += 16) take(LoadBytes(row + at, 16), at);
  if (at < k) take(LoadBytes(row + at, k - at), at);
  if constexpr (kCopies) StoreTerm(terms, term);
  return kSums ? SimdAvx2::SumOfLanes(sums) : 0;
}

template <bool kSigned, bool kCopies, bool kSums>
LOWP_INLINE void ReadInt16Rows(const RowTask& task) {
  std::uint8_t* copy = static_cast<std::uint8_t*>(task.copies);
  const std::uint8_t* turned = nullptr;
  if (kCopies && task.k_stride != 1) {
    // Bytes that must be transposed are kept in the second half of their rows;
    // the copied row grows into it.
    std::uint8_t* const second_half = copy + task.copy_stride / 2;
    TransposeBytes(task, /*flip=*/0, second_half);
    turned = second_half;
  }
  for (int r = 0; r < task.rows; ++r) {
    const std::int32_t sum = ReadInt16Row<kSigned, kCopies, kSums>(
        turned == nullptr ? task.RowAt(r) : turned + r * task.copy_stride,
        task.k, copy,
        task.terms == nullptr ? static_cast<void*>(copy + TermOffset(task.k))
                              : task.terms + r);
    if constexpr (kSums) task.sums[r] = task.SumOf(sum);
    if constexpr (kCopies) copy += task.copy_stride;
  }
}

template <bool kSigned>
LOWP_INLINE void ReadRowsOf(const RowTask& task) {
  if (task.copies == nullptr) {
    ReadInt16Rows<kSigned, false, true>(task);
  } else if (task.sums == nullptr) {
    ReadInt16Rows<kSigned, true, false>(task);
  } else {
    ReadInt16Rows<kSigned, true, true>(task);
  }
}

// Backend::read_rows for kernels that read rows of int16. Rows that are not
// contiguous in k are always copied.
void ReadRowsOfInt16(const RowTask& task) {
  if (task.scalar == Scalar::kInt8) {
    ReadRowsOf<true>(task);
  } else {
    ReadRowsOf<false>(task);
  }
}

// Copies 32 values from `at` on of up to eight neighbouring columns of a panel.
LOWP_INLINE void CopyPanelBlock(const PanelRowsTask& task, int first, int rows,
                                std::ptrdiff_t at, __m256i (&terms)[8]) {
  const std::ptrdiff_t group_bytes = std::ptrdiff_t{task.padded_columns} * 4;
  const std::ptrdiff_t groups = (task.k - at + 3) / 4;
  const std::uint8_t* const from =
      task.panel + at / 4 * group_bytes + std::ptrdiff_t{first} * 4;
  __m256i x[8];
  LOWP_UNROLL
  for (int j = 0; j < 8; ++j) {
    x[j] = j < groups ? _mm256_load_si256(reinterpret_cast<const __m256i*>(
                            from + j * group_bytes))
                      : _mm256_setzero_si256();
  }
  Transpose8x8(x);
  std::uint8_t* copy = static_cast<std::uint8_t*>(task.copies) +
                       first * task.copy_stride + 2 * at;
  for (int r = 0; r < rows; ++r, copy += task.copy_stride) {
    __m256i* const out = reinterpret_cast<__m256i*>(copy);
    const __m256i low = InRowOrder(Unpack<true>(_mm256_castsi256_si128(x[r])));
    _mm256_storeu_si256(out, low);
    terms[r] = SubtractProducts(terms[r], low);
    if (groups <= 4) continue;
    const __m256i high =
        InRowOrder(Unpack<true>(_mm256_extracti128_si256(x[r], 1)));
    _mm256_storeu_si256(out + 1, high);
    terms[r] = SubtractProducts(terms[r], high);
  }
}

// Backend::copy_panel_rows, from panels of signed bytes, eight rows at a time.
void CopyPanelRowsAsInt16(const PanelRowsTask& task) {
  for (int first = 0; first < task.rows; first += 8) {
    const int rows = task.rows - first < 8 ? task.rows - first : 8;
    __m256i terms[8];
    LOWP_UNROLL
    for (int r = 0; r < 8; ++r) terms[r] = _mm256_setzero_si256();
    // Wide: it steps past task.k.
    for (std::ptrdiff_t at = 0; at < task.k; at += 32) {
      CopyPanelBlock(task, first, rows, at, terms);
    }
    std::uint8_t* copy =
        static_cast<std::uint8_t*>(task.copies) + first * task.copy_stride;
    for (int r = 0; r < rows; ++r, copy += task.copy_stride) {
      StoreTerm(terms[r], copy + TermOffset(task.k));
    }
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_PACK_INT16_ROWS_AVX2_INL_H_
