// The dotprod backend: SDOT multiplies four signed bytes by four signed bytes
// and adds all four products to an int32, without saturation. Bytes of the
// other signedness are flipped when they are packed, rows as well as panels.
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

constexpr PanelFormat kFormat = {12, 4, 4, 1, Domain::kSigned};

struct DotprodKernel {
  using Simd = FloatNeon;
  static constexpr int kTileRows = 8;
  static constexpr int kWidth = kFormat.width;
  static constexpr int kMaxVectors = kFormat.width / Simd::kLanes;

  // 24 sums, two registers of rows and three of the panel: five loads for 24
  // instructions.
  template <int kRows, int kVectors>
  static LOWP_INLINE void MultiplyGroups(const PanelTask& task, int row,
                                         int32x4_t (&sums)[kRows][kVectors]) {
    if (task.row_form == RowForm::kPlain) {
      return MultiplyPlainRows<0>(task, row, sums);
    }
    if constexpr (kRows == kTileRows && kVectors == kMaxVectors) {
      return MultiplyWholeTile(task, row, sums);
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
  using WholeTile = int32x4_t[kTileRows][kMaxVectors];

  // A group of a whole tile and those after it. While one is multiplied, the
  // next is loaded, each register once it has been used for the last time, so
  // that cores that execute in order do not wait for a load. Addresses are sums
  // of two registers, one of which all loads of rows or of the panel share:
  // what the loop does beside its work is as good as nothing.
  struct Groups {
    // With the first group loaded, but for the rows that are used last.
    LOWP_INLINE Groups(const PanelTask& task, int row) {
      const RowBlock rows = RowsOfTile<kFormat.group>(task, row, kTileRows);
      const std::uint8_t* panel = static_cast<const std::uint8_t*>(task.panel);
      row_step = rows.step;
      quads[0] = LoadInOrder(rows.data);
      LOWP_UNROLL
      for (int v = 0; v < kMaxVectors; ++v) {
        numbers[v] = LoadInOrder(panel + 16 * v);
      }
      LOWP_UNROLL
      for (int i = 0; i < 2; ++i) {
        last_quad[i] = rows.data + i * row_step + 16;
        next_quad[i] = rows.data + (i + 1) * row_step;
        KeepInRegister(&last_quad[i]);
        KeepInRegister(&next_quad[i]);
        LOWP_UNROLL
        for (int v = 0; v < kMaxVectors; ++v) {
          next_numbers[i][v] = panel + (i + 1) * kPanelStep + 16 * v;
          KeepInRegister(&next_numbers[i][v]);
        }
      }
    }

    // Multiplies group i, 0 or 1, of those that are left, and loads the next.
    LOWP_INLINE void Multiply(int i, WholeTile& sums) {
      MultiplyColumns<0>(0, sums);
      quads[1] = LoadInOrder(last_quad[i] + row_at);
      MultiplyColumns<0>(1, sums);
      MultiplyColumns<0>(2, sums);
      LoadOver(&quads[0], next_quad[i] + row_at);
      LOWP_UNROLL
      for (int v = 0; v < kMaxVectors; ++v) {
        MultiplyColumns<1>(v, sums);
        LoadOver(&numbers[v], next_numbers[i][v] + panel_at);
      }
    }
    // The same for group 0, with nothing after it.
    LOWP_INLINE void MultiplyLast(WholeTile& sums) {
      quads[1] = LoadInOrder(last_quad[0] + row_at);
      LOWP_UNROLL
      for (int v = 0; v < kMaxVectors; ++v) MultiplyColumns<0>(v, sums);
      LOWP_UNROLL
      for (int v = 0; v < kMaxVectors; ++v) MultiplyColumns<1>(v, sums);
    }
    LOWP_INLINE void Advance(int groups) {
      row_at += groups * row_step;
      panel_at += groups * kPanelStep;
      KeepInRegister(&row_at);
      KeepInRegister(&panel_at);
    }

   private:
    static constexpr int kPanelStep = 16 * kMaxVectors;

    // Four rows times a register of columns.
    template <int kQuad>
    LOWP_INLINE void MultiplyColumns(int v, WholeTile& sums) {
      MultiplyAddFoursByLane<0>(&sums[4 * kQuad][v], numbers[v], quads[kQuad]);
      MultiplyAddFoursByLane<1>(&sums[4 * kQuad + 1][v], numbers[v],
                                quads[kQuad]);
      MultiplyAddFoursByLane<2>(&sums[4 * kQuad + 2][v], numbers[v],
                                quads[kQuad]);
      MultiplyAddFoursByLane<3>(&sums[4 * kQuad + 3][v], numbers[v],
                                quads[kQuad]);
    }

    int8x16_t quads[2];
    int8x16_t numbers[kMaxVectors];
    const std::uint8_t* last_quad[2];
    const std::uint8_t* next_quad[2];
    const std::uint8_t* next_numbers[2][kMaxVectors];
    std::ptrdiff_t row_step;
    std::ptrdiff_t row_at = 0;
    std::ptrdiff_t panel_at = 0;
  };

  static LOWP_INLINE void MultiplyWholeTile(const PanelTask& task, int row,
                                            WholeTile& sums) {
    if (task.groups == 0) return;
    Groups groups(task, row);
    int turns = (task.groups - 1) / 4;
    while (turns != 0) {
      groups.Multiply(0, sums);
      groups.Multiply(1, sums);
      groups.Advance(2);
      groups.Multiply(0, sums);
      groups.Multiply(1, sums);
      // Counted before the addresses, lest the branch wait for it.
      --turns;
      KeepInRegister(&turns);
      groups.Advance(2);
    }
    for (int left = (task.groups - 1) % 4; left > 0; --left) {
      groups.Multiply(0, sums);
      groups.Advance(1);
    }
    groups.MultiplyLast(sums);
  }

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
    /*row_element_size=*/1,
    /*row_domain=*/Domain::kSigned,
    /*pack=*/&PackGroups<kFormat.group>,
    /*widen=*/nullptr,
    /*rows_to_widen=*/0,
    /*least_term_depth=*/0,
    /*read_rows=*/
    &ReadRowBlocks<kFormat.group, DotprodKernel::kTileRows, false>,
    /*copy_panel_rows=*/nullptr,
    /*prepare_columns=*/&PrepareColumns<SimdNeon>,
    /*multiply=*/&MultiplyPanel<DotprodKernel>,
    /*dot=*/&DotBytesNeon<MultiplyByDotprod>,
    /*dot_rows=*/8,
    /*most_dot_offset=*/0,
    /*dot_keeps_up=*/false,
    /*multiply_narrow=*/&MultiplyNarrowByOwnLoop<DotprodKernel>,
    /*most_narrow_in_place=*/0,
    /*least_narrow_depth=*/0,
    /*finish=*/&FinishSums<FloatNeon, DotprodKernel::kWidth>,
    /*multiply_direct=*/nullptr,
    /*transform=*/&Transform<FloatNeon>,
    /*sparse_sum=*/&SparseSum<FloatNeon>,
    /*for_reduced_range=*/nullptr,
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
