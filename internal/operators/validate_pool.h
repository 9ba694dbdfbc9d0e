// Checks the arguments of pooling.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_OPERATORS_VALIDATE_POOL_H_
#define LOWP_INTERNAL_OPERATORS_VALIDATE_POOL_H_

#include "../../public/convolution/conv_geometry.h"
#include "../../public/status.h"
#include "../contract/pool.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Names the argument at fault, and finds the output's shape.
Status ValidatePool(const PoolProblem& problem, const GemmResources& resources,
                    ConvShape* output);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_OPERATORS_VALIDATE_POOL_H_
