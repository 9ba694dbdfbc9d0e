// Products on a unit that multiplies whole tiles: GemmKernel::run and
// GemmKernel::sum. Sums leave such a unit through memory, a block of rows at a
// time, and are finished from there. Between the steps of the next block that
// gains at most 1.11, with three times the code: each epilogue has a loop then.
//
// Written once over a kernel policy, which supplies
//   Simd, kMaxVectors       as in kernel_policy-inl.h
//   TileUnit                the unit (meta/kernels/tile_unit_amx.h)
// for panels whose groups have 4 signed bytes of each column, and rows whose
// bytes lie one behind another, or in runs of whole tiles.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_TILE_UNIT_INL_H_
#define LOWP_META_GEMM_TILE_UNIT_INL_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../../internal/compiler.h"
#include "../../internal/contract/gemm_tasks.h"
#include "column_values-inl.h"
#include "sum_tiles-inl.h"
#include "tile_panel-inl.h"
#include "tile_rows-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// What is added to the sums of kRows rows from `row` on.
template <class Simd, int kRows, int kVectors>
LOWP_INLINE void AddToRows(const std::int32_t* row_add, int row,
                           typename Simd::I32 (&sums)[kRows][kVectors]) {
  if (row_add == nullptr) return;
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    const typename Simd::I32 add = Simd::Set1(row_add[row + r]);
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) sums[r][v] = Simd::Add(sums[r][v], add);
  }
}

// A loop of RunInRegisters (register_tiles-inl.h).
struct RunTileUnit {
  using Narrower = RunTileUnit;

  template <class Kernel, int kVectors, class Epilogue>
  static LOWP_NOINLINE void Run(const GemmTask& task) {
    using Simd = typename Kernel::Simd;
    TilePanel<Kernel, kVectors> panel(task);
    typename Simd::I32 column_add[1][kVectors];
    ColumnAdd<Simd>(task, PanelPlace(task), column_add[0]);
    StoreTile<Simd>(column_add, panel.column_add(), 0);
    panel.Begin();
    const Epilogue epilogue(task);
    for (int row = 0; row < task.m;) {
      const std::int32_t* sums;
      const int end = panel.NextRows(row, &sums);
      for (; end - row >= kRowsAtOnce; row += kRowsAtOnce) {
        Finish<Kernel, kVectors, kRowsAtOnce>(task, epilogue, row, sums);
        sums += kRowsAtOnce * panel.kSumStride;
      }
      for (; row < end; ++row, sums += panel.kSumStride) {
        Finish<Kernel, kVectors, 1>(task, epilogue, row, sums);
      }
    }
  }

 private:
  static constexpr int kRowsAtOnce = 4;

  template <class Kernel, int kVectors, int kRows, class Epilogue>
  static LOWP_INLINE void Finish(const GemmTask& task, const Epilogue& epilogue,
                                 int row, const std::int32_t* from) {
    using Simd = typename Kernel::Simd;
    typename Simd::I32 sums[kRows][kVectors];
    LoadTile<Simd>(from, kVectors * kTileColumns, sums);
    AddToRows<Simd>(task.row_add, row, sums);
    epilogue.Finish(sums, task.result + row * task.result_stride,
                    task.result_stride, task.n);
  }
};

// GemmKernel::sum. Tiles are stored where the sums go if all of their rows
// belong there.
template <class Kernel, int kVectors = Kernel::kMaxVectors>
void SumOnTileUnit(const GemmTask& task, const SumTarget& target) {
  using Simd = typename Kernel::Simd;
  if constexpr (kVectors > 1) {
    if (task.padded_n < kVectors * Simd::kLanes) {
      return SumOnTileUnit<Kernel, kVectors - 1>(task, target);
    }
  }
  TilePanel<Kernel, kVectors> panel(task, &target);
  std::memcpy(panel.column_add(), task.column_add,
              sizeof(std::int32_t) * panel.kSumStride);
  panel.Begin();
  const int end = target.first + target.count;
  for (int row = target.first; row < end;) {
    const std::int32_t* from;
    const int behind = panel.NextRows(row, &from);
    if (from == SumsOf(target, row) && task.row_add == nullptr) row = behind;
    for (; row < behind; ++row, from += panel.kSumStride) {
      typename Simd::I32 sums[1][kVectors];
      LoadTile<Simd>(from, 0, sums);
      AddToRows<Simd>(task.row_add, row, sums);
      StoreTile<Simd>(sums, SumsOf(target, row), 0);
    }
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_TILE_UNIT_INL_H_
