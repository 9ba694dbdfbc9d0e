// The check at the door: everything a caller can get wrong about a product.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_VALIDATE_H_
#define LOWP_INTERNAL_GEMM_VALIDATE_H_

#include "../../public/status.h"
#include "../contract/gemm.h"
#include "../epilogue/validate_matrix.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

extern const MatrixNames kLhsNames;
extern const MatrixNames kRhsNames;
extern const MatrixNames kResultNames;
extern const MatrixNames kSourceNames;  // of PackedMatrix::Pack

// Everything about a product that needs no backend but its stages: matrices,
// how their shapes fit, offsets, overlap.
Status ValidateOperands(const GemmProblem& problem);

// The same, and the stages.
Status ValidateProblem(const GemmProblem& problem);

// The same of a product whose matrices in memory have no place yet.
Status ValidateWithoutPlaces(GemmProblem problem);

// Offsets and stages against the result, whose shape fits the operands.
Status ValidateParameters(const GemmProblem& problem);

Status ValidateResources(const GemmResources& resources);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_VALIDATE_H_
