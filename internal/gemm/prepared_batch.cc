// Batches of products that their users keep prepared.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdint>

#include "../contract/call_workspace.h"
#include "../contract/context_in_use.h"
#include "../contract/engine_state.h"
#include "../contract/prepared_gemm.h"
#include "../runtime/extent.h"
#include "../runtime/float_environment.h"
#include "../runtime/parallel_for.h"
#include "batch_plan.h"
#include "prepared_gemm_state.h"
#include "product_part.h"
#include "product_run.h"
#include "validate.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

GemmPointers PointersOf(const GemmBatch& batch, int index) {
  return {batch.lhs[index], batch.rhs[index],
          const_cast<void*>(batch.result[index])};
}

// The lines of a result, in bytes.
struct ResultLines {
  std::int64_t count = 0, length = 0, stride = 0;
};
ResultLines LinesOf(const MatrixRef& result) {
  const std::int64_t size = SizeOf(result.scalar);
  const std::int64_t rows = result.rows, cols = result.cols;
  return {result.row_major ? rows : cols,
          size * (result.row_major ? cols : rows), size * result.stride};
}

// Whether two results that lie `distance` bytes apart, which is not negative,
// share a byte: lines of one may lie between those of the other.
bool Overlap(const ResultLines& lines, std::int64_t distance) {
  if (lines.count == 1) return distance < lines.length;
  const std::int64_t before = distance / lines.stride;
  const std::int64_t behind = distance % lines.stride;
  return (before < lines.count && behind < lines.length) ||
         (before + 1 < lines.count && lines.stride - behind < lines.length);
}

// Whether some of `count` results, `stride` bytes from one to the next, do.
bool SomeOverlap(const ResultLines& lines, int count, std::ptrdiff_t stride) {
  if (count < 2) return false;
  const std::int64_t step = stride < 0 ? -stride : stride;
  const std::int64_t end = (lines.count - 1) * lines.stride + lines.length;
  for (int i = 1; i < count && i * step < end; ++i) {
    if (Overlap(lines, i * step)) return true;
  }
  return false;
}

// Refuses a stride that leads out of the address space: places are computed
// with it.
Status CheckReach(const BatchOperand& operand, int count, const char* name) {
  const std::ptrdiff_t stride = operand.stride_in_bytes();
  if (!operand.is_strided() || count < 2 || stride == 0) return Status();
  const std::uint64_t step = stride < 0 ? 0 - static_cast<std::uint64_t>(stride)
                                        : static_cast<std::uint64_t>(stride);
  return (Extent(step) * static_cast<std::uint64_t>(count)).FitsMemory()
             ? Status()
             : InvalidArgument(name, stride,
                               "bytes from one matrix to the next are more "
                               "than the address space has for all");
}

Status ValidateBatch(const PreparedList& products, const GemmBatch& batch) {
  if (batch.count < 0) {
    return InvalidArgument("count", batch.count, "is negative");
  }
  Status reach = CheckReach(batch.lhs, batch.count, "lhs.stride");
  if (reach.ok()) reach = CheckReach(batch.rhs, batch.count, "rhs.stride");
  if (reach.ok()) {
    reach = CheckReach(batch.result, batch.count, "result.stride");
  }
  if (!reach.ok()) return reach;
  // Of a list of products, one line of the longest ones is looked at.
  ResultLines lines;
  for (int i = 0; i < batch.count; ++i) {
    const PreparedGemmState* const state = products[i];
    if (state == nullptr) return InvalidArgument("products", i, "is empty");
    const Status status = CheckPointers(*state, PointersOf(batch, i));
    if (!status.ok()) return status;
    if (state->has_work) {
      const ResultLines of_one = LinesOf(state->problem.result);
      if (of_one.length > lines.length) lines = of_one;
    } else if (products.is_one_for_all) {
      return Status();
    }
  }
  const std::ptrdiff_t stride = batch.result.stride_in_bytes();
  if (!products.is_one_for_all) lines.count = 1;
  if (batch.result.is_strided() && lines.length > 0 &&
      SomeOverlap(lines, batch.count, stride)) {
    return InvalidArgument("result.stride", stride,
                           "bytes make the results overlap");
  }
  return Status();
}

class BatchRun {
 public:
  BatchRun(const PreparedList& products, const GemmBatch& batch,
           const BatchPlan& plan)
      : products_(products), batch_(batch), plan_(plan) {}

  void Run(void* workspace, const Executor& executor) const {
    const FloatEnvironment environment(plan_.uses_floats());
    if (plan_.one_after_another()) {
      for (int i = 0; i < batch_.count; ++i) {
        const PreparedGemmState& state = *products_[i];
        if (state.has_work) {
          RunWhole(state, state.product, i, workspace, executor);
        }
      }
      return;
    }
    const ThreadsOfWork& threads = plan_.threads();
    ParallelFor<Worker>(
        {executor, threads.count, threads.to_wake, plan_.uses_floats()},
        plan_.shares(), [&](int share, Worker* worker) {
          RunShare(share, worker,
                   static_cast<std::uint8_t*>(workspace) +
                       static_cast<std::size_t>(worker->slot) * plan_.bytes());
        });
  }

 private:
  // A thread, and the product whose part it took last.
  struct Worker {
    int slot;
    int product = 0;
    int first_share = 0;  // of that product
  };

  // Finds the product that a share is a part of: mostly the next one.
  ProductSplit Find(int share, Worker* worker) const {
    if (products_.is_one_for_all) {
      const ProductSplit split = plan_.Split(0);
      worker->product = share / split.parts;
      worker->first_share = worker->product * split.parts;
      return split;
    }
    if (share < worker->first_share) worker->product = worker->first_share = 0;
    ProductSplit split = plan_.Split(worker->product);
    while (share - worker->first_share >= split.parts) {
      worker->first_share += split.parts;
      split = plan_.Split(++worker->product);
    }
    return split;
  }

  void RunShare(int share, Worker* worker, void* memory) const {
    const ProductSplit split = Find(share, worker);
    const PreparedGemmState& state = *products_[worker->product];
    if (split.parts == 1) {
      return RunWhole(state, state.alone, worker->product, memory, Executor{});
    }
    ProductPart part;
    PreparePart(state, ProblemAt(state, PointersOf(batch_, worker->product)),
                split, share - worker->first_share, &part);
    part.Run(memory, Executor{}, 0);
  }

  void RunWhole(const PreparedGemmState& state, const PreparedProduct& p,
                int index, void* memory, const Executor& threads) const {
    RunProduct(p,
               {PlacesAt(state, PointersOf(batch_, index)), state.problem,
                state.epilogue, memory},
               threads, p.threads_to_wake);
  }

  const PreparedList& products_;
  const GemmBatch& batch_;
  const BatchPlan& plan_;
};

}  // namespace

std::size_t BatchWorkspaceBytes(const PreparedGemmState& prepared,
                                int concurrency) {
  if (!prepared.has_work || concurrency < 1) return 0;
  const std::uint64_t total = MaxBytesOfBatch(prepared, concurrency);
  return Extent(total).FitsMemory()
             ? static_cast<std::size_t>(total) + kPackedAlignment - 1
             : 0;
}

Status RunPreparedBatch(const PreparedGemmState& prepared,
                        const GemmBatch& batch, void* workspace,
                        std::size_t bytes, const Executor& executor) {
  const PreparedList products = ForAll(prepared);
  Status status = ValidateBatch(products, batch);
  if (!status.ok()) return status;
  const int threads =
      executor.parallel_for == nullptr ? 1 : std::max(1, executor.concurrency);
  const BatchPlan plan(products, batch.count, threads);
  if (!plan.has_work()) return status;
  status = CheckWorkspaceSize(plan.total());
  if (!status.ok()) return status;
  void* aligned;
  status = AlignWorkspace(workspace, bytes,
                          static_cast<std::size_t>(plan.total()), &aligned);
  if (!status.ok()) return status;
  BatchRun(products, batch, plan).Run(aligned, executor);
  return Status();
}

Status RunPreparedBatch(const PreparedList& products, const GemmBatch& batch,
                        const GemmResources& resources) {
  Status status = ValidateResources(resources);
  if (status.ok()) status = CheckNotInUse(*resources.state);
  if (status.ok()) status = ValidateBatch(products, batch);
  if (!status.ok()) return status;
  const Executor executor =
      resources.max_threads > 1 ? resources.MakeExecutor() : Executor{};
  const BatchPlan plan(
      products, batch.count,
      executor.parallel_for == nullptr ? 1 : resources.max_threads);
  if (!plan.has_work()) return status;
  status = CheckWorkspaceSize(plan.total());
  if (!status.ok()) return status;
  void* workspace;
  status = TakeWorkspace(resources.state,
                         static_cast<std::size_t>(plan.total()), &workspace);
  if (!status.ok()) return status;
  const InUse in_use(resources.state);
  BatchRun(products, batch, plan).Run(workspace, executor);
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
