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

// What differs between two runs of a prepared product.
struct ProductCall {
  // GCC clears an aggregate by a string instruction first, which takes 3% of a
  // tiny product's time.
  ProductCall(const GemmProblem& the_problem,
              const PreparedEpilogue& prepared_epilogue, void* its_workspace,
              bool with_floats)
      : problem(the_problem),
        prepared(prepared_epilogue),
        workspace(its_workspace),
        uses_floats(with_floats) {}

  const GemmProblem& problem;  // pointers and offsets
  const PreparedEpilogue& prepared;
  void* workspace;  // layout.total bytes, aligned to kPackedAlignment
  bool uses_floats;
  // Where the product's result begins in the one that the stages describe, of
  // which it may be a part.
  int first_row = 0;
  int first_column = 0;
  // Null, or which rows of its matrix A consists of, all of them copied.
  const std::int32_t* index = nullptr;
  // Of rows in copied runs (GemmTask::a_rows).
  const std::uint8_t* const* a_rows = nullptr;
  const std::ptrdiff_t* a_offsets = nullptr;
  const std::int32_t* a_terms = nullptr;
};

// In one_task_run.cc. The product is_one_task. `task` is p.task, or a copy of
// it where another thread may use that; what differs between two runs is
// written into it.
void RunOneTask(const PreparedProduct& p, const ProductCall& call,
                GemmTask* task);

// In shares, on up to p.threads threads of the executor. `threads_to_wake` as
// in GemmPlan.
void RunShared(const PreparedProduct& p, const ProductCall& call,
               const Executor& executor, int threads_to_wake);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_PRODUCT_RUN_H_
