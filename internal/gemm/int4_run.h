// The loops of products with 4-bit weights.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_INT4_RUN_H_
#define LOWP_INTERNAL_GEMM_INT4_RUN_H_

#include "../epilogue/prepare_epilogue.h"
#include "int4_plan.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Computes a valid problem. `prepared` is of a pipeline; `workspace` is aligned
// and has plan.total bytes.
void RunInt4Shares(const Int4Plan& plan, const Int4Problem& problem,
                   const PreparedEpilogue& prepared, void* workspace,
                   const Executor& executor);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_INT4_RUN_H_
