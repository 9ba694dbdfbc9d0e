// Fills what a depthwise kernel reads: the filter as its registers want it, the
// initial values, the constants of the epilogue.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "fill_depthwise.h"

#include <algorithm>

#include "../contract/kernel.h"
#include "../epilogue/scale_parameters.h"
#include "filter_values.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

template <typename Weight>
Weight ValueOf(int value, int part) {
  return static_cast<Weight>(sizeof(Weight) == 1 ? PartOf(value, part) : value);
}

// The values of type Weight of a part of a block's filter. Returns the end.
template <typename Weight>
Weight* FillWeights(const DepthwiseFormat& format, const FilterValues& values,
                    int part, const std::vector<DepthwiseTap>& taps_of_phase,
                    const DepthwiseArrangement& arrangement,
                    const DepthwiseTile& tile, Weight* weights) {
  const int lanes = DepthwiseLanes(format);
  const int rows = arrangement.groups * format.windows;
  for (int row = 0; row < rows; ++row) {
    const int* const taps =
        arrangement.taps.data() + std::ptrdiff_t{row} * format.positions;
    for (int p = 0; p < format.positions; p += format.interleave) {
      for (int lane = 0; lane < lanes; ++lane) {
        const int c = ChannelOf(format, lanes >> tile.width, lane);
        for (int i = p; i < p + format.interleave; ++i) {
          const bool is_there = taps[i] != kNoTap && c < tile.count;
          const int value =
              is_there ? values.OfShift(
                             taps_of_phase[static_cast<std::size_t>(taps[i])],
                             tile.first + c)
                       : 0;
          *weights++ = ValueOf<Weight>(value, part);
        }
      }
    }
  }
  return weights;
}

// The same where channels of groups of `inputs` are mixed. A run of them may
// have several groups, whose other channels meet zeros.
template <typename Weight>
Weight* FillMixedWeights(const DepthwiseFormat& format,
                         const FilterValues& values, int part,
                         const std::vector<int>& taps, int inputs,
                         const DepthwiseTile& tile, Weight* weights) {
  const int lanes = DepthwiseLanes(format);
  for (int tap : taps) {
    for (int m = 0; m < format.mixes; m += format.interleave) {
      for (int lane = 0; lane < lanes; ++lane) {
        const int c = ChannelOf(format, lanes >> tile.width, lane);
        const int first = c / format.mixes * format.mixes + m;
        for (int input = first; input < first + format.interleave; ++input) {
          const bool is_there = c < tile.count && input / inputs == c / inputs;
          const int value =
              is_there ? values.At(tap, tile.first + c, input % inputs) : 0;
          *weights++ = ValueOf<Weight>(value, part);
        }
      }
    }
  }
  return weights;
}

// The initial values of the lanes.
void FillInitialValues(const ConvState& state, const DepthwiseFormat& format,
                       const FilterValues& values, const std::vector<int>& taps,
                       const DepthwiseTile& tile, std::int32_t* add) {
  const int lanes = DepthwiseLanes(format);
  for (int lane = 0; lane < lanes; ++lane) {
    const int c = ChannelOf(format, lanes >> tile.width, lane);
    add[lane] = c < tile.count ? InitialValue(state, format.reads, values, taps,
                                              tile.first + c)
                               : 0;
  }
}

// What the kernel makes of the parameters of a scale for each lane.
void FillConstants(const ConvState& state, const DepthwiseKernel& kernel,
                   const DepthwiseTile& tile, void* constants) {
  const Epilogue& epilogue = state.epilogue.epilogue;
  if (epilogue.form == EpilogueForm::kStore) return;
  ScaleParameters parameters;
  const int lanes = DepthwiseLanes(kernel.format);
  for (int lane = 0; lane < lanes; ++lane) {
    const int c = std::min(ChannelOf(kernel.format, lanes >> tile.width, lane),
                           tile.count - 1);
    SetParameters(epilogue, tile.first + c, lane, &parameters);
  }
  state.backend->family->make_line_constants(epilogue, parameters, constants);
}

// Whether a block's sums may be finished in registers.
bool MayFinish(const ConvState& state, const DepthwiseKernel& kernel,
               const DepthwiseTile& tile) {
  const Epilogue& epilogue = state.epilogue.epilogue;
  if (state.epilogue.has_row_bias ||
      !FinishesInRegisters(epilogue,
                           state.backend->family->scales_lines_in_floats)) {
    return false;
  }
  return epilogue.form == EpilogueForm::kStore
             ? epilogue.result == Scalar::kInt32 &&
                   tile.count == DepthwiseLanes(kernel.format) >> tile.width
             : kernel.run[tile.width] != nullptr &&
                   SizeOf(epilogue.result) == 1;
}

// Cuts the channels into blocks; the last one may begin earlier.
void MakeTiles(const ConvState& state, const DepthwiseArrangement& arrangement,
               PhaseDepthwise* phase) {
  const DepthwiseKernel& kernel = *phase->kernel;
  const int channels = state.geometry.output_channels;
  int first = 0;
  for (int index : arrangement.widths) {
    DepthwiseTile tile = {};
    const int width = DepthwiseLanes(kernel.format) >> index;
    tile.width = index;
    tile.first = std::max(0, std::min(first, channels - width));
    tile.count = std::min(width, channels - tile.first);
    tile.in_registers = MayFinish(state, kernel, tile);
    phase->tiles.push_back(tile);
    first += width;
  }
}

}  // namespace

FilterParts PartsOfFilter(const ConvState& state) {
  const FilterValues values(state);
  const int channels = state.geometry.output_channels;
  FilterParts parts = {1, 0};
  int blocks = 0, with_second = 0;
  for (int first = 0; first < channels; first += kMaxDepthwiseLanes) {
    const int of_block = values.PartsOfChannels(
        first, std::min(kMaxDepthwiseLanes, channels - first));
    parts.count = std::max(parts.count, of_block);
    ++blocks;
    if (of_block > 1) ++with_second;
  }
  parts.second = static_cast<double>(with_second) / blocks;
  return parts;
}

void MakeDepthwiseTiles(const ConvState& state,
                        const DepthwiseArrangement& arrangement,
                        const std::vector<int>& taps,
                        const std::vector<DepthwiseTap>& all_taps,
                        PhaseDepthwise* phase) {
  MakeTiles(state, arrangement, phase);
  const DepthwiseFormat& format = phase->kernel->format;
  const std::size_t lanes = static_cast<std::size_t>(DepthwiseLanes(format));
  const std::size_t weight_bytes = static_cast<std::size_t>(RoundUpToAlignment(
      lanes * arrangement.taps.size() *
      static_cast<std::size_t>(arrangement.parts * format.mixes *
                               format.value_bytes)));
  const std::size_t add_bytes = static_cast<std::size_t>(
      RoundUpToAlignment(lanes * sizeof(std::int32_t)));
  const std::size_t bytes = weight_bytes + add_bytes + kTileConstantBytes;
  phase->tile_memory.resize(phase->tiles.size() * bytes + kPackedAlignment);
  std::uint8_t* at = phase->tile_memory.data();
  at += BytesToAlignment(at);
  const FilterValues values(state);
  for (DepthwiseTile& tile : phase->tiles) {
    const int parts = arrangement.parts == 1
                          ? 1
                          : values.PartsOfChannels(tile.first, tile.count);
    tile.groups = parts * arrangement.groups;
    const auto fill = [&](auto* weights) {
      for (int part = 0; part < parts; ++part) {
        weights =
            format.mixes > 1
                ? FillMixedWeights(format, values, part, taps,
                                   GroupInputs(state.geometry), tile, weights)
                : FillWeights(format, values, part, all_taps, arrangement, tile,
                              weights);
      }
    };
    if (format.value_bytes == 1) {
      fill(reinterpret_cast<std::int8_t*>(at));
    } else {
      fill(reinterpret_cast<std::int16_t*>(at));
    }
    tile.weights = at;
    std::int32_t* const add =
        reinterpret_cast<std::int32_t*>(at + weight_bytes);
    FillInitialValues(state, format, values, taps, tile, add);
    tile.add = add;
    void* const constants = at + weight_bytes + add_bytes;
    if (tile.in_registers) {
      FillConstants(state, *phase->kernel, tile, constants);
    }
    tile.constants = constants;
    at += bytes;
  }
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
