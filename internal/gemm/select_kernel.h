// Which kernel of a backend's table multiplies a product: the cheapest one that
// fits, by the costs that stand beside the kernels.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_SELECT_KERNEL_H_
#define LOWP_INTERNAL_GEMM_SELECT_KERNEL_H_

#include "../../public/status.h"
#include "../contract/backend.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// What the choice depends on.
struct KernelQuery {
  int m, n, k;
  bool a_is_packed, b_is_packed;
  bool a_is_contiguous, b_is_contiguous;  // in k, of matrices in memory
  bool b_has_reduced_range;
  bool in_registers;     // the epilogue fits GemmKernel::run
  bool scales_to_bytes;  // and scales to bytes
};

struct KernelChoice {
  const GemmKernel* kernel = nullptr;  // null: none fits
  AForm a_form;
  float cycles;
};

// Why a kernel does not fit, in words that follow its name; null if it fits.
const char* WhyNot(const Backend& backend, const GemmKernel& kernel,
                   const KernelQuery& query);

// The form in which the kernel, which fits, reads A at the least cost, and that
// cost: of the whole product, reading the operands included.
KernelChoice CostOf(const Backend& backend, const GemmKernel& kernel,
                    const KernelQuery& query);

// The cheapest kernel that fits, or the one named `forced` if that is not null.
// Fails if the table has no such kernel or it does not fit.
Status SelectKernel(const Backend& backend, const KernelQuery& query,
                    const char* forced, KernelChoice* choice);

// The kernel that LOWP_KERNEL names, or null; read once.
const char* KernelOfEnvironment();

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_SELECT_KERNEL_H_
