// The i8mm backend: SMMLA multiplies two rows of eight signed bytes by two
// columns of eight and adds the four dot products to four int32s, without
// saturation. Bytes of the other signedness are flipped when they are packed,
// rows as well as panels.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <arm_neon.h>

#include <cstddef>
#include <cstdint>

#include "../../meta/gemm/sum_tiles-inl.h"
#include "../../meta/gemm/tile-inl.h"
#include "../../meta/kernels/int4_neon-inl.h"
#include "../../meta/kernels/kernel_table_neon-inl.h"
#include "../../meta/kernels/multiply_add_neon-inl.h"
#include "../../meta/kernels/row_blocks_neon-inl.h"
#include "../../meta/pack/pack_neon-inl.h"
#include "../../meta/simd/float_neon.h"
#include "../contract/backend.h"
#include "../cpu_feature.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr PanelFormat kFormat = {12, 4, 8, 1, Signedness::kSigned};

LOWP_INLINE int32x4_t LowHalves(int32x4_t a, int32x4_t b) {
  return vreinterpretq_s32_s64(
      vzip1q_s64(vreinterpretq_s64_s32(a), vreinterpretq_s64_s32(b)));
}
LOWP_INLINE int32x4_t HighHalves(int32x4_t a, int32x4_t b) {
  return vreinterpretq_s32_s64(
      vzip2q_s64(vreinterpretq_s64_s32(a), vreinterpretq_s64_s32(b)));
}

struct I8mmKernel {
  using Simd = FloatNeon;
  static constexpr int kTileRows = 8;
  static constexpr int kMaxVectors = kFormat.nr / Simd::kLanes;

  // 24 sums of two rows and two columns each; four registers of A, six of B:
  // ten loads for 24 instructions. The row that an odd number lacks is zero in
  // the block, or some other column of a panel: its sums are dropped.
  template <int kRows, int kVectors>
  static LOWP_INLINE void MultiplyGroups(const GemmTask& task, int row,
                                         int32x4_t (&sums)[kRows][kVectors]) {
    constexpr int kPairs = (kRows + 1) / 2;
    constexpr int kColumnPairs = 2 * kVectors;
    int32x4_t blocks[kPairs][kColumnPairs];
    LOWP_UNROLL
    for (int p = 0; p < kPairs; ++p) {
      const int second = 2 * p + 1 < kRows ? 2 * p + 1 : 2 * p;
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        blocks[p][2 * v] = LowHalves(sums[2 * p][v], sums[second][v]);
        blocks[p][2 * v + 1] = HighHalves(sums[2 * p][v], sums[second][v]);
      }
    }
    if (task.a_form == AForm::kInPlace) {
      MultiplyInPlace<kRows, 0>(task, row, blocks);
    } else {
      MultiplyRowBlock(task, row, kRows, blocks);
    }
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        const int32x4_t left = blocks[r / 2][2 * v];
        const int32x4_t right = blocks[r / 2][2 * v + 1];
        sums[r][v] =
            r % 2 == 0 ? LowHalves(left, right) : HighHalves(left, right);
      }
    }
  }

 private:
  // Rows in pairs that lie side by side, `count` of them.
  template <int kPairs, int kColumnPairs>
  static LOWP_INLINE void MultiplyRowBlock(
      const GemmTask& task, int row, int count,
      int32x4_t (&blocks)[kPairs][kColumnPairs]) {
    RowBlock rows = RowsOfTile<kFormat.kr>(task, row, count);
    const std::uint8_t* b = task.b;
    for (int g = WholeGroups(task, kFormat.kr); g > 0; --g) {
      int8x16_t pairs[kPairs];
      LOWP_UNROLL
      for (int p = 0; p < kPairs; ++p) {
        pairs[p] = LoadInOrder(rows.data + 16 * p);
      }
      LOWP_UNROLL
      for (int c = 0; c < kColumnPairs; ++c) {
        const int8x16_t values = LoadInOrder(b + 16 * c);
        LOWP_UNROLL
        for (int p = 0; p < kPairs; ++p) {
          MultiplyAddBlock(&blocks[p][c], pairs[p], values);
        }
      }
      rows.data += rows.step;
      b += 16 * kColumnPairs;
    }
  }

  // The sums from kRow on, of rows in place, up to four at a time. The row that
  // an odd number lacks is the one before it.
  template <int kRows, int kRow, int kPairs, int kColumnPairs>
  static LOWP_INLINE void MultiplyInPlace(
      const GemmTask& task, int row,
      int32x4_t (&blocks)[kPairs][kColumnPairs]) {
    constexpr int kCount = kRows - kRow < 4 ? kRows - kRow : 4;
    if constexpr (kCount > 0) {
      ForEachGroupInPlace<kFormat.kr, kCount>(
          task, row + kRow,
          [&blocks](const int8x16_t(&rows)[kCount], auto group,
                    const std::uint8_t* b) LOWP_INLINE_LAMBDA {
            constexpr int kSomePairs = (kCount + 1) / 2;
            int8x16_t pairs[kSomePairs];
            LOWP_UNROLL
            for (int p = 0; p < kSomePairs; ++p) {
              const int second = 2 * p + 1 < kCount ? 2 * p + 1 : 2 * p;
              pairs[p] = GroupsOf<group.value>(rows[2 * p], rows[second]);
            }
            LOWP_UNROLL
            for (int c = 0; c < kColumnPairs; ++c) {
              const int8x16_t values = LoadInOrder(b + 16 * c);
              LOWP_UNROLL
              for (int p = 0; p < kSomePairs; ++p) {
                MultiplyAddBlock(&blocks[kRow / 2 + p][c], pairs[p], values);
              }
            }
          });
      MultiplyInPlace<kRows, kRow + kCount>(task, row, blocks);
    }
  }

  // Group kIndex of two rows.
  template <int kIndex>
  static LOWP_INLINE int8x16_t GroupsOf(int8x16_t first, int8x16_t second) {
    const int32x4_t a = vreinterpretq_s32_s8(first);
    const int32x4_t b = vreinterpretq_s32_s8(second);
    return vreinterpretq_s8_s32(kIndex == 0 ? LowHalves(a, b)
                                            : HighHalves(a, b));
  }
};

template <>
constexpr bool kHasOwnLoop<I8mmKernel> = true;

// Estimates. Copying rows pays from more than 2 * nr columns on.
constexpr ReadingCost kReadingCost = {
    /*copy=*/0.19f, /*pack=*/0.19f};
constexpr GemmKernel kKernels[] = {
    Gemv<MultiplyByDotprod>({/*mac=*/0.031f, /*element=*/0, /*row=*/30,
                             /*panel=*/10,
                             /*call=*/40, /*load=*/0}),
    TilesInPlace(
        "8x12_in_place", I8mmKernel::kTileRows,
        {/*mac=*/0.023f, /*element=*/0, /*row=*/6, /*panel=*/20, /*call=*/20,
         /*load=*/0},
        &SumPanel<I8mmKernel>),
    Tiles("8x12", I8mmKernel::kTileRows,
          {/*mac=*/0.0156f, /*element=*/0, /*row=*/6, /*panel=*/20, /*call=*/20,
           /*load=*/0},
          &SumPanel<I8mmKernel>),
};

constexpr Int4Kernel kInt4Kernel = MakeInt4Kernel<Int4I8mm>();

}  // namespace

extern const RegisterFamily family_neon;
extern const Backend i8mm_backend;
const Backend i8mm_backend = {
    /*name=*/"i8mm",
    /*required_features=*/kNeon | kDotprod | kI8mm,
    /*panel=*/kFormat,
    /*copied_rows=*/
    {/*element_size=*/1, /*interleave=*/I8mmKernel::kTileRows,
     /*extra_bytes=*/0, Signedness::kSigned},
    /*reading=*/kReadingCost,
    /*pack=*/&PackSignedBytes<kFormat.kr>,
    /*read_rows=*/
    &ReadRowBlocks<kFormat.kr, I8mmKernel::kTileRows, false>,
    /*copy_panel_rows=*/nullptr,
    /*kernels=*/kKernels,
    /*kernel_count=*/sizeof(kKernels) / sizeof(kKernels[0]),
    /*memory=*/{},
    /*family=*/&family_neon,
    /*int4=*/&kInt4Kernel,
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
