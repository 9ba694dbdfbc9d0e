// Windows: the positions of the input that one position of the output sums.
//
// The outputs of a convolution form phases. Those of one phase have the same
// taps, at positions that move evenly with the output, so each phase is an
// ordinary convolution, and a product whose rows are windows. An ordinary
// convolution has one phase. A transposed one has stride phases along an axis:
// output y meets tap t where y + pad - t * dilation is a multiple of the
// stride.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_WINDOWS_H_
#define LOWP_INTERNAL_CONV_WINDOWS_H_

#include <cstddef>
#include <cstdint>

#include "geometry.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The taps of a phase: count of them, first + i * step of the filter. The count
// may be 0.
struct PhaseTaps {
  int first, step, count;
};

// The phases that an axis may have, 1 or the stride, and the taps of one.
int PhasesAlong(const ConvAxis& axis, bool transposed);
PhaseTaps TapsOf(const ConvAxis& axis, bool transposed, int phase);

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
WindowAxis WindowsAlong(const ConvAxis& axis, bool transposed, int phase,
                        int outputs);

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
  int k() const {
    return axis[0].taps * axis[1].taps * axis[2].taps * channels;
  }
};

// Whether windows are rows of a matrix in place: each is contiguous, all lie
// the same distance apart, and none has padding. Tells the distance and where
// the first one begins, in bytes.
bool AreRows(const Windows& windows, std::ptrdiff_t* begin,
             std::ptrdiff_t* stride);

// Where window `index` goes, as a position of the output.
int OutputPosition(const Windows& windows, const ConvShape& output, int index);

// Copies windows [first, first + count): their k() values in order of taps and
// channels, `stride` bytes from one to the next. `input` is the group's first
// channel.
void CopyWindows(const Windows& windows, const std::uint8_t* input, int first,
                 int count, std::uint8_t* rows, std::ptrdiff_t stride);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_WINDOWS_H_
