// What Backend::multiply_direct is given, and which products it may have.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_DIRECT_TASK_H_
#define LOWP_INTERNAL_CONTRACT_DIRECT_TASK_H_

#include <cstddef>
#include <cstdint>

#include "../detect_platform.h"
#include "epilogue.h"
#include "matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Rows of a DirectTask that are multiplied at a time, if there are as many.
constexpr int kDirectTileRows = 4;

// The most depths of a panel that a first-level cache holds beside rows: 28 KB
// of 64 columns.
constexpr int kMostShallowDepth = 448;
// A DirectTask whose panel is whole and whose results are scaled to bytes has
// tiles of so many rows, and finishes one while another is multiplied.
constexpr int kShallowTileRows = 2;
constexpr int kDeepTileRows = 3;

// Rows of the tile before that the last tile takes again.
LOWP_INLINE constexpr int RowsTakenAgain(int tile_rows, int rows) {
  const int rest = rows % tile_rows;
  return rest == 0 ? 0 : tile_rows - rest;
}

// Rows per overlapped tile, or kDirectTileRows where tiles without overlap are
// faster. `varies`: the constants of the scaling differ between columns. The
// last tile recomputes rows of the one before. Larger tiles are faster in deep
// panels, or where constants have to be loaded for few multiply-adds; otherwise
// the number of recomputed rows decides. Measured on Zen 4.
LOWP_INLINE constexpr int TileRowsOfWholePanel(int rows, int depth,
                                               bool varies) {
  constexpr int kLeastRows = 6;
  constexpr int kFewMultiplications = 95;
  if (rows < kLeastRows) return kDirectTileRows;
  if (depth > kMostShallowDepth) {
    return rows == 2 * kDirectTileRows ? kDirectTileRows : kDeepTileRows;
  }
  const int shallow = RowsTakenAgain(kShallowTileRows, rows);
  const int deep = RowsTakenAgain(kDeepTileRows, rows);
  const int loads = varies && depth <= kFewMultiplications
                        ? 1 + (rows / 2 + rows % 2) / 8
                        : 0;
  return deep < shallow + loads ? kDeepTileRows : kShallowTileRows;
}

// A product of one panel and rows that are read in place, from the columns'
// sums to the result, in one go. The accumulator of (r, c) starts as row_add[r]
// and, as in ColumnTask,
//   row_offset * (sums[c] + depth * column_offset) + the biases of c
// Fewer rows than kDirectTileRows may meet several whole panels.
struct DirectTask {
  const std::uint8_t* rows_data;
  std::ptrdiff_t row_stride;  // in bytes
  int rows;
  std::uint8_t row_flip;  // as in PanelTask
  Scalar row_scalar;
  const std::int32_t* row_add;  // null: zero
  // The packed panel; where there are more, the first one's.
  const std::int32_t* sums;
  const std::uint8_t* panel;
  int columns;
  int padded_columns;
  int first_column;  // in the whole result
  int depth;
  std::int32_t row_offset;
  std::int32_t column_offset;
  const EpilogueOp* biases;  // those that vary along rows are left out
  int bias_count;
  // Null, or the products of a single row: then neither it nor the panel is
  // read.
  const std::int32_t* products;
  int panels;
  // From one's sums, numbers and products to the next one's, in bytes.
  std::ptrdiff_t panel_stride;
  const Epilogue* epilogue;  // FinishesDirectly(it)
  std::uint8_t* result;
  std::ptrdiff_t result_stride;  // in bytes

  // Moves on by `count` panels, of `columns` columns each.
  LOWP_INLINE void NextPanel(int count) {
    const std::ptrdiff_t bytes = count * panel_stride;
    sums += bytes / 4;
    panel += bytes;
    if (products != nullptr) products += bytes / 4;
    first_column += count * columns;
    result += std::ptrdiff_t{count} * columns * SizeOf(epilogue->result);
  }
};

// Whether a scaling has constants of its own for each register of columns.
LOWP_INLINE constexpr bool VariesAlongColumns(const Epilogue& epilogue) {
  return epilogue.form == EpilogueForm::kFloat ||
         epilogue.fixed_point.along == Along::kCols;
}

// Whether a DirectTask may have that epilogue: the usual ones, which do not
// vary along rows.
LOWP_INLINE constexpr bool FinishesDirectly(const Epilogue& epilogue) {
  switch (epilogue.form) {
    case EpilogueForm::kStore:
      return true;
    case EpilogueForm::kFixedPoint:
      return epilogue.fixed_point.along != Along::kRows &&
             epilogue.fixed_point.path != FixedPointPath::kSingleAway &&
             !epilogue.fixed_point.special;
    case EpilogueForm::kFloat:
      return epilogue.floating.scale.along != Along::kRows &&
             !epilogue.floating.clamps_first;
    case EpilogueForm::kList:
      return false;
  }
  return false;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_DIRECT_TASK_H_
