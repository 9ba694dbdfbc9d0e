// Lays out the workspace.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "lay_out.h"

#include <algorithm>
#include <cstddef>

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Of the widest panel of a side of so many columns.
int PaddedPanelColumns(const PanelFormat& format, int columns) {
  return RoundUpToPower(format.granule, std::min(format.width, columns));
}

// Takes `bytes` from the end of the layout.
std::size_t Append(WorkspaceLayout* layout, std::size_t bytes) {
  const std::size_t at = layout->total;
  layout->total += RoundUpToAlignment(bytes);
  return at;
}

}  // namespace

void LayOut(const OrientedProblem& problem, const GemmPlan& plan,
            WorkspaceLayout* layout) {
  const PanelFormat& format = plan.backend->panel;
  const std::size_t rows = static_cast<std::size_t>(problem.rows.count);
  layout->row_values = 0;
  layout->total = 3 * RoundUpToAlignment(rows * 4);
  if (CopiesRows(plan)) {
    const std::size_t stride = CopiedRowStride(*plan.backend, problem.depth);
    layout->row_stride = static_cast<std::ptrdiff_t>(stride);
    const std::size_t block =
        static_cast<std::size_t>(plan.backend->row_interleave);
    layout->rows = Append(layout, (rows + block - 1) / block * block * stride);
  }
  if (plan.panel_source == PanelSource::kJustInTime ||
      plan.panel_source == PanelSource::kUpFront) {
    layout->panel_bytes =
        PanelBytes(format, PaddedPanelColumns(format, problem.panels.count),
                   problem.depth);
    layout->panels =
        Append(layout,
               plan.panel_source == PanelSource::kUpFront
                   ? AllPanelsBytes(format, problem.panels.count, problem.depth)
                   : layout->panel_bytes * plan.threads);
  }
  if (plan.widened) {
    layout->widened_bytes = WidenedBytes(
        PaddedPanelColumns(format, problem.panels.count), problem.depth);
    layout->widened = Append(layout, layout->widened_bytes * plan.threads);
  }
  if (plan.transposed_store) {
    layout->block_bytes = static_cast<std::size_t>(kTransposedRows) *
                          format.width *
                          SizeOf(problem.prepared.epilogue.result);
    layout->blocks = Append(layout, layout->block_bytes * plan.threads);
  }
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
