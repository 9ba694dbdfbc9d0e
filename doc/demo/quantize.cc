// Chooses quantization parameters and fixed-point multipliers.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "quantize.h"

#include <algorithm>
#include <cmath>

namespace lowp_demo {

QuantizationParams ChooseAsymmetric(double min, double max, int low, int high) {
  min = std::min(min, 0.0);
  max = std::max(max, 0.0);
  QuantizationParams params;
  params.low = low;
  params.high = high;
  if (min == max) {
    params.zero_point = std::clamp(0, low, high);
    return params;
  }
  params.scale = (max - min) / (high - low);
  // Either end of the range determines the zero point; the end with the smaller
  // terms does so with less rounding error.
  const double from_low = low - min / params.scale;
  const double from_high = high - max / params.scale;
  const double low_terms = std::abs(low) + std::abs(min / params.scale);
  const double high_terms = std::abs(high) + std::abs(max / params.scale);
  const double zero_point = low_terms < high_terms ? from_low : from_high;
  params.zero_point =
      std::clamp(static_cast<int>(std::round(zero_point)), low, high);
  return params;
}

QuantizationParams ChooseSymmetric(double min, double max, int high) {
  QuantizationParams params;
  params.low = -high;
  params.high = high;
  const double largest = std::max(std::abs(min), std::abs(max));
  if (largest > 0) params.scale = largest / high;
  return params;
}

int Quantize(double real, const QuantizationParams& params) {
  const double nearest = std::round(real / params.scale) + params.zero_point;
  return static_cast<int>(std::clamp(nearest, static_cast<double>(params.low),
                                     static_cast<double>(params.high)));
}

FixedPointMultiplier QuantizeMultiplier(double real) {
  FixedPointMultiplier result;
  if (!(real > 0)) return result;
  int exponent = 0;
  const double fraction = std::frexp(real, &exponent);  // in [1/2, 1)
  auto multiplier = static_cast<std::int64_t>(
      std::round(fraction * static_cast<double>(std::int64_t{1} << 31)));
  if (multiplier == std::int64_t{1} << 31) {
    multiplier /= 2;
    ++exponent;
  }
  if (exponent < -31) return result;
  result.multiplier = static_cast<std::int32_t>(multiplier);
  result.exponent = exponent;
  return result;
}

double RealMultiplier(const FixedPointMultiplier& multiplier) {
  return std::ldexp(static_cast<double>(multiplier.multiplier),
                    multiplier.exponent - 31);
}

}  // namespace lowp_demo
