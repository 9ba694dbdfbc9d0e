// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "requantizer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "operands.h"

namespace lowp_network {
namespace {

using gemmlowp::Status;

// zero_point + round(bound / scale), ties away from zero, within the type's
// range.
std::int32_t Quantized(float bound, const Tensor& tensor) {
  constexpr float kFar = 1 << 17;  // beyond any value from any zero point
  const float steps = std::round(bound / tensor.quantization.scales[0]);
  const float within = std::min(std::max(steps, -kFar), kFar);
  const std::int32_t value =
      tensor.quantization.zero_points[0] + static_cast<std::int32_t>(within);
  const Bounds range = RangeOf(tensor.type);
  return std::min(std::max(value, range.low), range.high);
}

}  // namespace

Bounds RangeOf(ElementType type) {
  if (type == ElementType::kInt16) return {-32768, 32767};
  if (type == ElementType::kUInt8) return {0, 255};
  return {-128, 127};
}

Status RealBoundsOf(int activation, RealBounds* bounds) {
  constexpr float kMax = std::numeric_limits<float>::max();
  switch (static_cast<Activation>(activation)) {
    case Activation::kNone:
      *bounds = {-kMax, kMax};
      return Status();
    case Activation::kRelu:
      *bounds = {0, kMax};
      return Status();
    case Activation::kReluN1To1:
      *bounds = {-1, 1};
      return Status();
    case Activation::kRelu6:
      *bounds = {0, 6};
      return Status();
    case Activation::kTanh:
      break;
  }
  return Refuse("fused_activation_function", activation,
                "is none of NONE, RELU, RELU_N1_TO_1 and RELU6");
}

Status BoundsOf(int activation, const Tensor& output, Bounds* bounds) {
  RealBounds real = {};
  const Status status = RealBoundsOf(activation, &real);
  if (status.ok()) {
    *bounds = {Quantized(real.low, output), Quantized(real.high, output)};
  }
  return status;
}

Status MultiplierBetween(const Tensor& input, const Tensor& output,
                         gemmlowp::FixedPointMultiplier* multiplier) {
  double factor = 0;
  const Status status = gemmlowp::RealMultiplier(
      input.quantization.scales[0], 1, output.quantization.scales[0], &factor);
  return status.ok() ? gemmlowp::QuantizeMultiplier(factor, multiplier)
                     : status;
}

Status MultiplierInFloat(float x_scale, float y_scale, float result_scale,
                         gemmlowp::FixedPointMultiplier* multiplier) {
  float factor = 0;
  const Status status =
      gemmlowp::FloatMultiplier(x_scale, y_scale, result_scale, &factor);
  if (!status.ok()) return status;
  return gemmlowp::QuantizeMultiplier(static_cast<double>(factor), multiplier);
}

ElementType SumTypeOf(const Tensor& input, const Options& options) {
  constexpr auto kInt32 = ElementType::kInt32;
  return input.type == ElementType::kInt8 ||
                 options.quantized_bias_type == static_cast<int>(kInt32)
             ? kInt32
             : ElementType::kInt64;
}

Status ReadBias(const Tensor* bias, ElementType type, int channels,
                std::vector<std::int64_t>* values) {
  const auto count = static_cast<std::size_t>(channels);
  values->assign(count, 0);
  if (bias == nullptr) return Status();
  if (bias->type != type) {
    return RefuseType(
        "bias", *bias,
        type == ElementType::kInt32 ? "is not of int32" : "is not of int64");
  }
  const Status status = ReadIndices(*bias, "bias", values);
  if (!status.ok() || values->size() == count) return status;
  return Refuse("bias", static_cast<std::int64_t>(values->size()),
                "values are not one a channel");
}

Status FactorsOf(const Tensor& input, const Tensor& filter,
                 const Tensor& output, int channels, FormFactor form,
                 std::vector<double>* factors) {
  const std::vector<float>& scales = filter.quantization.scales;
  factors->resize(static_cast<std::size_t>(channels));
  for (std::size_t i = 0; i < factors->size(); ++i) {
    const Status status =
        form(input.quantization.scales[0], scales[scales.size() == 1 ? 0 : i],
             output.quantization.scales[0], &(*factors)[i]);
    if (!status.ok()) return status;
  }
  return Status();
}

Status Requantizer::Begin(const Tensor& input, const Tensor& filter,
                          const Tensor* bias, const Tensor& output,
                          int channels, const Operator& op, FormFactor form) {
  zero_point_ = output.quantization.zero_points[0];
  Status status = BoundsOf(op.options.activation, output, &bounds_);
  if (status.ok()) {
    status =
        ReadBias(bias, SumTypeOf(input, op.options), channels, &wide_bias_);
  }
  if (status.ok()) {
    status = FactorsOf(input, filter, output, channels, form, &factors_);
  }
  for (std::int64_t value : wide_bias_) {
    bias_.push_back(static_cast<std::int32_t>(value));
  }
  multipliers_.resize(factors_.size());
  exponents_.resize(factors_.size());
  return status;
}

Status Requantizer::Make(const Tensor& input, const Tensor& filter,
                         const Tensor* bias, const Tensor& output, int channels,
                         const Operator& op, FormFactor form,
                         Requantizer* requantizer) {
  Requantizer made;
  Status status = made.Begin(input, filter, bias, output, channels, op, form);
  if (!status.ok()) return status;
  status = gemmlowp::QuantizeMultipliers(
      gemmlowp::QuantizeMultiplier, made.factors_.data(), channels,
      made.multipliers_.data(), made.exponents_.data());
  if (status.ok()) *requantizer = std::move(made);
  return status;
}

Status Requantizer::MakeInDouble(const Tensor& input, const Tensor& filter,
                                 const Tensor* bias, const Tensor& output,
                                 int channels, const Operator& op,
                                 Requantizer* requantizer) {
  Requantizer made;
  made.rounding_ = gemmlowp::FixedPointRounding::kSingleUpward;
  const Status status = made.Begin(input, filter, bias, output, channels, op,
                                   gemmlowp::RealMultiplier);
  if (!status.ok()) return status;
  for (std::size_t i = 0; i < made.factors_.size(); ++i) {
    gemmlowp::FixedPointMultiplier multiplier;
    made.needs_double_ =
        made.needs_double_ ||
        !gemmlowp::MultiplierOfDouble(
             made.factors_[i], made.bounds_.low - made.zero_point_,
             made.bounds_.high - made.zero_point_, &multiplier)
             .ok();
    made.multipliers_[i] = multiplier.multiplier;
    made.exponents_[i] = multiplier.exponent;
  }
  *requantizer = std::move(made);
  return status;
}

}  // namespace lowp_network
