// Packs a panel of B where it lies.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_PACK_PANEL_H_
#define LOWP_INTERNAL_GEMM_PACK_PANEL_H_

#include <cstdint>

#include "../contract/check_tasks.h"
#include "../contract/gemm_tasks.h"
#include "prepared_product.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Packs panel `index` of B, into memory for its sums and its values.
inline void PackPanel(const PreparedProduct& p, const std::uint8_t* b,
                      int index, std::uint8_t* memory) {
  const Panel panel = PanelAt(p.backend->panel, memory, p.b.count, index);
  PackTask task;
  task.source = b + panel.first * p.b.stride;
  task.column_stride = p.b.stride;
  task.k_stride = p.b.k_stride;
  task.scalar = p.b.scalar;
  task.columns = panel.columns;
  task.padded_columns = panel.padded;
  task.k = p.k;
  task.panel = memory + PanelDataOffset(panel.padded);
  task.sums = reinterpret_cast<std::int32_t*>(memory);
  Check(task, p.backend->panel);
  p.backend->pack(task);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_PACK_PANEL_H_
