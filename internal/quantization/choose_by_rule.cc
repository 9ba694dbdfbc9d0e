// Chooses scales and zero points from ranges by a rule. Every rounding here is
// part of a rule.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "../../public/quantization/quantization_params.h"
#include "../runtime/float_environment.h"
#include "quantization_rule.h"
#include "quantized_range.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

using Ends = RuleEnds;

// Rounds to the precision in which the rule keeps the ends.
Ends Kept(const Ends& ends, const QuantizationRule& rule) {
  if (!rule.float_range) return ends;
  constexpr double kMaxFloat = std::numeric_limits<float>::max();
  return {static_cast<float>(std::max(ends.min, -kMaxFloat)),
          static_cast<float>(std::min(ends.max, kMaxFloat)),
          ends.about_the_middle};
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
  const float min_scale = rule.min_scale;
  if (*scale >= min_scale) return;
  const float narrow = static_cast<float>(*scale);
  *scale = min_scale;
  const float length = min_scale * static_cast<float>(Steps(range));
  if (ends->min == 0) {
    ends->max = length;
  } else if (ends->max == 0) {
    ends->min = -length;
  } else {
    const float factor = min_scale / narrow;
    ends->min = static_cast<float>(ends->min) * factor;
    ends->max = static_cast<float>(ends->max) * factor;
  }
}

// Whether the ends, added in float, cancel to within epsilon.
bool EndsCancel(const Ends& ends) {
  const float sum = static_cast<float>(ends.max) + static_cast<float>(ends.min);
  return std::abs(sum) <= std::numeric_limits<float>::epsilon();
}

}  // namespace

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
    return InvalidReal(min > 0 ? "min" : "max", min > 0 ? min : max,
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
  if (params == nullptr) return NullPointer("params");
  double scale = ScaleOf(ends, range, rule);
  if (!std::isfinite(scale)) return TooWide(ends.max);
  Stretch(range, rule, &scale, &ends);
  std::int32_t zero_point = 0;
  if (scale > 0) {
    double real = RealZeroPoint(ends, range, scale, rule.subtracts_terms);
    if (ends.about_the_middle) {
      real = (static_cast<double>(range.low) + range.high) / 2;
    }
    if (rule.zero_where_ends_cancel && EndsCancel(ends)) real = 0;
    const Status fits = ToZeroPoint(real, ends, range, rule.ties_to_even,
                                    rule.nudge_zero_point, &zero_point);
    if (!fits.ok()) return fits;
  }
  if (rule.power_of_two == PowerOfTwoScale::kInTheEnd && scale > 0) {
    scale = std::ldexp(1.0, PowerOfTwoAbove(scale));
  }
  if (rule.scale_precision == ScalePrecision::kFloatInTheEnd) {
    scale = static_cast<float>(scale);
  }
  if (!std::isfinite(scale)) return TooWide(ends.max);
  params->scale = scale;
  params->zero_point = zero_point;
  return Status();
}

}  // namespace internal

using internal::InvalidArgument;
using internal::InvalidReal;
using internal::NullPointer;

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
  if (mins == nullptr) return NullPointer("mins");
  if (maxs == nullptr) return NullPointer("maxs");
  if (params == nullptr) return NullPointer("params");
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

}  // namespace lowp
}  // namespace gemmlowp
