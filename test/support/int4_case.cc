// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "int4_case.h"

#include <cstdint>

namespace lowp_test {

std::int32_t Int4Case::GroupSum(int r, int g, int c) const {
  std::int64_t sum = 0;
  for (int k = g * group(); k < (g + 1) * group(); ++k) {
    sum += std::int64_t{a[r * shape.k + k] - RowZero(r)} *
           (weights[k * shape.n + c] - Zero(g, c));
  }
  return static_cast<std::int32_t>(sum);
}

}  // namespace lowp_test
