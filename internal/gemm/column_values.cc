// Makes what columns add to accumulators, and what scales them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "column_values.h"

#include <algorithm>

#include "../contract/check_tasks.h"
#include "../epilogue/scale_parameters.h"
#include "row_values.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

bool MakeColumnValues(const PreparedProduct& p, const GemmProblem& problem,
                      const PreparedEpilogue& prepared, AlignedBuffer* values) {
  if (p.b_source != BSource::kPacked || p.a.varies || p.b.varies) return true;
  const int stride = ColumnValuesStride(p);
  if (!values->Reserve(static_cast<std::size_t>(p.panels) *
                       static_cast<std::size_t>(stride) *
                       sizeof(std::int32_t))) {
    return false;
  }
  const std::uint8_t* const packed =
      static_cast<const std::uint8_t*>(SideB(problem, p.swapped).matrix.data);
  ColumnTask task = {};
  task.a_offset = RowValues::CommonOffset(
      p.swapped ? problem.rhs_offset : problem.lhs_offset, p.a);
  task.offset = RowValues::CommonOffset(
      p.swapped ? problem.lhs_offset : problem.rhs_offset, p.b);
  task.k = p.k;
  task.biases = prepared.biases;
  task.bias_count = prepared.bias_count;
  task.add = static_cast<std::int32_t*>(values->data());
  for (int i = 0; i < p.panels; ++i, task.add += stride) {
    const Panel panel = PanelAt(
        p.backend->panel, packed + static_cast<std::size_t>(i) * p.panel_stride,
        p.b.count, i);
    task.sums = panel.sums;
    task.columns = panel.columns;
    task.padded_columns = panel.padded;
    task.first_column = panel.first;
    Check(task);
    p.backend->family->prepare_columns(task);
  }
  return true;
}

bool MakeColumnConstants(const Epilogue& epilogue, PreparedProduct* p,
                         AlignedBuffer* constants) {
  if (!p->in_registers || epilogue.form != EpilogueForm::kFixedPoint ||
      epilogue.fixed_point.along != Along::kCols) {
    return true;
  }
  const RegisterFamily& family = *p->backend->family;
  const int columns = p->b.count, step = 4 * family.lanes;
  if (!constants->Reserve(static_cast<std::size_t>(RoundUpTo(step, columns)) *
                          kScaleConstantBytes)) {
    return false;
  }
  std::uint8_t* at = static_cast<std::uint8_t*>(constants->data());
  for (int first = 0; first < columns; first += step) {
    ScaleParameters parameters = {};
    const int count = std::min(step, columns - first);
    for (int i = 0; i < count; ++i) {
      SetParameters(epilogue, first + i, i, &parameters);
    }
    at += family.make_tile_constants(epilogue, parameters, at);
  }
  p->task.constants = constants->data();
  return true;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
