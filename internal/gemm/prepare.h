// The planner: from a valid problem to a PreparedProduct.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_PREPARE_H_
#define LOWP_INTERNAL_GEMM_PREPARE_H_

#include "../../public/status.h"
#include "../contract/choose_backend.h"
#include "../contract/gemm.h"
#include "orientation.h"
#include "prepared_product.h"
#include "select_kernel.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

inline bool HasWork(const GemmProblem& problem) {
  return problem.result.rows > 0 && problem.result.cols > 0 &&
         problem.lhs.matrix.cols > 0;
}

// What kernels are chosen by.
KernelQuery QueryOf(const PreparedProduct& p);

// Prepares a product that is valid and has work.
Status Prepare(const GemmProblem& problem, const EpilogueShape& epilogue,
               const ChosenBackend& chosen, const Orientation& orientation,
               const GemmResources& resources, PreparedProduct* p);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_PREPARE_H_
