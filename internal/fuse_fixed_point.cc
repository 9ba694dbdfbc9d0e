// The fused epilogue in fixed point.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "fuse_fixed_point.h"

#include <algorithm>
#include <cstdint>

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Field by field, as the source was just written: a processor that is asked for
// several of its writes in one read has to wait for them.
void Copy(const Int32Parameter& from, Int32Parameter* to) {
  to->data = from.data;
  to->value = from.value;
  to->along = from.along;
}

struct Range {
  std::int32_t low;
  std::int32_t high;
};

Range RangeOf(const Int32Parameter& parameter) {
  if (parameter.along == Along::kAll) return {parameter.value, parameter.value};
  const auto ends =
      std::minmax_element(parameter.data, parameter.data + parameter.size);
  return {*ends.first, *ends.second};
}

// Whether the scaling fits the fused form, and how. Its 64-bit sum is less than
// 2^62 + 2^31 for the product and the rounding of the last bit; as much is left
// for the larger (2 * |offset| + 1) * 2^(30 - exponent). The multiplier -2^31
// has no counterpart, and a left shift ahead of a single rounding would lose
// bits that the definition keeps.
bool ChoosePath(const Int32Parameter& multiplier,
                const Int32Parameter& exponent, FixedPointEpilogue* fused) {
  fused->along = multiplier.along;
  if (exponent.along != multiplier.along) return false;
  const Range exponents = RangeOf(exponent);
  const Range multipliers = RangeOf(multiplier);
  // One that is reduced becomes -2^31 when it is a little larger.
  if (multipliers.low <
      INT32_MIN + (ReducesMultiplier(fused->rounding) ? 1 << 15 : 1)) {
    return false;
  }
  const std::int64_t offset = fused->offset;
  const std::int64_t halves = 2 * (offset < 0 ? -offset : offset) + 1;
  if (halves >= std::int64_t{1} << (std::min(exponents.low, 0) + 32)) {
    return false;
  }
  fused->special = multipliers.low < 0 || exponents.high >= 0;
  fused->shifts_left = exponents.high > 0;
  switch (fused->rounding) {
    case FixedPointRounding::kDouble:
      fused->path = FixedPointPath::kDoubleAway;
      return true;
    case FixedPointRounding::kDoubleUpward:
      fused->path = FixedPointPath::kUpward;
      return true;
    case FixedPointRounding::kSingleUpward:
    case FixedPointRounding::kSingleUpward15Bits:
      fused->path = FixedPointPath::kUpward;
      return exponents.high <= 0;
    case FixedPointRounding::kSingleAway:
      fused->path = FixedPointPath::kSingleAway;
      return exponents.high < 0;
  }
  return false;
}

}  // namespace

bool FuseFixedPoint(const EpilogueOp& scale, const ClampRange& range,
                    FixedPointEpilogue* fused) {
  fused->offset = scale.offset;
  fused->rounding = scale.rounding;
  if (!ChoosePath(scale.first, scale.second, fused)) return false;
  Copy(scale.first, &fused->multiplier);
  Copy(scale.second, &fused->exponent);
  fused->low = range.low;
  fused->high = range.high;
  return true;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
