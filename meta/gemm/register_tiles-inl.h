// Tiles from the columns' initial values to the stored result, all of it in
// registers: GemmKernel::run. A product of a few thousand multiplications
// spends most of its time in calls of functions. And where k is small, sums
// should not wait in memory to be finished.
//
// Three loops over the rows of A:
//   RunRows            tiles of one row or two, after some of more rows, with
//                      each of several panels
//   RunTiles           tiles of several rows
//   RunOverlapped      the same, where the results are bytes: each tile is
//                      finished while the next one is multiplied, some
//                      instructions of one between some of the other. Without
//                      that a processor works at both at once only as far as
//                      its schedulers reach, on Zen 4 some sixty instructions.
// In the latter two the last tile repeats rows of the one before: that costs
// little, and tiles of other sizes would be more code.
//
// Written once over a kernel policy and an epilogue (register_panel-inl.h).
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_REGISTER_TILES_INL_H_
#define LOWP_META_GEMM_REGISTER_TILES_INL_H_

#include <type_traits>

#include "../../internal/compiler.h"
#include "../../internal/contract/gemm_tasks.h"
#include "../epilogue/register_epilogue-inl.h"
#include "far_panels-inl.h"
#include "register_panel-inl.h"
#include "tile-inl.h"
#include "two_panels-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The loops, as policies of RunInRegisters: Run<Kernel, kVectors, Epilogue>.

// Two rows at a time where one leaves registers for the sums of another, if the
// panel is whole: it is read once for both. Before that, tiles of kTileRows
// rows, if these are more than four, and then one of four: an addition to a sum
// takes several cycles, for which other sums keep the units busy. Two panels at
// a time if there is one row.
template <int kTileRows>
struct RunRows {
  using Narrower = RunRows<1>;  // for panels of fewer registers

  template <class Kernel, int kVectors, class Epilogue>
  static LOWP_NOINLINE void Run(const GemmTask& task) {
    constexpr bool kTakesTwo = kVectors == Kernel::kMaxVectors &&
                               (kGroupsAtOnce<Kernel, kVectors>) > 1;
    constexpr int kFour = 4;
    static_assert(kTileRows == 1 || !kReadsRuns<Kernel>, "rows may be in runs");
    RegisterPanel<Kernel, kVectors, Epilogue> panel(task);
    std::conditional_t<kTakesTwoPanels<Kernel> && kTakesTwo, PanelPairs<Kernel>,
                       NoPanelPairs>
        pairs(task);
    for (int left = task.panels;; --left) {
      int row = 0;
      if constexpr (kTileRows > kFour) {
        if (task.m >= kFour) {
          for (; task.m - row >= kTileRows; row += kTileRows) {
            panel.template RunTile<kTileRows, false>(row);
          }
          if (task.m - row >= kFour) {
            panel.template RunTile<kFour, false>(row);
            row += kFour;
          }
        }
      }
      if (const std::int32_t* products = pairs.Next(task, panel.b(), left)) {
        panel.FinishProducts(products);
        row = 1;
      }
      if constexpr (kTakesTwo) {
        for (; row + 1 < task.m; row += 2) {
          panel.template RunTile<2, false>(row);
        }
      }
      for (; row < task.m; ++row) panel.template RunTile<1, false>(row);
      if (left == 1) return;
      panel.Next();
    }
  }
};

using RunFewRows = RunRows<1>;

// Whether a panel's tiles may have twice as many rows: those of one register
// of columns always do, those of half a panel if there is nothing to flip.
template <class Kernel, int kVectors>
constexpr bool kMayHaveLongTiles = kVectors == 1 ||
                                   (kHasUnflipped<Kernel> &&
                                    2 * kVectors <= Kernel::kMaxVectors);

// Whether tiles flip the rows that have to be before they multiply them: those
// of a panel that is not whole. A loop that flips would take longer, since rows
// meet few columns.
template <class Kernel, int kVectors>
constexpr bool kMayFlipTiles =
    kFlipsRows<Kernel>&& kVectors < Kernel::kMaxVectors;
// The first products of shorter rows would wait for their flips.
constexpr int kMinFlippedK = 32;

// At least kRows rows. If at most kMaxSingles rows are left, each is a tile of
// its own, which is faster than repeating rows.
template <int kRows, int kMaxSingles = 0>
struct RunTiles {
  using Narrower = RunTiles;

  template <class Kernel, int kVectors, class Epilogue>
  static LOWP_NOINLINE void Run(const GemmTask& task) {
    constexpr bool kRuns = kReadsRuns<Kernel>;
    const RegisterPanel<Kernel, kVectors, Epilogue> panel(task);
    if constexpr (kMayPrefetchPanels<Kernel, kVectors>) {
      if (task.prefetches) return panel.template RunAhead<kRows>();
    }
    const int left = static_cast<int>(static_cast<unsigned>(task.m) % kRows);
    const int rows = left <= kMaxSingles ? task.m - left : task.m;
    int row = 0;
    constexpr bool kLong = kMayHaveLongTiles<Kernel, kVectors>;
    if constexpr (kMayFlipTiles<Kernel, kVectors>) {
      constexpr int kTile = kLong ? 2 * kRows : kRows;
      if (task.a_flip != 0 && task.k >= kMinFlippedK) {
        row = panel.template RunFlippedTiles<kTile>(rows);
      }
    }
    if constexpr (kLong) {
      const bool is_in_runs = kRuns && task.a_rows != nullptr;
      if ((kVectors == 1 || task.a_flip == 0) && !is_in_runs && row == 0) {
        row = panel.template RunLongTiles<2 * kRows>(rows);
      }
    }
    const int last = rows - kRows;
    while (row < rows) {
      if (row > last) row = last;
      panel.template RunTile<kRows, kRuns>(row);
      row += kRows;
    }
    static_assert(!kRuns || kMaxSingles == 0, "rows would be in runs");
    if constexpr (kMaxSingles > 0) {
      for (; row < task.m; ++row) panel.template RunTile<1, false>(row);
    }
  }
};

// The previous tile is finished between the groups of kr of the next, a
// register and its constants for each group.
constexpr int kMinOverlappedGroups = 8;

// Tiles of kRows rows if the panel is whole. Narrower panels leave registers
// for four rows; those of one register for eight, whose sums wait less for one
// another. Flipping in the loop would take the units that finish the tile
// before: rows are flipped ahead of it.
template <int kRows>
struct RunOverlapped {
  using Narrower = RunOverlapped<2>;  // the same for all kRows

  template <class Kernel, int kVectors, class Epilogue>
  static LOWP_INLINE void Run(const GemmTask& task) {
    constexpr bool kWhole = kVectors == Kernel::kMaxVectors;
    constexpr int kTile = kWhole ? kRows : kVectors == 1 ? 8 : 4;
    if constexpr (Epilogue::kScales) {
      if (task.m >= (kWhole ? 2 : 3) * kTile &&
          task.k >= Kernel::kKr * kMinOverlappedGroups) {
        const RegisterPanel<Kernel, kVectors, Epilogue> panel(task);
        return panel.template RunOverlapped<kTile>(task.m);
      }
    }
    RunTiles<4>::Run<Kernel, kVectors, Epilogue>(task);
  }
};

// The same function for panels that are whole, and RunTiles for others.
template <int kTileRows>
struct RunManyRows : RunRows<kTileRows> {
  using Narrower = RunTiles<4>;
};

// Calls Loop::Run for the columns that the panel has and the task's epilogue.
template <class Kernel, class Loop, int kVectors>
LOWP_INLINE void RunWithEpilogue(const GemmTask& task) {
  using Simd = typename Kernel::Simd;
  const Epilogue& epilogue = *task.epilogue;
  if (epilogue.form == EpilogueForm::kStore) {
    Loop::template Run<Kernel, kVectors, RegisterStore<Simd, kVectors>>(task);
  } else if (epilogue.form == EpilogueForm::kFloat) {
    using Scale = FloatScale<Simd, kVectors>;
    Loop::template Run<Kernel, kVectors, RegisterScale<Simd, kVectors, Scale>>(
        task);
  } else {
    const auto run = [&](const auto& scaling) LOWP_INLINE_LAMBDA {
      using Scale =
          FixedPointScale<Simd, kVectors, std::decay_t<decltype(scaling)>>;
      Loop::template Run<Kernel, kVectors,
                         RegisterScale<Simd, kVectors, Scale>>(task);
    };
    using Scalings = TileScalings<Simd>;
    if constexpr (std::is_same_v<Loop, RunFewRows> && Scalings::kChangesMode) {
      run(typename Scalings::Any(epilogue.fixed_point));
    } else {
      Scalings::OnOne(epilogue.fixed_point, task.m, run);
    }
  }
}

// GemmKernel::run.
template <class Kernel, class Loop, int kVectors = Kernel::kMaxVectors>
void RunInRegisters(const GemmTask& task) {
  if constexpr (kVectors > 1) {
    if (task.padded_n < kVectors * Kernel::Simd::kLanes) {
      return RunInRegisters<Kernel, typename Loop::Narrower, kVectors - 1>(
          task);
    }
  }
  RunWithEpilogue<Kernel, Loop, kVectors>(task);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_REGISTER_TILES_INL_H_
