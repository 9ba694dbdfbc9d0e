// Tiles whose sums are left in memory: GemmKernel::sum, written once over a
// kernel policy (kernel_policy-inl.h). Any epilogue can follow.
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
#include "far_panels-inl.h"
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

// Groups of k that a tile multiplies, of those of a run; all of them where
// panels do not come in pieces (kHasPieces).
struct Piece {
  int first, count;
};

// Whether a tile may get a panel in pieces: a smaller one is its panel's only
// tile.
template <class Kernel, int kRows, int kVectors>
constexpr bool kHasPieces = kRows >= Kernel::kMaxTileRows / 2 &&
                            (kMayPrefetchPanels<Kernel, kVectors>);

// The sums of kRows rows from `row` on: the piece's, added to those that the
// pieces before left there.
template <class Kernel, int kRows, int kVectors>
LOWP_NOINLINE void SumTile(const GemmTask& task, const SumTarget& target,
                           int row, const Piece& piece) {
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
    loop.template Begin<kReadsRuns<Kernel>>(task, row, column_add);
    loop.flip = Kernel::Flip(task.a_flip);
    loop.group_stride = task.a_group_stride;
    loop.groups = WholeGroups(task, Kernel::kKr);
    std::int32_t* const sums = SumsOf(target, row);
    bool is_last = true;
    if constexpr (kHasPieces<Kernel, kRows, kVectors>) {
      if (piece.first > 0) loop.GoOn(piece.first, sums, target.stride);
      is_last = loop.groups <= piece.count;
      if (!is_last) loop.groups = piece.count;
    }
    if constexpr (kVectors == Kernel::kMaxVectors) {
      if (task.prefetches) MultiplyGroupsAhead(task, row, &loop);
    }
    if (is_last) {
      for (int s = 1;; ++s) {
        loop.MultiplyGroups();
        if (!kReadsRuns<Kernel> || s >= task.runs) break;
        loop.GoOnWithRun(task, s, WholeGroups(task, Kernel::kKr));
      }
      if constexpr (Kernel::kReadsTails) {
        const int tail = TailOf(task, Kernel::kKr);
        if (tail > 0) loop.MultiplyTail(tail);
      }
    }
    StoreTile<Simd>(loop.sums, sums, target.stride);
  }
}

using TileFunction = void (*)(const GemmTask&, const SumTarget&, int row,
                              const Piece& piece);

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

// The piece's sums of all rows.
template <class Kernel, int kVectors>
LOWP_INLINE void SumPiece(const GemmTask& task, const SumTarget& target,
                          const Piece& piece) {
  int row = target.first;
  const int end = row + target.count;
  if constexpr (kHasOwnLoop<Kernel>) {
    constexpr int kRows = Kernel::kTileRows;
    for (; end - row >= kRows; row += kRows) {
      SumTile<Kernel, kRows, kVectors>(task, target, row, piece);
    }
    if (row < end) {
      TileOf<Kernel, kVectors, kRows>(end - row)(task, target, row, piece);
    }
  } else {
    const int tiles = TileCount<Kernel>(target.count);
    const int rows = target.count / tiles;
    const int larger_end = row + target.count % tiles * (rows + 1);
    if (row < larger_end) {
      const auto tile = TileOf<Kernel, kVectors>(rows + 1);
      for (; row < larger_end; row += rows + 1) tile(task, target, row, piece);
    }
    const auto tile = TileOf<Kernel, kVectors>(rows);
    for (; row < end; row += rows) tile(task, target, row, piece);
  }
}

template <class Kernel, int kVectors>
void SumPanelOf(const GemmTask& task, const SumTarget& target) {
  Piece piece = {0, 0};
  if constexpr (kMayPrefetchPanels<Kernel, kVectors>) {
    const int groups = WholeGroups(task, Kernel::kKr);
    piece.count = task.prefetches
                      ? GroupsOfAPiece<Kernel, Kernel::kMaxTileRows, kVectors>(
                            task, target.count, groups)
                      : groups;
    for (; piece.first + piece.count < groups; piece.first += piece.count) {
      SumPiece<Kernel, kVectors>(task, target, piece);
    }
  }
  SumPiece<Kernel, kVectors>(task, target, piece);
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
