// Where the parts of a call lie in its workspace.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_LAY_OUT_H_
#define LOWP_INTERNAL_GEMM_LAY_OUT_H_

#include "prepared_product.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The maximum rows of a block that is stored transposed: a multiple of every
// backend's interleave, so that none begins within a block of interleaved rows.
// Half of them are enough for any kernel.
constexpr int kTransposedRows = 2 * kMaxMinRows;

// Lays out what the product, which is complete without this, needs. All parts
// are aligned to kPackedAlignment.
void LayOut(PreparedProduct* p);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_LAY_OUT_H_
