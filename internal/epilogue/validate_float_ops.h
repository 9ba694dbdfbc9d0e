// Checks the parameters of floating-point output stages.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_EPILOGUE_VALIDATE_FLOAT_OPS_H_
#define LOWP_INTERNAL_EPILOGUE_VALIDATE_FLOAT_OPS_H_

#include "../../public/status.h"
#include "../contract/epilogue.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Checks an operation of one of the floating-point kinds against a result of
// rows x cols.
Status ValidateFloatOp(const EpilogueOp& op, const MatrixRef& result);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_EPILOGUE_VALIDATE_FLOAT_OPS_H_
