// What many numbers have in common, found faster than their least and largest:
// a product with a number for each channel looks through all of them in every
// call.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_EPILOGUE_COMMON_BITS_H_
#define LOWP_INTERNAL_EPILOGUE_COMMON_BITS_H_

#include <cstdint>
#include <cstring>

#include "../contract/matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The bits that all numbers have, and those that any of them has. Numbers of
// the same sign lie between the two.
struct CommonBits {
  std::int32_t all;
  std::int32_t any;

  // Whether these say that all numbers lie in [low, high]. If not, they may all
  // the same.
  bool AreWithin(std::int32_t low, std::int32_t high) const {
    return (all ^ any) >= 0 && all >= low && any <= high;
  }

  // Of the bits of floats: whether they say that no magnitude is above `limit`,
  // a number, and none of the floats NaN. Floats without their signs are
  // ordered as their bits are, NaN above all.
  bool AreMagnitudesWithin(float limit) const {
    std::int32_t limit_bits;
    std::memcpy(&limit_bits, &limit, sizeof(limit_bits));
    return (any & INT32_MAX) <= limit_bits;
  }
};

// Of `count` int32 or float.
CommonBits BitsOf(const void* numbers, int count);

// Of a parameter's numbers.
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
