// How a product with 4-bit weights is cut, and what memory it takes.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_INT4_PLAN_H_
#define LOWP_INTERNAL_GEMM_INT4_PLAN_H_

#include <cstddef>
#include <cstdint>

#include "../contract/backend.h"
#include "../contract/int4_product.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Rows of blocks are multiples of this, as those of all tiles are.
constexpr int kInt4RowStep = 12;
// The rows of the largest block: its totals, 24 KB, and an unpacked part of a
// panel share L1 and L2 with the rows.
constexpr int kInt4MaxRows = 96;

struct Int4Plan {
  Int4Format format;
  const Backend* backend;
  int m;
  int threads;
  // Shares are blocks of rows times runs of panels; those of a block follow one
  // another, so that its rows stay in L2.
  int row_block, row_blocks;
  int panels_per_share, panel_runs;
  // Rows cannot be read in place.
  bool copies;
  // Panels are unpacked, in L1, for all rows of a block.
  bool unpacks;
  // Scales are made floats for all rows of a block.
  bool widens;
  int groups_at_a_time;
  std::ptrdiff_t ahead;  // Int4Task::ahead
  // Offsets in the workspace.
  std::size_t copy_stride;
  std::size_t terms;
  std::size_t scratch, scratch_bytes;        // of each thread
  std::size_t floats, unpacked, transposed;  // in the scratch
  // Bytes, which may be more than the address space has: then the offsets mean
  // nothing (CheckWorkspaceSize).
  std::uint64_t total;
};

// How many of `max_threads` threads m rows are worth: no fewer for more rows.
int ThreadsForInt4(const Int4Format& format, const Backend& backend, int m,
                   int max_threads);

Int4Plan PlanInt4(const Int4Format& format, const Backend& backend, int m,
                  bool copies, int threads);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_INT4_PLAN_H_
