// A convolution for the libraries that take part in the benchmark of
// convolutions: s8 tensors in NHWC, an OHWI filter with zero points 0, a bias
// and a float scale for each channel.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_CONVOLUTION_WORK_H_
#define LOWP_BENCH_CONVOLUTION_WORK_H_

#include <cstdint>
#include <functional>

namespace lowp_bench {

struct ConvWork {
  int height, width, input_channels, output_channels, groups;
  int kernel, stride, dilation;
  int pad_top, pad_left, pad_bottom, pad_right;
  int output_height, output_width;
  std::int32_t input_zero_point, output_zero_point;
  const std::int8_t* input;
  const std::int8_t* filter;
  const std::int32_t* bias;
  const float* scale;
};

// Makes everything that can be made ahead; the function computes the output.
// Without a function the library does not have such a convolution.
using ConvRun = std::function<void(std::int8_t* output)>;
using MakeConvRun = ConvRun (*)(const ConvWork& work, int threads);

ConvRun MakeXnnpackConvolution(const ConvWork& work, int threads);
ConvRun MakeOnednnConvolution(const ConvWork& work, int threads);

}  // namespace lowp_bench

#endif  // LOWP_BENCH_CONVOLUTION_WORK_H_
