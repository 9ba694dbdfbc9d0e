// Rows in groups, each of which has a product of its own.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_ROW_GROUPS_H_
#define LOWP_INTERNAL_CONTRACT_ROW_GROUPS_H_

#include <cstdint>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Group g is rows offsets[g] up to offsets[g + 1] of the result y. It may be
// empty.
struct RowGroups {
  int count;
  const std::int32_t* offsets;  // count + 1, from 0 to the rows of y
  const std::int32_t* index;    // null, or the row of x of each row of y

  int Begin(int group) const { return offsets[group]; }
  int RowsOf(int group) const { return offsets[group + 1] - offsets[group]; }
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_ROW_GROUPS_H_
