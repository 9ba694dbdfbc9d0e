// What the products of a phase take.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_PRODUCT_CYCLES_H_
#define LOWP_INTERNAL_CONV_PRODUCT_CYCLES_H_

#include "conv_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Cycles, as KernelCost counts them, of the phase's products for one group and
// of copying for them. The products are prepared.
float CyclesOf(const ConvState& state, const PhaseProduct& phase);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_PRODUCT_CYCLES_H_
