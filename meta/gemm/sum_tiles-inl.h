// Tiles whose sums are left in memory: GemmKernel::sum, written once over a
// kernel policy (tile-inl.h). Any epilogue can follow.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_SUM_TILES_INL_H_
#define LOWP_META_GEMM_SUM_TILES_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/gemm_tasks.h"
#include "tile-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Where the sums of the task's row `row` go.
LOWP_INLINE std::int32_t* SumsOf(const SumTarget& target, int row) {
  return target.sums + (row - target.first) * target.stride;
}

// The columns' initial values, the kernel's own terms included.
template <class Kernel, int kVectors>
LOWP_INLINE void LoadColumnAdd(const GemmTask& task,
                               typename Kernel::Simd::I32 (&add)[kVectors]) {
  using Simd = typename Kernel::Simd;
  LOWP_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    add[v] = Simd::Load(task.column_add + v * Simd::kLanes);
    if constexpr (kHasTerms<Kernel>) {
      add[v] = Simd::Add(
          add[v], Simd::Load(Kernel::ColumnTerms(task) + v * Simd::kLanes));
    }
  }
}

// Stores a tile of sums.
template <class Simd, int kRows, int kVectors>
LOWP_INLINE void StoreTile(const typename Simd::I32 (&sums)[kRows][kVectors],
                           std::int32_t* out, std::ptrdiff_t stride) {
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      Simd::Store(out + v * Simd::kLanes, sums[r][v]);
    }
    out += stride;
  }
}

// The sums of kRows rows from `row` on.
template <class Kernel, int kRows, int kVectors>
LOWP_NOINLINE void SumTile(const GemmTask& task, const SumTarget& target,
                           int row) {
  using Simd = typename Kernel::Simd;
  if constexpr (kHasOwnLoop<Kernel>) {
    typename Simd::I32 sums[kRows][kVectors];
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      LoadColumnAdd<Kernel, kVectors>(task, sums[r]);
      if (task.row_add != nullptr) {
        const typename Simd::I32 add = Simd::Set1(task.row_add[row + r]);
        LOWP_UNROLL
        for (int v = 0; v < kVectors; ++v) {
          sums[r][v] = Simd::Add(sums[r][v], add);
        }
      }
    }
    Kernel::template MultiplyGroups<kRows, kVectors>(task, row, sums);
    StoreTile<Simd>(sums, SumsOf(target, row), target.stride);
  } else {
    typename Simd::I32 column_add[kVectors];
    LoadColumnAdd<Kernel, kVectors>(task, column_add);
    TileLoop<Kernel, kRows, kVectors> loop;
    loop.Begin(task, row, column_add);
    loop.flip = Kernel::Flip(task.a_flip);
    loop.group_stride = task.a_group_stride;
    loop.groups = WholeGroups(task, Kernel::kKr);
    if constexpr (kVectors == Kernel::kMaxVectors) {
      if (task.prefetches) MultiplyGroupsAhead(task, row, &loop);
    }
    if constexpr (kHasTerms<Kernel>) {
      loop.MultiplyCopiedRuns(task, WholeGroups(task, Kernel::kKr));
    }
    loop.MultiplyGroups();
    if constexpr (Kernel::kReadsTails) {
      const int tail = TailOf(task, Kernel::kKr);
      if (tail > 0) loop.MultiplyTail(tail);
    }
    StoreTile<Simd>(loop.sums, SumsOf(target, row), target.stride);
  }
}

using TileFunction = void (*)(const GemmTask&, const SumTarget&, int row);

// The tile of exactly `rows` rows, 1 .. kRows.
template <class Kernel, int kVectors, int kRows = Kernel::kMaxTileRows>
LOWP_INLINE TileFunction TileOf(int rows) {
  if constexpr (kRows == 1) {
    return &SumTile<Kernel, 1, kVectors>;
  } else {
    return rows == kRows ? &SumTile<Kernel, kRows, kVectors>
                         : TileOf<Kernel, kVectors, kRows - 1>(rows);
  }
}

// The number of tiles to cut `rows` into: of kTileRows rows each. A remainder
// is spread over tiles of one more row or, if there are too few tiles, of fewer
// rows. A small tile would be as slow as a whole one.
template <class Kernel>
LOWP_INLINE int TileCount(int rows) {
  const int whole = rows / Kernel::kTileRows;
  const int min_tiles = (rows - 1) / Kernel::kMaxTileRows + 1;
  return whole > min_tiles ? whole : min_tiles;
}

template <class Kernel, int kVectors>
void SumPanelOf(const GemmTask& task, const SumTarget& target) {
  int row = target.first;
  const int end = row + target.count;
  if constexpr (kHasOwnLoop<Kernel>) {
    constexpr int kRows = Kernel::kTileRows;
    for (; end - row >= kRows; row += kRows) {
      SumTile<Kernel, kRows, kVectors>(task, target, row);
    }
    if (row < end) {
      TileOf<Kernel, kVectors, kRows>(end - row)(task, target, row);
    }
  } else {
    const int tiles = TileCount<Kernel>(target.count);
    const int rows = target.count / tiles;
    const int larger_end = row + target.count % tiles * (rows + 1);
    if (row < larger_end) {
      const auto tile = TileOf<Kernel, kVectors>(rows + 1);
      for (; row < larger_end; row += rows + 1) tile(task, target, row);
    }
    const auto tile = TileOf<Kernel, kVectors>(rows);
    for (; row < end; row += rows) tile(task, target, row);
  }
}

// GemmKernel::sum.
template <class Kernel, int kVectors = Kernel::kMaxVectors>
void SumPanel(const GemmTask& task, const SumTarget& target) {
  if constexpr (kVectors > 1) {
    if (task.padded_n < kVectors * Kernel::Simd::kLanes) {
      return SumPanel<Kernel, kVectors - 1>(task, target);
    }
  }
  SumPanelOf<Kernel, kVectors>(task, target);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_SUM_TILES_INL_H_
