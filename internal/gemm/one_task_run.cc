// Prepares rows of products of one task.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "one_task_run.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

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

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
