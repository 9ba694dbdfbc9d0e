// Fills what kernels of interleaved lines read, as a plan has it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_FILL_INTERLEAVED_H_
#define LOWP_INTERNAL_CONV_FILL_INTERLEAVED_H_

#include <vector>

#include "conv_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Fills the tiles of the phase's plan, whose taps are `taps`.
void FillInterleaved(const ConvState& state, const std::vector<int>& taps,
                     PhaseDepthwise* phase);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_FILL_INTERLEAVED_H_
