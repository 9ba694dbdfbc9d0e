// Products of two tensors that are scaled in float, without templates.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_REAL_PRODUCT_H_
#define LOWP_INTERNAL_CONTRACT_REAL_PRODUCT_H_

#include <cstdint>

#include "../../public/export.h"
#include "../../public/operand_count.h"
#include "../../public/status.h"
#include "gemm.h"
#include "matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {

struct RealMultiplication;

namespace internal {

// The names of the arguments are those of public/operators/real_product.h.
struct RealProductProblem {
  const RealMultiplication* multiplication;
  Scalar scalar;
  const void* x;
  OperandCount x_count = 0;
  const void* y;
  OperandCount y_count = 0;
  void* result;
  std::int32_t low;
  std::int32_t high;
};

LOWP_EXPORT Status RunRealProduct(const RealProductProblem& problem,
                                  const GemmResources& resources);

}  // namespace internal

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_REAL_PRODUCT_H_
