// Rows of A for kernels that take several of them from one register.
//
// Where they lie side by side, row r of the tile in group g is at
//   data + g * step + r * kr.
// Rows in place lie apart; sixteen values of k of each are read at a time.
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

#include "../../internal/contract/gemm_tasks.h"
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

// The `rows` rows from `row` on, which are not in place: a block that
// ReadRowBlocks made, or columns of a panel.
template <int kKr>
LOWP_INLINE RowBlock RowsOfTile(const GemmTask& task, int row, int rows) {
  return {task.a + row * task.a_stride, task.a_form == AForm::kCopied
                                            ? PaddedRows(rows) * kKr
                                            : task.a_group_stride};
}

// Calls multiply(values, group, b) for the first `groups` of the groups that
// lie in a register for each row; the panel's values for each group are at `b`.
template <int kKr, int kIndex = 0, int kRows, class Multiply>
LOWP_INLINE void ForEachGroup(const int8x16_t (&values)[kRows], int groups,
                              const std::uint8_t* b, std::ptrdiff_t b_step,
                              const Multiply& multiply) {
  if constexpr (kIndex < 16 / kKr) {
    if (kIndex >= groups) return;
    multiply(values, std::integral_constant<int, kIndex>(), b);
    ForEachGroup<kKr, kIndex + 1>(values, groups, b + b_step, b_step, multiply);
  }
}

// The same for all groups of kRows rows in place, the task's from `row` on.
template <int kKr, int kRows, class Multiply>
LOWP_INLINE void ForEachGroupInPlace(const GemmTask& task, int row,
                                     const Multiply& multiply) {
  constexpr int kGroups = 16 / kKr;
  const int8x16_t flips = vreinterpretq_s8_u8(vdupq_n_u8(task.a_flip));
  const std::uint8_t* b = task.b;
  const std::ptrdiff_t b_step =
      static_cast<std::ptrdiff_t>(task.padded_n) * kKr;
  const std::uint8_t* rows[kRows];
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) rows[r] = task.a + (row + r) * task.a_stride;
  int8x16_t values[kRows];
  std::ptrdiff_t at = 0;
  int left = task.k;
  for (; left >= 16; left -= 16) {
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      values[r] = veorq_s8(LoadInOrder(rows[r] + at), flips);
    }
    ForEachGroup<kKr>(values, kGroups, b, b_step, multiply);
    at += 16;
    b += kGroups * b_step;
  }
  if (left == 0) return;
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    values[r] =
        vreinterpretq_s8_u8(LoadFlippedPart(rows[r] + at, left, task.a_flip));
  }
  ForEachGroup<kKr>(values, (left - 1) / kKr + 1, b, b_step, multiply);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_ROW_BLOCKS_NEON_INL_H_
