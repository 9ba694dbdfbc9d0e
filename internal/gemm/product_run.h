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

// Where a run finds A and B, which of packed ones is their panels, and where
// its result goes.
struct Places {
  const std::uint8_t* a;
  const std::uint8_t* b;
  std::uint8_t* result;
};
inline Places PlacesOf(const GemmProblem& problem, bool swapped) {
  return {static_cast<const std::uint8_t*>(SideA(problem, swapped).matrix.data),
          static_cast<const std::uint8_t*>(SideB(problem, swapped).matrix.data),
          static_cast<std::uint8_t*>(const_cast<void*>(problem.result.data))};
}

// What differs between two runs of a prepared product.
struct ProductCall {
  Places places;
  const GemmProblem& problem;  // its offsets; its pointers may be others
  const PreparedEpilogue& prepared;
  void* workspace;  // layout.total bytes, aligned to kPackedAlignment
  const CallPart& part = kAllOfIt;
  const std::int32_t* column_values = nullptr;  // of all panels; null: none
};

// In shares, on up to p.threads threads of the executor. `threads_to_wake` as
// Crew::wake.
void RunShared(const PreparedProduct& p, const ProductCall& call,
               const Executor& executor, int threads_to_wake);

// Runs the product on one thread or on several, as planned. Other threads may
// run it as well.
void RunProduct(const PreparedProduct& p, const ProductCall& call,
                const Executor& executor, int threads_to_wake);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_PRODUCT_RUN_H_
