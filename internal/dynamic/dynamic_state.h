// What a DynamicLinear holds.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_DYNAMIC_DYNAMIC_STATE_H_
#define LOWP_INTERNAL_DYNAMIC_DYNAMIC_STATE_H_

#include <cstdint>
#include <vector>

#include "../../public/dynamic/dynamic_arithmetic.h"
#include "../../public/packed_matrix.h"
#include "../contract/backend.h"
#include "../contract/gemm.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

struct DynamicLinearState {
  PackedMatrix weights;
  Operand rhs;  // the weights
  int k, n;
  std::vector<float> scales;          // 1 or n
  std::vector<std::int32_t> offsets;  // of the weights: 1 or n
  std::vector<float> bias;            // none or n
  std::vector<float> factors;         // none or k
  float low, high;
  DynamicArithmetic arithmetic;
  const Backend* backend;  // of all runs
  const char* kernel;      // forced on the context, or null
  // No result of a row with a smaller scale is NaN.
  float safe_scale;

  const float* factors_or_null() const {
    return factors.empty() ? nullptr : factors.data();
  }
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_DYNAMIC_DYNAMIC_STATE_H_
