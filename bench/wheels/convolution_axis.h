// An axis of a benchmark's convolution, as lowp takes it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_WHEELS_CONVOLUTION_AXIS_H_
#define LOWP_BENCH_WHEELS_CONVOLUTION_AXIS_H_

#include "../convolution_work.h"
#include "public/convolution/prepared_convolution.h"

namespace lowp_bench {

inline gemmlowp::ConvAxis AxisOf(const ConvWork& work, int input, int before,
                                 int after) {
  gemmlowp::ConvAxis axis;
  axis.input = input;
  axis.kernel = work.kernel;
  axis.stride = work.stride;
  axis.dilation = work.dilation;
  axis.pad_before = before;
  axis.pad_after = after;
  return axis;
}

}  // namespace lowp_bench

#endif  // LOWP_BENCH_WHEELS_CONVOLUTION_AXIS_H_
