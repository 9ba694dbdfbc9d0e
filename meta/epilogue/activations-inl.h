// Activation functions of one register of int32 values, in the integer
// arithmetic that stages/activations.h defines. Written over a register policy
// `Simd` (meta/simd/simd_*.h). Included by register families only, each of
// which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_EPILOGUE_ACTIVATIONS_INL_H_
#define LOWP_META_EPILOGUE_ACTIVATIONS_INL_H_

#include <cstdint>

#include "../../fixedpoint/fixedpoint.h"
#include "../../internal/compiler.h"
#include "../../internal/contract/activations.h"
#include "epilogue_fixed_point-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Scales x by one multiplier and exponent or, where it is negative, by others.
template <class Simd>
LOWP_INLINE typename Simd::I32 LeakyRelu(typename Simd::I32 x,
                                         typename Simd::I32 multiplier,
                                         typename Simd::I32 exponent,
                                         typename Simd::I32 negative_multiplier,
                                         typename Simd::I32 negative_exponent,
                                         std::int32_t result_zero_point,
                                         FixedPointRounding rounding) {
  const typename Simd::I32 negative = MaskIfLessThan(x, Simd::Set1(0));
  return ScaleByAnyFixedPoint<Simd>(
      x, SelectUsingMask(negative, negative_multiplier, multiplier),
      SelectUsingMask(negative, negative_exponent, exponent), result_zero_point,
      rounding);
}

// OutputStageTanhQ4 or OutputStageLogisticQ4.
template <class Simd, bool kTanh>
LOWP_INLINE typename Simd::I32 SigmoidQ4(const SigmoidConstants& c,
                                         typename Simd::I32 x,
                                         typename Simd::I32 multiplier,
                                         typename Simd::I32 exponent) {
  using I32 = typename Simd::I32;
  const I32 min = Simd::Set1(c.result_min);
  const I32 max = Simd::Set1(c.result_max);
  const I32 centred = Sub(x, Simd::Set1(c.input_zero_point));
  const auto input = FixedPoint<I32, 4>::FromRaw(ScaleByAnyFixedPoint<Simd>(
      centred, multiplier, exponent, 0, FixedPointRounding::kDouble));
  I32 value;
  if constexpr (kTanh) {
    value = tanh(input).raw();
  } else {
    value = logistic(input).raw();
  }
  const I32 result = Simd::Min(
      Simd::Max(
          Simd::Add(RoundingDivideByPOT(value, Simd::Set1(c.result_shift)),
                    Simd::Set1(c.result_zero_point)),
          min),
      max);
  const I32 below = MaskIfLessThanOrEqual(centred, Simd::Set1(-c.input_radius));
  const I32 above =
      MaskIfGreaterThanOrEqual(centred, Simd::Set1(c.input_radius));
  return SelectUsingMask(below, min, SelectUsingMask(above, max, result));
}

// 16-bit arithmetic in 32-bit lanes.
template <class Simd>
LOWP_INLINE typename Simd::I32 SaturateTo16(typename Simd::I32 x) {
  return Simd::Min(Simd::Max(x, Simd::Set1(-32768)), Simd::Set1(32767));
}

// a * b / 2^15 to nearest, ties up.
template <class Simd>
LOWP_INLINE typename Simd::I32 HighMul16(typename Simd::I32 a,
                                         typename Simd::I32 b) {
  const typename Simd::I32 rounded = Simd::ShiftRight(
      Simd::Add(Mul(a, b), Simd::Set1(1 << 14)), Simd::Set1(15));
  return Simd::Min(rounded, Simd::Set1(32767));
}

// a * b / 2^15 toward zero.
template <class Simd>
LOWP_INLINE typename Simd::I32 TruncatingHighMul16(typename Simd::I32 a,
                                                   typename Simd::I32 b) {
  using I32 = typename Simd::I32;
  const I32 product = Mul(a, b);
  const I32 up = BitAnd(Simd::ShiftRight(product, Simd::Set1(31)),
                        Simd::Set1((1 << 15) - 1));
  return Simd::ShiftRight(Simd::Add(product, up), Simd::Set1(15));
}

// OutputStageHardSwish.
template <class Simd>
LOWP_INLINE typename Simd::I32 HardSwish(const HardSwishConstants& c,
                                         typename Simd::I32 x) {
  using I32 = typename Simd::I32;
  const I32 zero = Simd::Set1(0);
  const I32 centred = Simd::Min(
      Simd::Max(Sub(x, Simd::Set1(c.input_zero_point)), Simd::Set1(-255)),
      Simd::Set1(255));
  const I32 fine = ShiftLeft(centred, Simd::Set1(7));
  const I32 exponent = Simd::Set1(c.share_exponent);
  const I32 one = Simd::Set1(1);
  const I32 before = Simd::Max(Sub(exponent, one), zero);
  const I32 after = Simd::Min(Simd::Max(exponent, zero), one);
  I32 share = SaturateTo16<Simd>(ShiftLeft(fine, before));
  share = HighMul16<Simd>(share, Simd::Set1(c.share_multiplier));
  share = SaturateTo16<Simd>(ShiftLeft(share, after));
  share = RoundingDivideByPOT(share, Simd::Max(Sub(zero, exponent), zero));
  share = Simd::ShiftRight(Simd::Add(share, Simd::Set1(1 << 15)), one);
  const I32 scaled = HighMul16<Simd>(fine, Simd::Set1(c.result_multiplier));
  const I32 passed = TruncatingHighMul16<Simd>(share, scaled);
  return Simd::Add(
      RoundingDivideByPOT(passed, Simd::Set1(c.result_right_shift)),
      Simd::Set1(c.result_zero_point));
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_ACTIVATIONS_INL_H_
