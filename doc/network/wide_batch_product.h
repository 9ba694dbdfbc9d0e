// BATCH_MATMUL of int16: sums of int64, in plain code.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_WIDE_BATCH_PRODUCT_H_
#define LOWP_DOC_NETWORK_WIDE_BATCH_PRODUCT_H_

#include <gemmlowp/public/quantization/multiplier_builders.h>
#include <gemmlowp/public/status.h>

#include <memory>
#include <vector>

#include "batch_plan.h"
#include "graph.h"
#include "step.h"

namespace lowp_network {

// The multiplier takes sums to the output's scale. Refuses rows of over 2^17
// values, and exponents with which TensorFlow Lite does not scale int64.
gemmlowp::Status MakeWideBatchProduct(
    const Operator& op, const ProductSizes& sizes, std::vector<Batch> batches,
    const gemmlowp::FixedPointMultiplier& multiplier,
    std::unique_ptr<Step>* step);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_WIDE_BATCH_PRODUCT_H_
