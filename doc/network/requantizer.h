// How TensorFlow Lite turns the sums of a layer with weights into int8: bias,
// scale, zero point, activation. Here as a pipeline of lowp's output stages.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_REQUANTIZER_H_
#define LOWP_DOC_NETWORK_REQUANTIZER_H_

#include <gemmlowp/public/output_stages.h>
#include <gemmlowp/public/quantization/multiplier_builders.h>
#include <gemmlowp/public/status.h>

#include <cstdint>
#include <tuple>
#include <vector>

#include "graph.h"

namespace lowp_network {

// The values that remain after an activation, as integers of the output:
// zero_point + round(bound / scale) within the range of its type, int8 or int16.
struct Bounds {
  std::int32_t low = -128, high = 127;
};
Bounds RangeOf(ElementType type);
gemmlowp::Status BoundsOf(int activation, const Tensor& output, Bounds* bounds);

// From the input's scale to the output's, formed in double.
gemmlowp::Status MultiplierBetween(const Tensor& input, const Tensor& output,
                                   gemmlowp::FixedPointMultiplier* multiplier);

// Parameters for each channel of a layer's output.
class Requantizer {
 public:
  // `bias` may be null. Checks bias and activation; input, filter and output
  // have been checked. Convolutions form the factor
  //   input scale * filter scale / output scale
  // in double, fully connected layers with one scale for all channels form the
  // product in float.
  static gemmlowp::Status Make(const Tensor& input, const Tensor& filter,
                               const Tensor* bias, const Tensor& output,
                               int channels, const Operator& op,
                               gemmlowp::FixedPointRounding rounding,
                               Requantizer* requantizer);

  // The stages refer to this object's vectors.
  auto Pipeline() const {
    using Row =
        gemmlowp::VectorMap<const std::int32_t, gemmlowp::VectorShape::Row>;
    const auto row = [](const std::vector<std::int32_t>& values) {
      return Row(values.data(), static_cast<int>(values.size()));
    };
    gemmlowp::OutputStageBiasAddition<Row> add_bias;
    add_bias.bias_vector = row(bias_);
    gemmlowp::OutputStageScaleInt32ByFixedPointPC<gemmlowp::VectorShape::Row>
        scale;
    scale.result_fixedpoint_multiplier = row(multipliers_);
    scale.result_exponent = row(exponents_);
    scale.result_offset_after_shift = zero_point_;
    scale.result_rounding = rounding_;
    return std::make_tuple(
        add_bias, scale, gemmlowp::OutputStageClamp{bounds_.low, bounds_.high},
        gemmlowp::OutputStageSaturatingCastToInt8());
  }

 private:
  std::vector<std::int32_t> bias_, multipliers_, exponents_;
  std::int32_t zero_point_ = 0;
  gemmlowp::FixedPointRounding rounding_ =
      gemmlowp::FixedPointRounding::kDouble;
  Bounds bounds_;
};

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_REQUANTIZER_H_
