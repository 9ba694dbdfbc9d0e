// Sets up DotTasks.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "dot_products.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "../runtime/shares.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

int PanelsPerDot(const GemmPlan& plan) {
  const int fit = std::min(kMostPanelsPerDot, kMaxDotRows / plan.panel_rows);
  return std::max(1, std::min(fit, PanelsPerShare(plan.panels, plan.threads)));
}

void MakeDotProducts(const OrientedProblem& problem, const GemmPlan& plan,
                     const InitialValues& initial, int first, int panels,
                     DotProducts* out) {
  const OrientedSide& rows = problem.rows;
  const OrientedSide& side = problem.panels;
  const Backend& backend = *plan.backend;
  const int width = backend.panel.width;
  const int first_column = first * width;
  out->stride = std::ptrdiff_t{panels} * width;
  DotTask task;
  task.rows_data = rows.data;
  task.row_stride = rows.stride;
  task.row_scalar = rows.scalar;
  const Domain domain = DotRowDomain(backend, side.scalar);
  task.row_flip = DomainShift(domain, rows.scalar) != 0 ? 0x80 : 0;
  task.rows = rows.count;
  task.columns_data = side.data + first_column * side.stride;
  task.column_stride = side.stride;
  task.column_scalar = side.scalar;
  task.columns = std::min(panels * width, side.count - first_column);
  task.depth = problem.depth;
  task.products = out->products;
  task.products_stride = out->stride;
  // The products can take the rows' offset times the columns' sums with them:
  // the same numbers either way, up to the offset that they have room for.
  const std::int64_t offset = initial.row_offset();
  const bool folds =
      !initial.rows_vary() &&
      (rows.count == 1 || std::abs(offset) <= backend.most_dot_offset);
  task.row_offset = folds ? initial.row_offset() : 0;
  task.sums = !folds && initial.needs_column_sums() ? out->sums : nullptr;
  if (task.sums == nullptr) std::fill_n(out->sums, out->stride, 0);
  task.prefetches = plan.prefetch != Prefetching::kNothing;
  backend.dot(task);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
