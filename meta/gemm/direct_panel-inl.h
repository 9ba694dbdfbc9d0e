// Rows times a panel in one go: the columns' initial values, the products, the
// epilogue and the store, all of it in registers. A product of a few thousand
// multiplications costs mostly the way from one function to the next. And where
// the depth is small, sums should not wait in memory to be finished, as they do
// in panel_loop-inl.h: on Zen 4 a register that is stored takes the place of
// one vpdpbusd.
//
// Written once over a kernel policy (tile_loop-inl.h), whose rows are read in
// place. Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_DIRECT_PANEL_INL_H_
#define LOWP_META_GEMM_DIRECT_PANEL_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/backend.h"
#include "../epilogue/direct_epilogue-inl.h"
#include "initial_values-inl.h"
#include "tile_loop-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The columns' part of the initial values, see ColumnTask.
template <class Simd, int kVectors>
LOWP_INLINE void DirectColumns(const DirectTask& task,
                               typename Simd::I32 (&add)[kVectors]) {
  const typename Simd::I32 row_offset = Simd::Set1(task.row_offset);
  const typename Simd::I32 moved = Simd::Set1(
      static_cast<std::int32_t>(static_cast<std::uint32_t>(task.column_offset) *
                                static_cast<std::uint32_t>(task.depth)));
  LOWP_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    const int column = v * Simd::kLanes;
    add[v] = AddBiases<Simd>(
        task.biases, task.bias_count,
        Mul(row_offset, Simd::Add(Simd::Load(task.sums + column), moved)),
        task.first_column + column, task.columns - column);
  }
}

// What the loop over the rows needs, in memory: registers are for the sums. The
// compiler keeps nothing else in them, and makes no copies for want of them,
// as long as it cannot see what is where (LOWP_OPAQUE).
template <class Kernel, int kGroup, int kVectors, class Epilogue>
class DirectPanel {
 public:
  using Simd = typename Kernel::Simd;

  LOWP_INLINE explicit DirectPanel(const DirectTask& task)
      : task_(task),
        flip_(Kernel::Flip(task.row_flip)),
        groups_(static_cast<unsigned>(task.depth) / kGroup),
        tail_(static_cast<unsigned>(task.depth) % kGroup),
        epilogue_(task) {
    DirectColumns<Simd>(task, column_add_);
  }

  // Takes the panel that the task has moved on to.
  LOWP_INLINE void Take() {
    if constexpr (Epilogue::kVaries) epilogue_.Take(task_);
    DirectColumns<Simd>(task_, column_add_);
  }

  // Multiplies and finishes kRows rows from `row` on.
  template <int kRows>
  LOWP_INLINE void MultiplyTile(int row) const {
    const DirectPanel* self = this;
    LOWP_OPAQUE(self);
    Loop<kRows> tile;
    self->Begin(row, &tile);
    self->Complete(&tile);
    self->Finish(row, tile.sums);
  }

  // The same with `rows` rows, at least kRows, whose results are bytes. While a
  // tile is multiplied the one before is finished, a few registers between a
  // few groups at a time: a processor works at both at once only as far as its
  // schedulers reach, on Zen 4 some sixty instructions. kReloads: no registers
  // are left for the epilogue's constants. The last tile takes rows again that
  // the one before had, rather than fewer. A function of its own: its loop
  // needs all the registers.
  template <int kRows, bool kReloads>
  LOWP_NOINLINE void MultiplyOverlapped(int rows) const {
    constexpr int kStep = kRows % 2 == 0 ? 2 : kRows;
    constexpr int kPartsPerColumn = kRows / kStep;
    constexpr int kParts = kPartsPerColumn * kVectors;
    const DirectPanel* self = this;
    LOWP_OPAQUE(self);
    Loop<kRows> tile;
    self->Begin(0, &tile);
    const int share = tile.groups / kParts;
    const int larger_shares = tile.groups % kParts;
    self->Complete(&tile);
    int row = 0;
    while (row + kRows < rows) {
      const int waiting_row = row;
      Sums<kRows> waiting;
      CopySums<kRows>(tile.sums, waiting);
      row = rows - row >= 2 * kRows ? row + kRows : rows - kRows;
      self->Begin(row, &tile);
      const Epilogue* epilogue = &self->epilogue_;
      LOWP_UNROLL
      for (int part = 0; part < kParts; ++part) {
        const int first = part % kPartsPerColumn * kStep;
        const int v = part / kPartsPerColumn;
        if (kReloads && first == 0 && v > 0) LOWP_OPAQUE(epilogue);
        LOWP_UNROLL
        for (int r = first; r < first + kStep; ++r) {
          epilogue->ScaleHere(&waiting[r][v], v);
        }
        if (part == kParts - 1) {
          epilogue->StoreBytes(waiting, self->ResultRow(waiting_row),
                               self->task_.result_stride, self->task_.columns);
        }
        for (int g = share + (part < larger_shares ? 1 : 0); g > 0; --g) {
          tile.MultiplyGroup();
        }
      }
      self->MultiplyTail(&tile);
    }
    self->Finish(row, tile.sums);
  }

 private:
  template <int kRows>
  using Loop = TileLoop<Kernel, kRows, kVectors>;
  template <int kRows>
  using Sums = typename Simd::I32[kRows][kVectors];

  // Makes a tile of the rows from `row` on, before its first group.
  template <int kRows>
  LOWP_INLINE void Begin(int row, Loop<kRows>* tile) const {
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      tile->rows[r] = r == 0 ? task_.rows_data + row * task_.row_stride
                             : tile->rows[r - 1] + task_.row_stride;
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) tile->sums[r][v] = column_add_[v];
    }
    tile->flip = flip_;
    tile->panel = task_.panel;
    tile->group_stride = kGroup;
    tile->at = 0;
    tile->groups = groups_;
    if (task_.row_add == nullptr) return;
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      const typename Simd::I32 add = Simd::Set1(task_.row_add[row + r]);
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        tile->sums[r][v] = Simd::Add(tile->sums[r][v], add);
      }
    }
  }

  // Multiplies what is left of the depth.
  template <int kRows>
  LOWP_INLINE void Complete(Loop<kRows>* tile) const {
    while (tile->groups > 0) tile->MultiplyGroup();
    MultiplyTail(tile);
  }

  template <int kRows>
  LOWP_INLINE void MultiplyTail(Loop<kRows>* tile) const {
    if (tail_ > 0) tile->MultiplyTail(tail_);
  }

  template <int kRows>
  static LOWP_INLINE void CopySums(const Sums<kRows>& from, Sums<kRows>& to) {
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) to[r][v] = from[r][v];
    }
  }

  template <int kRows>
  LOWP_INLINE void Finish(int row, Sums<kRows>& sums) const {
    epilogue_.Finish(sums, ResultRow(row), task_.result_stride, task_.columns);
  }

  LOWP_INLINE std::uint8_t* ResultRow(int row) const {
    return task_.result + row * task_.result_stride;
  }

  const DirectTask& task_;
  typename Simd::I32 column_add_[kVectors];
  const decltype(Kernel::Flip(0)) flip_;
  const int groups_;
  const int tail_;
  Epilogue epilogue_;
};

// Rows of a tile that is finished while the next one is multiplied, but for
// whole panels, which have TileRowsOfWholePanel(): both have their sums in
// registers, 8 of them each where the constants of the epilogue stay in
// registers too, else up to 12.
template <int kVectors, bool kReloads>
constexpr int kOverlappedRows =
    kVectors == 3 && !kReloads ? kShallowTileRows : 4;
constexpr int kLeastOverlappedTiles = 3;

// The fewest groups for which it pays: with few of them between the loads of
// constants, the loads are what takes time. Measured on Zen 4.
template <bool kVaries>
constexpr int kLeastOverlappedGroups = kVaries ? 8 : 4;

// Multiplies all rows in tiles that overlap, if that pays.
template <class Kernel, int kGroup, int kVectors, class Epilogue>
LOWP_INLINE bool MultiplyOverlappedRows(const DirectTask& task) {
  constexpr bool kVaries = Epilogue::kVaries;
  constexpr int kLeastDepth = kGroup * kLeastOverlappedGroups<kVaries>;
  if (task.depth < kLeastDepth || SizeOf(task.epilogue->result) != 1) {
    return false;
  }
  using Panel = DirectPanel<Kernel, kGroup, kVectors, Epilogue>;
  if constexpr (kVectors == Kernel::kMaxVectors) {
    const int rows = TileRowsOfWholePanel(task.rows, task.depth, kVaries);
    if (rows == kDirectTileRows) return false;
    const Panel panel(task);
    if (rows == kDeepTileRows) {
      panel.template MultiplyOverlapped<kDeepTileRows, true>(task.rows);
    } else {
      panel.template MultiplyOverlapped<kShallowTileRows, kVaries>(task.rows);
    }
  } else {
    constexpr int kRows = kOverlappedRows<kVectors, kVaries>;
    if (task.rows < kLeastOverlappedTiles * kRows) return false;
    const Panel panel(task);
    panel.template MultiplyOverlapped<kRows, kVaries>(task.rows);
  }
  return true;
}

// All rows. The last tile overlaps the one before instead of being smaller:
// this costs kernels that finish late nothing, and needs fewer kinds of tiles.
// For other kernels, one or two rows that are left are tiles of their own.
template <class Kernel, int kGroup, int kVectors, class Epilogue>
void MultiplyDirectRows(const DirectTask& task) {
  if constexpr (Epilogue::kScales && Kernel::kFinishesLate) {
    if (MultiplyOverlappedRows<Kernel, kGroup, kVectors, Epilogue>(task)) {
      return;
    }
  }
  const DirectPanel<Kernel, kGroup, kVectors, typename Epilogue::Once> panel(
      task);
  const int rows = task.rows;
  int row = 0;
  if (rows < kDirectTileRows) {
    for (; row < rows; ++row) panel.template MultiplyTile<1>(row);
    return;
  }
  int tiled = rows;
  if constexpr (!Kernel::kFinishesLate) {
    const int left = rows % kDirectTileRows;
    if (left <= kDirectTileRows / 2) tiled -= left;
  }
  if constexpr (kVectors == 1) {
    constexpr int kTwoTiles = 2 * kDirectTileRows;
    for (; rows - row >= kTwoTiles; row += kTwoTiles) {
      panel.template MultiplyTile<kTwoTiles>(row);
    }
  }
  if (row < tiled) {
    const int last = tiled - kDirectTileRows;
    if (row > last) row = last;
    for (;;) {
      panel.template MultiplyTile<kDirectTileRows>(row);
      if (row == last) break;
      row = row + kDirectTileRows < last ? row + kDirectTileRows : last;
    }
  }
  if constexpr (!Kernel::kFinishesLate) {
    for (row = tiled; row < rows; ++row) panel.template MultiplyTile<1>(row);
  }
}

// Fewer rows than a tile's, one after the other, with each of several panels.
template <class Kernel, int kGroup, int kVectors, class Epilogue>
LOWP_NOINLINE void MultiplyDirectPanels(const DirectTask& first) {
  DirectTask task = first;
  DirectPanel<Kernel, kGroup, kVectors, Epilogue> panel(task);
  for (;;) {
    for (int row = 0; row < task.rows; ++row) {
      panel.template MultiplyTile<1>(row);
    }
    if (--task.panels == 0) return;
    task.NextPanel(1);
    panel.Take();
  }
}

// The results of a single row whose products are there.
template <class Simd, int kVectors, class Epilogue>
LOWP_NOINLINE void FinishDirectRow(const DirectTask& first) {
  DirectTask task = first;
  Epilogue epilogue(task);
  for (;;) {
    typename Simd::I32 sums[1][kVectors];
    DirectColumns<Simd>(task, sums[0]);
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      sums[0][v] =
          Simd::Add(sums[0][v], Simd::Load(task.products + v * Simd::kLanes));
      if (task.row_add != nullptr) {
        sums[0][v] = Simd::Add(sums[0][v], Simd::Set1(*task.row_add));
      }
    }
    epilogue.Finish(sums, task.result, 0, task.columns);
    if (--task.panels == 0) return;
    task.NextPanel(1);
    if constexpr (Epilogue::kVaries) epilogue.Take(task);
  }
}

template <class Kernel, int kGroup, int kVectors, class Epilogue>
LOWP_INLINE void MultiplyDirectWith(const DirectTask& task) {
  if (task.products != nullptr) {
    return FinishDirectRow<typename Kernel::Simd, kVectors,
                           typename Epilogue::Once>(task);
  }
  if constexpr (kVectors == Kernel::kMaxVectors) {
    if (task.panels > 1) {
      return MultiplyDirectPanels<Kernel, kGroup, kVectors,
                                  typename Epilogue::Once>(task);
    }
  }
  MultiplyDirectRows<Kernel, kGroup, kVectors, Epilogue>(task);
}

template <class Kernel, int kGroup, int kVectors, FixedPointPath kPath>
LOWP_INLINE void MultiplyDirectFixedPoint(const DirectTask& task) {
  using Simd = typename Kernel::Simd;
  if (task.epilogue->fixed_point.along == Along::kCols) {
    using Scale = DirectChannels<Simd, kVectors, kPath>;
    MultiplyDirectWith<Kernel, kGroup, kVectors,
                       DirectScaled<Simd, kVectors, Scale>>(task);
  } else {
    using Scale = DirectFixedPoint<Simd, kPath>;
    MultiplyDirectWith<Kernel, kGroup, kVectors,
                       DirectScaled<Simd, kVectors, Scale>>(task);
  }
}

template <class Kernel, int kGroup, int kVectors>
LOWP_INLINE void MultiplyDirectOf(const DirectTask& task) {
  using Simd = typename Kernel::Simd;
  const Epilogue& epilogue = *task.epilogue;
  if (epilogue.form == EpilogueForm::kStore) {
    MultiplyDirectWith<Kernel, kGroup, kVectors, DirectSums<Simd, kVectors>>(
        task);
  } else if (epilogue.form == EpilogueForm::kFloat) {
    using Scale = DirectFloat<Simd, kVectors>;
    MultiplyDirectWith<Kernel, kGroup, kVectors,
                       DirectScaled<Simd, kVectors, Scale>>(task);
  } else if (TiesGoUpward(epilogue.fixed_point.path)) {
    MultiplyDirectFixedPoint<Kernel, kGroup, kVectors, FixedPointPath::kUpward>(
        task);
  } else {
    MultiplyDirectFixedPoint<Kernel, kGroup, kVectors,
                             FixedPointPath::kDoubleAway>(task);
  }
}

// Backend::multiply_direct, for groups of kGroup numbers.
template <class Kernel, int kGroup, int kVectors = Kernel::kMaxVectors>
void MultiplyDirectPanel(const DirectTask& task) {
  if constexpr (kVectors > 1) {
    if (task.padded_columns < kVectors * Kernel::Simd::kLanes) {
      return MultiplyDirectPanel<Kernel, kGroup, kVectors - 1>(task);
    }
  }
  MultiplyDirectOf<Kernel, kGroup, kVectors>(task);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_DIRECT_PANEL_INL_H_
