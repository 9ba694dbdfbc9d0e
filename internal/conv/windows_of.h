// The windows of a prepared convolution's phases.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_WINDOWS_OF_H_
#define LOWP_INTERNAL_CONV_WINDOWS_OF_H_

#include "conv_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Those of a phase, of one of the geometry's groups.
inline Windows WindowsOf(const ConvState& state, const ConvGeometry& g,
                         const Phase& phase) {
  Windows windows;
  windows.batch = g.batch;
  for (int i = 0; i < kConvAxes; ++i) {
    windows.axis[i] = WindowsAlong(AxisOf(g, i), g.transposed, phase.along[i],
                                   SizeAlong(state.shape, i));
  }
  windows.channels = GroupInputs(g);
  windows.stride = InputStride(g);
  windows.zero_point =
      static_cast<std::uint8_t>(-std::int64_t{state.input_offset});
  return windows;
}

// Makes windows without taps some of k values that all are padding, which any
// filter of k values turns into a sum of 0.
inline void FillWithPadding(int k, Windows* windows) {
  for (WindowAxis& axis : windows->axis) {
    axis.taps = 1;
    axis.begin = axis.input;
    axis.dilation = 1;
  }
  windows->axis[kConvAxes - 1].taps = k / windows->channels;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_WINDOWS_OF_H_
