// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "window_taps.h"

#include <algorithm>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

Taps TapsOf(const ConvAxis& axis, int position) {
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

int EndOfTaps(const ConvAxis& axis, const Taps& taps, int position, int end) {
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

int TapWalk::Next(int most, std::ptrdiff_t* offsets) {
  int count = 0;
  while (count < most && d_ < depth_.taps) {
    offsets[count++] = d_ * depth_.step + h_ * height_.step + w_ * width_.step;
    if (++w_ < width_.taps) continue;
    w_ = 0;
    if (++h_ < height_.taps) continue;
    h_ = 0;
    ++d_;
  }
  return count;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
