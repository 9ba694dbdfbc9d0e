// Dynamic linear layers by their definition, one value at a time
// (public/dynamic/dynamic_arithmetic.h).
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_REFERENCE_DYNAMIC_H_
#define LOWP_TEST_SUPPORT_REFERENCE_DYNAMIC_H_

#include <limits>
#include <vector>

#include "../../public/dynamic/dynamic_arithmetic.h"

namespace lowp_test {

// A layer of int weights, k x n, row-major.
struct ReferenceLayer {
  int k = 0, n = 0;
  std::vector<int> weights;
  std::vector<int> zero_points;  // n
  std::vector<float> scales;     // n
  std::vector<float> bias;       // none or n
  std::vector<float> factors;    // none or k
  float low = -std::numeric_limits<float>::infinity();
  float high = std::numeric_limits<float>::infinity();
  gemmlowp::DynamicArithmetic arithmetic;
};

// Rows of the result before they are rounded to its type.
std::vector<float> ReferenceDynamic(const ReferenceLayer& layer,
                                    const std::vector<float>& x, int rows);

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_REFERENCE_DYNAMIC_H_
