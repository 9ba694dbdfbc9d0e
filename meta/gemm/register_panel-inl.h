// A panel whose tiles are finished in registers, and tiles of each kind: what
// the loops of register_tiles-inl.h are made of.
//
// Written once over a kernel policy (kernel_policy-inl.h), which supplies
// beside that
//   kKr, kRowStep           values of k of a group, and bytes of a row's group
// and an epilogue (register_epilogue-inl.h).
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_REGISTER_PANEL_INL_H_
#define LOWP_META_GEMM_REGISTER_PANEL_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/gemm_tasks.h"
#include "../epilogue/register_epilogue-inl.h"
#include "column_values-inl.h"
#include "far_panels-inl.h"
#include "tile-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The maximum k of overlapped tiles, and bytes from one flipped row to the
// next.
constexpr int kMaxOverlappedK = 1024;
constexpr int kFlippedStride = kMaxOverlappedK + 64;

// A panel of kVectors registers, and what the loops over the rows need, in
// memory: registers are for the sums. The compiler keeps nothing else in them,
// and makes no copies for want of them, as long as it cannot see what is where
// (LOWP_OPAQUE).
template <class Kernel, int kVectors, class Epilogue>
class RegisterPanel {
 public:
  using Simd = typename Kernel::Simd;

  LOWP_INLINE explicit RegisterPanel(const GemmTask& task)
      : task_(&task),
        place_(task),
        flip_(Kernel::Flip(task.a_flip)),
        groups_(WholeGroups(task, Kernel::kKr)),
        tail_(TailOf(task, Kernel::kKr)),
        epilogue_(task) {
    MakeColumnAdd();
  }

  // Moves on to the task's next panel.
  LOWP_INLINE void Next() {
    place_.Next(*task_);
    if constexpr (Epilogue::kScales) {
      epilogue_.Take(*task_, place_.first_column);
    }
    MakeColumnAdd();
  }

  // Multiplies and finishes kRows rows from `row` on, which may be in copied
  // runs if kRuns says so.
  template <int kRows, bool kRuns>
  LOWP_INLINE void RunTile(int row) const {
    const RegisterPanel* self = this;
    LOWP_OPAQUE(self);
    Loop<kRows> tile;
    self->template Begin<kRuns>(row, &tile);
    for (int s = 1;; ++s) {
      MultiplyRun<Kernel>(*self->task_, &tile);
      // Most tasks of such kernels have no runs. The next run reads again what
      // it needs: keeping it would take registers from tasks without runs.
      if constexpr (kRuns && !kHasTerms<Kernel>) LOWP_OPAQUE(self);
      if (!kRuns || s >= self->task_->runs) break;
      tile.GoOnWithRun(*self->task_, s, self->groups_);
    }
    self->MultiplyRest(&tile);
    self->Finish(row, tile.sums);
  }

  // Finishes row 0, of which `products` are the sums without initial values.
  LOWP_INLINE void FinishProducts(const std::int32_t* products) const {
    const RegisterPanel* self = this;
    LOWP_OPAQUE(self);
    Loop<1> tile;
    self->Begin(0, &tile);
    Sums<1> sums;
    LoadTile<Simd>(products, 0, sums);
    tile.AddSums(sums);
    self->Finish(0, tile.sums);
  }

  // The first group of the panel.
  const std::uint8_t* b() const { return place_.b; }

  // The same for all tiles of kRows rows from row 0 on, none of them in copied
  // runs; returns the row behind. A function of its own: pointers to so many
  // rows leave no registers.
  template <int kRows>
  LOWP_NOINLINE int RunLongTiles(int rows) const {
    int row = 0;
    for (; rows - row >= kRows; row += kRows) RunTile<kRows, false>(row);
    return row;
  }

  // The same for rows whose signs have to be flipped: each tile's are flipped
  // before they are multiplied.
  template <int kRows>
  LOWP_NOINLINE int RunFlippedTiles(int rows) const {
    alignas(64) std::uint8_t buffer[kRows * kFlippedStride];
    std::uint8_t* flipped = buffer;
    LOWP_OPAQUE(flipped);  // an address of its own, and none by the stack's
    int row = 0;
    for (; rows - row >= kRows; row += kRows) {
      RunFlippedTile<kRows>(row, flipped);
    }
    return row;
  }

  // The same for all rows, at least kRows, of a panel from beyond the caches
  // (MultiplyGroupsAhead). A function of its own, so that other tiles keep
  // their registers, and not made of SumTile, which is slower: finishing a tile
  // does not overlap with the next one there.
  template <int kRows>
  LOWP_NOINLINE void RunAhead() const {
    constexpr int kStride = kVectors * Simd::kLanes;
    // Each tile's sums of the pieces before. The last tile may repeat rows.
    static_assert(kMaxRowsInPieces % kRows == 0, "a tile would lie outside");
    alignas(64) std::int32_t sums[kMaxRowsInPieces / kRows][kRows * kStride];
    const RegisterPanel* self = this;
    LOWP_OPAQUE(self);
    const int rows = self->task_->m;
    const int piece = GroupsOfAPiece<Kernel, kRows, kVectors>(
        *self->task_, rows, self->groups_);
    int first = 0;
    do {
      for (int row = 0, index = 0; row < rows; row += kRows, ++index) {
        if (row > rows - kRows) row = rows - kRows;
        Loop<kRows> tile;
        self->Begin(row, &tile);
        if (first > 0) tile.GoOn(first, sums[index], kStride);
        const int behind = tile.groups > piece ? tile.groups - piece : 0;
        tile.groups -= behind;
        MultiplyGroupsAhead(*self->task_, row, &tile);
        if (behind > 0) {
          StoreTile<Simd>(tile.sums, sums[index], kStride);
        } else {
          self->MultiplyRest(&tile);
          self->Finish(row, tile.sums);
        }
      }
    } while ((first += piece) < self->groups_);
  }

  // Multiplies and finishes all rows in tiles of kRows, at least two, whose
  // results are bytes. A function of its own: its loop needs all the registers.
  // None are left for constants of the epilogue, which are loaded for each
  // register of columns.
  template <int kRows>
  LOWP_NOINLINE void RunOverlapped(int rows) const {
    constexpr int kStep = kRows % 2 == 0 ? 2 : kRows;
    constexpr int kPartsPerColumn = kRows / kStep;
    constexpr int kParts = kPartsPerColumn * kVectors;
    const RegisterPanel* self = this;
    LOWP_OPAQUE(self);
    TileLoop<typename Kernel::Unflipped, kRows, kVectors, kRows >= 8 ? 2 : 1>
        tile;
    alignas(64) std::uint8_t flipped[kRows * kFlippedStride];
    self->template BeginOverlapped<kRows>(0, flipped, &tile);
    const int share = tile.groups / kParts;
    const int larger_shares = tile.groups % kParts;
    while (tile.groups > 0) tile.MultiplyGroup();
    self->MultiplyRest(&tile);
    int row = 0;
    while (row + kRows < rows) {
      const int waiting_row = row;
      Sums<kRows> waiting;
      CopyTile<Simd>(tile.sums, waiting);
      row = rows - row >= 2 * kRows ? row + kRows : rows - kRows;
      self->template BeginOverlapped<kRows>(row, flipped, &tile);
      const Epilogue* epilogue = &self->epilogue_;
      LOWP_UNROLL
      for (int part = 0; part < kParts; ++part) {
        const int first = part % kPartsPerColumn * kStep;
        const int v = part / kPartsPerColumn;
        if (first == 0 && v > 0) LOWP_OPAQUE(epilogue);
        LOWP_UNROLL
        for (int r = first; r < first + kStep; ++r) {
          epilogue->ScaleHere(&waiting[r][v], v);
        }
        if (part == kParts - 1) {
          epilogue->StoreBytes(waiting, self->ResultRow(waiting_row),
                               self->task_->result_stride, self->task_->n);
        }
        for (int g = share + (part < larger_shares ? 1 : 0); g > 0; --g) {
          tile.MultiplyGroup();
        }
      }
      self->MultiplyRest(&tile);
    }
    self->Finish(row, tile.sums);
  }

 private:
  template <int kRows>
  using Loop = TileLoop<Kernel, kRows, kVectors>;
  template <int kRows>
  using Sums = typename Simd::I32[kRows][kVectors];

  // The columns' part of the initial values.
  LOWP_INLINE void MakeColumnAdd() {
    typename Simd::I32 add[kVectors];
    ColumnAdd<Simd>(*task_, place_, add);
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      if constexpr (kHasTerms<Kernel>) {
        add[v] = Simd::Add(
            add[v], Simd::Load(Kernel::ColumnTerms(*task_) + v * Simd::kLanes));
      }
      column_add_[v] = add[v];
    }
  }

  // Makes a tile of the rows from `row` on, before its first group.
  template <bool kRuns = false, class Tile>
  LOWP_INLINE void Begin(int row, Tile* tile) const {
    tile->template Begin<kRuns>(*task_, row, column_add_);
    tile->b = place_.b;  // the task has its first panel
    tile->flip = flip_;
    tile->group_stride = Kernel::kRowStep;
    tile->groups = groups_;
  }

  // The same for an overlapped tile. It reads rows that are flipped here: a
  // loop that flips would be one more, and is no faster.
  template <int kRows, class Tile>
  LOWP_INLINE void BeginOverlapped(int row, std::uint8_t* flipped,
                                   Tile* tile) const {
    Begin(row, tile);
    if (task_->a_flip == 0) return;
    Kernel::template FlipRows<kRows>(tile->rows[0], task_->a_stride, task_->k,
                                     flip_, flipped, kFlippedStride);
    tile->ReadRows(flipped, kFlippedStride);
  }

  // A tile of rows that are flipped here, kMaxOverlappedK values of k at a
  // time.
  template <int kRows>
  LOWP_INLINE void RunFlippedTile(int row, std::uint8_t* flipped) const {
    constexpr int kMaxGroups = kMaxOverlappedK / Kernel::kKr;
    const RegisterPanel* self = this;
    LOWP_OPAQUE(self);
    const GemmTask& task = *self->task_;
    TileLoop<typename Kernel::Unflipped, kRows, kVectors> tile;
    self->Begin(row, &tile);
    const std::uint8_t* from = tile.rows[0];
    int left = self->groups_, k = task.k;
    for (;;) {
      const bool is_last = left <= kMaxGroups;
      tile.groups = is_last ? left : kMaxGroups;
      Kernel::template FlipRows<kRows>(from, task.a_stride,
                                       is_last ? k : kMaxOverlappedK,
                                       self->flip_, flipped, kFlippedStride);
      tile.ReadRows(flipped, kFlippedStride);
      while (tile.groups > 0) tile.MultiplyGroup();
      if (is_last) break;
      left -= kMaxGroups;
      k -= kMaxOverlappedK;
      from += kMaxOverlappedK;
    }
    self->MultiplyRest(&tile);
    self->Finish(row, tile.sums);
  }

  // Multiplies what is left of k.
  template <class Tile>
  LOWP_INLINE void MultiplyRest(Tile* tile) const {
    if constexpr (Kernel::kReadsTails) {
      if (tail_ > 0) tile->MultiplyTail(tail_);
    }
  }

  template <int kRows>
  LOWP_INLINE void Finish(int row, Sums<kRows>& sums) const {
    epilogue_.Finish(sums, ResultRow(row), task_->result_stride, task_->n);
  }

  LOWP_INLINE std::uint8_t* ResultRow(int row) const {
    return place_.result + row * task_->result_stride;
  }

  const GemmTask* const task_;
  PanelPlace place_;
  typename Simd::I32 column_add_[kVectors];
  const decltype(Kernel::Flip(0)) flip_;
  const int groups_;
  const int tail_;
  Epilogue epilogue_;
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_REGISTER_PANEL_INL_H_
