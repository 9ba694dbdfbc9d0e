// Copies windows as rows: runs of taps that are contiguous in the input, and of
// padding.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "copy_run.h"
#include "windows.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Counts windows in order, the width fastest.
struct WindowIndex {
  int batch, at[kConvAxes];

  WindowIndex(const Windows& windows, int index) {
    for (int i = kConvAxes - 1; i >= 0; --i) {
      at[i] = index % windows.axis[i].windows;
      index /= windows.axis[i].windows;
    }
    batch = index;
  }
  void Next(const Windows& windows) {
    for (int i = kConvAxes - 1; i >= 0; --i) {
      if (++at[i] < windows.axis[i].windows) return;
      at[i] = 0;
    }
    ++batch;
  }
};

class WindowCopier {
 public:
  WindowCopier(const Windows& windows, const std::uint8_t* input)
      : windows_(windows),
        width_(windows.axis[2]),
        input_(input),
        channels_(static_cast<std::size_t>(windows.channels)),
        is_contiguous_(width_.dilation == 1 &&
                       windows.stride == windows.channels),
        line_(width_.input * windows.stride) {}

  void Copy(const WindowIndex& index, std::uint8_t* row) {
    first_ = width_.begin + index.at[2] * width_.step;
    if (is_contiguous_) ClipTaps();
    const WindowAxis& depth = windows_.axis[0];
    const WindowAxis& height = windows_.axis[1];
    const std::size_t run = static_cast<std::size_t>(width_.taps) * channels_;
    for (int i = 0; i < depth.taps; ++i) {
      const int z = depth.begin + index.at[0] * depth.step + i * depth.dilation;
      const std::ptrdiff_t plane =
          static_cast<std::ptrdiff_t>(index.batch) * depth.input + z;
      for (int j = 0; j < height.taps; ++j, row += run) {
        const int y =
            height.begin + index.at[1] * height.step + j * height.dilation;
        if (IsOutside(z, depth) || IsOutside(y, height)) {
          FillRun(row, windows_.zero_point, run);
        } else {
          CopyTaps(input_ + (plane * height.input + y) * line_, row);
        }
      }
    }
  }

 private:
  static bool IsOutside(int position, const WindowAxis& axis) {
    return position < 0 || position >= axis.input;
  }

  // The taps of a contiguous window that lie in a line of the input.
  void ClipTaps() {
    begin_ = std::min(std::max(-first_, 0), width_.taps);
    end_ = std::max(begin_, std::min(width_.taps, width_.input - first_));
  }

  // The taps along the width.
  void CopyTaps(const std::uint8_t* line, std::uint8_t* row) const {
    const std::uint8_t pad = windows_.zero_point;
    if (is_contiguous_) {
      const std::size_t before = static_cast<std::size_t>(begin_) * channels_;
      const std::size_t bytes =
          static_cast<std::size_t>(end_ - begin_) * channels_;
      FillRun(row, pad, before);
      if (bytes != 0) {
        CopyRun(row + before, line + (first_ + begin_) * windows_.stride,
                bytes);
      }
      FillRun(row + before + bytes, pad,
              static_cast<std::size_t>(width_.taps - end_) * channels_);
      return;
    }
    for (int t = 0, x = first_; t < width_.taps; ++t, x += width_.dilation) {
      if (IsOutside(x, width_)) {
        FillRun(row, pad, channels_);
      } else {
        CopyRun(row, line + x * windows_.stride, channels_);
      }
      row += channels_;
    }
  }

  const Windows& windows_;
  const WindowAxis& width_;
  const std::uint8_t* const input_;
  const std::size_t channels_;
  const bool is_contiguous_;
  const std::ptrdiff_t line_;  // bytes of a line of the input
  int first_ = 0;              // position of the first tap
  int begin_ = 0, end_ = 0;    // the taps that are no padding
};

}  // namespace

void CopyWindows(const Windows& windows, const std::uint8_t* input, int first,
                 int count, std::uint8_t* rows, std::ptrdiff_t stride) {
  WindowIndex index(windows, first);
  WindowCopier copier(windows, input);
  for (int i = 0; i < count; ++i, index.Next(windows)) {
    copier.Copy(index, rows + i * stride);
  }
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
