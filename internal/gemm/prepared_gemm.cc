// Products that their users keep prepared.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/prepared_gemm.h"

#include <algorithm>
#include <cstdint>
#include <new>

#include "../epilogue/usual_epilogue.h"
#include "../runtime/float_environment.h"
#include "choose_backend.h"
#include "column_values.h"
#include "describe_plan.h"
#include "prepare.h"
#include "prepared_gemm_state.h"
#include "product_cache.h"
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
  state->given_ops = new (std::nothrow) EpilogueOp[count + 1];
  if (state->given_ops == nullptr) return OutOfMemory("prepared", count);
  std::copy_n(problem.ops, count, state->given_ops);
  state->problem.ops = state->given_ops;
  state->reads = ReadsOf(problem.ops, problem.op_count, problem.result);
  return Status();
}

Status PrepareState(const GemmProblem& problem, const GemmResources& resources,
                    PreparedGemmState* state) {
  if (!HasWork(problem)) {
    ChosenBackend chosen;
    return ChooseBackend(state->problem, *resources.state, &chosen);
  }
  state->has_work = true;
  const Orientation orientation = OrientationOf(state->problem);
  PrepareEpilogue(problem.ops, problem.op_count, problem.result.scalar,
                  orientation.swapped, &state->epilogue);
  const EpilogueShape shape = ShapeOf(state->epilogue.epilogue);
  const Status status =
      Prepare(state->problem, shape, orientation, resources, &state->product);
  if (!status.ok()) return status;
  GemmResources alone = resources;
  alone.max_threads = 1;
  alone.executor_of = nullptr;
  return Prepare(state->problem, shape, orientation, alone, &state->alone);
}

}  // namespace

Status CheckPointers(const PreparedGemmState& state,
                     const GemmProblem& problem) {
  const Destination to = {problem.result, state.product.result_bytes};
  if (state.has_work && PointersAreValid(state.product, problem) &&
      (AreApart(state.reads, to) ||
       AreUsualAndApart(problem.ops, problem.op_count, to))) {
    return Status();
  }
  return ValidateProblem(problem);
}

GemmProblem ProblemAt(const PreparedGemmState& state,
                      const GemmPointers& pointers) {
  GemmProblem problem = state.problem;
  if (!problem.lhs.is_packed) problem.lhs.matrix.data = pointers.lhs;
  if (!problem.rhs.is_packed) problem.rhs.matrix.data = pointers.rhs;
  problem.result.data = pointers.result;
  return problem;
}

namespace {

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
  // A part's weights are told when it runs.
  const bool owns_b =
      (state->product.swapped ? owners.lhs : owners.rhs) != nullptr;
  if (state->has_work && owns_b &&
      !(MakeColumnValues(state->product, state->problem, state->epilogue,
                         &state->column_values) &&
        MakeColumnConstants(state->epilogue.epilogue, &state->product,
                            &state->column_constants))) {
    return OutOfMemory("prepared",
                       static_cast<std::size_t>(state->product.b.count));
  }
  state->owners = owners;
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
  GemmProblem problem = prepared.problem;
  problem.lhs.matrix.data = part.pointers.lhs;
  problem.rhs.matrix.data = part.pointers.rhs;
  problem.result.data = part.pointers.result;
  CallPart of_call;
  of_call.first_row = part.first_row;
  of_call.first_column = part.first_column;
  of_call.a_rows = part.lhs_rows;
  of_call.a_offsets = part.lhs_offsets;
  of_call.a_terms = part.lhs_terms;
  RunProduct(prepared.product, {problem, prepared.epilogue, workspace, of_call},
             Executor{}, 0);
}

std::size_t WorkspaceBytes(const PreparedGemmState& prepared) {
  if (!prepared.has_work) return 0;
  return static_cast<std::size_t>(prepared.product.layout.total) +
         kPackedAlignment - 1;
}

void Describe(const PreparedGemmState& prepared, GemmPlan* plan) {
  if (prepared.has_work) DescribePlan(prepared.product, plan);
}

Status RunPreparedGemm(const PreparedGemmState& prepared,
                       const GemmPointers& pointers, void* workspace,
                       std::size_t bytes, const Executor& executor) {
  const GemmProblem problem = ProblemAt(prepared, pointers);
  Status status = CheckPointers(prepared, problem);
  if (!status.ok() || !prepared.has_work) return status;
  const PreparedProduct& p = prepared.product;
  void* aligned;
  status = AlignWorkspace(workspace, bytes,
                          static_cast<std::size_t>(p.layout.total), &aligned);
  if (!status.ok()) return status;
  const FloatEnvironment environment(problem.uses_floats);
  RunProduct(
      p,
      {problem, prepared.epilogue, aligned, kAllOfIt, prepared.ColumnValues()},
      executor, p.threads_to_wake);
  return Status();
}

Status RunPreparedGemm(const PreparedGemmState& prepared,
                       const GemmPointers& pointers,
                       const GemmResources& resources) {
  Status status = CheckNotInUse(*resources.state);
  if (!status.ok()) return status;
  const GemmProblem problem = ProblemAt(prepared, pointers);
  status = CheckPointers(prepared, problem);
  if (!status.ok() || !prepared.has_work) return status;
  GemmTask task = prepared.product.task;
  if (!problem.uses_floats) {
    return RunInContext(prepared.product, problem, prepared.epilogue, resources,
                        prepared.ColumnValues(), &task);
  }
  const InUse in_use(resources.state);
  const FloatEnvironment environment(true);
  return RunInContext(prepared.product, problem, prepared.epilogue, resources,
                      prepared.ColumnValues(), &task);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
