// Affine quantization: how the demo picks parameters, and what they mean.
//   real = scale * (quantized - zero_point)
// The formulas are TensorFlow Lite's; doc/quantization.md derives them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_DEMO_QUANTIZE_H_
#define LOWP_DOC_DEMO_QUANTIZE_H_

#include <cstdint>

namespace lowp_demo {

// `low` and `high` are the minimum and maximum of the quantized values in use.
struct QuantizationParams {
  double scale = 1;
  int zero_point = 0;
  int low = 0;
  int high = 255;
};

// Spreads min..max, widened to contain 0, over low..high. Zero is represented
// exactly, so the zero point is rounded, and one end of the range may lie up to
// half a step outside the representable values.
QuantizationParams ChooseAsymmetric(double min, double max, int low, int high);

// Spreads -m..m, where m = max(|min|, |max|), over -high..high; zero_point is
// 0.
QuantizationParams ChooseSymmetric(double min, double max, int high);

// The nearest representable value, ties away from zero.
int Quantize(double real, const QuantizationParams& params);

inline double Dequantize(int quantized, const QuantizationParams& params) {
  return params.scale * (quantized - params.zero_point);
}

// real ~= multiplier * 2^(exponent - 31), with 2^30 <= multiplier < 2^31.
struct FixedPointMultiplier {
  std::int32_t multiplier = 0;
  int exponent = 0;
};

// The closest multiplier to `real` >= 0. If the exponent would be below -31,
// every product would round to zero, and the multiplier is 0.
FixedPointMultiplier QuantizeMultiplier(double real);

// The real number that a multiplier represents.
double RealMultiplier(const FixedPointMultiplier& multiplier);

}  // namespace lowp_demo

#endif  // LOWP_DOC_DEMO_QUANTIZE_H_
