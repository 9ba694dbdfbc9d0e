// The check at the door of products with 4-bit weights.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_INT4_VALIDATE_H_
#define LOWP_INTERNAL_GEMM_INT4_VALIDATE_H_

#include "../../public/status.h"
#include "../contract/int4_product.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The weights, and whether the outcome can be had from them.
Status ValidateInt4Weights(const Int4Problem& problem);

// The weights, the rows, the result and the stages of a call.
Status ValidateInt4(const Int4Problem& problem);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_INT4_VALIDATE_H_
