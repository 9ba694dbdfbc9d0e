// Products whose sums pass through memory: GemmKernel::sum, a part of the rows
// at a time that stays in L1, then RegisterFamily::finish.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_SUM_AND_FINISH_H_
#define LOWP_INTERNAL_GEMM_SUM_AND_FINISH_H_

#include "../contract/gemm_tasks.h"
#include "prepared_product.h"
#include "row_values.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Multiplies the rows of a task with its panel, finishes and stores them.
void SumAndFinish(const PreparedProduct& p, const VaryingOffsets& varying,
                  GemmTask* task);

// The same with columns in place, at most kMaxColumnsInPlace.
void SumAndFinishInPlace(const PreparedProduct& p,
                         const VaryingOffsets& varying, GemmTask* task);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_SUM_AND_FINISH_H_
