// Tensors of convolutions, and lowp's run of them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "convolution_layer.h"

#include "../public/convolution/prepared_convolution.h"
#include "require.h"

namespace lowp_bench {
namespace {

void Fill(int count, std::vector<std::int8_t>* values) {
  std::uint32_t state = 1;
  for (int i = 0; i < count; ++i) {
    state = state * 1664525u + 1013904223u;
    values->push_back(
        static_cast<std::int8_t>(static_cast<int>(state >> 24) - 128));
  }
}

}  // namespace

ConvLayer::ConvLayer(const gemmlowp::ConvGeometry& of) : geometry(of) {
  Require(OutputShape(geometry, &shape));
  k = geometry.depth.kernel * geometry.height.kernel * geometry.width.kernel *
      (geometry.input_channels / geometry.groups);
  rows = shape.batch * shape.depth * shape.height * shape.width;
  Fill(geometry.batch * geometry.depth.input * geometry.height.input *
           geometry.width.input * geometry.input_channels,
       &input);
  Fill(geometry.output_channels * k, &filter);
  bias.assign(static_cast<std::size_t>(geometry.output_channels), 100);
  for (int i = 0; i < geometry.output_channels; ++i) {
    scale.push_back(1.0f / static_cast<float>(300 * k + i));
  }
}

double ConvLayer::MultiplyAdds() const {
  const double positions =
      geometry.transposed ? double{1} * geometry.batch * geometry.depth.input *
                                geometry.height.input * geometry.width.input
                          : rows;
  return positions * k * geometry.output_channels;
}

ConvRun MakeLowpConvolution(const ConvLayer& layer, const char* backend,
                            gemmlowp::GemmContext* context) {
  gemmlowp::PackedFilter filter;
  Require(gemmlowp::PackedFilter::Pack(layer.geometry, layer.filter.data(),
                                       gemmlowp::FilterLayout::kODHWI, &filter,
                                       backend));
  gemmlowp::ConvZeroPoints zero_points;
  zero_points.input = ConvLayer::kInputZeroPoint;
  gemmlowp::PreparedConvolution convolution;
  Require(gemmlowp::PreparedConvolution::Prepare<std::int8_t>(
      context, layer.geometry, filter, zero_points, PipelineOf(layer),
      &convolution));
  return [=, &layer](std::int8_t* output) {
    Require(convolution.Run(context, layer.input.data(), output));
  };
}

}  // namespace lowp_bench
