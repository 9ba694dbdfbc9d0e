// Finds floats that scale integers as fixed point does, for all integers that
// there are.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_OPERATORS_CERTIFY_SCALING_H_
#define LOWP_INTERNAL_OPERATORS_CERTIFY_SCALING_H_

#include <cstdint>

#include "../contract/binary_in_floats.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// What integers become: results[i] is the scaled i-th one plus zero_point,
// clamped.
struct ScaledIntegers {
  // The i-th integer: first + i, or the square of that, as a float.
  float At(int i) const {
    const float x = static_cast<float>(first + i);
    return is_squared ? x * x : x;
  }

  std::int32_t first;
  int count;
  bool is_squared;
  const std::int16_t* results;
  std::int32_t zero_point, low, high;
};

// False if no floats were found that give all results. `factor` is the real
// one. In the default floating-point environment.
bool CertifyScaling(double factor, const ScaledIntegers& integers,
                    ScalingInFloats* scaling);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_OPERATORS_CERTIFY_SCALING_H_
