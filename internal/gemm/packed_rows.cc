// Reads packed panels as rows.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "packed_rows.h"

#include "../contract/panel.h"
#include "initial_values.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The panel that row `row` is a column of.
Panel PanelOfRow(const OrientedProblem& problem, const Backend& backend,
                 int row) {
  return PackedPanel(backend.panel, problem.rows.data, problem.rows.count,
                     problem.depth, row / backend.panel.width);
}

}  // namespace

void CopyPackedRows(const OrientedProblem& problem, const Backend& backend,
                    int first, int count, std::uint8_t* copies,
                    std::ptrdiff_t stride, std::int32_t* terms) {
  const int width = backend.panel.width;
  // Wide: it steps past the rows.
  for (std::int64_t row = first; row < first + count; row += width) {
    const Panel panel = PanelOfRow(problem, backend, static_cast<int>(row));
    backend.copy_panel_rows({panel.numbers, panel.padded, panel.columns,
                             problem.depth, copies, stride, terms});
    copies += width * stride;
    if (terms != nullptr) terms += width;
  }
}

void SumPackedRows(const OrientedProblem& problem, const Backend& backend,
                   int shift, int first, int count, std::int32_t* sums) {
  for (int i = 0; i < count; ++i) {
    const Panel panel = PanelOfRow(problem, backend, first + i);
    sums[i] = panel.sums[first + i - panel.first];
  }
  MoveSums(shift, problem.depth, count, sums);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
