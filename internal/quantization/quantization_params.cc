// Chooses scales and zero points from ranges. Every rounding here is part of a
// rule.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/quantization/quantization_params.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "../runtime/float_environment.h"
#include "quantization_rule.h"

namespace gemmlowp {
inline namespace lowp {
namespace {

using internal::InvalidArgument;

using Ends = internal::RuleEnds;

Status ValidateRange(double min, double max, QuantizedRange range) {
  if (!std::isfinite(min)) return InvalidArgument("min", 0, "is not finite");
  if (!std::isfinite(max)) return InvalidArgument("max", 0, "is not finite");
  if (min > max) return InvalidArgument("min", 0, "is larger than max");
  if (range.low >= range.high) {
    return InvalidArgument("range.low", range.low,
                           "is not smaller than range.high");
  }
  return Status();
}

// The number of steps between the ends, which may exceed int32.
double Steps(QuantizedRange range) {
  return static_cast<double>(range.high) - static_cast<double>(range.low);
}

// Rounds to the precision in which the rule keeps the ends.
Ends Kept(const Ends& ends, const QuantizationRule& rule) {
  if (!rule.float_range) return ends;
  constexpr double kMost = std::numeric_limits<float>::max();
  return {static_cast<float>(std::max(ends.min, -kMost)),
          static_cast<float>(std::min(ends.max, kMost)), ends.about_the_middle};
}

// Puts both ends at the same number of quantized steps from 0.
Ends MadeSymmetric(const Ends& ends, double low, double high) {
  const double scale_below = ends.min / low;
  const double scale_above = ends.max / high;
  return scale_below > scale_above ? Ends{ends.min, scale_below * high, false}
                                   : Ends{scale_above * low, ends.max, false};
}

Ends MadeSymmetricAboutTheMiddle(const Ends& ends, QuantizedRange range,
                                 const QuantizationRule& rule) {
  const std::int64_t half =
      (std::int64_t{range.high} - std::int64_t{range.low}) / 2;
  const double low = static_cast<double>(-(half + 1));
  const double high = static_cast<double>(half);
  double below = ends.min / low;
  double above = ends.max / high;
  if (rule.float_range) {
    below = static_cast<float>(ends.min) / static_cast<float>(low);
    above = static_cast<float>(ends.max) / static_cast<float>(high);
  }
  const double scale = std::max(std::abs(below), std::abs(above));
  return {scale * low, scale * high, true};
}

// Whether the rule puts 0 in the middle of the range for these ends.
bool IsAboutTheMiddle(const Ends& ends, const QuantizationRule& rule) {
  return rule.symmetry == Symmetry::kSymmetricAboutTheMiddle && ends.min < 0 &&
         ends.max > 0;
}

// The exponent of the smallest power of two that is not below `scale`.
int PowerOfTwoAbove(double scale) {
  int exponent = 0;
  const double fraction = std::frexp(scale, &exponent);
  return fraction == 0.5 ? exponent - 1 : exponent;
}

// The power of two for PowerOfTwoScale::kShift and kShiftByQuotient.
double ShiftFor(double scale, PowerOfTwoScale how) {
  const auto log2 = [how](double x) {
    return how == PowerOfTwoScale::kShift ? std::log2(x)
                                          : std::log(x) / std::log(2.0);
  };
  double exponent = 0;
  if (std::isinf(1.0 / scale)) {
    exponent = PowerOfTwoAbove(scale);
  } else if (scale < 1) {
    exponent = -std::floor(log2(1.0 / scale));
  } else if (how == PowerOfTwoScale::kShift) {
    exponent = std::ceil(static_cast<double>(static_cast<float>(log2(scale))));
  } else {
    exponent = std::ceil(log2(scale));
  }
  return std::ldexp(1.0, static_cast<int>(exponent) % 32);
}

double ScaleOf(const Ends& ends, QuantizedRange range,
               const QuantizationRule& rule) {
  double scale = (ends.max - ends.min) / Steps(range);
  const float narrow = static_cast<float>(scale);
  if (rule.scale_precision == ScalePrecision::kFloat) scale = narrow;
  if (scale == 0 || (rule.reciprocal_is_finite &&
                     (narrow == 0 || std::isinf(1.0f / narrow)))) {
    scale = rule.scale_precision == ScalePrecision::kFloat
                ? static_cast<float>(rule.scale_of_zero)
                : rule.scale_of_zero;
  }
  if ((rule.power_of_two == PowerOfTwoScale::kShift ||
       rule.power_of_two == PowerOfTwoScale::kShiftByQuotient) &&
      scale > 0 && std::isfinite(scale)) {
    scale = ShiftFor(scale, rule.power_of_two);
  }
  return scale;
}

// Stretches the ends to the minimum scale.
void Stretch(QuantizedRange range, const QuantizationRule& rule, double* scale,
             Ends* ends) {
  const float least = rule.min_scale;
  if (*scale >= least) return;
  const float narrow = static_cast<float>(*scale);
  *scale = least;
  const float length = least * static_cast<float>(Steps(range));
  if (ends->min == 0) {
    ends->max = length;
  } else if (ends->max == 0) {
    ends->min = -length;
  } else {
    const float factor = least / narrow;
    ends->min = static_cast<float>(ends->min) * factor;
    ends->max = static_cast<float>(ends->max) * factor;
  }
}

// The zero point before rounding, computed from the end with the smaller terms,
// which rounds less.
double RealZeroPoint(const Ends& ends, QuantizedRange range, double scale,
                     bool subtracts_terms = false) {
  const double low = range.low;
  const double high = range.high;
  const double sign = subtracts_terms ? -1 : 1;
  const double error_below = std::abs(low) + sign * std::abs(ends.min / scale);
  const double error_above = std::abs(high) + sign * std::abs(ends.max / scale);
  return error_below < error_above ? low - ends.min / scale
                                   : high - ends.max / scale;
}

// Converts a zero point formed in float and clamped to the range; float may
// have rounded the range's ends outward.
std::int32_t NarrowedZeroPoint(float zero_point, QuantizedRange range) {
  return static_cast<std::int32_t>(std::min(
      std::max(static_cast<double>(zero_point), static_cast<double>(range.low)),
      static_cast<double>(range.high)));
}

// The width of a step in float; computed in double if max - min overflows
// float. 0 if it is too small.
float FloatScale(float min, float max, QuantizedRange range) {
  const float width = max - min;
  return std::isfinite(width)
             ? width / (static_cast<float>(range.high) -
                        static_cast<float>(range.low))
             : static_cast<float>((static_cast<double>(max) - min) /
                                  Steps(range));
}

// The inverse of FloatScale, with the width taken in the same way.
float FloatInverse(float min, float max, QuantizedRange range) {
  const float width = max - min;
  return std::isfinite(width)
             ? (static_cast<float>(range.high) -
                static_cast<float>(range.low)) /
                   width
             : static_cast<float>(Steps(range) /
                                  (static_cast<double>(max) - min));
}

Status TooWide() {
  return InvalidArgument("max", 0,
                         "is so far from min that the scale is not finite");
}

Status TooNarrow() {
  return InvalidArgument("max", 0,
                         "is so close to min that the scale is 0 in float");
}

Status ToZeroPoint(double real, QuantizedRange range, bool ties_to_even,
                   bool nudge, std::int32_t* zero_point) {
  // The ends were stretched from a scale that float cannot hold.
  if (std::isnan(real)) return TooNarrow();
  if (nudge) {
    real = std::min(std::max(real, static_cast<double>(range.low)),
                    static_cast<double>(range.high));
  }
  const double rounded = ties_to_even ? std::nearbyint(real) : std::round(real);
  if (rounded < std::numeric_limits<std::int32_t>::min() ||
      rounded > std::numeric_limits<std::int32_t>::max()) {
    return InvalidArgument("min", 0,
                           "is too far from 0 for a 32-bit zero point");
  }
  *zero_point = static_cast<std::int32_t>(rounded);
  return Status();
}

// Whether the ends, added in float, cancel to within epsilon.
bool EndsCancel(const Ends& ends) {
  const float sum = static_cast<float>(ends.max) + static_cast<float>(ends.min);
  return std::abs(sum) <= std::numeric_limits<float>::epsilon();
}

double QuantizeBound(float bound, float scale, std::int32_t zero_point) {
  return std::round(static_cast<double>(bound / scale)) + zero_point;
}

}  // namespace

namespace internal {

bool IsSymmetric(const RuleEnds& ends, const QuantizationRule& rule) {
  return rule.symmetry == Symmetry::kSymmetric ||
         (rule.symmetry == Symmetry::kSymmetricUnlessPositive && ends.min < 0);
}

Status PrepareEnds(double min, double max, QuantizedRange range,
                   const QuantizationRule& rule, RuleEnds* ends) {
  Status status = ValidateRule(rule);
  if (!status.ok()) return status;
  status = ValidateRange(min, max, range);
  if (!status.ok()) return status;
  if (!rule.extend_to_zero && rule.nudge_zero_point && (min > 0 || max < 0)) {
    return InvalidArgument(min > 0 ? "min" : "max", 0,
                           "leaves 0 out of the range");
  }
  *ends = Kept({min, max, false}, rule);
  if (IsAboutTheMiddle(*ends, rule)) {
    *ends = Kept(MadeSymmetricAboutTheMiddle(*ends, range, rule), rule);
  }
  if (rule.extend_to_zero) {
    ends->min = std::min(ends->min, 0.0);
    ends->max = std::max(ends->max, 0.0);
  }
  if (IsSymmetric(*ends, rule)) {
    if (range.low >= 0 || range.high <= 0) {
      return InvalidArgument("range.low", range.low,
                             "is not below 0, which a symmetric rule wants");
    }
    *ends = Kept(MadeSymmetric(*ends, range.low, range.high), rule);
  }
  return Status();
}

Status ChooseParamsForEnds(RuleEnds ends, QuantizedRange range,
                           const QuantizationRule& rule,
                           QuantizationParams* params) {
  if (params == nullptr)
    return InvalidArgument("params", 0, "is a null pointer");
  double scale = ScaleOf(ends, range, rule);
  if (!std::isfinite(scale)) return TooWide();
  Stretch(range, rule, &scale, &ends);
  std::int32_t zero_point = 0;
  if (scale > 0) {
    double real = RealZeroPoint(ends, range, scale, rule.subtracts_terms);
    if (ends.about_the_middle) {
      real = (static_cast<double>(range.low) + range.high) / 2;
    }
    if (rule.zero_where_ends_cancel && EndsCancel(ends)) real = 0;
    const Status fits = ToZeroPoint(real, range, rule.ties_to_even,
                                    rule.nudge_zero_point, &zero_point);
    if (!fits.ok()) return fits;
  }
  if (rule.power_of_two == PowerOfTwoScale::kInTheEnd && scale > 0) {
    scale = std::ldexp(1.0, PowerOfTwoAbove(scale));
  }
  if (rule.scale_precision == ScalePrecision::kFloatInTheEnd) {
    scale = static_cast<float>(scale);
  }
  if (!std::isfinite(scale)) return TooWide();
  params->scale = scale;
  params->zero_point = zero_point;
  return Status();
}

}  // namespace internal

Status ChooseQuantizationParams(double min, double max, QuantizedRange range,
                                const QuantizationRule& rule,
                                QuantizationParams* params) {
  const internal::FloatEnvironment environment;
  internal::RuleEnds ends;
  const Status status = internal::PrepareEnds(min, max, range, rule, &ends);
  if (!status.ok()) return status;
  return internal::ChooseParamsForEnds(ends, range, rule, params);
}

Status ChooseQuantizationParamsPerChannel(const float* mins, const float* maxs,
                                          int count, QuantizedRange range,
                                          const QuantizationRule& rule,
                                          QuantizationParams* params) {
  if (count < 0) return InvalidArgument("count", count, "is negative");
  if (count == 0) return Status();
  if (mins == nullptr) return InvalidArgument("mins", 0, "is a null pointer");
  if (maxs == nullptr) return InvalidArgument("maxs", 0, "is a null pointer");
  if (params == nullptr)
    return InvalidArgument("params", 0, "is a null pointer");
  // Validates every channel before writing anything.
  for (const bool writes : {false, true}) {
    for (int i = 0; i < count; ++i) {
      QuantizationParams chosen;
      const Status status =
          ChooseQuantizationParams(mins[i], maxs[i], range, rule, &chosen);
      if (!status.ok()) {
        if (!internal::IsOfTheEnds(status)) return status;
        return Status(
            status.code(),
            std::strcmp(status.argument(), "min") == 0 ? "mins" : "maxs", i,
            status.problem());
      }
      if (writes) params[i] = chosen;
    }
  }
  return Status();
}

Status ChooseDynamicQuantizationParams(float min, float max,
                                       QuantizedRange range,
                                       float scale_of_zero,
                                       QuantizationParams* params) {
  const internal::FloatEnvironment environment;
  const Status status = ValidateRange(min, max, range);
  if (!status.ok()) return status;
  if (!(scale_of_zero > 0 && std::isfinite(scale_of_zero))) {
    return InvalidArgument("scale_of_zero", 0, "is not positive and finite");
  }
  if (params == nullptr)
    return InvalidArgument("params", 0, "is a null pointer");
  min = std::min(min, 0.0f);
  max = std::max(max, 0.0f);
  const float low = static_cast<float>(range.low);
  const float high = static_cast<float>(range.high);
  const float scale = max == min ? scale_of_zero : FloatScale(min, max, range);
  if (scale == 0) return TooNarrow();
  if (!std::isfinite(scale)) return TooWide();
  const float zero_point = std::min(std::max(low - min / scale, low), high);
  params->scale = scale;
  params->zero_point = NarrowedZeroPoint(std::nearbyint(zero_point), range);
  return Status();
}

Status ChooseMaxAbsQuantizationParams(float min, float max,
                                      QuantizedRange range,
                                      QuantizationParams* params) {
  const internal::FloatEnvironment environment;
  const Status status = ValidateRange(min, max, range);
  if (!status.ok()) return status;
  if (range.high <= 0) {
    return InvalidArgument("range.high", range.high, "is not positive");
  }
  if (params == nullptr)
    return InvalidArgument("params", 0, "is a null pointer");
  const float most = std::max(std::abs(min), std::abs(max));
  params->scale = most == 0 ? 1.0f : most / static_cast<float>(range.high);
  params->zero_point = 0;
  return Status();
}

Status NudgeQuantizationRange(float min, float max, QuantizedRange range,
                              NudgedRange* nudged) {
  const internal::FloatEnvironment environment;
  const Status status = ValidateRange(min, max, range);
  if (!status.ok()) return status;
  if (min == max) return InvalidArgument("min", 0, "equals max");
  if (nudged == nullptr)
    return InvalidArgument("nudged", 0, "is a null pointer");
  const float low = static_cast<float>(range.low);
  const float high = static_cast<float>(range.high);
  const float scale = FloatScale(min, max, range);
  if (scale == 0) return TooNarrow();
  if (!std::isfinite(scale)) return TooWide();
  const float zero_point =
      std::round(std::min(std::max(low - min / scale, low), high));
  const float nudged_min = (low - zero_point) * scale;
  const float nudged_max = (high - zero_point) * scale;
  if (!std::isfinite(nudged_min) || !std::isfinite(nudged_max)) {
    return InvalidArgument(
        "max", 0, "is so far from min that the nudged range is not finite");
  }
  *nudged = {nudged_min, nudged_max, scale,
             NarrowedZeroPoint(zero_point, range),
             FloatInverse(min, max, range)};
  return Status();
}

Status ChooseFakeQuantParams(double min, double max, QuantizedRange range,
                             QuantizationParams* params) {
  const internal::FloatEnvironment environment;
  const Status status = ValidateRange(min, max, range);
  if (!status.ok()) return status;
  if (params == nullptr)
    return InvalidArgument("params", 0, "is a null pointer");
  if (!std::isfinite(max - min)) return TooWide();
  if (max - min < std::numeric_limits<double>::epsilon()) {
    *params = {1.0, range.low};
    return Status();
  }
  const double scale = (max - min) / Steps(range);
  std::int32_t zero_point = 0;
  const Status fits =
      ToZeroPoint(RealZeroPoint({min, max, false}, range, scale), range, false,
                  true, &zero_point);
  if (fits.ok()) *params = {scale, zero_point};
  return fits;
}

Status ActivationRange(BoundedActivation activation, float scale,
                       std::int32_t zero_point, QuantizedRange range,
                       QuantizedRange* activation_range) {
  const internal::FloatEnvironment environment;
  if (!(std::isfinite(scale) && scale > 0)) {
    return InvalidArgument("scale", 0, "is not positive and finite");
  }
  if (range.low >= range.high) {
    return InvalidArgument("range.low", range.low,
                           "is not smaller than range.high");
  }
  if (activation_range == nullptr) {
    return InvalidArgument("activation_range", 0, "is a null pointer");
  }
  if (activation > BoundedActivation::kReluN1To1) {
    return InvalidArgument("activation", static_cast<std::int64_t>(activation),
                           "is none of the bounded activations");
  }
  *activation_range = range;
  if (activation == BoundedActivation::kNone) return Status();
  const bool from_minus_one = activation == BoundedActivation::kReluN1To1;
  const double low =
      QuantizeBound(from_minus_one ? -1.0f : 0.0f, scale, zero_point);
  activation_range->low =
      static_cast<std::int32_t>(std::max(low, static_cast<double>(range.low)));
  if (activation != BoundedActivation::kRelu) {
    const double high =
        QuantizeBound(from_minus_one ? 1.0f : 6.0f, scale, zero_point);
    activation_range->high = static_cast<std::int32_t>(
        std::min(high, static_cast<double>(range.high)));
  }
  return Status();
}

}  // namespace lowp
}  // namespace gemmlowp
