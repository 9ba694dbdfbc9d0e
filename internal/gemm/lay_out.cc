// Lays out the workspace.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "lay_out.h"

#include <algorithm>

#include "../runtime/extent.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Takes `bytes` from the end of the layout. The sum of the largest parts has
// more than 64 bits.
std::size_t Append(WorkspaceLayout* layout, std::uint64_t bytes) {
  const std::size_t at = static_cast<std::size_t>(layout->total);
  layout->total = (Extent(layout->total) + RoundUpToAlignment(bytes)).value();
  return at;
}

}  // namespace

void LayOut(PreparedProduct* p) {
  WorkspaceLayout* const layout = &p->layout;
  const PanelFormat& format = p->backend->panel;
  const std::uint64_t rows = static_cast<std::uint64_t>(p->a.count);
  const std::uint64_t threads = static_cast<std::uint64_t>(p->threads);
  const int padded = PaddedColumns(format, std::min(format.nr, p->b.count));
  layout->total = 0;
  const std::uint64_t of_rows = RoundUpToAlignment(rows * 4);
  layout->row_value_bytes = static_cast<std::size_t>(of_rows);
  layout->row_values = Append(layout, 3 * of_rows);
  if (p->copies_a) {
    const std::uint64_t block =
        static_cast<std::uint64_t>(p->backend->copied_rows.interleave);
    layout->a = Append(layout, (rows + block - 1) / block * block *
                                   CopiedRowStride(*p->backend, p->k));
  }
  if (p->b_source == BSource::kUpFront) {
    layout->panel_bytes =
        static_cast<std::size_t>(PanelBytes(format, padded, p->k));
    layout->panels = Append(layout, AllPanelsBytes(format, p->b.count, p->k));
  } else if (p->b_source == BSource::kJustInTime) {
    const std::uint64_t bytes = PanelBytes(format, padded, p->k);
    layout->panel_bytes = static_cast<std::size_t>(bytes);
    layout->panels = Append(layout, bytes * threads);
  }
  if (p->kernel->b_form == BForm::kUnpacked) {
    const std::uint64_t bytes = UnpackedBytes(padded, p->k);
    layout->unpacked_bytes = static_cast<std::size_t>(bytes);
    layout->unpacked = Append(layout, bytes * threads);
  }
  if (p->transposed_store) {
    const std::uint64_t bytes = static_cast<std::uint64_t>(kTransposedRows) *
                                format.nr * SizeOf(p->result_scalar);
    layout->block_bytes = static_cast<std::size_t>(bytes);
    layout->blocks = Append(layout, bytes * threads);
  }
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
