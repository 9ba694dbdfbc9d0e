// Rows for kernels that take several of them from one register.
//
// Where they lie side by side, row r of the tile in group g is at
//   data + g * step + r * (bytes of a group).
// Where they lie apart, each is read sixteen depths at a time.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_ROW_BLOCKS_NEON_INL_H_
#define LOWP_META_KERNELS_ROW_BLOCKS_NEON_INL_H_

#include <arm_neon.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../../internal/contract/backend.h"
#include "../pack/pack_neon-inl.h"
#include "multiply_add_neon-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct RowBlock {
  const std::uint8_t* data;
  std::ptrdiff_t step;
};

// The `rows` rows from `row` on, not plain ones: a block that ReadRowBlocks
// made, or columns of a panel.
template <int kGroup>
LOWP_INLINE RowBlock RowsOfTile(const PanelTask& task, int row, int rows) {
  return {task.rows_data + row * task.row_stride,
          task.row_form == RowForm::kCopied ? PaddedRows(rows) * kGroup
                                            : task.group_stride};
}

// Calls multiply(numbers, group, panel) for the first `groups` of the groups in
// a register for each row, `panel` being where the panel's numbers for it are.
template <int kGroup, int kIndex = 0, int kRows, class Multiply>
LOWP_INLINE void ForEachGroup(const int8x16_t (&numbers)[kRows], int groups,
                              const std::uint8_t* panel,
                              std::ptrdiff_t panel_step,
                              const Multiply& multiply) {
  if constexpr (kIndex < 16 / kGroup) {
    if (kIndex >= groups) return;
    multiply(numbers, std::integral_constant<int, kIndex>(), panel);
    ForEachGroup<kGroup, kIndex + 1>(numbers, groups, panel + panel_step,
                                     panel_step, multiply);
  }
}

// The same for all groups of kRows plain rows, the task's from `row` on.
template <int kGroup, int kRows, class Multiply>
LOWP_INLINE void ForEachGroupOfPlainRows(const PanelTask& task, int row,
                                         const Multiply& multiply) {
  constexpr int kGroups = 16 / kGroup;
  const int8x16_t flips = vreinterpretq_s8_u8(vdupq_n_u8(task.row_flip));
  const std::uint8_t* panel = static_cast<const std::uint8_t*>(task.panel);
  const std::ptrdiff_t panel_step =
      static_cast<std::ptrdiff_t>(task.padded_columns) * kGroup;
  const std::uint8_t* rows[kRows];
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    rows[r] = task.rows_data + (row + r) * task.row_stride;
  }
  int8x16_t numbers[kRows];
  std::ptrdiff_t at = 0;
  int groups = task.groups;
  for (; groups >= kGroups; groups -= kGroups) {
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      numbers[r] = veorq_s8(LoadInOrder(rows[r] + at), flips);
    }
    ForEachGroup<kGroup>(numbers, kGroups, panel, panel_step, multiply);
    at += 16;
    panel += kGroups * panel_step;
  }
  const int left = groups * kGroup + task.tail;
  if (left == 0) return;
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    numbers[r] =
        vreinterpretq_s8_u8(LoadFlippedPart(rows[r] + at, left, task.row_flip));
  }
  ForEachGroup<kGroup>(numbers, groups + (task.tail > 0 ? 1 : 0), panel,
                       panel_step, multiply);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_ROW_BLOCKS_NEON_INL_H_
