// Which taps of a window meet the input, and where their values lie.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_OPERATORS_WINDOW_TAPS_H_
#define LOWP_INTERNAL_OPERATORS_WINDOW_TAPS_H_

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

Taps TapsOf(const ConvAxis& axis, int position);

// `taps` are those of the window at `position`. Returns the first window after
// it, or `end`, that has other ones.
int EndOfTaps(const ConvAxis& axis, const Taps& taps, int position, int end);

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

  // Writes up to `most` offsets; returns how many, 0 at the end.
  int Next(int most, std::ptrdiff_t* offsets);

 private:
  const Axis depth_, height_, width_;
  int d_ = 0, h_ = 0, w_ = 0;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_OPERATORS_WINDOW_TAPS_H_
