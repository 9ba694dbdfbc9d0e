// XNNPACK's convolution operator for s8 with a scale for each channel (qc8).
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <pthreadpool.h>
#include <xnnpack.h>

#include <cstddef>
#include <cstdlib>
#include <memory>

#include "convolution_work.h"

namespace lowp_bench {

ConvRun MakeXnnpackConvolution(const ConvWork& work, int threads) {
  if (xnn_initialize(nullptr) != xnn_status_success) return nullptr;
  const auto size = [](int n) { return static_cast<std::uint32_t>(n); };
  xnn_operator_t made = nullptr;
  // With an input and an output scale of 1 the filter's is the whole scale.
  const xnn_status status = xnn_create_convolution2d_nhwc_qc8(
      size(work.pad_top), size(work.pad_right), size(work.pad_bottom),
      size(work.pad_left), size(work.kernel), size(work.kernel),
      size(work.stride), size(work.stride), size(work.dilation),
      size(work.dilation), size(work.groups),
      size(work.input_channels / work.groups),
      size(work.output_channels / work.groups), size(work.input_channels),
      size(work.output_channels),
      static_cast<std::int8_t>(work.input_zero_point), 1, work.scale,
      work.filter, work.bias, static_cast<std::int8_t>(work.output_zero_point),
      1, -128, 127, 0, &made);
  if (status != xnn_status_success) return nullptr;
  const std::shared_ptr<xnn_operator> convolution(made, xnn_delete_operator);
  std::shared_ptr<pthreadpool> pool;
  if (threads > 1) {
    pool.reset(pthreadpool_create(static_cast<std::size_t>(threads)),
               pthreadpool_destroy);
  }
  return [=](std::int8_t* output) {
    if (xnn_setup_convolution2d_nhwc_qc8(
            convolution.get(), 1, static_cast<std::size_t>(work.height),
            static_cast<std::size_t>(work.width), work.input, output,
            pool.get()) != xnn_status_success ||
        xnn_run_operator(convolution.get(), pool.get()) != xnn_status_success) {
      std::abort();
    }
  };
}

}  // namespace lowp_bench
