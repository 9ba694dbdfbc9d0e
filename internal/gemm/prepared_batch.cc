// Batches of products that their users keep prepared.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdint>

#include "../contract/engine_state.h"
#include "../contract/prepared_gemm.h"
#include "../runtime/extent.h"
#include "../runtime/float_environment.h"
#include "../runtime/parallel_for.h"
#include "divide_work.h"
#include "prepared_gemm_state.h"
#include "run_in_context.h"
#include "validate.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// So many products for each thread keep all of them busy.
constexpr std::int64_t kProductsPerThread = 4;

GemmProblem ProblemOf(const PreparedGemmState& state, const GemmBatch& batch,
                      int index) {
  return ProblemAt(state, {batch.lhs[index], batch.rhs[index],
                           const_cast<void*>(batch.result[index])});
}

Status ValidateBatch(const PreparedGemmState& state, const GemmBatch& batch) {
  if (batch.count < 0) {
    return InvalidArgument("count", batch.count, "is negative");
  }
  if (!state.has_work && batch.count > 0) {
    return CheckPointers(state, ProblemOf(state, batch, 0));
  }
  for (int i = 0; i < batch.count; ++i) {
    const Status status = CheckPointers(state, ProblemOf(state, batch, i));
    if (!status.ok()) return status;
  }
  const BatchOperand& result = batch.result;
  const std::ptrdiff_t stride = result.stride_in_bytes();
  if (batch.count > 1 && result.is_strided()) {
    // Interleaved results, such as heads side by side, lie a row's part apart.
    const MatrixRef& matrix = state.problem.result;
    const std::int64_t line =
        std::int64_t{matrix.row_major ? matrix.cols : matrix.rows} *
        SizeOf(matrix.scalar);
    if (stride < line && stride > -line) {
      return InvalidArgument("result.stride", stride,
                             "bytes make the results overlap");
    }
  }
  return Status();
}

// By which threads, and what each of them needs.
struct BatchPlan {
  bool one_after_another;  // all threads share each product
  ThreadsOfWork threads;
  std::size_t bytes;  // of one thread, or of all that share a product
  std::uint64_t total;
};

BatchPlan PlanBatch(const PreparedGemmState& state, int count,
                    int max_threads) {
  BatchPlan plan;
  const PreparedProduct& alone = state.alone;
  plan.threads = ThreadsFor(WorkOf(alone) * count, max_threads);
  plan.threads.count = std::min(plan.threads.count, std::max(1, count));
  plan.threads.to_wake = std::min(plan.threads.to_wake, plan.threads.count - 1);
  plan.one_after_another = max_threads > 1 &&
                           state.product.threads >= max_threads &&
                           count < kProductsPerThread * max_threads;
  const std::uint64_t bytes =
      plan.one_after_another ? state.product.layout.total : alone.layout.total;
  plan.bytes = static_cast<std::size_t>(RoundUpToAlignment(bytes));
  plan.total = (Extent(plan.bytes) *
                static_cast<std::uint64_t>(
                    plan.one_after_another ? 1 : plan.threads.count))
                   .value();
  return plan;
}

void RunPlanned(const PreparedGemmState& state, const GemmBatch& batch,
                const BatchPlan& plan, void* workspace,
                const Executor& executor) {
  const bool uses_floats = state.problem.uses_floats;
  const FloatEnvironment environment(uses_floats);
  const auto run = [&](const PreparedProduct& p, int index, void* memory,
                       const Executor& threads) {
    const GemmProblem problem = ProblemOf(state, batch, index);
    const ProductCall call = {problem, state.epilogue, memory, uses_floats};
    if (p.is_one_task) {
      GemmTask task = p.task;
      RunOneTask(p, call, &task);
    } else {
      RunShared(p, call, threads, p.threads_to_wake);
    }
  };
  if (plan.one_after_another) {
    for (int i = 0; i < batch.count; ++i) {
      run(state.product, i, workspace, executor);
    }
    return;
  }
  struct Worker {
    int slot;
  };
  ParallelFor<Worker>(
      {executor, plan.threads.count, plan.threads.to_wake, uses_floats},
      batch.count, [&](int share, Worker* worker) {
        run(state.alone, share,
            static_cast<std::uint8_t*>(workspace) +
                static_cast<std::size_t>(worker->slot) * plan.bytes,
            Executor{});
      });
}

Status TooLarge(const BatchPlan& plan) {
  return Status(
      StatusCode::kResourceExhausted, "workspace",
      static_cast<std::int64_t>(std::min<std::uint64_t>(plan.total, INT64_MAX)),
      "bytes are more than this machine addresses");
}

}  // namespace

std::size_t BatchWorkspaceBytes(const PreparedGemmState& prepared,
                                int concurrency) {
  if (!prepared.has_work || concurrency < 1) return 0;
  // Of the smallest and the largest batch: what is between needs no more.
  const std::uint64_t total =
      std::max(PlanBatch(prepared, 1, concurrency).total,
               PlanBatch(prepared, INT32_MAX, concurrency).total);
  return Extent(total).FitsMemory()
             ? static_cast<std::size_t>(total) + kPackedAlignment - 1
             : 0;
}

Status RunPreparedBatch(const PreparedGemmState& prepared,
                        const GemmBatch& batch, void* workspace,
                        std::size_t bytes, const Executor& executor) {
  Status status = ValidateBatch(prepared, batch);
  if (!status.ok() || !prepared.has_work || batch.count == 0) return status;
  const int threads =
      executor.parallel_for == nullptr ? 1 : std::max(1, executor.concurrency);
  const BatchPlan plan = PlanBatch(prepared, batch.count, threads);
  if (!Extent(plan.total).FitsMemory()) return TooLarge(plan);
  void* aligned;
  status = AlignWorkspace(workspace, bytes,
                          static_cast<std::size_t>(plan.total), &aligned);
  if (!status.ok()) return status;
  RunPlanned(prepared, batch, plan, aligned, executor);
  return Status();
}

Status RunPreparedBatch(const PreparedGemmState& prepared,
                        const GemmBatch& batch,
                        const GemmResources& resources) {
  Status status = ValidateResources(resources);
  if (status.ok()) status = CheckNotInUse(*resources.state);
  if (status.ok()) status = ValidateBatch(prepared, batch);
  if (!status.ok() || !prepared.has_work || batch.count == 0) return status;
  const Executor executor =
      resources.max_threads > 1 ? resources.MakeExecutor() : Executor{};
  const BatchPlan plan =
      PlanBatch(prepared, batch.count,
                executor.parallel_for == nullptr ? 1 : resources.max_threads);
  if (!Extent(plan.total).FitsMemory()) return TooLarge(plan);
  void* workspace;
  status = TakeWorkspace(resources.state, static_cast<std::size_t>(plan.total),
                         &workspace);
  if (!status.ok()) return status;
  const InUse in_use(resources.state);
  RunPlanned(prepared, batch, plan, workspace, executor);
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
