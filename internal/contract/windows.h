// Windows: the positions of the input that one position of an output sums.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_WINDOWS_H_
#define LOWP_INTERNAL_CONTRACT_WINDOWS_H_

#include <cstddef>
#include <cstdint>

#include "../detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Depth, height, width.
constexpr int kConvAxes = 3;

// Window w, tap t of a phase lie at input position
//   begin + w * step + t * dilation
// and yield output position output_first + w * output_step. Positions outside
// 0..input - 1 are padding.
struct WindowAxis {
  int input;
  int windows;  // may be 0
  int taps;     // at least 1: without taps, one in the padding
  int begin, step, dilation;
  int output_first, output_step;
  bool is_empty;  // without taps
};
// All windows of a phase, for one group of channels.
struct Windows {
  int batch;
  WindowAxis axis[kConvAxes];
  int channels;             // of the group
  std::ptrdiff_t stride;    // bytes from an input position to the next
  std::uint8_t zero_point;  // the byte that padding holds

  int count() const {
    return batch * axis[0].windows * axis[1].windows * axis[2].windows;
  }
  // Values of a window.
  LOWP_INLINE int k() const {
    return axis[0].taps * axis[1].taps * axis[2].taps * channels;
  }
  // Whether the taps along the width are one run of bytes. Otherwise each is.
  LOWP_INLINE bool has_whole_runs() const {
    return axis[2].dilation == 1 && stride == channels;
  }
};

// Lines of the input that a window in a register meets at most.
constexpr int kMaxLinesInRegister = 16;

// Whether windows are put together in a register, if the family has registers
// of which single bytes are loaded.
LOWP_INLINE bool FitInRegister(const Windows& windows) {
  const std::int64_t lines =
      std::int64_t{windows.axis[0].taps} * windows.axis[1].taps;
  return windows.has_whole_runs() && windows.k() <= 64 && lines > 1 &&
         lines <= kMaxLinesInRegister;
}

// Copies windows [first, first + count): their k() values in order of taps and
// channels, `stride` bytes from one to the next, with `flip` flipped in each
// byte.
struct CopyWindowsTask {
  const Windows* windows;
  const std::uint8_t* input;  // the first of the windows' channels
  int first, count;
  std::uint8_t* rows;
  std::ptrdiff_t stride;
  std::uint8_t flip = 0;
};

// What copying windows takes, in cycles as KernelCost counts them: for each run
// of a window, and for each of its bytes.
struct WindowCopyCost {
  float run, byte;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_WINDOWS_H_
