// A product prepared once, to be run many times: checked, planned, its pipeline
// lowered. A run checks its pointers and computes.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_PREPARED_GEMM_H_
#define LOWP_PUBLIC_PREPARED_GEMM_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <tuple>

#include "../internal/contract/prepared_gemm.h"
#include "../internal/frontend/front_end.h"
#include "../internal/frontend/owned_pipeline.h"
#include "batch_operand.h"
#include "executor.h"
#include "gemm_plan.h"
#include "map.h"
#include "packed_matrix.h"
#include "status.h"

namespace gemmlowp {
inline namespace lowp {

// result = pipeline((lhs + lhs_offset) * (rhs + rhs_offset)), as TryGemm
// computes it, with the same bytes.
//
// Immutable: threads may run one at the same time, each with a workspace of its
// own, and copies are cheap, since they share what was prepared.
class PreparedGemm {
 public:
  // Empty; running it is an error.
  PreparedGemm() = default;

  // Prepares a product of operands with these shapes, strides, orders and
  // types, for as many threads as the context allows. The data pointers of
  // MatrixMaps are ignored; PackedMatrix operands are kept, and share the
  // memory of the weights. Offsets and the pipeline are copied. Vectors that
  // they refer to, and matrices that stages add, must outlive this object and
  // its copies. Vectors of the pipeline must keep their values; those of
  // offsets need not.
  //
  // Fails, and changes nothing, with kInvalidArgument where TryGemm would, with
  // kUnsupported if this machine cannot run a packed operand's format, and with
  // kResourceExhausted if memory runs out.
  template <typename Context, typename Lhs, typename Rhs, typename ResultScalar,
            MapOrder ResultOrder, typename LhsOffset, typename RhsOffset,
            typename... Stages>
  static Status Prepare(Context* context, const Lhs& lhs, const Rhs& rhs,
                        const MatrixMap<ResultScalar, ResultOrder>& result,
                        const LhsOffset& lhs_offset,
                        const RhsOffset& rhs_offset,
                        const std::tuple<Stages...>& pipeline,
                        PreparedGemm* prepared);

  bool empty() const { return state_ == nullptr; }

  // The bytes of memory that a run needs; 0 when empty.
  std::size_t workspace_bytes() const {
    return empty() ? 0 : internal::WorkspaceBytes(*state_);
  }

  // How runs compute, and why; GemmPlan() when empty.
  GemmPlan plan() const {
    GemmPlan plan;
    if (!empty()) internal::Describe(*state_, &plan);
    return plan;
  }

  // Computes with the caller's memory and threads; allocates nothing. lhs, rhs
  // and result point to the first elements of matrices as they were prepared;
  // the pointer for a packed operand is ignored and may be null.
  // `workspace` has any alignment and workspace_bytes() bytes, which the run
  // overwrites. `executor` may have any number of threads; without one the
  // calling thread computes everything. Fails, with nothing written, as TryGemm
  // does.
  Status Run(const void* lhs, const void* rhs, void* result, void* workspace,
             std::size_t workspace_bytes,
             const Executor& executor = Executor()) const {
    if (empty()) return EmptyStatus();
    return internal::RunPreparedGemm(*state_, {lhs, rhs, result}, workspace,
                                     workspace_bytes, executor);
  }

  // The same with the memory and threads of a context.
  template <typename Context>
  Status Run(Context* context, const void* lhs, const void* rhs,
             void* result) const {
    if (empty()) return EmptyStatus();
    if (context == nullptr) return internal::NullPointer("context");
    return internal::RunPreparedGemm(*state_, {lhs, rhs, result},
                                     internal::ResourcesOf(context));
  }

  // Computes `count` products with different matrices, as `count` calls of Run
  // would: result[i] from lhs[i] and rhs[i], with the same offsets and
  // pipeline. Threads share the work of all of them: whole products, or parts
  // of products if there are fewer products than threads. If each product is
  // large enough for all threads, they share one after another.
  //
  // No result may share memory with another one, with any operand or, if there
  // are several products, with a matrix that a stage adds. Fails, with nothing
  // written, with the status of the first product that Run would refuse.
  //
  // Attention, with a head in every 64 columns of q, k and scores by head:
  //
  //   prepared.RunBatch(&context, heads, BatchOperand::Strided(q, 64),
  //                     BatchOperand::Strided(k, 64),
  //                     BatchOperand::Strided(scores, rows * rows));
  template <typename Context>
  Status RunBatch(Context* context, int count, const BatchOperand& lhs,
                  const BatchOperand& rhs, const BatchOperand& result) const {
    if (empty()) return EmptyStatus();
    if (context == nullptr) return internal::NullPointer("context");
    return internal::RunPreparedBatch(internal::ForAll(*state_),
                                      {count, lhs, rhs, result},
                                      internal::ResourcesOf(context));
  }

  // The bytes of memory that a batch needs on an executor of this concurrency;
  // 0 when empty, or if `concurrency` is not positive.
  std::size_t batch_workspace_bytes(int concurrency = 1) const {
    return empty() ? 0 : internal::BatchWorkspaceBytes(*state_, concurrency);
  }

  // The same with the caller's memory and threads, as in Run.
  Status RunBatch(int count, const BatchOperand& lhs, const BatchOperand& rhs,
                  const BatchOperand& result, void* workspace,
                  std::size_t workspace_bytes,
                  const Executor& executor = Executor()) const {
    if (empty()) return EmptyStatus();
    return internal::RunPreparedBatch(*state_, {count, lhs, rhs, result},
                                      workspace, workspace_bytes, executor);
  }

  // Null when empty.
  const internal::PreparedGemmState* state() const { return state_.get(); }

 private:
  static Status EmptyStatus() {
    return internal::InvalidArgument("prepared", 0, "is empty");
  }

  std::shared_ptr<const internal::PreparedGemmState> state_;
};

namespace internal {

// An array of products, which may be null.
inline PreparedList ListOf(const PreparedGemm* products) {
  return {[](const void* all, int index) {
            return static_cast<const PreparedGemm*>(all)[index].state();
          },
          products, false};
}

inline const PackedMatrix* PackedOrNull(const PackedMatrix& matrix) {
  return &matrix;
}
template <typename T, MapOrder Order>
const PackedMatrix* PackedOrNull(const MatrixMap<T, Order>&) {
  return nullptr;
}

}  // namespace internal

template <typename Context, typename Lhs, typename Rhs, typename ResultScalar,
          MapOrder ResultOrder, typename LhsOffset, typename RhsOffset,
          typename... Stages>
Status PreparedGemm::Prepare(Context* context, const Lhs& lhs, const Rhs& rhs,
                             const MatrixMap<ResultScalar, ResultOrder>& result,
                             const LhsOffset& lhs_offset,
                             const RhsOffset& rhs_offset,
                             const std::tuple<Stages...>& pipeline,
                             PreparedGemm* prepared) {
  if (prepared == nullptr) return internal::NullPointer("prepared");
  using Owned = internal::OwnedPipeline<Stages...>;
  Owned* const owned = new (std::nothrow) Owned(pipeline);
  if (owned == nullptr) {
    return internal::OutOfMemory("prepared", sizeof(Owned));
  }
  const auto destroy = [](void* p) { delete static_cast<Owned*>(p); };
  MatrixMap<ResultScalar, ResultOrder> map = result;
  const Status status = internal::CallEngine(
      context, lhs, rhs, &map, lhs_offset, rhs_offset, &owned->lowered,
      [&](const internal::GemmProblem& problem,
          const internal::GemmResources& resources) {
        return internal::PrepareGemm(
            problem,
            {internal::PackedOrNull(lhs), internal::PackedOrNull(rhs), owned,
             destroy},
            resources, &prepared->state_);
      });
  if (!status.ok()) destroy(owned);
  return status;
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_PREPARED_GEMM_H_
