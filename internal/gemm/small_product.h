// The short way for small products.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_SMALL_PRODUCT_H_
#define LOWP_INTERNAL_GEMM_SMALL_PRODUCT_H_

#include "../contract/gemm.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Computes a valid product whose plan needs no planning: few panels, one
// thread, rows that are not packed, one offset for each side, the result stored
// as it is computed. For a few microseconds of work, planning the general way
// and going through its loops would take about as long. The bytes are the same
// either way. PlanProblem knows nothing of it, and says how the product would
// be computed in general.
//
// False when the product is not of that kind, or not valid; then nothing has
// happened.
bool RunSmallProduct(const GemmProblem& problem,
                     const GemmResources& resources);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_SMALL_PRODUCT_H_
