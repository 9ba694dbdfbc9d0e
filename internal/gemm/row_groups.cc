// Checks groups of rows.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "row_groups.h"

#include "../epilogue/overlap.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

Status ValidateOffsets(const RowGroups& groups, int y_rows) {
  if (groups.count < 0) {
    return InvalidArgument("groups", groups.count, "is negative");
  }
  if (groups.offsets == nullptr) return NullPointer("offsets");
  if (groups.offsets[0] != 0) {
    return InvalidArgument("offsets", groups.offsets[0],
                           "is the first one and not 0");
  }
  for (int g = 0; g < groups.count; ++g) {
    if (groups.offsets[g + 1] < groups.offsets[g]) {
      return InvalidArgument("offsets", g + 1,
                             "is the index of one that is smaller than the one "
                             "before it");
    }
  }
  if (groups.offsets[groups.count] != y_rows) {
    return InvalidArgument("y.rows", y_rows, "is not the last one of offsets");
  }
  return Status();
}

Status ValidateIndex(const RowGroups& groups, int x_rows, int y_rows) {
  if (groups.index == nullptr) {
    // An index without entries may be null.
    return x_rows == y_rows || y_rows == 0
               ? Status()
               : InvalidArgument("y.rows", y_rows,
                                 "differs from x.rows, and there is no index");
  }
  for (int row = 0; row < y_rows; ++row) {
    if (groups.index[row] < 0 || groups.index[row] >= x_rows) {
      return InvalidArgument("index", groups.index[row], "is not a row of x");
    }
  }
  return Status();
}

}  // namespace

Status ValidateRowGroups(const RowGroups& groups, int x_rows, int y_rows) {
  const Status status = ValidateOffsets(groups, y_rows);
  return status.ok() ? ValidateIndex(groups, x_rows, y_rows) : status;
}

Status ValidateGroupsOverlap(const RowGroups& groups, const MatrixRef& y) {
  if (y.rows == 0 || y.cols == 0) return Status();
  if (OverlapsBytes(y, groups.offsets, (std::int64_t{groups.count} + 1) * 4) ||
      OverlapsBytes(y, groups.index, std::int64_t{y.rows} * 4)) {
    return InvalidArgument("y.data", 0, "overlaps offsets or index");
  }
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
