// What is made once of the columns of a product whose user keeps it prepared:
// packed weights, offsets, biases and multipliers stay the same.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_COLUMN_VALUES_H_
#define LOWP_INTERNAL_GEMM_COLUMN_VALUES_H_

#include <cstdint>

#include "../contract/gemm.h"
#include "../epilogue/prepare_epilogue.h"
#include "../runtime/workspace.h"
#include "prepared_product.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Those of a panel begin so many int32 after those of the one before: with a
// cache line.
inline int ColumnValuesStride(const PreparedProduct& p) {
  constexpr int kLine = kPackedAlignment / sizeof(std::int32_t);
  return (p.backend->panel.nr + kLine - 1) / kLine * kLine;
}

// Makes them for the panels of B, the columns' part of the initial values as
// GemmTask defines it. None, and true, if B is not packed or an offset varies.
// False if memory is refused.
bool MakeColumnValues(const PreparedProduct& p, const GemmProblem& problem,
                      const PreparedEpilogue& prepared, AlignedBuffer* values);

// Makes GemmTask::constants of all columns, and lets the product's tasks have
// them. None, and true, if the kernel has no use for them. False if memory is
// refused.
bool MakeColumnConstants(const Epilogue& epilogue, PreparedProduct* p,
                         AlignedBuffer* constants);

// Lets a task of the panel with these values begin with them, in place of what
// follows from sums, offsets and biases.
inline void TakeColumnValues(const PreparedProduct& p,
                             const std::int32_t* values, GemmTask* task) {
  task->column_sums = values;
  task->sums_stride = ColumnValuesStride(p);
  task->a_offset = 1;
  task->b_offset = 0;
  task->bias_count = 0;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_COLUMN_VALUES_H_
