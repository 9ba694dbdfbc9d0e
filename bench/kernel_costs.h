// Costs of kernels that fit what was measured.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_KERNEL_COSTS_H_
#define LOWP_BENCH_KERNEL_COSTS_H_

#include <vector>

#include "kernel_grid.h"

namespace lowp_bench {

// KernelCost, and how far the samples are from it: the mean of the relative
// errors' magnitudes.
struct FittedCost {
  double mac = 0, element = 0, row = 0, panel = 0, call = 0, load = 0,
         channel = 0, store = 0;
  double error = 0;
  int products = 0;  // 0: the kernel fits none
};

// From the samples with packed B and rows in place. Where the kernel always
// copies rows, the table's cost of the copies is subtracted.
FittedCost FitCost(const gemmlowp::internal::Backend& backend,
                   const gemmlowp::internal::GemmKernel& kernel,
                   const std::vector<Sample>& samples);

// The additional costs of one-shot products, and of those with copied rows.
struct FittedReading {
  double copy = 0, pack = 0;
};
FittedReading FitReading(const gemmlowp::internal::Backend& backend,
                         const std::vector<Sample>& samples);

}  // namespace lowp_bench

#endif  // LOWP_BENCH_KERNEL_COSTS_H_
