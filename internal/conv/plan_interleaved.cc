// Plans depthwise convolutions of interleaved lines.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "plan_interleaved.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>

#include "../contract/kernel.h"
#include "../runtime/extent.h"
#include "filter_values.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Windows of a line are taken as many at a time as have quads of so many bytes,
// which stay in L1; if a few need more, it is at most kMaxQuadBytes.
constexpr std::int64_t kQuadBytes = 1 << 14;
constexpr std::uint64_t kMaxQuadBytes = 1 << 18;
// Tiles that repeat every few windows are at most so many: their filters and
// constants stay in L2. An odd number of channels has as many as channels.
constexpr int kMostTiles = 32;
// Lines of input that output lines share, at most.
constexpr std::int64_t kMostLines = 64;

bool MayInterleave(const ConvState& state) {
  const ConvGeometry& g = state.geometry;
  const Epilogue& epilogue = state.epilogue.epilogue;
  return IsDepthwise(g) && g.output_channels == g.input_channels &&
         !state.sums_stay && !state.epilogue.has_row_bias &&
         FinishesInRegisters(epilogue) &&
         SizeOf(epilogue.result) ==
             (epilogue.form == EpilogueForm::kStore ? 4 : 1);
}

int LanesOfBlock(const InterleavedPlan& plan) { return 4 * plan.kernel->lanes; }

// Which lines a quad has. False: output lines share none.
bool ChooseLines(const Windows& windows, InterleavedPlan* plan) {
  const WindowAxis& height = windows.axis[1];
  const int sharing = plan->kernel->output_lines;
  plan->line_step = height.taps > 1 ? height.dilation : height.step;
  const int divisor = std::gcd(height.step, plan->line_step);
  plan->moves = height.step / divisor;
  plan->apart = plan->line_step / divisor;
  if ((height.windows - 1) / plan->apart + 1 < sharing) return false;
  const std::int64_t lines =
      std::int64_t{sharing - 1} * plan->moves + height.taps;
  if (sharing > 1 && lines > kMostLines) return false;
  plan->quads_of_plane = static_cast<int>((lines - 1) / kLinesOfQuad + 1);
  return true;
}

// Whether the lanes of windows follow one another in both the quads and the
// output: as whole registers, or all of them.
void ChooseTiles(const ConvState& state, const WindowAxis& width,
                 InterleavedPlan* plan) {
  const int channels = state.geometry.output_channels;
  const int block = LanesOfBlock(*plan);
  const int together = block / std::gcd(channels, block);  // windows
  const std::int64_t tiles = std::int64_t{together} * channels / block;
  const bool folds = (together == 1 || tiles <= kMostTiles) &&
                     (width.step == 1 || channels % plan->kernel->lanes == 0) &&
                     width.output_step == 1 &&
                     OutputStride(state.geometry) == channels;
  plan->folds = folds;
  plan->windows_of_block = folds ? together : 1;
  plan->tiles = folds ? static_cast<int>(tiles) : (channels - 1) / block + 1;
}

std::int64_t PositionsOf(const WindowAxis& width, std::int64_t windows) {
  return (windows - 1) * width.step +
         std::int64_t{width.taps - 1} * width.dilation + 1;
}

// Decides how many windows of a line are taken at a time. False: quads would
// need too much memory.
bool ChooseWindows(const ConvState& state, const Windows& windows,
                   InterleavedPlan* plan) {
  const WindowAxis& width = windows.axis[2];
  const std::int64_t position =
      std::int64_t{kLinesOfQuad} * state.geometry.output_channels;
  const std::int64_t quads =
      std::int64_t{plan->quads_of_plane} * windows.axis[0].taps;
  const std::int64_t multiple = plan->windows_of_block;
  const auto round_up = [multiple](std::int64_t count) {
    return ((count - 1) / multiple + 1) * multiple;
  };
  const std::int64_t room =
      kQuadBytes / (position * quads) - PositionsOf(width, 1);
  const std::int64_t most =
      std::max(multiple, (std::max<std::int64_t>(room, 0) / width.step + 1) /
                             multiple * multiple);
  const std::int64_t parts = (width.windows - 1) / most + 1;
  plan->windows_at_once =
      static_cast<int>(round_up((width.windows - 1) / parts + 1));
  const auto size = [](std::int64_t n) {
    return Extent(static_cast<std::uint64_t>(n));
  };
  // Also read are windows of a block that are not there, and lanes.
  const Extent read =
      size(PositionsOf(width, plan->windows_at_once)) * size(position);
  const Extent slack =
      size(std::int64_t{kLinesOfQuad} * LanesOfBlock(*plan) + kInterleaveSlack);
  const Extent all = (read + size(kPackedAlignment)) * size(quads) + slack;
  if (all.value() > kMaxQuadBytes) return false;
  plan->quad_bytes =
      static_cast<std::ptrdiff_t>(RoundUpToAlignment(read.value()));
  plan->bytes = static_cast<std::size_t>(all.value());
  return true;
}

double CostOfPlan(const ConvState& state, const Windows& windows,
                  const InterleavedPlan& plan) {
  const WindowAxis& width = windows.axis[2];
  const InterleavedCost& cost = plan.kernel->cost;
  const double block = LanesOfBlock(plan);
  const double channels = state.geometry.output_channels;
  const int quads = plan.quads_of_plane * windows.axis[0].taps;
  const int parts = (width.windows - 1) / plan.windows_at_once + 1;
  const double positions =
      parts * static_cast<double>(PositionsOf(
                  width, std::min(width.windows, plan.windows_at_once)));
  const double interleaved =
      windows.stride == state.geometry.input_channels
          ? positions * channels / block
          : positions * static_cast<double>((channels - 1) / block + 1);
  const double blocks = plan.folds
                            ? width.windows * channels / block + 0.5 * parts
                            : double{1} * width.windows * plan.tiles;
  const double group =
      quads * interleaved * double{cost.interleave} +
      blocks * plan.kernel->output_lines *
          (quads * width.taps * double{cost.multiply} + double{cost.block});
  return group * GroupsOfLines(windows, plan);
}

// The channel of a lane, or -1.
int ChannelOfLane(const InterleavedPlan& plan, int channels, int tile,
                  int lane) {
  const int c = tile * LanesOfBlock(plan) + lane;
  return plan.folds ? c % channels : c < channels ? c : -1;
}

// The tap of an output line that meets a line of a quad; -1: none.
int TapOfLine(const InterleavedPlan& plan, const Windows& windows, int quad,
              int output_line, int line, int x) {
  const int height = windows.axis[1].taps, width = windows.axis[2].taps;
  const int y = quad % plan.quads_of_plane * kLinesOfQuad + line -
                output_line * plan.moves;
  if (y < 0 || y >= height) return -1;
  return (quad / plan.quads_of_plane * height + y) * width + x;
}

void FillTile(const ConvState& state, const PhaseDepthwise& phase,
              const FilterValues& values, const std::vector<int>& taps,
              int tile, std::int8_t* weights) {
  const InterleavedPlan& plan = phase.interleaved;
  const Windows& windows = phase.windows;
  const int channels = state.geometry.output_channels;
  const int quads = plan.quads_of_plane * windows.axis[0].taps;
  for (int q = 0; q < quads; ++q) {
    for (int x = 0; x < windows.axis[2].taps; ++x) {
      for (int r = 0; r < plan.kernel->output_lines; ++r) {
        for (int lane = 0; lane < LanesOfBlock(plan); ++lane) {
          const int c = ChannelOfLane(plan, channels, tile, lane);
          for (int l = 0; l < kLinesOfQuad; ++l) {
            const int tap = TapOfLine(plan, windows, q, r, l, x);
            *weights++ = static_cast<std::int8_t>(
                tap < 0 || c < 0
                    ? 0
                    : values.At(taps[static_cast<std::size_t>(tap)], c, 0));
          }
        }
      }
    }
  }
}

// Where the registers of a tile have their values.
InterleavedTile MakeTile(const InterleavedPlan& plan, int step, int channels,
                         int tile) {
  InterleavedTile made = {};
  for (int i = 0; i < 4; ++i) {
    const int lane = tile * LanesOfBlock(plan) + i * plan.kernel->lanes;
    const int window = plan.folds ? lane / channels : 0;
    made.parts[i] = kLinesOfQuad * (std::ptrdiff_t{channels} * window * step +
                                    lane - std::ptrdiff_t{channels} * window);
  }
  return made;
}

}  // namespace

int GroupsOfPlane(const Windows& windows, const InterleavedPlan& plan) {
  const int together = plan.apart * plan.kernel->output_lines;
  const int lines = windows.axis[1].windows;
  return lines / together * plan.apart + std::min(plan.apart, lines % together);
}

int GroupsOfLines(const Windows& windows, const InterleavedPlan& plan) {
  return windows.batch * windows.axis[0].windows * GroupsOfPlane(windows, plan);
}

InterleavedPlan PlanInterleaved(const ConvState& state, const Windows& windows,
                                double* cycles) {
  InterleavedPlan best;
  *cycles = std::numeric_limits<double>::infinity();
  if (!MayInterleave(state)) return best;
  const InterleavedKernels& kernels = state.backend->interleaved;
  for (int i = 0; i < kernels.count; ++i) {
    InterleavedPlan plan;
    plan.kernel = &kernels.rows[i];
    if (!ChooseLines(windows, &plan)) continue;
    ChooseTiles(state, windows.axis[2], &plan);
    if (!ChooseWindows(state, windows, &plan)) continue;
    const double cost = CostOfPlan(state, windows, plan);
    if (cost >= *cycles) continue;
    *cycles = cost;
    best = plan;
  }
  return best;
}

void FillInterleaved(const ConvState& state, const std::vector<int>& taps,
                     PhaseDepthwise* phase) {
  InterleavedPlan& plan = phase->interleaved;
  const Windows& windows = phase->windows;
  const int channels = state.geometry.output_channels;
  const std::size_t lanes = static_cast<std::size_t>(LanesOfBlock(plan));
  const std::size_t weight_bytes =
      lanes * kLinesOfQuad *
      static_cast<std::size_t>(plan.kernel->output_lines) *
      static_cast<std::size_t>(plan.quads_of_plane) *
      static_cast<std::size_t>(windows.axis[0].taps) *
      static_cast<std::size_t>(windows.axis[2].taps);
  const std::size_t add_bytes = lanes * sizeof(std::int32_t);
  const std::size_t bytes = weight_bytes + add_bytes + kDepthwiseConstantBytes;
  phase->tile_memory.resize(static_cast<std::size_t>(plan.tiles) * bytes +
                            kPackedAlignment);
  std::uint8_t* at = phase->tile_memory.data();
  at += (kPackedAlignment -
         reinterpret_cast<std::uintptr_t>(at) % kPackedAlignment) %
        kPackedAlignment;
  const FilterValues values(state);
  const Epilogue& epilogue = state.epilogue.epilogue;
  for (int t = 0; t < plan.tiles; ++t, at += bytes) {
    InterleavedTile tile = MakeTile(plan, windows.axis[2].step, channels, t);
    std::int8_t* const weights = reinterpret_cast<std::int8_t*>(at);
    std::int32_t* const add =
        reinterpret_cast<std::int32_t*>(at + weight_bytes);
    void* const constants = at + weight_bytes + add_bytes;
    FillTile(state, *phase, values, taps, t, weights);
    DepthwiseParameters parameters = {};
    for (int lane = 0; lane < LanesOfBlock(plan); ++lane) {
      const int c = ChannelOfLane(plan, channels, t, lane);
      add[lane] =
          c < 0 ? 0 : InitialValue(state, plan.kernel->reads, values, taps, c);
      if (epilogue.form != EpilogueForm::kStore) {
        SetParameters(epilogue, c < 0 ? channels - 1 : c, lane, &parameters);
      }
    }
    if (epilogue.form != EpilogueForm::kStore) {
      plan.kernel->make_constants(epilogue, parameters, constants);
    }
    tile.weights = weights;
    tile.add = add;
    tile.constants = constants;
    plan.tile.push_back(tile);
  }
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
