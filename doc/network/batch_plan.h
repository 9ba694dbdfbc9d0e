// The matrices that BATCH_MATMUL multiplies: those of the operands' last two
// axes, repeated along the others.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_BATCH_PLAN_H_
#define LOWP_DOC_NETWORK_BATCH_PLAN_H_

#include <gemmlowp/public/quantization/multiplier_builders.h>
#include <gemmlowp/public/status.h>

#include <cstddef>
#include <vector>

#include "graph.h"

namespace lowp_network {

// m x k times k x n.
struct ProductSizes {
  int m, n, k;
};

// Matrices at equal distances, in elements.
struct Matrices {
  std::size_t first;
  std::ptrdiff_t stride;
};

struct Batch {
  int count;
  Matrices x, y, result;
};

// The sizes, which all tensors have alike.
gemmlowp::Status CheckProduct(const Tensor& x, const Tensor& y,
                              const Tensor& output, const Options& options,
                              ProductSizes* sizes);

gemmlowp::Status PlanBatches(const Tensor& x, const Tensor& y,
                             const Tensor& output, const ProductSizes& sizes,
                             std::vector<Batch>* batches);

// What takes sums of products of the first two operands to the output's scale.
// The operands' scales are multiplied in float.
gemmlowp::Status MultiplierOfProduct(
    const Graph& graph, const Operator& op,
    gemmlowp::FixedPointMultiplier* multiplier);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_BATCH_PLAN_H_
