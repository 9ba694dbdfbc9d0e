// Runs and plans products: validates, finds or makes the prepared product, runs
// it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/gemm.h"

#include "../compiler.h"
#include "../contract/engine_state.h"
#include "../epilogue/usual_epilogue.h"
#include "../epilogue/validate_stages.h"
#include "../runtime/float_environment.h"
#include "choose_backend.h"
#include "describe_plan.h"
#include "prepare.h"
#include "product_cache.h"
#include "run_in_context.h"
#include "validate.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The stages of a valid product.
void PrepareValidEpilogue(const GemmProblem& problem, bool swapped,
                          PreparedEpilogue* prepared) {
  PrepareEpilogue(problem.ops, problem.op_count, problem.result.scalar, swapped,
                  prepared);
}

Status ValidateAll(const GemmProblem& problem, const GemmResources& resources) {
  const Status status = ValidateResources(resources);
  return status.ok() ? ValidateProblem(problem) : status;
}

// Where a context keeps a product of these sizes; null where the system refuses
// memory.
PreparedProduct* PlaceOf(const GemmProblem& problem, EngineState* state) {
  if (!HasProductCache(state)) return nullptr;
  return state->products->PlaceOf(problem);
}

// Prepares a valid product and runs it.
LOWP_NOINLINE Status PrepareAndRun(const GemmProblem& problem,
                                   const PreparedEpilogue& prepared,
                                   const Orientation& orientation,
                                   const GemmResources& resources) {
  PreparedProduct local;
  PreparedProduct* p = PlaceOf(problem, resources.state);
  if (p == nullptr) p = &local;
  const Status status =
      Prepare(problem, ShapeOf(prepared.epilogue), orientation, resources, p);
  if (!status.ok()) {
    p->backend = nullptr;
    return status;
  }
  const Status run = RunInContext(*p, PlacesOf(problem, p->swapped), problem,
                                  prepared, resources, nullptr, &p->task);
  // Another executor may have threads.
  if (p->threads_depend_on_executor) p->backend = nullptr;
  return run;
}

// A product that the context does not know, or that is not valid.
LOWP_NOINLINE Status RunUnknown(const GemmProblem& problem,
                                const GemmResources& resources) {
  const Status status = ValidateAll(problem, resources);
  if (!status.ok()) return status;
  if (!HasWork(problem)) {
    ChosenBackend chosen;
    return ChooseBackend(problem, *resources.state, &chosen);
  }
  const Orientation orientation = OrientationOf(problem);
  PreparedEpilogue prepared;
  PrepareValidEpilogue(problem, orientation.swapped, &prepared);
  return PrepareAndRun(problem, prepared, orientation, resources);
}

// The stages of a known product, which are new.
LOWP_NOINLINE Status PrepareOtherEpilogue(const GemmProblem& problem,
                                          bool swapped,
                                          PreparedEpilogue* prepared) {
  const Status status =
      ValidateStages(problem.ops, problem.op_count, problem.result);
  if (status.ok()) PrepareValidEpilogue(problem, swapped, prepared);
  return status;
}

LOWP_ALWAYS_INLINE Status Run(const GemmProblem& problem, std::uint32_t types,
                              const GemmResources& resources) {
  ProductCache* const products = resources.state->products;
  if (products == nullptr) return RunUnknown(problem, resources);
  PreparedProduct* place = products->PlaceOf(problem);
  LOWP_OPAQUE(place);  // else it is computed again for each field
  PreparedProduct& p = *place;
  if (!IsPreparedFor(p, problem, types, resources)) {
    return RunUnknown(problem, resources);
  }
  PreparedEpilogue prepared;
  EpilogueShape shape;
  if (!PrepareUsualEpilogue(
          problem.ops, problem.op_count, {problem.result, p.result_bytes},
          p.swapped, p.backend->family->scales_in_floats, &prepared, &shape)) {
    const Status status = PrepareOtherEpilogue(problem, p.swapped, &prepared);
    if (!status.ok()) return status;
    shape = ShapeOf(prepared.epilogue);
  }
  if (!(shape == p.key.epilogue)) {
    return PrepareAndRun(problem, prepared, OrientationOf(problem), resources);
  }
  return RunInContext(p, PlacesOf(problem, p.swapped), problem, prepared,
                      resources, nullptr, &p.task);
}

// A product that may call the caller's stages, or calculates with floats.
LOWP_NOINLINE Status RunGuarded(const GemmProblem& problem, std::uint32_t types,
                                const GemmResources& resources) {
  const InUse in_use(resources.state);
  const FloatEnvironment environment(true);
  return Run(problem, types, resources);
}

}  // namespace

Status RunGemmOfTypes(const GemmProblem& problem, std::uint32_t types,
                      const GemmResources& resources) {
  const Status status = CheckNotInUse(*resources.state);
  if (!status.ok()) return status;
  return problem.uses_floats ? RunGuarded(problem, types, resources)
                             : Run(problem, types, resources);
}

Status PlanProblem(const GemmProblem& problem, const GemmResources& resources,
                   GemmPlan* plan) {
  if (plan == nullptr) return NullPointer("plan");
  Status status = ValidateAll(problem, resources);
  if (!status.ok()) return status;
  if (!HasWork(problem)) return DescribeNoWork(problem, resources, plan);
  const Orientation orientation = OrientationOf(problem);
  PreparedEpilogue prepared;
  PrepareValidEpilogue(problem, orientation.swapped, &prepared);
  PreparedProduct p;
  status =
      Prepare(problem, ShapeOf(prepared.epilogue), orientation, resources, &p);
  if (status.ok()) DescribePlan(p, plan);
  return status;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
