// What depthwise kernels need to know about each channel: the filter's values
// and the initial value of its sums.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_FILTER_VALUES_H_
#define LOWP_INTERNAL_CONV_FILTER_VALUES_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../contract/depthwise_task.h"
#include "../contract/panel_format.h"
#include "../contract/scale_constants.h"
#include "arrange_depthwise.h"
#include "sums_in_memory.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The maximum bytes of what make_line_constants makes of a block.
constexpr int kTileConstantBytes = kScaleConstantBytes * kMaxDepthwiseLanes;
static_assert(kMaxDepthwiseLanes <= kMaxScaleLanes, "they are four registers");

// Part 0 or 1 of a value, each a byte (FilterParts).
inline int PartOf(int value, int part) {
  const int nearest = std::min(std::max(value, INT8_MIN), INT8_MAX);
  return part == 0 ? nearest : value - nearest;
}
// How many parts the value has.
inline int PartsOf(int value) {
  const int rest = PartOf(value, 1);
  return rest == 0 ? 1 : rest >= INT8_MIN && rest <= INT8_MAX ? 2 : 3;
}

// The values of the filter, zero points subtracted.
class FilterValues {
 public:
  explicit FilterValues(const ConvState& state)
      : state_(state),
        taps_(state.geometry.depth.kernel * state.geometry.height.kernel *
              state.geometry.width.kernel) {}

  // Of the inputs of the channel's group.
  int At(int tap, int channel, int input) const {
    const std::uint8_t byte =
        state_.filter->plain[(std::ptrdiff_t{channel} * taps_ + tap) *
                                 GroupInputs(state_.geometry) +
                             input];
    const int value =
        state_.filter->header.scalar == static_cast<int>(Scalar::kInt8)
            ? static_cast<std::int8_t>(byte)
            : int{byte};
    return value +
           (state_.filter_offsets.empty()
                ? state_.filter_offset
                : state_.filter_offsets[static_cast<std::size_t>(channel)]);
  }

  // The most parts that a value of these channels has.
  int PartsOfChannels(int first, int count) const {
    int parts = 1;
    for (int c = first; c < first + count; ++c) {
      for (int tap = 0; tap < taps_; ++tap) {
        for (int i = 0; i < GroupInputs(state_.geometry); ++i) {
          parts = std::max(parts, PartsOf(At(tap, c, i)));
        }
      }
    }
    return parts;
  }

  // 0 if the input channel is of another group.
  int OfShift(const DepthwiseTap& tap, int channel) const {
    const int inputs = GroupInputs(state_.geometry);
    const int input = channel % inputs + tap.shift;
    return input >= 0 && input < inputs ? At(tap.tap, channel, input) : 0;
  }

 private:
  const ConvState& state_;
  const int taps_;
};

// The initial value of a channel's sums: the biases, and the offset of the
// input, as the kernel reads this, times the sum of the filter's values.
inline std::int32_t InitialValue(const ConvState& state, Signedness reads,
                                 const FilterValues& values,
                                 const std::vector<int>& taps, int channel) {
  // What has to be added to the values that the kernel reads.
  const std::uint32_t offset = static_cast<std::uint32_t>(
      state.input_offset - ValueShift(reads, state.input));
  std::uint32_t sum = 0;
  for (int tap : taps) {
    for (int i = 0; i < GroupInputs(state.geometry); ++i) {
      sum += static_cast<std::uint32_t>(values.At(tap, channel, i));
    }
  }
  return static_cast<std::int32_t>(BiasOf(state.epilogue, channel) +
                                   sum * offset);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_FILTER_VALUES_H_
