// The bits that many values have in common. They are faster to find than the
// minimum and maximum, and a product with per-channel parameters scans all of
// them in every call.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_EPILOGUE_COMMON_BITS_H_
#define LOWP_INTERNAL_EPILOGUE_COMMON_BITS_H_

#include <cstdint>
#include <cstring>

#include "../contract/matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The bitwise AND and OR of all values. Values of the same sign lie between the
// two.
struct CommonBits {
  std::int32_t all;
  std::int32_t any;

  // Whether the bits prove that all values lie in [low, high]. If not, the
  // values may still do so.
  bool AreWithin(std::int32_t low, std::int32_t high) const {
    return (all ^ any) >= 0 && all >= low && any <= high;
  }

  // For the bits of floats: whether they prove that no magnitude exceeds
  // `limit` and no float is NaN. `limit` is not NaN. Without their signs,
  // floats are ordered like their bits, with NaN at the top.
  bool AreMagnitudesWithin(float limit) const {
    std::int32_t limit_bits;
    std::memcpy(&limit_bits, &limit, sizeof(limit_bits));
    return (any & INT32_MAX) <= limit_bits;
  }
};

// Of `count` int32 or float values.
CommonBits BitsOf(const void* numbers, int count);

// Whether `count` values from -31 to -1 are all at least `min`, which is one
// of these.
bool AreAtLeast(const std::int32_t* values, int count, int min);

// Of a parameter's values.
inline CommonBits BitsOf(const Int32Parameter& parameter) {
  if (parameter.along == Along::kAll) return {parameter.value, parameter.value};
  return BitsOf(parameter.data, parameter.size);
}
inline CommonBits BitsOf(const FloatParameter& parameter) {
  if (parameter.along != Along::kAll) {
    return BitsOf(parameter.data, parameter.size);
  }
  std::int32_t bits;
  std::memcpy(&bits, &parameter.value, sizeof(bits));
  return {bits, bits};
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_EPILOGUE_COMMON_BITS_H_
