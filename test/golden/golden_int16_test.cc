// The convolutions and transposed convolutions of a network with int16
// activations and int8 weights, on every backend: as a PreparedConvolution with
// one and two threads, and as products of windows. Also the requantization of
// int64 sums, held to the recorded table. Every byte equals the recording.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include "../../public/convolution/im2col.h"
#include "../../public/convolution/int16_product.h"
#include "../../public/convolution/prepared_convolution.h"
#include "../../public/gemmlowp.h"
#include "../../public/stages/int64.h"
#include "../support/for_each_backend.h"
#include "golden_layer_files.h"

namespace lowp_test {
namespace {

using gemmlowp::ConvGeometry;
using gemmlowp::ConvShape;
using gemmlowp::ConvZeroPoints;
using gemmlowp::FilterLayout;
using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PackedFilter;
using gemmlowp::PreparedConvolution;
using gemmlowp::Status;
using gemmlowp::VectorMap;
using gemmlowp::VectorShape;

struct Int16Layer {
  std::string name;
  ConvGeometry g;
  ConvShape shape;
  std::int32_t activation_min, activation_max;
  std::vector<std::int16_t> input, output;
  std::vector<std::int8_t> filter;
  std::vector<std::int64_t> bias;
  std::vector<std::int32_t> multiplier, shift;

  int taps() const { return g.height.kernel * g.width.kernel; }
  int positions() const { return shape.height * shape.width; }
};

// Pads so that the output has as many positions as recorded.
void SetAxis(const LayerText& text, int index, const char* stride,
             const char* pad, Int16Layer* layer, gemmlowp::ConvAxis* axis) {
  const int output = IntOf(text, "output_shape", index);
  axis->input = IntOf(text, "input_shape", index);
  axis->kernel = IntOf(text, "filter_shape", index);
  axis->stride = IntOf(text, stride);
  axis->pad_before = IntOf(text, pad);
  if (layer->g.transposed) {
    const int whole = (axis->input - 1) * axis->stride + axis->kernel;
    axis->pad_after = std::max(0, whole - axis->pad_before - output);
    axis->output_padding = std::max(0, output - whole + axis->pad_before);
  } else {
    axis->pad_after = std::max(0, (output - 1) * axis->stride + axis->kernel -
                                      axis->input - axis->pad_before);
  }
}

Int16Layer ReadInt16Layer(const std::filesystem::path& folder) {
  const LayerText text = ReadLayerText(folder);
  Int16Layer layer;
  layer.name = folder.string();
  layer.g.transposed = text.at("op")[0] == "TRANSPOSE_CONV";
  layer.g.input_channels = IntOf(text, "input_shape", 3);
  layer.g.output_channels = IntOf(text, "output_shape", 3);
  SetAxis(text, 1, "stride_h", "pad_top", &layer, &layer.g.height);
  SetAxis(text, 2, "stride_w", "pad_left", &layer, &layer.g.width);
  EXPECT_TRUE(OutputShape(layer.g, &layer.shape).ok());
  EXPECT_EQ(layer.shape.height, IntOf(text, "output_shape", 1));
  EXPECT_EQ(layer.shape.width, IntOf(text, "output_shape", 2));
  layer.activation_min = IntOf(text, "activation_min");
  layer.activation_max = IntOf(text, "activation_max");
  layer.input = ReadArray<std::int16_t>(folder / "input.npy", "<i2");
  layer.filter = ReadArray<std::int8_t>(folder / "filter.npy", "|i1");
  layer.output = ReadArray<std::int16_t>(folder / "output.npy", "<i2");
  layer.bias = ReadArray<std::int64_t>(folder / "bias.npy", "<i8");
  layer.multiplier = ReadArray<std::int32_t>(folder / "multiplier.npy", "<i4");
  layer.shift = ReadArray<std::int32_t>(folder / "shift.npy", "<i4");
  return layer;
}

std::vector<Int16Layer> ReadAll() {
  std::vector<Int16Layer> layers;
  for (const char* model : {"seanet_conv", "seanet_transpose_conv"}) {
    for (const std::filesystem::path& folder : LayerFolders(model)) {
      layers.push_back(ReadInt16Layer(folder));
    }
  }
  EXPECT_EQ(layers.size(), 14u);
  return layers;
}

auto PipelineOf(const Int16Layer& layer) {
  using Row = VectorMap<const std::int32_t, VectorShape::Row>;
  const int channels = layer.g.output_channels;
  gemmlowp::OutputStageScaleInt64ByFixedPointPC scale;
  scale.result_fixedpoint_multiplier = Row(layer.multiplier.data(), channels);
  scale.result_exponent = Row(layer.shift.data(), channels);
  return std::make_tuple(
      gemmlowp::OutputStageBiasAdditionInt64{{layer.bias.data(), channels}},
      scale,
      gemmlowp::OutputStageClamp{layer.activation_min, layer.activation_max},
      gemmlowp::OutputStageSaturatingCastToInt16());
}

void ExpectOk(const Status& status) {
  EXPECT_TRUE(status.ok()) << status.message();
}

PackedFilter Pack(const ConvGeometry& g, const std::int8_t* filter,
                  const char* backend) {
  PackedFilter packed;
  ExpectOk(
      PackedFilter::Pack(g, filter, FilterLayout::kODHWI, &packed, backend));
  return packed;
}

std::vector<std::int16_t> Convolved(GemmContext* context, const char* backend,
                                    const Int16Layer& layer) {
  PreparedConvolution convolution;
  ExpectOk(PreparedConvolution::Prepare<std::int16_t>(
      context, layer.g, Pack(layer.g, layer.filter.data(), backend),
      ConvZeroPoints(), PipelineOf(layer), &convolution));
  std::vector<std::int16_t> output(layer.output.size(), 99);
  ExpectOk(convolution.Run(context, layer.input.data(), output.data()));
  return output;
}

std::vector<std::int16_t> Multiplied(GemmContext* context, const char* backend,
                                     const Int16Layer& layer) {
  const int k = layer.taps() * layer.g.input_channels;
  std::vector<std::int16_t> windows(
      static_cast<std::size_t>(layer.positions()) * k);
  ExpectOk(gemmlowp::Im2col(layer.g, 0, layer.input.data(), 0,
                            MatrixMap<std::int16_t, MapOrder::RowMajor>(
                                windows.data(), layer.positions(), k)));
  const int channels = layer.g.output_channels;
  std::vector<std::int16_t> output(layer.output.size(), 99);
  MatrixMap<std::int16_t, MapOrder::RowMajor> result(
      output.data(), layer.positions(), channels);
  ExpectOk(
      gemmlowp::TryGemmInt16(context,
                             MatrixMap<const std::int16_t, MapOrder::RowMajor>(
                                 windows.data(), layer.positions(), k),
                             Pack(gemmlowp::ProductGeometry(1, k, channels),
                                  layer.filter.data(), backend),
                             ConvZeroPoints(), &result, PipelineOf(layer)));
  return output;
}

// A transposed convolution: a product of each position with the filter of all
// taps, whose int64 results are added up where they meet, and then rescaled by
// a product with 1, in which they are the bias.
std::vector<std::int16_t> MultipliedTransposed(GemmContext* context,
                                               const char* backend,
                                               const Int16Layer& layer) {
  const ConvGeometry& g = layer.g;
  const int inputs = g.height.input * g.width.input;
  const int outputs = g.output_channels, columns = layer.taps() * outputs;
  // The filter is [output channel][tap][input channel].
  std::vector<std::int8_t> filter;
  for (int tap = 0; tap < layer.taps(); ++tap) {
    for (int o = 0; o < outputs; ++o) {
      const auto from =
          layer.filter.begin() + (o * layer.taps() + tap) * g.input_channels;
      filter.insert(filter.end(), from, from + g.input_channels);
    }
  }
  std::vector<std::int64_t> products(static_cast<std::size_t>(inputs) *
                                     columns);
  MatrixMap<std::int64_t, MapOrder::RowMajor> result(products.data(), inputs,
                                                     columns);
  ExpectOk(gemmlowp::TryGemmInt16(
      context,
      MatrixMap<const std::int16_t, MapOrder::RowMajor>(
          layer.input.data(), inputs, g.input_channels),
      Pack(gemmlowp::ProductGeometry(1, g.input_channels, columns),
           filter.data(), backend),
      ConvZeroPoints(), &result,
      std::make_tuple(gemmlowp::OutputStageStoreInt64())));
  std::vector<std::int64_t> sums;
  for (int p = 0; p < layer.positions(); ++p) {
    sums.insert(sums.end(), layer.bias.begin(), layer.bias.end());
  }
  for (int i = 0; i < inputs; ++i) {
    for (int tap = 0; tap < layer.taps(); ++tap) {
      const int y = i / g.width.input * g.height.stride + tap / g.width.kernel -
                    g.height.pad_before;
      const int x = i % g.width.input * g.width.stride + tap % g.width.kernel -
                    g.width.pad_before;
      if (y < 0 || y >= layer.shape.height || x < 0 || x >= layer.shape.width) {
        continue;
      }
      for (int o = 0; o < outputs; ++o) {
        sums[(y * layer.shape.width + x) * outputs + o] +=
            products[static_cast<std::size_t>(i) * columns + tap * outputs + o];
      }
    }
  }
  std::vector<std::int16_t> output;
  for (int p = 0; p < layer.positions(); ++p) {
    Int16Layer row = layer;
    row.bias.assign(sums.begin() + p * outputs,
                    sums.begin() + (p + 1) * outputs);
    const std::int16_t zero = 0;
    const std::vector<std::int8_t> zeros(outputs);
    std::vector<std::int16_t> of_row(outputs);
    MatrixMap<std::int16_t, MapOrder::RowMajor> to(of_row.data(), 1, outputs);
    ExpectOk(gemmlowp::TryGemmInt16(
        context, MatrixMap<const std::int16_t, MapOrder::RowMajor>(&zero, 1, 1),
        Pack(gemmlowp::ProductGeometry(1, 1, outputs), zeros.data(), backend),
        ConvZeroPoints(), &to, PipelineOf(row)));
    output.insert(output.end(), of_row.begin(), of_row.end());
  }
  return output;
}

TEST(GoldenInt16Test, EveryLayerIsExactOnEveryBackend) {
  const std::vector<Int16Layer> layers = ReadAll();
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    for (int threads : {1, 2}) {
      GemmContext context;
      ASSERT_TRUE(context.set_backend(backend.name).ok());
      context.set_max_num_threads(threads);
      for (const Int16Layer& layer : layers) {
        SCOPED_TRACE(layer.name);
        EXPECT_EQ(layer.output, Convolved(&context, backend.name, layer));
        EXPECT_EQ(layer.output,
                  layer.g.transposed
                      ? MultipliedTransposed(&context, backend.name, layer)
                      : Multiplied(&context, backend.name, layer));
      }
    }
  });
}

// Each line of the table as a column: the accumulator, as a sum of 0 and a
// bias, with the multiplier and the shift. The table has accumulators up to
// 2^47, and a bias has half of that, to which a product adds nothing here.
TEST(GoldenInt16Test, EqualsTheTableOfInt64Requantizations) {
  Int16Layer table;
  std::vector<std::int32_t> expected;
  std::ifstream file(GoldenFolder() / "requantization/tflite_int64_16x8.csv");
  std::string line;
  while (std::getline(file, line)) {
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream words(line);
    std::int64_t acc, multiplier, shift, out;
    if (!(words >> acc >> multiplier >> shift >> out)) continue;
    constexpr std::int64_t kMaxBias = std::int64_t{1} << 46;
    if (acc < -kMaxBias || acc >= kMaxBias) continue;
    table.bias.push_back(acc);
    table.multiplier.push_back(static_cast<std::int32_t>(multiplier));
    table.shift.push_back(static_cast<std::int32_t>(shift));
    expected.push_back(static_cast<std::int32_t>(out));
  }
  const int count = static_cast<int>(expected.size());
  EXPECT_GT(count, 5000);
  table.g = gemmlowp::ProductGeometry(1, 1, count);
  const std::int16_t zero = 0;
  const std::vector<std::int8_t> zeros(count);
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    GemmContext context;
    ASSERT_TRUE(context.set_backend(backend.name).ok());
    std::vector<std::int32_t> output(count);
    MatrixMap<std::int32_t, MapOrder::RowMajor> result(output.data(), 1, count);
    const auto pipeline = PipelineOf(table);
    ExpectOk(gemmlowp::TryGemmInt16(
        &context,
        MatrixMap<const std::int16_t, MapOrder::RowMajor>(&zero, 1, 1),
        Pack(table.g, zeros.data(), backend.name), ConvZeroPoints(), &result,
        std::make_tuple(std::get<0>(pipeline), std::get<1>(pipeline))));
    EXPECT_EQ(output, expected);
  });
}

}  // namespace
}  // namespace lowp_test
