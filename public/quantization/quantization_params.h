// How the real numbers of a tensor become integers: the choice of a scale and a
// zero point for a range of values.
//
//   real = scale * (quantized - zero_point)
//
// Every framework has its own rule, and a rule is arithmetic: a different last
// bit of a scale is a different model. doc/exactness.md says which rule is
// whose. Nothing here looks at a tensor; observers.h finds ranges.
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

// Rules that compute in float give a scale that is a float's value.
struct QuantizationParams {
  double scale = 1;
  std::int32_t zero_point = 0;
};

// The integers that values are spread over, both ends included.
struct QuantizedRange {
  std::int32_t low = 0;
  std::int32_t high = 255;
};

// All values of T, or, if `narrow`, all but the lowest: as many below 0 as
// above it in a signed type.
template <typename T>
constexpr QuantizedRange QuantizedRangeOf(bool narrow = false) {
  return {std::numeric_limits<T>::min() + (narrow ? 1 : 0),
          std::numeric_limits<T>::max()};
}

enum class Symmetry : std::uint8_t {
  kAsymmetric,
  // The end that leaves quantized values unused is moved out until 0 is
  // quantized to 0: a scale of max(min / low, max / high).
  kSymmetric,
  // Symmetric if there are negative values, else asymmetric: from 0 on.
  kSymmetricUnlessPositive,
  // If the range has 0 inside: as kSymmetric with steps of (high - low + 1) / 2
  // below 0 and one fewer above it, and (low + high) / 2 as the zero point. The
  // quotients are floats if the range is.
  kSymmetricAboutTheMiddle,
};

enum class ScalePrecision : std::uint8_t {
  kDouble,
  kFloat,          // rounded to float when it is made
  kFloatInTheEnd,  // rounded to float after everything else
};

enum class PowerOfTwoScale : std::uint8_t {
  kNo,
  // About the least power of two that is not less, before the zero point is
  // chosen. Its exponent is that of a shift of a 32-bit 1, modulo 32: of a
  // scale below 1, -floor(log2(1 / scale)), in double; else ceil(log2(scale)),
  // in float.
  kShift,
  // The same by log(x) / log(2) for log2(x), in double.
  kShiftByQuotient,
  // The least power of two that is not less, after the zero point was chosen.
  kInTheEnd,
};

// What the general rule below does at each of its steps.
struct QuantizationRule {
  // 1. Zero must be a value: min = min(min, 0), max = max(max, 0). Without it,
  // ranges that leave 0 out are refused if the zero point is to be nudged.
  bool extend_to_zero = true;
  // 2.
  Symmetry symmetry = Symmetry::kAsymmetric;
  // The ends of the range are rounded to float after each step.
  bool float_range = false;
  // 3. scale = (max - min) / (high - low), computed in double,
  ScalePrecision scale_precision = ScalePrecision::kDouble;
  // or this if it is 0;
  double scale_of_zero = 0;
  // also if, as a float, it is 0 or has no finite reciprocal.
  bool reciprocal_is_finite = false;
  // 4.
  PowerOfTwoScale power_of_two = PowerOfTwoScale::kNo;
  // 5. A scale below this one becomes this one, and the range grows with it: an
  // end at 0 stays, otherwise both are multiplied, in float.
  float least_scale = 0;
  // 6. zero_point = low - min / scale or high - max / scale: of the end with
  // the smaller |low| + |min / scale| or |high| + |max / scale|,
  // or with a minus in their place;
  bool subtracts_terms = false;
  // 0 where max and min cancel, to within a float's epsilon.
  bool zero_where_ends_cancel = false;
  // 7. Rounded, ties away from zero or to even,
  bool ties_to_even = false;
  // and moved into low..high. Without, values far from 0 may have a zero point
  // outside.
  bool nudge_zero_point = true;
};

// Chooses parameters for values from min to max, two finite numbers in this
// order. `range` holds 0 if the rule is symmetric.
LOWP_EXPORT Status ChooseQuantizationParams(double min, double max,
                                            QuantizedRange range,
                                            const QuantizationRule& rule,
                                            QuantizationParams* params);

// All in double; the range holds 0, and a range of nothing but 0 has scale 0:
// TensorFlow Lite, gemmlowp.
constexpr QuantizationRule DoubleRule() {
  QuantizationRule rule;
  rule.extend_to_zero = false;
  return rule;
}

// Scales whose reciprocals a float can hold, since values will be multiplied by
// them: FBGEMM.
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
  rule.least_scale = 6.1e-5f;
  rule.ties_to_even = true;
  rule.scale_precision = ScalePrecision::kFloat;
  return rule;
}

// The same with a scale that stays a double, and its own choice of the end that
// the zero point is computed from: PyTorch's quant_utils.
constexpr QuantizationRule ReciprocalRuleInDouble(
    bool symmetric = false, bool power_of_two_scale = false) {
  QuantizationRule rule = ReciprocalRule(symmetric, power_of_two_scale);
  rule.scale_precision = ScalePrecision::kDouble;
  if (power_of_two_scale) rule.power_of_two = PowerOfTwoScale::kShiftByQuotient;
  rule.subtracts_terms = true;
  return rule;
}

// Ranges that were profiled in float: Glow. For its 32-bit type, the integers
// are those of 30 bits.
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

// One for each of `count` channels, from their ranges. Stops at the first
// channel that is refused.
LOWP_EXPORT Status ChooseQuantizationParamsPerChannel(
    const float* mins, const float* maxs, int count, QuantizedRange range,
    const QuantizationRule& rule, QuantizationParams* params);

// The rule of ONNX's DynamicQuantizeLinear, all in float:
//   scale = (max(max, 0) - min(min, 0)) / (high - low)
//   zero_point = round to even(clamp(low - min / scale, low, high))
// The scale is `scale_of_zero` where all values are 0: the standard leaves that
// open. The reference evaluator has 1 / 255, ONNX Runtime 1. The difference of
// ends that a float does not hold is taken in double; a scale that a float does
// not hold is refused.
LOWP_EXPORT Status ChooseDynamicQuantizationParams(float min, float max,
                                                   QuantizedRange range,
                                                   float scale_of_zero,
                                                   QuantizationParams* params);

// scale = max(|min|, |max|) / high in float, zero_point = 0: symmetric weights.
// The scale is 1 where all values are 0.
LOWP_EXPORT Status ChooseMaxAbsQuantizationParams(float min, float max,
                                                  QuantizedRange range,
                                                  QuantizationParams* params);

// A range moved so that 0 is one of its values, as TensorFlow's FakeQuant does,
// all in float:
//   scale = (max - min) / (high - low)
//   zero_point = low - min / scale, within low..high, ties away from zero
//   inverse = (high - low) / (max - min), of the ends before they are nudged
//   min = (low - zero_point) * scale, max = (high - zero_point) * scale
// The range has a length. The difference of ends that a float does not hold is
// taken in double; a scale of 0 and a nudged end that is not finite are
// refused.
struct NudgedRange {
  float min = 0;
  float max = 0;
  float scale = 1;
  std::int32_t zero_point = 0;
  float inverse = 0;  // infinite where the scale is too small
};
LOWP_EXPORT Status NudgeQuantizationRange(float min, float max,
                                          QuantizedRange range,
                                          NudgedRange* nudged);

// MLIR's conversion of fake-quant attributes to a uniform type: the double
// rule, but a range that leaves 0 out is moved until it holds it, not
// extended, and a range without length has scale 1 and zero point `low`.
LOWP_EXPORT Status ChooseFakeQuantParams(double min, double max,
                                         QuantizedRange range,
                                         QuantizationParams* params);

// The activations that are bounds of a quantized result.
enum class BoundedActivation : std::uint8_t {
  kNone,
  kRelu,      // 0 and above
  kRelu6,     // 0..6
  kReluN1To1  // -1..1
};

// The integers that a result quantized by (scale, zero_point) to `range` may
// take, for OutputStageClamp: bounds are quantized as
// round(bound / scale) + zero_point, ties away from zero, the quotient in
// float.
LOWP_EXPORT Status ActivationRange(BoundedActivation activation, float scale,
                                   std::int32_t zero_point,
                                   QuantizedRange range,
                                   QuantizedRange* activation_range);

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_QUANTIZATION_QUANTIZATION_PARAMS_H_
