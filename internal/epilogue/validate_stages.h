// Checks the stages of a pipeline and what they read.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_EPILOGUE_VALIDATE_STAGES_H_
#define LOWP_INTERNAL_EPILOGUE_VALIDATE_STAGES_H_

#include "../../public/status.h"
#include "../contract/epilogue.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Validates the stages of a result that is valid otherwise. Whether they
// overlap the result is not checked if it has no memory yet.
Status ValidateStages(const EpilogueOp* ops, int count,
                      const MatrixRef& result);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_EPILOGUE_VALIDATE_STAGES_H_
