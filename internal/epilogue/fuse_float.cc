// Fuses a float scaling with the clamps after it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "fuse_float.h"

#include <algorithm>
#include <cmath>

#include "common_bits.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The maximum for values that must be exact floats, far from the ends of int32.
constexpr std::int32_t kLargest = 1 << 22;
// |x * scale| is at most 2^31 - 2^22 for every int32 x.
constexpr float kLargestScale = 1 - 1.0f / 512;

bool AreMagnitudesWithin(const FloatParameter& scale, float limit) {
  if (BitsOf(scale).AreMagnitudesWithin(limit)) return true;
  return scale.along != Along::kAll &&
         std::all_of(scale.data, scale.data + scale.size,
                     [limit](float x) { return std::fabs(x) <= limit; });
}

bool IsSmall(std::int32_t x) { return x >= -kLargest && x <= kLargest; }

}  // namespace

bool FuseFloat(const EpilogueOp& scale, const ClampRange& range,
               FloatEpilogue* fused) {
  if (scale.float_rounding != FloatRounding::kEven ||
      (scale.order != ZeroPointOrder::kAfterRounding && scale.offset != 0) ||
      !IsSmall(scale.offset) || !IsSmall(range.low) || !IsSmall(range.high)) {
    return false;
  }
  CopyFields(scale.factor, &fused->scale);
  fused->offset = scale.offset;
  fused->low = range.low;
  fused->high = range.high;
  fused->clamps_first = !AreMagnitudesWithin(scale.factor, kLargestScale);
  return true;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
