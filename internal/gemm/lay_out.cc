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
std::size_t Append(WorkspaceLayout* layout, std::uint64_t bytes) {
  const std::size_t at = static_cast<std::size_t>(layout->total);
  layout->total += RoundUpToAlignment(bytes);
  return at;
}

}  // namespace

void LayOut(const OrientedProblem& problem, const GemmPlan& plan,
            WorkspaceLayout* layout) {
  const PanelFormat& format = plan.backend->panel;
  const std::uint64_t rows = static_cast<std::uint64_t>(problem.rows.count);
  layout->row_values = 0;
  layout->total = 3 * RoundUpToAlignment(rows * 4);
  if (CopiesRows(plan)) {
    const std::uint64_t stride = CopiedRowStride(*plan.backend, problem.depth);
    layout->row_stride = static_cast<std::ptrdiff_t>(stride);
    const std::uint64_t block =
        static_cast<std::uint64_t>(plan.backend->row_interleave);
    layout->rows = Append(layout, (rows + block - 1) / block * block * stride);
  }
  if (plan.panel_source == PanelSource::kJustInTime ||
      plan.panel_source == PanelSource::kUpFront) {
    const std::uint64_t bytes =
        PanelBytes(format, PaddedPanelColumns(format, problem.panels.count),
                   problem.depth);
    layout->panel_bytes = static_cast<std::size_t>(bytes);
    layout->panels =
        Append(layout,
               plan.panel_source == PanelSource::kUpFront
                   ? AllPanelsBytes(format, problem.panels.count, problem.depth)
                   : bytes * plan.threads);
  }
  if (plan.widened) {
    const std::uint64_t bytes = WidenedBytes(
        PaddedPanelColumns(format, problem.panels.count), problem.depth);
    layout->widened_bytes = static_cast<std::size_t>(bytes);
    layout->widened = Append(layout, bytes * plan.threads);
  }
  if (plan.transposed_store) {
    const std::uint64_t bytes = static_cast<std::uint64_t>(kTransposedRows) *
                                format.width *
                                SizeOf(problem.prepared.epilogue.result);
    layout->block_bytes = static_cast<std::size_t>(bytes);
    layout->blocks = Append(layout, bytes * plan.threads);
  }
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
