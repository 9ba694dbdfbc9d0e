// Carries out a plan.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_EXECUTE_H_
#define LOWP_INTERNAL_GEMM_EXECUTE_H_

#include "../../public/executor.h"
#include "plan.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Computes a product that has work. `workspace` holds layout.total bytes,
// aligned to kPackedAlignment.
void ExecutePlan(const OrientedProblem& problem, const GemmPlan& plan,
                 const WorkspaceLayout& layout, const Executor& executor,
                 void* workspace);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_EXECUTE_H_
