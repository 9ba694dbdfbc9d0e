// Reads a lowp_product as a problem of the engine.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_C_READ_PRODUCT_H_
#define LOWP_INTERNAL_C_READ_PRODUCT_H_

#include "../../public/c/lowp.h"
#include "../contract/gemm.h"
#include "read_stages.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The problem refers to `stages`.
lowp_status ReadProduct(const lowp_product& product, StageList* stages,
                        GemmProblem* problem);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_C_READ_PRODUCT_H_
