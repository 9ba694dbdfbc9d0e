// Batches and groups of rows in the C API.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>

#include "../contract/prepared_gemm.h"
#include "../gemm/prepared_gemm_state.h"
#include "executor.h"
#include "run_operator.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

PreparedList ListInC(const lowp_prepared* const* products) {
  return {[](const void* all, int index) -> const PreparedGemmState* {
            const lowp_prepared* const product =
                static_cast<const lowp_prepared* const*>(all)[index];
            return product == nullptr ? nullptr : product->state.get();
          },
          products, false};
}

BatchOperand OperandOf(const lowp_batch_operand& from) {
  return from.pointers != nullptr
             ? BatchOperand::At(from.pointers)
             : BatchOperand::Strided(static_cast<const char*>(from.first),
                                     static_cast<std::ptrdiff_t>(from.stride));
}

GemmBatch BatchOf(const lowp_batch& from) {
  return {from.count, OperandOf(from.lhs), OperandOf(from.rhs),
          OperandOf(from.result)};
}

// Matrices lie at one of two kinds of places, and at no more than the machine
// addresses.
lowp_status CheckPlaces(const lowp_batch_operand& operand, const char* name) {
  if (operand.stride != static_cast<std::ptrdiff_t>(operand.stride)) {
    return Fail(LOWP_INVALID_ARGUMENT,
                "%s.stride = %lld: is more than the address space has", name,
                static_cast<long long>(operand.stride));
  }
  if (operand.pointers == nullptr || operand.first == nullptr) return LOWP_OK;
  return Fail(LOWP_INVALID_ARGUMENT,
              "%s.first: is not NULL, but there are pointers as well", name);
}

// Elements of results lie at multiples of their size.
lowp_status CheckStride(const lowp_batch& batch) {
  if (batch.result.pointers != nullptr) return LOWP_OK;
  const int products = batch.product != nullptr ? 1 : batch.count;
  for (int i = 0; i < products; ++i) {
    const lowp_prepared* const product =
        batch.product != nullptr ? batch.product : batch.products[i];
    if (product != nullptr &&
        batch.result.stride % SizeOf(product->state->problem.result.scalar) !=
            0) {
      return Fail(LOWP_INVALID_ARGUMENT,
                  "batch.result.stride = %lld: is not a multiple of the size "
                  "of an entry",
                  static_cast<long long>(batch.result.stride));
    }
  }
  return LOWP_OK;
}

lowp_status CheckBatch(const lowp_batch& batch) {
  if (batch.product != nullptr && batch.products != nullptr) {
    return Fail(LOWP_INVALID_ARGUMENT,
                "batch.product: is not NULL, but there are products as well");
  }
  if (batch.product == nullptr && batch.products == nullptr &&
      batch.count != 0) {
    return FailForNull("batch.products");
  }
  lowp_status status = CheckPlaces(batch.lhs, "batch.lhs");
  if (status == LOWP_OK) status = CheckPlaces(batch.rhs, "batch.rhs");
  if (status == LOWP_OK) status = CheckPlaces(batch.result, "batch.result");
  return status == LOWP_OK ? CheckStride(batch) : status;
}

constexpr Name kBatchNames[] = {{"products", "batch.products"},
                                {"count", "batch.count"},
                                {"lhs.stride", "batch.lhs.stride"},
                                {"rhs.stride", "batch.rhs.stride"},
                                {"result.stride", "batch.result.stride"}};

class BatchCall {
 public:
  lowp_status Read(const lowp_batch& batch) {
    batch_ = batch;
    return CheckBatch(batch);
  }
  Status Run(const GemmResources& resources) const {
    const PreparedList products = batch_.product != nullptr
                                      ? ForAll(*batch_.product->state)
                                      : ListInC(batch_.products);
    return Renamed(RunPreparedBatch(products, BatchOf(batch_), resources),
                   kBatchNames);
  }

 private:
  lowp_batch batch_;
};

class GroupsCall {
 public:
  lowp_status Read(const lowp_groups& groups) {
    groups_ = groups;
    const lowp_status status =
        ReadRowMajor(&groups.x, TypeSet::kOperands, "x", &x_);
    return status == LOWP_OK ? ReadRowMajor(&groups.y, TypeSet::kAll, "y", &y_)
                             : status;
  }
  Status Run(const GemmResources& resources) const {
    return RunPreparedGroups(ListInC(groups_.products),
                             {groups_.groups, groups_.offsets, groups_.index},
                             x_, y_, resources);
  }

 private:
  lowp_groups groups_;
  MatrixRef x_, y_;
};

lowp_status RunBatchIn(const lowp_batch* batch, void* workspace,
                       std::size_t bytes, const lowp_executor* executor) {
  lowp_batch read;
  lowp_status status = ReadStruct(batch, "batch", &read);
  if (status == LOWP_OK) status = CheckBatch(read);
  if (status != LOWP_OK) return status;
  if (read.product == nullptr) return FailForNull("batch.product");
  Executor threads;
  status = ReadExecutor(executor, &threads);
  if (status != LOWP_OK) return status;
  return ToC(Renamed(RunPreparedBatch(*read.product->state, BatchOf(read),
                                      workspace, bytes, threads),
                     kBatchNames));
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

using gemmlowp::internal::Fail;
using gemmlowp::internal::FailForNull;
using gemmlowp::internal::RunOperator;

lowp_status lowp_run_batch(lowp_context* context, const lowp_batch* batch) {
  return RunOperator<gemmlowp::internal::BatchCall>(context, batch, "batch");
}

lowp_status lowp_run_groups(lowp_context* context, const lowp_groups* groups) {
  return RunOperator<gemmlowp::internal::GroupsCall>(context, groups, "groups");
}

lowp_status lowp_batch_workspace_bytes(const lowp_prepared* product,
                                       int32_t concurrency, size_t* bytes) {
  if (product == nullptr) return FailForNull("product");
  if (bytes == nullptr) return FailForNull("bytes");
  if (concurrency < 1) {
    return Fail(LOWP_INVALID_ARGUMENT, "concurrency = %d: is less than 1",
                concurrency);
  }
  using gemmlowp::internal::BatchWorkspaceBytes;
  const std::size_t needed = BatchWorkspaceBytes(*product->state, concurrency);
  if (needed == 0 && BatchWorkspaceBytes(*product->state, 1) > 0) {
    return Fail(LOWP_RESOURCE_EXHAUSTED,
                "concurrency = %d: needs more memory than the address space "
                "has",
                concurrency);
  }
  *bytes = needed;
  return LOWP_OK;
}

lowp_status lowp_run_batch_in(const lowp_batch* batch, void* workspace,
                              size_t workspace_bytes,
                              const lowp_executor* executor) {
  return gemmlowp::internal::Guarded([&] {
    return gemmlowp::internal::RunBatchIn(batch, workspace, workspace_bytes,
                                          executor);
  });
}
