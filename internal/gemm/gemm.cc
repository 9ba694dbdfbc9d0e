// Validate, plan, execute.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/gemm.h"

#include "../compiler.h"
#include "../contract/engine_state.h"
#include "../runtime/float_environment.h"
#include "../runtime/os.h"
#include "../runtime/thread_pool.h"
#include "execute.h"
#include "plan.h"
#include "small_product.h"
#include "validate.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

Status ValidateAndPlan(const GemmProblem& problem,
                       const GemmResources& resources,
                       OrientedProblem* oriented, WorkspaceLayout* layout,
                       GemmPlan* plan) {
  if (resources.max_threads < 1) {
    return NegativeThreads(resources.max_threads);
  }
  const Status status = ValidateProblem(problem);
  if (!status.ok()) return status;
  return MakePlan(problem, resources, oriented, layout, plan);
}

// The memory for a call: lent by the caller, or the context's own.
Status TakeWorkspace(EngineState* state, std::size_t bytes, void** workspace) {
  if (state->lent_workspace == nullptr) {
    if (!state->workspace.Reserve(bytes)) {
      return Status(StatusCode::kResourceExhausted, "workspace",
                    static_cast<std::int64_t>(bytes),
                    "bytes were needed and refused by the system");
    }
    *workspace = state->workspace.data();
    return Status();
  }
  // The caller's memory is used from its first aligned byte on.
  const std::uintptr_t begin =
      reinterpret_cast<std::uintptr_t>(state->lent_workspace);
  const std::size_t skipped =
      (kPackedAlignment - begin % kPackedAlignment) % kPackedAlignment;
  if (state->lent_bytes < skipped || state->lent_bytes - skipped < bytes) {
    return Status(StatusCode::kResourceExhausted, "workspace",
                  static_cast<std::int64_t>(state->lent_bytes),
                  "bytes are fewer than the plan's workspace_bytes, counted "
                  "from the first multiple of 64");
  }
  *workspace = reinterpret_cast<void*>(begin + skipped);
  return Status();
}

// Execution by several threads. In a stream of products, each too short to wake
// a thread for, one is woken all the same: the next product finds it awake.
void ExecuteShared(const OrientedProblem& oriented,
                   const WorkspaceLayout& layout,
                   const GemmResources& resources, void* workspace,
                   GemmPlan* plan) {
  EngineState* const state = resources.state;
  if (plan->threads_to_wake == 0 && state->last_shared_product >= 0 &&
      MonotonicSeconds() - state->last_shared_product <
          ThreadPool::kSpinSeconds) {
    plan->threads_to_wake = 1;
  }
  ExecutePlan(oriented, *plan, layout, resources.MakeExecutor(), workspace);
  state->last_shared_product = MonotonicSeconds();
}

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

// The general way: validate, plan, execute.
LOWP_NOINLINE Status RunPlanned(const GemmProblem& problem,
                                const GemmResources& resources) {
  OrientedProblem oriented;
  WorkspaceLayout layout;
  GemmPlan plan;
  Status status =
      ValidateAndPlan(problem, resources, &oriented, &layout, &plan);
  if (!status.ok() || !plan.has_work) return status;
  void* workspace = nullptr;
  status = TakeWorkspace(resources.state, layout.total, &workspace);
  if (!status.ok()) return status;
  if (plan.threads > 1) {
    ExecuteShared(oriented, layout, resources, workspace, &plan);
  } else {
    ExecutePlan(oriented, plan, layout, Executor{}, workspace);
  }
  return Status();
}

// A product that may call the caller's stages or executor, or calculates with
// floats.
LOWP_NOINLINE Status RunGuarded(const GemmProblem& problem,
                                const GemmResources& resources) {
  const InUse in_use(resources.state);
  const FloatEnvironment environment(problem.uses_floats);
  if (problem.uses_floats && RunSmallProduct(problem, resources)) {
    return Status();
  }
  return RunPlanned(problem, resources);
}

}  // namespace

Status RunGemm(const GemmProblem& problem, const GemmResources& resources) {
  if (resources.state->in_use.load(std::memory_order_relaxed)) {
    return InvalidArgument(
        "context", 0,
        "is in use by the product whose output stage or executor "
        "multiplies with it again");
  }
  // Without floats nothing of the caller's is called on the short way.
  if (!problem.uses_floats && RunSmallProduct(problem, resources)) {
    return Status();
  }
  return RunGuarded(problem, resources);
}

Status PlanProblem(const GemmProblem& problem, const GemmResources& resources,
                   GemmPlan* plan) {
  if (plan == nullptr) {
    return InvalidArgument("plan", 0, "is a null pointer");
  }
  OrientedProblem oriented;
  WorkspaceLayout layout;
  GemmPlan planned;
  const Status status =
      ValidateAndPlan(problem, resources, &oriented, &layout, &planned);
  if (status.ok()) *plan = planned;
  return status;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
