// The fused epilogue in fixed point: whether a scaling fits it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_EPILOGUE_FUSE_FIXED_POINT_H_
#define LOWP_INTERNAL_EPILOGUE_FUSE_FIXED_POINT_H_

#include <cstdint>

#include "../contract/epilogue.h"
#include "clamp_range.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Whether the 64-bit sum of the fused form leaves room for an offset before the
// shift to the right, where no exponent is lower. The product and the rounding
// of its last bit are less than 2^62 + 2^31; as much is left for the larger
// (2 * |offset| + 1) * 2^(30 - exponent).
inline bool LeavesRoom(std::int64_t offset, int exponent) {
  const std::int64_t halves = 2 * (offset < 0 ? -offset : offset) + 1;
  return halves < std::int64_t{1} << ((exponent < 0 ? exponent : 0) + 32);
}

// Whether no sum of a scaled value and the offset overflows, where all
// exponents are negative: a value is then at most 2^30.
inline bool SumsFit(std::int32_t offset) {
  constexpr std::int32_t kRoom = std::int32_t{1} << 30;
  return offset >= -kRoom && offset < kRoom;
}

// Paths differ in ties between negative numbers. Where the lower bound is no
// less than the offset, because of a ReLU or since the offset is the least
// number of the result's type, none of those shows: adding the offset to a
// number that was rounded a second time does not wrap around (LeavesRoom). Then
// ties may go upward, which takes the fewest instructions.
inline void TakeShortestPath(FixedPointEpilogue* fused) {
  if (fused->low < fused->offset) return;
  fused->path = RoundsTwice(fused->rounding) ? FixedPointPath::kDoubleUpward
                                             : FixedPointPath::kUpward;
}

// Makes a FixedPointEpilogue of an operation of kind kFixedPoint, which has
// been rewritten, and the clamps after it, or returns false.
bool FuseFixedPoint(const EpilogueOp& scale, const ClampRange& range,
                    FixedPointEpilogue* fused);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_EPILOGUE_FUSE_FIXED_POINT_H_
