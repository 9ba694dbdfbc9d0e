// Products of many rows with a panel of few columns. A register is just as wide
// as the columns: a processor multiplies twice as many short registers as long
// ones. The sums are left in memory, row after row without gaps, where they can
// be finished with whole registers.
//
// Written once over a policy `Narrow`:
//   Sums, Numbers            a row's sums, a group of the panel: registers
//   kRows                    rows that are multiplied at a time
//   kGroupBytes              bytes of a column's numbers in a group
//   Flip(byte)               what to flip in the numbers of rows
//   kParts, kPartBytes       see tile_loop-inl.h
//   LoadPanel<part>(p)       that part of a group of the panel
//   MultiplyRow(sums, row pointer, flip, panel numbers)
//                            adds one part of a row times one of the panel
//   LoadSums(p), StoreSums(p, sums), AddToAll(sums, number)
//   kReadsTails              see tile_loop-inl.h; then also
//   kGroup                   depths of a group
//   ShiftPanel(numbers, n)   the group's numbers n depths later, after zeros
//   LoadTail(row pointer, tail)
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_NARROW_INL_H_
#define LOWP_META_GEMM_NARROW_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/backend.h"
#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Adds the products of the rows' last depths, less than a group of them; `at`
// is where they are in a row.
template <class Narrow, int kRows>
LOWP_INLINE void MultiplyNarrowTail(const PanelTask& task,
                                    const std::uint8_t* const (&rows)[kRows],
                                    std::ptrdiff_t at,
                                    const std::uint8_t* panel,
                                    typename Narrow::Sums (&sums)[kRows]) {
  const auto flip = Narrow::Flip(task.row_flip);
  typename Narrow::Numbers numbers = Narrow::template LoadPanel<0>(panel);
  if (task.groups > 0) {
    // Read with the depths before them, which meet zeros.
    numbers = Narrow::ShiftPanel(numbers, Narrow::kGroup - task.tail);
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      Narrow::MultiplyRow(&sums[r], rows[r] + at + task.tail - Narrow::kGroup,
                          flip, numbers);
    }
    return;
  }
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    const auto group = Narrow::LoadTail(rows[r] + at, task.tail);
    Narrow::MultiplyRow(&sums[r], reinterpret_cast<const std::uint8_t*>(&group),
                        flip, numbers);
  }
}

// Adds the products of a group's parts from kPart on.
template <class Narrow, int kRows, int kPart = 0, typename Flip>
LOWP_INLINE void MultiplyNarrowParts(const std::uint8_t* const (&rows)[kRows],
                                     std::ptrdiff_t at, const Flip& flip,
                                     const std::uint8_t* panel,
                                     typename Narrow::Sums (&sums)[kRows]) {
  const auto numbers = Narrow::template LoadPanel<kPart>(panel);
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    Narrow::MultiplyRow(&sums[r], rows[r] + at + kPart * Narrow::kPartBytes,
                        flip, numbers);
  }
  if constexpr (kPart + 1 < Narrow::kParts) {
    MultiplyNarrowParts<Narrow, kRows, kPart + 1>(rows, at, flip, panel, sums);
  }
}

// The products of kRows rows from rows_data on. row_add is null or theirs. With
// kTail they have a tail.
template <class Narrow, int kRows, bool kTail>
LOWP_INLINE void MultiplyNarrowRows(const PanelTask& task,
                                    const std::uint8_t* rows_data,
                                    const std::int32_t* row_add,
                                    std::int32_t* products,
                                    std::ptrdiff_t products_stride) {
  typename Narrow::Sums sums[kRows];
  const std::uint8_t* rows[kRows];
  const std::ptrdiff_t row_stride = task.row_stride;
  const std::ptrdiff_t group_stride = task.group_stride;
  const auto column_add = Narrow::LoadSums(task.column_add);
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    rows[r] = r == 0 ? rows_data : rows[r - 1] + row_stride;
    sums[r] = column_add;
  }
  if (row_add != nullptr) {
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      sums[r] = Narrow::AddToAll(sums[r], row_add[r]);
    }
  }
  const auto flip = Narrow::Flip(task.row_flip);
  const std::ptrdiff_t panel_step =
      task.padded_columns * static_cast<std::ptrdiff_t>(Narrow::kGroupBytes);
  const std::uint8_t* panel = static_cast<const std::uint8_t*>(task.panel);
  std::ptrdiff_t at = 0;
  for (int g = task.groups; g > 0; --g) {
    MultiplyNarrowParts<Narrow, kRows>(rows, at, flip, panel, sums);
    panel += panel_step;
    at += group_stride;
  }
  if constexpr (kTail) {
    MultiplyNarrowTail<Narrow, kRows>(task, rows, at, panel, sums);
  }
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    Narrow::StoreSums(products, sums[r]);
    products += products_stride;
  }
}

// As many of the rows from `row` on as can be multiplied kRows at a time;
// returns the first that is left.
template <class Narrow, int kRows, bool kTail>
LOWP_INLINE int MultiplyNarrowFrom(const PanelTask& task,
                                   const NarrowRows& narrow, int row) {
  const std::ptrdiff_t row_stride = task.row_stride;
  const std::ptrdiff_t products_stride = narrow.products_stride;
  const std::uint8_t* rows_data =
      task.rows_data + (narrow.first + row) * row_stride;
  const std::int32_t* row_add = task.row_add;
  if (row_add != nullptr) row_add += narrow.first + row;
  std::int32_t* products = narrow.products + row * products_stride;
  for (; narrow.count - row >= kRows; row += kRows) {
    MultiplyNarrowRows<Narrow, kRows, kTail>(task, rows_data, row_add, products,
                                             products_stride);
    rows_data += kRows * row_stride;
    if (row_add != nullptr) row_add += kRows;
    products += kRows * products_stride;
  }
  return row;
}

// Rows of a block that is tried where the policy's own are too many.
constexpr int kFewNarrowRows = 4;

template <class Narrow, bool kTail>
LOWP_INLINE void MultiplyNarrowAll(const PanelTask& task,
                                   const NarrowRows& narrow) {
  const PanelTask local = task;
  int row = MultiplyNarrowFrom<Narrow, Narrow::kRows, kTail>(local, narrow, 0);
  if (row == narrow.count) return;
  if (narrow.count < kFewNarrowRows) {
    MultiplyNarrowFrom<Narrow, 1, kTail>(local, narrow, row);
    return;
  }
  if (narrow.count - row > kFewNarrowRows) {
    MultiplyNarrowFrom<Narrow, kFewNarrowRows, kTail>(local, narrow, row);
  }
  // The last ones, and again some before them, which takes no longer.
  MultiplyNarrowFrom<Narrow, kFewNarrowRows, kTail>(
      local, narrow, narrow.count - kFewNarrowRows);
}

// Backend::multiply_narrow for as many columns as the policy has. Rows without
// a tail have a loop of their own: GCC computes the addresses of tails ahead of
// a loop that may have to read them, which takes longer than a small product.
template <class Narrow>
void MultiplyNarrow(const PanelTask& task, const NarrowRows& rows) {
  if constexpr (Narrow::kReadsTails) {
    if (task.tail > 0) return MultiplyNarrowAll<Narrow, true>(task, rows);
  }
  MultiplyNarrowAll<Narrow, false>(task, rows);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_NARROW_INL_H_
