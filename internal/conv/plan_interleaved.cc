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
#include "filter_values.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Lines of input that output lines share, at most.
constexpr std::int64_t kMostLines = 64;

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
  const int of_quad = plan->kernel->lines;
  plan->quads_of_plane = static_cast<int>((lines - 1) / of_quad + 1);
  const std::int64_t group = std::int64_t{sharing} * plan->moves;
  plan->kept_quads = plan->apart == 1 && group % of_quad == 0
                         ? static_cast<int>(std::max<std::int64_t>(
                               0, plan->quads_of_plane - group / of_quad))
                         : 0;
  return true;
}

// False: the lanes of windows do not follow one another in both the quads and
// the output, as whole registers or all of them, or fill blocks anyway.
bool ChooseTiles(const ConvState& state, const WindowAxis& width, bool folds,
                 InterleavedPlan* plan) {
  const int channels = state.geometry.output_channels;
  const int block = LanesOfBlock(*plan);
  const InterleavedKernels& kernels = state.backend->interleaved;
  plan->position = std::int64_t{kQuadWidth} * channels;
  if (!folds && channels > kernels.max_blocks_of_run * block) {
    // An odd number of them, out of each other's cache sets.
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
  const std::int64_t most =
      std::max(multiple, (std::max<std::int64_t>(room, 0) / width.step + 1) /
                             multiple * multiple);
  const std::int64_t parts = (width.windows - 1) / most + 1;
  plan->windows_at_once =
      static_cast<int>(round_up((width.windows - 1) / parts + 1));
  const auto size = [](std::int64_t n) {
    return Extent(static_cast<std::uint64_t>(n));
  };
  // Also read are windows of a block that are not there, and lanes. What is
  // written behind a quad must not be one that is kept.
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
         plan.position == kQuadWidth * windows.stride;
}

double CostOfPlan(const ConvState& state, const Windows& windows,
                  const InterleavedPlan& plan) {
  const WindowAxis& width = windows.axis[2];
  const InterleavedKernels& kernels = state.backend->interleaved;
  const InterleavedCost cost = CostOf(*state.backend, *plan.kernel);
  const double block = LanesOfBlock(plan);
  const double channels = state.geometry.output_channels;
  const double depth = windows.axis[0].taps;
  const int parts = (width.windows - 1) / plan.windows_at_once + 1;
  const double positions =
      parts * static_cast<double>(PositionsOf(
                  width, std::min(width.windows, plan.windows_at_once)));
  const double interleaved =
      AreRuns(state, windows, plan)
          ? positions * channels / block
          : positions * (std::floor((channels - 1) / block) + 2);
  const double blocks = plan.folds
                            ? width.windows * channels / block + 0.5 * parts
                            : double{1} * width.windows * plan.tiles;
  const bool is_beyond_l1 =
      4 * plan.bytes > static_cast<std::uint64_t>(5 * kernels.quad_bytes);
  const double interleave =
      double{cost.interleave} + (is_beyond_l1 ? kernels.beyond_l1 : 0);
  const int groups = GroupsOfPlane(windows, plan);
  const double quads =
      plan.quads_of_plane +
      (groups - 1) * double{1} * (plan.quads_of_plane - plan.kept_quads);
  const double plane =
      depth * quads * interleaved * interleave +
      groups * blocks * plan.kernel->output_lines *
          (depth * plan.quads_of_plane * width.taps * double{cost.multiply} +
           double{cost.block});
  return plane * windows.batch * windows.axis[0].windows;
}

// Of the taps of all quads and output lines.
int RowsOfWeights(const Windows& windows, const InterleavedPlan& plan) {
  return plan.kernel->output_lines * plan.quads_of_plane *
         windows.axis[0].taps * windows.axis[2].taps;
}

// The lane of the weights that a tile begins at. Tiles have their own ones, or
// where those of all would not stay in L1, begin at some lane of the channels,
// repeated.
std::ptrdiff_t FirstLane(const ConvState& state, const Windows& windows,
                         const InterleavedPlan& plan, int tile) {
  const std::ptrdiff_t first = std::ptrdiff_t{tile} * LanesOfBlock(plan);
  const std::int64_t bytes = std::int64_t{kQuadWidth} * plan.tiles *
                             LanesOfBlock(plan) * RowsOfWeights(windows, plan);
  return plan.folds && bytes > state.backend->interleaved.quad_bytes / 2
             ? first % state.geometry.output_channels
             : first;
}

// Lanes of the weights, and the channel of one; -1: none.
int LanesOfWeights(const InterleavedPlan& plan) {
  std::ptrdiff_t last = 0;
  for (const InterleavedTile& tile : plan.tile) {
    last = std::max(last, tile.first);
  }
  return static_cast<int>(last) + LanesOfBlock(plan);
}
int ChannelOfLane(const InterleavedPlan& plan, int channels, int lane) {
  return plan.folds ? lane % channels : lane < channels ? lane : -1;
}

// The tap of an output line that meets a line of a quad; -1: none.
int TapOfLine(const InterleavedPlan& plan, const Windows& windows, int quad,
              int output_line, int line, int x) {
  const int height = windows.axis[1].taps, width = windows.axis[2].taps;
  const int y = quad % plan.quads_of_plane * plan.kernel->lines + line -
                output_line * plan.moves;
  if (y < 0 || y >= height) return -1;
  return (quad / plan.quads_of_plane * height + y) * width + x;
}

template <typename Weight>
void FillWeights(const ConvState& state, const PhaseDepthwise& phase,
                 const FilterValues& values, const std::vector<int>& taps,
                 std::uint8_t* row) {
  const InterleavedPlan& plan = phase.interleaved;
  const Windows& windows = phase.windows;
  const int channels = state.geometry.output_channels;
  const int quads = plan.quads_of_plane * windows.axis[0].taps;
  const int lanes = LanesOfWeights(plan);
  for (int q = 0; q < quads; ++q) {
    for (int x = 0; x < windows.axis[2].taps; ++x) {
      for (int r = 0; r < plan.kernel->output_lines; ++r) {
        Weight* weights = reinterpret_cast<Weight*>(row);
        row += plan.weight_stride;
        for (int lane = 0; lane < lanes; ++lane) {
          const int c = ChannelOfLane(plan, channels, lane);
          for (int l = 0; l < plan.kernel->lines; ++l) {
            const int tap = TapOfLine(plan, windows, q, r, l, x);
            *weights++ = static_cast<Weight>(
                tap < 0 || c < 0
                    ? 0
                    : values.At(taps[static_cast<std::size_t>(tap)], c, 0));
          }
        }
      }
    }
  }
}

void FillInitialValues(const ConvState& state, const InterleavedPlan& plan,
                       const FilterValues& values, const std::vector<int>& taps,
                       std::int32_t* add) {
  const int channels = state.geometry.output_channels;
  for (int c = 0; c < channels; ++c) {
    add[c] = InitialValue(state, plan.kernel->reads, values, taps, c);
  }
  for (int lane = channels; lane < LanesOfWeights(plan); ++lane) {
    const int c = ChannelOfLane(plan, channels, lane);
    add[lane] = c < 0 ? 0 : add[c];
  }
}

void FillConstants(const ConvState& state, const InterleavedPlan& plan,
                   std::ptrdiff_t first, void* constants) {
  const Epilogue& epilogue = state.epilogue.epilogue;
  if (epilogue.form == EpilogueForm::kStore) return;
  const int channels = state.geometry.output_channels;
  DepthwiseParameters parameters = {};
  for (int lane = 0; lane < LanesOfBlock(plan); ++lane) {
    const int c = ChannelOfLane(plan, channels, static_cast<int>(first) + lane);
    SetParameters(epilogue, c < 0 ? channels - 1 : c, lane, &parameters);
  }
  plan.kernel->make_constants(epilogue, parameters, constants);
}

// Where the registers of a tile have their values.
InterleavedTile MakeTile(const ConvState& state, const Windows& windows,
                         const InterleavedPlan& plan, int tile) {
  const int channels = state.geometry.output_channels;
  const int step = windows.axis[2].step;
  InterleavedTile made = {};
  for (int i = 0; i < 4; ++i) {
    const int lane = tile * LanesOfBlock(plan) + i * plan.kernel->lanes;
    const int window = plan.folds ? lane / channels : 0;
    made.parts[i] = kQuadWidth * (std::ptrdiff_t{channels} * window * step +
                                  lane - std::ptrdiff_t{channels} * window);
  }
  made.first = FirstLane(state, windows, plan, tile);
  return made;
}

}  // namespace

bool MayInterleave(const ConvState& state) {
  const ConvGeometry& g = state.geometry;
  const Epilogue& epilogue = state.epilogue.epilogue;
  return IsDepthwise(g) && g.output_channels == g.input_channels &&
         !state.sums_stay && !state.epilogue.has_row_bias &&
         FinishesInRegisters(epilogue) &&
         SizeOf(epilogue.result) ==
             (epilogue.form == EpilogueForm::kStore ? 4 : 1);
}

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
    for (const bool folds : {false, true}) {
      if (!ChooseTiles(state, windows.axis[2], folds, &plan)) continue;
      for (const std::int64_t bytes :
           {kernels.quad_bytes, kernels.max_quad_bytes / 2}) {
        if (!ChooseWindows(state, windows, bytes, &plan)) continue;
        const double cost = CostOfPlan(state, windows, plan);
        if (cost >= *cycles) continue;
        *cycles = cost;
        best = plan;
      }
    }
  }
  return best;
}

void FillInterleaved(const ConvState& state, const std::vector<int>& taps,
                     PhaseDepthwise* phase) {
  InterleavedPlan& plan = phase->interleaved;
  const Windows& windows = phase->windows;
  for (int t = 0; t < plan.tiles; ++t) {
    plan.tile.push_back(MakeTile(state, windows, plan, t));
  }
  const std::size_t lanes = static_cast<std::size_t>(LanesOfWeights(plan));
  // An odd number of cache lines keeps rows out of each other's cache sets.
  plan.weight_stride = static_cast<std::ptrdiff_t>(
      RoundUpToAlignment(lanes * kQuadWidth) | kPackedAlignment);
  const std::size_t weight_bytes =
      static_cast<std::size_t>(plan.weight_stride) *
      static_cast<std::size_t>(RowsOfWeights(windows, plan));
  const std::size_t add_bytes = static_cast<std::size_t>(
      RoundUpToAlignment(lanes * sizeof(std::int32_t)));
  phase->tile_memory.resize(weight_bytes + add_bytes +
                            static_cast<std::size_t>(plan.tiles) *
                                kDepthwiseConstantBytes +
                            kPackedAlignment);
  std::uint8_t* at = phase->tile_memory.data();
  at += (kPackedAlignment -
         reinterpret_cast<std::uintptr_t>(at) % kPackedAlignment) %
        kPackedAlignment;
  plan.weights = at;
  std::int32_t* const add = reinterpret_cast<std::int32_t*>(at + weight_bytes);
  plan.add = add;
  const FilterValues values(state);
  if (plan.kernel->lines == kMaxLinesOfQuad) {
    FillWeights<std::int8_t>(state, *phase, values, taps, at);
  } else {
    FillWeights<std::int16_t>(state, *phase, values, taps, at);
  }
  FillInitialValues(state, plan, values, taps, add);
  at += weight_bytes + add_bytes;
  for (InterleavedTile& tile : plan.tile) {
    FillConstants(state, plan, tile.first, at);
    tile.constants = at;
    at += kDepthwiseConstantBytes;
  }
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
