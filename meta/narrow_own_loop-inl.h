// Products of many rows with a panel of few columns (NarrowTask) by a kernel
// with a loop of its own (tile_loop-inl.h): its tiles, stored as they are.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_NARROW_OWN_LOOP_INL_H_
#define LOWP_META_NARROW_OWN_LOOP_INL_H_

#include <cstddef>
#include <cstdint>

#include "../internal/backend.h"
#include "../internal/compiler.h"
#include "tile_loop-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// A panel's task with the same rows, columns and initial values; without an
// epilogue and a result.
LOWP_INLINE PanelTask AsPanelTask(const NarrowTask& narrow, int group_bytes) {
  PanelTask task = {};
  task.rows_data = narrow.rows_data;
  task.row_stride = narrow.row_stride;
  task.group_stride = narrow.group_stride;
  task.rows = narrow.rows;
  task.row_flip = narrow.row_flip;
  task.row_form = narrow.row_form;
  task.panel = narrow.panel;
  task.columns = narrow.columns;
  task.padded_columns = static_cast<int>(narrow.panel_step / group_bytes);
  task.groups = narrow.groups;
  task.tail = narrow.tail;
  task.row_add = narrow.row_add;
  task.column_add = narrow.column_add;
  task.products = nullptr;
  task.factor_count = 0;
  return task;
}

// The products of kRows rows from `row` on.
template <class Kernel, int kRows, int kVectors>
void MultiplyNarrowTile(const PanelTask& task, int row, std::int32_t* products,
                        std::ptrdiff_t stride) {
  using Simd = typename Kernel::Simd;
  typename Simd::I32 sums[kRows][kVectors];
  InitialSums<Kernel, kRows, kVectors>(task, row, sums);
  Kernel::template MultiplyGroups<kRows, kVectors>(task, row, sums);
  products += row * stride;
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      Simd::Store(products + v * Simd::kLanes, sums[r][v]);
    }
    products += stride;
  }
}

// The last rows, fewer than a tile's.
template <class Kernel, int kVectors, int kRows = Kernel::kTileRows - 1>
LOWP_INLINE void MultiplyLastNarrowTile(const PanelTask& task, int row,
                                        std::int32_t* products,
                                        std::ptrdiff_t stride) {
  if constexpr (kRows > 1) {
    if (task.rows - row < kRows) {
      return MultiplyLastNarrowTile<Kernel, kVectors, kRows - 1>(
          task, row, products, stride);
    }
  }
  MultiplyNarrowTile<Kernel, kRows, kVectors>(task, row, products, stride);
}

// Stores the products of the task's rows, `stride` apart, where a row may write
// on the next one's place before that is written.
template <class Kernel, int kVectors = Kernel::kMaxVectors>
void MultiplyNarrowTiles(const PanelTask& task, std::int32_t* products,
                         std::ptrdiff_t stride) {
  if constexpr (kVectors > 1) {
    if (task.padded_columns < kVectors * Kernel::Simd::kLanes) {
      return MultiplyNarrowTiles<Kernel, kVectors - 1>(task, products, stride);
    }
  }
  constexpr int kRows = Kernel::kTileRows;
  int row = 0;
  for (; task.rows - row >= kRows; row += kRows) {
    MultiplyNarrowTile<Kernel, kRows, kVectors>(task, row, products, stride);
  }
  if (row < task.rows) {
    MultiplyLastNarrowTile<Kernel, kVectors>(task, row, products, stride);
  }
}

// Backend::multiply_narrow.
template <class Kernel>
void MultiplyNarrowByOwnLoop(const NarrowTask& task) {
  MultiplyNarrowTiles<Kernel>(AsPanelTask(task, Kernel::kGroup), task.products,
                              task.products_stride);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_NARROW_OWN_LOOP_INL_H_
