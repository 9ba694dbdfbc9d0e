// Plans depthwise convolutions of interleaved lines.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "plan_interleaved.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include "../contract/core_costs.h"
#include "../contract/kernel.h"
#include "../runtime/extent.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The maximum number of input lines that output lines share.
constexpr std::int64_t kMaxLines = 64;

// Which lines a quad has. False: output lines share none.
bool ChooseLines(const Windows& windows, InterleavedPlan* plan) {
  const WindowAxis& height = windows.axis[1];
  const int sharing = plan->kernel->output_lines;
  plan->line_step = height.taps > 1 ? height.dilation : height.step;
  const int divisor = std::gcd(height.step, plan->line_step);
  plan->moves = height.step / divisor;
  plan->apart = plan->line_step / divisor;
  if ((height.windows - 1) / plan->apart + 1 < sharing) return false;
  const int together = plan->apart * sharing;
  plan->groups_of_plane = height.windows / together * plan->apart +
                          std::min(plan->apart, height.windows % together);
  const std::int64_t lines =
      std::int64_t{sharing - 1} * plan->moves + height.taps;
  if (sharing > 1 && lines > kMaxLines) return false;
  const int of_quad = plan->kernel->lines;
  plan->quads_of_plane = static_cast<int>((lines - 1) / of_quad + 1);
  const std::int64_t group = std::int64_t{sharing} * plan->moves;
  plan->kept_quads = plan->apart == 1 && group % of_quad == 0
                         ? static_cast<int>(std::max<std::int64_t>(
                               0, plan->quads_of_plane - group / of_quad))
                         : 0;
  return true;
}

// Whether the kernel is for filters with as many taps and quads.
bool FitsTaps(const Windows& windows, const InterleavedPlan& plan) {
  return plan.kernel->taps == 0 ||
         (plan.kernel->taps == windows.axis[2].taps &&
          windows.axis[0].taps == 1 &&
          plan.kernel->quads == plan.quads_of_plane * plan.filter_parts);
}

// False if tiles cannot go on from one window to the next: lanes of windows do
// not follow one another in both the quads (all of them, or whole registers)
// and the output, or there would be too many tiles. Also false if they need
// not, because a window's channels fill whole blocks.
bool ChooseTiles(const ConvState& state, const WindowAxis& width, bool folds,
                 InterleavedPlan* plan) {
  const int channels = state.geometry.output_channels;
  const int block = LanesOfBlock(*plan);
  const InterleavedKernels& kernels = state.backend->interleaved;
  plan->position = std::int64_t{kQuadWidth} * channels;
  if (!folds && channels > kernels.max_blocks_of_run * block) {
    // An odd number of cache lines keeps positions out of each other's sets.
    plan->position = static_cast<std::ptrdiff_t>(
        RoundUpToAlignment(static_cast<std::uint64_t>(plan->position)) |
        kPackedAlignment);
  }
  const int together = block / std::gcd(channels, block);  // windows
  const std::int64_t tiles = std::int64_t{together} * channels / block;
  plan->folds = folds;
  plan->windows_of_block = folds ? together : 1;
  plan->tiles = folds ? static_cast<int>(tiles) : (channels - 1) / block + 1;
  return !folds ||
         (together > 1 && tiles <= kernels.max_tiles &&
          (width.step == 1 || channels % plan->kernel->lanes == 0) &&
          width.output_step == 1 && OutputStride(state.geometry) == channels);
}

std::int64_t PositionsOf(const WindowAxis& width, std::int64_t windows) {
  return (windows - 1) * width.step +
         std::int64_t{width.taps - 1} * width.dilation + 1;
}

// Decides how many windows of a line are taken at a time: those with quads of
// `bytes`, and one block at least. False: quads would need too much memory.
bool ChooseWindows(const ConvState& state, const Windows& windows,
                   std::int64_t bytes, InterleavedPlan* plan) {
  const WindowAxis& width = windows.axis[2];
  const std::int64_t position = plan->position;
  const std::int64_t quads =
      std::int64_t{plan->quads_of_plane} * windows.axis[0].taps;
  const std::int64_t multiple = plan->windows_of_block;
  const auto round_up = [multiple](std::int64_t count) {
    return ((count - 1) / multiple + 1) * multiple;
  };
  const std::int64_t room = bytes / (position * quads) - PositionsOf(width, 1);
  const std::int64_t max_windows =
      std::max(multiple, (std::max<std::int64_t>(room, 0) / width.step + 1) /
                             multiple * multiple);
  const std::int64_t parts = (width.windows - 1) / max_windows + 1;
  plan->windows_at_once =
      static_cast<int>(round_up((width.windows - 1) / parts + 1));
  const auto size = [](std::int64_t n) {
    return Extent(static_cast<std::uint64_t>(n));
  };
  // Windows and lanes of a block that do not exist are read, too. What is
  // written behind a quad must not reach a quad that is kept.
  const Extent read =
      size(PositionsOf(width, plan->windows_at_once)) * size(position) +
      kInterleaveSlack;
  const Extent slack =
      size(std::int64_t{kQuadWidth} * LanesOfBlock(*plan) + kInterleaveSlack);
  const Extent all = (read + size(kPackedAlignment)) * size(quads) + slack;
  const std::int64_t limit = state.backend->interleaved.max_quad_bytes;
  if (all.value() > static_cast<std::uint64_t>(limit)) return false;
  plan->quad_bytes =
      static_cast<std::ptrdiff_t>(RoundUpToAlignment(read.value()));
  plan->bytes = static_cast<std::size_t>(all.value());
  if (MultiplierOf(state.geometry) > 1) {
    plan->narrow =
        quads * plan->quad_bytes + static_cast<std::ptrdiff_t>(slack.value());
    plan->bytes += static_cast<std::size_t>(plan->quad_bytes);
  }
  return true;
}

// The costs of a row of the table, on this machine.
InterleavedCost CostOf(const Backend& backend, const InterleavedKernel& row) {
  const CoreCosts* const other = OtherCostsHere(backend);
  return other != nullptr && other->interleaved != nullptr
             ? other->interleaved[&row - backend.interleaved.rows]
             : row.cost;
}

// Whether positions follow one another in both the input and quads.
bool AreRuns(const ConvState& state, const Windows& windows,
             const InterleavedPlan& plan) {
  return windows.stride == state.geometry.input_channels &&
         NarrowPosition(state.geometry, plan) == kQuadWidth * windows.stride;
}

// `parts`: of the filter, the mean of all blocks.
double CostOfPlan(const ConvState& state, const Windows& windows,
                  const InterleavedPlan& plan, double parts) {
  const WindowAxis& width = windows.axis[2];
  const InterleavedKernels& kernels = state.backend->interleaved;
  const InterleavedCost cost = CostOf(*state.backend, *plan.kernel);
  const double block = LanesOfBlock(plan);
  const double channels = state.geometry.output_channels;
  const double inputs = state.geometry.input_channels;
  const double depth = windows.axis[0].taps;
  const int pieces = (width.windows - 1) / plan.windows_at_once + 1;
  const double positions =
      pieces * static_cast<double>(PositionsOf(
                   width, std::min(width.windows, plan.windows_at_once)));
  const double interleaved =
      AreRuns(state, windows, plan)
          ? positions * inputs / block
          : positions * (std::floor((inputs - 1) / block) + 2);
  const double spread = inputs == channels ? 0
                                           : positions * channels * kQuadWidth *
                                                 double{kernels.spread_byte};
  const double blocks = plan.folds
                            ? width.windows * channels / block + 0.5 * pieces
                            : double{1} * width.windows * plan.tiles;
  const bool is_beyond_l1 =
      4 * plan.bytes > static_cast<std::uint64_t>(5 * plan.kernel->quad_bytes);
  const double interleave =
      double{cost.interleave} +
      (is_beyond_l1 ? double{kernels.beyond_l1} * block / 64 : 0);
  const double products = parts * depth * plan.quads_of_plane * width.taps;
  const double weights =
      products * plan.kernel->output_lines * block * kQuadWidth;  // of a tile
  const double max_weights = static_cast<double>(kernels.max_weight_bytes);
  const double of_weights =
      weights * plan.tiles > max_weights
          ? weights * kernels.weight_beyond_l1 *
                std::min<double>(plan.tiles, std::ceil(blocks / pieces))
          : 0;
  const DepthwiseLineCost of_lines = LineCostHere(state);
  const double finish = double{cost.block} + double{of_lines.fixed_point} +
                        double{of_lines.constants} / plan.kernel->together;
  const int groups = plan.groups_of_plane;
  const double quads =
      plan.quads_of_plane +
      (groups - 1) * double{1} * (plan.quads_of_plane - plan.kept_quads);
  const double plane = depth * quads * (interleaved * interleave + spread) +
                       groups * blocks * plan.kernel->output_lines *
                           (products * double{cost.multiply} + finish) +
                       groups * pieces * of_weights +
                       groups * pieces * double{1} * plan.tiles *
                           plan.kernel->output_lines * double{cost.tile} +
                       (groups + depth * quads) * pieces * double{cost.call};
  return plane * windows.batch * windows.axis[0].windows;
}

}  // namespace

bool MayInterleave(const ConvState& state) {
  const ConvGeometry& g = state.geometry;
  const Epilogue& epilogue = state.epilogue.epilogue;
  return IsDepthwise(g) && !state.sums_stay && !state.epilogue.has_row_bias &&
         FinishesInRegisters(epilogue,
                             state.backend->family->scales_lines_in_floats) &&
         SizeOf(epilogue.result) ==
             (epilogue.form == EpilogueForm::kStore ? 4 : 1);
}

int GroupsOfLines(const Windows& windows, const InterleavedPlan& plan) {
  return windows.batch * windows.axis[0].windows * plan.groups_of_plane;
}

InterleavedPlan PlanInterleaved(const ConvState& state,
                                const FilterParts& parts,
                                const Windows& windows, double* cycles) {
  InterleavedPlan best;
  *cycles = std::numeric_limits<double>::infinity();
  if (!MayInterleave(state)) return best;
  const InterleavedKernels& kernels = state.backend->interleaved;
  for (int i = 0; i < kernels.count; ++i) {
    InterleavedPlan plan;
    plan.kernel = &kernels.rows[i];
    const bool has_bytes = plan.kernel->lines == kQuadWidth;
    plan.filter_parts = has_bytes ? parts.count : 1;
    if (plan.filter_parts > 2 || !ChooseLines(windows, &plan) ||
        !FitsTaps(windows, plan)) {
      continue;
    }
    const double mean = plan.filter_parts == 1 ? 1 : 1 + parts.second;
    for (const bool folds : {false, true}) {
      if (!ChooseTiles(state, windows.axis[2], folds, &plan)) continue;
      for (const std::int64_t bytes :
           {plan.kernel->quad_bytes, kernels.max_quad_bytes / 2}) {
        if (!ChooseWindows(state, windows, bytes, &plan)) continue;
        const double cost = CostOfPlan(state, windows, plan, mean);
        if (cost >= *cycles) continue;
        *cycles = cost;
        best = plan;
      }
    }
  }
  return best;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
