// The backend of a product: the one that is asked for, or the best one that
// reads its packed operands.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_CHOOSE_BACKEND_H_
#define LOWP_INTERNAL_CONTRACT_CHOOSE_BACKEND_H_

#include "../../public/status.h"
#include "backend.h"
#include "engine_state.h"
#include "gemm.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

struct ChosenBackend {
  const Backend* backend = nullptr;
  const char* reason = "";
};

Status ChooseBackend(const GemmProblem& problem, const EngineState& state,
                     ChosenBackend* chosen);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_CHOOSE_BACKEND_H_
