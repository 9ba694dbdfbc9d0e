// Runs shares of depthwise convolutions.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_RUN_DEPTHWISE_H_
#define LOWP_INTERNAL_CONV_RUN_DEPTHWISE_H_

#include "conv_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Runs a share of a phase: a line of the output, or a part of one. `memory` is
// the thread's. `is_first`: the thread's share before was not of this phase.
void RunDepthwiseShare(const ConvState& state, const PhaseDepthwise& phase,
                       int share, bool is_first, const ConvPointers& pointers,
                       std::uint8_t* memory);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_RUN_DEPTHWISE_H_
