// Products with 4-bit weights: validated, planned, run.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/int4_product.h"

#include "../backends/backend_list.h"
#include "../contract/call_workspace.h"
#include "../contract/context_in_use.h"
#include "../runtime/extent.h"
#include "../runtime/float_environment.h"
#include "int4_plan.h"
#include "int4_run.h"
#include "int4_validate.h"
#include "run_in_context.h"
#include "validate.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

bool HasWork(const Int4Problem& problem) {
  return problem.rows.rows > 0 && problem.header->n > 0 &&
         !(problem.outcome == Int4Outcome::kGroupSums &&
           problem.header->k == 0);
}

// Whether rows are copied: kernels read them in place only as int8, in whole
// steps. Many rows, at strides that the caller chose, would share few cache
// sets.
bool CopiesRows(const Int4Problem& problem) {
  return problem.rows.scalar != Scalar::kInt8 ||
         problem.header->k % kInt4Step != 0 ||
         problem.rows.rows >= kInt4RowStep;
}

// At most max_threads, and one without an executor, which is asked for only if
// the work is worth more.
int ThreadsOf(const Int4Problem& problem, const Backend& backend, int m,
              int max_threads, const GemmResources& resources) {
  const int threads =
      ThreadsForInt4(FormatOf(*problem.header), backend, m, max_threads);
  return threads > 1 && resources.MakeExecutor().parallel_for == nullptr
             ? 1
             : threads;
}

Int4Plan PlanOf(const Int4Problem& problem, const Backend& backend,
                int threads) {
  return PlanInt4(FormatOf(*problem.header), backend, problem.rows.rows,
                  CopiesRows(problem), threads);
}

// The operations of a pipeline, once it is known to be valid.
void PreparePipeline(const Int4Problem& problem, PreparedEpilogue* prepared) {
  if (problem.outcome != Int4Outcome::kPipeline) return;
  PrepareEpilogue(problem.ops, problem.op_count, problem.matrix.scalar,
                  !problem.matrix.row_major, prepared);
}

Status ValidateContext(const GemmResources& resources) {
  if (resources.state == nullptr) {
    return NullPointer("context");
  }
  const Status status = ValidateResources(resources);
  return status.ok() ? CheckNotInUse(*resources.state) : status;
}

Status RunInContext(const Int4Problem& problem, const Backend& backend,
                    int max_threads, const GemmResources& resources) {
  const Int4Plan plan = PlanOf(
      problem, backend,
      ThreadsOf(problem, backend, problem.rows.rows, max_threads, resources));
  Status status = CheckWorkspaceSize(plan.total);
  if (!status.ok()) return status;
  void* workspace;
  status = TakeWorkspace(resources.state, static_cast<std::size_t>(plan.total),
                         &workspace);
  if (!status.ok()) return status;
  PreparedEpilogue prepared;
  PreparePipeline(problem, &prepared);
  const InUse in_use(resources.state);
  const FloatEnvironment environment;
  RunInt4Shares(plan, problem, prepared, workspace,
                plan.threads > 1 ? resources.MakeExecutor() : Executor{});
  return Status();
}

Status ValidatePrepared(const Int4Problem& problem,
                        const Int4Preparation& prepared) {
  if (prepared.backend == nullptr) {
    return InvalidArgument("prepared", 0, "is empty");
  }
  const Status status = ValidateInt4(problem);
  if (!status.ok() || problem.rows.rows <= prepared.max_rows) return status;
  return InvalidArgument("rows.values.rows", problem.rows.rows,
                         "are more than were prepared for");
}

}  // namespace

Status RunInt4(const Int4Problem& problem, const GemmResources& resources) {
  Status status = ValidateContext(resources);
  if (status.ok()) status = ValidateInt4(problem);
  if (!status.ok()) return status;
  const Backend* backend = nullptr;
  status = BackendOf(*resources.state, &backend);
  if (!status.ok() || !HasWork(problem)) return status;
  return RunInContext(problem, *backend, resources.max_threads, resources);
}

Status PrepareInt4(const Int4Problem& problem, int max_rows,
                   const GemmResources& resources, Int4Preparation* prepared) {
  Status status = ValidateContext(resources);
  if (status.ok()) status = ValidateInt4Weights(problem);
  if (!status.ok()) return status;
  if (max_rows < 0) {
    return InvalidArgument("max_rows", max_rows, "is negative");
  }
  const Backend* backend = nullptr;
  status = BackendOf(*resources.state, &backend);
  if (!status.ok()) return status;
  if (max_rows == 0 || problem.header->n == 0) {
    *prepared = {backend, max_rows, 1, 0};
    return Status();
  }
  const int threads =
      ThreadsOf(problem, *backend, max_rows, resources.max_threads, resources);
  const Int4Plan plan = PlanInt4(FormatOf(*problem.header), *backend, max_rows,
                                 /*copies=*/true, threads);
  // They fit wherever the memory begins.
  const std::uint64_t bytes =
      (Extent(plan.total) + (kPackedAlignment - 1)).value();
  status = CheckWorkspaceSize(bytes);
  if (status.ok()) {
    *prepared = {backend, max_rows, threads, static_cast<std::size_t>(bytes)};
  }
  return status;
}

Status RunInt4(const Int4Problem& problem, const Int4Preparation& prepared,
               void* workspace, std::size_t bytes, const Executor& executor) {
  Status status = ValidatePrepared(problem, prepared);
  if (!status.ok() || !HasWork(problem)) return status;
  const Int4Plan plan =
      PlanOf(problem, *prepared.backend,
             ThreadsForInt4(FormatOf(*problem.header), *prepared.backend,
                            problem.rows.rows, prepared.threads));
  void* aligned;
  status = AlignWorkspace(workspace, bytes,
                          static_cast<std::size_t>(plan.total), &aligned);
  if (!status.ok()) return status;
  const FloatEnvironment environment;
  RunInt4Shares(plan, problem, PreparedEpilogue(), aligned, executor);
  return Status();
}

Status RunInt4(const Int4Problem& problem, const Int4Preparation& prepared,
               const GemmResources& resources) {
  Status status = ValidateContext(resources);
  if (status.ok()) status = ValidatePrepared(problem, prepared);
  if (!status.ok() || !HasWork(problem)) return status;
  return RunInContext(problem, *prepared.backend, prepared.threads, resources);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
