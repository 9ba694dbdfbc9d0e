// Products that their users keep prepared.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/prepared_gemm.h"

#include <algorithm>
#include <cstdint>
#include <new>

#include "../contract/choose_backend.h"
#include "../contract/context_in_use.h"
#include "../epilogue/usual_epilogue.h"
#include "../runtime/float_environment.h"
#include "column_values.h"
#include "describe_plan.h"
#include "prepare.h"
#include "prepared_gemm_state.h"
#include "product_cache.h"
#include "row_values.h"
#include "run_in_context.h"
#include "validate.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

namespace {

// Takes what the problem refers to.
Status Own(const GemmProblem& problem, const GemmOwners& owners,
           PreparedGemmState* state) {
  state->problem = problem;
  if (owners.lhs != nullptr) {
    state->lhs = *owners.lhs;
    SetOperand(state->lhs, &state->problem.lhs);
  }
  if (owners.rhs != nullptr) {
    state->rhs = *owners.rhs;
    SetOperand(state->rhs, &state->problem.rhs);
  }
  const std::size_t count = static_cast<std::size_t>(problem.op_count);
  state->ops = new (std::nothrow) EpilogueOp[2 * count + 1];
  if (state->ops == nullptr) return OutOfMemory("prepared", count);
  std::copy_n(problem.ops, count, state->ops);
  std::copy_n(problem.ops, count, state->ops + count);
  state->problem.ops = state->ops;
  state->reads = ReadsOf(problem.ops, problem.op_count, problem.result);
  state->reads.Add(problem.lhs_offset);
  state->reads.Add(problem.rhs_offset);
  return Status();
}

Status PrepareState(const GemmProblem& problem, const GemmResources& resources,
                    PreparedGemmState* state) {
  ChosenBackend& chosen = state->chosen;
  Status status = ChooseBackend(state->problem, *resources.state, &chosen);
  if (!status.ok() || !HasWork(problem)) return status;
  state->has_work = true;
  const Orientation orientation = OrientationOf(state->problem);
  PrepareEpilogue(state->ops + problem.op_count, problem.op_count,
                  problem.result.scalar, orientation.swapped, &state->epilogue);
  const EpilogueShape shape = ShapeOf(state->epilogue.epilogue);
  status = Prepare(state->problem, shape, chosen, orientation, resources,
                   &state->product);
  if (!status.ok()) return status;
  GemmResources alone = resources;
  alone.max_threads = 1;
  alone.executor_of = nullptr;
  return Prepare(state->problem, shape, chosen, orientation, alone,
                 &state->alone);
}

// Where an operand is: one in memory is at `given`.
const void* PlaceOf(const Operand& operand, const void* given) {
  return operand.is_packed ? operand.matrix.data : given;
}

Places Oriented(const GemmPointers& pointers, bool swapped) {
  const void* const a = swapped ? pointers.rhs : pointers.lhs;
  const void* const b = swapped ? pointers.lhs : pointers.rhs;
  return {static_cast<const std::uint8_t*>(a),
          static_cast<const std::uint8_t*>(b),
          static_cast<std::uint8_t*>(pointers.result)};
}

// Of a product without work, or of places that are wrong or among those of what
// the stages read.
LOWP_NOINLINE Status CheckClosely(const PreparedGemmState& state,
                                  const GemmPointers& pointers) {
  const GemmProblem problem = ProblemAt(state, pointers);
  const Destination to = {problem.result, state.product.result_bytes};
  return state.has_work && PointersAreValid(state.product, problem) &&
                 AreUsualAndApart(problem.ops, problem.op_count, to)
             ? Status()
             : ValidateProblem(problem);
}

// Whether there is work and places are right. False says nothing. No Status: to
// copy one that was just written, a processor has to wait.
LOWP_ALWAYS_INLINE bool ArePlainlyValid(const PreparedGemmState& state,
                                        const GemmPointers& pointers) {
  const PreparedProduct& p = state.product;
  const auto result = reinterpret_cast<std::uintptr_t>(pointers.result);
  return state.has_work && IsPlain(result) &&
         IsApart(PlaceOf(state.problem.lhs, pointers.lhs), p.lhs_bytes, p,
                 result) &&
         IsApart(PlaceOf(state.problem.rhs, pointers.rhs), p.rhs_bytes, p,
                 result) &&
         AreApart(state.reads, result, p.result_bytes);
}

}  // namespace

GemmProblem ProblemAt(const PreparedGemmState& state,
                      const GemmPointers& pointers) {
  GemmProblem problem = state.problem;
  if (!problem.lhs.is_packed) problem.lhs.matrix.data = pointers.lhs;
  if (!problem.rhs.is_packed) problem.rhs.matrix.data = pointers.rhs;
  problem.result.data = pointers.result;
  return problem;
}

Places PlacesAt(const PreparedGemmState& state, const GemmPointers& pointers) {
  return Oriented({PlaceOf(state.problem.lhs, pointers.lhs),
                   PlaceOf(state.problem.rhs, pointers.rhs), pointers.result},
                  state.product.swapped);
}

Status CheckPointers(const PreparedGemmState& state,
                     const GemmPointers& pointers) {
  if (ArePlainlyValid(state, pointers)) return Status();
  return CheckClosely(state, pointers);
}

namespace {

// Whether a task of the product is complete but for A and the result.
bool IsComplete(const PreparedGemmState& state) {
  const PreparedProduct& p = state.product;
  const GemmProblem& problem = state.problem;
  return p.is_one_task && p.b_source == BSource::kPacked && !p.copies_a &&
         !state.epilogue.has_row_bias &&
         RowValues::CommonOffset(
             p.swapped ? problem.lhs_offset : problem.rhs_offset, p.b) == 0;
}

// Makes once what columns of packed weights need in all runs; a part's weights
// are told when it runs. False if memory is refused.
bool PrepareColumns(const GemmOwners& owners, PreparedGemmState* state) {
  PreparedProduct& p = state->product;
  if (!state->has_work || (p.swapped ? owners.lhs : owners.rhs) == nullptr) {
    return true;
  }
  if (!MakeColumnValues(p, state->problem, state->epilogue,
                        &state->column_values) ||
      !MakeColumnConstants(state->epilogue.epilogue, &p,
                           &state->column_constants)) {
    return false;
  }
  state->is_complete = IsComplete(*state);
  if (state->is_complete) {
    CompleteTask(p,
                 {PlacesAt(*state, GemmPointers{}), state->problem,
                  state->epilogue, nullptr, kAllOfIt, state->ColumnValues()},
                 &p.task);
  }
  return true;
}

// Prepares a problem that is valid.
Status PrepareValid(const GemmProblem& problem, const GemmOwners& owners,
                    const GemmResources& resources,
                    std::shared_ptr<const PreparedGemmState>* prepared) {
  std::shared_ptr<PreparedGemmState> state;
  try {
    state = std::make_shared<PreparedGemmState>();
  } catch (const std::bad_alloc&) {
    return OutOfMemory("prepared", sizeof(PreparedGemmState));
  }
  Status status = Own(problem, owners, state.get());
  if (!status.ok()) return status;
  status = PrepareState(problem, resources, state.get());
  if (!status.ok()) return status;
  if (!PrepareColumns(owners, state.get())) {
    return OutOfMemory("prepared",
                       static_cast<std::size_t>(state->product.b.count));
  }
  state->pipeline = owners.pipeline;
  state->destroy = owners.destroy;
  *prepared = std::move(state);
  return Status();
}

}  // namespace

Status PrepareGemm(const GemmProblem& problem, const GemmOwners& owners,
                   const GemmResources& resources,
                   std::shared_ptr<const PreparedGemmState>* prepared) {
  Status status = ValidateResources(resources);
  if (!status.ok()) return status;
  status = ValidateWithoutPlaces(problem);
  if (!status.ok()) return status;
  return PrepareValid(problem, owners, resources, prepared);
}

Status PrepareGemmPart(const GemmProblem& problem,
                       const GemmResources& resources,
                       std::shared_ptr<const PreparedGemmState>* prepared) {
  GemmResources one_thread;
  one_thread.state = resources.state;
  return PrepareValid(problem, GemmOwners{}, one_thread, prepared);
}

std::uint64_t PartWorkspaceBytes(const PreparedGemmState& prepared) {
  return prepared.product.layout.total;
}

float PartCycles(const PreparedGemmState& prepared) {
  return prepared.product.cycles;
}

void RunGemmPart(const PreparedGemmState& prepared, const GemmPart& part,
                 void* workspace) {
  const PreparedProduct& p = prepared.product;
  CallPart of_call;
  of_call.first_row = part.first_row;
  of_call.first_column = part.first_column;
  of_call.a_rows = part.lhs_rows;
  of_call.a_offsets = part.lhs_offsets;
  of_call.a_terms = part.lhs_terms;
  RunProduct(p,
             {Oriented(part.pointers, p.swapped), prepared.problem,
              prepared.epilogue, workspace, of_call},
             Executor{}, 0);
}

std::size_t WorkspaceBytes(const PreparedGemmState& prepared) {
  if (!prepared.has_work) return 0;
  return static_cast<std::size_t>(prepared.product.layout.total) +
         kPackedAlignment - 1;
}

void Describe(const PreparedGemmState& prepared, GemmPlan* plan) {
  if (prepared.has_work) {
    DescribePlan(prepared.product, plan);
  } else {
    DescribeNoWork(prepared.chosen, plan);
  }
}

namespace {

// Of a product that is_complete.
LOWP_ALWAYS_INLINE void RunAt(const Places& places, const PreparedProduct& p) {
  GemmTask task = p.task;
  task.a = places.a;
  task.result = places.result;
  RunComplete(p, &task);
}

// Runs a product whose pointers are valid.
LOWP_ALWAYS_INLINE Status RunChecked(const PreparedGemmState& prepared,
                                     const GemmPointers& pointers,
                                     const GemmResources& resources) {
  const PreparedProduct& p = prepared.product;
  const Places places = PlacesAt(prepared, pointers);
  if (!prepared.is_complete) {
    GemmTask task = p.task;
    return RunInContext(p, places, prepared.problem, prepared.epilogue,
                        resources, prepared.ColumnValues(), &task);
  }
  void* workspace;  // which the product does not need, but asks for
  const Status status = TakeWorkspace(
      resources.state, static_cast<std::size_t>(p.layout.total), &workspace);
  if (status.ok()) RunAt(places, p);
  return status;
}

// The same, with the environment that floats need.
LOWP_NOINLINE Status RunGuarded(const PreparedGemmState& prepared,
                                const GemmPointers& pointers,
                                const GemmResources& resources) {
  const InUse in_use(resources.state);
  const FloatEnvironment environment(true);
  return RunChecked(prepared, pointers, resources);
}

}  // namespace

Status RunPreparedGemm(const PreparedGemmState& prepared,
                       const GemmPointers& pointers, void* workspace,
                       std::size_t bytes, const Executor& executor) {
  Status status = CheckPointers(prepared, pointers);
  if (!status.ok() || !prepared.has_work) return status;
  const PreparedProduct& p = prepared.product;
  void* aligned;
  status = AlignWorkspace(workspace, bytes,
                          static_cast<std::size_t>(p.layout.total), &aligned);
  if (!status.ok()) return status;
  const FloatEnvironment environment(prepared.problem.uses_floats);
  const Places places = PlacesAt(prepared, pointers);
  if (prepared.is_complete) {
    RunAt(places, p);
  } else {
    RunProduct(p,
               {places, prepared.problem, prepared.epilogue, aligned, kAllOfIt,
                prepared.ColumnValues()},
               executor, p.threads_to_wake);
  }
  return Status();
}

Status RunPreparedGemm(const PreparedGemmState& prepared,
                       const GemmPointers& pointers,
                       const GemmResources& resources) {
  if (resources.max_threads < 1) return NegativeThreads(resources.max_threads);
  const Status free = CheckNotInUse(*resources.state);
  if (!free.ok()) return free;
  if (!ArePlainlyValid(prepared, pointers)) {
    const Status status = CheckClosely(prepared, pointers);
    if (!status.ok() || !prepared.has_work) return status;
  }
  return prepared.problem.uses_floats
             ? RunGuarded(prepared, pointers, resources)
             : RunChecked(prepared, pointers, resources);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
