// The fused epilogue in floating point: whether a scaling fits it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_FUSE_FLOAT_H_
#define LOWP_INTERNAL_FUSE_FLOAT_H_

#include <cstdint>

#include "epilogue.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// What the clamps and casts after a scaling leave of int32.
struct ClampRange {
  std::int32_t low;
  std::int32_t high;
};

// Makes a FloatEpilogue of an operation of kind kScaleFloat and the clamps
// after it, or returns false.
bool FuseFloat(const EpilogueOp& scale, const ClampRange& range,
               FloatEpilogue* fused);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_FUSE_FLOAT_H_
