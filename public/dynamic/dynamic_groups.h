// Rows in groups, each of which has a dynamic linear layer of its own, in one
// call: a mixture of experts.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_DYNAMIC_DYNAMIC_GROUPS_H_
#define LOWP_PUBLIC_DYNAMIC_DYNAMIC_GROUPS_H_

#include <cstdint>

#include "dynamic_linear.h"

namespace gemmlowp {
inline namespace lowp {

// For each g below `groups`, rows offsets[g] up to offsets[g + 1] of y are the
// output of layers[g] for
//   the same rows of x, if `index` is null (as one without entries may be);
//   rows index[offsets[g]], index[offsets[g] + 1], ... of x otherwise, which
//   are gathered as they are quantized. A row may be in several groups.
//
// `offsets` has groups + 1 entries that ascend from 0 to y.rows(). A group may
// be empty; then its layer is ignored, and may be empty too. Every other layer
// has x.cols() inputs and y.cols() outputs; layers may differ in everything
// else. With DynamicScope::kTensor the rows of a group share a scale.
//
// The bytes of a group are those of layers[g].Run(...) for its rows. Threads
// share the work of all groups if that keeps them busy; otherwise they share
// one group after another.
//
// y must not share memory with any argument. Fails, with nothing written, with
// kInvalidArgument, or with kResourceExhausted if memory runs out.
template <typename Context, typename In, typename Out>
Status RunDynamicGroups(Context* context, const DynamicLinear* layers,
                        int groups, const std::int32_t* offsets,
                        const MatrixMap<In, MapOrder::RowMajor>& x,
                        const std::int32_t* index,
                        const MatrixMap<Out, MapOrder::RowMajor>& y) {
  if (context == nullptr) return internal::NullPointer("context");
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
