// The backends that multiply by vpdpbusd on 256-bit registers. A is the
// unsigned side, B the signed one.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_VNNI_AVX2_INL_H_
#define LOWP_META_KERNELS_VNNI_AVX2_INL_H_

#include <immintrin.h>

#include <cstdint>
#include <iterator>

#include "../../internal/contract/backend.h"
#include "../conv/depthwise-inl.h"
#include "../conv/depthwise_mixed-inl.h"
#include "../conv/depthwise_quads-inl.h"
#include "../conv/depthwise_registers_avx2.h"
#include "../conv/interleave_avx2.h"
#include "../conv/interleaved-inl.h"
#include "../gemm/gemv-inl.h"
#include "../gemm/register_tiles-inl.h"
#include "../gemm/sum_tiles-inl.h"
#include "../pack/pack_bytes_avx2-inl.h"
#include "../pack/panel_formats_x86.h"
#include "../pack/read_bytes_avx2-inl.h"
#include "bytes_avx2-inl.h"
#include "int4_avx2-inl.h"
#include "kernel_table_x86-inl.h"
#include "rows_in_place_vnni_avx2-inl.h"
#include "vpdpbusd_avx2-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct VnniAvx2Kernel : BytesAvx2<Vpdpbusd> {
  static constexpr int kSumsAtOnce = 8;
  static constexpr bool kFewRowsSkipFlips = false;
};

// For PackSignedBytes.
struct VnniGroups {
  static LOWP_INLINE void AddUp(__m256i* sums, __m256i values) {
    MultiplyAddBytes(sums, _mm256_set1_epi8(1), values);
  }
};

// Thirty-two bytes of a row times as many of a column, one side unsigned and
// the other signed: columns are read as they are stored, and rows are flipped
// where they have the same signedness.
template <bool kBSigned>
struct GemvVnniAvx2 {
  using Sums = __m256i;
  using Values = __m256i;
  static constexpr int kChunk = 32;
  static constexpr int kRows = 2;
  static constexpr int kColumns = 2;
  static constexpr bool kSumsApart = false;

  explicit LOWP_INLINE GemvVnniAvx2(const GemvBlock& block)
      : flip(SignFlip(block.a_flip != 0)) {}

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
    if (kBSigned) {
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

// GemmKernel::sum.
void SumBytesInPlace(const GemmTask& task, const SumTarget& target) {
  if (task.b_scalar == Scalar::kInt8) {
    SumInPlace<GemvVnniAvx2<true>>(task, target);
  } else {
    SumInPlace<GemvVnniAvx2<false>>(task, target);
  }
}

// Costs are those of Emerald Rapids, whose cores are like the larger ones of
// the processors with AVX-VNNI but no AVX-512. They are fitted so that they
// choose the fastest kernels.
//
// Half a panel's columns cost as much as all of them, since additions to the
// same sum wait for one another.
constexpr GemmKernel SingleVnniRows() {
  GemmKernel kernel = SingleRows(
      "1x16", kAInPlace | kACopied,
      {0.0114f, 0.435f, 18.2f, 68.3f, 22.7f, 0.0093f, 0.717f, 0.0124f},
      &RunInRegisters<VnniAvx2Kernel, RunRows<VnniAvx2Kernel::kTileRows>>);
  kernel.n_step = kSignedBytesAvx2.nr;
  return kernel;
}

// A value that is flipped in tiles: signed rows took 1.045x the time of
// unsigned ones, the geometric mean of 14 products. Fewer rows hide it.
constexpr float kVnniAvx2Flip = 0.016f;

constexpr GemmKernel VnniTiles() {
  constexpr int kRows = VnniAvx2Kernel::kTileRows;
  GemmKernel kernel =
      Tiles("6x16", kAInPlace | kACopied,
            {0.0182f, 0.292f, 6.73f, 33.2f, 107, 0.0128f, 0.0588f, -1.24f, 0, 0,
             kVnniAvx2Flip},
            &RunInRegisters<VnniAvx2Kernel, RunManyRows<kRows>>);
  kernel.mr = kRows;
  return kernel;
}

constexpr GemmKernel kVnniAvx2Kernels[] = {
    SingleVnniRows(),
    VnniTiles(),
    SumTiles("6x16_sums", kAInPlace | kACopied | kAPanel,
             VnniAvx2Kernel::kTileRows,
             {0.0213f, 0.172f, 19.7f, 97.8f, 62, 0.0375f, -0.009f, -0.171f, 0,
              0, kVnniAvx2Flip},
             &SumPanel<VnniAvx2Kernel>),
    Gemv("2x4_gemv", GemvVnniAvx2<true>::kRows, 8,
         {0.0193f, 5.98f, 4.32f, 4.17f, 211, 0.027f, 1.58f, -0.172f},
         &SumBytesInPlace),
    Lines("1x32_lines", kAInPlace, {1, 1}, RowsVnniAvx2<true>::kColumns,
          {0.0489f, 3.4f, 0, 0, 107, 0.0018f, 1.3f, -1.35f},
          &SumLinesInPlace<RowsVnniAvx2>),
};

// vpdpbusd with its right operand in memory.
struct DepthwiseDotAvx2 {
  static LOWP_INLINE void Add(__m256i* sum, __m256i left, const void* right) {
    __asm__(
        LOWP_VPDPBUSD " %[right], %[left], %[sum]"
        : [sum] "+x"(*sum)
        : [left] "x"(left), [right] "m"(*static_cast<const __m256i*>(right)));
  }
};

using DepthwiseVnniAvx2 =
    DepthwiseBytes<DepthwiseRegistersAvx2, DepthwiseDotAvx2>;
// Costs are fitted to the times of 1,200 random depthwise convolutions on an
// Emerald Rapids, together with those of interleaved lines. Those of kernels
// that mix channels are half of the operations on registers.
constexpr DepthwiseKernel kVnniAvx2Depthwise[] = {
    MakeDepthwiseKernel<DepthwiseVnniAvx2, AnyFourTaps>("any 4 taps",
                                                        {10.3f, 10.4f}),
    MakeDepthwiseKernel<DepthwiseVnniAvx2, TwoOfFour>(
        "2 windows of 4 positions", {11.9f, 22.5f}),
    MakeDepthwiseKernel<MixedBytes<DepthwiseRegistersAvx2, DepthwiseDotAvx2, 4>,
                        AnyTap>("any tap, 4 channels mixed", {4, 16}),
    MakeDepthwiseKernel<MixedBytes<DepthwiseRegistersAvx2, DepthwiseDotAvx2, 8>,
                        AnyTap>("any tap, 8 channels mixed", {6, 16}),
};

using InterleaveVnniAvx2 = InterleaveAvx2<DepthwiseDotAvx2>;
constexpr InterleavedKernel kVnniAvx2Interleaved[] = {
    MakeInterleavedKernel<InterleaveVnniAvx2, 1>("4 lines",
                                                 {4.2f, 3.85f, 17.6f, 111}),
    MakeInterleavedKernel<InterleaveVnniAvx2, 2>("4 lines for 2",
                                                 {3.2f, 2.87f, 13.6f, 111}),
};

constexpr Int4Kernel kVnniAvx2Int4 = MakeInt4Kernel<Int4VnniAvx2>();

constexpr WindowCosts VnniAvx2Windows() {
  WindowCosts costs;
  costs.row_step = 2 * VnniAvx2Kernel::kTileRows;
  return costs;
}
// Blocks of whole tiles of six rows: a tile of five takes as long.
constexpr WindowCosts kVnniAvx2Windows = VnniAvx2Windows();

// Only processors of Intel have this without AVX-512. Passes that leave room
// for the next panel in L2 give 2048x2048x2048 0.86x to 0.92x the time on an
// Emerald Rapids.
LOWP_INLINE constexpr MemoryCosts VnniAvx2Memory() {
  MemoryCosts costs;
  costs.prefetches_into_l1 = true;
  costs.last_cache_is_far = true;
  costs.rows_in_l2 = 4;
  return costs;
}
constexpr MemoryCosts kVnniAvx2Memory = VnniAvx2Memory();

// Copies with flipped signs cost what keeps 100x100x100 from taking them, which
// takes 1.07x the time with one; from beyond L2, what they do on AVX-512.
constexpr ReadingCost kVnniAvx2Reading = {
    0.821f, 0.139f, {100, 5, 0.09f, 0.21f, 0.45f}};

LOWP_INLINE constexpr Backend VnniAvx2Backend(const char* name,
                                              std::uint64_t required_features) {
  return {
      name,
      required_features,
      /*panel=*/kSignedBytesAvx2,
      /*copied_rows=*/{1, 1, 0, Signedness::kUnsigned, /*are_flipped=*/true},
      /*reading=*/kVnniAvx2Reading,
      /*pack=*/&PackSignedBytes<VnniGroups>,
      /*read_rows=*/&ReadRowsOfBytes,
      /*copy_panel_rows=*/nullptr,
      /*kernels=*/kVnniAvx2Kernels,
      /*kernel_count=*/std::size(kVnniAvx2Kernels),
      /*memory=*/kVnniAvx2Memory,
      /*family=*/&family_avx2,
      /*int4=*/&kVnniAvx2Int4,
      /*depthwise=*/
      {kVnniAvx2Depthwise, std::size(kVnniAvx2Depthwise),
       /*lines=*/{1.2f, 280, 2.4f}},
      /*interleaved=*/
      {kVnniAvx2Interleaved, std::size(kVnniAvx2Interleaved),
       /*max_blocks_of_run=*/4},
      /*other_costs=*/{},
      /*windows=*/kVnniAvx2Windows,
  };
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_VNNI_AVX2_INL_H_
