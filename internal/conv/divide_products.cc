// Divides products of windows into blocks, which threads share.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "divide_products.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "../contract/panel_format.h"
#include "../runtime/cpu_features.h"
#include "../runtime/shares.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

int NrOf(const ConvState& state) { return state.parts[0].header()->nr; }

// Bytes that a row adds to a block: those of a copy, or of the copied lines
// that a window has for itself.
int BytesOfARow(const PhaseProduct& phase, const WindowCosts& costs) {
  if (phase.lines.run == 0) return std::max(phase.k, 1);
  const Windows& windows = phase.windows;
  const std::int64_t own_positions = std::min<std::int64_t>(
      std::int64_t{windows.axis[1].step} * windows.axis[2].step,
      costs.block_bytes);
  return static_cast<int>(std::min<std::int64_t>(
      own_positions * phase.lines.position_bytes, costs.block_bytes));
}

// The largest number of rows of a block, in whole tiles.
int MaxRows(const ConvState& state, const PhaseProduct& phase) {
  if (state.scatters && state.depends_on_rows) return 1;
  const WindowCosts& costs = state.backend->windows;
  const int block =
      phase.lines.run > 0 ? costs.block_bytes : costs.copied_bytes;
  int rows =
      std::min(std::max(block / BytesOfARow(phase, costs), costs.min_rows),
               costs.max_rows);
  // Where lines of the output are short, each meets several of the input.
  while (phase.lines.run > 0 && rows > costs.min_rows &&
         WindowLinesBytes(phase.windows, phase.lines, rows) >
             std::size_t{4} * static_cast<std::size_t>(costs.block_bytes)) {
    rows = std::max(rows / 2, costs.min_rows);
  }
  if (state.sums_stay) {
    const int columns = GroupOutputs(state.product_geometry);
    rows = std::min(rows,
                    std::max(costs.block_bytes / 4 / columns, costs.min_rows));
  }
  return rows - rows % costs.row_step;
}

// Whether the filter of a group comes from beyond L2 for each block of rows.
bool FilterIsFar(const ConvState& state, const PhaseProduct& phase) {
  const std::uint64_t bytes =
      static_cast<std::uint64_t>(phase.k) *
      static_cast<std::uint64_t>(GroupOutputs(state.product_geometry));
  // Small ones need not ask for the size.
  return bytes >
             static_cast<std::uint64_t>(state.backend->windows.block_bytes) &&
         bytes > DetectedCacheSizes().l2 / 2;
}

// Divides a phase into blocks of at most `block` rows.
void DivideRows(int block, PhaseProduct* phase) {
  phase->row_block = std::min(block, phase->rows);
  phase->row_blocks = (phase->rows - 1) / phase->row_block + 1;
}

// The rows of one of `blocks` blocks that are alike, in whole tiles.
int FairRows(int rows, std::int64_t blocks, int row_step, int max_rows) {
  const int fair = static_cast<int>((rows - 1) / blocks) + 1;
  return std::min(RoundUpTo(row_step, fair), max_rows);
}

// The rows of a block for several threads, where `others` are divided likewise:
// of the numbers of blocks from `per_thread` for each thread down to half as
// many, the one that leaves the fewest rows to the thread that has the most.
int SharedRows(const PhaseProduct& phase, const WindowCosts& costs, int threads,
               int per_thread, std::int64_t others, int max_rows) {
  // Fewer, larger blocks have to leave a thread fewer rows by this factor.
  constexpr double kWorthFewer = 1.03;
  const auto blocks_for = [&](std::int64_t shares) {
    return (threads * shares - 1) / others + 1;
  };
  const std::int64_t min_blocks = (phase.rows - 1) / max_rows + 1;
  const std::int64_t more = per_thread > 1 ? min_blocks + threads : min_blocks;
  const std::int64_t high = std::max(
      min_blocks, std::min<std::int64_t>(std::max(blocks_for(per_thread), more),
                                         phase.rows / costs.min_shared_rows));
  const std::int64_t low =
      std::min(high, std::max(min_blocks, blocks_for((per_thread + 1) / 2)));
  int best = max_rows;
  double min_of_a_thread = std::numeric_limits<double>::infinity();
  for (std::int64_t blocks = high; blocks >= low; --blocks) {
    const int rows = FairRows(phase.rows, blocks, costs.row_step, max_rows);
    const std::int64_t shares = others * ((phase.rows - 1) / rows + 1);
    const double of_a_thread =
        static_cast<double>((shares - 1) / threads + 1) * rows;
    if (of_a_thread * kWorthFewer >= min_of_a_thread) continue;
    min_of_a_thread = of_a_thread;
    best = rows;
  }
  return best;
}

// Divides a phase into `wanted` blocks of columns, of whole panels.
void DivideColumns(const ConvState& state, std::int64_t wanted,
                   PhaseProduct* phase) {
  const int columns = GroupOutputs(state.product_geometry);
  const int panels = (columns - 1) / NrOf(state) + 1;
  const int parts = static_cast<int>(std::min<std::int64_t>(panels, wanted));
  phase->column_block =
      std::min(columns, ((panels - 1) / parts + 1) * NrOf(state));
  phase->column_blocks = (columns - 1) / phase->column_block + 1;
}

}  // namespace

void DivideIntoBlocks(const ConvState& state, int phases, PhaseProduct* phase) {
  const WindowCosts& costs = state.backend->windows;
  const int max_rows = MaxRows(state, *phase);
  DivideColumns(state, 1, phase);
  DivideRows(FairRows(phase->rows, (phase->rows - 1) / max_rows + 1,
                      costs.row_step, max_rows),
             phase);
  const std::int64_t others =
      std::int64_t{phases} *
      state.product_geometry.groups;  // beside this one's rows
  const int per_thread = SharesPerThread(state.threads_to_wake);
  const std::int64_t wanted = std::int64_t{state.threads} * per_thread;
  if (state.threads == 1 || others >= wanted) return;
  const std::int64_t blocks = (wanted - 1) / others + 1;
  const int panels =
      (GroupOutputs(state.product_geometry) - 1) / NrOf(state) + 1;
  if (phase->row_blocks == 1 && panels >= blocks &&
      FilterIsFar(state, *phase)) {
    return DivideColumns(state, blocks, phase);
  }
  DivideRows(
      SharedRows(*phase, costs, state.threads, per_thread, others, max_rows),
      phase);
  const std::int64_t shares = others * phase->row_blocks;
  const int min_shares = state.threads * std::min(per_thread, 2);
  if (shares < min_shares) {
    DivideColumns(state, (min_shares - 1) / shares + 1, phase);
  }
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
