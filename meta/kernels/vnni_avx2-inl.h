// The backends that multiply by vpdpbusd on 256-bit registers. Rows are the
// unsigned side, panels the signed one.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_VNNI_AVX2_INL_H_
#define LOWP_META_KERNELS_VNNI_AVX2_INL_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/backend.h"
#include "../epilogue/finish_sums-inl.h"
#include "../gemm/dot-inl.h"
#include "../gemm/initial_values-inl.h"
#include "../gemm/panel_loop-inl.h"
#include "../pack/pack_bytes_avx2-inl.h"
#include "../pack/panel_formats_x86.h"
#include "../pack/read_bytes_avx2-inl.h"
#include "../simd/float_avx2.h"
#include "../simd/simd_avx2.h"
#include "../tensor/sparse_sum-inl.h"
#include "../tensor/transform-inl.h"
#include "bytes_avx2-inl.h"
#include "narrow_avx2-inl.h"
#include "vpdpbusd_avx2-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

using VnniAvx2Kernel = BytesAvx2<Vpdpbusd>;

// For PackSignedBytes.
struct VnniGroups {
  static LOWP_INLINE void AddUp(__m256i* sums, __m256i numbers) {
    MultiplyAddBytes(sums, _mm256_set1_epi8(1), numbers);
  }
};

// Thirty-two bytes of a row times as many of a column, one unsigned and one
// signed: the columns are what they are, the rows the other.
template <bool kColumnSigned>
struct VnniAvx2Dot {
  using Sums = __m256i;
  using Numbers = __m256i;
  static constexpr int kChunk = 32;
  static constexpr int kRows = 2;
  static constexpr int kColumns = 2;
  static constexpr bool kSumsApart = false;

  explicit LOWP_INLINE VnniAvx2Dot(const DotBlockTask& task)
      : flip(SignFlip(task.row_flip != 0)) {}

  static LOWP_INLINE __m256i Zero() { return _mm256_setzero_si256(); }
  LOWP_INLINE __m256i LoadRow(const std::uint8_t* p) const {
    return LoadFlipped(p, flip);
  }
  // Behind the empty assembly GCC cannot see that it could load again.
  static LOWP_INLINE __m256i LoadColumn(const std::uint8_t* p) {
    __m256i column = Load(p);
    __asm__ volatile("" : "+x"(column));
    return column;
  }
  // Bytes beyond the end, zero or flipped, meet zeros of the column.
  LOWP_INLINE __m256i LoadRowPart(const std::uint8_t* p, int n) const {
    return _mm256_xor_si256(LoadBytes32(p, n), Load(flip));
  }
  static LOWP_INLINE __m256i LoadColumnPart(const std::uint8_t* p, int n) {
    return LoadBytes32(p, n);
  }
  static LOWP_INLINE void MultiplyAdd(__m256i* sums, __m256i row,
                                      const __m256i* columns) {
    if (kColumnSigned) {
      MultiplyAddTwo(sums, row, row, columns[0], columns[1]);
    } else {
      MultiplyAddTwo(sums, columns[0], columns[1], row, row);
    }
  }
  static LOWP_INLINE void AddUp(__m256i* sums, const __m256i* columns) {
    MultiplyAdd(sums, _mm256_set1_epi8(1), columns);
  }
  static LOWP_INLINE void AddProduct(__m256i* sums, std::int32_t factor,
                                     __m256i more) {
    *sums = _mm256_add_epi32(
        *sums, _mm256_mullo_epi32(_mm256_set1_epi32(factor), more));
  }
  static LOWP_INLINE void Store4(__m256i w, __m256i x, __m256i y, __m256i z,
                                 std::int32_t* out) {
    const __m256i lanes =
        _mm256_hadd_epi32(_mm256_hadd_epi32(w, x), _mm256_hadd_epi32(y, z));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out),
                     _mm_add_epi32(_mm256_castsi256_si128(lanes),
                                   _mm256_extracti128_si256(lanes, 1)));
  }

 private:
  // What to flip waits in memory: a block of two rows and four columns, with
  // the columns' sums, needs all sixteen registers.
  static LOWP_INLINE const std::uint8_t* SignFlip(bool flips) {
    alignas(32) static constexpr std::uint8_t kFlips[2][32] = {
        {}, {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
             0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
             0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80}};
    return kFlips[flips ? 1 : 0];
  }
  static LOWP_INLINE __m256i Load(const std::uint8_t* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  // In assembly, or compilers would load the flips before the loop, and spill.
  static LOWP_INLINE __m256i LoadFlipped(const std::uint8_t* p,
                                         const std::uint8_t* flip) {
    __m256i bytes = Load(p);
    __asm__ volatile("vpxor %[flip], %[bytes], %[bytes]"
                     : [bytes] "+x"(bytes)
                     : [flip] "m"(*reinterpret_cast<const __m256i*>(flip)));
    return bytes;
  }

  const std::uint8_t* flip;
};

// Backend::dot.
void DotBytesAvx2(const DotTask& task) {
  if (task.column_scalar == Scalar::kInt8) {
    DotPanel<VnniAvx2Dot<true>>(task);
  } else {
    DotPanel<VnniAvx2Dot<false>>(task);
  }
}

LOWP_INLINE constexpr Backend VnniAvx2Backend(const char* name,
                                              std::uint64_t required_features) {
  return {
      name,
      required_features,
      /*panel=*/kSignedBytesAvx2,
      /*tile_rows=*/VnniAvx2Kernel::kTileRows,
      /*rows_in_place=*/true,
      /*most_columns_in_place=*/kAnyColumns,
      /*row_interleave=*/1,
      /*row_element_size=*/1,
      /*row_domain=*/Domain::kUnsigned,
      /*pack=*/&PackSignedBytes<VnniGroups>,
      /*widen=*/nullptr,
      /*rows_to_widen=*/0,
      /*least_term_depth=*/0,
      /*read_rows=*/&ReadRowsOfBytes,
      /*copy_panel_rows=*/nullptr,
      /*prepare_columns=*/&PrepareColumns<SimdAvx2>,
      /*multiply=*/&MultiplyPanel<VnniAvx2Kernel>,
      /*dot=*/&DotBytesAvx2,
      /*dot_rows=*/8,
      /*most_dot_offset=*/0,
      /*dot_keeps_up=*/false,
      /*multiply_narrow=*/&MultiplyNarrowAvx2<VnniAvx2Kernel>,
      /*most_narrow_in_place=*/0,
      /*least_narrow_depth=*/0,
      /*finish=*/&FinishSums<FloatAvx2, VnniAvx2Kernel::kWidth>,
      /*multiply_direct=*/nullptr,
      /*transform=*/&Transform<FloatAvx2>,
      /*sparse_sum=*/&SparseSum<FloatAvx2>,
      /*for_reduced_range=*/nullptr,
  };
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_VNNI_AVX2_INL_H_
