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
        tags_(reinterpret_cast<int*>(memory + state.slot.tags)),
        taps_(reinterpret_cast<std::ptrdiff_t*>(memory + state.slot.sources)),
        quads_(memory + state.slot.rows),
        flip_(ValueShift(plan_.kernel->reads, state.input) != 0 ? 0x80 : 0) {}

  // Before the first lines of a thread.
  void Begin() const {
    std::memset(padding_, phase_.windows.zero_point,
                static_cast<std::size_t>(plan_.quad_bytes / kQuadWidth));
    tags_[0] = -1;
  }

  // A group of output lines, of its windows a part. Shares of a plane and a
  // part follow one another, so that quads serve the next group, too.
  void Run(int share) {
    const WindowAxis& depth = phase_.windows.axis[0];
    const WindowAxis& height = phase_.windows.axis[1];
    const int groups = GroupsOfPlane(phase_.windows, plan_);
    const int group = share % groups;
    const int part = share / groups % phase_.line_parts;
    const int plane = share / groups / phase_.line_parts;  // of all images
    const int y =
        group / plan_.apart * plan_.apart * plan_.kernel->output_lines +
        group % plan_.apart;
    z_ = depth.begin + std::int64_t{plane % depth.windows} * depth.step;
    y_ = height.begin + std::int64_t{y} * height.step;
    image_ = plane / depth.windows;
    lines_ = std::min(plan_.kernel->output_lines,
                      (height.windows - 1 - y) / plan_.apart + 1);
    first_window_ = (plane * height.windows + y) * width_.windows;
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
    const int start = kept == 0 ? 0 : (tags_[1] + all - kept) % all;
    tags_[1] = start;
    for (int z = 0; z < depth.taps; ++z) {
      for (int q = 0; q < all; ++q) {
        const std::ptrdiff_t quad =
            (z * all + (start + q) % all) * plan_.quad_bytes;
        SetTaps(quad, taps_ + (z * all + q) * width_.taps);
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
  }

  // Where the first window's values of a quad's taps are.
  void SetTaps(std::ptrdiff_t quad, std::ptrdiff_t* taps) const {
    for (int t = 0; t < width_.taps; ++t) {
      taps[t] = quad + std::ptrdiff_t{t} * width_.dilation * plan_.position;
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

  // Those from one to another, of which a line's first position is `first`;
  // null: it is padding.
  void Interleave(const std::uint8_t* const* lines, std::int64_t first,
                  std::int64_t from, std::int64_t to,
                  std::uint8_t* quad) const {
    if (from == to) return;
    const std::ptrdiff_t stride = phase_.windows.stride;
    const bool is_run =
        stride == channels_ && plan_.position == kQuadWidth * stride;
    InterleaveTask task;
    task.flip = flip_;
    task.positions = is_run ? 1 : to - from;
    task.bytes =
        is_run ? static_cast<std::ptrdiff_t>(to - from) * channels_ : channels_;
    for (int l = 0; l < plan_.kernel->lines; ++l) {
      const bool is_padding = lines[l] == nullptr;
      task.lines[l] =
          is_padding
              ? padding_
              : lines[l] + static_cast<std::ptrdiff_t>(first + from) * stride;
      task.strides[l] = is_padding ? 0 : stride;
    }
    task.quad = quad + static_cast<std::ptrdiff_t>(from) * plan_.position;
    task.quad_stride = plan_.position;
    plan_.kernel->interleave(task);
  }

  void RunWindows(int window, int count) const {
    const std::ptrdiff_t size = SizeOf(state_.output);
    const std::ptrdiff_t output = OutputStride(state_.geometry) * size;
    const int lanes = 4 * plan_.kernel->lanes;
    InterleavedTask task;
    task.block_stride =
        std::ptrdiff_t{plan_.windows_of_block} * width_.step * plan_.position;
    task.quads = quads_;
    task.taps = taps_;
    task.tap_count =
        plan_.quads_of_plane * phase_.windows.axis[0].taps * width_.taps;
    task.weights = plan_.weights;
    task.weight_stride = plan_.weight_stride;
    task.add = plan_.add;
    task.line_stride = std::ptrdiff_t{phase_.windows.axis[1].output_step} *
                       plan_.apart * state_.shape.width * output;
    task.lines = lines_;
    task.epilogue = &state_.epilogue.epilogue;
    const auto function = task.epilogue->form == EpilogueForm::kStore
                              ? plan_.kernel->sum
                              : plan_.kernel->run;
    std::uint8_t* const result =
        output_ +
        OutputPosition(phase_.windows, state_.shape, first_window_ + window) *
            output;
    if (plan_.folds) {
      const int all = count * channels_;
      task.tiles = plan_.tile.data();
      task.tile_count = plan_.tiles;
      task.blocks = (all - 1) / lanes + 1;
      task.lanes = lanes;
      task.last_lanes = all - (task.blocks - 1) * lanes;
      task.result = result;
      task.result_stride = lanes * size;
      return function(task);
    }
    task.tile_count = 1;
    task.blocks = count;
    task.result_stride = width_.output_step * output;
    for (int t = 0; t < plan_.tiles; ++t) {
      task.tiles = &plan_.tile[static_cast<std::size_t>(t)];
      task.lanes = task.last_lanes = std::min(lanes, channels_ - t * lanes);
      task.result = result + std::ptrdiff_t{t} * lanes * size;
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
  int* const tags_;
  std::ptrdiff_t* const taps_;
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
  run.Run(share);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
