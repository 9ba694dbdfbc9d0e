// Runs prepared products with the memory and the threads of a context.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_RUN_IN_CONTEXT_H_
#define LOWP_INTERNAL_GEMM_RUN_IN_CONTEXT_H_

#include "../compiler.h"
#include "../contract/engine_state.h"
#include "../contract/gemm.h"
#include "call_workspace.h"
#include "prepared_product.h"
#include "product_run.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Says that a product is under way, for as long as this lives.
class InUse {
 public:
  explicit InUse(EngineState* state) : state_(*state) {
    state_.in_use.store(true, std::memory_order_relaxed);
  }
  InUse(const InUse&) = delete;
  InUse& operator=(const InUse&) = delete;
  ~InUse() { state_.in_use.store(false, std::memory_order_relaxed); }

 private:
  EngineState& state_;
};

// In shares. In a stream of products, each too short to wake a thread for, one
// is woken all the same: the next product finds it awake.
void RunInShares(const PreparedProduct& p, const ProductCall& call,
                 const GemmResources& resources);

// An error if the context is in use by another product.
Status CheckNotInUse(const EngineState& state);

// `task` as in RunOneTask.
LOWP_ALWAYS_INLINE Status RunInContext(const PreparedProduct& p,
                                       const GemmProblem& problem,
                                       const PreparedEpilogue& prepared,
                                       const GemmResources& resources,
                                       GemmTask* task) {
  void* workspace;
  const Status status = TakeWorkspace(
      resources.state, static_cast<std::size_t>(p.layout.total), &workspace);
  if (!status.ok()) return status;
  const ProductCall call = {problem, prepared, workspace, problem.uses_floats};
  if (p.is_one_task) {
    RunOneTask(p, call, task);
  } else {
    RunInShares(p, call, resources);
  }
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_RUN_IN_CONTEXT_H_
