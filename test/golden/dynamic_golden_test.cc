// Dynamic linear layers against what other systems computed
// (golden/dynamic/record.py says how, and what a table holds).
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "../../public/dynamic/dynamic_linear.h"
#include "../../public/gemmlowp.h"
#include "../support/context_for.h"
#include "../support/for_each_backend.h"

namespace lowp_test {
namespace {

using gemmlowp::DynamicLinear;
using gemmlowp::DynamicLinearParameters;
using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;

template <typename T>
using Rows = MatrixMap<T, MapOrder::RowMajor>;

struct RecordedLayer {
  std::string name;
  int rows = 0, k = 0, n = 0;
  bool is_signed = false, reduce_range = false, relu = false;
  std::map<std::string, std::vector<float>> floats;
  std::map<std::string, std::vector<std::int32_t>> integers;
};

std::vector<RecordedLayer> ReadLayers(const std::string& name) {
  std::vector<RecordedLayer> layers;
  std::ifstream file(LOWP_GOLDEN_DIR "/dynamic/" + name);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "#") continue;
    if (word == "case") {
      RecordedLayer layer;
      std::string type;
      words >> layer.name >> layer.rows >> layer.k >> layer.n >> type >>
          layer.reduce_range >> layer.relu;
      layer.is_signed = type == "s8";
      layers.push_back(layer);
    } else if (word == "weights" || word == "zero_points") {
      std::vector<std::int32_t>* const to = &layers.back().integers[word];
      for (std::int32_t value; words >> value;) to->push_back(value);
    } else {
      std::vector<float>* const to = &layers.back().floats[word];
      for (std::string hexadecimal; words >> hexadecimal;) {
        const std::uint32_t bits =
            static_cast<std::uint32_t>(std::stoul(hexadecimal, nullptr, 16));
        to->emplace_back();
        std::memcpy(&to->back(), &bits, sizeof(bits));
      }
    }
  }
  return layers;
}

template <typename T>
void CheckLayer(const RecordedLayer& recorded,
                const gemmlowp::DynamicArithmetic& arithmetic) {
  SCOPED_TRACE(recorded.name);
  std::vector<T> weights;
  for (const std::int32_t value : recorded.integers.at("weights")) {
    weights.push_back(static_cast<T>(value));
  }
  const std::vector<float>& scales = recorded.floats.at("scales");
  const std::vector<float>& bias = recorded.floats.at("bias");
  const std::vector<float>& x = recorded.floats.at("x");
  const std::vector<float>& expected = recorded.floats.at("y");
  const std::vector<std::int32_t>& zeros = recorded.integers.at("zero_points");
  DynamicLinearParameters parameters;
  parameters.scales = {scales.data(), static_cast<int>(scales.size())};
  parameters.zero_points = {zeros.data(), static_cast<int>(zeros.size())};
  parameters.bias = {bias.data(), static_cast<int>(bias.size())};
  parameters.arithmetic = arithmetic;
  if (recorded.relu) parameters.low = 0;
  ForEachBackend([&](const Backend& backend) {
    GemmContext* const context = ContextFor(backend);
    DynamicLinear layer;
    Status status = DynamicLinear::Prepare(
        context, Rows<const T>(weights.data(), recorded.k, recorded.n),
        parameters, &layer);
    ASSERT_TRUE(status.ok()) << status.message();
    std::vector<float> y(expected.size());
    status = layer.Run(context,
                       Rows<const float>(x.data(), recorded.rows, recorded.k),
                       Rows<float>(y.data(), recorded.rows, recorded.n));
    ASSERT_TRUE(status.ok()) << status.message();
    for (std::size_t i = 0; i < y.size(); ++i) {
      ASSERT_EQ(std::memcmp(&y[i], &expected[i], sizeof(float)), 0)
          << i << ": " << y[i] << " instead of " << expected[i];
    }
  });
}

TEST(DynamicGoldenTest, OnnxTensorIsOnnxRuntimes) {
  const std::vector<RecordedLayer> layers = ReadLayers("onnxruntime.txt");
  ASSERT_EQ(layers.size(), 16u);
  for (const RecordedLayer& layer : layers) {
    if (layer.is_signed) {
      CheckLayer<std::int8_t>(layer, gemmlowp::OnnxTensor());
    } else {
      CheckLayer<std::uint8_t>(layer, gemmlowp::OnnxTensor());
    }
  }
}

TEST(DynamicGoldenTest, AsymmetricRowsByInverseIsXnnpacks) {
  const std::vector<RecordedLayer> layers = ReadLayers("litert.txt");
  ASSERT_EQ(layers.size(), 16u);
  for (const RecordedLayer& layer : layers) {
    CheckLayer<std::int8_t>(layer, gemmlowp::AsymmetricRowsByInverse());
  }
}

void CheckPyTorch(const char* file, gemmlowp::DynamicCode code) {
  const std::vector<RecordedLayer> layers = ReadLayers(file);
  ASSERT_EQ(layers.size(), 32u);
  for (const RecordedLayer& layer : layers) {
    CheckLayer<std::int8_t>(
        layer, gemmlowp::ReciprocalTensor(layer.reduce_range, code));
  }
}

TEST(DynamicGoldenTest, ReciprocalTensorIsPyTorchs) {
  CheckPyTorch("torch.txt", gemmlowp::DynamicCode::kMultiply);
}

TEST(DynamicGoldenTest, FusedReciprocalTensorIsPyTorchsOf2022) {
  CheckPyTorch("torch_1_13.txt", gemmlowp::DynamicCode::kFused);
}

}  // namespace
}  // namespace lowp_test
