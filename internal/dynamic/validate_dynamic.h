// Checks the input and the output of dynamic layers.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_DYNAMIC_VALIDATE_DYNAMIC_H_
#define LOWP_INTERNAL_DYNAMIC_VALIDATE_DYNAMIC_H_

#include "../../public/status.h"
#include "../contract/dynamic_linear.h"
#include "dynamic_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Whether x and y are matrices, and as wide as the layer wants them.
Status ValidateDynamicShape(const DynamicLinearState& layer,
                            const RealMatrix& x, const RealMatrix& y);

// That y, which has rows, shares no memory with x or the layer's weights.
Status ValidateDynamicOverlap(const DynamicLinearState& layer,
                              const RealMatrix& x, const RealMatrix& y);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_DYNAMIC_VALIDATE_DYNAMIC_H_
