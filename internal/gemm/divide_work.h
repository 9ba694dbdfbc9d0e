// How a product is divided: threads, blocks of rows, when panels are packed.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_DIVIDE_WORK_H_
#define LOWP_INTERNAL_GEMM_DIVIDE_WORK_H_

#include "../contract/gemm.h"
#include "prepared_product.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The work of a product, in multiply-adds of the fastest backend.
double WorkOf(const PreparedProduct& p);

// Fills in threads, blocks, the source of B, panels of a task and prefetching.
// Everything else but the layout is known.
void DivideWork(const GemmResources& resources, PreparedProduct* p);

// Columns in place of one task.
int ColumnsPerTask(const PreparedProduct& p);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_DIVIDE_WORK_H_
