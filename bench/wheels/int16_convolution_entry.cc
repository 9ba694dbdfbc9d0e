// The C interface of the module that int16_convolution.py loads: convolutions
// of int16 tensors as TensorFlow Lite computes them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <tuple>

#include "../convolution_work.h"
#include "convolution_axis.h"
#include "public/convolution/prepared_convolution.h"
#include "public/gemmlowp.h"
#include "public/stages/int64.h"

namespace {

struct Entry {
  gemmlowp::GemmContext context;
  gemmlowp::PreparedConvolution convolution;
};

template <typename T>
using Row = gemmlowp::VectorMap<const T, gemmlowp::VectorShape::Row>;

}  // namespace

#define LOWP_ENTRY extern "C" __attribute__((visibility("default")))

// Of `work` sizes and filter count; multipliers are Q0.31, exponents shift
// left. Vectors are borrowed. Null if refused.
LOWP_ENTRY void* LowpInt16Create(const lowp_bench::ConvWork* work,
                                 const std::int64_t* bias,
                                 const std::int32_t* multipliers,
                                 const std::int32_t* exponents, int threads) {
  gemmlowp::ConvGeometry geometry;
  geometry.input_channels = work->input_channels;
  geometry.output_channels = work->output_channels;
  geometry.groups = work->groups;
  geometry.height =
      AxisOf(*work, work->height, work->pad_top, work->pad_bottom);
  geometry.width = AxisOf(*work, work->width, work->pad_left, work->pad_right);
  auto entry = std::make_unique<Entry>();
  entry->context.set_max_num_threads(threads);
  gemmlowp::PackedFilter filter;
  const int n = work->output_channels;
  gemmlowp::OutputStageBiasAdditionInt64 add;
  add.bias_vector = Row<std::int64_t>(bias, n);
  gemmlowp::OutputStageScaleInt64ByFixedPointPC scale;
  scale.result_fixedpoint_multiplier = Row<std::int32_t>(multipliers, n);
  scale.result_exponent = Row<std::int32_t>(exponents, n);
  constexpr int kLow = std::numeric_limits<std::int16_t>::min();
  constexpr int kHigh = std::numeric_limits<std::int16_t>::max();
  const auto pipeline =
      std::make_tuple(add, scale, gemmlowp::OutputStageClamp{kLow, kHigh},
                      gemmlowp::OutputStageSaturatingCastToInt16());
  const bool made =
      gemmlowp::PackedFilter::Pack(geometry, work->filter,
                                   gemmlowp::FilterLayout::kODHWI, &filter)
          .ok() &&
      gemmlowp::PreparedConvolution::Prepare<std::int16_t>(
          &entry->context, geometry, filter, gemmlowp::ConvZeroPoints(),
          pipeline, &entry->convolution)
          .ok();
  return made ? entry.release() : nullptr;
}

// The seconds of `calls` runs; negative if one fails.
LOWP_ENTRY double LowpInt16Seconds(void* made, const std::int16_t* input,
                                   std::int16_t* output, int calls) {
  Entry& entry = *static_cast<Entry*>(made);
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < calls; ++i) {
    if (!entry.convolution.Run(&entry.context, input, output).ok()) return -1;
  }
  const std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  return seconds.count();
}

LOWP_ENTRY void LowpInt16Destroy(void* made) {
  delete static_cast<Entry*>(made);
}
