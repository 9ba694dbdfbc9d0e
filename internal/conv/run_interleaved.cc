// Runs depthwise convolutions of interleaved lines: makes the quads that a few
// output lines read, padding included, and then the output lines, tile by tile.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "run_interleaved.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "../contract/check_tasks.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct Divided {
  int quotient, remainder;
};
// Most divisors are 1, and a division takes as long as several windows.
inline Divided Divide(int x, int by) {
  return by == 1 ? Divided{x, 0} : Divided{x / by, x % by};
}

class InterleavedLines {
 public:
  InterleavedLines(const ConvState& state, const PhaseDepthwise& phase,
                   const ConvPointers& pointers, std::uint8_t* memory)
      : state_(state),
        phase_(phase),
        plan_(phase.interleaved),
        width_(phase.windows.axis[2]),
        channels_(state.geometry.output_channels),
        multiplier_(MultiplierOf(state.geometry)),
        input_(static_cast<const std::uint8_t*>(pointers.input)),
        output_(static_cast<std::uint8_t*>(pointers.output)),
        padding_(memory + state.slot.padding),
        tags_(reinterpret_cast<int*>(memory + state.slot.tags)),
        starts_(reinterpret_cast<const std::uint8_t**>(memory +
                                                       state.slot.sources)),
        quads_(memory + state.slot.rows),
        flip_(ValueShift(plan_.kernel->reads, state.input) != 0 ? 0x80 : 0) {}

  // Before the first lines of a thread.
  void Begin() const {
    std::memset(padding_, phase_.windows.zero_point,
                static_cast<std::size_t>(plan_.quad_bytes / kQuadWidth));
    tags_[0] = -1;
  }

  // Runs a part of the windows of a group of output lines. Shares of the same
  // plane and part follow one another, so that quads serve the next group, too.
  void Run(int share) {
    const WindowAxis& depth = phase_.windows.axis[0];
    const WindowAxis& height = phase_.windows.axis[1];
    const Divided by_groups = Divide(share, plan_.groups_of_plane);
    const int group = by_groups.remainder;
    const Divided by_parts = Divide(by_groups.quotient, phase_.line_parts);
    const int part = by_parts.remainder;
    const Divided plane = Divide(by_parts.quotient, depth.windows);
    const Divided by_apart = Divide(group, plan_.apart);
    const int y = by_apart.quotient * plan_.apart * plan_.kernel->output_lines +
                  by_apart.remainder;
    z_ = depth.begin + std::int64_t{plane.remainder} * depth.step;
    y_ = height.begin + std::int64_t{y} * height.step;
    image_ = plane.quotient;
    lines_ = std::min(plan_.kernel->output_lines,
                      Divide(height.windows - 1 - y, plan_.apart).quotient + 1);
    output_line_ = (image_ * state_.shape.depth + depth.output_first +
                    plane.remainder * depth.output_step) *
                       state_.shape.height +
                   height.output_first + y * height.output_step;
    const int of_all = phase_.first_share + share;
    const bool finds = group > 0 && tags_[0] == of_all;
    const int window = part * plan_.windows_at_once;
    const int count = std::min(plan_.windows_at_once, width_.windows - window);
    MakeQuads(window, count, finds ? plan_.kept_quads : 0);
    tags_[0] = of_all + 1;
    RunWindows(window, count);
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

  // Makes the quads of each depth but the first `kept`, which are there.
  void MakeQuads(int window, int count, int kept) const {
    const WindowAxis& depth = phase_.windows.axis[0];
    const std::int64_t first =
        width_.begin + std::int64_t{window} * width_.step;
    const std::int64_t positions =
        std::int64_t{count - 1} * width_.step +
        std::int64_t{width_.taps - 1} * width_.dilation + 1;
    const int all = plan_.quads_of_plane;
    int start = kept == 0 ? 0 : tags_[1] - kept;
    if (start < 0) start += all;
    tags_[1] = start;
    for (int z = 0; z < depth.taps; ++z) {
      for (int q = 0; q < all; ++q) {
        const int slot = start + q < all ? start + q : start + q - all;
        const std::ptrdiff_t quad = (z * all + slot) * plan_.quad_bytes;
        starts_[z * all + q] = quads_ + quad;
        if (q < kept) continue;
        const std::uint8_t* lines[kMaxLinesOfQuad];
        const std::int64_t of_quad = plan_.kernel->lines;
        for (int l = 0; l < of_quad; ++l) {
          lines[l] = LineAt(z_ + std::int64_t{z} * depth.dilation,
                            y_ + (q * of_quad + l) * plan_.line_step);
        }
        MakeQuad(lines, first, positions, quads_ + quad);
      }
    }
    if (plan_.filter_parts > 1) {
      const int quads = all * depth.taps;
      std::copy_n(starts_, quads, starts_ + quads);
    }
  }

  // Positions from `first` on, in order: each may overwrite the next one. Where
  // `lines` are padding, or positions outside of them, so is the quad.
  void MakeQuad(const std::uint8_t* const* lines, std::int64_t first,
                std::int64_t positions, std::uint8_t* quad) const {
    const bool is_padding =
        std::all_of(lines, lines + plan_.kernel->lines,
                    [](const std::uint8_t* line) { return line == nullptr; });
    const auto within = [positions](std::int64_t x, std::int64_t low) {
      return std::min(std::max(x, low), positions);
    };
    const std::int64_t begin = is_padding ? positions : within(-first, 0);
    const std::int64_t end =
        is_padding ? positions : within(width_.input - first, begin);
    Pad(0, begin, quad);
    Interleave(lines, first, begin, end, quad);
    Pad(end, positions, quad);
  }

  // Fills positions of a quad with padding.
  void Pad(std::int64_t from, std::int64_t to, std::uint8_t* quad) const {
    if (plan_.kernel->lines < kMaxLinesOfQuad) {
      const std::uint8_t* const none[kMaxLinesOfQuad] = {};
      Interleave(none, 0, from, to, quad);
    } else if (from < to) {
      std::memset(quad + static_cast<std::ptrdiff_t>(from) * plan_.position,
                  phase_.windows.zero_point ^ flip_,
                  static_cast<std::size_t>(to - from) *
                      static_cast<std::size_t>(plan_.position));
    }
  }

  // Interleaves positions `from` up to `to`. Position 0 is position `first` of
  // each line; null lines are padding.
  void Interleave(const std::uint8_t* const* lines, std::int64_t first,
                  std::int64_t from, std::int64_t to,
                  std::uint8_t* quad) const {
    if (from == to) return;
    std::uint8_t* const place =
        quad + static_cast<std::ptrdiff_t>(from) * plan_.position;
    const int count = static_cast<int>(to - from);
    if (multiplier_ == 1) {
      return InterleaveChannels(lines, first + from, count, place);
    }
    std::uint8_t* const narrow = quads_ + plan_.narrow;
    InterleaveChannels(lines, first + from, count, narrow);
    const SpreadTask task = {
        narrow,     NarrowPosition(state_.geometry, plan_),
        count,      kQuadWidth * state_.geometry.input_channels,
        kQuadWidth, multiplier_,
        place,      plan_.position};
    Check(task);
    state_.backend->family->spread(task);
  }

  // `count` positions from `first` on, with the input's channels.
  void InterleaveChannels(const std::uint8_t* const* lines, std::int64_t first,
                          int count, std::uint8_t* to) const {
    const std::ptrdiff_t stride = phase_.windows.stride;
    const int channels = state_.geometry.input_channels;
    const std::ptrdiff_t position = NarrowPosition(state_.geometry, plan_);
    const bool is_run = stride == channels && position == kQuadWidth * stride;
    InterleaveTask task;
    task.reads_on = !is_run && stride == channels;
    task.flip = flip_;
    task.positions = is_run ? 1 : count;
    task.bytes = is_run ? std::ptrdiff_t{count} * channels : channels;
    for (int l = 0; l < plan_.kernel->lines; ++l) {
      const bool is_padding = lines[l] == nullptr;
      task.lines[l] =
          is_padding ? padding_
                     : lines[l] + static_cast<std::ptrdiff_t>(first) * stride;
      task.strides[l] = is_padding ? 0 : stride;
    }
    task.quad = to;
    task.quad_stride = position;
    Check(task);
    plan_.kernel->interleave(task);
  }

  void RunWindows(int window, int count) const {
    const std::ptrdiff_t size = SizeOf(state_.output);
    const std::ptrdiff_t output = OutputStride(state_.geometry) * size;
    const int lanes = 4 * plan_.kernel->lanes;
    InterleavedTask task;
    task.quads = starts_;
    task.quad_count =
        plan_.filter_parts * plan_.quads_of_plane * phase_.windows.axis[0].taps;
    task.taps = width_.taps;
    task.block_stride =
        std::ptrdiff_t{plan_.windows_of_block} * width_.step * plan_.position;
    task.tap_stride = width_.dilation * plan_.position;
    task.tiles = plan_.tile.data();
    const int all = plan_.folds ? count * channels_ : channels_;
    const int last = (all - 1) / lanes;
    const Divided by_tiles = Divide(last, plan_.tiles);
    task.tile_count = std::min(plan_.tiles, last + 1);
    task.blocks = plan_.folds ? by_tiles.quotient + 1 : count;
    task.last_tile = by_tiles.remainder;
    task.last_lanes = all - last * lanes;
    task.lanes_before_last = plan_.folds ? lanes : task.last_lanes;
    task.result = output_ + (std::ptrdiff_t{output_line_} * state_.shape.width +
                             width_.output_first +
                             std::ptrdiff_t{window} * width_.output_step) *
                                output;
    task.tile_stride = lanes * size;
    task.result_stride =
        std::ptrdiff_t{plan_.windows_of_block} * width_.output_step * output;
    task.line_stride = std::ptrdiff_t{phase_.windows.axis[1].output_step} *
                       plan_.apart * state_.shape.width * output;
    task.lines = lines_;
    const Epilogue& epilogue = state_.epilogue.epilogue;
    const bool scales = epilogue.form != EpilogueForm::kStore;
    task.epilogue = scales ? &epilogue : nullptr;
    Check(task);
    (scales ? plan_.kernel->run : plan_.kernel->sum)(task);
  }

  const ConvState& state_;
  const PhaseDepthwise& phase_;
  const InterleavedPlan& plan_;
  const WindowAxis& width_;
  const int channels_, multiplier_;
  const std::uint8_t* const input_;
  std::uint8_t* const output_;
  std::uint8_t* const padding_;  // a line
  int* const tags_;
  const std::uint8_t** const starts_;  // of quads, the first line's first
  std::uint8_t* const quads_;
  const std::uint8_t flip_;
  // Of the present group.
  std::int64_t z_ = 0, y_ = 0, image_ = 0;
  int lines_ = 0, output_line_ = 0;
};

}  // namespace

void RunInterleavedShare(const ConvState& state, const PhaseDepthwise& phase,
                         int share, bool is_first, const ConvPointers& pointers,
                         std::uint8_t* memory) {
  InterleavedLines run(state, phase, pointers, memory);
  if (is_first) run.Begin();
  run.Run(share);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
