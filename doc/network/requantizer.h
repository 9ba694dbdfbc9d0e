// How TensorFlow Lite turns the sums of a layer with weights into int8 or
// int16: bias, scale, zero point, activation. Here as pipelines of lowp's
// output stages.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_REQUANTIZER_H_
#define LOWP_DOC_NETWORK_REQUANTIZER_H_

#include <gemmlowp/public/output_stages.h>
#include <gemmlowp/public/quantization/multiplier_builders.h>
#include <gemmlowp/public/stages/float.h>
#include <gemmlowp/public/stages/int64.h>
#include <gemmlowp/public/status.h>

#include <cstdint>
#include <tuple>
#include <vector>

#include "graph.h"

namespace lowp_network {

// The values that remain after an activation, all finite.
struct RealBounds {
  float low, high;
};
gemmlowp::Status RealBoundsOf(int activation, RealBounds* bounds);

// The same as integers of the output: zero_point + round(bound / scale) within
// the range of its type.
struct Bounds {
  std::int32_t low = -128, high = 127;
};
Bounds RangeOf(ElementType type);
gemmlowp::Status BoundsOf(int activation, const Tensor& output, Bounds* bounds);

// From the input's scale to the output's, formed in double.
gemmlowp::Status MultiplierBetween(const Tensor& input, const Tensor& output,
                                   gemmlowp::FixedPointMultiplier* multiplier);
// x_scale * y_scale / result_scale, formed in float.
gemmlowp::Status MultiplierInFloat(float x_scale, float y_scale,
                                   float result_scale,
                                   gemmlowp::FixedPointMultiplier* multiplier);

// The type of a layer's sums and of its bias: int32 for inputs of int8; for
// those of int16 what the options say.
ElementType SumTypeOf(const Tensor& input, const Options& options);
// Values of that type, one a channel; zeros if `bias` is null.
gemmlowp::Status ReadBias(const Tensor* bias, ElementType type, int channels,
                          std::vector<std::int64_t>* values);

// input scale * filter scale / output scale of a channel: formed in double, or
// with a float as the product.
using FormFactor = gemmlowp::Status (*)(float input, float filter, float output,
                                        double* factor);
// The factors of all channels, which one scale of the filter may be for.
gemmlowp::Status FactorsOf(const Tensor& input, const Tensor& filter,
                           const Tensor& output, int channels, FormFactor form,
                           std::vector<double>* factors);

// A value for each column, as output stages refer to them.
template <typename T>
gemmlowp::VectorMap<const T, gemmlowp::VectorShape::Row> RowVectorOf(
    const std::vector<T>& values) {
  return {values.data(), static_cast<int>(values.size())};
}

// Parameters for each channel of a layer's output.
class Requantizer {
 public:
  // `bias` may be null. Checks bias and activation; input, filter and output
  // have been checked. Sums are scaled by fixed-point multipliers with two
  // roundings.
  static gemmlowp::Status Make(const Tensor& input, const Tensor& filter,
                               const Tensor* bias, const Tensor& output,
                               int channels, const Operator& op,
                               FormFactor form, Requantizer* requantizer);
  // The same, but sums are scaled in double, ties away from zero: by
  // multipliers with one rounding that give the same results, if all channels
  // have such.
  static gemmlowp::Status MakeInDouble(const Tensor& input,
                                       const Tensor& filter, const Tensor* bias,
                                       const Tensor& output, int channels,
                                       const Operator& op,
                                       Requantizer* requantizer);

  // Whether a channel has none, and DoublePipeline is needed.
  bool needs_double() const { return needs_double_; }

  // Of sums of int32, to the type that the cast has. The stages refer to this
  // object's vectors.
  template <typename Cast>
  auto Pipeline() const {
    gemmlowp::OutputStageBiasAddition<decltype(RowVectorOf(bias_))> add_bias;
    add_bias.bias_vector = RowVectorOf(bias_);
    gemmlowp::OutputStageScaleInt32ByFixedPointPC<gemmlowp::VectorShape::Row>
        scale;
    scale.result_fixedpoint_multiplier = RowVectorOf(multipliers_);
    scale.result_exponent = RowVectorOf(exponents_);
    scale.result_offset_after_shift = zero_point_;
    scale.result_rounding = rounding_;
    return std::make_tuple(
        add_bias, scale, gemmlowp::OutputStageClamp{bounds_.low, bounds_.high},
        Cast());
  }

  template <typename Cast>
  auto DoublePipeline() const {
    gemmlowp::OutputStageBiasAddition<decltype(RowVectorOf(bias_))> add_bias;
    add_bias.bias_vector = RowVectorOf(bias_);
    gemmlowp::OutputStageScaleInt32ByDoublePC<gemmlowp::VectorShape::Row> scale;
    scale.result_scale = RowVectorOf(factors_);
    scale.result_offset = zero_point_;
    scale.result_rounding = gemmlowp::FloatRounding::kAway;
    scale.result_order = gemmlowp::ZeroPointOrder::kAfterRounding;
    return std::make_tuple(
        add_bias, scale, gemmlowp::OutputStageClamp{bounds_.low, bounds_.high},
        Cast());
  }

  // Of sums of int64, to int16: the multipliers have 15 bits, and the rounding
  // is one.
  auto WidePipeline() const {
    gemmlowp::OutputStageBiasAdditionInt64 add_bias;
    add_bias.bias_vector = RowVectorOf(wide_bias_);
    gemmlowp::OutputStageScaleInt64ByFixedPointPC scale;
    scale.result_fixedpoint_multiplier = RowVectorOf(multipliers_);
    scale.result_exponent = RowVectorOf(exponents_);
    return std::make_tuple(
        add_bias, scale, gemmlowp::OutputStageClamp{bounds_.low, bounds_.high},
        gemmlowp::OutputStageSaturatingCastToInt16());
  }

 private:
  // All but the multipliers.
  gemmlowp::Status Begin(const Tensor& input, const Tensor& filter,
                         const Tensor* bias, const Tensor& output, int channels,
                         const Operator& op, FormFactor form);

  std::vector<std::int64_t> wide_bias_;
  std::vector<std::int32_t> bias_, multipliers_, exponents_;
  std::vector<double> factors_;
  bool needs_double_ = false;
  std::int32_t zero_point_ = 0;
  gemmlowp::FixedPointRounding rounding_ =
      gemmlowp::FixedPointRounding::kDouble;
  Bounds bounds_;
};

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_REQUANTIZER_H_
