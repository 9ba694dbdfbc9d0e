// The dotprod backend: SDOT multiplies four signed bytes by four signed bytes
// and adds all four products to an int32, without saturation. Bytes of the
// other signedness are flipped when they are packed, rows as well as panels.
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

constexpr PanelFormat kFormat = {12, 4, 4, 1, Signedness::kSigned};

struct DotprodKernel {
  using Simd = FloatNeon;
  static constexpr int kTileRows = 8;
  static constexpr int kMaxVectors = kFormat.nr / Simd::kLanes;

  // 24 sums, two registers of A and three of B: five loads for 24 instructions.
  template <int kRows, int kVectors>
  static LOWP_INLINE void MultiplyGroups(const GemmTask& task, int row,
                                         int32x4_t (&sums)[kRows][kVectors]) {
    if (task.a_form == AForm::kInPlace) {
      return MultiplyInPlace<0>(task, row, sums);
    }
    if constexpr (kRows == kTileRows && kVectors == kMaxVectors) {
      return MultiplyWholeTile(task, row, sums);
    }
    constexpr int kQuads = (kRows + 3) / 4;
    RowBlock rows = RowsOfTile<kFormat.kr>(task, row, kRows);
    const std::uint8_t* b = task.b;
    for (int g = WholeGroups(task, kFormat.kr); g > 0; --g) {
      int8x16_t quads[kQuads];
      int8x16_t values[kVectors];
      LOWP_UNROLL
      for (int i = 0; i < kQuads; ++i) {
        quads[i] = LoadInOrder(rows.data + 16 * i);
      }
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        values[v] = LoadInOrder(b + 16 * v);
      }
      MultiplyRows<0>(sums, quads, values);
      rows.data += rows.step;
      b += 16 * kVectors;
    }
  }

 private:
  using WholeTile = int32x4_t[kTileRows][kMaxVectors];

  // A group of a whole tile and those after it. While one is multiplied, the
  // next is loaded, each register once it has been used for the last time, so
  // that cores that execute in order do not wait for a load. Addresses are sums
  // of two registers, one of which all loads of A or of B share, so that the
  // loop has almost no other instructions.
  struct Groups {
    // With the first group loaded, except the rows that are used last.
    LOWP_INLINE Groups(const GemmTask& task, int row) {
      const RowBlock rows = RowsOfTile<kFormat.kr>(task, row, kTileRows);
      const std::uint8_t* b = task.b;
      row_step = rows.step;
      quads[0] = LoadInOrder(rows.data);
      LOWP_UNROLL
      for (int v = 0; v < kMaxVectors; ++v) {
        values[v] = LoadInOrder(b + 16 * v);
      }
      LOWP_UNROLL
      for (int i = 0; i < 2; ++i) {
        last_quad[i] = rows.data + i * row_step + 16;
        next_quad[i] = rows.data + (i + 1) * row_step;
        KeepInRegister(&last_quad[i]);
        KeepInRegister(&next_quad[i]);
        LOWP_UNROLL
        for (int v = 0; v < kMaxVectors; ++v) {
          next_values[i][v] = b + (i + 1) * kBStep + 16 * v;
          KeepInRegister(&next_values[i][v]);
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
        LoadOver(&values[v], next_values[i][v] + b_at);
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
      b_at += groups * kBStep;
      KeepInRegister(&row_at);
      KeepInRegister(&b_at);
    }

   private:
    static constexpr int kBStep = 16 * kMaxVectors;

    // Four rows times a register of columns.
    template <int kQuad>
    LOWP_INLINE void MultiplyColumns(int v, WholeTile& sums) {
      MultiplyAddFoursByLane<0>(&sums[4 * kQuad][v], values[v], quads[kQuad]);
      MultiplyAddFoursByLane<1>(&sums[4 * kQuad + 1][v], values[v],
                                quads[kQuad]);
      MultiplyAddFoursByLane<2>(&sums[4 * kQuad + 2][v], values[v],
                                quads[kQuad]);
      MultiplyAddFoursByLane<3>(&sums[4 * kQuad + 3][v], values[v],
                                quads[kQuad]);
    }

    int8x16_t quads[2];
    int8x16_t values[kMaxVectors];
    const std::uint8_t* last_quad[2];
    const std::uint8_t* next_quad[2];
    const std::uint8_t* next_values[2][kMaxVectors];
    std::ptrdiff_t row_step;
    std::ptrdiff_t row_at = 0;
    std::ptrdiff_t b_at = 0;
  };

  static LOWP_INLINE void MultiplyWholeTile(const GemmTask& task, int row,
                                            WholeTile& sums) {
    const int count = WholeGroups(task, kFormat.kr);
    if (count == 0) return;
    Groups groups(task, row);
    int turns = (count - 1) / 4;
    while (turns != 0) {
      groups.Multiply(0, sums);
      groups.Multiply(1, sums);
      groups.Advance(2);
      groups.Multiply(0, sums);
      groups.Multiply(1, sums);
      // Counted before the addresses, so that the branch need not wait for it.
      --turns;
      KeepInRegister(&turns);
      groups.Advance(2);
    }
    for (int left = (count - 1) % 4; left > 0; --left) {
      groups.Multiply(0, sums);
      groups.Advance(1);
    }
    groups.MultiplyLast(sums);
  }

  // The sums from kRow on, of rows in place. With sixteen values of k of each
  // row in a register, there is room for only four rows where sums take three
  // each.
  template <int kRow, int kRows, int kVectors>
  static LOWP_INLINE void MultiplyInPlace(const GemmTask& task, int row,
                                          int32x4_t (&sums)[kRows][kVectors]) {
    constexpr int kMax = kVectors == kMaxVectors ? 4 : 8;
    constexpr int kCount = kRows - kRow < kMax ? kRows - kRow : kMax;
    if constexpr (kCount > 0) {
      ForEachGroupInPlace<kFormat.kr, kCount>(
          task, row + kRow,
          [&sums](const int8x16_t(&rows)[kCount], auto group,
                  const std::uint8_t* b) LOWP_INLINE_LAMBDA {
            int8x16_t values[kVectors];
            LOWP_UNROLL
            for (int v = 0; v < kVectors; ++v) {
              values[v] = LoadInOrder(b + 16 * v);
            }
            LOWP_UNROLL
            for (int r = 0; r < kCount; ++r) {
              LOWP_UNROLL
              for (int v = 0; v < kVectors; ++v) {
                MultiplyAddFoursByLane<group.value>(&sums[kRow + r][v],
                                                    values[v], rows[r]);
              }
            }
          });
      MultiplyInPlace<kRow + kCount>(task, row, sums);
    }
  }

  template <int kRow, int kRows, int kVectors, int kQuads>
  static LOWP_INLINE void MultiplyRows(int32x4_t (&sums)[kRows][kVectors],
                                       const int8x16_t (&quads)[kQuads],
                                       const int8x16_t (&values)[kVectors]) {
    if constexpr (kRow < kRows) {
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        MultiplyAddFoursByLane<kRow % 4>(&sums[kRow][v], values[v],
                                         quads[kRow / 4]);
      }
      MultiplyRows<kRow + 1>(sums, quads, values);
    }
  }
};

template <>
constexpr bool kHasOwnLoop<DotprodKernel> = true;

// Estimates. Copying rows pays from more than 4 * nr columns on.
constexpr ReadingCost kReadingCost = {
    /*copy=*/0.375f, /*pack=*/0.375f};
constexpr GemmKernel kKernels[] = {
    Gemv<MultiplyByDotprod>({/*mac=*/0.039f, /*element=*/0, /*row=*/30,
                             /*panel=*/10,
                             /*call=*/40, /*load=*/0}),
    TilesInPlace(
        "8x12_in_place", DotprodKernel::kTileRows,
        {/*mac=*/0.0385f, /*element=*/0, /*row=*/6, /*panel=*/20, /*call=*/20,
         /*load=*/0},
        &SumPanel<DotprodKernel>),
    Tiles("8x12", DotprodKernel::kTileRows,
          {/*mac=*/0.031f, /*element=*/0, /*row=*/6, /*panel=*/20, /*call=*/20,
           /*load=*/0},
          &SumPanel<DotprodKernel>),
};

constexpr Int4Kernel kInt4Kernel = MakeInt4Kernel<Int4Dotprod>();

}  // namespace

extern const RegisterFamily family_neon;
extern const Backend dotprod_backend;
const Backend dotprod_backend = {
    /*name=*/"dotprod",
    /*required_features=*/kNeon | kDotprod,
    /*panel=*/kFormat,
    /*copied_rows=*/
    {/*element_size=*/1, /*interleave=*/DotprodKernel::kTileRows,
     /*extra_bytes=*/0, Signedness::kSigned},
    /*reading=*/kReadingCost,
    /*pack=*/&PackSignedBytes<kFormat.kr>,
    /*read_rows=*/
    &ReadRowBlocks<kFormat.kr, DotprodKernel::kTileRows, false>,
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
