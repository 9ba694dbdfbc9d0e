// Fuses a fixed-point scaling with the clamps after it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "fuse_fixed_point.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "common_bits.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct Range {
  std::int32_t low;
  std::int32_t high;
};

// The minimum and maximum.
Range RangeOf(const Int32Parameter& parameter) {
  if (parameter.along == Along::kAll) return {parameter.value, parameter.value};
  const auto ends =
      std::minmax_element(parameter.data, parameter.data + parameter.size);
  return {*ends.first, *ends.second};
}

// Bounds of the values, faster to find than RangeOf: for values of one sign,
// their bitwise AND and OR. The upper bound is 0 exactly if the maximum is.
Range BoundsOf(const Int32Parameter& parameter) {
  const CommonBits bits = BitsOf(parameter);
  if ((bits.all ^ bits.any) < 0) return RangeOf(parameter);
  return {bits.all, bits.any};
}

// Whether the scalings fit the fused form. The multiplier -2^31 has no positive
// counterpart, and reduction to 15 bits turns slightly larger ones into it.
bool Fits(const Range& multipliers, const Range& exponents,
          const FixedPointEpilogue& fused) {
  return multipliers.low >=
             INT32_MIN + (ReducesMultiplier(fused.rounding) ? 1 << 15 : 1) &&
         LeavesRoom(fused.offset, exponents.low);
}

// SumsFit for exponents 0: scaled values are at most the multiplier. Reduction
// to 15 bits may round it up, to 2^31 - 2^16 at most.
bool UnshiftedSumsFit(std::int64_t multiplier,
                      const FixedPointEpilogue& fused) {
  if (ReducesMultiplier(fused.rounding)) {
    multiplier = std::min<std::int64_t>(multiplier + (1 << 15), INT32_MAX);
    multiplier = multiplier / (1 << 16) * (1 << 16);
  }
  return multiplier + std::abs(std::int64_t{fused.offset}) <= INT32_MAX;
}

// Whether the scaling fits the fused form, and by which path. With a single
// rounding a left shift would lose bits that the definition keeps, and scalings
// that must saturate would wrap.
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
  const UsedFactors used =
      exponents.high < 0 ? UsedFactors() : UsedFactorsOf(multiplier, exponent);
  const std::int32_t max_exponent = used.max_exponent;
  fused->special = multipliers.low < 0 || max_exponent >= 0;
  fused->shifts_left = max_exponent > 0;
  fused->suits_floats = multipliers.low >= 0 && max_exponent <= 0 &&
                        UnshiftedSumsFit(used.max_unshifted, *fused);
  fused->path = PathOf(fused->rounding);
  if (saturates && !(max_exponent < 0 && SumsFit(fused->offset))) {
    return false;
  }
  if (RoundsTwice(fused->rounding)) return true;
  return max_exponent < (fused->path == FixedPointPath::kSingleAway ? 0 : 1);
}

}  // namespace

UsedFactors UsedFactorsOf(const Int32Parameter& multiplier,
                          const Int32Parameter& exponent) {
  UsedFactors used;
  const auto add = [&used](std::int32_t m, std::int32_t e) {
    if (m == 0) return;
    used.min_multiplier = std::min(used.min_multiplier, m);
    used.min_exponent = std::min(used.min_exponent, e);
    used.max_exponent = std::max(used.max_exponent, e);
    if (e == 0) used.max_unshifted = std::max(used.max_unshifted, m);
  };
  if (multiplier.along == Along::kAll) {
    add(multiplier.value, exponent.value);
  } else {
    for (int i = 0; i < multiplier.size; ++i) {
      add(multiplier.data[i], exponent.data[i]);
    }
  }
  return used;
}

bool AllSuitFloats(const FixedPointEpilogue& fused, const FixedPointBits& bits,
                   const EpilogueOp& op) {
  const std::int32_t multiplier = bits.multipliers.all;
  if (SuitsFloats(fused, multiplier, -1) && bits.exponents.AreWithin(-31, -1)) {
    // The lowest exponent that suits with that multiplier, a few above the
    // bits.
    std::int32_t exponent = bits.exponents.all;
    while (!SuitsFloats(fused, multiplier, exponent)) ++exponent;
    if (AreAtLeast(op.second.data, op.second.size, exponent)) return true;
  }
  const UsedFactors used = UsedFactorsOf(op.first, op.second);
  return SuitsFloats(fused, used.min_multiplier, used.min_exponent);
}

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
  fused->suits_floats =
      fused->suits_floats &&
      SuitsFloats(*fused, {BitsOf(scale.first), BitsOf(scale.second)}, scale);
  return true;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
