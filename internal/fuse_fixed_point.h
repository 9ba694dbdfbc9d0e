// The fused epilogue in fixed point: whether a scaling fits it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_FUSE_FIXED_POINT_H_
#define LOWP_INTERNAL_FUSE_FIXED_POINT_H_

#include "clamp_range.h"
#include "epilogue.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Makes a FixedPointEpilogue of an operation of kind kFixedPoint, which has
// been rewritten, and the clamps after it, or returns false.
bool FuseFixedPoint(const EpilogueOp& scale, const ClampRange& range,
                    FixedPointEpilogue* fused);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_FUSE_FIXED_POINT_H_
