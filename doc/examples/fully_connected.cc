// A fully connected layer as quantized models hold it: real values are
// scale * (q - zero_point), weights are units x k, and the result is
// requantized to the scale and zero point of the output.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/lowp.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <tuple>

namespace {

constexpr int kBatch = 2, kUnits = 3, kDepth = 4;

struct Quantization {
  float scale;
  std::int32_t zero_point;
};
constexpr Quantization kInput = {0.05f, -3}, kOutput = {0.1f, 7};
constexpr float kWeightScale = 0.02f;  // zero point 0

gemmlowp::Status FullyConnected(const std::int8_t* input,    // kBatch x kDepth
                                const std::int8_t* weights,  // kUnits x kDepth
                                const std::int32_t* bias,    // kUnits
                                std::int8_t* output) {       // kBatch x kUnits
  using namespace gemmlowp;
  // Fully connected layers multiply the scales in float; convolutions use
  // RealMultiplier, which does it in double.
  double real = 0;
  Status status = RealMultiplierOfFloatProduct(kInput.scale, kWeightScale,
                                               kOutput.scale, &real);
  FixedPointMultiplier multiplier;
  if (status.ok()) status = QuantizeMultiplier(real, &multiplier);
  if (!status.ok()) return status;

  const MatrixMap<const std::int8_t, MapOrder::RowMajor> lhs(input, kBatch,
                                                             kDepth);
  // Units x k, row by row, is k x units, column by column.
  const MatrixMap<const std::int8_t, MapOrder::ColMajor> rhs(weights, kDepth,
                                                             kUnits);
  MatrixMap<std::int8_t, MapOrder::RowMajor> result(output, kBatch, kUnits);

  using PerUnit = VectorMap<const std::int32_t, VectorShape::Row>;
  const auto pipeline = std::make_tuple(
      OutputStageBiasAddition<PerUnit>{PerUnit(bias, kUnits)},
      OutputStageScaleInt32ByFixedPointAndExponent{
          multiplier.multiplier, multiplier.exponent, kOutput.zero_point},
      OutputStageClamp{kOutput.zero_point, 127},  // ReLU
      OutputStageSaturatingCastToInt8{});

  GemmContext context;
  // An offset is added, a zero point subtracted.
  return TryGemm(&context, lhs, rhs, &result, -kInput.zero_point, 0, pipeline);
}

}  // namespace

int main() {
  const std::int8_t input[] = {10, -20, 30, 40, -50, 60, 70, -80};
  const std::int8_t weights[] = {100, -3,  5,  90, -7,  11,
                                 13,  -17, 50, 60, -70, 80};
  const std::int32_t bias[] = {500, -300, 0};
  std::int8_t output[kBatch * kUnits];
  const gemmlowp::Status status = FullyConnected(input, weights, bias, output);
  std::printf("%s\n", status.message().c_str());

  bool as_defined = status.ok();
  for (int i = 0; i < kBatch * kUnits; ++i) {
    const int row = i / kUnits, unit = i % kUnits;
    double real = bias[unit] * double{kInput.scale} * kWeightScale;
    for (int k = 0; k < kDepth; ++k) {
      real += double{kInput.scale} *
              (input[row * kDepth + k] - kInput.zero_point) * kWeightScale *
              weights[unit * kDepth + k];
    }
    const double q =
        std::round(std::fmax(real, 0) / kOutput.scale) + kOutput.zero_point;
    as_defined = as_defined && output[i] == std::fmin(q, 127);
    std::printf("%d%s", output[i], unit + 1 < kUnits ? " " : "\n");
  }
  return as_defined ? 0 : 1;
}
