// A product of one task, in straight lines.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../compiler.h"
#include "check_task.h"
#include "column_values.h"
#include "lay_out.h"
#include "pack_panel.h"
#include "product_run.h"
#include "row_values.h"
#include "sum_and_finish.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Copies the rows of a product of one task, and adds up what is added to them,
// as far as that is needed.
LOWP_NOINLINE void PrepareRowsOfTask(const PreparedProduct& p,
                                     const ProductCall& call, GemmTask* task) {
  std::uint8_t* const workspace = static_cast<std::uint8_t*>(call.workspace);
  const RowValues row_values(p, call.problem, call.prepared,
                             call.part.first_row, workspace);
  RowTask rows = p.rows;
  rows.source = task->a;
  rows.index = call.part.index;
  if (p.copies_a) {
    rows.copies = workspace + p.layout.a;
    task->a = workspace + p.layout.a;
  }
  if (row_values.needs_sums()) row_values.SetSums(0, p.row_sum_shift, &rows);
  if (p.copies_a || row_values.needs_sums()) {
    Check(rows);
    p.backend->read_rows(rows);
  }
  row_values.Complete(0, task->m);
  task->row_add = row_values.add(0);
}

}  // namespace

void RunOneTask(const PreparedProduct& p, const ProductCall& call,
                GemmTask* task) {
  const GemmProblem& problem = call.problem;
  const bool swapped = p.swapped;
  task->a =
      static_cast<const std::uint8_t*>(SideA(problem, swapped).matrix.data);
  task->a_offset = RowValues::Unshifted(
      (swapped ? problem.rhs_offset : problem.lhs_offset).value, p.a);
  task->b_offset = RowValues::Unshifted(
      (swapped ? problem.lhs_offset : problem.rhs_offset).value, p.b);
  task->row_add = nullptr;
  if (p.copies_a || task->b_offset != 0 || call.prepared.has_row_bias) {
    PrepareRowsOfTask(p, call, task);
  }
  const std::uint8_t* panel =
      static_cast<const std::uint8_t*>(SideB(problem, swapped).matrix.data);
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
  task->result =
      static_cast<std::uint8_t*>(const_cast<void*>(problem.result.data));
  if (p.in_registers) {
    CheckTaskToRun(p, *task);
    return p.kernel->run(*task);
  }
  SumAndFinish(p, VaryingOffsets{}, task);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
