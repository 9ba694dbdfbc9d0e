// Runs shares of depthwise convolutions.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_RUN_DEPTHWISE_H_
#define LOWP_INTERNAL_CONV_RUN_DEPTHWISE_H_

#include "conv_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// A share of a phase: a line of the output. `memory` is the thread's; whether
// this is the first line of this phase there, one after another.
void RunDepthwiseShare(const ConvState& state, const PhaseDepthwise& phase,
                       int share, bool is_first, const ConvPointers& pointers,
                       std::uint8_t* memory);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_RUN_DEPTHWISE_H_
