// A quantized multiplication depends on the product p of two differences alone:
// almost the rounding of p times a real factor. So is v + c without its
// fraction, where v is p times a float near that factor, and c one number where
// v is positive and another where it is not. Given the float, each p and its
// result r, before the zero point is added, allow an interval of c:
//   r <= v + c < r + 1  if v > 0,    r - 1 < v + c <= r  otherwise,
// without the end that is beyond the clamped result. Numbers c in the intervals
// of all p are candidates; what floats make of them is then compared with all
// results.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "certify_multiplication.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct OffsetInterval {
  double first, last;
  // Rounding a sum to float takes less than this.
  static constexpr double kMargin = 0x1p-20;

  bool IsEmpty() const { return first + kMargin > last - kMargin; }
  float middle() const { return static_cast<float>((first + last) / 2); }
};

float ScaledProduct(const MultiplicationInFloats& form, std::int32_t product) {
  return static_cast<float>(product) * form.factor;
}

bool FindOffsets(const ProductResults& products, MultiplicationInFloats* form) {
  OffsetInterval above = {0, 1}, below = {-1, 0};
  for (int i = 0; i < products.count; ++i) {
    const double v = ScaledProduct(*form, products.first + i);
    const int result = products.results[i];
    const double begin = (result - form->zero_point) - v;
    const bool is_raised = result > form->low, is_lowered = result < form->high;
    if (v > 0) {
      if (is_raised) above.first = std::max(above.first, begin);
      if (is_lowered) above.last = std::min(above.last, begin + 1);
    } else {
      if (is_raised) below.first = std::max(below.first, begin - 1);
      if (is_lowered) below.last = std::min(below.last, begin);
    }
  }
  form->above = above.middle();
  form->below = below.middle();
  return !above.IsEmpty() && !below.IsEmpty();
}

bool GivesAll(const MultiplicationInFloats& form,
              const ProductResults& products) {
  for (int i = 0; i < products.count; ++i) {
    const float v = ScaledProduct(form, products.first + i);
    const float moved = v + (v > 0 ? form.above : form.below);
    const std::int32_t result =
        static_cast<std::int32_t>(moved) + form.zero_point;
    if (std::min(std::max(result, form.low), form.high) !=
        products.results[i]) {
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

bool CertifyMultiplication(const FixedPointMultiplier& multiplier,
                           const ProductResults& products,
                           MultiplicationInFloats* form) {
  const double factor = std::ldexp(static_cast<double>(multiplier.multiplier),
                                   multiplier.exponent - 31);
  // Scaled products of two differences of bytes fit int32.
  if (!(std::fabs(factor) < 0x1p14)) return false;
  // The nearest float, or one that is some steps away: results of 8 bits leave
  // room for more than the last bits of a factor.
  for (const int steps : {0, 1, -1, 2, -2, 4, -4, 6, -6}) {
    form->factor = Moved(static_cast<float>(factor), steps);
    if (FindOffsets(products, form) && GivesAll(*form, products)) return true;
  }
  return false;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
