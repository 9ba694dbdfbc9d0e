// How the real values of a tensor become integers: the choice of a scale and a
// zero point for a range of values.
//
//   real = scale * (quantized - zero_point)
//
// Every framework has its own rule, and the rule fixes the arithmetic: a scale
// that differs in its last bit is a different model. doc/exactness.md says who
// uses which rule. These functions never look at a tensor; observers.h finds
// ranges.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_QUANTIZATION_QUANTIZATION_PARAMS_H_
#define LOWP_PUBLIC_QUANTIZATION_QUANTIZATION_PARAMS_H_

#include <cstdint>
#include <limits>

#include "../export.h"
#include "../status.h"

namespace gemmlowp {
inline namespace lowp {

// Rules that compute in float yield a scale that a float holds exactly.
struct QuantizationParams {
  double scale = 1;
  std::int32_t zero_point = 0;
};

// The integers that values are quantized to, both ends included.
struct QuantizedRange {
  std::int32_t low = 0;
  std::int32_t high = 255;
};

// All values of T or, if `narrow`, all but the lowest, which makes a signed
// type symmetric.
template <typename T>
constexpr QuantizedRange QuantizedRangeOf(bool narrow = false) {
  return {std::numeric_limits<T>::min() + (narrow ? 1 : 0),
          std::numeric_limits<T>::max()};
}

enum class Symmetry : std::uint8_t {
  kAsymmetric,
  // The end that would leave quantized values unused moves out until 0 maps to
  // 0: scale = max(min / low, max / high).
  kSymmetric,
  // Symmetric if there are negative values, otherwise asymmetric, starting at
  // 0.
  kSymmetricUnlessPositive,
  // If 0 lies inside the range: like kSymmetric, with (high - low + 1) / 2
  // steps below 0 and one fewer above, and with (low + high) / 2 as the zero
  // point. The quotients are computed in float if the range is float.
  kSymmetricAboutTheMiddle,
};

enum class ScalePrecision : std::uint8_t {
  kDouble,
  kFloat,          // rounded to float as soon as it is computed
  kFloatInTheEnd,  // rounded to float after everything else
};

enum class PowerOfTwoScale : std::uint8_t {
  kNo,
  // Roughly the smallest power of two that is not below the scale, applied
  // before the zero point is chosen. Its exponent is taken modulo 32, like a
  // shift of a 32-bit 1: for a scale below 1, -floor(log2(1 / scale)), in
  // double; otherwise ceil(log2(scale)), in float.
  kShift,
  // The same with log(x) / log(2) for log2(x), in double.
  kShiftByQuotient,
  // The smallest power of two that is not below the scale, applied after the
  // zero point has been chosen.
  kInTheEnd,
};

// The options of the general rule, at each of its steps.
struct QuantizationRule {
  // 1. The range includes zero: min = min(min, 0), max = max(max, 0). Without
  // this, a range that excludes 0 is refused if the zero point is to be nudged.
  bool extend_to_zero = true;
  // 2. Whether and how the range is made symmetric.
  Symmetry symmetry = Symmetry::kAsymmetric;
  // Rounds the ends of the range to float after each step.
  bool float_range = false;
  // 3. scale = (max - min) / (high - low), computed in double.
  ScalePrecision scale_precision = ScalePrecision::kDouble;
  // Replaces a scale of 0;
  double scale_of_zero = 0;
  // and also a scale that, as a float, is 0 or has no finite reciprocal.
  bool reciprocal_is_finite = false;
  // 4. Whether and how the scale becomes a power of two.
  PowerOfTwoScale power_of_two = PowerOfTwoScale::kNo;
  // 5. A smaller scale is raised to this one, and the range grows with it: an
  // end at 0 stays; if neither is 0, both are multiplied, in float.
  float min_scale = 0;
  // 6. zero_point = low - min / scale or high - max / scale, from the end with
  // the smaller |low| + |min / scale| or |high| + |max / scale|. With this
  // option, from the end with the smaller |low| - |min / scale| or
  // |high| - |max / scale|.
  bool subtracts_terms = false;
  // The zero point is 0 if max and min cancel to within a float's epsilon.
  bool zero_where_ends_cancel = false;
  // 7. The zero point is rounded, ties away from zero or to even,
  bool ties_to_even = false;
  // and then clamped to low..high. Without clamping, values far from 0 may have
  // a zero point outside.
  bool nudge_zero_point = true;
};

// Chooses parameters for values in min..max, both finite, min <= max. A rule
// that quantizes symmetrically needs a `range` with 0 strictly inside.
LOWP_EXPORT Status ChooseQuantizationParams(double min, double max,
                                            QuantizedRange range,
                                            const QuantizationRule& rule,
                                            QuantizationParams* params);

// All in double. The range must include 0, and a range of only 0 has scale 0:
// TensorFlow Lite, gemmlowp.
constexpr QuantizationRule DoubleRule() {
  QuantizationRule rule;
  rule.extend_to_zero = false;
  return rule;
}

// Scales have a finite reciprocal in float, since values are multiplied by it:
// FBGEMM.
constexpr QuantizationRule ReciprocalRule(bool symmetric = false,
                                          bool power_of_two_scale = false) {
  QuantizationRule rule;
  rule.symmetry =
      symmetric ? Symmetry::kSymmetricAboutTheMiddle : Symmetry::kAsymmetric;
  rule.float_range = true;
  rule.scale_of_zero = 0.1;
  rule.reciprocal_is_finite = true;
  rule.power_of_two =
      power_of_two_scale ? PowerOfTwoScale::kShift : PowerOfTwoScale::kNo;
  rule.min_scale = 6.1e-5f;
  rule.ties_to_even = true;
  rule.scale_precision = ScalePrecision::kFloat;
  return rule;
}

// The same with a scale that stays double, and with its own choice of the end
// that the zero point is computed from: PyTorch's quant_utils.
constexpr QuantizationRule ReciprocalRuleInDouble(
    bool symmetric = false, bool power_of_two_scale = false) {
  QuantizationRule rule = ReciprocalRule(symmetric, power_of_two_scale);
  rule.scale_precision = ScalePrecision::kDouble;
  if (power_of_two_scale) rule.power_of_two = PowerOfTwoScale::kShiftByQuotient;
  rule.subtracts_terms = true;
  return rule;
}

// Glow's rule, for ranges profiled in float. Glow's 32-bit type spans 30-bit
// integers.
constexpr QuantizationRule ProfileRule(Symmetry symmetry,
                                       bool power_of_two_scale = false) {
  QuantizationRule rule;
  rule.symmetry = symmetry;
  rule.float_range = true;
  rule.scale_of_zero = 0.1;
  rule.power_of_two =
      power_of_two_scale ? PowerOfTwoScale::kInTheEnd : PowerOfTwoScale::kNo;
  rule.zero_where_ends_cancel = true;
  rule.scale_precision = ScalePrecision::kFloatInTheEnd;
  return rule;
}

// Chooses parameters for each of `count` channels from its range. If one is
// refused, the status gives its index, and nothing is written.
LOWP_EXPORT Status ChooseQuantizationParamsPerChannel(
    const float* mins, const float* maxs, int count, QuantizedRange range,
    const QuantizationRule& rule, QuantizationParams* params);

// The rule of ONNX's DynamicQuantizeLinear, all in float:
//   scale = (max(max, 0) - min(min, 0)) / (high - low)
//   zero_point = round to even(clamp(low - min / scale, low, high))
// The scale is `scale_of_zero` if all values are 0, a case that the standard
// leaves open: the reference evaluator uses 1 / 255, ONNX Runtime 1. A
// difference of the ends that overflows float is computed in double; a scale
// that float cannot hold is refused.
LOWP_EXPORT Status ChooseDynamicQuantizationParams(float min, float max,
                                                   QuantizedRange range,
                                                   float scale_of_zero,
                                                   QuantizationParams* params);

// scale = max(|min|, |max|) / high in float, zero_point = 0: symmetric weights.
// The scale is 1 if all values are 0. range.high must be positive; a scale that
// float rounds to 0 is refused.
LOWP_EXPORT Status ChooseMaxAbsQuantizationParams(float min, float max,
                                                  QuantizedRange range,
                                                  QuantizationParams* params);

// A range moved so that 0 is one of its values, as TensorFlow's FakeQuant does,
// all in float:
//   scale = (max - min) / (high - low)
//   zero_point = low - min / scale, within low..high, ties away from zero
//   inverse = (high - low) / (max - min), with the ends before nudging
//   min = (low - zero_point) * scale, max = (high - zero_point) * scale
// min and max must differ. A difference of the ends that overflows float is
// computed in double; a scale of 0, or a nudged end that is not finite, is
// refused.
struct NudgedRange {
  float min = 0;
  float max = 0;
  float scale = 1;
  std::int32_t zero_point = 0;
  float inverse = 0;  // infinite if the scale is too small
};
LOWP_EXPORT Status NudgeQuantizationRange(float min, float max,
                                          QuantizedRange range,
                                          NudgedRange* nudged);

// MLIR's conversion of fake-quant attributes to a uniform type: the double
// rule, except that a range without 0 is moved to include it rather than
// extended, and a range shorter than a double's epsilon has scale 1 and zero
// point `low`.
LOWP_EXPORT Status ChooseFakeQuantParams(double min, double max,
                                         QuantizedRange range,
                                         QuantizationParams* params);

// The activations that bound a quantized result.
enum class BoundedActivation : std::uint8_t {
  kNone,
  kRelu,      // 0 and above
  kRelu6,     // 0..6
  kReluN1To1  // -1..1
};

// The integers that a result quantized by (scale, zero_point) to `range` may
// take under this activation, for OutputStageClamp. Bounds are quantized as
// round(bound / scale) + zero_point, ties away from zero, the quotient in
// float.
LOWP_EXPORT Status ActivationRange(BoundedActivation activation, float scale,
                                   std::int32_t zero_point,
                                   QuantizedRange range,
                                   QuantizedRange* activation_range);

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_QUANTIZATION_QUANTIZATION_PARAMS_H_
