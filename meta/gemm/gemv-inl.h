// Products of few rows with columns that are read where they lie, both
// contiguous in k: lanes run along k, and each sum is added up across its lanes
// in the end. For so few rows, packing would cost more than it saves.
//
// The columns are read as four streams, each a run of neighbouring ones:
// streams that go on for long are what hardware prefetches best.
//
// Written once over a policy `Gemv`:
//   kChunk                  bytes read at a time
//   kRows                   rows of the largest block
//   kColumns                columns that a row is multiplied with at a time, a
//                           divisor of four
//   kSumsApart              whether columns are summed in a pass of their own,
//                           if at all: loads add offsets to the rows
//   Sums, Values            registers
//   Gemv(block)             holds what loads need of a GemvBlock
//   Zero()                  of sums
//   LoadRow(p), LoadColumn(p), LoadRowPart(p, n), LoadColumnPart(p, n)
//                           a chunk, or its first n bytes and zeros
//   MultiplyAdd(sums, row, columns)
//   AddUp(sums, columns), or with kSumsApart SumColumn(p, k)
//                           kColumns sums and columns
//   CanAdd(a_offset)        with kSumsApart, whether loads add it
//   AddProduct(sums, factor, more)
//                           sums += factor * more, without kSumsApart
//   Store4(a, b, c, d, out) the totals of four registers
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_GEMV_INL_H_
#define LOWP_META_GEMM_GEMV_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/gemm_tasks.h"
#include "../../internal/detect_platform.h"
#include "../simd/prefetch-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Columns of a block, one from each stream.
constexpr int kStreams = 4;

// With at most this many rows in one block, one call handles all columns: a
// call for every four columns would cost too much.
constexpr int kMaxRowsToGoOn = 2;

// How far ahead each stream is prefetched into L2, or into L1
// (MemoryCosts::prefetches_into_l1). The latter was measured on an Emerald
// Rapids: all streams take a sixth of its L1 of 48 KB; with twice as much,
// columns from L2 take longer.
constexpr std::ptrdiff_t kAheadInL2 = 4096;
constexpr std::ptrdiff_t kAheadInL1 = 2048;

// What becomes of the columns' sums: nothing, they are stored, or they are
// multiplied with the row's offset and added to the products.
enum class ColumnSums { kNone, kStored, kFolded };

// Blocks: the rows from `rows` on times `blocks` columns of each stream, from
// `columns` on.
struct GemvBlock {
  const std::uint8_t* rows;
  std::ptrdiff_t row_stride;
  const std::uint8_t* columns[kStreams];
  std::ptrdiff_t column_stride;
  int blocks;
  int k;
  bool prefetches, into_l1;
  std::uint8_t a_flip;
  std::int32_t a_offset;  // for ColumnSums::kFolded, and Gemv
  // Where the first stream's results go; the others' follow, `run` apart.
  std::int32_t* products;
  std::ptrdiff_t products_stride;
  std::int32_t* sums;  // for ColumnSums::kStored
  std::ptrdiff_t run;
};

// What a block multiplies, in registers.
template <int kRows>
struct GemvOperands {
  const std::uint8_t* rows[kRows];
  const std::uint8_t* columns[kStreams];
};

// The accumulators of a block.
template <class Gemv, int kRows>
struct GemvSums {
  typename Gemv::Sums products[kRows][kStreams];
  typename Gemv::Sums columns[kStreams];
};

// Prefetches a line of each stream ahead of `k`.
template <int kRows>
LOWP_INLINE void PrefetchNextLines(const GemvOperands<kRows>& operands,
                                   bool into_l1, std::ptrdiff_t k) {
  LOWP_UNROLL
  for (int j = 0; j < kStreams; ++j) {
    const std::uint8_t* const next = operands.columns[j] + k;
    if (into_l1) {
      PrefetchLinesIntoL1<1>(AddressAhead(next, kAheadInL1));
    } else {
      PrefetchLines<1>(AddressAhead(next, kAheadInL2));
    }
  }
}

// A chunk of k.
template <class Gemv, int kRows, bool kSums>
LOWP_INLINE void MultiplyChunk(const Gemv& gemv,
                               const GemvOperands<kRows>& operands,
                               std::ptrdiff_t k, GemvSums<Gemv, kRows>* sums) {
  LOWP_UNROLL
  for (int j = 0; j < kStreams; j += Gemv::kColumns) {
    typename Gemv::Values columns[Gemv::kColumns];
    LOWP_UNROLL
    for (int c = 0; c < Gemv::kColumns; ++c) {
      columns[c] = gemv.LoadColumn(operands.columns[j + c] + k);
    }
    if constexpr (kSums) gemv.AddUp(sums->columns + j, columns);
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      Gemv::MultiplyAdd(sums->products[r] + j,
                        gemv.LoadRow(operands.rows[r] + k), columns);
    }
  }
}

// The last `left` values of k, less than a chunk.
template <class Gemv, int kRows, bool kSums>
LOWP_INLINE void MultiplyPart(const Gemv& gemv,
                              const GemvOperands<kRows>& operands,
                              std::ptrdiff_t k, int left,
                              GemvSums<Gemv, kRows>* sums) {
  LOWP_UNROLL
  for (int j = 0; j < kStreams; j += Gemv::kColumns) {
    typename Gemv::Values columns[Gemv::kColumns];
    LOWP_UNROLL
    for (int c = 0; c < Gemv::kColumns; ++c) {
      columns[c] = gemv.LoadColumnPart(operands.columns[j + c] + k, left);
    }
    if constexpr (kSums) gemv.AddUp(sums->columns + j, columns);
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      Gemv::MultiplyAdd(sums->products[r] + j,
                        gemv.LoadRowPart(operands.rows[r] + k, left), columns);
    }
  }
}

// Stores the totals of one register for each stream, `run` apart.
template <class Gemv>
LOWP_INLINE void StoreTotals(const typename Gemv::Sums (&sums)[kStreams],
                             std::ptrdiff_t run, std::int32_t* out) {
  std::int32_t totals[kStreams];
  Gemv::Store4(sums[0], sums[1], sums[2], sums[3], totals);
  LOWP_UNROLL
  for (int j = 0; j < kStreams; ++j) out[j * run] = totals[j];
}

// Multiplies the block whose columns are `operands`.
template <class Gemv, int kRows, bool kFirst, ColumnSums kUse>
LOWP_INLINE void SumOneBlock(const GemvBlock& task, const Gemv& gemv,
                             const GemvOperands<kRows>& operands, int block) {
  constexpr bool kSums = kUse != ColumnSums::kNone;
  GemvSums<Gemv, kRows> sums;
  LOWP_UNROLL
  for (int j = 0; j < kStreams; ++j) {
    sums.columns[j] = Gemv::Zero();
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) sums.products[r][j] = Gemv::Zero();
  }
  const std::ptrdiff_t whole = task.k & -Gemv::kChunk;
  std::ptrdiff_t k = 0;
  if constexpr (kFirst) {
    for (; task.prefetches && k <= whole - kLineBytes; k += kLineBytes) {
      PrefetchNextLines(operands, task.into_l1, k);
      LOWP_UNROLL
      for (int chunk = 0; chunk < kLineBytes; chunk += Gemv::kChunk) {
        MultiplyChunk<Gemv, kRows, kSums>(gemv, operands, k + chunk, &sums);
      }
    }
  }
  for (; k < whole; k += Gemv::kChunk) {
    MultiplyChunk<Gemv, kRows, kSums>(gemv, operands, k, &sums);
  }
  if (const int left = task.k & (Gemv::kChunk - 1); left > 0) {
    MultiplyPart<Gemv, kRows, kSums>(gemv, operands, whole, left, &sums);
  }
  if constexpr (kUse == ColumnSums::kStored) {
    StoreTotals<Gemv>(sums.columns, task.run, task.sums + block);
  }
  if constexpr (kUse == ColumnSums::kFolded) {
    LOWP_UNROLL
    for (int j = 0; j < kStreams; ++j) {
      Gemv::AddProduct(&sums.products[0][j], task.a_offset, sums.columns[j]);
    }
  }
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    StoreTotals<Gemv>(sums.products[r], task.run,
                      task.products + r * task.products_stride + block);
  }
}

// Multiplies blocks of kRows rows. The blocks of the first rows are those that
// bring the columns in and may sum them.
//
// Not inlined, so that what its loop does not need stays in memory. GCC would
// move it to vector registers and back, and addresses that come from there wait
// behind the products.
template <class Gemv, int kRows, bool kFirst, ColumnSums kUse>
LOWP_NOINLINE void SumBlock(const GemvBlock& task) {
  const Gemv gemv(task);
  GemvOperands<kRows> operands;
  LOWP_UNROLL
  for (int j = 0; j < kStreams; ++j) operands.columns[j] = task.columns[j];
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    operands.rows[r] = task.rows + r * task.row_stride;
  }
  constexpr bool kGoesOn = kFirst && kRows <= kMaxRowsToGoOn;
  const int blocks = kGoesOn ? task.blocks : 1;
  int block = 0;
  do {
    SumOneBlock<Gemv, kRows, kFirst, kUse>(task, gemv, operands, block);
    LOWP_UNROLL
    for (int j = 0; j < kStreams; ++j) {
      operands.columns[j] += task.column_stride;
    }
  } while (++block < blocks);
}

// The block of the first kRows rows or of the `rows` that there are.
template <class Gemv, int kRows = Gemv::kRows>
LOWP_INLINE void SumFirstBlock(const GemvBlock& task, int rows) {
  constexpr ColumnSums kNone = ColumnSums::kNone;
  if constexpr (kRows > 1) {
    if (rows < kRows) return SumFirstBlock<Gemv, kRows - 1>(task, rows);
  }
  if constexpr (!Gemv::kSumsApart) {
    if (task.sums != nullptr) {
      return SumBlock<Gemv, kRows, true, ColumnSums::kStored>(task);
    }
    if constexpr (kRows == 1) {
      if (task.a_offset != 0) {
        return SumBlock<Gemv, kRows, true, ColumnSums::kFolded>(task);
      }
    }
  }
  SumBlock<Gemv, kRows, true, kNone>(task);
}

// A block of later rows.
template <class Gemv, int kRows = Gemv::kRows>
LOWP_INLINE void SumNextBlock(const GemvBlock& task, int rows) {
  if constexpr (kRows > 1) {
    if (rows < kRows) return SumNextBlock<Gemv, kRows - 1>(task, rows);
  }
  SumBlock<Gemv, kRows, false, ColumnSums::kNone>(task);
}

// The sums of a block's columns in a pass of their own.
template <class Gemv>
LOWP_INLINE void SumColumns(const GemvBlock& block) {
  for (int j = 0; j < kStreams; ++j) {
    block.sums[j * block.run] = Gemv::SumColumn(block.columns[j], block.k);
  }
}

// The products of all rows and columns. block.sums: null, or wanted.
template <class Gemv>
LOWP_INLINE void MultiplyInPlace(const GemmTask& task, GemvBlock block) {
  std::int32_t* const products = block.products;
  std::int32_t* const sums = block.sums;
  const bool sums_apart = Gemv::kSumsApart && sums != nullptr;
  // The last stream may end before the others; its last column is then read
  // again, block by block.
  const bool goes_on = task.m <= kMaxRowsToGoOn && !sums_apart;
  const int whole =
      goes_on ? task.n - (kStreams - 1) * static_cast<int>(block.run) : 0;
  for (int column = 0; column < block.run; column += block.blocks) {
    block.blocks = column < whole ? whole - column : 1;
    // As vectors the addresses would be late for the first products.
    LOWP_UNROLL
    for (int j = 0; j < kStreams; ++j) {
      const std::ptrdiff_t index = column + j * block.run;
      block.columns[j] =
          task.b + (index < task.n ? index : task.n - 1) * task.b_stride;
    }
    block.rows = task.a;
    block.products = products + column;
    block.sums = sums == nullptr ? nullptr : sums + column;
    SumFirstBlock<Gemv>(block, task.m);
    if constexpr (Gemv::kSumsApart) {
      if (sums_apart) SumColumns<Gemv>(block);
    }
    for (int row = Gemv::kRows; row < task.m; row += Gemv::kRows) {
      block.rows += Gemv::kRows * block.row_stride;
      block.products += Gemv::kRows * block.products_stride;
      SumNextBlock<Gemv>(block, task.m - row);
    }
  }
}

// Adds the initial values to the sums of each row, and a_offset times the sum
// of each column where those are given. With local variables: a store of an int
// could change the task's, and compilers would not vectorize the loops.
LOWP_NOINLINE void AddInitialValues(const GemmTask& task,
                                    const SumTarget& target,
                                    const std::int32_t* sums) {
  const int n = task.n;
  const auto* const column_add =
      reinterpret_cast<const std::uint32_t*>(task.column_add);
  const std::uint32_t offset = static_cast<std::uint32_t>(task.a_offset);
  for (int r = 0; r < task.m; ++r) {
    auto* const out =
        reinterpret_cast<std::uint32_t*>(target.sums + r * target.stride);
    const std::uint32_t row_add =
        task.row_add == nullptr ? 0
                                : static_cast<std::uint32_t>(task.row_add[r]);
    if (sums == nullptr) {
      for (int c = 0; c < n; ++c) out[c] += column_add[c] + row_add;
    } else {
      for (int c = 0; c < n; ++c) {
        out[c] += column_add[c] + row_add +
                  offset * static_cast<std::uint32_t>(sums[c]);
      }
    }
  }
}

// GemmKernel::sum of all rows of a task with columns in place.
template <class Gemv>
void SumInPlace(const GemmTask& task, const SumTarget& target) {
  // All streams have the same length, and the last one may exceed the columns.
  alignas(64) std::int32_t sums[kMaxColumnsInPlace + kStreams];
  // The products can take a_offset times the columns' sums with them.
  bool folds = target.column_sums == nullptr;
  if constexpr (Gemv::kSumsApart) {
    folds = Gemv::CanAdd(task.a_offset);
  } else {
    folds = folds && task.m == 1;
  }
  const bool needs_sums =
      target.column_sums != nullptr || (!folds && task.a_offset != 0);
  GemvBlock block;
  block.row_stride = task.a_stride;
  block.k = task.k;
  block.prefetches = task.prefetches;
  block.into_l1 = task.prefetches_into_l1;
  block.a_flip = task.a_flip;
  block.a_offset = folds ? task.a_offset : 0;
  block.products = target.sums;
  block.products_stride = target.stride;
  block.run = (task.n + kStreams - 1) / kStreams;
  block.column_stride = task.b_stride;
  block.sums = needs_sums ? sums : nullptr;
  MultiplyInPlace<Gemv>(task, block);
  AddInitialValues(task, target, folds ? nullptr : block.sums);
  if (target.column_sums == nullptr) return;
  for (int c = 0; c < task.n; ++c) target.column_sums[c] = sums[c];
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_GEMV_INL_H_
