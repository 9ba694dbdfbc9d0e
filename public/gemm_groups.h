// Rows in groups, each of which has weights, offsets and a pipeline of its own,
// in one call: a mixture of experts whose scales are known beforehand.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_GEMM_GROUPS_H_
#define LOWP_PUBLIC_GEMM_GROUPS_H_

#include <cstdint>

#include "../internal/frontend/erase.h"
#include "map.h"
#include "prepared_gemm.h"

namespace gemmlowp {
inline namespace lowp {

// For each g below `groups`, rows offsets[g] up to offsets[g + 1] of y are
//   pipeline_g((rows + lhs_offset_g) * (rhs_g + rhs_offset_g))
// of products[g], for
//   the same rows of x, if `index` is null;
//   rows index[offsets[g]], index[offsets[g] + 1], ... of x otherwise: any row
//   may be in several groups. Rows that lie evenly are read where they are;
//   others are copied once by the thread that multiplies them, in the context's
//   memory, a piece at a time.
//
// `offsets` has groups + 1 entries that ascend from 0 to y.rows(). A group may
// be empty; its product is not looked at, and may be.
//
// The other products were prepared for the types of x and y in row-major order,
// with a packed rhs of x.cols() x y.cols(), and for any number of rows but 0. A
// stage or an offset that varies along rows has an entry for each row of y: row
// r of y has entry r, whatever its group. So has a matrix that a stage adds.
// They may differ in everything else.
//
// The bytes of a group are those of Run(...) for its rows. The work of all
// groups is shared out at once where that keeps every thread busy; otherwise
// all threads share one group after another.
//
// Fails, with nothing written, with kInvalidArgument, and kResourceExhausted if
// memory runs out. y shares no memory with x, offsets or index.
template <typename Context, typename Lhs, typename Result>
Status RunGemmGroups(Context* context, const PreparedGemm* products, int groups,
                     const std::int32_t* offsets,
                     const MatrixMap<Lhs, MapOrder::RowMajor>& x,
                     const std::int32_t* index,
                     const MatrixMap<Result, MapOrder::RowMajor>& y) {
  if (context == nullptr) {
    return internal::InvalidArgument("context", 0, "is a null pointer");
  }
  return internal::RunPreparedGroups(
      internal::ListOf(products), {groups, offsets, index}, internal::Erase(x),
      internal::Erase(y), internal::ResourcesOf(context));
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_GEMM_GROUPS_H_
