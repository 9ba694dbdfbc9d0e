// The fused float epilogue: whether a scaling fits it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_EPILOGUE_FUSE_FLOAT_H_
#define LOWP_INTERNAL_EPILOGUE_FUSE_FLOAT_H_

#include "../contract/epilogue.h"
#include "clamp_range.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Builds a FloatEpilogue from an operation of kind kScaleFloat and the clamps
// after it; returns false if they do not fit.
bool FuseFloat(const EpilogueOp& scale, const ClampRange& range,
               FloatEpilogue* fused);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_EPILOGUE_FUSE_FLOAT_H_
