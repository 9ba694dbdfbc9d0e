// Plans a depthwise convolution as one of interleaved lines.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_PLAN_INTERLEAVED_H_
#define LOWP_INTERNAL_CONV_PLAN_INTERLEAVED_H_

#include "arrange_depthwise.h"
#include "conv_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Whether sums of a depthwise convolution are finished in registers. The
// epilogue is prepared.
bool MayInterleave(const ConvState& state);

// The cheapest plan for a phase of a depthwise convolution, and the cycles that
// it takes. The plan has no kernel if there is none: the backend has no kernel
// for it, sums are not finished in registers, too few output lines share quads,
// or these would take too much memory.
InterleavedPlan PlanInterleaved(const ConvState& state,
                                const FilterParts& parts,
                                const Windows& windows, double* cycles);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_PLAN_INTERLEAVED_H_
