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

  // `first_row`: of the rows that meet it here.
  LOWP_INLINE TilePanel(const GemmTask& task, int first_row)
      : task_(task),
        steps_(task),
        is_signed_(task.a_form == AForm::kInPlace &&
                   task.a_scalar == Scalar::kInt8),
        unit_(Smaller(task.m, kTileRows)),
        unit_rows_(Smaller(task.m, kTileRows)) {
    if (task.prefetches) PrefetchNextPanel(first_row);
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

  // Computes the sums of a block, but for the rows' part of the initial values,
  // into memory of its own.
  LOWP_INLINE void Multiply(const RowBlock& block) { Multiply(block, sums_); }

  // The same into memory for its tiles' rows, kSumStride apart.
  LOWP_NOINLINE void Multiply(const RowBlock& block, std::int32_t* to) {
    if (block.height != unit_rows_) {
      unit_rows_ = block.height;
      unit_.SetRows(unit_rows_);
    }
    if (task_.a_form == AForm::kInPlace) CopyRows(block);
    to_ = to;
    sums_of_new_rows_ = to + (block.begin - block.first[0]) * kSumStride;
    const bool in_pieces = block.has_two_tiles && task_.a_rows == nullptr &&
                           steps_.whole > kMaxWholeSteps;
    const int count = in_pieces ? kStepsOfAPiece : steps_.whole;
    for (StepRange piece = {0, count, false}; !piece.is_last;
         piece.first += count) {
      const int left = steps_.whole - piece.first;
      piece.is_last = left <= count;
      if (piece.is_last) piece.count = left;
      if (is_signed_) {
        MultiplyTileRows<true>(block, piece);
      } else {
        MultiplyTileRows<false>(block, piece);
      }
    }
  }

  // Those of the block's row `begin`, and behind them of the rows up to `end`.
  LOWP_INLINE const std::int32_t* sums() const { return sums_of_new_rows_; }

 private:
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

  // Adds the products of one tile of each row of tiles and of columns.
  template <int kRows, int kColumns, bool kSigned>
  LOWP_INLINE void MultiplyStep(const RowTiles& a, const std::uint8_t* b) {
    unit_.template Load<kTileOfB>(b, kGroupBytes);
    unit_.template Load<kTileOfA>(a.first[0], a.stride);
    unit_.template MultiplyAdd<0, kTileOfA, kTileOfB, kSigned>();
    if constexpr (kColumns > 1) {
      unit_.template Load<kTileOfB + 1, 64>(b, kGroupBytes);
      unit_.template MultiplyAdd<1, kTileOfA, kTileOfB + 1, kSigned>();
    }
    if constexpr (kRows > 1) {
      unit_.template Load<kTileOfA + 1>(a.first[1], a.stride);
      unit_.template MultiplyAdd<kColumns, kTileOfA + 1, kTileOfB, kSigned>();
      if constexpr (kColumns > 1) {
        unit_.template MultiplyAdd<kColumns + 1, kTileOfA + 1, kTileOfB + 1,
                                   kSigned>();
      }
    }
    if constexpr (kColumns > 2) {
      unit_.template Load<kTileOfB, 128>(b, kGroupBytes);
      unit_.template MultiplyAdd<2, kTileOfA, kTileOfB, kSigned>();
    }
    if constexpr (kColumns > 3) {
      unit_.template Load<kTileOfB + 1, 192>(b, kGroupBytes);
      unit_.template MultiplyAdd<3, kTileOfA, kTileOfB + 1, kSigned>();
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
  LOWP_INLINE void CopyRows(const RowBlock& block) {
    if (steps_.head > 0) {
      CopyStep(block, 0, steps_.ahead, steps_.head, &head_);
    }
    if (steps_.tail > 0) {
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
  const TileSteps steps_;
  const bool is_signed_;
  typename Kernel::TileUnit unit_;
  int unit_rows_;
  std::uintptr_t ahead_ = 0;  // what is prefetched next
  int lines_of_step_ = 0;
  std::int32_t* to_;
  const std::int32_t* sums_of_new_rows_;
  alignas(64) std::int32_t column_add_[kSumStride];
  alignas(64) std::int32_t sums_[kBlockRows * kSumStride];
  ShortStep head_, tail_;
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_TILE_PANEL_INL_H_
