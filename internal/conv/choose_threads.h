// How many threads a convolution is worth.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_CHOOSE_THREADS_H_
#define LOWP_INTERNAL_CONV_CHOOSE_THREADS_H_

#include "conv_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Work is counted in multiply-adds of the fastest backend, 200 of them a
// nanosecond.

// That of products: what they multiply, zeros between groups included, the
// windows that are copied for them, and the results.
double WorkOfProducts(const ConvState& state);

void ChooseThreads(const GemmResources& resources, double work,
                   ConvState* state);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_CHOOSE_THREADS_H_
