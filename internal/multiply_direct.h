// Which products Backend::multiply_direct does.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_MULTIPLY_DIRECT_H_
#define LOWP_INTERNAL_MULTIPLY_DIRECT_H_

#include "backend.h"
#include "plan.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Fewer rows are better off in tiles of just as many, but for a single one.
// Measured on Zen 4, like what follows.
constexpr int kLeastDirectRows = 16;

// Where results are scaled to bytes, a tile is finished while the next one is
// multiplied, which pays as long as L1 holds the panel: 28 KB.
constexpr int kMostDirectDepth = 448;
// Other results are better off in larger tiles. Between these two depths all
// tiles have to be whole.
constexpr int kMostDirectDepthOfOthers = 64;
constexpr int kMostDirectDepthOfWholeTiles = 128;

inline int MostDirectDepth(const Epilogue& epilogue, int rows) {
  return epilogue.form != EpilogueForm::kStore && SizeOf(epilogue.result) == 1
             ? kMostDirectDepth
         : rows % kDirectTileRows == 0 ? kMostDirectDepthOfWholeTiles
                                       : kMostDirectDepthOfOthers;
}

// Many rows of that many columns are better off narrow: a register of sums for
// each row would be mostly empty.
constexpr int kFewColumns = 8;

// Whether shares of a product, whose plan is complete but for this, are
// DirectTasks.
inline bool IsDirect(const OrientedProblem& problem, const GemmPlan& plan) {
  const Epilogue& epilogue = problem.prepared.epilogue;
  const bool pays =
      plan.panel_rows == 1 ||
      (plan.row_block >= kLeastDirectRows &&
       problem.depth <= MostDirectDepth(epilogue, plan.panel_rows));
  return pays && plan.backend->multiply_direct != nullptr &&
         plan.row_source == RowSource::kInPlace &&
         plan.panel_source != PanelSource::kInPlace && !plan.transposed_store &&
         (!plan.narrow || plan.panel_cols > kFewColumns) &&
         plan.prefetch == Prefetching::kNothing &&
         problem.rows.offset.along == Along::kAll &&
         problem.panels.offset.along == Along::kAll &&
         FinishesDirectly(epilogue);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_MULTIPLY_DIRECT_H_
