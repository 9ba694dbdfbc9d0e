// Divides convolutions into phases of windows.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "windows.h"

#include <numeric>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

int PhasesAlong(const ConvAxis& axis, bool transposed) {
  return transposed ? axis.stride : 1;
}

// Tap t belongs to the phase t * dilation modulo the stride. Taps are in
// descending order, so that their input positions ascend.
PhaseTaps TapsOf(const ConvAxis& axis, bool transposed, int phase) {
  if (!transposed) return {0, 1, axis.kernel};
  const int step = axis.stride / std::gcd(axis.stride, axis.dilation);
  for (int tap = 0; tap < step && tap < axis.kernel; ++tap) {
    if (std::int64_t{tap} * axis.dilation % axis.stride != phase) continue;
    const int count = (axis.kernel - 1 - tap) / step + 1;
    return {tap + (count - 1) * step, -step, count};
  }
  return {0, 1, 0};
}

WindowAxis WindowsAlong(const ConvAxis& axis, bool transposed, int phase,
                        int outputs) {
  if (!transposed) {
    return {axis.input,  outputs,       axis.kernel, -axis.pad_before,
            axis.stride, axis.dilation, 0,           1,
            false};
  }
  const int s = axis.stride;
  WindowAxis windows;
  windows.input = axis.input;
  windows.step = 1;
  const int first = ((phase - axis.pad_before % s) + s) % s;
  windows.output_first = first;
  windows.output_step = s;
  windows.windows = first < outputs ? (outputs - 1 - first) / s + 1 : 0;
  const PhaseTaps taps = TapsOf(axis, true, phase);
  windows.is_empty = taps.count == 0;
  if (windows.is_empty) {
    windows.taps = 1;
    windows.begin = axis.input;
    windows.dilation = 1;
    return windows;
  }
  windows.taps = taps.count;
  windows.dilation = axis.dilation / std::gcd(s, axis.dilation);
  windows.begin = static_cast<int>((std::int64_t{first} + axis.pad_before -
                                    std::int64_t{taps.first} * axis.dilation) /
                                   s);
  return windows;
}

bool AreRows(const Windows& windows, std::ptrdiff_t* begin,
             std::ptrdiff_t* stride) {
  std::ptrdiff_t run = windows.channels;  // contiguous bytes of a window
  std::ptrdiff_t position = windows.stride;
  std::ptrdiff_t apart = 0;    // from one window to the next; 0: not known yet
  std::ptrdiff_t covered = 0;  // by the windows along the axes so far
  *begin = 0;
  const auto moves_evenly = [&](int count, std::ptrdiff_t step) {
    if (count == 1) return true;
    if (apart == 0) {
      apart = covered = step;
    } else if (step != covered) {
      return false;
    }
    covered *= count;
    return true;
  };
  for (int i = kConvAxes - 1; i >= 0; --i) {
    const WindowAxis& axis = windows.axis[i];
    const std::int64_t last = axis.begin +
                              std::int64_t{axis.windows - 1} * axis.step +
                              std::int64_t{axis.taps - 1} * axis.dilation;
    if (axis.begin < 0 || last >= axis.input) return false;
    if (axis.taps > 1) {
      if (axis.dilation * position != run) return false;
      run *= axis.taps;
    }
    // A single window may have any step, even one beyond the address space.
    if (axis.windows > 1 && !moves_evenly(axis.windows, axis.step * position)) {
      return false;
    }
    *begin += axis.begin * position;
    position *= axis.input;
  }
  if (!moves_evenly(windows.batch, position)) return false;
  *stride = apart != 0 ? apart : run;
  return true;
}

int OutputPosition(const Windows& windows, const ConvShape& output, int index) {
  int at[kConvAxes];
  for (int i = kConvAxes - 1; i >= 0; --i) {
    const WindowAxis& axis = windows.axis[i];
    at[i] = axis.output_first + index % axis.windows * axis.output_step;
    index /= axis.windows;
  }
  return ((index * output.depth + at[0]) * output.height + at[1]) *
             output.width +
         at[2];
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
