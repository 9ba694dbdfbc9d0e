// Runs a line of a depthwise convolution: windows whose taps are all in the
// input many at a time, those at its ends one at a time, with padding in place
// of the taps outside.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "run_depthwise.h"

#include <algorithm>

#include "line_copies.h"
#include "sums_in_memory.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Sums that are made before they are finished: 8 KB, a quarter of L1.
constexpr int kPixels = 32;

class DepthwiseLine {
 public:
  DepthwiseLine(const ConvState& state, const PhaseDepthwise& phase,
                const ConvPointers& pointers, std::uint8_t* memory)
      : state_(state),
        phase_(phase),
        width_(phase.windows.axis[2]),
        lines_(phase.windows.axis[0].taps * phase.windows.axis[1].taps),
        input_(static_cast<const std::uint8_t*>(pointers.input)),
        output_(static_cast<std::uint8_t*>(pointers.output)),
        taps_(reinterpret_cast<const std::uint8_t**>(memory + state.slot.taps)),
        strides_(
            reinterpret_cast<std::ptrdiff_t*>(memory + state.slot.strides)),
        line_starts_(reinterpret_cast<const std::uint8_t**>(
            memory + state.slot.line_starts)),
        sums_(memory + state.slot.block),
        padding_(memory + state.slot.padding),
        copies_(state, phase, memory),
        position_(phase.position) {}

  // Before the first line of a thread.
  void Begin() {
    std::fill_n(padding_,
                std::max(state_.geometry.output_channels, kMaxDepthwiseBlock),
                phase_.windows.zero_point);
    copies_.Clear();
  }

  void Run(int line) {
    first_window_ = line * width_.windows;
    FindLines(line);
    // Of the first `begin` windows, and those from `end` on, some tap is
    // outside the line.
    const int reach = (width_.taps - 1) * width_.dilation;
    const int room = phase_.last_position - reach - width_.begin;
    const int missing = phase_.first_position - width_.begin;
    const int begin = missing <= 0 ? 0
                                   : std::min(width_.windows,
                                              (missing - 1) / width_.step + 1);
    const int end = std::max(
        begin, std::min(width_.windows, room < 0 ? 0 : room / width_.step + 1));
    const int most = state_.scatters && state_.depends_on_rows ? 1 : kPixels;
    for (int w = 0; w < begin; ++w) RunWindows(w, 1);
    for (int w = begin; w < end; w += most) {
      RunWindows(w, std::min(most, end - w));
    }
    for (int w = end; w < width_.windows; ++w) RunWindows(w, 1);
  }

 private:
  // Where the lines of the input lie that the windows meet; null: padding.
  void FindLines(int line) {
    const WindowAxis& depth = phase_.windows.axis[0];
    const WindowAxis& height = phase_.windows.axis[1];
    const int y_of_window = line % height.windows;
    const int z_of_window = line / height.windows % depth.windows;
    const std::ptrdiff_t image = line / height.windows / depth.windows;
    const std::ptrdiff_t bytes = width_.input * phase_.windows.stride;
    for (int l = 0; l < lines_; ++l) {
      const int z = depth.begin + z_of_window * depth.step +
                    l / height.taps * depth.dilation;
      const int y = height.begin + y_of_window * height.step +
                    l % height.taps * height.dilation;
      const bool outside =
          z < 0 || z >= depth.input || y < 0 || y >= height.input;
      line_starts_[l] =
          outside
              ? nullptr
              : input_ + ((image * depth.input + z) * height.input + y) * bytes;
      if (outside || phase_.copies.slots == 0) continue;
      const LineSlots& slots = phase_.copies;
      line_starts_[l] = copies_.Get(
          slots.height_period == 0
              ? l
              : z % slots.depth_period * slots.height_period +
                    y % slots.height_period,
          static_cast<int>((image * depth.input + z) * height.input + y),
          line_starts_[l]);
    }
  }

  // The taps of one window, or of several that have no padding along the width.
  void SetTaps(int first) {
    const int begin = width_.begin + first * width_.step;
    int tap = 0;
    for (int l = 0; l < lines_; ++l) {
      for (int t = 0; t < width_.taps; ++t, ++tap) {
        const int x = begin + t * width_.dilation;
        const bool outside = line_starts_[l] == nullptr ||
                             x < phase_.first_position ||
                             x > phase_.last_position;
        taps_[tap] =
            outside ? padding_
                    : line_starts_[l] + (x - phase_.first_position) * position_;
        strides_[tap] = outside ? 0 : width_.step * position_;
      }
    }
    // Taps that there are not meet zeros.
    for (int i = 0; i < kMaxDepthwiseTaps; ++i) {
      taps_[tap + i] = padding_;
      strides_[tap + i] = 0;
    }
  }

  // Where the results of windows from `first` on go.
  struct Place {
    int row;
    std::uint8_t* result;
    std::ptrdiff_t stride;
  };
  Place PlaceOf(int first) const {
    const std::ptrdiff_t size = SizeOf(state_.output);
    if (state_.sums_stay) {
      const std::ptrdiff_t pixel = state_.geometry.output_channels * size;
      return {first, sums_ + first * pixel, pixel};
    }
    const std::ptrdiff_t pixel = OutputStride(state_.geometry) * size;
    const int row =
        OutputPosition(phase_.windows, state_.shape, first_window_ + first);
    return {row, output_ + row * pixel, width_.output_step * pixel};
  }

  void RunWindows(int first, int count) {
    if (phase_.groups > 0) SetTaps(first);
    alignas(64) std::int32_t sums[kPixels * kMaxDepthwiseChannels + kSumsSlack];
    const RegisterFamily& family = *state_.backend->family;
    const Place place = PlaceOf(first);
    const std::ptrdiff_t size = SizeOf(state_.output);
    DepthwiseTask task;
    task.taps = taps_;
    task.strides = strides_;
    task.groups = phase_.groups;
    task.is_signed = state_.input == Scalar::kInt8;
    task.pixels = count;
    const std::uint8_t* weights = phase_.weights;
    task.add = phase_.add.data();
    task.sums = sums;
    task.stride = kMaxDepthwiseChannels;
    FinishTask finish;
    finish.sums = sums;
    finish.stride = kMaxDepthwiseChannels;
    finish.rows = count;
    finish.factor_count = 0;
    finish.epilogue = &state_.epilogue.epilogue;
    finish.result_stride = place.stride;
    finish.first_row = place.row;
    for (const DepthwiseTile& tile : state_.tiles) {
      task.first = tile.first;
      task.channels = tile.padded;
      task.weights = weights;
      state_.kernel.run(task);
      finish.columns = tile.count;
      if (state_.epilogue.has_row_bias) AddRowBiases(state_.epilogue, finish);
      finish.result = place.result + tile.first * size;
      finish.first_column = tile.first;
      family.finish(finish);
      task.add += tile.padded;
      weights += TileBytes(state_.kernel.format, tile, phase_.groups);
    }
  }

  const ConvState& state_;
  const PhaseDepthwise& phase_;
  const WindowAxis& width_;
  const int lines_;
  const std::uint8_t* const input_;
  std::uint8_t* const output_;
  const std::uint8_t** const taps_;
  std::ptrdiff_t* const strides_;
  const std::uint8_t** const line_starts_;
  std::uint8_t* const sums_;  // of the line, where they stay
  std::uint8_t* const padding_;
  LineCopies copies_;
  const std::ptrdiff_t position_;  // bytes
  int first_window_ = 0;
};

}  // namespace

void RunDepthwiseLine(const ConvState& state, const PhaseDepthwise& phase,
                      int line, bool is_first, const ConvPointers& pointers,
                      std::uint8_t* memory) {
  DepthwiseLine run(state, phase, pointers, memory);
  if (is_first) run.Begin();
  run.Run(line);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
