// The backend of a product: the one that is asked for, or the best one that
// reads its packed operands.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_CHOOSE_BACKEND_H_
#define LOWP_INTERNAL_GEMM_CHOOSE_BACKEND_H_

#include "../../public/gemm_plan.h"
#include "../../public/status.h"
#include "../contract/engine_state.h"
#include "../contract/gemm.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Fills in the plan's backend, its name and the reason.
Status ChooseBackend(const GemmProblem& problem, const EngineState& state,
                     GemmPlan* plan);

// Takes what that backend has for panels of reduced range, if the operand on
// the plan's panel side is packed and has it.
void AdaptToPanels(const GemmProblem& problem, GemmPlan* plan);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_CHOOSE_BACKEND_H_
