// Runs depthwise convolutions of interleaved lines: makes the quads that a few
// output lines read, padding included, and then the output lines, tile by tile.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "run_interleaved.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

class InterleavedLines {
 public:
  InterleavedLines(const ConvState& state, const PhaseDepthwise& phase,
                   const ConvPointers& pointers, std::uint8_t* memory)
      : state_(state),
        phase_(phase),
        plan_(phase.interleaved),
        width_(phase.windows.axis[2]),
        channels_(state.geometry.output_channels),
        input_(static_cast<const std::uint8_t*>(pointers.input)),
        output_(static_cast<std::uint8_t*>(pointers.output)),
        padding_(memory + state.slot.padding),
        quads_(memory + state.slot.rows),
        flip_(ValueShift(plan_.kernel->reads, state.input) != 0 ? 0x80 : 0) {}

  // Before the first lines of a thread.
  void Begin() const {
    std::memset(padding_, phase_.windows.zero_point,
                static_cast<std::size_t>(plan_.quad_bytes / kLinesOfQuad));
  }

  // A part of a group of output lines, of its line_parts.
  void Run(int group, int part) {
    const WindowAxis& depth = phase_.windows.axis[0];
    const WindowAxis& height = phase_.windows.axis[1];
    const int groups = GroupsOfPlane(phase_.windows, plan_);
    const int of_plane = group % groups;
    const int y = of_plane / plan_.apart * plan_.apart *
                      plan_.kernel->output_lines +
                  of_plane % plan_.apart;
    const int plane = group / groups;  // of all images
    z_ = depth.begin + std::int64_t{plane % depth.windows} * depth.step;
    y_ = height.begin + std::int64_t{y} * height.step;
    image_ = plane / depth.windows;
    lines_ = std::min(plan_.kernel->output_lines,
                      (height.windows - 1 - y) / plan_.apart + 1);
    first_window_ = (plane * height.windows + y) * width_.windows;
    const auto begin_of = [&](int i) {
      return static_cast<int>(std::int64_t{width_.windows} * i /
                              phase_.line_parts);
    };
    const int end = begin_of(part + 1);
    int count = 0;
    for (int window = begin_of(part); window < end; window += count) {
      count = std::min(plan_.windows_at_once, end - window);
      MakeQuads(window, count);
      RunWindows(window, count);
    }
  }

 private:
  // The first position of a line of the input; null: the line is padding.
  const std::uint8_t* LineAt(std::int64_t z, std::int64_t y) const {
    const WindowAxis& depth = phase_.windows.axis[0];
    const WindowAxis& height = phase_.windows.axis[1];
    if (z < 0 || z >= depth.input || y < 0 || y >= height.input) return nullptr;
    const std::ptrdiff_t line = static_cast<std::ptrdiff_t>(
        (image_ * depth.input + z) * height.input + y);
    return input_ + line * width_.input * phase_.windows.stride;
  }

  void MakeQuads(int window, int count) const {
    const WindowAxis& depth = phase_.windows.axis[0];
    const std::int64_t first =
        width_.begin + std::int64_t{window} * width_.step;
    const std::int64_t positions =
        std::int64_t{count - 1} * width_.step +
        std::int64_t{width_.taps - 1} * width_.dilation + 1;
    std::uint8_t* quad = quads_;
    for (int z = 0; z < depth.taps; ++z) {
      std::int64_t y = y_;
      for (int q = 0; q < plan_.quads_of_plane; ++q) {
        const std::uint8_t* lines[kLinesOfQuad];
        for (const std::uint8_t*& line : lines) {
          line = LineAt(z_ + std::int64_t{z} * depth.dilation, y);
          y += plan_.line_step;
        }
        MakeQuad(lines, first, positions, quad);
        quad += plan_.quad_bytes;
      }
    }
  }

  // Fills a quad with padding from one of its positions to another.
  void Pad(std::int64_t from, std::int64_t to, std::uint8_t* quad) const {
    if (from == to) return;
    const std::size_t position =
        static_cast<std::size_t>(kLinesOfQuad * std::ptrdiff_t{channels_});
    std::memset(quad + static_cast<std::size_t>(from) * position,
                phase_.windows.zero_point ^ flip_,
                static_cast<std::size_t>(to - from) * position);
  }

  // Positions from `first` on, in order: each may overwrite the next one.
  void MakeQuad(const std::uint8_t* const (&lines)[kLinesOfQuad],
                std::int64_t first, std::int64_t positions,
                std::uint8_t* quad) const {
    const bool is_padding =
        std::all_of(lines, lines + kLinesOfQuad,
                    [](const std::uint8_t* line) { return line == nullptr; });
    if (is_padding) return Pad(0, positions, quad);
    const auto within = [positions](std::int64_t x, std::int64_t low) {
      return std::min(std::max(x, low), positions);
    };
    const std::int64_t begin = within(-first, 0);
    const std::int64_t end = within(width_.input - first, begin);
    Pad(0, begin, quad);
    const std::ptrdiff_t stride = phase_.windows.stride;
    const bool is_run = stride == channels_;
    InterleaveTask task;
    task.flip = flip_;
    const std::int64_t step = is_run ? end - begin : 1;
    task.bytes = static_cast<std::ptrdiff_t>(step) * channels_;
    for (std::int64_t x = begin; x < end; x += step) {
      for (int l = 0; l < kLinesOfQuad; ++l) {
        task.lines[l] =
            lines[l] == nullptr
                ? padding_
                : lines[l] + static_cast<std::ptrdiff_t>(first + x) * stride;
      }
      task.quad =
          quad + static_cast<std::ptrdiff_t>(x) * kLinesOfQuad * channels_;
      plan_.kernel->interleave(task);
    }
    Pad(end, positions, quad);
  }

  void RunWindows(int window, int count) const {
    const std::ptrdiff_t size = SizeOf(state_.output);
    const std::ptrdiff_t output = OutputStride(state_.geometry) * size;
    const std::ptrdiff_t position = kLinesOfQuad * std::ptrdiff_t{channels_};
    const int lanes = 4 * plan_.kernel->lanes;
    InterleavedTask task;
    task.block_stride =
        std::ptrdiff_t{plan_.windows_of_block} * width_.step * position;
    task.tap_stride = width_.dilation * position;
    task.quad_stride = plan_.quad_bytes;
    task.quads = plan_.quads_of_plane * phase_.windows.axis[0].taps;
    task.taps = width_.taps;
    task.result_stride =
        std::ptrdiff_t{plan_.windows_of_block} * width_.output_step * output;
    task.line_stride = std::ptrdiff_t{phase_.windows.axis[1].output_step} *
                       plan_.apart * state_.shape.width * output;
    task.lines = lines_;
    task.epilogue = &state_.epilogue.epilogue;
    task.values = quads_;
    const auto function = task.epilogue->form == EpilogueForm::kStore
                              ? plan_.kernel->sum
                              : plan_.kernel->run;
    std::uint8_t* const result =
        output_ +
        OutputPosition(phase_.windows, state_.shape, first_window_ + window) *
            output;
    const std::ptrdiff_t all =
        plan_.folds ? std::ptrdiff_t{count} * channels_ : channels_;
    const std::ptrdiff_t apart = std::ptrdiff_t{plan_.tiles} * lanes;
    for (int t = 0; t < plan_.tiles && std::ptrdiff_t{t} * lanes < all; ++t) {
      const InterleavedTile& tile = plan_.tile[static_cast<std::size_t>(t)];
      std::copy_n(tile.parts, 4, task.parts);
      task.weights = tile.weights;
      task.add = tile.add;
      task.constants = tile.constants;
      const std::ptrdiff_t first = std::ptrdiff_t{t} * lanes;
      task.result = result + first * size;
      const std::ptrdiff_t blocks_of_all = (all - first - 1) / apart;
      task.last_lanes = static_cast<int>(
          std::min<std::ptrdiff_t>(lanes, all - first - blocks_of_all * apart));
      task.lanes = plan_.folds ? lanes : task.last_lanes;
      task.blocks = plan_.folds ? static_cast<int>(blocks_of_all) + 1 : count;
      function(task);
    }
  }

  const ConvState& state_;
  const PhaseDepthwise& phase_;
  const InterleavedPlan& plan_;
  const WindowAxis& width_;
  const int channels_;
  const std::uint8_t* const input_;
  std::uint8_t* const output_;
  std::uint8_t* const padding_;  // a line
  std::uint8_t* const quads_;
  const std::uint8_t flip_;
  // Of the present group.
  std::int64_t z_ = 0, y_ = 0, image_ = 0;
  int lines_ = 0, first_window_ = 0;
};

}  // namespace

void RunInterleavedShare(const ConvState& state, const PhaseDepthwise& phase,
                         int share, bool is_first, const ConvPointers& pointers,
                         std::uint8_t* memory) {
  InterleavedLines run(state, phase, pointers, memory);
  if (is_first) run.Begin();
  run.Run(share / phase.line_parts, share % phase.line_parts);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
