// Products of many rows with a panel of few columns (NarrowRows) by a kernel
// with a loop of its own (tile_loop-inl.h): its tiles, stored as they are.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_NARROW_OWN_LOOP_INL_H_
#define LOWP_META_GEMM_NARROW_OWN_LOOP_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/backend.h"
#include "tile_loop-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The task as its tiles are multiplied alone: without factors, products.
LOWP_INLINE PanelTask WithoutFactors(const PanelTask& task) {
  PanelTask alone = task;
  alone.products = nullptr;
  alone.factor_count = 0;
  return alone;
}

// The products of kRows rows from `row` on.
template <class Kernel, int kRows, int kVectors>
LOWP_NOINLINE void MultiplyNarrowTile(const PanelTask& task,
                                      const NarrowRows& narrow, int row) {
  using Simd = typename Kernel::Simd;
  typename Simd::I32 sums[kRows][kVectors];
  InitialSums<Kernel, kRows, kVectors>(task, row, sums);
  Kernel::template MultiplyGroups<kRows, kVectors>(task, row, sums);
  const std::ptrdiff_t stride = narrow.products_stride;
  std::int32_t* products = narrow.products + (row - narrow.first) * stride;
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      Simd::Store(products + v * Simd::kLanes, sums[r][v]);
    }
    products += stride;
  }
}

// The last rows before `end`, fewer than a tile's.
template <class Kernel, int kVectors, int kRows = Kernel::kTileRows - 1>
LOWP_INLINE void MultiplyLastNarrowTile(const PanelTask& task,
                                        const NarrowRows& narrow, int row,
                                        int end) {
  if constexpr (kRows > 1) {
    if (end - row < kRows) {
      return MultiplyLastNarrowTile<Kernel, kVectors, kRows - 1>(task, narrow,
                                                                 row, end);
    }
  }
  MultiplyNarrowTile<Kernel, kRows, kVectors>(task, narrow, row);
}

// Backend::multiply_narrow, for a task without factors. Where rows are copied,
// the first one begins a block of them.
template <class Kernel, int kVectors = Kernel::kMaxVectors>
void MultiplyNarrowTiles(const PanelTask& task, const NarrowRows& narrow) {
  if constexpr (kVectors > 1) {
    if (task.padded_columns < kVectors * Kernel::Simd::kLanes) {
      return MultiplyNarrowTiles<Kernel, kVectors - 1>(task, narrow);
    }
  }
  constexpr int kRows = Kernel::kTileRows;
  const int end = narrow.first + narrow.count;
  int row = narrow.first;
  for (; end - row >= kRows; row += kRows) {
    MultiplyNarrowTile<Kernel, kRows, kVectors>(task, narrow, row);
  }
  if (row < end) {
    MultiplyLastNarrowTile<Kernel, kVectors>(task, narrow, row, end);
  }
}

// Backend::multiply_narrow.
template <class Kernel>
void MultiplyNarrowByOwnLoop(const PanelTask& task, const NarrowRows& narrow) {
  MultiplyNarrowTiles<Kernel>(WithoutFactors(task), narrow);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_NARROW_OWN_LOOP_INL_H_
