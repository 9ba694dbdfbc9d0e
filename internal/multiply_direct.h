// Which products Backend::multiply_direct does.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_MULTIPLY_DIRECT_H_
#define LOWP_INTERNAL_MULTIPLY_DIRECT_H_

#include "backend.h"
#include "packed_format.h"
#include "plan.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Where results are scaled to bytes, a tile is finished while the next one is
// multiplied, which gains some 24 / depth. It pays for fewer rows if panels are
// deep, and then as long as the rows that a last tile takes again cost no more
// than two thirds of that. In panels deeper still, three rows lose as much
// against four. Measured on Zen 4, like what follows.
constexpr int kLeastShallowRows = 16;
constexpr int kLeastDeepRows = 12;
constexpr int kMostDirectDepth = 1536;

inline bool PaysForBytes(int rows, int depth) {
  if (depth <= kMostShallowDepth) return rows >= kLeastShallowRows;
  const int again = RoundUpTo(kDeepTileRows, rows) - rows;
  return rows >= kLeastDeepRows && depth <= kMostDirectDepth &&
         again * depth <= 16 * rows;
}

// Other results are better off in larger tiles if there are few rows or the
// depth is large. Between these two depths all tiles have to be whole.
constexpr int kMostDepthOfOthers = 64;
constexpr int kMostDepthOfWholeTiles = 128;

inline bool PaysForOthers(int rows, int depth) {
  return rows >= kLeastShallowRows &&
         depth <= (rows % kDirectTileRows == 0 ? kMostDepthOfWholeTiles
                                               : kMostDepthOfOthers);
}

// Many rows of that many columns are better off narrow: a register of sums for
// each row would be mostly empty.
constexpr int kFewColumns = 8;

// Whether shares of a product, whose plan is complete but for this, are
// DirectTasks, or where nothing is packed, a single row's products become
// results that way.
inline bool IsDirect(const OrientedProblem& problem, const GemmPlan& plan) {
  const Epilogue& epilogue = problem.prepared.epilogue;
  const bool bytes =
      epilogue.form != EpilogueForm::kStore && SizeOf(epilogue.result) == 1;
  const bool in_place = plan.panel_source == PanelSource::kInPlace;
  const bool pays =
      plan.panel_rows == 1 ||
      (!in_place && (bytes ? PaysForBytes(plan.row_block, problem.depth)
                           : PaysForOthers(plan.row_block, problem.depth)));
  return pays && plan.backend->multiply_direct != nullptr &&
         plan.row_source == RowSource::kInPlace && !plan.transposed_store &&
         (!plan.narrow || plan.panel_cols > kFewColumns) &&
         (in_place || plan.prefetch == Prefetching::kNothing) &&
         problem.rows.offset.along == Along::kAll &&
         problem.panels.offset.along == Along::kAll &&
         FinishesDirectly(epilogue);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_MULTIPLY_DIRECT_H_
