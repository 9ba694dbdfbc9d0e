// Finds windows as rows in segments.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "window_rows.h"

#include <algorithm>
#include <cstring>

#include "windows.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// A part [begin, end) of windows.
struct Part {
  int begin, end;
};

// Those of `count` windows along the width whose run of `taps`, from `x` on in
// the first of them, lies in the input.
Part Inside(const WindowAxis& width, std::int64_t x, int taps, int count) {
  const std::int64_t step = width.step;
  const std::int64_t room = width.input - taps - x;
  const std::int64_t begin = x >= 0 ? 0 : (step - 1 - x) / step;
  const std::int64_t end = room < 0 ? 0 : room / step + 1;
  const int first = static_cast<int>(std::min<std::int64_t>(begin, count));
  const int last = static_cast<int>(std::min<std::int64_t>(end, count));
  return {first, std::max(first, last)};
}

class Pointers {
 public:
  Pointers(const Windows& windows, const WindowRuns& runs,
           const std::uint8_t* input, int count, std::uint8_t* memory)
      : windows_(windows),
        runs_(runs),
        input_(input),
        count_(count),
        to_(reinterpret_cast<const std::uint8_t**>(memory)),
        padding_(memory + static_cast<std::size_t>(runs.segments) *
                              static_cast<std::size_t>(count) * sizeof(*to_)),
        copies_(padding_ + runs.run) {
    std::memset(padding_, windows.zero_point,
                static_cast<std::size_t>(runs.run));
  }

  // `count` windows of line `index` of the output, from `first` on along the
  // width; they are rows from `row` on.
  void Line(int index, int first, int count, int row) {
    const WindowAxis& depth = windows_.axis[0];
    const WindowAxis& height = windows_.axis[1];
    const int first_y = height.begin + index % height.windows * height.step;
    index /= height.windows;
    const int first_z = depth.begin + index % depth.windows * depth.step;
    const std::ptrdiff_t image = index / depth.windows;
    const std::uint8_t** to = to_ + row;
    for (int i = 0; i < depth.taps; ++i) {
      const int z = first_z + i * depth.dilation;
      for (int j = 0; j < height.taps; ++j) {
        const int y = first_y + j * height.dilation;
        const bool is_padding =
            z < 0 || z >= depth.input || y < 0 || y >= height.input;
        const std::uint8_t* const line =
            is_padding
                ? nullptr
                : input_ + ((image * depth.input + z) * height.input + y) *
                               windows_.axis[2].input * windows_.stride;
        to = LineOfInput(line, first, count, to);
      }
    }
  }

 private:
  // The runs that the windows have in a line of the input, or of the padding.
  const std::uint8_t** LineOfInput(const std::uint8_t* line, int first,
                                   int count, const std::uint8_t** to) {
    const WindowAxis& width = windows_.axis[2];
    std::int64_t x = width.begin + std::int64_t{first} * width.step;
    for (int t = 0; t < width.taps; t += runs_.taps, to += count_) {
      if (line == nullptr) {
        std::fill_n(to, count, padding_);
      } else {
        Runs(line, x, count, to);
      }
      x += width.dilation;
    }
    return to;
  }

  // Runs from position `x` on, one for each window.
  void Runs(const std::uint8_t* line, std::int64_t x, int count,
            const std::uint8_t** to) {
    const WindowAxis& width = windows_.axis[2];
    const Part inside = Inside(width, x, runs_.taps, count);
    for (int i = 0; i < inside.begin; ++i) {
      to[i] = AtTheBorder(line, x + std::int64_t{i} * width.step);
    }
    const std::ptrdiff_t step = width.step * windows_.stride;
    const std::uint8_t* at = line +
                             static_cast<std::ptrdiff_t>(x) * windows_.stride +
                             inside.begin * step;
    for (int i = inside.begin; i < inside.end; ++i, at += step) to[i] = at;
    for (int i = inside.end; i < count; ++i) {
      to[i] = AtTheBorder(line, x + std::int64_t{i} * width.step);
    }
  }

  // A run of which not all is in the input.
  const std::uint8_t* AtTheBorder(const std::uint8_t* line, std::int64_t x) {
    const WindowAxis& width = windows_.axis[2];
    const std::int64_t begin = std::max<std::int64_t>(x, 0);
    const std::int64_t end =
        std::min<std::int64_t>(x + runs_.taps, width.input);
    if (begin >= end) return padding_;
    std::uint8_t* const copy = copies_;
    copies_ += runs_.run;
    std::memset(copy, windows_.zero_point, static_cast<std::size_t>(runs_.run));
    std::memcpy(copy + (begin - x) * windows_.channels,
                line + begin * windows_.stride,
                static_cast<std::size_t>(end - begin) *
                    static_cast<std::size_t>(windows_.channels));
    return copy;
  }

  const Windows& windows_;
  const WindowRuns& runs_;
  const std::uint8_t* const input_;
  const int count_;
  const std::uint8_t** const to_;
  std::uint8_t* const padding_;
  std::uint8_t* copies_;
};

}  // namespace

WindowRuns RunsOf(const Windows& windows) {
  const WindowAxis& width = windows.axis[2];
  const bool contiguous =
      width.dilation == 1 && windows.stride == windows.channels;
  const int taps = contiguous ? width.taps : 1;
  const int run = taps * windows.channels;
  return {run, windows.k() / run, taps};
}

std::size_t WindowRowsBytes(const Windows& windows, const WindowRuns& runs,
                            int count) {
  const WindowAxis& width = windows.axis[2];
  const std::size_t run = static_cast<std::size_t>(runs.run);
  const std::size_t segments = static_cast<std::size_t>(runs.segments);
  std::size_t copies = 0;
  if (runs.taps > 1) {
    const Part inside = Inside(width, width.begin, runs.taps, width.windows);
    const int lines = (count - 1) / width.windows + 2;
    const std::int64_t windows_copied = std::min<std::int64_t>(
        count,
        std::int64_t{lines} * (width.windows - inside.end + inside.begin));
    copies = static_cast<std::size_t>(windows_copied) * segments * run;
  }
  return segments * static_cast<std::size_t>(count) *
             sizeof(const std::uint8_t*) +
         run + copies;
}

void PointAtWindows(const Windows& windows, const WindowRuns& runs,
                    const std::uint8_t* input, int first, int count,
                    std::uint8_t* memory) {
  Pointers pointers(windows, runs, input, count, memory);
  ForEachLine(windows, first, count,
              [&](int line, int from, int of_line, int row) {
                pointers.Line(line, from, of_line, row);
              });
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
