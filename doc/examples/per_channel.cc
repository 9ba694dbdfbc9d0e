// A fully connected layer in gemmlowp's usual layout (weights units x k, one
// column of activations per image), with one scale per unit, a leaky ReLU
// written here, and a check against plain loops.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/fixedpoint/fixedpoint.h>
#include <gemmlowp/public/gemmlowp.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <tuple>
#include <vector>

namespace {

constexpr int kUnits = 20;
constexpr int kDepth = 70;
constexpr int kBatch = 3;
constexpr int kInputZeroPoint = -5;
constexpr int kOutputZeroPoint = 12;

// A stage that the library does not have: it divides negative values by eight.
// Any type that can be called like this is a stage.
struct LeakyRelu {
  std::int32_t zero_point;
  std::int32_t operator()(std::int32_t value, int /*row*/,
                          int /*column*/) const {
    return value < zero_point ? zero_point + (value - zero_point) / 8 : value;
  }
};

struct Layer {
  std::vector<std::int8_t> weights;                      // units x k, symmetric
  std::vector<std::int32_t> bias, multiplier, exponent;  // one per unit
};

Layer MakeLayer() {
  Layer layer;
  for (int i = 0; i < kUnits * kDepth; ++i) {
    layer.weights.push_back(static_cast<std::int8_t>(i * 73 % 255 - 127));
  }
  for (int unit = 0; unit < kUnits; ++unit) {
    layer.bias.push_back(1000 * (unit - kUnits / 2));
    layer.multiplier.push_back((1 << 30) + 12345678 * unit);
    layer.exponent.push_back(-9 - unit % 3);
  }
  return layer;
}

gemmlowp::Status Run(const Layer& layer, const std::vector<std::int8_t>& input,
                     std::vector<std::int8_t>* output) {
  using gemmlowp::MapOrder;
  using gemmlowp::MatrixMap;
  using UnitVector =  // a column vector: one entry per row of the result
      gemmlowp::VectorMap<const std::int32_t, gemmlowp::VectorShape::Col>;
  const MatrixMap<const std::int8_t, MapOrder::RowMajor> lhs(
      layer.weights.data(), kUnits, kDepth);
  const MatrixMap<const std::int8_t, MapOrder::ColMajor> rhs(input.data(),
                                                             kDepth, kBatch);
  MatrixMap<std::int8_t, MapOrder::ColMajor> result(output->data(), kUnits,
                                                    kBatch);

  gemmlowp::OutputStageBiasAddition<UnitVector> add_bias;
  add_bias.bias_vector = UnitVector(layer.bias.data(), kUnits);
  gemmlowp::OutputStageScaleInt32ByFixedPointAndExponentPC<
      gemmlowp::VectorShape::Col>
      scale;
  scale.result_fixedpoint_multiplier =
      UnitVector(layer.multiplier.data(), kUnits);
  scale.result_exponent = UnitVector(layer.exponent.data(), kUnits);
  scale.result_offset_after_shift = kOutputZeroPoint;
  const auto pipeline =
      std::make_tuple(add_bias, scale, LeakyRelu{kOutputZeroPoint},
                      gemmlowp::OutputStageSaturatingCastToInt8());

  gemmlowp::GemmContext context;
  return gemmlowp::TryGemm(&context, lhs, rhs, &result, 0, -kInputZeroPoint,
                           pipeline);
}

int Expected(const Layer& layer, const std::vector<std::int8_t>& input,
             int unit, int image) {
  std::int32_t sum = layer.bias[unit];
  for (int d = 0; d < kDepth; ++d) {
    sum += layer.weights[unit * kDepth + d] *
           (input[image * kDepth + d] - kInputZeroPoint);
  }
  const std::int32_t scaled = gemmlowp::RoundingDivideByPOT(
      gemmlowp::SaturatingRoundingDoublingHighMul(sum, layer.multiplier[unit]),
      -layer.exponent[unit]);
  const std::int32_t value =
      LeakyRelu{kOutputZeroPoint}(scaled + kOutputZeroPoint, unit, image);
  return std::clamp(value, -128, 127);
}

}  // namespace

int main() {
  const Layer layer = MakeLayer();
  std::vector<std::int8_t> input;
  for (int i = 0; i < kDepth * kBatch; ++i) {
    input.push_back(static_cast<std::int8_t>(i * 37 % 256 - 128));
  }
  std::vector<std::int8_t> output(kUnits * kBatch);
  const gemmlowp::Status status = Run(layer, input, &output);
  if (!status.ok()) {
    std::printf("%s\n", status.message().c_str());
    return 1;
  }
  for (int image = 0; image < kBatch; ++image) {
    for (int unit = 0; unit < kUnits; ++unit) {
      const int actual = output[image * kUnits + unit];
      const int expected = Expected(layer, input, unit, image);
      std::printf("%5d", actual);
      if (actual != expected) {
        std::printf(" instead of %d\n", expected);
        return 1;
      }
    }
    std::printf("\n");
  }
  return 0;
}
