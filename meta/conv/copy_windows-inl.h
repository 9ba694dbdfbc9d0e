// Copies windows as rows, written once over a policy of runs of bytes:
//   Length             of a run: MakeLength(bytes)
//   Copy, Fill         a run of that length
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_COPY_WINDOWS_INL_H_
#define LOWP_META_CONV_COPY_WINDOWS_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/contract/windows.h"
#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

LOWP_INLINE bool IsPadding(int position, const WindowAxis& axis) {
  return position < 0 || position >= axis.input;
}

// The next position. Behind the last one, where it is not used, it may wrap.
LOWP_INLINE int Next(int position, int step) {
  return static_cast<int>(static_cast<unsigned>(position) +
                          static_cast<unsigned>(step));
}

template <class Runs>
LOWP_INLINE void FillBytes(std::uint8_t* to, std::uint8_t value,
                           std::ptrdiff_t bytes) {
  if (bytes > 0) Runs::Fill(to, value, Runs::MakeLength(bytes));
}

// Windows of one line of the output, and the taps of one line of the input.
struct TapLine {
  const Windows* windows;
  const std::uint8_t* line;  // position 0
  int first;                 // window along the width
  int count;
  std::uint8_t* rows;
  std::ptrdiff_t stride;
};

// Taps that are contiguous in the input.
template <class Runs>
LOWP_INLINE void CopyContiguousTaps(const TapLine& task) {
  const Windows& windows = *task.windows;
  const WindowAxis& width = windows.axis[2];
  const std::ptrdiff_t channels = windows.channels;
  const auto run = Runs::MakeLength(width.taps * channels);
  int x = width.begin + task.first * width.step;
  std::uint8_t* row = task.rows;
  for (int i = 0; i < task.count;
       ++i, x = Next(x, width.step), row += task.stride) {
    if (x >= 0 && x <= width.input - width.taps) {
      Runs::Copy(row, task.line + x * channels, run);
      continue;
    }
    const int before = x >= 0 ? 0 : -x < width.taps ? -x : width.taps;
    const int room = width.input - x;
    const int end = room >= width.taps ? width.taps
                    : room > before    ? room
                                       : before;
    FillBytes<Runs>(row, windows.zero_point, before * channels);
    if (end > before) {
      Runs::Copy(row + before * channels, task.line + (x + before) * channels,
                 Runs::MakeLength((end - before) * channels));
    }
    FillBytes<Runs>(row + end * channels, windows.zero_point,
                    (width.taps - end) * channels);
  }
}

// Taps that are apart, or of some of the input's channels.
template <class Runs>
LOWP_INLINE void CopySeparateTaps(const TapLine& task) {
  const Windows& windows = *task.windows;
  const WindowAxis& width = windows.axis[2];
  const auto run = Runs::MakeLength(windows.channels);
  int first = width.begin + task.first * width.step;
  std::uint8_t* row = task.rows;
  for (int i = 0; i < task.count; ++i, first = Next(first, width.step)) {
    std::uint8_t* to = row;
    int x = first;
    for (int t = 0; t < width.taps; ++t, x = Next(x, width.dilation)) {
      if (IsPadding(x, width)) {
        Runs::Fill(to, windows.zero_point, run);
      } else {
        Runs::Copy(to, task.line + x * windows.stride, run);
      }
      to += windows.channels;
    }
    row += task.stride;
  }
}

template <class Runs>
LOWP_INLINE void FillTaps(const TapLine& task) {
  const auto run = Runs::MakeLength(task.windows->axis[2].taps *
                                    std::ptrdiff_t{task.windows->channels});
  std::uint8_t* row = task.rows;
  for (int i = 0; i < task.count; ++i, row += task.stride) {
    Runs::Fill(row, task.windows->zero_point, run);
  }
}

// Windows of one line of the output, the line `index`; task.line is the input.
template <class Runs>
LOWP_INLINE void CopyLine(TapLine task, int index) {
  const Windows& windows = *task.windows;
  const WindowAxis& depth = windows.axis[0];
  const WindowAxis& height = windows.axis[1];
  const WindowAxis& width = windows.axis[2];
  const std::uint8_t* const input = task.line;
  const std::ptrdiff_t run = width.taps * std::ptrdiff_t{windows.channels};
  const bool contiguous =
      width.dilation == 1 && windows.stride == windows.channels;
  const int first_y = height.begin + index % height.windows * height.step;
  index /= height.windows;
  const int first_z = depth.begin + index % depth.windows * depth.step;
  const std::ptrdiff_t image = index / depth.windows;
  for (int i = 0; i < depth.taps; ++i) {
    const int z = first_z + i * depth.dilation;
    for (int j = 0; j < height.taps; ++j, task.rows += run) {
      const int y = first_y + j * height.dilation;
      if (IsPadding(z, depth) || IsPadding(y, height)) {
        FillTaps<Runs>(task);
        continue;
      }
      task.line = input + ((image * depth.input + z) * height.input + y) *
                              width.input * windows.stride;
      if (contiguous) {
        CopyContiguousTaps<Runs>(task);
      } else {
        CopySeparateTaps<Runs>(task);
      }
    }
  }
}

// RegisterFamily::copy_windows.
template <class Runs>
void CopyWindows(const CopyWindowsTask& task) {
  const int per_line = task.windows->axis[2].windows;
  int line = task.first / per_line;
  TapLine taps = {task.windows, task.input, task.first % per_line, 0,
                  task.rows,    task.stride};
  for (int left = task.count; left > 0; left -= taps.count) {
    taps.count = per_line - taps.first;
    if (taps.count > left) taps.count = left;
    CopyLine<Runs>(taps, line++);
    taps.rows += taps.count * task.stride;
    taps.first = 0;
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_COPY_WINDOWS_INL_H_
