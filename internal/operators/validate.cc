// Checks arguments of operators.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "validate.h"

#include "../backends/backend_list.h"
#include "../contract/engine_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

QuantizedRange RangeOf(Scalar scalar) {
  return scalar == Scalar::kUint8  ? QuantizedRange{0, 255}
         : scalar == Scalar::kInt8 ? QuantizedRange{-128, 127}
                                   : QuantizedRange{INT16_MIN, INT16_MAX};
}

Status ValidateContext(const GemmResources& resources) {
  if (resources.state == nullptr) {
    return InvalidArgument("context", 0, "is a null pointer");
  }
  if (resources.max_threads < 1) return NegativeThreads(resources.max_threads);
  const Backend* backend = nullptr;
  return BackendOf(*resources.state, &backend);
}

Status ValidateZeroPoint(Scalar scalar, std::int32_t zero_point,
                         const char* name) {
  const QuantizedRange range = RangeOf(scalar);
  return zero_point < range.low || zero_point > range.high
             ? InvalidArgument(name, zero_point,
                               "is not a value of the quantized type")
             : Status();
}

Status ValidateBounds(Scalar scalar, std::int32_t low, std::int32_t high) {
  const QuantizedRange range = RangeOf(scalar);
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

Status ValidateExponent(std::int32_t exponent, const char* name) {
  return exponent < -31 || exponent > 31
             ? InvalidArgument(name, exponent, "is not in -31..31")
             : Status();
}

Status ValidateRounding(FixedPointRounding rounding, const char* name) {
  return rounding > FixedPointRounding::kSingleUpward15Bits
             ? InvalidArgument(name, static_cast<int>(rounding),
                               "is not a FixedPointRounding")
             : Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
