// The packed matrices that the products of a convolution multiply with.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_PREPARE_PARTS_H_
#define LOWP_INTERNAL_CONV_PREPARE_PARTS_H_

#include "../../public/status.h"
#include "conv_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Sets product_geometry, parts and magnitude: those of the filter or, where
// groups are narrow, of several groups at a time. It may throw bad_alloc.
Status PrepareParts(ConvState* state);

// Makes parts for a phase whose runs are longer than their windows' values
// (WindowLines::run), with zeros behind these. It may throw bad_alloc.
Status FillRuns(ConvState* state, PhaseProduct* phase);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_PREPARE_PARTS_H_
