// A product of one task, in straight lines. Inline: tiny ones notice calls.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_ONE_TASK_RUN_H_
#define LOWP_INTERNAL_GEMM_ONE_TASK_RUN_H_

#include <cstdint>

#include "../compiler.h"
#include "check_task.h"
#include "column_values.h"
#include "pack_panel.h"
#include "product_run.h"
#include "row_values.h"
#include "sum_and_finish.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Copies the rows of a product of one task, and adds up what is added to them,
// as far as that is needed.
void PrepareRowsOfTask(const PreparedProduct& p, const ProductCall& call,
                       GemmTask* task);

// `task` is p.task for that part, or a copy where another thread may use that.
// Writes into it what else differs between two runs, for which rows may be
// prepared and columns packed.
LOWP_ALWAYS_INLINE void CompleteTask(const PreparedProduct& p,
                                     const ProductCall& call, GemmTask* task) {
  const GemmProblem& problem = call.problem;
  const bool swapped = p.swapped;
  task->a = call.places.a;
  task->a_offset = RowValues::Unshifted(
      (swapped ? problem.rhs_offset : problem.lhs_offset).value, p.a);
  task->b_offset = RowValues::Unshifted(
      (swapped ? problem.lhs_offset : problem.rhs_offset).value, p.b);
  task->row_add = nullptr;
  if (p.copies_a || task->b_offset != 0 || call.prepared.has_row_bias) {
    PrepareRowsOfTask(p, call, task);
  }
  const std::uint8_t* panel = call.places.b;
  if (p.b_source != BSource::kPacked) {
    std::uint8_t* const packed =
        static_cast<std::uint8_t*>(call.workspace) + p.layout.panels;
    PackPanel(p, panel, 0, packed);
    panel = packed;
  }
  task->b = panel + PanelDataOffset(task->padded_n);
  if (call.column_values != nullptr) {
    TakeColumnValues(p, call.column_values, task);
  } else {
    task->column_sums = reinterpret_cast<const std::int32_t*>(panel);
    task->biases = call.prepared.biases;
    task->bias_count = call.prepared.bias_count;
  }
  task->epilogue = &call.prepared.epilogue;
  task->result = call.places.result;
}

// Runs a complete task.
LOWP_ALWAYS_INLINE void RunComplete(const PreparedProduct& p, GemmTask* task) {
  if (p.in_registers) {
    CheckTaskToRun(p, *task);
    return p.kernel->run(*task);
  }
  SumAndFinish(p, VaryingOffsets{}, task);
}

LOWP_ALWAYS_INLINE void RunOneTask(const PreparedProduct& p,
                                   const ProductCall& call, GemmTask* task) {
  CompleteTask(p, call, task);
  RunComplete(p, task);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_ONE_TASK_RUN_H_
