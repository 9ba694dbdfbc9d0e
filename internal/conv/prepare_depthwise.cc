// Plans a depthwise convolution: phases of taps, channels in tiles, and the
// filter as the registers of the machine want it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "prepare_depthwise.h"

#include <algorithm>

#include "../contract/panel_format.h"
#include "../runtime/extent.h"
#include "sums_in_memory.h"
#include "windows_of.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Cuts the channels into tiles, none smaller than a block unless it is the only
// one.
void CutIntoTiles(int channels, int block, std::vector<DepthwiseTile>* tiles) {
  for (int first = 0; first < channels;) {
    const int left = channels - first;
    int count = std::min(left, kMaxDepthwiseChannels);
    if (left > count && left - count < block) count = left - block;
    tiles->push_back({first, count, std::max(count, block)});
    first += count;
  }
}

// The values of the filter, zero points subtracted.
class FilterValues {
 public:
  explicit FilterValues(const ConvState& state)
      : state_(state),
        taps_(state.geometry.depth.kernel * state.geometry.height.kernel *
              state.geometry.width.kernel) {}

  int At(int tap, int channel) const {
    const std::uint8_t byte =
        state_.filter->plain[std::ptrdiff_t{channel} * taps_ + tap];
    const int value =
        state_.filter->header.scalar == static_cast<int>(Scalar::kInt8)
            ? static_cast<std::int8_t>(byte)
            : int{byte};
    return value +
           (state_.filter_offsets.empty()
                ? state_.filter_offset
                : state_.filter_offsets[static_cast<std::size_t>(channel)]);
  }

 private:
  const ConvState& state_;
  const int taps_;
};

int GroupsOf(const DepthwiseFormat& format, const PhaseDepthwise& phase) {
  return (static_cast<int>(phase.taps.size()) + format.taps - 1) / format.taps;
}

// Writes a tile's filter, in blocks of channels, as values of type Weight.
template <typename Weight>
void ArrangeTile(const DepthwiseFormat& format, const FilterValues& values,
                 const DepthwiseTile& tile, const PhaseDepthwise& phase,
                 Weight* weights) {
  const int taps = static_cast<int>(phase.taps.size());
  for (int at = 0; at < tile.padded; at += format.channels) {
    const int first = std::min(at, tile.padded - format.channels);
    for (int g = 0; g < phase.groups; ++g) {
      for (int c = first; c < first + format.channels; ++c) {
        for (int t = g * format.taps; t < (g + 1) * format.taps; ++t) {
          const bool is_there = t < taps && c < tile.count;
          *weights++ = static_cast<Weight>(
              is_there ? values.At(phase.taps[static_cast<std::size_t>(t)],
                                   tile.first + c)
                       : 0);
        }
      }
    }
  }
}

// Makes room for the filter of all tiles.
std::uint8_t* WeightMemory(const ConvState& state, PhaseDepthwise* phase) {
  std::size_t bytes = 0;
  for (const DepthwiseTile& tile : state.tiles) {
    bytes += TileBytes(state.kernel.format, tile, phase->groups);
  }
  phase->weight_memory.resize(bytes + kPackedAlignment);
  std::uint8_t* const begin = phase->weight_memory.data();
  const std::size_t past =
      reinterpret_cast<std::uintptr_t>(begin) % kPackedAlignment;
  return begin + (kPackedAlignment - past) % kPackedAlignment;
}

// The filter and the initial values: the biases, and what the offset of the
// input makes of the filter's sums.
void Arrange(const ConvState& state, PhaseDepthwise* phase) {
  const DepthwiseFormat& format = state.kernel.format;
  const FilterValues values(state);
  std::uint8_t* weights = WeightMemory(state, phase);
  phase->weights = weights;
  // What has to be added to the values that the kernel reads.
  const std::uint32_t offset = static_cast<std::uint32_t>(
      state.input_offset - (format.reads_unsigned
                                ? ValueShift(Signedness::kUnsigned, state.input)
                                : 0));
  for (const DepthwiseTile& tile : state.tiles) {
    if (format.value_bytes == 1) {
      ArrangeTile(format, values, tile, *phase,
                  reinterpret_cast<std::int8_t*>(weights));
    } else {
      ArrangeTile(format, values, tile, *phase,
                  reinterpret_cast<std::int16_t*>(weights));
    }
    weights += TileBytes(format, tile, phase->groups);
    for (int c = 0; c < tile.padded; ++c) {
      std::uint32_t sum = 0, add = 0;
      if (c < tile.count) {
        for (int tap : phase->taps) {
          sum += static_cast<std::uint32_t>(values.At(tap, tile.first + c));
        }
        add = BiasOf(state.epilogue, tile.first + c);
      }
      phase->add.push_back(static_cast<std::int32_t>(add + sum * offset));
    }
  }
}

// Whether all values, zero points subtracted, are bytes.
bool AreBytes(const ConvState& state) {
  const FilterValues values(state);
  const ConvGeometry& g = state.geometry;
  const int taps = g.depth.kernel * g.height.kernel * g.width.kernel;
  for (int tap = 0; tap < taps; ++tap) {
    for (int c = 0; c < g.output_channels; ++c) {
      const int value = values.At(tap, c);
      if (value < INT8_MIN || value > INT8_MAX) return false;
    }
  }
  return true;
}

// Copies that stay for other output lines take no more memory.
constexpr std::uint64_t kMaxKeptBytes = 1 << 20;
// Lines of so few windows are copied for their padding alone: windows at the
// ends, one at a time, would take longer.
constexpr int kShortLine = 32;
constexpr int kMostPadding = 64;

// Whether some window along the width meets padding.
bool MeetsPadding(const WindowAxis& width) {
  return width.begin < 0 ||
         std::int64_t{width.begin} +
                 std::int64_t{width.windows - 1} * width.step +
                 std::int64_t{width.taps - 1} * width.dilation >=
             width.input;
}

int Span(const WindowAxis& axis) {
  return static_cast<int>(std::min<std::int64_t>(
      std::int64_t{axis.taps - 1} * axis.dilation + 1, 1 << 15));
}

// Decides whether lines are copied, and where to.
void PlanLines(const ConvState& state, PhaseDepthwise* phase) {
  const ConvGeometry& g = state.geometry;
  const WindowAxis& width = phase->windows.axis[2];
  phase->copies = LineSlots{};
  phase->first_position = 0;
  phase->last_position = width.input - 1;
  phase->position = phase->windows.stride;
  if (phase->groups == 0) return;
  // Blocks are read whole, and so each position has to have one.
  const bool spreads =
      GroupOutputs(g) > 1 || g.output_channels < state.kernel.format.channels;
  // Not where windows lie far apart in the padding.
  const std::int64_t reach = std::int64_t{width.windows - 1} * width.step +
                             std::int64_t{width.taps - 1} * width.dilation;
  const bool pads = width.windows <= kShortLine && MeetsPadding(width) &&
                    reach <= width.input + std::int64_t{kMostPadding};
  if (!spreads && !pads) return;
  phase->position = std::max(g.output_channels, state.kernel.format.channels);
  if (pads) {
    phase->first_position = width.begin;
    phase->last_position = static_cast<int>(width.begin + reach);
  }
  LineSlots& copies = phase->copies;
  const Extent bytes =
      Extent(static_cast<std::uint64_t>(
          phase->last_position - std::int64_t{phase->first_position} + 1)) *
          static_cast<std::uint64_t>(phase->position) +
      kPackedAlignment;
  copies.slot_bytes = static_cast<std::size_t>(
      RoundUpToAlignment(std::min(bytes.value(), kMaxBytes / 8)));
  copies.depth_period = Span(phase->windows.axis[0]);
  copies.height_period = Span(phase->windows.axis[1]);
  copies.slots = copies.depth_period * copies.height_period;
  if ((Extent(copies.slot_bytes) * static_cast<std::uint64_t>(copies.slots))
          .value() > kMaxKeptBytes) {
    copies.depth_period = copies.height_period = 0;
    copies.slots = phase->windows.axis[0].taps * phase->windows.axis[1].taps;
  }
}

// Bytes of a line's sums, where they stay in memory.
Extent SumsThatStay(const ConvState& state) {
  if (!state.sums_stay) return 0;
  int windows = 0;
  for (const PhaseDepthwise& phase : state.depthwise) {
    windows = std::max(windows, phase.windows.axis[2].windows);
  }
  return (Extent(static_cast<std::uint64_t>(windows)) *
              static_cast<std::uint64_t>(state.geometry.output_channels) +
          kSumsSlack) *
         sizeof(std::int32_t);
}

Status LayOutSlot(ConvState* state) {
  Extent lines = 0;
  int slots = 0;
  std::size_t taps = 0;
  for (const PhaseDepthwise& phase : state->depthwise) {
    const Extent bytes = Extent(phase.copies.slot_bytes) *
                         static_cast<std::uint64_t>(phase.copies.slots);
    if (bytes.value() > lines.value()) lines = bytes;
    slots = std::max(slots, phase.copies.slots);
    taps = std::max(taps, phase.taps.size());
  }
  ConvSlot* const slot = &state->slot;
  const auto append = [slot](Extent bytes) {
    const std::size_t at = slot->total;
    slot->total += static_cast<std::size_t>(
        RoundUpToAlignment(std::min(bytes.value(), kMaxBytes / 8)));
    return at;
  };
  slot->total = 0;
  const Extent most = static_cast<std::uint64_t>(taps) + kMaxDepthwiseTaps;
  slot->taps = append(most * sizeof(void*));
  slot->strides = append(most * sizeof(std::ptrdiff_t));
  slot->line_starts = append(most * sizeof(void*));
  slot->tags = append(Extent(static_cast<std::uint64_t>(slots)) * sizeof(int));
  slot->padding = append(static_cast<std::uint64_t>(
      std::max(state->geometry.output_channels, kMaxDepthwiseBlock)));
  slot->rows = append(lines);
  slot->block = append(SumsThatStay(*state));
  const Extent all =
      Extent(slot->total) * static_cast<std::uint64_t>(state->threads) +
      kPackedAlignment;
  return lines.value() < kMaxBytes / 8 &&
                 SumsThatStay(*state).value() < kMaxBytes / 8 &&
                 all.FitsMemory()
             ? Status()
             : Status(StatusCode::kResourceExhausted, "workspace",
                      static_cast<std::int64_t>(
                          std::min<std::uint64_t>(lines.value(), INT64_MAX)),
                      "bytes are more than this machine addresses");
}

}  // namespace

Status PrepareDepthwise(ConvState* state) {
  const ConvGeometry& g = state->geometry;
  state->kernel = state->backend->depthwise;
  if (state->kernel.run == nullptr || !AreBytes(*state)) {
    state->kernel = state->backend->family->depthwise;
  }
  const DepthwiseFormat& format = state->kernel.format;
  PrepareOps(state);
  CutIntoTiles(g.output_channels, format.channels, &state->tiles);
  std::int64_t shares = 0;
  ForEachPhase(g, [&](const Phase& at) {
    PhaseDepthwise phase;
    phase.windows = WindowsOf(*state, g, at);
    phase.taps = TapsOfPhase(g, at).InOrder(g);
    if (phase.windows.count() == 0) return;
    phase.groups = GroupsOf(format, phase);
    Arrange(*state, &phase);
    PlanLines(*state, &phase);
    phase.first_share = static_cast<int>(shares);
    phase.shares = phase.windows.count() / phase.windows.axis[2].windows;
    shares += phase.shares;
    state->depthwise.push_back(std::move(phase));
  });
  state->shares = static_cast<int>(shares);
  return LayOutSlot(state);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
