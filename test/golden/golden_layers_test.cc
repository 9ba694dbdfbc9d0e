// Layers of real int8 models, with the outputs that TensorFlow Lite Micro's
// reference kernels computed: every byte, through the public API, on every
// backend. Covers the layers that are a single product: convolutions with 1x1
// filters and stride 1, and fully connected layers.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../support/for_each_backend.h"
#include "golden_layer_files.h"

namespace lowp_test {
namespace {

namespace fs = std::filesystem;
using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PackedMatrix;
using gemmlowp::Side;
using gemmlowp::Status;
using gemmlowp::VectorMap;
using gemmlowp::VectorShape;

// input: pixels x k, filter: channels x k, output: pixels x channels.
struct Layer : RecordedLayer {
  std::string name;
  int pixels, channels, depth;
  std::int32_t filter_zero_point;
};

bool IsOneProduct(const LayerText& text) {
  const std::string& op = text.at("op")[0];
  if (op == "FULLY_CONNECTED") return true;
  if (op != "CONV_2D") return false;
  const std::vector<std::string>& shape = text.at("filter_shape");  // OHWI
  bool plain = shape[1] == "1" && shape[2] == "1";
  for (const char* key : {"stride_h", "stride_w", "groups"}) {
    plain = plain && IntOf(text, key) == 1;
  }
  for (const char* key : {"pad_top", "pad_left", "pad_bottom", "pad_right"}) {
    plain = plain && IntOf(text, key) == 0;
  }
  return plain;
}

Layer ReadLayer(const fs::path& folder, const LayerText& text) {
  Layer layer;
  layer.name = folder.parent_path().string() + "/" + folder.filename().string();
  layer.pixels = IntOf(text, "gemm_m");
  layer.channels = IntOf(text, "gemm_n");
  layer.depth = IntOf(text, "gemm_k");
  layer.filter_zero_point = IntOf(text, "tflm_filter_zero_point");
  ReadRecordedLayer(folder, text, &layer);
  // One scale for the whole layer.
  const std::size_t channels = static_cast<std::size_t>(layer.channels);
  if (layer.multiplier.size() == 1) {
    layer.multiplier.resize(channels, layer.multiplier[0]);
    layer.shift.resize(channels, layer.shift[0]);
  }
  EXPECT_EQ(layer.input.size(),
            static_cast<std::size_t>(layer.pixels) * layer.depth);
  EXPECT_EQ(layer.filter.size(), channels * layer.depth);
  EXPECT_EQ(layer.output.size(), channels * layer.pixels);
  EXPECT_EQ(layer.bias.size(), channels);
  EXPECT_EQ(layer.multiplier.size(), channels);
  EXPECT_EQ(layer.shift.size(), channels);
  return layer;
}

std::vector<Layer> ReadLayers(const std::string& model) {
  std::vector<Layer> layers;
  for (const fs::path& folder : LayerFolders(model)) {
    const LayerText text = ReadLayerText(folder);
    if (IsOneProduct(text)) layers.push_back(ReadLayer(folder, text));
  }
  return layers;
}

// The layer's epilogue, with channels along `Channels`.
template <VectorShape Channels>
auto PipelineOf(const Layer& layer) {
  using Vector = VectorMap<const std::int32_t, Channels>;
  const auto vector = [&layer](const std::vector<std::int32_t>& values) {
    return Vector(values.data(), layer.channels);
  };
  gemmlowp::OutputStageBiasAddition<Vector> bias;
  bias.bias_vector = vector(layer.bias);
  gemmlowp::OutputStageScaleInt32ByFixedPointAndExponentPC<Channels> scale;
  scale.result_fixedpoint_multiplier = vector(layer.multiplier);
  scale.result_exponent = vector(layer.shift);
  scale.result_offset_after_shift = layer.output_zero_point;
  const gemmlowp::OutputStageClamp clamp = {layer.activation_min,
                                            layer.activation_max};
  return std::make_tuple(bias, scale, clamp,
                         gemmlowp::OutputStageSaturatingCastToInt8());
}

class GoldenLayersTest : public ::testing::TestWithParam<const char*> {
 protected:
  // Compares the bytes of a result that has the output's layout: a pixel's
  // channels side by side.
  void ExpectOutput(const Layer& layer, const Status& status,
                    const std::vector<std::int8_t>& result) {
    ASSERT_TRUE(status.ok()) << status.message();
    ASSERT_EQ(result.size(), layer.output.size());
    int wrong = 0;
    for (std::size_t i = 0; i < result.size(); ++i) {
      wrong += result[i] != layer.output[i];
    }
    EXPECT_EQ(wrong, 0) << "of " << result.size() << " bytes";
  }

  std::vector<std::int8_t> NewResult(const Layer& layer) {
    return std::vector<std::int8_t>(layer.output.size(), 99);
  }

  // Weights as the lhs: result = filter * input^T, column-major.
  template <typename Weights>
  void WeightsOnTheLeft(GemmContext* context, const Layer& layer,
                        const Weights& weights) {
    SCOPED_TRACE("weights are the lhs");
    const MatrixMap<const std::int8_t, MapOrder::ColMajor> input(
        layer.input.data(), layer.depth, layer.pixels);
    std::vector<std::int8_t> bytes = NewResult(layer);
    MatrixMap<std::int8_t, MapOrder::ColMajor> result(
        bytes.data(), layer.channels, layer.pixels);
    ExpectOutput(
        layer,
        gemmlowp::TryGemm(context, weights, input, &result,
                          -layer.filter_zero_point, -layer.input_zero_point,
                          PipelineOf<VectorShape::Col>(layer)),
        bytes);
  }

  // Weights as the rhs: result = input * filter^T, row-major.
  template <typename Weights>
  void WeightsOnTheRight(GemmContext* context, const Layer& layer,
                         const Weights& weights) {
    SCOPED_TRACE("weights are the rhs");
    const MatrixMap<const std::int8_t, MapOrder::RowMajor> input(
        layer.input.data(), layer.pixels, layer.depth);
    std::vector<std::int8_t> bytes = NewResult(layer);
    MatrixMap<std::int8_t, MapOrder::RowMajor> result(
        bytes.data(), layer.pixels, layer.channels);
    ExpectOutput(
        layer,
        gemmlowp::TryGemm(context, input, weights, &result,
                          -layer.input_zero_point, -layer.filter_zero_point,
                          PipelineOf<VectorShape::Row>(layer)),
        bytes);
  }

  void TryEveryForm(const gemmlowp::internal::Backend& backend,
                    const Layer& layer, int threads) {
    SCOPED_TRACE(layer.name);
    GemmContext context;
    ASSERT_TRUE(context.set_backend(backend.name).ok());
    context.set_max_num_threads(threads);
    const MatrixMap<const std::int8_t, MapOrder::RowMajor> left(
        layer.filter.data(), layer.channels, layer.depth);
    const MatrixMap<const std::int8_t, MapOrder::ColMajor> right(
        layer.filter.data(), layer.depth, layer.channels);
    WeightsOnTheLeft(&context, layer, left);
    WeightsOnTheRight(&context, layer, right);
    PackedMatrix packed_left, packed_right;
    ASSERT_TRUE(
        PackedMatrix::Pack(left, Side::kLhs, &packed_left, backend.name).ok());
    ASSERT_TRUE(
        PackedMatrix::Pack(right, Side::kRhs, &packed_right, backend.name)
            .ok());
    SCOPED_TRACE("packed");
    WeightsOnTheLeft(&context, layer, packed_left);
    WeightsOnTheRight(&context, layer, packed_right);
  }
};

TEST_P(GoldenLayersTest, EveryByteIsAsRecorded) {
  const std::string model = GetParam();
  const std::vector<Layer> layers = ReadLayers(model);
  ASSERT_FALSE(HasFailure());
  // Each case of person_detect has 14 such layers, each of micro_speech has 1.
  EXPECT_EQ(layers.size(), model == "person_detect" ? 28u : 2u);
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    for (const Layer& layer : layers) {
      TryEveryForm(backend, layer, 1);
      TryEveryForm(backend, layer, 2);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Models, GoldenLayersTest,
                         ::testing::Values("person_detect", "micro_speech"));

}  // namespace
}  // namespace lowp_test
