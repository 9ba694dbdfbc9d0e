// Arranges filters, initial values and constants for kernels of interleaved
// lines.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "fill_interleaved.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../epilogue/scale_parameters.h"
#include "filter_values.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Rows of a tile's weights: of the taps of all quads and output lines.
int RowsOfWeights(const Windows& windows, const InterleavedPlan& plan) {
  return plan.kernel->output_lines * plan.filter_parts * plan.quads_of_plane *
         windows.axis[0].taps * windows.axis[2].taps;
}

// The channel of a lane of all tiles; -1: none.
int ChannelOfLane(const ConvState& state, const InterleavedPlan& plan,
                  int lane) {
  const int channels = state.geometry.output_channels;
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

// A part of the filter, in quads of four bytes or two int16. Returns the end.
std::uint8_t* FillWeights(const ConvState& state, const PhaseDepthwise& phase,
                          const FilterValues& values, int part,
                          const std::vector<int>& taps, int first,
                          std::uint8_t* weights) {
  const InterleavedPlan& plan = phase.interleaved;
  const Windows& windows = phase.windows;
  const int quads = plan.quads_of_plane * windows.axis[0].taps;
  const std::size_t size =
      static_cast<std::size_t>(kQuadWidth / plan.kernel->lines);
  for (int q = 0; q < quads; ++q) {
    for (int x = 0; x < windows.axis[2].taps; ++x) {
      for (int r = 0; r < plan.kernel->output_lines; ++r) {
        for (int lane = 0; lane < LanesOfBlock(plan); ++lane) {
          const int c = ChannelOfLane(state, plan, first + lane);
          for (int l = 0; l < plan.kernel->lines; ++l) {
            const int tap = TapOfLine(plan, windows, q, r, l, x);
            const int value =
                tap < 0 || c < 0
                    ? 0
                    : values.At(taps[static_cast<std::size_t>(tap)], c, 0);
            const std::int16_t weight = static_cast<std::int16_t>(
                size == 1 ? PartOf(value, part) : value);
            // These processors are little-endian.
            std::memcpy(weights, &weight, size);
            weights += size;
          }
        }
      }
    }
  }
  return weights;
}

// The most parts that a value of the lanes from `first` on has.
int PartsOfTile(const ConvState& state, const InterleavedPlan& plan,
                const FilterValues& values, int first) {
  int parts = 1;
  for (int lane = 0; lane < LanesOfBlock(plan); ++lane) {
    const int c = ChannelOfLane(state, plan, first + lane);
    if (c >= 0) parts = std::max(parts, values.PartsOfChannels(c, 1));
  }
  return parts;
}

// Initial values and constants of the lanes from `first` on.
void FillTile(const ConvState& state, const PhaseDepthwise& phase,
              const FilterValues& values, const std::vector<int>& taps,
              int first, std::int32_t* add, void* constants) {
  const InterleavedPlan& plan = phase.interleaved;
  const Epilogue& epilogue = state.epilogue.epilogue;
  ScaleParameters parameters = {};
  for (int lane = 0; lane < LanesOfBlock(plan); ++lane) {
    const int c = ChannelOfLane(state, plan, first + lane);
    add[lane] =
        c < 0 ? 0 : InitialValue(state, plan.kernel->reads, values, taps, c);
    if (epilogue.form != EpilogueForm::kStore) {
      SetParameters(epilogue, c < 0 ? state.geometry.output_channels - 1 : c,
                    lane, &parameters);
    }
  }
  if (epilogue.form != EpilogueForm::kStore) {
    state.backend->family->make_line_constants(epilogue, parameters, constants);
  }
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
  return made;
}

}  // namespace

void FillInterleaved(const ConvState& state, const std::vector<int>& taps,
                     PhaseDepthwise* phase) {
  InterleavedPlan& plan = phase->interleaved;
  const Windows& windows = phase->windows;
  const std::size_t lanes = static_cast<std::size_t>(LanesOfBlock(plan));
  const std::size_t weight_bytes =
      lanes * kQuadWidth *
      static_cast<std::size_t>(RowsOfWeights(windows, plan));
  const std::size_t add_bytes = lanes * sizeof(std::int32_t);
  const std::size_t bytes = weight_bytes + add_bytes + kTileConstantBytes;
  phase->tile_memory.resize(static_cast<std::size_t>(plan.tiles) * bytes +
                            kPackedAlignment);
  std::uint8_t* at = phase->tile_memory.data();
  at += BytesToAlignment(at);
  const FilterValues values(state);
  for (int t = 0; t < plan.tiles; ++t, at += bytes) {
    InterleavedTile tile = MakeTile(state, windows, plan, t);
    std::int32_t* const add =
        reinterpret_cast<std::int32_t*>(at + weight_bytes);
    void* const constants = at + weight_bytes + add_bytes;
    const int first = t * LanesOfBlock(plan);
    const int parts =
        plan.filter_parts == 1 ? 1 : PartsOfTile(state, plan, values, first);
    std::uint8_t* weights = at;
    for (int part = 0; part < parts; ++part) {
      weights = FillWeights(state, *phase, values, part, taps, first, weights);
    }
    FillTile(state, *phase, values, taps, first, add, constants);
    tile.quads = parts * plan.quads_of_plane * windows.axis[0].taps;
    tile.weights = at;
    tile.add = add;
    tile.constants = constants;
    plan.tile.push_back(tile);
  }
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
