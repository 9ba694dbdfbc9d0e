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
// of products[g], where `rows` are
//   the same rows of x, if `index` is null (as one without entries may be);
//   rows index[offsets[g]], index[offsets[g] + 1], ... of x otherwise. A row
//   may be in several groups. Rows that lie evenly are read in place; others
//   are copied once, by the thread that multiplies them, into the context's
//   memory, a few at a time.
//
// `offsets` has groups + 1 entries that ascend from 0 to y.rows(). A group may
// be empty; then its product is ignored, and may be empty too.
//
// Every other product must have been prepared for the types of x and y in
// row-major order, with a packed rhs of x.cols() x y.cols(), and for any number
// of rows but 0. A stage or an offset that varies along rows, and a matrix that
// a stage adds, has an entry for each row of y: row r of y has entry r,
// whatever its group. Products may differ in everything else.
//
// The bytes of a group are those of Run(...) for its rows. Threads share the
// work of all groups if that keeps them busy; otherwise they share one group
// after another.
//
// y must not share memory with x, offsets or index. Fails, with nothing
// written, with kInvalidArgument, or with kResourceExhausted if memory runs
// out.
template <typename Context, typename Lhs, typename Result>
Status RunGemmGroups(Context* context, const PreparedGemm* products, int groups,
                     const std::int32_t* offsets,
                     const MatrixMap<Lhs, MapOrder::RowMajor>& x,
                     const std::int32_t* index,
                     const MatrixMap<Result, MapOrder::RowMajor>& y) {
  if (context == nullptr) return internal::NullPointer("context");
  return internal::RunPreparedGroups(
      internal::ListOf(products), {groups, offsets, index}, internal::Erase(x),
      internal::Erase(y), internal::ResourcesOf(context));
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_GEMM_GROUPS_H_
