// A quantized convolution as TensorFlow Lite computes it, in NHWC, in two ways:
// prepared, and in a program's own loop, with Im2col and
// GemmWithOutputPipeline. Both give the same bytes.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/convolution/im2col.h>
#include <gemmlowp/public/convolution/prepared_convolution.h>
#include <gemmlowp/public/gemmlowp.h>

#include <cstdint>
#include <cstdio>
#include <tuple>
#include <vector>

namespace {

using gemmlowp::ConvGeometry;
using gemmlowp::ConvShape;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::Status;
using gemmlowp::VectorShape;

constexpr int kInputZeroPoint = -4;

bool Check(const char* what, const Status& status) {
  std::printf("%-8s %s\n", what, status.message().c_str());
  return status.ok();
}

// 3x3, stride 2, from 15x15x8 to 8x8x16.
ConvGeometry Geometry() {
  ConvGeometry geometry;
  geometry.input_channels = 8;
  geometry.output_channels = 16;
  geometry.height.input = 15;
  geometry.height.kernel = 3;
  geometry.height.stride = 2;
  SetSamePadding(&geometry.height);
  geometry.width = geometry.height;
  return geometry;
}

struct Layer {
  ConvGeometry geometry = Geometry();
  ConvShape shape = {};
  std::vector<std::int8_t> input, filter;  // NHWC, OHWI
  std::vector<std::int32_t> bias, multiplier, exponent;

  Layer() : input(15 * 15 * 8), filter(16 * 9 * 8) {
    for (std::size_t i = 0; i < input.size(); ++i) {
      input[i] = static_cast<std::int8_t>(i * 31);
    }
    for (std::size_t i = 0; i < filter.size(); ++i) {
      filter[i] = static_cast<std::int8_t>(i * 17);
    }
    for (int channel = 0; channel < 16; ++channel) {
      bias.push_back(100 * channel);
      multiplier.push_back((1 << 30) + channel * 12345);
      exponent.push_back(-9);
    }
  }

  // Bias, a scale for each channel, the activation's range, int8.
  auto Pipeline() const {
    using Row = gemmlowp::VectorMap<const std::int32_t, VectorShape::Row>;
    gemmlowp::OutputStageBiasAddition<Row> add_bias;
    add_bias.bias_vector = Row(bias.data(), 16);
    gemmlowp::OutputStageScaleInt32ByFixedPointPC<VectorShape::Row> scale;
    scale.result_fixedpoint_multiplier = Row(multiplier.data(), 16);
    scale.result_exponent = Row(exponent.data(), 16);
    scale.result_offset_after_shift = 3;
    scale.result_rounding = gemmlowp::FixedPointRounding::kDouble;
    return std::make_tuple(add_bias, scale,
                           gemmlowp::OutputStageClamp{-128, 127},
                           gemmlowp::OutputStageSaturatingCastToInt8());
  }
};

bool Prepared(const Layer& layer, gemmlowp::GemmContext* context,
              std::vector<std::int8_t>* output) {
  gemmlowp::PackedFilter filter;
  if (!Check("pack", gemmlowp::PackedFilter::Pack(
                         layer.geometry, layer.filter.data(),
                         gemmlowp::FilterLayout::kODHWI, &filter))) {
    return false;
  }
  gemmlowp::ConvZeroPoints zero_points;
  zero_points.input = kInputZeroPoint;
  gemmlowp::PreparedConvolution convolution;
  if (!Check("prepare", gemmlowp::PreparedConvolution::Prepare<std::int8_t>(
                            context, layer.geometry, filter, zero_points,
                            layer.Pipeline(), &convolution))) {
    return false;
  }
  std::printf("%s", convolution.Describe().c_str());
  return Check("run",
               convolution.Run(context, layer.input.data(), output->data()));
}

bool OwnLoop(const Layer& layer, gemmlowp::GemmContext* context,
             std::vector<std::int8_t>* output) {
  const int positions = layer.shape.height * layer.shape.width;
  constexpr int kDepth = 3 * 3 * 8;
  std::vector<std::int8_t> windows(static_cast<std::size_t>(positions) *
                                   kDepth);
  const MatrixMap<std::int8_t, MapOrder::RowMajor> rows(windows.data(),
                                                        positions, kDepth);
  if (!Check("im2col", gemmlowp::Im2col<std::int8_t>(context, layer.geometry, 0,
                                                     layer.input.data(),
                                                     kInputZeroPoint, rows))) {
    return false;
  }
  const MatrixMap<const std::int8_t, MapOrder::RowMajor> lhs(windows.data(),
                                                             positions, kDepth);
  const MatrixMap<const std::int8_t, MapOrder::ColMajor> rhs(
      layer.filter.data(), kDepth, 16);
  MatrixMap<std::int8_t, MapOrder::RowMajor> result(output->data(), positions,
                                                    16);
  return Check("multiply",
               gemmlowp::TryGemm(context, lhs, rhs, &result, -kInputZeroPoint,
                                 0, layer.Pipeline()));
}

}  // namespace

int main() {
  Layer layer;
  if (!Check("shape", OutputShape(layer.geometry, &layer.shape))) return 1;
  const std::size_t size =
      static_cast<std::size_t>(layer.shape.height * layer.shape.width * 16);
  std::vector<std::int8_t> prepared(size), own_loop(size);
  gemmlowp::GemmContext context;
  if (!Prepared(layer, &context, &prepared) ||
      !OwnLoop(layer, &context, &own_loop)) {
    return 1;
  }
  std::printf("%s\n", prepared == own_loop ? "the same bytes" : "DIFFERENT");
  return prepared == own_loop ? 0 : 1;
}
