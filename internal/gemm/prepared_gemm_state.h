// What a PreparedGemm holds.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_PREPARED_GEMM_STATE_H_
#define LOWP_INTERNAL_GEMM_PREPARED_GEMM_STATE_H_

#include "../../public/packed_matrix.h"
#include "../contract/choose_backend.h"
#include "../contract/prepared_gemm.h"
#include "../epilogue/prepare_epilogue.h"
#include "../epilogue/usual_epilogue.h"
#include "../runtime/workspace.h"
#include "prepared_product.h"
#include "product_run.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

struct PreparedGemmState {
  PreparedGemmState() = default;
  PreparedGemmState(const PreparedGemmState&) = delete;
  PreparedGemmState& operator=(const PreparedGemmState&) = delete;
  ~PreparedGemmState() {
    delete[] ops;
    if (pipeline != nullptr) destroy(pipeline);
  }

  PackedMatrix lhs, rhs;
  void* pipeline = nullptr;  // owned
  void (*destroy)(void* pipeline) = nullptr;
  // Without the places of matrices in memory.
  GemmProblem problem;
  EpilogueOp* ops = nullptr;  // as given, and behind these those of `epilogue`
  UsualReads reads;           // of the ops, and of vectors of offsets
  PreparedEpilogue epilogue;
  bool has_work = false;
  ChosenBackend chosen;
  // If there is work: for the threads that there were, and for one.
  PreparedProduct product, alone;
  // Of `product`; see MakeColumnValues and MakeColumnConstants.
  AlignedBuffer column_values, column_constants;
  // Runs of `product` only tell its task where A lies and the result goes:
  // CompleteTask did the rest.
  bool is_complete = false;

  // Null: there are none.
  const std::int32_t* ColumnValues() const {
    return static_cast<const std::int32_t*>(column_values.data());
  }
};

// The problem with its matrices in memory at these places.
GemmProblem ProblemAt(const PreparedGemmState& state,
                      const GemmPointers& pointers);

// The same, for a run of one of the state's products.
Places PlacesAt(const PreparedGemmState& state, const GemmPointers& pointers);

// Whether nothing is wrong with these places.
Status CheckPointers(const PreparedGemmState& state,
                     const GemmPointers& pointers);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_PREPARED_GEMM_STATE_H_
