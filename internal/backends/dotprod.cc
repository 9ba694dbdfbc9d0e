// The dotprod backend: SDOT multiplies four signed bytes by four signed bytes
// and adds all four products to an int32, without saturation. Bytes of the
// other signedness are flipped when they are packed, rows as well as panels.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <arm_neon.h>

#include <cstddef>
#include <cstdint>

#include "../../meta/dot_neon-inl.h"
#include "../../meta/finish_sums-inl.h"
#include "../../meta/float_neon.h"
#include "../../meta/initial_values-inl.h"
#include "../../meta/multiply_add_neon-inl.h"
#include "../../meta/narrow_own_loop-inl.h"
#include "../../meta/pack_neon-inl.h"
#include "../../meta/panel_loop-inl.h"
#include "../../meta/row_blocks_neon-inl.h"
#include "../../meta/simd_neon.h"
#include "../../meta/sparse_sum-inl.h"
#include "../../meta/transform-inl.h"
#include "../backend.h"
#include "../cpu_features.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr PanelFormat kFormat = {12, 4, 4, 1, Domain::kSigned};

struct DotprodKernel {
  using Simd = FloatNeon;
  static constexpr int kTileRows = 8;
  static constexpr int kWidth = kFormat.width;
  static constexpr int kGroup = kFormat.group;
  static constexpr int kMaxVectors = kFormat.width / Simd::kLanes;

  // 24 sums, two registers of rows and three of the panel: five loads for 24
  // instructions.
  template <int kRows, int kVectors>
  static LOWP_INLINE void MultiplyGroups(const PanelTask& task, int row,
                                         int32x4_t (&sums)[kRows][kVectors]) {
    if (task.row_form == RowForm::kPlain) {
      return MultiplyPlainRows<0>(task, row, sums);
    }
    constexpr int kQuads = (kRows + 3) / 4;
    RowBlock rows = RowsOfTile<kFormat.group>(task, row, kRows);
    const std::uint8_t* panel = static_cast<const std::uint8_t*>(task.panel);
    for (int g = task.groups; g > 0; --g) {
      int8x16_t quads[kQuads];
      int8x16_t numbers[kVectors];
      LOWP_UNROLL
      for (int i = 0; i < kQuads; ++i) {
        quads[i] = LoadInOrder(rows.data + 16 * i);
      }
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        numbers[v] = LoadInOrder(panel + 16 * v);
      }
      MultiplyRows<0>(sums, quads, numbers);
      rows.data += rows.step;
      panel += 16 * kVectors;
    }
  }

 private:
  // The sums from kRow on, of plain rows. With sixteen depths of each row in a
  // register, there is room for only four rows where sums take three each.
  template <int kRow, int kRows, int kVectors>
  static LOWP_INLINE void MultiplyPlainRows(
      const PanelTask& task, int row, int32x4_t (&sums)[kRows][kVectors]) {
    constexpr int kMost = kVectors == kMaxVectors ? 4 : 8;
    constexpr int kCount = kRows - kRow < kMost ? kRows - kRow : kMost;
    if constexpr (kCount > 0) {
      ForEachGroupOfPlainRows<kFormat.group, kCount>(
          task, row + kRow,
          [&sums](const int8x16_t(&rows)[kCount], auto group,
                  const std::uint8_t* panel) LOWP_INLINE_LAMBDA {
            int8x16_t numbers[kVectors];
            LOWP_UNROLL
            for (int v = 0; v < kVectors; ++v) {
              numbers[v] = LoadInOrder(panel + 16 * v);
            }
            LOWP_UNROLL
            for (int r = 0; r < kCount; ++r) {
              LOWP_UNROLL
              for (int v = 0; v < kVectors; ++v) {
                MultiplyAddFoursByLane<group.value>(&sums[kRow + r][v],
                                                    numbers[v], rows[r]);
              }
            }
          });
      MultiplyPlainRows<kRow + kCount>(task, row, sums);
    }
  }

  template <int kRow, int kRows, int kVectors, int kQuads>
  static LOWP_INLINE void MultiplyRows(int32x4_t (&sums)[kRows][kVectors],
                                       const int8x16_t (&quads)[kQuads],
                                       const int8x16_t (&numbers)[kVectors]) {
    if constexpr (kRow < kRows) {
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        MultiplyAddFoursByLane<kRow % 4>(&sums[kRow][v], numbers[v],
                                         quads[kRow / 4]);
      }
      MultiplyRows<kRow + 1>(sums, quads, numbers);
    }
  }
};

template <>
constexpr bool kHasOwnLoop<DotprodKernel> = true;

}  // namespace

extern const Backend dotprod_backend;
const Backend dotprod_backend = {
    /*name=*/"dotprod",
    /*required_features=*/kNeon | kDotprod,
    /*panel=*/kFormat,
    /*tile_rows=*/DotprodKernel::kTileRows,
    /*rows_in_place=*/true,
    /*most_columns_in_place=*/4 * kFormat.width,
    /*row_interleave=*/DotprodKernel::kTileRows,
    /*row_domain=*/Domain::kSigned,
    /*pack=*/&PackGroups<kFormat.group>,
    /*read_rows=*/
    &ReadRowBlocks<kFormat.group, DotprodKernel::kTileRows, false>,
    /*prepare_columns=*/&PrepareColumns<SimdNeon>,
    /*multiply=*/&MultiplyPanel<DotprodKernel>,
    /*dot=*/&DotBytesNeon<MultiplyByDotprod>,
    /*dot_rows=*/8,
    /*multiply_narrow=*/&MultiplyNarrowByOwnLoop<DotprodKernel>,
    /*finish=*/&FinishSums<FloatNeon, DotprodKernel::kWidth>,
    /*multiply_direct=*/nullptr,
    /*transform=*/&Transform<FloatNeon>,
    /*sparse_sum=*/&SparseSum<FloatNeon>,
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
