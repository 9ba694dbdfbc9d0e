// The loop over the tiles of one panel, written once over a kernel policy (see
// tile_loop-inl.h).
//
// Where Kernel::kFinishesLate, tiles of a fused epilogue are finished late: a
// tile's sums wait in L1, and are scaled and stored between the groups of the
// next tile. The processor then works at both at once, provided that
// multiplying leaves it units and registers for more: at a depth of 64,
// finishing takes half as long as multiplying.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_PANEL_LOOP_INL_H_
#define LOWP_META_GEMM_PANEL_LOOP_INL_H_

#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/backend.h"
#include "../epilogue/epilogue-inl.h"
#include "../simd/prefetch-inl.h"
#include "finish_tile-inl.h"
#include "tile_loop-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// What the epilogue keeps for the columns of one panel.
template <class Kernel>
using PanelFinish = FusedPanel<typename Kernel::Simd, Kernel::kWidth>;

// A tile whose sums are complete and wait to be finished.
template <class Kernel, int kVectors>
struct WaitingTile {
  alignas(64)
      std::int32_t sums[Kernel::kMostTileRows][kVectors * Kernel::Simd::kLanes];
  int row = 0;   // of the task
  int rows = 0;  // 0: no tile waits
};

// The least number of groups for which finishing late pays: a tile has as many
// registers of sums to finish as there are groups at a depth of 64.
constexpr int kLeastGroupsToFinishLate = 12;

// Late finishing knows the usual scalings only.
LOWP_INLINE bool FinishesLate(const PanelTask& task) {
  const Epilogue& epilogue = *task.epilogue;
  if (task.groups < kLeastGroupsToFinishLate) return false;
  return epilogue.form == EpilogueForm::kFixedPoint
             ? epilogue.fixed_point.path != FixedPointPath::kSingleAway &&
                   !epilogue.fixed_point.special
             : epilogue.form == EpilogueForm::kFloat &&
                   !epilogue.floating.clamps_first;
}

// Finishes row r of the waiting tile, register by register, and calls
// between() before register v.
template <class Kernel, int kVectors, class Function>
LOWP_INLINE void FinishWaitingRow(const PanelTask& task,
                                  const PanelFinish<Kernel>& finish,
                                  const WaitingTile<Kernel, kVectors>& waiting,
                                  int r, const Function& between) {
  using Simd = typename Kernel::Simd;
  const FixedPointEpilogue& fused = task.epilogue->fixed_point;
  const int row = waiting.row + r;
  typename Simd::FixedPointLanes lanes_of_row;
  const typename Simd::FixedPointLanes* lanes = finish.fixed_point.lanes;
  if (fused.along == Along::kRows) {
    lanes_of_row = LanesOfRow<Simd>(fused, task.first_row + row);
    lanes = &lanes_of_row;
  }
  // One place or the other: GCC would choose between their contents, for which
  // there are no registers.
  LOWP_OPAQUE(lanes);
  const int step = fused.along == Along::kCols ? 1 : 0;
  typename Simd::I32 scaled[kVectors];
  LOWP_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    between();
    const auto x = Simd::Load(waiting.sums[r] + v * Simd::kLanes);
    // Where ties go upward, the lanes have no sign to subtract.
    scaled[v] = ScaleLanes<Simd, FixedPointPath::kDoubleAway, false>(
        x, lanes[v * step]);
  }
  Simd::template StoreClamped<kVectors>(finish.fixed_point.bounds, scaled,
                                        ResultRow(task, row), task.columns);
}

// The same of the epilogue in floating point.
template <class Kernel, int kVectors, class Function>
LOWP_INLINE void FinishWaitingFloats(
    const PanelTask& task, const PanelFinish<Kernel>& finish,
    const WaitingTile<Kernel, kVectors>& waiting, const Function& between) {
  using Simd = typename Kernel::Simd;
  const FloatEpilogue& fused = task.epilogue->floating;
  const int step = fused.scale.along == Along::kCols ? 1 : 0;
  for (int r = 0; r < waiting.rows; ++r) {
    const int row = waiting.row + r;
    typename Simd::F32 scale_of_row;
    const typename Simd::F32* scales = finish.floating.scales;
    if (fused.scale.along == Along::kRows) {
      scale_of_row = Simd::Set1(fused.scale.data[task.first_row + row]);
      scales = &scale_of_row;
    }
    typename Simd::I32 scaled[kVectors];
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      between();
      scaled[v] = ScaleByFloat<Simd, false>(
          Simd::Load(waiting.sums[r] + v * Simd::kLanes), scales[v * step],
          finish.floating.constants);
    }
    Simd::template StoreClamped<kVectors>(finish.floating.bounds, scaled,
                                          ResultRow(task, row), task.columns);
  }
}

// Finishes the waiting tile, if there is one, and calls between() before each
// register.
template <class Kernel, int kVectors, class Function>
LOWP_INLINE void FinishWaitingTile(const PanelTask& task,
                                   const PanelFinish<Kernel>& finish,
                                   WaitingTile<Kernel, kVectors>* waiting,
                                   const Function& between) {
  if (waiting->rows == 0) return;
  if (task.epilogue->form == EpilogueForm::kFloat) {
    FinishWaitingFloats<Kernel, kVectors>(task, finish, *waiting, between);
    waiting->rows = 0;
    return;
  }
  for (int r = 0; r < waiting->rows; ++r) {
    FinishWaitingRow<Kernel, kVectors>(task, finish, *waiting, r, between);
  }
  waiting->rows = 0;
}

// Cache lines prefetched of each page; the hardware prefetcher continues.
constexpr int kPanelLines = 8;

// Multiplies all groups, and asks for memory ahead. With each group that is a
// line, for a line: hardware does not follow what is read so slowly, and on
// Zen 4 two to six rows and 16 MB took 1.5 to 2 times as long. Else, whenever
// it is done with a page of the panel, for the page after next, or where
// several tiles read the panel, for the tile's share of the next panel, which
// follows this one: there, single lines took up to 1.5 times as long.
template <class Kernel, int kRows, int kVectors>
LOWP_INLINE void MultiplyGroupsAhead(const PanelTask& task, int row,
                                     TileLoop<Kernel, kRows, kVectors>* loop) {
  constexpr int kStep = kVectors * Kernel::kBytesPerVector;
  if constexpr (kStep == kLineBytes) {
    while (loop->groups > 0) {
      PrefetchLines<1>(loop->panel + kPanelAhead);
      loop->MultiplyGroup();
    }
    return;
  }
  constexpr int kGroups = static_cast<int>(kPageBytes / kStep);
  const bool alone = task.rows == kRows;
  const int lines =
      alone ? kPanelLines
            : static_cast<int>(kPageBytes / kLineBytes) * kRows / task.rows + 1;
  const std::ptrdiff_t left = std::ptrdiff_t{loop->groups} * kStep;
  std::uintptr_t ahead = reinterpret_cast<std::uintptr_t>(loop->panel);
  ahead += static_cast<std::uintptr_t>(alone ? kPanelAhead
                                             : left + left * row / task.rows);
  if (alone) ahead -= ahead % kPageBytes;
  while (loop->groups > 0) {
    PrefetchLines(ahead, lines);
    ahead +=
        static_cast<std::uintptr_t>(alone ? kPageBytes : lines * kLineBytes);
    const int end = loop->groups > kGroups ? loop->groups - kGroups : 0;
    while (loop->groups > end) loop->MultiplyGroup();
  }
}

// Multiplies kRows rows with the whole panel, finishes the tile that waits, and
// leaves this one waiting, or finishes it too.
template <class Kernel, int kRows, int kVectors>
void MultiplyTile(const PanelTask& task, const PanelFinish<Kernel>& finish,
                  int row, WaitingTile<Kernel, kVectors>* waiting) {
  using Simd = typename Kernel::Simd;
  TileLoop<Kernel, kRows, kVectors> loop(task, row);
  if constexpr (Kernel::kFinishesLate) {
    FinishWaitingTile<Kernel, kVectors>(task, finish, waiting,
                                        [&loop]() LOWP_INLINE_LAMBDA {
                                          if (loop.groups > 0)
                                            loop.MultiplyGroup();
                                        });
  }
  if constexpr (kVectors == Kernel::kMaxVectors) {
    if (task.prefetches) MultiplyGroupsAhead(task, row, &loop);
  }
  while (loop.groups > 0) loop.MultiplyGroup();
  if constexpr (Kernel::kReadsTails) {
    if (task.tail > 0) loop.MultiplyTail(task.tail);
  }
  if constexpr (Kernel::kFinishesLate) {
    if (FinishesLate(task)) {
      StoreTile<Simd>(loop.sums, waiting->sums[0]);
      waiting->row = row;
      waiting->rows = kRows;
      return;
    }
  }
  FinishTile<Simd, kRows, kVectors, Kernel::kWidth>(task, finish, row,
                                                    loop.sums);
}

// The same for a kernel with a loop of its own. No tile ever waits.
template <class Kernel, int kRows, int kVectors>
void MultiplyTileByOwnLoop(const PanelTask& task,
                           const PanelFinish<Kernel>& finish, int row) {
  using Simd = typename Kernel::Simd;
  typename Simd::I32 sums[kRows][kVectors];
  InitialSums<Kernel, kRows, kVectors>(task, row, sums);
  Kernel::template MultiplyGroups<kRows, kVectors>(task, row, sums);
  FinishTile<Simd, kRows, kVectors, Kernel::kWidth>(task, finish, row, sums);
}

template <class Kernel, int kVectors>
using TileFunction = void (*)(const PanelTask&, const PanelFinish<Kernel>&,
                              int row, WaitingTile<Kernel, kVectors>*);

// The tile of exactly `rows` rows, 1 .. Kernel::kMostTileRows.
template <class Kernel, int kVectors, int kRows = Kernel::kMostTileRows>
LOWP_INLINE TileFunction<Kernel, kVectors> TileOf(int rows) {
  if constexpr (kRows == 1) {
    return &MultiplyTile<Kernel, 1, kVectors>;
  } else {
    return rows == kRows ? &MultiplyTile<Kernel, kRows, kVectors>
                         : TileOf<Kernel, kVectors, kRows - 1>(rows);
  }
}

// The tiles to cut `rows` into: of kTileRows rows each, but for a remainder,
// which is spread over tiles of one row more or, where there are too few, of
// fewer rows. A small tile would be as slow as a whole one.
template <class Kernel>
LOWP_INLINE int TileCount(int rows) {
  const int whole = rows / Kernel::kTileRows;
  const int most = (rows - 1) / Kernel::kMostTileRows + 1;
  return whole > most ? whole : most;
}

template <class Kernel, int kVectors>
void MultiplyPanelOf(const PanelTask& task, const PanelFinish<Kernel>& finish) {
  WaitingTile<Kernel, kVectors> waiting;
  const int tiles = TileCount<Kernel>(task.rows);
  const int rows = task.rows / tiles;
  const int larger = task.rows % tiles;
  int row = 0;
  if (larger > 0) {
    const auto multiply = TileOf<Kernel, kVectors>(rows + 1);
    for (; row < larger * (rows + 1); row += rows + 1) {
      multiply(task, finish, row, &waiting);
    }
  }
  const auto multiply = TileOf<Kernel, kVectors>(rows);
  for (; row < task.rows; row += rows) {
    multiply(task, finish, row, &waiting);
  }
  if constexpr (Kernel::kFinishesLate) {
    FinishWaitingTile<Kernel, kVectors>(task, finish, &waiting,
                                        []() LOWP_INLINE_LAMBDA {});
  }
}

// The last tile of a kernel with a loop of its own, of `rows` rows.
template <class Kernel, int kVectors, int kRows = Kernel::kTileRows - 1>
LOWP_INLINE void MultiplyLastByOwnLoop(const PanelTask& task,
                                       const PanelFinish<Kernel>& finish,
                                       int row, int rows) {
  if constexpr (kRows > 1) {
    if (rows < kRows) {
      return MultiplyLastByOwnLoop<Kernel, kVectors, kRows - 1>(task, finish,
                                                                row, rows);
    }
  }
  MultiplyTileByOwnLoop<Kernel, kRows, kVectors>(task, finish, row);
}

template <class Kernel, int kVectors>
void MultiplyPanelByOwnLoop(const PanelTask& task,
                            const PanelFinish<Kernel>& finish) {
  constexpr int kRows = Kernel::kTileRows;
  int row = 0;
  for (; task.rows - row >= kRows; row += kRows) {
    MultiplyTileByOwnLoop<Kernel, kRows, kVectors>(task, finish, row);
  }
  if (row < task.rows) {
    MultiplyLastByOwnLoop<Kernel, kVectors>(task, finish, row, task.rows - row);
  }
}

// The loop that the kernel has.
template <class Kernel, int kVectors>
LOWP_INLINE void MultiplyPanelInTiles(const PanelTask& task,
                                      const PanelFinish<Kernel>& finish) {
  if constexpr (kHasOwnLoop<Kernel>) {
    MultiplyPanelByOwnLoop<Kernel, kVectors>(task, finish);
  } else {
    MultiplyPanelOf<Kernel, kVectors>(task, finish);
  }
}

template <class Kernel, int kVectors = Kernel::kMaxVectors>
LOWP_INLINE void MultiplyPanelAs(const PanelTask& task, int vectors,
                                 const PanelFinish<Kernel>& finish) {
  if constexpr (kVectors == 1) {
    MultiplyPanelInTiles<Kernel, 1>(task, finish);
  } else {
    if (vectors == kVectors) {
      MultiplyPanelInTiles<Kernel, kVectors>(task, finish);
    } else {
      MultiplyPanelAs<Kernel, kVectors - 1>(task, vectors, finish);
    }
  }
}

// Backend::multiply.
template <class Kernel>
void MultiplyPanel(const PanelTask& task) {
  PanelFinish<Kernel> finish;
  PrepareFusedPanel(task, &finish);
  MultiplyPanelAs<Kernel>(task, task.padded_columns / Kernel::Simd::kLanes,
                          finish);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_PANEL_LOOP_INL_H_
