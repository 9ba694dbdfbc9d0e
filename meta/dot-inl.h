// Products of few rows with columns that are read where they lie, both
// contiguous in depth: lanes run along the depth, and each sum is added up
// across its lanes in the end. For so few rows, packing would cost more than it
// saves.
//
// Written once over a policy `Dot`:
//   kChunk                  bytes read at a time
//   kRows                   rows of the largest block
//   kColumnsOfOneRow        columns of a block of one row, a multiple of four
//   Sums, Numbers           registers
//   Dot(task)               holds what loads need
//   LoadRow(p), LoadColumn(p), LoadRowPart(p, n), LoadColumnPart(p, n)
//                           a chunk, or its first n bytes and zeros
//   MultiplyAdd(sums, row, column), AddUp(sums, column)
//   Store4(a, b, c, d, out) the totals of four registers
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_DOT_INL_H_
#define LOWP_META_DOT_INL_H_

#include <cstddef>
#include <cstdint>

#include "../internal/backend.h"
#include "../internal/compiler.h"
#include "../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Columns of a block of several rows.
constexpr int kDotColumns = 4;

// Stores the totals of a multiple of four registers.
template <class Dot, int kCount>
LOWP_INLINE void StoreTotals(const typename Dot::Sums (&sums)[kCount],
                             std::int32_t* out) {
  LOWP_UNROLL
  for (int i = 0; i < kCount; i += 4) {
    Dot::Store4(sums[i], sums[i + 1], sums[i + 2], sums[i + 3], out + i);
  }
}

// The products of kRows rows from `row` on with kColumns columns from `column`
// on, and the columns' sums if wanted. Columns beyond the last repeat it.
template <class Dot, int kRows, int kColumns, bool kSums>
LOWP_INLINE void DotBlock(const DotTask& task, const Dot& dot, int row,
                          int column) {
  typename Dot::Sums products[kRows][kColumns];
  typename Dot::Sums sums[kColumns];
  const std::uint8_t* rows[kRows];
  const std::uint8_t* columns[kColumns];
  LOWP_UNROLL
  for (int j = 0; j < kColumns; ++j) {
    const int last = task.columns - 1;
    const int index = column + j < last ? column + j : last;
    columns[j] = task.columns_data + index * task.column_stride;
    sums[j] = Dot::Zero();
  }
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    rows[r] = task.rows_data + (row + r) * task.row_stride;
    LOWP_UNROLL
    for (int j = 0; j < kColumns; ++j) products[r][j] = Dot::Zero();
  }
  int k = 0;
  for (; task.depth - k >= Dot::kChunk; k += Dot::kChunk) {
    typename Dot::Numbers row_numbers[kRows];
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) row_numbers[r] = dot.LoadRow(rows[r] + k);
    LOWP_UNROLL
    for (int j = 0; j < kColumns; ++j) {
      const auto numbers = dot.LoadColumn(columns[j] + k);
      if (kSums) Dot::AddUp(&sums[j], numbers);
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        Dot::MultiplyAdd(&products[r][j], row_numbers[r], numbers);
      }
    }
  }
  if (const int left = task.depth - k; left > 0) {
    LOWP_UNROLL
    for (int j = 0; j < kColumns; ++j) {
      const auto numbers = dot.LoadColumnPart(columns[j] + k, left);
      if (kSums) Dot::AddUp(&sums[j], numbers);
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        Dot::MultiplyAdd(&products[r][j], dot.LoadRowPart(rows[r] + k, left),
                         numbers);
      }
    }
  }
  if (kSums) StoreTotals<Dot, kColumns>(sums, task.sums + column);
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    StoreTotals<Dot, kColumns>(
        products[r], task.products + (row + r) * task.products_stride + column);
  }
}

// One block of up to kRows rows; the block of the first row makes the sums.
template <class Dot, int kRows = Dot::kRows>
LOWP_INLINE void DotRows(const DotTask& task, const Dot& dot, int row,
                         int column) {
  if (task.rows - row >= kRows) {
    if (row == 0) {
      DotBlock<Dot, kRows, kDotColumns, true>(task, dot, row, column);
    } else {
      DotBlock<Dot, kRows, kDotColumns, false>(task, dot, row, column);
    }
  } else if constexpr (kRows > 1) {
    DotRows<Dot, kRows - 1>(task, dot, row, column);
  }
}

// Backend::dot.
template <class Dot>
void DotPanel(const DotTask& task) {
  const Dot dot(task);
  if (task.rows == 1) {
    // Nothing but the columns streams in: more of them at once.
    constexpr int kColumns = Dot::kColumnsOfOneRow;
    for (int column = 0; column < task.columns; column += kColumns) {
      DotBlock<Dot, 1, kColumns, true>(task, dot, 0, column);
    }
    return;
  }
  for (int column = 0; column < task.columns; column += kDotColumns) {
    for (int row = 0; row < task.rows; row += Dot::kRows) {
      DotRows<Dot>(task, dot, row, column);
    }
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_DOT_INL_H_
