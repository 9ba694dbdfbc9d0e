// Runs and plans products: validates, finds or makes the prepared product, runs
// it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/gemm.h"

#include "../compiler.h"
#include "../contract/choose_backend.h"
#include "../contract/context_in_use.h"
#include "../contract/engine_state.h"
#include "../epilogue/usual_epilogue.h"
#include "../epilogue/validate_stages.h"
#include "../runtime/float_environment.h"
#include "describe_plan.h"
#include "prepare.h"
#include "product_cache.h"
#include "run_in_context.h"
#include "validate.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Checks everything but the stages, and chooses the backend.
Status CheckOperands(const GemmProblem& problem, const GemmResources& resources,
                     ChosenBackend* chosen) {
  Status status = ValidateResources(resources);
  if (status.ok()) status = ValidateOperands(problem);
  return status.ok() ? ChooseBackend(problem, *resources.state, chosen)
                     : status;
}

// The stages, in the general way.
LOWP_NOINLINE Status PrepareAnyEpilogue(const GemmProblem& problem,
                                        bool swapped,
                                        PreparedEpilogue* prepared) {
  const Status status =
      ValidateStages(problem.ops, problem.op_count, problem.result);
  if (status.ok()) {
    PrepareEpilogue(problem.ops, problem.op_count, problem.result.scalar,
                    swapped, prepared);
  }
  return status;
}

// The stages, in the short way if they are the usual ones; false: they are not,
// and nothing is done. The result has `result_bytes` bytes.
LOWP_ALWAYS_INLINE bool PrepareUsualStages(const GemmProblem& problem,
                                           std::size_t result_bytes,
                                           const Backend& backend, bool swapped,
                                           PreparedEpilogue* prepared,
                                           EpilogueShape* shape) {
  const int rows = swapped ? problem.result.cols : problem.result.rows;
  return PrepareUsualEpilogue(
      problem.ops, problem.op_count, {problem.result, result_bytes}, swapped,
      rows >= backend.family->min_rows_in_floats, prepared, shape);
}

// Those of a product that has work and whose operands are valid.
LOWP_NOINLINE Status PrepareStages(const GemmProblem& problem,
                                   const Backend& backend, bool swapped,
                                   PreparedEpilogue* prepared,
                                   EpilogueShape* shape) {
  const auto bytes = static_cast<std::size_t>(BytesOf(problem.result));
  if (PrepareUsualStages(problem, bytes, backend, swapped, prepared, shape)) {
    return Status();
  }
  const Status status = PrepareAnyEpilogue(problem, swapped, prepared);
  if (status.ok()) *shape = ShapeOf(prepared->epilogue);
  return status;
}

// Where a context keeps a product of these sizes; null where the system refuses
// memory.
PreparedProduct* PlaceOf(const GemmProblem& problem, EngineState* state) {
  if (!EnsureProductCache(state)) return nullptr;
  return state->products->PlaceOf(problem);
}

// Prepares a valid product and runs it.
LOWP_NOINLINE Status PrepareAndRun(const GemmProblem& problem,
                                   const PreparedEpilogue& prepared,
                                   const EpilogueShape& shape,
                                   const ChosenBackend& chosen,
                                   const Orientation& orientation,
                                   const GemmResources& resources) {
  PreparedProduct local;
  PreparedProduct* p = PlaceOf(problem, resources.state);
  if (p == nullptr) p = &local;
  const Status status =
      Prepare(problem, shape, chosen, orientation, resources, p);
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
  ChosenBackend chosen;
  Status status = CheckOperands(problem, resources, &chosen);
  if (!status.ok()) return status;
  if (!HasWork(problem)) {
    return ValidateStages(problem.ops, problem.op_count, problem.result);
  }
  const Orientation orientation = OrientationOf(problem);
  PreparedEpilogue prepared;
  EpilogueShape shape;
  status = PrepareStages(problem, *chosen.backend, orientation.swapped,
                         &prepared, &shape);
  return status.ok() ? PrepareAndRun(problem, prepared, shape, chosen,
                                     orientation, resources)
                     : status;
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
  if (!PrepareUsualStages(problem, p.result_bytes, *p.backend, p.swapped,
                          &prepared, &shape)) {
    const Status status = PrepareAnyEpilogue(problem, p.swapped, &prepared);
    if (!status.ok()) return status;
    shape = ShapeOf(prepared.epilogue);
  }
  if (!(shape == p.key.epilogue)) {
    return PrepareAndRun(problem, prepared, shape,
                         {p.backend, p.backend_reason}, OrientationOf(problem),
                         resources);
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
  ChosenBackend chosen;
  Status status = CheckOperands(problem, resources, &chosen);
  if (!status.ok()) return status;
  if (!HasWork(problem)) {
    status = ValidateStages(problem.ops, problem.op_count, problem.result);
    if (status.ok()) DescribeNoWork(chosen, plan);
    return status;
  }
  const Orientation orientation = OrientationOf(problem);
  PreparedEpilogue prepared;
  EpilogueShape shape;
  status = PrepareStages(problem, *chosen.backend, orientation.swapped,
                         &prepared, &shape);
  if (!status.ok()) return status;
  PreparedProduct p;
  status = Prepare(problem, shape, chosen, orientation, resources, &p);
  if (status.ok()) DescribePlan(p, plan);
  return status;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
