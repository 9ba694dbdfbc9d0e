// The fused fixed-point epilogue: whether a scaling fits it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_EPILOGUE_FUSE_FIXED_POINT_H_
#define LOWP_INTERNAL_EPILOGUE_FUSE_FIXED_POINT_H_

#include <cstdint>

#include "../compiler.h"
#include "../contract/epilogue.h"
#include "clamp_range.h"
#include "common_bits.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Whether the 64-bit sum of the fused form has room for an offset before the
// right shift, if no exponent is lower. The product and its rounding are below
// 2^62 + 2^31; the same must hold for the larger term,
// (2 * |offset| + 1) * 2^(30 - exponent).
inline bool LeavesRoom(std::int64_t offset, int exponent) {
  const std::int64_t halves = 2 * (offset < 0 ? -offset : offset) + 1;
  return halves >> ((exponent < 0 ? exponent : 0) + 32) == 0;
}

// Whether no scaled value plus the offset overflows, if all exponents are
// negative: scaled values are then at most 2^30.
inline bool SumsFit(std::int32_t offset) {
  constexpr std::int32_t kRoom = std::int32_t{1} << 30;
  return offset >= -kRoom && offset < kRoom;
}

// Paths differ in ties between negative values. If the lower bound is not below
// the offset, because of a ReLU or because the offset is the type's minimum, no
// such tie is visible: adding the offset to the result of the second rounding
// does not wrap (LeavesRoom). Ties may then go upward, which takes the fewest
// instructions.
inline void TakeShortestPath(FixedPointEpilogue* fused) {
  if (fused->low < fused->offset) return;
  fused->path = RoundsTwice(fused->rounding) ? FixedPointPath::kDoubleUpward
                                             : FixedPointPath::kUpward;
}

// FixedPointEpilogue::suits_floats of an otherwise finished one, if no
// multiplier and no exponent is too high, no multiplier is lower than this one,
// and no negative exponent than this one. A sum of 2^23 or -2^23 becomes
// 2^23 * multiplier / 2^(31 - exponent), or a larger magnitude. Reduction to 15
// bits takes up to half of the lowest bit that remains.
LOWP_ALWAYS_INLINE bool SuitsFloats(const FixedPointEpilogue& fused,
                                    std::int32_t multiplier,
                                    std::int32_t exponent) {
  constexpr std::int32_t kMaxOffset = std::int32_t{1} << 22;
  if (fused.path == FixedPointPath::kSingleAway || exponent < -22 ||
      exponent > -1 || fused.offset < -kMaxOffset ||
      fused.offset > kMaxOffset) {
    return false;
  }
  if (ReducesMultiplier(fused.rounding)) multiplier -= 1 << 15;
  const std::int32_t reach = multiplier >> (8 - exponent);
  return fused.offset - reach <= fused.low &&
         fused.offset + reach >= fused.high;
}

// Bounds of the multipliers other than 0 and of their exponents: one from -1
// downward and one from -1 upward.
struct UsedFactors {
  std::int32_t min_multiplier = INT32_MAX;
  std::int32_t max_unshifted = 0;  // with exponent 0
  std::int32_t min_exponent = -1, max_exponent = -1;
};
UsedFactors UsedFactorsOf(const Int32Parameter& multiplier,
                          const Int32Parameter& exponent);

// What they have in common.
struct FixedPointBits {
  CommonBits multipliers, exponents;
};

// The same for an operation of kind kFixedPoint, from all of its parameters.
bool AllSuitFloats(const FixedPointEpilogue& fused, const FixedPointBits& bits,
                   const EpilogueOp& op);

// AllSuitFloats, decided where possible from the bits, which bound multipliers
// and exponents loosely: none is above `any`.
LOWP_ALWAYS_INLINE bool SuitsFloats(const FixedPointEpilogue& fused,
                                    const FixedPointBits& bits,
                                    const EpilogueOp& op) {
  const auto& [multipliers, exponents] = bits;
  if (SuitsFloats(fused, multipliers.all, exponents.all)) return true;
  const std::int32_t highest = exponents.any < 0 ? exponents.any : -1;
  return (op.first.along != Along::kAll || exponents.any >= 0) &&
         SuitsFloats(fused, multipliers.any, highest) &&
         AllSuitFloats(fused, bits, op);
}

// Builds a FixedPointEpilogue from a rewritten operation of kind kFixedPoint
// and the clamps after it; returns false if they do not fit.
bool FuseFixedPoint(const EpilogueOp& scale, const ClampRange& range,
                    FixedPointEpilogue* fused);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_EPILOGUE_FUSE_FIXED_POINT_H_
