// How the product of a phase is divided into blocks.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_DIVIDE_PRODUCTS_H_
#define LOWP_INTERNAL_CONV_DIVIDE_PRODUCTS_H_

#include "conv_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Sets the sizes and numbers of blocks of a phase, one of `phases`. Blocks of
// rows stay in L2 and are alike; where there are too few of them for the
// threads, columns are divided, too. Threads that take columns of their own
// read only those of the filter: columns are divided first where the filter is
// large and the rows are one block.
void DivideIntoBlocks(const ConvState& state, int phases, PhaseProduct* phase);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_DIVIDE_PRODUCTS_H_
