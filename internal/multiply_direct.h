// Which products Backend::multiply_direct does.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_MULTIPLY_DIRECT_H_
#define LOWP_INTERNAL_MULTIPLY_DIRECT_H_

#include "backend.h"
#include "plan.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Fewer rows are better off in tiles of just as many, greater depths where a
// tile is finished during the next one. Between the two depths all tiles have
// to be whole. Measured on Zen 4.
constexpr int kLeastDirectRows = 16;
constexpr int kMostDirectDepth = 64;
constexpr int kMostDirectDepthOfWholeTiles = 128;

// Many rows of that many columns are better off narrow: a register of sums for
// each row would be mostly empty.
constexpr int kFewColumns = 8;

// Whether shares of a product, whose plan is complete but for this, are
// DirectTasks.
inline bool IsDirect(const OrientedProblem& problem, const GemmPlan& plan) {
  return plan.backend->multiply_direct != nullptr &&
         plan.row_source == RowSource::kInPlace &&
         plan.panel_source != PanelSource::kInPlace && !plan.transposed_store &&
         (!plan.narrow || plan.panel_cols > kFewColumns) &&
         plan.prefetch == Prefetching::kNothing &&
         plan.row_block >= kLeastDirectRows &&
         problem.depth <= (plan.panel_rows % kDirectTileRows == 0
                               ? kMostDirectDepthOfWholeTiles
                               : kMostDirectDepth) &&
         problem.rows.offset.along == Along::kAll &&
         problem.panels.offset.along == Along::kAll &&
         FinishesDirectly(problem.prepared.epilogue);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_MULTIPLY_DIRECT_H_
