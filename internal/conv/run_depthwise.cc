// Runs a line of a depthwise convolution: windows whose taps are all in the
// input many at a time, those at its ends a few at a time, with padding in
// place of the taps outside.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "run_depthwise.h"

#include <algorithm>
#include <limits>

#include "../contract/check_tasks.h"
#include "line_copies.h"
#include "sums_in_memory.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Windows whose sums are made before they are finished, where they are not
// finished in registers: 8 KB, a quarter of L1.
constexpr int kWindowsAtOnce = 32;

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
        sources_(
            reinterpret_cast<DepthwiseSource*>(memory + state.slot.sources)),
        line_starts_(reinterpret_cast<const std::uint8_t**>(
            memory + state.slot.line_starts)),
        sums_(memory + state.slot.block),
        padding_(memory + state.slot.padding),
        copies_(state, phase, memory),
        position_(phase.position),
        max_windows_(MaxWindows(state, phase)) {}

  // Before the first line of a thread.
  void Begin() {
    std::fill_n(padding_,
                std::max(state_.geometry.output_channels, kMaxDepthwiseLanes),
                phase_.windows.zero_point);
    copies_.Clear();
  }

  // A part of a line, of its line_parts.
  void Run(int line, int part) {
    first_window_ = line * width_.windows;
    FindLines(line);
    const auto begin_of = [&](int i) {
      return static_cast<int>(std::int64_t{width_.windows} * i /
                              phase_.line_parts);
    };
    const int begin = begin_of(part), end = begin_of(part + 1);
    for (int i = 0; i < phase_.apart && i < width_.windows; ++i) {
      // Of the windows i, i + apart, ...
      const auto before = [&](int window) {
        return window <= i ? 0 : (window - 1 - i) / phase_.apart + 1;
      };
      RunWindowsApart(i, before(begin), before(end));
    }
  }

 private:
  // Runs windows `from` up to `to` of the windows `part`, part + apart, ...
  void RunWindowsApart(int part, int from, int to) {
    part_ = part;
    const int step = width_.step * phase_.apart;
    const int first = width_.begin + part * width_.step;
    const int windows = (width_.windows - 1 - part) / phase_.apart + 1;
    // Of the first `begin` windows, and those from `end` on, some tap is
    // outside the line.
    const int reach = (width_.taps - 1) * width_.dilation;
    const int room = phase_.last_position - reach - first;
    const int missing = phase_.first_position - first;
    const int begin =
        missing <= 0 ? 0 : std::min(windows, (missing - 1) / step + 1);
    const int end =
        std::max(begin, std::min(windows, room < 0 ? 0 : room / step + 1));
    const int sharing = std::min(max_windows_, phase_.kernel->format.windows);
    for (int window = from; window < to;) {
      const bool inside = window >= begin && window < end;
      const int count = inside
                            ? std::min(max_windows_, std::min(end, to) - window)
                            : std::min(sharing, to - window);
      RunWindows(window, count);
      window += count;
    }
  }

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

  // Where a position of window `window` lies; padding does not move.
  void SetPosition(const DepthwisePosition& position, int window, int i) {
    const std::uint8_t* const line =
        line_starts_[position.line / phase_.shifts];
    const std::int64_t x =
        width_.begin +
        std::int64_t{part_ + window * phase_.apart} * width_.step + position.x;
    if (line == nullptr || x < phase_.first_position ||
        x > phase_.last_position) {
      sources_[i] = {padding_, 0};
    } else {
      const int shift = position.line % phase_.shifts - phase_.shifts / 2;
      sources_[i] = {line + (x - phase_.first_position) * position_ + shift,
                     width_.step * phase_.apart * position_};
    }
  }

  // Where the results of windows from `first` on go, those of a part.
  struct Place {
    int row;
    std::uint8_t* result;
    std::ptrdiff_t stride;
  };
  Place PlaceOf(int first) const {
    const std::ptrdiff_t size = SizeOf(state_.output);
    if (state_.sums_stay) {
      const std::ptrdiff_t position = state_.geometry.output_channels * size;
      return {first, sums_ + first * position, phase_.apart * position};
    }
    const std::ptrdiff_t position = OutputStride(state_.geometry) * size;
    const int row =
        OutputPosition(phase_.windows, state_.shape, first_window_ + first);
    return {row, output_ + row * position,
            width_.output_step * phase_.apart * position};
  }

  // Sets the positions of `count` windows: 1, those that share positions, or
  // many, none of which has padding along the width.
  void SetPositions(int window, int count) {
    const int of_group = phase_.kernel->format.positions;
    const DepthwisePosition* position = phase_.positions.data();
    int i = 0;
    for (int g = 0; g < phase_.groups; ++g) {
      for (int p = 0; p < of_group; ++p, ++i, ++position) {
        // If no window here has a tap at the position, any source does: that of
        // the group's first position.
        if (position->first_window < count) {
          SetPosition(*position, window, i);
        } else {
          sources_[i] = sources_[i - p];
        }
      }
    }
    if (phase_.filter_parts > 1) std::copy_n(sources_, i, sources_ + i);
  }

  // Moves the sources on by a number of channels.
  void MoveSources(int channels) {
    const int count =
        phase_.filter_parts * phase_.groups * phase_.kernel->format.positions;
    for (int i = 0; i < count; ++i) sources_[i].at += channels;
  }

  // Windows from `window` of the part on.
  void RunWindows(int window, int count) {
    SetPositions(window, count);
    const Place place = PlaceOf(part_ + window * phase_.apart);
    const std::ptrdiff_t size = SizeOf(state_.output);
    DepthwiseTask task;
    task.sources = sources_;
    task.is_signed = state_.input == Scalar::kInt8;
    task.windows = count;
    task.result_stride = place.stride;
    int first_channel = 0;
    for (const DepthwiseTile& tile : phase_.tiles) {
      MoveSources(tile.first - first_channel);
      first_channel = tile.first;
      task.columns = tile.count;
      task.groups = tile.groups;
      task.weights = tile.weights;
      task.add = tile.add;
      task.constants = tile.constants;
      task.result = place.result + tile.first * size;
      if (tile.in_registers) {
        const Epilogue& epilogue = state_.epilogue.epilogue;
        const bool scales = epilogue.form != EpilogueForm::kStore;
        const auto& functions =
            scales ? phase_.kernel->run : phase_.kernel->sum;
        task.epilogue = scales ? &epilogue : nullptr;
        Check(task);
        functions[tile.width](task);
      } else {
        SumAndFinish(tile, place.row, &task);
      }
    }
  }

  void SumAndFinish(const DepthwiseTile& tile, int row, DepthwiseTask* task) {
    alignas(64)
        std::int32_t sums[kWindowsAtOnce * kMaxDepthwiseLanes + kSumsSlack];
    FinishTask finish;
    finish.result = static_cast<std::uint8_t*>(task->result);
    finish.result_stride = task->result_stride;
    task->result = sums;
    task->result_stride = kMaxDepthwiseLanes * sizeof(std::int32_t);
    task->epilogue = nullptr;
    Check(*task);
    phase_.kernel->sum[tile.width](*task);
    task->result_stride = finish.result_stride;
    finish.sums = sums;
    finish.stride = kMaxDepthwiseLanes;
    finish.rows = task->windows;
    finish.columns = tile.count;
    finish.factor_count = 0;
    finish.epilogue = &state_.epilogue.epilogue;
    finish.first_row = row;
    finish.first_column = tile.first;
    if (state_.epilogue.has_row_bias) AddRowBiases(state_.epilogue, finish);
    Check(finish);
    state_.backend->family->finish(finish);
  }

  // How many windows at a time: where rows of the result matter, they have to
  // follow one another.
  static int MaxWindows(const ConvState& state, const PhaseDepthwise& phase) {
    if (state.depends_on_rows && (state.scatters || phase.apart > 1)) return 1;
    const bool in_registers = std::all_of(
        phase.tiles.begin(), phase.tiles.end(),
        [](const DepthwiseTile& tile) { return tile.in_registers; });
    return in_registers ? std::numeric_limits<int>::max() : kWindowsAtOnce;
  }

  const ConvState& state_;
  const PhaseDepthwise& phase_;
  const WindowAxis& width_;
  const int lines_;
  const std::uint8_t* const input_;
  std::uint8_t* const output_;
  DepthwiseSource* const sources_;
  const std::uint8_t** const line_starts_;
  std::uint8_t* const sums_;  // of the line, where they stay
  std::uint8_t* const padding_;
  LineCopies copies_;
  const std::ptrdiff_t position_;  // bytes
  const int max_windows_;          // windows at a time
  int first_window_ = 0;
  int part_ = 0;
};

}  // namespace

void RunDepthwiseShare(const ConvState& state, const PhaseDepthwise& phase,
                       int share, bool is_first, const ConvPointers& pointers,
                       std::uint8_t* memory) {
  DepthwiseLine run(state, phase, pointers, memory);
  if (is_first) run.Begin();
  run.Run(share / phase.line_parts, share % phase.line_parts);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
