// Products of few rows with columns that are read where they lie, both
// contiguous in depth: lanes run along the depth, and each sum is added up
// across its lanes in the end. For so few rows, packing would cost more than it
// saves.
//
// A panel's columns are read as four streams, each a run of neighbouring ones:
// streams that go on for long are what hardware prefetches best.
//
// Written once over a policy `Dot`:
//   kChunk                  bytes read at a time
//   kRows                   rows of the largest block
//   kColumns                columns that a row is multiplied with at a time, a
//                           divisor of four
//   kSumsApart              whether columns are summed in a pass of their own,
//                           if at all: loads add offsets to the rows
//   Sums, Numbers           registers
//   Dot(task)               holds what loads need of a DotBlockTask
//   LoadRow(p), LoadColumn(p), LoadRowPart(p, n), LoadColumnPart(p, n)
//                           a chunk, or its first n bytes and zeros
//   MultiplyAdd(sums, row, columns)
//   AddUp(sums, columns), or with kSumsApart SumColumn(p, depth)
//                           kColumns sums and columns
//   CanAdd(row offset)      with kSumsApart, whether loads add it
//   AddProduct(sums, factor, more)
//                           sums += factor * more, without kSumsApart
//   Store4(a, b, c, d, out) the totals of four registers
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_DOT_INL_H_
#define LOWP_META_GEMM_DOT_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/backend.h"
#include "../../internal/detect_platform.h"
#include "../simd/prefetch-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Columns of a block, one from each stream.
constexpr int kStreams = 4;

// With at most this many rows in one block, one call handles all columns of the
// panel: a call for every four columns would cost too much.
constexpr int kMostRowsToGoOn = 2;

// How far ahead of its use a line is asked for.
constexpr std::ptrdiff_t kLinesAhead = 4096;

// What becomes of the columns' sums: nothing, they are stored, or they are
// multiplied with the row's offset and added to the products.
enum class ColumnSums { kNone, kStored, kFolded };

// Blocks: rows from `row` on times `blocks` columns of each of the streams,
// from `columns` on.
struct DotBlockTask {
  const std::uint8_t* rows;
  std::ptrdiff_t row_stride;
  const std::uint8_t* columns[kStreams];
  std::ptrdiff_t column_stride;
  int blocks;
  int depth;
  bool prefetches;
  std::uint8_t row_flip;
  std::int32_t row_offset;  // for ColumnSums::kFolded, and Dot
  // Where the first stream's results go; the others' follow, `run` apart.
  std::int32_t* products;
  std::ptrdiff_t products_stride;
  std::int32_t* sums;  // for ColumnSums::kStored
  std::ptrdiff_t run;
};

// What a block multiplies, in registers.
template <int kRows>
struct DotOperands {
  const std::uint8_t* rows[kRows];
  const std::uint8_t* columns[kStreams];
};

// The accumulators of a block.
template <class Dot, int kRows>
struct DotSums {
  typename Dot::Sums products[kRows][kStreams];
  typename Dot::Sums columns[kStreams];
};

// Asks for the line of each stream that lies kLinesAhead of depth `k`; the next
// depth, at most `end`, to ask at.
template <int kRows>
LOWP_INLINE std::ptrdiff_t PrefetchNextLines(const DotOperands<kRows>& operands,
                                             std::ptrdiff_t k,
                                             std::ptrdiff_t end) {
  LOWP_UNROLL
  for (int j = 0; j < kStreams; ++j) {
    PrefetchLines<1>(operands.columns[j] + k + kLinesAhead);
  }
  return k + kLineBytes < end ? k + kLineBytes : end;
}

// The depths [k, end), a multiple of the chunk.
template <class Dot, int kRows, bool kSums>
LOWP_INLINE void MultiplyChunks(const Dot& dot,
                                const DotOperands<kRows>& operands,
                                std::ptrdiff_t k, std::ptrdiff_t end,
                                DotSums<Dot, kRows>* sums) {
  for (; k < end; k += Dot::kChunk) {
    LOWP_UNROLL
    for (int j = 0; j < kStreams; j += Dot::kColumns) {
      typename Dot::Numbers columns[Dot::kColumns];
      LOWP_UNROLL
      for (int c = 0; c < Dot::kColumns; ++c) {
        columns[c] = dot.LoadColumn(operands.columns[j + c] + k);
      }
      if constexpr (kSums) dot.AddUp(sums->columns + j, columns);
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        Dot::MultiplyAdd(sums->products[r] + j,
                         dot.LoadRow(operands.rows[r] + k), columns);
      }
    }
  }
}

// The last `left` depths, less than a chunk.
template <class Dot, int kRows, bool kSums>
LOWP_INLINE void MultiplyPart(const Dot& dot,
                              const DotOperands<kRows>& operands,
                              std::ptrdiff_t k, int left,
                              DotSums<Dot, kRows>* sums) {
  LOWP_UNROLL
  for (int j = 0; j < kStreams; j += Dot::kColumns) {
    typename Dot::Numbers columns[Dot::kColumns];
    LOWP_UNROLL
    for (int c = 0; c < Dot::kColumns; ++c) {
      columns[c] = dot.LoadColumnPart(operands.columns[j + c] + k, left);
    }
    if constexpr (kSums) dot.AddUp(sums->columns + j, columns);
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      Dot::MultiplyAdd(sums->products[r] + j,
                       dot.LoadRowPart(operands.rows[r] + k, left), columns);
    }
  }
}

// Stores the totals of one register for each stream, `run` apart.
template <class Dot>
LOWP_INLINE void StoreTotals(const typename Dot::Sums (&sums)[kStreams],
                             std::ptrdiff_t run, std::int32_t* out) {
  std::int32_t totals[kStreams];
  Dot::Store4(sums[0], sums[1], sums[2], sums[3], totals);
  LOWP_UNROLL
  for (int j = 0; j < kStreams; ++j) out[j * run] = totals[j];
}

// Multiplies the block whose columns are `operands`.
template <class Dot, int kRows, bool kFirst, ColumnSums kUse>
LOWP_INLINE void DotOneBlock(const DotBlockTask& task, const Dot& dot,
                             const DotOperands<kRows>& operands, int block) {
  constexpr bool kSums = kUse != ColumnSums::kNone;
  DotSums<Dot, kRows> sums;
  LOWP_UNROLL
  for (int j = 0; j < kStreams; ++j) {
    sums.columns[j] = Dot::Zero();
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) sums.products[r][j] = Dot::Zero();
  }
  const std::ptrdiff_t whole = task.depth & -Dot::kChunk;
  std::ptrdiff_t k = 0;
  if constexpr (kFirst) {
    while (task.prefetches && k < whole) {
      const std::ptrdiff_t end = PrefetchNextLines(operands, k, whole);
      MultiplyChunks<Dot, kRows, kSums>(dot, operands, k, end, &sums);
      k = end;
    }
  }
  MultiplyChunks<Dot, kRows, kSums>(dot, operands, k, whole, &sums);
  if (const int left = task.depth & (Dot::kChunk - 1); left > 0) {
    MultiplyPart<Dot, kRows, kSums>(dot, operands, whole, left, &sums);
  }
  if constexpr (kUse == ColumnSums::kStored) {
    StoreTotals<Dot>(sums.columns, task.run, task.sums + block);
  }
  if constexpr (kUse == ColumnSums::kFolded) {
    LOWP_UNROLL
    for (int j = 0; j < kStreams; ++j) {
      Dot::AddProduct(&sums.products[0][j], task.row_offset, sums.columns[j]);
    }
  }
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    StoreTotals<Dot>(sums.products[r], task.run,
                     task.products + r * task.products_stride + block);
  }
}

// Multiplies blocks of kRows rows. The blocks of the first rows are those that
// bring the columns in and may sum them.
//
// A function that finds in memory what it does not need in its loop: whatever
// else GCC keeps, it moves into vector registers and back, where addresses wait
// behind the products.
template <class Dot, int kRows, bool kFirst, ColumnSums kUse>
LOWP_NOINLINE void DotBlock(const DotBlockTask& task) {
  const Dot dot(task);
  DotOperands<kRows> operands;
  LOWP_UNROLL
  for (int j = 0; j < kStreams; ++j) operands.columns[j] = task.columns[j];
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    operands.rows[r] = task.rows + r * task.row_stride;
  }
  constexpr bool kGoesOn = kFirst && kRows <= kMostRowsToGoOn;
  const int blocks = kGoesOn ? task.blocks : 1;
  int block = 0;
  do {
    DotOneBlock<Dot, kRows, kFirst, kUse>(task, dot, operands, block);
    LOWP_UNROLL
    for (int j = 0; j < kStreams; ++j) {
      operands.columns[j] += task.column_stride;
    }
  } while (++block < blocks);
}

// The block of the first kRows rows or of the `rows` that there are.
template <class Dot, int kRows = Dot::kRows>
LOWP_INLINE void DotFirstBlock(const DotBlockTask& task, int rows) {
  constexpr ColumnSums kNone = ColumnSums::kNone;
  if constexpr (kRows > 1) {
    if (rows < kRows) return DotFirstBlock<Dot, kRows - 1>(task, rows);
  }
  if constexpr (!Dot::kSumsApart) {
    if (task.sums != nullptr) {
      return DotBlock<Dot, kRows, true, ColumnSums::kStored>(task);
    }
    if constexpr (kRows == 1) {
      if (task.row_offset != 0) {
        return DotBlock<Dot, kRows, true, ColumnSums::kFolded>(task);
      }
    }
  }
  DotBlock<Dot, kRows, true, kNone>(task);
}

// A block of later rows.
template <class Dot, int kRows = Dot::kRows>
LOWP_INLINE void DotNextBlock(const DotBlockTask& task, int rows) {
  if constexpr (kRows > 1) {
    if (rows < kRows) return DotNextBlock<Dot, kRows - 1>(task, rows);
  }
  DotBlock<Dot, kRows, false, ColumnSums::kNone>(task);
}

// The sums of a block's columns in a pass of their own, and what follows from
// them for the row whose offset was not added.
template <class Dot>
LOWP_INLINE void SumColumns(const DotBlockTask& task) {
  const std::int32_t offset =
      Dot::CanAdd(task.row_offset) ? 0 : task.row_offset;
  for (int j = 0; j < kStreams; ++j) {
    const std::int32_t sum = Dot::SumColumn(task.columns[j], task.depth);
    if (task.sums != nullptr) task.sums[j * task.run] = sum;
    std::int32_t* const product = task.products + j * task.run;
    *product = static_cast<std::int32_t>(static_cast<std::uint32_t>(*product) +
                                         static_cast<std::uint32_t>(offset) *
                                             static_cast<std::uint32_t>(sum));
  }
}

// Backend::dot.
template <class Dot>
void DotPanel(const DotTask& task) {
  DotBlockTask block;
  block.row_stride = task.row_stride;
  block.depth = task.depth;
  block.prefetches = task.prefetches;
  block.row_flip = task.row_flip;
  block.row_offset = task.row_offset;
  block.products_stride = task.products_stride;
  block.run = (task.columns + kStreams - 1) / kStreams;
  block.column_stride = task.column_stride;
  bool sums_apart = false;
  if constexpr (Dot::kSumsApart) {
    sums_apart = task.sums != nullptr || !Dot::CanAdd(task.row_offset);
  }
  // The last stream may end before the others; its last column is then read
  // again, block by block.
  const bool goes_on = task.rows <= kMostRowsToGoOn && !sums_apart;
  const int whole =
      goes_on ? task.columns - (kStreams - 1) * static_cast<int>(block.run) : 0;
  for (int column = 0; column < block.run; column += block.blocks) {
    block.blocks = column < whole ? whole - column : 1;
    for (int j = 0; j < kStreams; ++j) {
      const std::ptrdiff_t index = column + j * block.run;
      block.columns[j] = task.columns_data +
                         (index < task.columns ? index : task.columns - 1) *
                             task.column_stride;
    }
    block.rows = task.rows_data;
    block.products = task.products + column;
    block.sums = task.sums == nullptr ? nullptr : task.sums + column;
    DotFirstBlock<Dot>(block, task.rows);
    if constexpr (Dot::kSumsApart) {
      if (sums_apart) SumColumns<Dot>(block);
    }
    for (int row = Dot::kRows; row < task.rows; row += Dot::kRows) {
      block.rows += Dot::kRows * block.row_stride;
      block.products += Dot::kRows * block.products_stride;
      DotNextBlock<Dot>(block, task.rows - row);
    }
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_DOT_INL_H_
