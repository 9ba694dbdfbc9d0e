// How a product is shared out: threads, blocks of rows, when panels are packed.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_DIVIDE_WORK_H_
#define LOWP_INTERNAL_GEMM_DIVIDE_WORK_H_

#include "../contract/gemm.h"
#include "prepared_product.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// How many threads are worth having for so many multiply-adds of the fastest
// backend, and how many of them to wake.
struct ThreadsOfWork {
  int count;
  int to_wake;
};
ThreadsOfWork ThreadsFor(double work, int max_threads);

// The work of a product, in those multiply-adds.
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
