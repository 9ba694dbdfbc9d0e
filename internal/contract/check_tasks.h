// The preconditions of a backend's functions, as assertions: a build without
// NDEBUG, such as that of the `dev` preset, checks the tasks of products,
// convolutions and operators before the backend gets them. Tasks of product
// kernels, which depend on a plan, are checked by internal/gemm/check_task.h.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_CHECK_TASKS_H_
#define LOWP_INTERNAL_CONTRACT_CHECK_TASKS_H_

#include <cassert>
#include <cstdint>

#include "depthwise_task.h"
#include "gemm_tasks.h"
#include "int4_task.h"
#include "interleaved_task.h"
#include "kernel.h"
#include "operator_tasks.h"
#include "packed_header.h"
#include "panel_format.h"
#include "pool_windows.h"
#include "spread_task.h"
#include "transpose_task.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// To a cache line, and so to any register.
inline bool IsAligned(const void* memory) {
  return reinterpret_cast<std::uintptr_t>(memory) % kPackedAlignment == 0;
}

inline void Check([[maybe_unused]] const PackTask& task,
                  [[maybe_unused]] const PanelFormat& format) {
  assert(task.columns >= 1 && task.columns <= task.padded_columns);
  assert(task.padded_columns % format.nr_step == 0);
  assert(task.padded_columns <= format.nr && task.k >= 1);
  assert(task.source != nullptr && task.panel != nullptr);
  assert(IsAligned(task.panel) && IsAligned(task.sums));
}

inline void Check([[maybe_unused]] const UnpackTask& task) {
  assert(task.columns >= 1 && task.columns <= task.padded_columns);
  assert(task.k >= 1 && task.unpacked != nullptr && IsAligned(task.unpacked));
}

inline void Check([[maybe_unused]] const RowTask& task) {
  assert(task.rows >= 1 && task.k >= 1 && task.source != nullptr);
  assert(task.copies != nullptr || task.sums != nullptr);
  assert(task.index == nullptr ||
         (task.k_stride == 1 && task.copies != nullptr));
}

inline void Check([[maybe_unused]] const PanelRowsTask& task) {
  assert(task.rows >= 1 && task.rows <= task.padded_columns && task.k >= 1);
  assert(task.panel != nullptr && task.copies != nullptr);
}

inline void Check([[maybe_unused]] const ColumnTask& task) {
  assert(task.columns >= 1 && task.columns <= task.padded_columns);
  assert(task.sums != nullptr && IsAligned(task.sums));
  assert(task.add != nullptr && IsAligned(task.add));
  assert(IsAligned(task.sum_factor) && IsAligned(task.offset_factor));
  assert(task.bias_count == 0 || task.biases != nullptr);
}

inline void Check([[maybe_unused]] const FinishTask& task) {
  assert(task.rows >= 1 && task.columns >= 1);
  assert(task.sums != nullptr && task.result != nullptr);
  assert(task.rows == 1 || task.stride >= task.columns);
  assert(task.factor_count >= 0 && task.factor_count <= 2);
  for (int t = 0; t < task.factor_count; ++t) {
    assert(task.row_factor[t] != nullptr && task.column_factor[t] != nullptr);
  }
  assert(task.epilogue != nullptr);
}

inline void Check([[maybe_unused]] const DepthwiseTask& task) {
  assert(task.groups >= 0 && task.windows >= 1);
  assert(task.groups == 0 || task.sources != nullptr);
  assert(task.weights != nullptr && IsAligned(task.weights));
  assert(task.add != nullptr && IsAligned(task.add));
  assert(task.result != nullptr);
  assert(
      task.epilogue == nullptr ||
      (FinishesInRegisters(*task.epilogue, true) && task.constants != nullptr));
}

inline void Check([[maybe_unused]] const InterleaveTask& task) {
  assert(task.positions >= 1 && task.bytes >= 1 && task.quad != nullptr);
  assert(task.positions == 1 || task.quad_stride >= kQuadWidth * task.bytes);
}

inline void Check([[maybe_unused]] const InterleavedTask& task) {
  assert(task.quad_count >= 1 && task.taps >= 1 && task.lines >= 1);
  assert(task.tile_count >= 1 && task.blocks >= 1 && task.last_lanes >= 1);
  assert(task.last_tile < task.tile_count && task.result != nullptr);
  for (int i = 0; i < task.tile_count; ++i) {
    assert(IsAligned(task.tiles[i].weights) && IsAligned(task.tiles[i].add));
    assert(task.epilogue == nullptr || task.tiles[i].constants != nullptr);
    assert(task.tiles[i].quads >= 1 && task.tiles[i].quads <= task.quad_count);
  }
  assert(task.epilogue == nullptr || FinishesInRegisters(*task.epilogue, true));
}

inline void Check([[maybe_unused]] const SpreadTask& task) {
  assert(task.unit == 1 || task.unit == 4 || task.unit == 8);
  assert(task.channels % task.unit == 0 && task.multiplier >= 1);
}

inline void Check([[maybe_unused]] const TransposeTask& task) {
  assert(task.size == 1 || task.size == 2 || task.size == 4 || task.size == 8);
  assert(task.rows >= 1 && task.columns >= 1);
}

inline void Check([[maybe_unused]] const Int4Task& task) {
  assert(task.rows >= 1 && task.groups >= 1 && task.strips >= 1);
  assert(task.halves == 1 || task.halves == 2);
  assert(task.padded_group % kInt4Step == 0);
  assert(task.sums == nullptr || task.a_zero_points != nullptr);
  assert(task.totals != nullptr && IsAligned(task.totals));
}

inline void Check([[maybe_unused]] const PoolWindows& windows) {
  assert(windows.taps >= 1 && windows.taps <= kMaxPoolTaps);
  assert(windows.windows >= 1 && windows.channels >= 1);
}

inline void Check([[maybe_unused]] const DivideSumsTask& task) {
  assert(task.n >= 1 && task.n <= 1 << 30 && task.low <= task.high);
}

inline void Check([[maybe_unused]] const ExtremesTask& task) {
  assert(task.columns >= 1 && task.columns <= kMaxExtremes);
  assert(task.values >= 1);
  assert(task.stride == 1 || task.column_stride == 1);
  assert((task.indices == nullptr) != (task.extremes == nullptr));
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_CHECK_TASKS_H_
