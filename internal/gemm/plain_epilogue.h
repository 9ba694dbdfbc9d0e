// The epilogue of small products: validated and prepared at once.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_PLAIN_EPILOGUE_H_
#define LOWP_INTERNAL_GEMM_PLAIN_EPILOGUE_H_

#include "../contract/gemm.h"
#include "../epilogue/prepare_epilogue.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Validates the problem's operations and prepares them, as ValidateStages and
// PrepareEpilogue do. False if something is wrong with them; then nothing has
// happened.
bool PreparePlainEpilogue(const GemmProblem& problem, bool transposed,
                          PreparedEpilogue* prepared);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_PLAIN_EPILOGUE_H_
