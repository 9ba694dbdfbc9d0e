// Packing for backends whose kernels multiply pairs of int16 into each of eight
// lanes: every byte is widened once, on its way into a panel or a row.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_PACK_AVX2_INL_H_
#define LOWP_META_PACK_AVX2_INL_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "../internal/backend.h"
#include "../internal/compiler.h"
#include "../internal/detect_platform.h"
#include "load_avx2-inl.h"
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

// Adds the pairs of one group of eight columns to their sums and stores it.
LOWP_INLINE void FinishGroup(__m256i numbers, __m256i* sums, void* out) {
  *sums =
      _mm256_add_epi32(*sums, _mm256_madd_epi16(numbers, _mm256_set1_epi16(1)));
  _mm256_store_si256(static_cast<__m256i*>(out), numbers);
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

// Columns that are contiguous in depth, eight at a time, sixteen depths each.
template <bool kSigned>
LOWP_INLINE void PackPairsDepthContiguous(const PackTask& task) {
  const std::ptrdiff_t step =
      static_cast<std::ptrdiff_t>(task.padded_columns) * 2;
  for (int c = 0; c < task.padded_columns; c += 8) {
    const std::uint8_t* source = task.source + c * task.column_stride;
    std::int16_t* out = static_cast<std::int16_t*>(task.panel) + c * 2;
    __m256i sums = _mm256_setzero_si256();
    for (int k = 0; k < task.depth; k += 16) {
      const int depths = task.depth - k < 16 ? task.depth - k : 16;
      __m256i x[8];
      LOWP_UNROLL
      for (int j = 0; j < 8; ++j) {
        x[j] = Widen<kSigned>(
            c + j < task.columns
                ? LoadBytes(source + j * task.column_stride + k, depths)
                : _mm_setzero_si128());
      }
      Transpose8x8(x);
      LOWP_UNROLL
      for (int g = 0; g < 8; ++g) {
        if (2 * g < depths) {
          FinishGroup(x[g], &sums, out);
          out += step;
        }
      }
    }
    _mm256_store_si256(reinterpret_cast<__m256i*>(task.sums + c), sums);
  }
}

// Depths that are contiguous across columns: two rows of up to sixteen bytes
// make a group of the whole panel.
template <bool kSigned>
LOWP_INLINE void PackPairsColumnContiguous(const PackTask& task) {
  std::int16_t* out = static_cast<std::int16_t*>(task.panel);
  __m256i sums[2] = {_mm256_setzero_si256(), _mm256_setzero_si256()};
  for (int k = 0; k < task.depth; k += 2) {
    const std::uint8_t* source = task.source + k * task.depth_stride;
    const __m256i even = Widen<kSigned>(LoadBytes(source, task.columns));
    const __m256i odd = k + 1 < task.depth
                            ? Widen<kSigned>(LoadBytes(
                                  source + task.depth_stride, task.columns))
                            : _mm256_setzero_si256();
    const __m256i low = _mm256_unpacklo_epi16(even, odd);
    const __m256i high = _mm256_unpackhi_epi16(even, odd);
    FinishGroup(_mm256_permute2x128_si256(low, high, 0x20), &sums[0], out);
    if (task.padded_columns > 8) {
      FinishGroup(_mm256_permute2x128_si256(low, high, 0x31), &sums[1],
                  out + 16);
    }
    out += task.padded_columns * 2;
  }
  for (int c = 0; c < task.padded_columns; c += 8) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(task.sums + c), sums[c / 8]);
  }
}

template <bool kSigned>
LOWP_INLINE void PackPairs(const PackTask& task) {
  if (task.depth_stride == 1) {
    PackPairsDepthContiguous<kSigned>(task);
  } else {
    PackPairsColumnContiguous<kSigned>(task);
  }
}

// Backend::pack for panels of int16, groups of two, up to 16 columns.
void PackInt16(const PackTask& task) {
  if (task.scalar == Scalar::kInt8) {
    PackPairs<true>(task);
  } else {
    PackPairs<false>(task);
  }
}

// Widens a row and with kCopies stores it, padded with zeros to whole
// registers, for which there is room; with kSums returns its sum. The row may
// lie in the second half of `packed`, where it is overwritten behind the reads.
template <bool kSigned, bool kCopies, bool kSums>
LOWP_INLINE std::int32_t WidenRow(const std::uint8_t* row, int depth,
                                  std::int16_t* packed) {
  __m256i sums = _mm256_setzero_si256();
  const auto take = [&](__m128i bytes, int k) LOWP_INLINE_LAMBDA {
    const __m256i numbers = Widen<kSigned>(bytes);
    if constexpr (kSums) {
      sums = _mm256_add_epi32(sums,
                              _mm256_madd_epi16(numbers, _mm256_set1_epi16(1)));
    }
    if constexpr (kCopies) {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(packed + k), numbers);
    }
  };
  int k = 0;
  for (; depth - k >= 16; k += 16) take(LoadBytes(row + k, 16), k);
  if (k < depth) take(LoadBytes(row + k, depth - k), k);
  if constexpr (!kSums) return 0;
  const __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sums),
                                     _mm256_extracti128_si256(sums, 1));
  const __m128i pair = _mm_add_epi32(half, _mm_unpackhi_epi64(half, half));
  return _mm_cvtsi128_si32(
      _mm_add_epi32(pair, _mm_shuffle_epi32(pair, _MM_SHUFFLE(1, 1, 1, 1))));
}

template <bool kSigned, bool kCopies, bool kSums>
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
    const std::int32_t sum = WidenRow<kSigned, kCopies, kSums>(
        from, task.depth, reinterpret_cast<std::int16_t*>(packed));
    if constexpr (kSums) task.sums[r] = sum;
    if constexpr (kCopies) packed += task.packed_stride;
    from += stride;
  }
}

template <bool kSigned>
LOWP_INLINE void ReadRowsOf(const RowTask& task) {
  if (task.packed == nullptr) {
    WidenRows<kSigned, false, true>(task);
  } else if (task.sums == nullptr) {
    WidenRows<kSigned, true, false>(task);
  } else {
    WidenRows<kSigned, true, true>(task);
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

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_PACK_AVX2_INL_H_
