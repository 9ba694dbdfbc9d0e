// Rows times panels by Backend::multiply_direct, some panels at a time.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_DIRECT_PRODUCTS_H_
#define LOWP_INTERNAL_GEMM_DIRECT_PRODUCTS_H_

#include <cstddef>
#include <cstdint>

#include "initial_values.h"
#include "plan.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Neighbouring panels, `stride` bytes from one to the next.
struct DirectPanels {
  // The first one's. Numbers that a task reads lie behind the sums, as in every
  // packed panel.
  const std::int32_t* sums;
  const std::int32_t* products;  // as DirectTask has them
  std::ptrdiff_t stride;
  int first_column;  // in the whole result
  int columns;       // of all of them
};

// Rows `stride` bytes apart, the first of which is the whole side's `first`.
struct DirectRows {
  const std::uint8_t* data;
  std::ptrdiff_t stride;
  int first;
  int count;
};

// How many prepacked panels a direct plan's share has. A single row takes 100
// of some 2700 cycles for a panel of 1024 depths to set up the epilogue, on
// Zen 4, and needs to do it only once.
int PanelsPerDirectShare(const GemmPlan& plan);

// Multiplies the rows with the panels, and finishes the results. There is one
// panel, unless the rows are fewer than kDirectTileRows.
void MultiplyDirectly(const OrientedProblem& problem, const GemmPlan& plan,
                      const InitialValues& initial, const DirectRows& rows,
                      const DirectPanels& panels);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_DIRECT_PRODUCTS_H_
