// Fixed point scales an integer x by almost the rounding of x times a real
// factor. So does v + c without its fraction, where v is x times a float near
// that factor, and c one number where v is positive and another where it is
// not. Given the float, each x and its result r, before the zero point is
// added, allow an interval of c:
//   r <= v + c < r + 1  if v > 0,    r - 1 < v + c <= r  otherwise,
// without the end that is beyond the clamped result. Numbers c in the intervals
// of all x are candidates; what floats make of them is then compared with all
// results.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "certify_scaling.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct OffsetInterval {
  double first, last;
  // Less room than twice this is taken for none: floats round more away.
  static constexpr double kMargin = 0x1p-20;

  bool IsEmpty() const { return first + kMargin > last - kMargin; }
  float middle() const { return static_cast<float>((first + last) / 2); }
};

bool FindOffsets(const ScaledIntegers& integers, ScalingInFloats* scaling) {
  OffsetInterval above = {0, 1}, below = {-1, 0};
  for (int i = 0; i < integers.count; ++i) {
    const double v = integers.At(i) * scaling->factor;
    const int result = integers.results[i];
    const double begin = (result - integers.zero_point) - v;
    const bool is_raised = result > integers.low;
    const bool is_lowered = result < integers.high;
    if (v > 0) {
      if (is_raised) above.first = std::max(above.first, begin);
      if (is_lowered) above.last = std::min(above.last, begin + 1);
    } else {
      if (is_raised) below.first = std::max(below.first, begin - 1);
      if (is_lowered) below.last = std::min(below.last, begin);
    }
  }
  scaling->above = above.middle();
  scaling->below = below.middle();
  return !above.IsEmpty() && !below.IsEmpty();
}

bool GivesAll(const ScalingInFloats& scaling, const ScaledIntegers& integers) {
  for (int i = 0; i < integers.count; ++i) {
    const float v = integers.At(i) * scaling.factor;
    const float moved = v + (v > 0 ? scaling.above : scaling.below);
    const std::int32_t result =
        static_cast<std::int32_t>(moved) + integers.zero_point;
    if (std::min(std::max(result, integers.low), integers.high) !=
        integers.results[i]) {
      return false;
    }
  }
  return true;
}

// The float that is as many steps further from zero, or nearer if negative.
float Moved(float x, int steps) {
  const float end = steps > 0 ? 2 * x : 0.0f;
  for (int i = 0; i < std::abs(steps); ++i) x = std::nextafter(x, end);
  return x;
}

}  // namespace

bool CertifyScaling(double factor, const ScaledIntegers& integers,
                    ScalingInFloats* scaling) {
  const float nearest = static_cast<float>(factor);
  const float max_magnitude = std::max(
      std::fabs(integers.At(0)), std::fabs(integers.At(integers.count - 1)));
  // Scaled integers fit int32.
  if (!(std::fabs(nearest) * max_magnitude < 0x1p30f)) return false;
  // The nearest float, or one that is some steps away: results have fewer bits
  // than factors, which leaves room for the last ones.
  for (const int steps : {0, 1, -1, 2, -2, 4, -4, 6, -6}) {
    scaling->factor = Moved(nearest, steps);
    if (FindOffsets(integers, scaling) && GivesAll(*scaling, integers)) {
      return true;
    }
  }
  return false;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
