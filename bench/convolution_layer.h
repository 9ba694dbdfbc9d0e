// A convolution's tensors, and lowp's run of it: s8, a bias and a float scale
// for each channel.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_CONVOLUTION_LAYER_H_
#define LOWP_BENCH_CONVOLUTION_LAYER_H_

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "../public/convolution/conv_geometry.h"
#include "../public/gemmlowp.h"
#include "convolution_work.h"

namespace lowp_bench {

struct ConvLayer {
  static constexpr std::int32_t kInputZeroPoint = -3;
  static constexpr std::int32_t kOutputZeroPoint = 5;

  gemmlowp::ConvGeometry geometry;
  gemmlowp::ConvShape shape;
  int k;  // taps times channels of a group
  int rows;
  std::vector<std::int8_t> input, filter;
  std::vector<std::int32_t> bias;
  std::vector<float> scale;

  explicit ConvLayer(const gemmlowp::ConvGeometry& of);

  // Those that the definition has, whatever the padding.
  double MultiplyAdds() const;
  std::size_t Outputs() const {
    return static_cast<std::size_t>(rows) *
           static_cast<std::size_t>(geometry.output_channels);
  }
};

// The pipeline refers to the layer.
inline auto PipelineOf(const ConvLayer& layer) {
  using Row =
      gemmlowp::VectorMap<const std::int32_t, gemmlowp::VectorShape::Row>;
  const int channels = layer.geometry.output_channels;
  gemmlowp::OutputStageBiasAddition<Row> bias;
  bias.bias_vector = Row(layer.bias.data(), channels);
  gemmlowp::OutputStageScaleInt32ByFloatPC<gemmlowp::VectorShape::Row> scale;
  scale.result_scale =
      gemmlowp::VectorMap<const float, gemmlowp::VectorShape::Row>(
          layer.scale.data(), channels);
  scale.result_offset = ConvLayer::kOutputZeroPoint;
  scale.result_rounding = gemmlowp::FloatRounding::kEven;
  scale.result_order = gemmlowp::ZeroPointOrder::kAfterRounding;
  return std::make_tuple(bias, scale,
                         gemmlowp::OutputStageSaturatingCastToInt8());
}

// The layer has to outlive what is made.
ConvRun MakeLowpConvolution(const ConvLayer& layer, const char* backend,
                            gemmlowp::GemmContext* context);

// Times convolutions beside their neighbours, geometries that differ in one
// thing and are fast, and prints how much longer a multiply-add takes.
int PrintCliffs(const char* backend, int turns, gemmlowp::GemmContext* context);

}  // namespace lowp_bench

#endif  // LOWP_BENCH_CONVOLUTION_LAYER_H_
