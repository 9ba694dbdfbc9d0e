// The values of quantized types, and checks of what refers to them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_QUANTIZED_VALUES_H_
#define LOWP_INTERNAL_CONTRACT_QUANTIZED_VALUES_H_

#include <cmath>
#include <cstdint>

#include "../../public/status.h"
#include "matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

struct IntegerRange {
  std::int32_t low, high;
};

// The values of an integer type.
inline IntegerRange RangeOf(Scalar scalar) {
  switch (scalar) {
    case Scalar::kUint8:
      return {0, 255};
    case Scalar::kInt8:
      return {-128, 127};
    case Scalar::kInt16:
      return {INT16_MIN, INT16_MAX};
    default:
      return {INT32_MIN, INT32_MAX};
  }
}

inline bool IsScale(float value) { return std::isfinite(value) && value > 0; }

// Refuses a zero point that is no value of the type.
inline Status ValidateZeroPoint(Scalar scalar, std::int32_t zero_point,
                                const char* argument) {
  const IntegerRange range = RangeOf(scalar);
  return zero_point < range.low || zero_point > range.high
             ? InvalidArgument(argument, zero_point,
                               "is not a value of the quantized type")
             : Status();
}

// Refuses bounds of results that are no values of the type, or none at all.
inline Status ValidateBounds(Scalar scalar, std::int32_t low,
                             std::int32_t high) {
  const IntegerRange range = RangeOf(scalar);
  if (low < range.low || low > high) {
    return InvalidArgument(
        "range.low", low,
        "is not a value of the quantized type up to range.high");
  }
  return high > range.high
             ? InvalidArgument("range.high", high,
                               "is not a value of the quantized type")
             : Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_QUANTIZED_VALUES_H_
