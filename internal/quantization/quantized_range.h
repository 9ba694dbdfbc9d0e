// What all ways to choose quantization parameters share: the checks of a range,
// the zero point.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_QUANTIZATION_QUANTIZED_RANGE_H_
#define LOWP_INTERNAL_QUANTIZATION_QUANTIZED_RANGE_H_

#include <cstdint>

#include "../../public/quantization/quantization_params.h"
#include "../../public/status.h"
#include "quantization_rule.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Refuses ends that are not finite or out of order, and an empty range.
Status ValidateRange(double min, double max, QuantizedRange range);

// The number of steps between the ends, which may exceed int32.
inline double Steps(QuantizedRange range) {
  return static_cast<double>(range.high) - static_cast<double>(range.low);
}

// The zero point before rounding, computed from the end with the smaller terms,
// which rounds less.
double RealZeroPoint(const RuleEnds& ends, QuantizedRange range, double scale,
                     bool subtracts_terms = false);

// Rounds the zero point of a range with these ends; `nudge` puts it into the
// quantized range before. Refuses one that int32 does not hold.
Status ToZeroPoint(double real, const RuleEnds& ends, QuantizedRange range,
                   bool ties_to_even, bool nudge, std::int32_t* zero_point);

// Refusals of ranges.
Status TooWide(double max);
Status TooNarrow(double max);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_QUANTIZATION_QUANTIZED_RANGE_H_
