// Checks the parameters of the stages of stages/activations.h and
// stages/matrices.h.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_EPILOGUE_VALIDATE_ACTIVATIONS_H_
#define LOWP_INTERNAL_EPILOGUE_VALIDATE_ACTIVATIONS_H_

#include "../../public/status.h"
#include "../contract/epilogue.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

Status ValidateLeakyRelu(const EpilogueOp& op, const MatrixRef& result);
Status ValidateSigmoid(const EpilogueOp& op, const MatrixRef& result);
Status ValidateHardSwish(const EpilogueOp& op);
Status ValidateDequantizedAddition(const EpilogueOp& op);
Status ValidateResidualAddition(const ResidualAdditionNumbers& numbers);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_EPILOGUE_VALIDATE_ACTIVATIONS_H_
