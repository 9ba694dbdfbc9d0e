// lowp as the library of a module with convolutions.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstdlib>
#include <memory>
#include <tuple>

#include "convolution_axis.h"
#include "convolution_entry.h"
#include "public/convolution/prepared_convolution.h"
#include "public/gemmlowp.h"

namespace lowp_bench {
namespace {

auto PipelineOf(const ConvWork& work) {
  using Row =
      gemmlowp::VectorMap<const std::int32_t, gemmlowp::VectorShape::Row>;
  gemmlowp::OutputStageBiasAddition<Row> bias;
  bias.bias_vector = Row(work.bias, work.output_channels);
  gemmlowp::OutputStageScaleInt32ByFloatPC<gemmlowp::VectorShape::Row> scale;
  scale.result_scale =
      gemmlowp::VectorMap<const float, gemmlowp::VectorShape::Row>(
          work.scale, work.output_channels);
  scale.result_offset = work.output_zero_point;
  scale.result_rounding = gemmlowp::FloatRounding::kEven;
  scale.result_order = gemmlowp::ZeroPointOrder::kAfterRounding;
  return std::make_tuple(bias, scale,
                         gemmlowp::OutputStageSaturatingCastToInt8());
}

}  // namespace

ConvRun MakeModuleConvolution(const ConvWork& work, int threads) {
  gemmlowp::ConvGeometry geometry;
  geometry.input_channels = work.input_channels;
  geometry.output_channels = work.output_channels;
  geometry.groups = work.groups;
  geometry.height = AxisOf(work, work.height, work.pad_top, work.pad_bottom);
  geometry.width = AxisOf(work, work.width, work.pad_left, work.pad_right);
  const auto context = std::make_shared<gemmlowp::GemmContext>();
  context->set_max_num_threads(threads);
  gemmlowp::PackedFilter filter;
  gemmlowp::ConvZeroPoints zero_points;
  zero_points.input = work.input_zero_point;
  gemmlowp::PreparedConvolution convolution;
  if (!gemmlowp::PackedFilter::Pack(geometry, work.filter,
                                    gemmlowp::FilterLayout::kODHWI, &filter)
           .ok() ||
      !gemmlowp::PreparedConvolution::Prepare<std::int8_t>(
           context.get(), geometry, filter, zero_points, PipelineOf(work),
           &convolution)
           .ok()) {
    return nullptr;
  }
  return [context, convolution, &work](std::int8_t* output) {
    if (!convolution.Run(context.get(), work.input, output).ok()) std::abort();
  };
}

}  // namespace lowp_bench
