// Runs depthwise convolutions of interleaved lines.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_RUN_INTERLEAVED_H_
#define LOWP_INTERNAL_CONV_RUN_INTERLEAVED_H_

#include <cstdint>

#include "../contract/convolution.h"
#include "conv_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Runs a share of a phase; `share` is its index among those of the phase.
// `memory` is the thread's. `is_first`: the thread's share before was not of
// this phase.
void RunInterleavedShare(const ConvState& state, const PhaseDepthwise& phase,
                         int share, bool is_first, const ConvPointers& pointers,
                         std::uint8_t* memory);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_RUN_INTERLEAVED_H_
