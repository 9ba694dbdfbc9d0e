// The fused epilogue in fixed point.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "fuse_fixed_point.h"

#include <algorithm>
#include <cstdint>

#include "common_bits.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct Range {
  std::int32_t low;
  std::int32_t high;
};

// The least and the largest number.
Range RangeOf(const Int32Parameter& parameter) {
  if (parameter.along == Along::kAll) return {parameter.value, parameter.value};
  const auto ends =
      std::minmax_element(parameter.data, parameter.data + parameter.size);
  return {*ends.first, *ends.second};
}

// That, or bounds of it that are found faster: numbers of the same sign, the
// upper one 0 if the largest is.
Range BoundsOf(const Int32Parameter& parameter) {
  const CommonBits bits = BitsOf(parameter);
  if ((bits.all ^ bits.any) < 0) return RangeOf(parameter);
  return {bits.all, bits.any};
}

// Whether scalings fit the fused form. The multiplier -2^31 has no counterpart,
// and one that is reduced becomes that when it is a little larger.
bool Fits(const Range& multipliers, const Range& exponents,
          const FixedPointEpilogue& fused) {
  return multipliers.low >=
             INT32_MIN + (ReducesMultiplier(fused.rounding) ? 1 << 15 : 1) &&
         LeavesRoom(fused.offset, exponents.low);
}

// Whether the scaling fits the fused form, and how. A left shift ahead of a
// single rounding would lose bits that the definition keeps, and what must
// saturate would wrap.
bool ChoosePath(const Int32Parameter& multiplier,
                const Int32Parameter& exponent, bool saturates,
                FixedPointEpilogue* fused) {
  fused->along = multiplier.along;
  if (exponent.along != multiplier.along) return false;
  const Range multipliers = BoundsOf(multiplier);
  const Range exponents = BoundsOf(exponent);
  if (!Fits(multipliers, exponents, *fused) &&
      !Fits(RangeOf(multiplier), RangeOf(exponent), *fused)) {
    return false;
  }
  fused->special = multipliers.low < 0 || exponents.high >= 0;
  fused->shifts_left = exponents.high > 0;
  fused->path = PathOf(fused->rounding);
  if (saturates && !(exponents.high < 0 && SumsFit(fused->offset))) {
    return false;
  }
  if (RoundsTwice(fused->rounding)) return true;
  return exponents.high < (fused->path == FixedPointPath::kSingleAway ? 0 : 1);
}

}  // namespace

bool FuseFixedPoint(const EpilogueOp& scale, const ClampRange& range,
                    FixedPointEpilogue* fused) {
  fused->offset = scale.offset;
  fused->rounding = scale.rounding;
  if (!ChoosePath(scale.first, scale.second,
                  scale.overflow == FixedPointOverflow::kSaturate, fused)) {
    return false;
  }
  CopyFields(scale.first, &fused->multiplier);
  CopyFields(scale.second, &fused->exponent);
  fused->low = range.low;
  fused->high = range.high;
  TakeShortestPath(fused);
  return true;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
