// A panel on a unit that multiplies whole tiles, and the blocks of rows that
// meet it: the sums of their products, in memory.
//
// Written once over a kernel policy (tile_unit-inl.h).
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_TILE_PANEL_INL_H_
#define LOWP_META_GEMM_TILE_PANEL_INL_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../../internal/compiler.h"
#include "../../internal/contract/gemm_tasks.h"
#include "../simd/prefetch-inl.h"
#include "sum_tiles-inl.h"
#include "tile_rows-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// A panel, and the blocks of rows that meet it.
template <class Kernel, int kVectors>
class TilePanel {
 public:
  // From the sums of one row to those of the next.
  static constexpr int kSumStride = kVectors * kTileColumns;

  // With a target, for its rows, and else for all.
  LOWP_INLINE explicit TilePanel(const GemmTask& task,
                                 const SumTarget* target = nullptr)
      : task_(task),
        target_(target),
        end_(target != nullptr ? target->first + target->count : task.m),
        steps_(task),
        blocks_(task, steps_),
        is_signed_(task.a_form == AForm::kInPlace &&
                   task.a_scalar == Scalar::kInt8),
        unit_(Smaller(task.m, kTileRows)),
        unit_rows_(Smaller(task.m, kTileRows)) {
    // A single tile of rows reads panels in their order, once, and hardware
    // fetches ahead of it. With prefetches it takes 1.04x to 1.13x the time.
    if (task.prefetches && task.m > kTileRows) {
      PrefetchNextPanel(target != nullptr ? target->first : 0);
    }
  }

  // Makes the panel ready, once column_add() is filled. Zeros lie where copied
  // steps of rows have no values of k.
  LOWP_INLINE void Begin() {
    if (steps_.head > 0) {
      const std::ptrdiff_t zeros = steps_.ahead / 4 * kGroupBytes;
      std::memset(head_.panel, 0, static_cast<std::size_t>(zeros));
      std::memcpy(head_.panel + zeros, task_.b,
                  static_cast<std::size_t>(kStepBytes - zeros));
    }
    if (steps_.tail > 0) {
      const std::ptrdiff_t bytes = (steps_.tail + 3) / 4 * kGroupBytes;
      const std::ptrdiff_t groups =
          (steps_.head + steps_.whole * kTileDepth) / 4;
      std::memcpy(tail_.panel, task_.b + groups * kGroupBytes,
                  static_cast<std::size_t>(bytes));
      std::memset(tail_.panel + bytes, 0,
                  static_cast<std::size_t>(kStepBytes - bytes));
    }
    LOWP_IN_ORDER;
  }

  // The columns' part of the initial values.
  LOWP_INLINE std::int32_t* column_add() { return column_add_; }

  // The sums of some rows, but for the rows' part of the initial values: from
  // `row` on, where those before ended. Sets *sums to those of `row`, and
  // returns the row behind them.
  LOWP_INLINE int NextRows(int row, const std::int32_t** sums) {
    if (taken_ == count_) MultiplyBlocks(row);
    const RowBlock& block = group_[taken_];
    *sums = to_blocks_ + taken_ * kSumsOfTile +
            (block.begin - block.first[0]) * kSumStride;
    ++taken_;
    return block.end;
  }

 private:
  // Multiplies the blocks that begin with `row`, where their sums go if all of
  // their tiles' rows belong there.
  LOWP_NOINLINE void MultiplyBlocks(int row) {
    count_ = blocks_.Next(row, end_, group_);
    taken_ = 0;
    const bool fits = target_ != nullptr && target_->stride == kSumStride &&
                      TilesAreInOrder(group_, count_, row, end_);
    to_blocks_ = fits ? SumsOf(*target_, row) : sums_;
    if (group_[0].height != unit_rows_) {
      unit_rows_ = group_[0].height;
      unit_.SetRows(unit_rows_);
    }
    const int steps = count_ > 1 ? kStepsOfAPiece : steps_.whole;
    for (StepRange piece = {0, steps, false}; !piece.is_last;
         piece.first += steps) {
      const int left = steps_.whole - piece.first;
      piece.is_last = left <= steps;
      if (piece.is_last) piece.count = left;
      for (int i = 0; i < count_; ++i) {
        to_ = to_blocks_ + i * kSumsOfTile;
        if (task_.a_form == AForm::kInPlace) CopyRows(group_[i], piece);
        if (is_signed_) {
          MultiplyTileRows<true>(group_[i], piece);
        } else {
          MultiplyTileRows<false>(group_[i], piece);
        }
      }
    }
  }

  static constexpr std::ptrdiff_t kSumsOfTile = kTileRows * kSumStride;
  static constexpr std::ptrdiff_t kGroupBytes = kVectors * 64;
  static constexpr std::ptrdiff_t kStepBytes = kGroupBytes * kTileRows;
  static constexpr std::ptrdiff_t kSumRowBytes =
      kSumStride * std::ptrdiff_t{sizeof(std::int32_t)};
  static constexpr int kTileOfA = 4, kTileOfB = 6;

  template <bool kSigned>
  LOWP_INLINE void MultiplyTileRows(const RowBlock& block,
                                    const StepRange& piece) {
    if (!block.has_two_tiles) {
      MultiplyTiles<1, kVectors, 0, kSigned>(block, piece);
    } else {
      MultiplyTiles<2, (kVectors > 1 ? 2 : 1), 0, kSigned>(block, piece);
      if constexpr (kVectors > 2) {
        MultiplyTiles<2, kVectors - 2, 2, kSigned>(block, piece);
      }
    }
  }

  // The products of kRows x kColumns tiles, those of columns from kFirst on.
  template <int kRows, int kColumns, int kFirst, bool kSigned>
  LOWP_INLINE void MultiplyTiles(const RowBlock& block,
                                 const StepRange& piece) {
    std::int32_t* const sums = to_ + kFirst * kTileColumns;
    const std::ptrdiff_t next_tile =
        (block.first[1] - block.first[0]) * std::ptrdiff_t{kSumStride};
    if (piece.first == 0) {
      Start<kRows, kColumns>(column_add_ + kFirst * kTileColumns);
      if (steps_.head > 0) {
        MultiplyStep<kRows, kColumns, kSigned>(head_.Rows(),
                                               head_.panel + kFirst * 64);
      }
    } else {
      LoadSums<kRows, kColumns>(sums, next_tile);
    }
    const int k = steps_.head + piece.first * kTileDepth;
    const std::uint8_t* b = task_.b + k / 4 * kGroupBytes + kFirst * 64;
    RowTiles rows;
    for (int run = 0; run < task_.runs; ++run) {
      rows = RowsOf(block, k, run);
      int step = piece.count;
      const auto multiply = [&]() LOWP_INLINE_LAMBDA {
        MultiplyStep<kRows, kColumns, kSigned>(rows, b);
        rows.first[0] += kTileDepth;
        rows.first[1] += kTileDepth;
        b += kStepBytes;
      };
      if constexpr (kVectors == Kernel::kMaxVectors) {
        for (; step > 0 && lines_of_step_ > 0; --step) {
          multiply();
          PrefetchShare();
        }
      }
      for (; step > 0; --step) multiply();
    }
    if (piece.is_last && steps_.tail > 0) {
      if (task_.a_form == AForm::kInPlace) rows = tail_.Rows();
      MultiplyStep<kRows, kColumns, kSigned>(rows, tail_.panel + kFirst * 64);
    }
    StoreSums<kRows, kColumns>(sums, next_tile);
  }

  // Each step of all rows prefetches its share of the panel behind this one.
  LOWP_INLINE void PrefetchNextPanel(int first_row) {
    const std::int64_t lines =
        (std::int64_t{task_.k} - 1) / 4 * kVectors + kVectors;
    const std::int64_t blocks = (task_.m - 1) / kBlockRows + 1;
    const std::int64_t steps =
        blocks * ((kVectors + 1) / 2) * (steps_.whole + 1);
    const std::int64_t before = lines * first_row / task_.m;
    ahead_ = reinterpret_cast<std::uintptr_t>(task_.b) +
             static_cast<std::uintptr_t>((lines + before) * kLineBytes);
    lines_of_step_ = static_cast<int>((lines - 1) / steps + 1);
  }

  LOWP_INLINE void PrefetchShare() {
    for (int line = lines_of_step_; line > 0; --line) {
      PrefetchLines<1>(ahead_);
      ahead_ += kLineBytes;
    }
  }

  // The block's tiles from value k of its rows on, or from that of their runs.
  LOWP_INLINE RowTiles RowsOf(const RowBlock& block, int k, int run = 0) const {
    RowTiles tiles = {{}, block.stride};
    for (int tile = 0; tile < 2; ++tile) {
      tiles.first[tile] =
          task_.a_rows != nullptr
              ? task_.a_rows[block.first[tile]] + task_.a_offsets[run]
              : task_.a + block.first[tile] * task_.a_stride + k;
    }
    return tiles;
  }

  // Adds the products of one tile of each row of tiles and of columns. Tiles
  // that have a register of their own are loaded before the first product: 1.01
  // times as fast as where they are needed, and at half the unit's rate 1.04 to
  // 1.08 times. Where two tiles of B are of half a panel, the second goes
  // first: behind ascending lines hardware fetches the next ones, those of the
  // other half. That is 1.00 times as fast, and at half the rate 1.02 to 1.08
  // times.
  template <int kRows, int kColumns, bool kSigned>
  LOWP_INLINE void MultiplyStep(const RowTiles& a, const std::uint8_t* b) {
    if constexpr (kRows > 1 && kColumns > 1) {
      unit_.template Load<kTileOfB + 1, 64>(b, kGroupBytes);
    }
    unit_.template Load<kTileOfB>(b, kGroupBytes);
    unit_.template Load<kTileOfA>(a.first[0], a.stride);
    if constexpr (kRows > 1) {
      unit_.template Load<kTileOfA + 1>(a.first[1], a.stride);
    } else if constexpr (kColumns > 1) {
      unit_.template Load<kTileOfB + 1, 64>(b, kGroupBytes);
    }
    unit_.template MultiplyAdd<0, kTileOfA, kTileOfB, kSigned>();
    if constexpr (kColumns > 2) {
      unit_.template Load<kTileOfB, 128>(b, kGroupBytes);
    }
    if constexpr (kColumns > 1) {
      unit_.template MultiplyAdd<1, kTileOfA, kTileOfB + 1, kSigned>();
    }
    if constexpr (kColumns > 3) {
      unit_.template Load<kTileOfB + 1, 192>(b, kGroupBytes);
    }
    if constexpr (kColumns > 2) {
      unit_.template MultiplyAdd<2, kTileOfA, kTileOfB, kSigned>();
    }
    if constexpr (kColumns > 3) {
      unit_.template MultiplyAdd<3, kTileOfA, kTileOfB + 1, kSigned>();
    }
    if constexpr (kRows > 1) {
      unit_.template MultiplyAdd<kColumns, kTileOfA + 1, kTileOfB, kSigned>();
    }
    if constexpr (kRows > 1 && kColumns > 1) {
      unit_.template MultiplyAdd<kColumns + 1, kTileOfA + 1, kTileOfB + 1,
                                 kSigned>();
    }
    static_assert(kRows * kColumns <= kTileOfA, "tiles of sums");
    static_assert(kRows == 1 || kColumns <= 2, "a tile of B is kept for each");
  }

  // All rows of a tile start as the columns' initial values.
  template <int kRows, int kColumns, int kTile = 0>
  LOWP_INLINE void Start(const std::int32_t* column_add) {
    unit_.template Load<kTile>(column_add + kTile % kColumns * kTileColumns, 0);
    if constexpr (kTile + 1 < kRows * kColumns) {
      Start<kRows, kColumns, kTile + 1>(column_add);
    }
  }
  // `next_tile`: from the sums of a tile to those of the one below.
  template <int kRows, int kColumns, int kTile = 0>
  LOWP_INLINE void LoadSums(const std::int32_t* from,
                            std::ptrdiff_t next_tile) {
    unit_.template Load<kTile>(
        from + kTile / kColumns * next_tile + kTile % kColumns * kTileColumns,
        kSumRowBytes);
    if constexpr (kTile + 1 < kRows * kColumns) {
      LoadSums<kRows, kColumns, kTile + 1>(from, next_tile);
    }
  }
  template <int kRows, int kColumns, int kTile = 0>
  LOWP_INLINE void StoreSums(std::int32_t* to, std::ptrdiff_t next_tile) {
    unit_.template Store<kTile>(
        to + kTile / kColumns * next_tile + kTile % kColumns * kTileColumns,
        kSumRowBytes);
    if constexpr (kTile + 1 < kRows * kColumns) {
      StoreSums<kRows, kColumns, kTile + 1>(to, next_tile);
    }
  }

  // A step that is shorter than a tile: copies of its rows, and of the panel's
  // groups. Zeros fill both.
  struct ShortStep {
    LOWP_INLINE RowTiles Rows() const {
      return {{rows[0], rows[1]}, kTileDepth};
    }
    alignas(64) std::uint8_t rows[2][kTileBytes];
    alignas(64) std::uint8_t panel[kStepBytes];
  };

  // Bytes outside of rows in place may not be read. Copied rows take whole
  // lines.
  LOWP_INLINE void CopyRows(const RowBlock& block, const StepRange& piece) {
    if (piece.first == 0 && steps_.head > 0) {
      CopyStep(block, 0, steps_.ahead, steps_.head, &head_);
    }
    if (piece.is_last && steps_.tail > 0) {
      CopyStep(block, steps_.head + steps_.whole * kTileDepth, 0, steps_.tail,
               &tail_);
    }
    LOWP_IN_ORDER;
  }
  // Copies `count` values from k on, behind as many zeros as `ahead` says.
  LOWP_INLINE void CopyStep(const RowBlock& block, int k, int ahead, int count,
                            ShortStep* step) const {
    const RowTiles from = RowsOf(block, k);
    for (int tile = 0; tile < (block.has_two_tiles ? 2 : 1); ++tile) {
      const std::uint8_t* row = from.first[tile];
      std::uint8_t* to = step->rows[tile];
      for (int r = block.height; r > 0; --r) {
        Kernel::CopyLine(row, ahead, count, to);
        row += from.stride;
        to += kTileDepth;
      }
    }
  }

  const GemmTask& task_;
  const SumTarget* const target_;
  const int end_;
  const TileSteps steps_;
  // What was multiplied last, and how many of these NextRows has returned.
  RowBlocks blocks_;
  RowBlock group_[kMaxBlocks];
  int count_ = 0, taken_ = 0;
  const bool is_signed_;
  typename Kernel::TileUnit unit_;
  int unit_rows_;
  std::uintptr_t ahead_ = 0;  // what is prefetched next
  int lines_of_step_ = 0;
  std::int32_t* to_blocks_;
  std::int32_t* to_;
  alignas(64) std::int32_t column_add_[kSumStride];
  alignas(64) std::int32_t sums_[kMaxBlocks * kSumsOfTile];
  ShortStep head_, tail_;
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_TILE_PANEL_INL_H_
