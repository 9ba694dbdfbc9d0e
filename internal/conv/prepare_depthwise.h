// Plans a depthwise convolution.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_PREPARE_DEPTHWISE_H_
#define LOWP_INTERNAL_CONV_PREPARE_DEPTHWISE_H_

#include "../../public/status.h"
#include "conv_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Whether a convolution is computed as depthwise ones are. May prepare its
// epilogue to find out.
bool TakesDepthwiseKernels(ConvState* state);
// Of a state whose arguments are checked and set. It may throw bad_alloc.
Status PrepareDepthwise(const GemmResources& resources, ConvState* state);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_PREPARE_DEPTHWISE_H_
