// Where the parts of a call lie in its workspace.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_LAY_OUT_H_
#define LOWP_INTERNAL_GEMM_LAY_OUT_H_

#include "plan.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Lays out what the plan, which is complete but for the workspace's size,
// needs. All parts are aligned to kPackedAlignment.
void LayOut(const OrientedProblem& problem, const GemmPlan& plan,
            WorkspaceLayout* layout);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_LAY_OUT_H_
