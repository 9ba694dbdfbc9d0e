// The geometric mean.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "mean.h"

#include <cmath>

namespace lowp_bench {

double GeometricMean(const std::vector<double>& values) {
  if (values.empty()) return 0;
  double sum = 0;
  for (const double value : values) sum += std::log(value);
  return std::exp(sum / static_cast<double>(values.size()));
}

}  // namespace lowp_bench
