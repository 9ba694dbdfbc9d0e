// Scaling by fixed point in its general form, for any multiplier and exponent.
//
// Written over a register policy `Simd` (meta/simd/simd_*.h), which supplies
//   MultiplyAndDivideByPOT(x, m, n, away)
//                           the low 32 bits of x * m / 2^n rounded to nearest,
//                           ties up or away from zero; n is 0..62 per lane
//
// Included by backends and register families only, each of which compiles its
// own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_EPILOGUE_ANY_FIXED_POINT_INL_H_
#define LOWP_META_EPILOGUE_ANY_FIXED_POINT_INL_H_

#include <cstdint>

#include "../../fixedpoint/fixedpoint.h"
#include "../../internal/compiler.h"
#include "../../internal/contract/epilogue.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// x / 2^n rounded to nearest, ties up, for 0 <= n <= 31: the last dropped bit
// decides.
template <class Simd>
LOWP_INLINE typename Simd::I32 DivideByPOTUpward(typename Simd::I32 x,
                                                 typename Simd::I32 n) {
  using I32 = typename Simd::I32;
  const I32 one = Simd::Set1(1);
  const I32 before = Simd::ShiftRight(x, Simd::Max(Sub(n, one), Simd::Set1(0)));
  const I32 dropped = BitAnd(BitAnd(before, one), MaskIfNonZero(n));
  return Simd::Add(Simd::ShiftRight(x, n), dropped);
}

// Reducing a multiplier rounds it to its upper 15 bits, in place. This is half
// of the lowest bit that remains.
constexpr std::int32_t kHalfOfReduced = 1 << 15;
template <class Simd>
LOWP_INLINE typename Simd::I32 ReduceMultiplier(typename Simd::I32 multiplier) {
  const typename Simd::I32 max = Simd::Set1(INT32_MAX - kHalfOfReduced);
  return BitAnd(
      Simd::Add(Simd::Min(multiplier, max), Simd::Set1(kHalfOfReduced)),
      Simd::Set1(-2 * kHalfOfReduced));
}
LOWP_INLINE std::int32_t ReducedMultiplier(std::int32_t multiplier) {
  constexpr std::int32_t kMax = INT32_MAX - kHalfOfReduced;
  return ((multiplier < kMax ? multiplier : kMax) + kHalfOfReduced) &
         (-2 * kHalfOfReduced);
}

// One register of values scaled by any multipliers and exponents, as
// output_stages.h defines it.
template <class Simd>
LOWP_INLINE typename Simd::I32 ScaleByAnyFixedPoint(
    typename Simd::I32 x, typename Simd::I32 multiplier,
    typename Simd::I32 exponent, std::int32_t offset,
    FixedPointRounding rounding) {
  using I32 = typename Simd::I32;
  if (ReducesMultiplier(rounding)) {
    multiplier = ReduceMultiplier<Simd>(multiplier);
  }
  if (!RoundsTwice(rounding)) {
    return Simd::Add(Simd::MultiplyAndDivideByPOT(
                         x, multiplier, Sub(Simd::Set1(31), exponent),
                         rounding == FixedPointRounding::kSingleAway),
                     Simd::Set1(offset));
  }
  const I32 zero = Simd::Set1(0);
  const I32 left = Simd::Max(exponent, zero);
  const I32 right = Simd::Max(Sub(zero, exponent), zero);
  const I32 high =
      SaturatingRoundingDoublingHighMul(ShiftLeft(x, left), multiplier);
  return Simd::Add(rounding == FixedPointRounding::kDouble
                       ? RoundingDivideByPOT(high, right)
                       : DivideByPOTUpward<Simd>(high, right),
                   Simd::Set1(offset));
}

// x + offset, or the nearest int32.
template <class Simd>
struct AddSaturatingFunction {
  using I32 = typename Simd::I32;
  LOWP_INLINE explicit AddSaturatingFunction(std::int32_t offset)
      : offset(offset),
        low(offset < 0 ? INT32_MIN - offset : INT32_MIN),
        high(offset > 0 ? INT32_MAX - offset : INT32_MAX) {}
  LOWP_INLINE I32 operator()(I32 x) const {
    return Simd::Add(Simd::Min(Simd::Max(x, Simd::Set1(low)), Simd::Set1(high)),
                     Simd::Set1(offset));
  }
  std::int32_t offset, low, high;
};

// Like ScaleByAnyFixedPoint without an offset, but saturating to int32. Two
// roundings always fit. A single rounding keeps the low 32 bits; without the
// left shift it yields the upper bits. The two differ by at most one in the
// last place unless something was lost.
template <class Simd>
LOWP_INLINE typename Simd::I32 ScaleSaturating(typename Simd::I32 x,
                                               typename Simd::I32 multiplier,
                                               typename Simd::I32 exponent,
                                               FixedPointRounding rounding) {
  using I32 = typename Simd::I32;
  const I32 scaled =
      ScaleByAnyFixedPoint<Simd>(x, multiplier, exponent, 0, rounding);
  if (RoundsTwice(rounding)) return scaled;
  if (ReducesMultiplier(rounding)) {
    multiplier = ReduceMultiplier<Simd>(multiplier);
  }
  const I32 left = Simd::Max(exponent, Simd::Set1(0));
  const I32 right = Simd::Add(Sub(Simd::Set1(31), exponent), left);
  const I32 upper = Simd::MultiplyAndDivideByPOT(
      x, multiplier, right, rounding == FixedPointRounding::kSingleAway);
  const I32 one = Simd::Set1(1);
  const I32 difference =
      Simd::Add(Sub(Simd::ShiftRight(scaled, left), upper), one);
  // The one product of 2^62 overflows the upper bits too.
  const I32 min = Simd::Set1(INT32_MIN);
  const I32 is_largest =
      BitAnd(BitAnd(MaskIfEqual(x, min), MaskIfEqual(multiplier, min)),
             MaskIfEqual(exponent, Simd::Set1(0)));
  const I32 fits = BitAnd(MaskIfEqual(BitAnd(difference, one), difference),
                          BitNot(is_largest));
  // The end of int32 that has the product's sign.
  const I32 end =
      BitXor(Simd::ShiftRight(BitXor(x, multiplier), Simd::Set1(31)),
             Simd::Set1(INT32_MAX));
  return SelectUsingMask(fits, scaled, end);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_ANY_FIXED_POINT_INL_H_
