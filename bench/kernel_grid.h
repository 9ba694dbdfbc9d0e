// Products on which kernels are measured.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_KERNEL_GRID_H_
#define LOWP_BENCH_KERNEL_GRID_H_

#include <string>
#include <vector>

#include "../internal/contract/backend.h"

namespace lowp_bench {

// u8 activations, s8 weights; a row-major result of u8, scaled by fixed point,
// as a whole or by column, or of int32.
struct Product {
  int m, n, k;
  bool packed;         // B is packed ahead
  bool reduced_range;  // weights are from -64 to 64
  bool copied;         // A is not contiguous in k
  bool int32;
  bool channels;  // each column has a multiplier of its own
  bool lines;     // B is contiguous along columns, not in k
};

std::string NameOf(const Product& product);

// A product by one kernel.
struct Sample {
  const gemmlowp::internal::Backend* backend;
  const gemmlowp::internal::GemmKernel* kernel;
  Product product;
  double cycles;
  bool is_chosen;  // by its cost
  bool copies_a;
};

// Every product of the grid by every kernel that fits it.
std::vector<Sample> MeasureGrid(const gemmlowp::internal::Backend& backend,
                                double cycles_per_second);

}  // namespace lowp_bench

#endif  // LOWP_BENCH_KERNEL_GRID_H_
