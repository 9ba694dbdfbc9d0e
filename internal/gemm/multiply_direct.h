// Which products Backend::multiply_direct does.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_MULTIPLY_DIRECT_H_
#define LOWP_INTERNAL_GEMM_MULTIPLY_DIRECT_H_

#include <cstdint>

#include "../contract/backend.h"
#include "../contract/packed_format.h"
#include "initial_values.h"
#include "plan.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

inline bool ScalesToBytes(const Epilogue& epilogue) {
  return epilogue.form != EpilogueForm::kStore && SizeOf(epilogue.result) == 1;
}

// Many rows, where there are several panels.
constexpr int kManyRows = 16;

// Where many results are scaled to bytes, a tile is finished while the next one
// is multiplied, which gains some 24 / depth: in deep panels more than it costs
// as long as the rows that a last tile takes again cost no more than two thirds
// of that. In panels deeper still, three rows lose as much against four.
// Measured on Zen 4, like what follows.
constexpr int kMostDirectDepth = 1536;

inline bool PaysForBytes(int rows, int depth) {
  if (depth <= kMostShallowDepth) return true;
  return depth <= kMostDirectDepth &&
         RowsTakenAgain(kDeepTileRows, rows) * depth <= std::int64_t{16} * rows;
}

// Other results are better off in larger tiles if the depth is large. Between
// these two depths all tiles have to be whole.
constexpr int kMostDepthOfOthers = 64;
constexpr int kMostDepthOfWholeTiles = 128;

inline bool PaysForOthers(int rows, int depth) {
  return depth <= (rows % kDirectTileRows == 0 ? kMostDepthOfWholeTiles
                                               : kMostDepthOfOthers);
}

// Panels of no more columns have tiles of kDirectTileRows in any case.
constexpr int kMostColumnsOfLargeTiles = 32;

// Rows of the tiles that meet so wide a panel (direct_panel-inl.h).
inline int DirectTileRows(const Epilogue& epilogue, int rows,
                          int padded_columns, int depth) {
  if (!ScalesToBytes(epilogue) || padded_columns <= kMostColumnsOfLargeTiles) {
    return kDirectTileRows;
  }
  return TileRowsOfWholePanel(rows, depth, VariesAlongColumns(epilogue));
}

// Few rows, or one panel. Fewer than kDirectTileRows rows run as tiles of one
// row, each of which reads the panel again. Otherwise the last tile overlaps
// the one before and recomputes some of its rows. That pays if recomputing
// costs less than setting up the general path: per row, as much as kSavedFor...
// multiply-adds. Where this function says yes, 2 to 24 rows of 16 to 64 columns
// took 0.6x to 1.1x the general path's time; elsewhere up to 2.3x.
constexpr int kMostDepthOfSingleRows = 127;
constexpr int kSavedForSums = 512;
constexpr int kSavedForBytes = 2048;

inline bool PaysForFew(const Epilogue& epilogue, int rows, int padded_columns,
                       int depth) {
  if (rows < kDirectTileRows) {
    return rows == 1 || depth <= kMostDepthOfSingleRows;
  }
  if (rows % kDirectTileRows == 0 && depth <= kMostShallowDepth) return true;
  const int tile_rows = DirectTileRows(epilogue, rows, padded_columns, depth);
  const int again = RowsTakenAgain(tile_rows, rows);
  const bool saves_little =
      !ScalesToBytes(epilogue) ||
      (tile_rows == kDirectTileRows && VariesAlongColumns(epilogue));
  return std::int64_t{again} * depth * padded_columns <=
         std::int64_t{rows} * (saves_little ? kSavedForSums : kSavedForBytes);
}

// Whether it pays where there are several panels.
inline bool Pays(const Epilogue& epilogue, int rows, int panel_columns,
                 int depth) {
  if (rows < kManyRows) {
    return depth <= kMostDirectDepth &&
           PaysForFew(epilogue, rows, panel_columns, depth);
  }
  return ScalesToBytes(epilogue) ? PaysForBytes(rows, depth)
                                 : PaysForOthers(rows, depth);
}

// More rows of no more columns are better off narrow: a register of sums for
// each row would be mostly empty. Measured on Zen 4.
constexpr int kFewRows = 8;
constexpr int kFewColumns = 8;

inline bool IsBetterNarrow(int rows, int columns) {
  return rows > kFewRows && columns <= kFewColumns;
}

// Backends whose other kernels want copies of rows multiply small products
// directly, rows in place, as long as reading them so again for each panel
// costs less than copies. One row, or a few, are multiplied one after the
// other, which the other kernels do better where they are deep. Measured on Zen
// 3: 1 to 500 rows of 4 to 256 columns took 0.5 to 1.06 of the time where this
// says so.
constexpr int kMostDepthOfOneInPlace = 256;
constexpr int kMostDepthInPlace = 64;
constexpr int kMostPanelNumbersInPlace = 8192;
// Of one panel, with tiles that are whole, or nearly.
constexpr int kMostDepthOfPanelInPlace = 512;
constexpr int kMostDepthOfPartTiles = 128;

inline bool PaysInPlace(const Backend& backend, const Epilogue& epilogue,
                        int rows, int columns, int depth) {
  if (backend.multiply_direct == nullptr || !FinishesDirectly(epilogue)) {
    return false;
  }
  if (depth <= kMostDepthInPlace) {
    return columns * depth <= kMostPanelNumbersInPlace;
  }
  if (rows < kDirectTileRows) {
    return rows == 1 && depth <= kMostDepthOfOneInPlace;
  }
  const bool whole = rows % kDirectTileRows == 0 || rows > 2 * kDirectTileRows;
  return columns <= backend.panel.width &&
         depth <= (whole ? kMostDepthOfPanelInPlace : kMostDepthOfPartTiles);
}

// Whether shares of a product, whose plan is complete but for this, are
// DirectTasks, or where nothing is packed, a single row's products become
// results that way.
inline bool IsDirect(const OrientedProblem& problem, const GemmPlan& plan) {
  const Epilogue& epilogue = problem.prepared.epilogue;
  const bool in_place = plan.panel_source == PanelSource::kInPlace;
  const bool pays = plan.panel_rows == 1 ||
                    (!in_place && Pays(epilogue, plan.row_block, plan.tile_cols,
                                       problem.depth));
  return pays && plan.backend->multiply_direct != nullptr &&
         (in_place || plan.backend->rows_in_place) &&
         plan.row_source != RowSource::kPrepacked && !plan.transposed_store &&
         !(plan.narrow && IsBetterNarrow(plan.panel_rows, plan.panel_cols)) &&
         (in_place || plan.prefetch == Prefetching::kNothing) &&
         problem.rows.offset.along == Along::kAll &&
         problem.panels.offset.along == Along::kAll &&
         FinishesDirectly(epilogue);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_MULTIPLY_DIRECT_H_
