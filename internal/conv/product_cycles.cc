// Counts what the products of a phase, and the copies for them, take.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "product_cycles.h"

#include "../contract/core_costs.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

float CyclesOfBlocks(const PhaseProduct& phase) {
  float cycles = 0;
  for (bool last_rows : {false, true}) {
    for (bool last_columns : {false, true}) {
      const int blocks = (last_rows ? 1 : phase.row_blocks - 1) *
                         (last_columns ? 1 : phase.column_blocks - 1);
      if (blocks == 0) continue;
      cycles += static_cast<float>(blocks) *
                PartCycles(*phase.products[last_rows][last_columns]);
    }
  }
  return cycles;
}

float CyclesOfLines(const ConvState& state, const PhaseProduct& phase) {
  const Backend& backend = *state.backend;
  const WindowCopyCost& cost = backend.family->copy_windows_cost;
  const double positions =
      double{1} * phase.row_blocks * phase.lines.positions *
      static_cast<double>(LinesMet(phase.windows, phase.row_block));
  // Without terms, lines are copied as rows of bytes, and as one where their
  // positions follow one another.
  const bool have_terms = backend.copied_rows.have_terms();
  const float value = (have_terms ? ReadingCostHere(backend).copy : cost.byte) +
                      backend.windows.line_byte;
  const bool is_one_row =
      !have_terms && phase.windows.stride == phase.windows.channels;
  const float position = is_one_row ? 0 : cost.run;
  return static_cast<float>(positions) *
         (position + value * static_cast<float>(phase.windows.channels));
}

float CyclesOfCopiedWindows(const ConvState& state, const PhaseProduct& phase) {
  const WindowCopyCost& cost = state.backend->family->copy_windows_cost;
  const Windows& windows = phase.windows;
  const int run =
      (windows.has_whole_runs() ? windows.axis[2].taps : 1) * windows.channels;
  const float bytes = static_cast<float>(windows.k());
  const float runs = static_cast<float>(windows.k() / run);
  return static_cast<float>(phase.rows) *
         (cost.run * runs +
          (cost.byte + state.backend->windows.window_byte) * bytes);
}

}  // namespace

float CyclesOf(const ConvState& state, const PhaseProduct& phase) {
  const float cycles = CyclesOfBlocks(phase);
  if (phase.in_place) return cycles;
  return cycles + (phase.lines.run > 0 ? CyclesOfLines(state, phase)
                                       : CyclesOfCopiedWindows(state, phase));
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
