// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "requantizer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

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
  return type == ElementType::kInt16 ? Bounds{-32768, 32767}
                                     : Bounds{-128, 127};
}

Status BoundsOf(int activation, const Tensor& output, Bounds* bounds) {
  const Bounds range = RangeOf(output.type);
  switch (static_cast<Activation>(activation)) {
    case Activation::kNone:
      *bounds = range;
      return Status();
    case Activation::kRelu:
      *bounds = {Quantized(0, output), range.high};
      return Status();
    case Activation::kReluN1To1:
      *bounds = {Quantized(-1, output), Quantized(1, output)};
      return Status();
    case Activation::kRelu6:
      *bounds = {Quantized(0, output), Quantized(6, output)};
      return Status();
  }
  return Refuse("fused_activation_function", activation,
                "is none of NONE, RELU, RELU_N1_TO_1 and RELU6");
}

Status MultiplierBetween(const Tensor& input, const Tensor& output,
                         gemmlowp::FixedPointMultiplier* multiplier) {
  double factor = 0;
  const Status status = gemmlowp::RealMultiplier(
      input.quantization.scales[0], 1, output.quantization.scales[0], &factor);
  return status.ok() ? gemmlowp::QuantizeMultiplier(factor, multiplier)
                     : status;
}

Status Requantizer::Make(const Tensor& input, const Tensor& filter,
                         const Tensor* bias, const Tensor& output, int channels,
                         const Operator& op,
                         gemmlowp::FixedPointRounding rounding,
                         Requantizer* requantizer) {
  Requantizer made;
  const auto count = static_cast<std::size_t>(channels);
  made.bias_.assign(count, 0);
  made.rounding_ = rounding;
  made.zero_point_ = output.quantization.zero_points[0];
  Status status = BoundsOf(op.options.activation, output, &made.bounds_);
  if (status.ok() && bias != nullptr) {
    status = ReadInts(*bias, "bias", &made.bias_);
    if (status.ok() && made.bias_.size() != count) {
      status = Refuse("bias", static_cast<std::int64_t>(made.bias_.size()),
                      "values are not one a channel");
    }
  }
  const std::vector<float>& scales = filter.quantization.scales;
  const bool of_float_product =
      op.code == kFullyConnected && scales.size() == 1;
  std::vector<double> factors(count);
  for (std::size_t i = 0; status.ok() && i < count; ++i) {
    const auto factor = of_float_product
                            ? gemmlowp::RealMultiplierOfFloatProduct
                            : gemmlowp::RealMultiplier;
    status =
        factor(input.quantization.scales[0], scales[scales.size() == 1 ? 0 : i],
               output.quantization.scales[0], &factors[i]);
  }
  if (!status.ok()) return status;
  made.multipliers_.resize(count);
  made.exponents_.resize(count);
  status = gemmlowp::QuantizeMultipliers(
      gemmlowp::QuantizeMultiplier, factors.data(), channels,
      made.multipliers_.data(), made.exponents_.data());
  if (status.ok()) *requantizer = std::move(made);
  return status;
}

}  // namespace lowp_network
