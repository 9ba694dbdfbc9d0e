// Runs a prepared product.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_PRODUCT_RUN_H_
#define LOWP_INTERNAL_GEMM_PRODUCT_RUN_H_

#include <cstdint>

#include "../../public/executor.h"
#include "../contract/gemm.h"
#include "../epilogue/prepare_epilogue.h"
#include "prepared_product.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Which part of a larger product a product is.
struct CallPart {
  // Where its result begins in the one that the stages describe.
  int first_row = 0;
  int first_column = 0;
  // Null, or which rows of its matrix A consists of, all of them copied.
  const std::int32_t* index = nullptr;
  // Of rows in copied runs (GemmTask::a_rows).
  const std::uint8_t* const* a_rows = nullptr;
  const std::ptrdiff_t* a_offsets = nullptr;
  const std::int32_t* a_terms = nullptr;
};
constexpr CallPart kAllOfIt;

// What differs between two runs of a prepared product.
struct ProductCall {
  const GemmProblem& problem;  // pointers and offsets
  const PreparedEpilogue& prepared;
  void* workspace;  // layout.total bytes, aligned to kPackedAlignment
  const CallPart& part = kAllOfIt;
  const std::int32_t* column_values = nullptr;  // of all panels; null: none
};

// In one_task_run.cc. The product is_one_task, and `task` p.task for that part,
// or a copy where another thread may use that; what else differs between two
// runs is written into it.
void RunOneTask(const PreparedProduct& p, const ProductCall& call,
                GemmTask* task);

// In shares, on up to p.threads threads of the executor. `threads_to_wake` as
// Crew::wake.
void RunShared(const PreparedProduct& p, const ProductCall& call,
               const Executor& executor, int threads_to_wake);

// In one way or the other. Other threads may run the product as well.
void RunProduct(const PreparedProduct& p, const ProductCall& call,
                const Executor& executor, int threads_to_wake);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_PRODUCT_RUN_H_
