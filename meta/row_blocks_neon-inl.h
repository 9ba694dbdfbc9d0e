// Where a tile's rows lie for kernels that read them side by side: row r of the
// tile in group g is at data + g * step + r * (bytes of a group).
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_ROW_BLOCKS_NEON_INL_H_
#define LOWP_META_ROW_BLOCKS_NEON_INL_H_

#include <cstddef>
#include <cstdint>

#include "../internal/backend.h"
#include "pack_neon-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct RowBlock {
  const std::uint8_t* data;
  std::ptrdiff_t step;
};

// The `rows` rows from `row` on: a block that ReadRowBlocks made, or
// columns of a panel.
template <int kGroup>
LOWP_INLINE RowBlock RowsOfTile(const PanelTask& task, int row, int rows) {
  return {
      task.rows_data + row * task.row_stride,
      task.rows_interleaved ? PaddedRows(rows) * kGroup : task.group_stride};
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_ROW_BLOCKS_NEON_INL_H_
