// The i8mm backend: SMMLA multiplies two rows of eight signed bytes by two
// columns of eight and adds the four dot products to four int32s, without
// saturation. Bytes of the other signedness are flipped when they are packed,
// rows as well as panels.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <arm_neon.h>

#include <cstddef>
#include <cstdint>

#include "../../meta/epilogue/finish_sums-inl.h"
#include "../../meta/gemm/initial_values-inl.h"
#include "../../meta/gemm/narrow_own_loop-inl.h"
#include "../../meta/gemm/panel_loop-inl.h"
#include "../../meta/kernels/dot_neon-inl.h"
#include "../../meta/kernels/multiply_add_neon-inl.h"
#include "../../meta/kernels/row_blocks_neon-inl.h"
#include "../../meta/pack/pack_neon-inl.h"
#include "../../meta/simd/float_neon.h"
#include "../../meta/simd/simd_neon.h"
#include "../../meta/tensor/sparse_sum-inl.h"
#include "../../meta/tensor/transform-inl.h"
#include "../contract/backend.h"
#include "../cpu_feature.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr PanelFormat kFormat = {12, 4, 8, 1, Domain::kSigned};

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
  static constexpr int kWidth = kFormat.width;
  static constexpr int kMaxVectors = kFormat.width / Simd::kLanes;

  // 24 sums of two rows and two columns each; four registers of rows, six of
  // the panel: ten loads for 24 instructions. The row that an odd number lacks
  // is zero in the block, or some other column of a panel: its sums are
  // dropped.
  template <int kRows, int kVectors>
  static LOWP_INLINE void MultiplyGroups(const PanelTask& task, int row,
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
    if (task.row_form == RowForm::kPlain) {
      MultiplyPlainRows<kRows, 0>(task, row, blocks);
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
      const PanelTask& task, int row, int count,
      int32x4_t (&blocks)[kPairs][kColumnPairs]) {
    RowBlock rows = RowsOfTile<kFormat.group>(task, row, count);
    const std::uint8_t* panel = static_cast<const std::uint8_t*>(task.panel);
    for (int g = task.groups; g > 0; --g) {
      int8x16_t pairs[kPairs];
      LOWP_UNROLL
      for (int p = 0; p < kPairs; ++p) {
        pairs[p] = LoadInOrder(rows.data + 16 * p);
      }
      LOWP_UNROLL
      for (int c = 0; c < kColumnPairs; ++c) {
        const int8x16_t numbers = LoadInOrder(panel + 16 * c);
        LOWP_UNROLL
        for (int p = 0; p < kPairs; ++p) {
          MultiplyAddBlock(&blocks[p][c], pairs[p], numbers);
        }
      }
      rows.data += rows.step;
      panel += 16 * kColumnPairs;
    }
  }

  // The sums from kRow on, of plain rows, up to four at a time. The row that an
  // odd number lacks is the one before it.
  template <int kRows, int kRow, int kPairs, int kColumnPairs>
  static LOWP_INLINE void MultiplyPlainRows(
      const PanelTask& task, int row,
      int32x4_t (&blocks)[kPairs][kColumnPairs]) {
    constexpr int kCount = kRows - kRow < 4 ? kRows - kRow : 4;
    if constexpr (kCount > 0) {
      ForEachGroupOfPlainRows<kFormat.group, kCount>(
          task, row + kRow,
          [&blocks](const int8x16_t(&rows)[kCount], auto group,
                    const std::uint8_t* panel) LOWP_INLINE_LAMBDA {
            constexpr int kSomePairs = (kCount + 1) / 2;
            int8x16_t pairs[kSomePairs];
            LOWP_UNROLL
            for (int p = 0; p < kSomePairs; ++p) {
              const int second = 2 * p + 1 < kCount ? 2 * p + 1 : 2 * p;
              pairs[p] = GroupsOf<group.value>(rows[2 * p], rows[second]);
            }
            LOWP_UNROLL
            for (int c = 0; c < kColumnPairs; ++c) {
              const int8x16_t numbers = LoadInOrder(panel + 16 * c);
              LOWP_UNROLL
              for (int p = 0; p < kSomePairs; ++p) {
                MultiplyAddBlock(&blocks[kRow / 2 + p][c], pairs[p], numbers);
              }
            }
          });
      MultiplyPlainRows<kRows, kRow + kCount>(task, row, blocks);
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

}  // namespace

extern const Backend i8mm_backend;
const Backend i8mm_backend = {
    /*name=*/"i8mm",
    /*required_features=*/kNeon | kDotprod | kI8mm,
    /*panel=*/kFormat,
    /*tile_rows=*/I8mmKernel::kTileRows,
    /*rows_in_place=*/true,
    /*most_columns_in_place=*/2 * kFormat.width,
    /*row_interleave=*/I8mmKernel::kTileRows,
    /*row_element_size=*/1,
    /*row_domain=*/Domain::kSigned,
    /*pack=*/&PackGroups<kFormat.group>,
    /*widen=*/nullptr,
    /*rows_to_widen=*/0,
    /*least_term_depth=*/0,
    /*read_rows=*/&ReadRowBlocks<kFormat.group, I8mmKernel::kTileRows, false>,
    /*copy_panel_rows=*/nullptr,
    /*prepare_columns=*/&PrepareColumns<SimdNeon>,
    /*multiply=*/&MultiplyPanel<I8mmKernel>,
    /*dot=*/&DotBytesNeon<MultiplyByDotprod>,
    /*dot_rows=*/8,
    /*most_dot_offset=*/0,
    /*dot_keeps_up=*/false,
    /*multiply_narrow=*/&MultiplyNarrowByOwnLoop<I8mmKernel>,
    /*most_narrow_in_place=*/0,
    /*least_narrow_depth=*/0,
    /*finish=*/&FinishSums<FloatNeon, I8mmKernel::kWidth>,
    /*multiply_direct=*/nullptr,
    /*transform=*/&Transform<FloatNeon>,
    /*sparse_sum=*/&SparseSum<FloatNeon>,
    /*for_reduced_range=*/nullptr,
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
