// Rows of A as tiles: which rows are multiplied together, and how a tile steps
// along them.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_TILE_ROWS_INL_H_
#define LOWP_META_GEMM_TILE_ROWS_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/gemm_tasks.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Rows and columns of a tile of sums, and values of k of one of A or B.
constexpr int kTileRows = 16;
constexpr int kTileColumns = 16;
constexpr int kTileDepth = 64;
constexpr int kTileBytes = kTileRows * kTileDepth;
// Rows of a block: two tiles, which share those of B.
constexpr int kBlockRows = 2 * kTileRows;
// Blocks that take each piece of k before any takes the next one.
constexpr int kMaxBlocks = 4;

LOWP_INLINE constexpr int Smaller(int a, int b) { return a < b ? a : b; }

// Rows that are multiplied together.
struct RowBlock {
  int begin, end;         // those that no block had before
  int height;             // rows of a tile
  std::ptrdiff_t stride;  // bytes from one of them to the next
  bool has_two_tiles;
  int first[2];  // row 0 of each tile
};

// Whether tiles of blocks from row `begin` on, one behind another, have rows up
// to `end` only.
LOWP_INLINE bool TilesAreInOrder(const RowBlock* blocks, int count, int begin,
                                 int end) {
  const RowBlock& block = blocks[count - 1];
  const int last = block.first[block.has_two_tiles ? 1 : 0];
  return block.first[0] >= begin + (count - 1) * kTileRows &&
         block.height <= end - last;
}

// The steps of the values of a row, or of a run, which is whole tiles. The
// first one, if it begins within a cache line, and the last one may be shorter
// than a tile, and are copied. A tile whose rows straddle lines takes twice as
// many loads; so if all rows begin `ahead` bytes behind a line, the first step
// has as many zeros before it.
struct TileSteps {
  LOWP_INLINE explicit TileSteps(const GemmTask& task) {
    const unsigned begin = static_cast<unsigned>(
        reinterpret_cast<std::uintptr_t>(task.a) % kTileDepth);
    const bool pays = begin != 0 && begin % 4 == 0 &&
                      task.a_form == AForm::kInPlace &&
                      task.a_stride % kTileDepth == 0 && task.m > kBlockRows &&
                      task.k >= kMinAlignedK;
    ahead = pays ? static_cast<int>(begin) : 0;
    head = pays ? kTileDepth - ahead : 0;
    const int k = task.a_rows != nullptr ? task.run : task.k;
    whole = (k - head) / kTileDepth;
    tail = (k - head) % kTileDepth;
  }

  // With fewer values the additional step costs more, with a single block its
  // copies.
  static constexpr int kMinAlignedK = 8 * kTileDepth;

  int ahead;  // a multiple of 4
  int head;   // values of the first step, 0: it is not shorter
  int whole;  // steps between the two
  int tail;   // values of the last step, or 0
};

// A piece of the whole steps.
struct StepRange {
  int first, count;
  bool is_last;
};
constexpr int kStepsOfAPiece = 8;

// Whether a panel that comes from beyond L2 meets few rows, in pieces. Then
// blocks are single tiles, which take all columns of a step at once: lines are
// read in their order, which the hardware prefetches. All blocks take a piece
// while it is in L1.
LOWP_INLINE bool MeetsFewRows(const GemmTask& task, const TileSteps& steps) {
  return task.prefetches && task.a_rows == nullptr &&
         task.m <= kMaxBlocks * kTileRows && steps.whole > 3 * kStepsOfAPiece;
}

// Cuts a task's rows into blocks. Rows of a tile lie evenly: so do all that are
// no runs, and the windows of a line of a convolution. The last tile of such
// rows repeats some rather than being smaller.
class RowBlocks {
 public:
  LOWP_INLINE RowBlocks(const GemmTask& task, const TileSteps& steps)
      : task_(task), together_(MeetsFewRows(task, steps) ? kMaxBlocks : 1) {
    if (task.a_rows != nullptr) return;  // even_end_ is 0
    height_ = Smaller(task.m, kTileRows);
    stride_ = task.a_stride;
    even_end_ = task.m;
  }

  // Those that are multiplied together, at least one: the first one begins with
  // `row`, and the last one ends with `last_row` at the latest. Returns their
  // number.
  LOWP_INLINE int Next(int row, int last_row, RowBlock* blocks) {
    int count = 0;
    do {
      SetBlock(row, last_row, &blocks[count]);
      row = blocks[count].end;
    } while (++count < together_ && row < last_row);
    return count;
  }

 private:
  // Sets fields one by one: a copy of all of them would have to wait for each.
  LOWP_INLINE void SetBlock(int row, int last_row, RowBlock* block) {
    if (row >= even_end_) FindEvenRows(row);
    block->begin = row;
    block->height = height_;
    block->stride = stride_;
    block->first[0] = block->first[1] = Smaller(row, even_end_ - height_);
    int end = Behind(row);
    block->has_two_tiles = together_ == 1 && end < last_row &&
                           (end < even_end_ || GoOnWithAlikeRows());
    if (block->has_two_tiles) {
      block->first[1] = Smaller(end, even_end_ - height_);
      end = Behind(end);
    }
    block->end = Smaller(end, last_row);
  }

  // The row behind those that a tile takes from `row` on. For the largest m
  // `row + height_` would overflow.
  LOWP_INLINE int Behind(int row) const {
    return row + Smaller(height_, even_end_ - row);
  }

  // Those from `row` on; tiles take as many of them each.
  LOWP_NOINLINE void FindEvenRows(int row) {
    const std::uint8_t* const* const rows = task_.a_rows;
    int end = row + 1;
    stride_ = 0;
    if (end < task_.m) {
      stride_ = rows[end] - rows[row];
      do {
        ++end;
      } while (end < task_.m && rows[end] - rows[end - 1] == stride_);
    }
    const int count = end - row;
    const int tiles = (count - 1) / kTileRows + 1;
    height_ = (count - 1) / tiles + 1;
    even_end_ = end;
  }

  // Goes on to the even rows behind those before. Whether they make tiles like
  // theirs.
  LOWP_INLINE bool GoOnWithAlikeRows() {
    const int height = height_;
    const std::ptrdiff_t stride = stride_;
    FindEvenRows(even_end_);
    return height_ == height && stride_ == stride;
  }

  const GemmTask& task_;
  const int together_;  // blocks; 1: they have two tiles
  int height_ = 0;
  std::ptrdiff_t stride_ = 0;
  int even_end_ = 0;
};

// Tiles of A: row 0 of one or two tiles, and bytes from one row to the next.
struct RowTiles {
  const std::uint8_t* first[2];
  std::ptrdiff_t stride;
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_TILE_ROWS_INL_H_
