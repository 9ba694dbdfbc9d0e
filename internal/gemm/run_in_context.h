// Runs prepared products with the memory and the threads of a context.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_RUN_IN_CONTEXT_H_
#define LOWP_INTERNAL_GEMM_RUN_IN_CONTEXT_H_

#include "../compiler.h"
#include "../contract/call_workspace.h"
#include "../contract/gemm.h"
#include "one_task_run.h"
#include "prepared_product.h"
#include "product_run.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// In shares, on the context's threads.
void RunInShares(const PreparedProduct& p, const ProductCall& call,
                 const GemmResources& resources);

// `task` as in RunOneTask.
LOWP_ALWAYS_INLINE Status RunInContext(
    const PreparedProduct& p, const Places& places, const GemmProblem& problem,
    const PreparedEpilogue& prepared, const GemmResources& resources,
    const std::int32_t* column_values, GemmTask* task) {
  void* workspace;
  const Status status = TakeWorkspace(
      resources.state, static_cast<std::size_t>(p.layout.total), &workspace);
  if (!status.ok()) return status;
  const ProductCall call = {places,    problem,  prepared,
                            workspace, kAllOfIt, column_values};
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
