// Which kernel of a backend's table multiplies a product: the cheapest one that
// fits, by the costs that stand beside the kernels.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_SELECT_KERNEL_H_
#define LOWP_INTERNAL_GEMM_SELECT_KERNEL_H_

#include "../../public/status.h"
#include "../contract/backend.h"
#include "../contract/engine_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// What the choice depends on.
struct KernelQuery {
  int m, n, k;
  bool a_is_packed, b_is_packed;
  bool a_is_contiguous, b_is_contiguous;  // in k, of matrices in memory
  BRange b_range;
  bool in_registers;      // the epilogue fits GemmKernel::run
  bool scales_to_bytes;   // and scales to bytes
  bool scales_by_column;  // or by floats, whose kernels load scales alike
  bool stores_sums;
  int a_runs = 0;  // of a row of A in copied runs; 0: it is not
  int a_line = 0;  // rows of those that lie evenly
  Scalar a_scalar = Scalar::kUint8;
};

struct KernelChoice {
  const GemmKernel* kernel = nullptr;  // null: none fits
  AForm a_form;
  float cycles;
};

// What a row of the backend's table costs on this machine.
const KernelCost& CostHere(const Backend& backend, const GemmKernel& kernel);

// Why a kernel does not fit, in words that follow its name; null if it fits.
const char* WhyNot(const Backend& backend, const GemmKernel& kernel,
                   const KernelQuery& query);

// The form in which the kernel, which fits, reads A at the least cost, and that
// cost: of the whole product, reading the operands included.
KernelChoice CostOf(const Backend& backend, const GemmKernel& kernel,
                    const KernelQuery& query);

// A kernel that is wanted whatever it costs, and by whom: the argument of a
// refusal.
struct ForcedKernel {
  const char* name;  // null: none is
  const char* argument;
};

// The context's, or else the one that LOWP_KERNEL names, which is read once.
ForcedKernel KernelForced(const EngineState& state);

// The cheapest kernel that fits, or the forced one. Fails if the table has no
// such kernel or it does not fit.
Status SelectKernel(const Backend& backend, const KernelQuery& query,
                    const ForcedKernel& forced, KernelChoice* choice);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_SELECT_KERNEL_H_
