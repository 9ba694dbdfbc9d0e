// Rows in groups, each of which has a dynamic linear layer of its own, in one
// call: a mixture of experts.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_DYNAMIC_DYNAMIC_GROUPS_H_
#define LOWP_PUBLIC_DYNAMIC_DYNAMIC_GROUPS_H_

#include <cstdint>

#include "dynamic_linear.h"

namespace gemmlowp {
inline namespace lowp {

// For each g below `groups`, rows offsets[g] up to offsets[g + 1] of y are
// those of layers[g], for
//   the same rows of x, if `index` is null;
//   rows index[offsets[g]], index[offsets[g] + 1], ... of x otherwise: they are
//   gathered as they are quantized, and any row may be in several groups.
//
// `offsets` has groups + 1 entries that ascend from 0 to y.rows(). A group may
// be empty; its layer is not looked at, and may be. The other layers have
// x.cols() inputs and y.cols() outputs, and may differ in everything else. A
// scale that a tensor has in common is that of its group.
//
// The bytes of a group are those of layers[g].Run(...) for its rows. The work
// of all groups is shared out at once where that keeps every thread busy;
// otherwise all threads share one group after another.
//
// Fails, with nothing written, with kInvalidArgument, and kResourceExhausted if
// memory runs out. y shares no memory with any argument.
template <typename Context, typename In, typename Out>
Status RunDynamicGroups(Context* context, const DynamicLinear* layers,
                        int groups, const std::int32_t* offsets,
                        const MatrixMap<In, MapOrder::RowMajor>& x,
                        const std::int32_t* index,
                        const MatrixMap<Out, MapOrder::RowMajor>& y) {
  if (context == nullptr) {
    return internal::InvalidArgument("context", 0, "is a null pointer");
  }
  const auto layer_of = [](const void* all, int group) {
    return static_cast<const DynamicLinear*>(all)[group].state();
  };
  return internal::RunDynamicGroups(
      {layer_of, layers}, {groups, offsets, index}, internal::EraseReals(x),
      internal::EraseReals(y), internal::ResourcesOf(context));
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_DYNAMIC_DYNAMIC_GROUPS_H_
