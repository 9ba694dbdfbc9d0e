// Validates transforms of tensors.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_TENSOR_VALIDATE_TRANSFORM_H_
#define LOWP_INTERNAL_TENSOR_VALIDATE_TRANSFORM_H_

#include "../../public/status.h"
#include "../contract/run_transform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Names the argument at fault. The tensor must have elements.
Status ValidateTransform(const TransformProblem& problem);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_TENSOR_VALIDATE_TRANSFORM_H_
