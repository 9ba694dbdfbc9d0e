// Checks ranges, and forms zero points.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "quantized_range.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

Status ValidateRange(double min, double max, QuantizedRange range) {
  if (!std::isfinite(min)) return InvalidReal("min", min, "is not finite");
  if (!std::isfinite(max)) return InvalidReal("max", max, "is not finite");
  if (min > max) return InvalidReal("min", min, "is larger than max");
  if (range.low >= range.high) {
    return InvalidArgument("range.low", range.low,
                           "is not smaller than range.high");
  }
  return Status();
}

double RealZeroPoint(const RuleEnds& ends, QuantizedRange range, double scale,
                     bool subtracts_terms) {
  const double low = range.low;
  const double high = range.high;
  const double sign = subtracts_terms ? -1 : 1;
  const double error_below = std::abs(low) + sign * std::abs(ends.min / scale);
  const double error_above = std::abs(high) + sign * std::abs(ends.max / scale);
  return error_below < error_above ? low - ends.min / scale
                                   : high - ends.max / scale;
}

Status TooWide(double max) {
  return InvalidReal("max", max,
                     "is so far from min that the scale is not finite");
}

Status TooNarrow(double max) {
  return InvalidReal("max", max,
                     "is so close to min that the scale is 0 in float");
}

Status ToZeroPoint(double real, const RuleEnds& ends, QuantizedRange range,
                   bool ties_to_even, bool nudge, std::int32_t* zero_point) {
  // The ends were stretched from a scale that float cannot hold.
  if (std::isnan(real)) return TooNarrow(ends.max);
  if (nudge) {
    real = std::min(std::max(real, static_cast<double>(range.low)),
                    static_cast<double>(range.high));
  }
  const double rounded = ties_to_even ? std::nearbyint(real) : std::round(real);
  if (rounded < std::numeric_limits<std::int32_t>::min() ||
      rounded > std::numeric_limits<std::int32_t>::max()) {
    return InvalidReal("min", ends.min,
                       "is too far from 0 for a 32-bit zero point");
  }
  *zero_point = static_cast<std::int32_t>(rounded);
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
