// Which taps of a window meet the input, and where their values lie.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_OPERATORS_WINDOW_TAPS_H_
#define LOWP_INTERNAL_OPERATORS_WINDOW_TAPS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "../../public/convolution/conv_geometry.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The taps of a window that meet the input, along one axis.
struct Taps {
  int first, last;  // [first, last)
  int count() const { return last - first; }
  bool operator==(const Taps& other) const {
    return first == other.first && last == other.last;
  }
};

// The positions from the first tap to the last one.
inline std::int64_t ExtentOf(const ConvAxis& axis) {
  return (std::int64_t{axis.kernel} - 1) * axis.dilation + 1;
}

inline Taps TapsOf(const ConvAxis& axis, int position) {
  const std::int64_t begin =
      std::int64_t{position} * axis.stride - axis.pad_before;
  if (begin >= 0 && begin + ExtentOf(axis) <= axis.input) {
    return {0, axis.kernel};
  }
  Taps taps = {0, axis.kernel};
  if (begin < 0) {
    taps.first = static_cast<int>((-begin + axis.dilation - 1) / axis.dilation);
  }
  const std::int64_t inside = axis.input - begin;
  taps.last = static_cast<int>(std::min<std::int64_t>(
      axis.kernel, (inside + axis.dilation - 1) / axis.dilation));
  return taps;
}

// `taps` are those of the window at `position`. Returns the first window after
// it, or `end`, that has other ones.
inline int EndOfTaps(const ConvAxis& axis, const Taps& taps, int position,
                     int end) {
  if (taps.count() == axis.kernel) {
    const std::int64_t room =
        axis.input + std::int64_t{axis.pad_before} - ExtentOf(axis);
    return static_cast<int>(
        std::min<std::int64_t>(end, room / axis.stride + 1));
  }
  do {
    ++position;
  } while (position < end && TapsOf(axis, position) == taps);
  return position;
}

inline int InputOf(const ConvAxis& axis, int position, int tap) {
  return position * axis.stride + tap * axis.dilation - axis.pad_before;
}

// Steps through the taps of a window, the width fastest, and knows how many
// elements from the first one each lies.
class TapWalk {
 public:
  // An axis of a walk: `taps` taps, `step` elements apart.
  struct Axis {
    int taps;
    std::ptrdiff_t step;
  };

  TapWalk(const Axis& depth, const Axis& height, const Axis& width)
      : depth_(depth), height_(height), width_(width) {}

  // Writes up to `max_count` offsets; returns how many, 0 at the end.
  int Next(int max_count, std::ptrdiff_t* offsets) {
    int count = 0;
    while (count < max_count && d_ < depth_.taps) {
      offsets[count++] =
          d_ * depth_.step + h_ * height_.step + w_ * width_.step;
      if (++w_ < width_.taps) continue;
      w_ = 0;
      if (++h_ < height_.taps) continue;
      h_ = 0;
      ++d_;
    }
    return count;
  }

 private:
  const Axis depth_, height_, width_;
  int d_ = 0, h_ = 0, w_ = 0;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_OPERATORS_WINDOW_TAPS_H_
