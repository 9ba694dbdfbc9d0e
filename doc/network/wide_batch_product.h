// Products of matrices of int16, of BATCH_MATMUL and FULLY_CONNECTED: sums of
// int64, in plain code.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_WIDE_BATCH_PRODUCT_H_
#define LOWP_DOC_NETWORK_WIDE_BATCH_PRODUCT_H_

#include <gemmlowp/public/quantization/multiplier_builders.h>
#include <gemmlowp/public/status.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "batch_plan.h"
#include "graph.h"
#include "requantizer.h"
#include "step.h"

namespace lowp_network {

struct WideProduct {
  ProductSizes sizes = {};
  std::vector<Batch> batches;
  bool x_is_transposed = false, y_is_transposed = false;
  std::vector<std::int64_t> bias;  // int32 for each column of the result
  gemmlowp::FixedPointMultiplier multiplier;  // to the output's scale
  Bounds bounds = RangeOf(ElementType::kInt16);
};

// Of the operator's first two operands. Refuses rows of over 2^17 values, and
// exponents with which TensorFlow Lite does not scale int64.
gemmlowp::Status MakeWideProduct(const Operator& op, WideProduct product,
                                 std::unique_ptr<Step>* step);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_WIDE_BATCH_PRODUCT_H_
