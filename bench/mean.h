// The mean of ratios.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_MEAN_H_
#define LOWP_BENCH_MEAN_H_

#include <vector>

namespace lowp_bench {

// exp(mean of the logarithms); 0 of no values.
double GeometricMean(const std::vector<double>& values);

}  // namespace lowp_bench

#endif  // LOWP_BENCH_MEAN_H_
