// Lines of a depthwise convolution's input, copied into a thread's memory: with
// channels repeated for each of their outputs, in whole blocks, and with the
// padding at both ends. A line stays for the output lines that meet it again.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_LINE_COPIES_H_
#define LOWP_INTERNAL_CONV_LINE_COPIES_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../contract/check_tasks.h"
#include "conv_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

class LineCopies {
 public:
  // `memory` is a thread's.
  LineCopies(const ConvState& state, const PhaseDepthwise& phase,
             std::uint8_t* memory)
      : state_(state),
        phase_(phase),
        tags_(reinterpret_cast<int*>(memory + state.slot.tags)),
        lines_(memory + state.slot.rows + kPackedAlignment) {}

  // Forgets what is there.
  void Clear() { std::fill_n(tags_, phase_.copies.slots, -1); }

  // The copy of a line, which is line `tag` of the whole input and begins at
  // `line`; it goes to slot `slot`.
  const std::uint8_t* Get(int slot, int tag, const std::uint8_t* line) {
    std::uint8_t* const copy =
        lines_ + static_cast<std::size_t>(slot) * phase_.copies.slot_bytes;
    if (tags_[slot] != tag) {
      tags_[slot] = tag;
      Copy(line, copy);
    }
    return copy;
  }

 private:
  void Copy(const std::uint8_t* line, std::uint8_t* copy) const {
    const WindowAxis& width = phase_.windows.axis[2];
    const ConvGeometry& g = state_.geometry;
    const std::size_t position = static_cast<std::size_t>(phase_.position);
    const int first = std::max(phase_.first_position, 0);
    const int last = std::min(phase_.last_position, width.input - 1);
    const auto at = [&](int x) {
      return copy +
             static_cast<std::size_t>(x - phase_.first_position) * position;
    };
    const int zero_point = phase_.windows.zero_point;
    const int end = phase_.last_position + 1;
    std::memset(
        copy, zero_point,
        static_cast<std::size_t>(std::min(first, end) - phase_.first_position) *
            position);
    if (position == static_cast<std::size_t>(phase_.windows.stride) &&
        g.output_channels == g.input_channels) {
      if (last >= first) {
        std::memcpy(at(first), line + first * phase_.windows.stride,
                    static_cast<std::size_t>(last - first) * position +
                        static_cast<std::size_t>(g.input_channels));
      }
    } else if (last >= first) {
      Spread({line + first * phase_.windows.stride, phase_.windows.stride,
              last - first + 1, g.input_channels, GroupInputs(g),
              g.output_channels / g.input_channels, at(first),
              static_cast<std::ptrdiff_t>(position)});
    }
    const int after = std::max(last + 1, phase_.first_position);
    std::memset(at(after), zero_point,
                static_cast<std::size_t>(end - after) * position);
  }

  // Copies positions of few channels as whole blocks of the narrowest kernels,
  // each with one load and one store, as long as a block's bytes may be read.
  // Returns the number of positions.
  static int CopyWidely(const SpreadTask& task) {
    constexpr std::ptrdiff_t kBlock = 16;
    if (task.channels >= kBlock || task.to_stride < kBlock) return 0;
    const std::ptrdiff_t bytes =
        (task.positions - 1) * task.from_stride + task.channels;
    const int count =
        bytes < kBlock
            ? 0
            : static_cast<int>((bytes - kBlock) / task.from_stride) + 1;
    for (int p = 0; p < count; ++p) {
      std::memcpy(task.to + p * task.to_stride,
                  task.from + p * task.from_stride, kBlock);
    }
    return count;
  }

  // Positions that have room for a block.
  void Spread(const SpreadTask& task) const {
    if (task.multiplier > 1) {
      Check(task);
      return state_.backend->family->spread(task);
    }
    for (int p = CopyWidely(task); p < task.positions; ++p) {
      std::memcpy(task.to + p * task.to_stride,
                  task.from + p * task.from_stride,
                  static_cast<std::size_t>(task.channels));
    }
  }

  const ConvState& state_;
  const PhaseDepthwise& phase_;
  int* const tags_;
  std::uint8_t* const lines_;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_LINE_COPIES_H_
