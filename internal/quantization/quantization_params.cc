// Chooses scales and zero points from ranges, each by the formula of one
// system. Every rounding here is part of a formula.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/quantization/quantization_params.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../runtime/float_environment.h"
#include "quantized_range.h"

namespace gemmlowp {
inline namespace lowp {
namespace {

using internal::InvalidArgument;
using internal::InvalidReal;
using internal::NullPointer;
using internal::RealZeroPoint;
using internal::Steps;
using internal::TooNarrow;
using internal::TooWide;
using internal::ToZeroPoint;
using internal::ValidateRange;

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

double QuantizeBound(float bound, float scale, std::int32_t zero_point) {
  return std::round(static_cast<double>(bound / scale)) + zero_point;
}

}  // namespace

Status ChooseDynamicQuantizationParams(float min, float max,
                                       QuantizedRange range,
                                       float scale_of_zero,
                                       QuantizationParams* params) {
  const internal::FloatEnvironment environment;
  const Status status = ValidateRange(min, max, range);
  if (!status.ok()) return status;
  if (!(scale_of_zero > 0 && std::isfinite(scale_of_zero))) {
    return InvalidReal("scale_of_zero", scale_of_zero,
                       "is not positive and finite");
  }
  if (params == nullptr) return NullPointer("params");
  min = std::min(min, 0.0f);
  max = std::max(max, 0.0f);
  const float low = static_cast<float>(range.low);
  const float high = static_cast<float>(range.high);
  const float scale = max == min ? scale_of_zero : FloatScale(min, max, range);
  if (scale == 0) return TooNarrow(max);
  if (!std::isfinite(scale)) return TooWide(max);
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
  if (params == nullptr) return NullPointer("params");
  const float magnitude = std::max(std::abs(min), std::abs(max));
  const float scale =
      magnitude == 0 ? 1.0f : magnitude / static_cast<float>(range.high);
  if (scale == 0) return TooNarrow(max);
  params->scale = scale;
  params->zero_point = 0;
  return Status();
}

Status NudgeQuantizationRange(float min, float max, QuantizedRange range,
                              NudgedRange* nudged) {
  const internal::FloatEnvironment environment;
  const Status status = ValidateRange(min, max, range);
  if (!status.ok()) return status;
  if (min == max) return InvalidReal("min", min, "equals max");
  if (nudged == nullptr) return NullPointer("nudged");
  const float low = static_cast<float>(range.low);
  const float high = static_cast<float>(range.high);
  const float scale = FloatScale(min, max, range);
  if (scale == 0) return TooNarrow(max);
  if (!std::isfinite(scale)) return TooWide(max);
  const float zero_point =
      std::round(std::min(std::max(low - min / scale, low), high));
  const float nudged_min = (low - zero_point) * scale;
  const float nudged_max = (high - zero_point) * scale;
  if (!std::isfinite(nudged_min) || !std::isfinite(nudged_max)) {
    return InvalidReal(
        "max", max, "is so far from min that the nudged range is not finite");
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
  if (params == nullptr) return NullPointer("params");
  if (!std::isfinite(max - min)) return TooWide(max);
  if (max - min < std::numeric_limits<double>::epsilon()) {
    *params = {1.0, range.low};
    return Status();
  }
  const double scale = (max - min) / Steps(range);
  std::int32_t zero_point = 0;
  const Status fits =
      ToZeroPoint(RealZeroPoint({min, max, false}, range, scale),
                  {min, max, false}, range, false, true, &zero_point);
  if (fits.ok()) *params = {scale, zero_point};
  return fits;
}

Status ActivationRange(BoundedActivation activation, float scale,
                       std::int32_t zero_point, QuantizedRange range,
                       QuantizedRange* activation_range) {
  const internal::FloatEnvironment environment;
  if (!(std::isfinite(scale) && scale > 0)) {
    return InvalidReal("scale", scale, "is not positive and finite");
  }
  if (range.low >= range.high) {
    return InvalidArgument("range.low", range.low,
                           "is not smaller than range.high");
  }
  if (activation_range == nullptr) return NullPointer("activation_range");
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
