// Sets up DirectTasks.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "direct_products.h"

#include "../runtime/shares.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

void SetRows(const OrientedProblem& problem, const GemmPlan& plan,
             const InitialValues& initial, const DirectRows& rows,
             DirectTask* task) {
  const Domain domain = RowDomainOf(problem, plan);
  task->rows_data = rows.data;
  task->row_stride = rows.stride;
  task->rows = rows.count;
  task->row_flip = DomainShift(domain, problem.rows.scalar) != 0 ? 0x80 : 0;
  task->row_scalar = problem.rows.scalar;
  task->row_add = initial.row_add(rows.first);
  task->row_offset = initial.row_offset();
}

// The task's panels from where its sums are, of that many columns each.
void MultiplyPanels(const Backend& backend, int panels, int columns,
                    DirectTask* task) {
  task->panels = panels;
  task->columns = columns;
  task->padded_columns = RoundUpToPower(backend.panel.granule, columns);
  task->panel = reinterpret_cast<const std::uint8_t*>(task->sums) +
                PanelDataOffset(task->padded_columns);
  backend.multiply_direct(*task);
}

}  // namespace

int PanelsPerDirectShare(const GemmPlan& plan) {
  if (!plan.direct || plan.panel_rows >= kDirectTileRows ||
      plan.panel_source != PanelSource::kPrepacked) {
    return 1;
  }
  return PanelsPerShare(plan.panels, plan.threads);
}

void MultiplyDirectly(const OrientedProblem& problem, const GemmPlan& plan,
                      const InitialValues& initial, const DirectRows& rows,
                      const DirectPanels& panels) {
  const PanelFormat& format = plan.backend->panel;
  const PreparedEpilogue& prepared = problem.prepared;
  const int size = SizeOf(prepared.epilogue.result);
  DirectTask task;
  SetRows(problem, plan, initial, rows, &task);
  task.sums = panels.sums;
  task.products = panels.products;
  task.panel_stride = panels.stride;
  task.first_column = panels.first_column;
  task.depth = problem.depth;
  task.column_offset = initial.column_offset();
  task.biases = prepared.biases;
  task.bias_count = prepared.bias_count;
  task.epilogue = &prepared.epilogue;
  task.result =
      static_cast<std::uint8_t*>(problem.result) +
      (rows.first * problem.result_row_stride + panels.first_column) * size;
  task.result_stride = problem.result_row_stride * size;
  // Whole panels, then a narrower one.
  const int whole = panels.columns / format.width;
  const int columns = panels.columns % format.width;
  if (whole > 0) {
    MultiplyPanels(*plan.backend, whole, format.width, &task);
    if (columns == 0) return;
    task.NextPanel(whole);
  }
  MultiplyPanels(*plan.backend, 1, columns, &task);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
