// Fills what depthwise kernels read.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_FILL_DEPTHWISE_H_
#define LOWP_INTERNAL_CONV_FILL_DEPTHWISE_H_

#include <vector>

#include "arrange_depthwise.h"
#include "conv_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Of all channels.
FilterParts PartsOfFilter(const ConvState& state);

// Makes the tiles of a phase that has its kernel, and what they point at.
// `taps` are those of the filter, in order; `all_taps` are those that were
// arranged (DepthwiseTapsOf).
void MakeDepthwiseTiles(const ConvState& state,
                        const DepthwiseArrangement& arrangement,
                        const std::vector<int>& taps,
                        const std::vector<DepthwiseTap>& all_taps,
                        PhaseDepthwise* phase);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_FILL_DEPTHWISE_H_
