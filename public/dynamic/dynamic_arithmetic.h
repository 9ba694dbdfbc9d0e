// The arithmetic of a layer that quantizes its input as it arrives: how floats
// become 8-bit codes, and sums of products floats again. Everything that the
// bits of the result depend on is here, and the presets at the end are those of
// other systems.
//
// All operations are in float, in the order that the formulas state, each
// rounded to nearest with ties to even. fma(a, b, c) is a * b + c, rounded
// once; nothing else is fused.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_DYNAMIC_DYNAMIC_ARITHMETIC_H_
#define LOWP_PUBLIC_DYNAMIC_DYNAMIC_ARITHMETIC_H_

#include <cstdint>

#include "../quantization/quantization_params.h"

namespace gemmlowp {
inline namespace lowp {

// What shares a scale and a zero point.
enum class DynamicScope : std::uint8_t {
  kRow,     // each row has its own: no row's result depends on other rows
  kTensor,  // all rows have the same
};

// How the scale, its inverse and the zero point follow from the minimum and the
// maximum of the values in scope. low and high are the ends of
// DynamicArithmetic::range.
enum class DynamicScale : std::uint8_t {
  // ChooseQuantizationParams with DynamicArithmetic::rule; the scale is then
  // rounded to float. inverse = 1 / scale
  kByRule,
  // ChooseDynamicQuantizationParams, the rule of ONNX's DynamicQuantizeLinear.
  // inverse = 1 / scale
  kOnnx,
  // inverse = (high - low) / (max(max, 0) - min(min, 0)), scale = 1 / inverse
  // zero_point = low - min * inverse if the sum of low + min * inverse and
  // high + max * inverse is positive, else high - max * inverse; clamped to
  // low..high, then rounded, ties to even
  kFromInverse,
  // scale = m / high, inverse = high / m, where m = max(|min|, |max|)
  // zero_point = 0
  kSymmetric,
};

// How a value x becomes a code, before it is clamped to
// DynamicArithmetic::codes. round() goes to nearest, ties to even.
enum class DynamicCode : std::uint8_t {
  kDivide,     // round(x / scale) + zero_point
  kMultiply,   // round(x * inverse) + zero_point
  kAddInside,  // round(x / scale + zero_point)
  kFused,      // round(fma(x, inverse, zero_point))
};

// How y, the result before the bias, follows from the integer
//   acc = sum over k of (code - zero_point) * (weight - its zero point)
// modulo 2^32, as an int32. Up to k = 33025 it is the sum itself, if the zero
// points of weights are values of their type.
enum class DynamicOrder : std::uint8_t {
  kRowFirst,      // y = (float(acc) * scale) * column_scale
  kColumnFirst,   // y = (float(acc) * column_scale) * scale
  kProductFirst,  // y = float(acc) * (scale * column_scale)
};

// The rules leave some values open. Here:
//
// * For a row (or tensor) of zeros every acc is 0, and the result is the bias,
//   or 0 with the sign that the formula gives.
//   The same holds for values so small that the scale or, where codes are
//   products, its inverse is 0 or infinite in float.
// * A row (or tensor) with a value that is NaN or infinite, or with a range so
//   wide that its scale is infinite, gives a row of quiet NaN. Other rows are
//   not affected.
struct DynamicArithmetic {
  DynamicScope scope = DynamicScope::kRow;
  DynamicScale scale = DynamicScale::kSymmetric;
  QuantizationRule rule;  // of kByRule; it extends to zero, and nudges
  // What scale and zero point are chosen for; of kSymmetric, 0 lies inside.
  QuantizedRange range = {-127, 127};
  // What codes are clamped to: 2 to 256 consecutive integers, among them those
  // of `range`.
  QuantizedRange codes = {-127, 127};
  DynamicCode code = DynamicCode::kMultiply;
  DynamicOrder order = DynamicOrder::kColumnFirst;
  // The bias and the last product of `order`, a * b, are one fma(a, b, bias).
  bool fuses_bias = false;
};

// Rows of signed codes without a zero point: the usual form of int8 inference
// of language models, as vLLM's dynamic_scaled_int8_quant has it, with the
// order of its CUTLASS epilogue, scale_a * (scale_b * acc) + bias.
constexpr DynamicArithmetic SymmetricRows() { return DynamicArithmetic(); }

// The same with zero points, by ONNX's rule: they use the codes better where
// most values of a row have one sign.
constexpr DynamicArithmetic AsymmetricRows() {
  DynamicArithmetic arithmetic;
  arithmetic.scale = DynamicScale::kOnnx;
  arithmetic.range = arithmetic.codes = {-128, 127};
  arithmetic.code = DynamicCode::kDivide;
  return arithmetic;
}

// XNNPACK's qd8 operators, such as qd8_f32_qc8w. Kernels with fused
// multiply-adds, those for AVX2 and later and for Arm, use them for the bias.
constexpr DynamicArithmetic AsymmetricRowsByInverse(bool fuses_bias = true) {
  DynamicArithmetic arithmetic;
  arithmetic.fuses_bias = fuses_bias;
  arithmetic.scale = DynamicScale::kFromInverse;
  arithmetic.range = arithmetic.codes = {-128, 127};
  arithmetic.order = DynamicOrder::kRowFirst;
  return arithmetic;
}

// ONNX Runtime's DynamicQuantizeMatMul.
constexpr DynamicArithmetic OnnxTensor() {
  DynamicArithmetic arithmetic;
  arithmetic.scope = DynamicScope::kTensor;
  arithmetic.scale = DynamicScale::kOnnx;
  arithmetic.range = arithmetic.codes = {0, 255};
  arithmetic.code = DynamicCode::kDivide;
  arithmetic.order = DynamicOrder::kProductFirst;
  return arithmetic;
}

// PyTorch's dynamic quantized linear on FBGEMM, as it is compiled for AVX2 and
// AVX-512. `reduce_range`, the default there, leaves a bit of the codes unused.
// PyTorch 2.15 adds the zero point to a rounded product; 1.13 did so before it
// rounded, and is DynamicCode::kFused.
constexpr DynamicArithmetic ReciprocalTensor(
    bool reduce_range = true, DynamicCode code = DynamicCode::kMultiply) {
  DynamicArithmetic arithmetic;
  arithmetic.scope = DynamicScope::kTensor;
  arithmetic.scale = DynamicScale::kByRule;
  arithmetic.rule = ReciprocalRuleInDouble();
  arithmetic.range = {0, reduce_range ? 127 : 255};
  arithmetic.codes = {0, 255};
  arithmetic.code = code;
  arithmetic.fuses_bias = true;
  arithmetic.order = DynamicOrder::kProductFirst;
  return arithmetic;
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_DYNAMIC_DYNAMIC_ARITHMETIC_H_
