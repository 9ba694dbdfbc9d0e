// Conversions between float and the 16-bit floating-point types, a register at
// a time. Written once over a register policy with floats (float_scalar.h);
// included by register families only, each of which compiles its own copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_REAL_INL_H_
#define LOWP_META_SIMD_REAL_INL_H_

#include <cstdint>

#include "../../fixedpoint/fixedpoint.h"
#include "../../internal/contract/matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The bits of a 16-bit float, with the sign extended.
template <class Simd, Real kType>
LOWP_INLINE typename Simd::F32 FromShortBits(typename Simd::I32 bits) {
  using I32 = typename Simd::I32;
  using F32 = typename Simd::F32;
  if constexpr (kType == Real::kBfloat16) {
    return Simd::FromBits(Mul(bits, Simd::Set1(1 << 16)));
  } else {
    // A half's bits as a float's, 2^112 too small, subnormal ones included.
    const I32 magnitude = Simd::And(bits, Simd::Set1(0x7fff));
    const I32 moved = Mul(magnitude, Simd::Set1(1 << 13));
    const F32 finite = Simd::Mul(Simd::FromBits(moved), Simd::Set1(0x1p112f));
    const F32 special =
        Simd::FromBits(Simd::Add(moved, Simd::Set1(0x7f800000 - 0x0f800000)));
    const F32 x = Simd::IfPositive(
        Simd::ToF32(Simd::Sub(magnitude, Simd::Set1(0x7bff))), special, finite);
    const I32 sign =
        Mul(Simd::And(bits, Simd::Set1(0x8000)), Simd::Set1(1 << 16));
    return Simd::FromBits(Simd::Add(Simd::Bits(x), sign));
  }
}

// The bits of the nearest 16-bit float, ties to even, with the sign extended.
// NaN stays NaN.
template <class Simd, Real kType>
LOWP_INLINE typename Simd::I32 ToShortBits(typename Simd::F32 x) {
  using I32 = typename Simd::I32;
  using F32 = typename Simd::F32;
  const I32 bits = Simd::Bits(x);
  const I32 infinity = Simd::Set1(0x7f800000);
  const I32 magnitude = Simd::And(bits, Simd::Set1(0x7fffffff));
  // All ones for NaN.
  const I32 is_nan =
      Simd::ShiftRight(Simd::Sub(infinity, magnitude), Simd::Set1(31));
  // Adds a half of the last place that stays, a little less for even values.
  const auto round = [](I32 y, int dropped) LOWP_INLINE_LAMBDA {
    const I32 odd =
        Simd::And(Simd::ShiftRight(y, Simd::Set1(dropped)), Simd::Set1(1));
    return Simd::Add(Simd::Add(y, odd), Simd::Set1((1 << (dropped - 1)) - 1));
  };
  const I32 sign =
      Simd::ShiftRight(Simd::And(bits, Simd::Set1(INT32_MIN)), Simd::Set1(16));
  if constexpr (kType == Real::kBfloat16) {
    const I32 rounded = Simd::ShiftRight(
        round(Simd::Min(magnitude, infinity), 16), Simd::Set1(16));
    return Simd::Add(Simd::Add(rounded, sign),
                     Simd::And(is_nan, Simd::Set1(0x40)));
  } else {
    // From 2^16 on everything is infinite.
    const I32 bounded = Simd::Min(magnitude, Simd::Set1(0x47800000));
    const I32 normal = Simd::ShiftRight(
        round(Simd::Sub(bounded, Simd::Set1(112 << 23)), 13), Simd::Set1(13));
    // Below 2^-14 a half counts steps of 2^-24: so does a float's significand
    // between 0.5 and 1, after an addition that rounds.
    const I32 subnormal = Simd::Sub(
        Simd::Bits(Simd::Add(Simd::FromBits(bounded), Simd::Set1(0.5f))),
        Simd::Set1(0x3f000000));
    const F32 below = Simd::Sub(Simd::Set1(0x1p-14f), Simd::FromBits(bounded));
    const I32 rounded = Simd::Bits(Simd::IfPositive(
        below, Simd::FromBits(subnormal), Simd::FromBits(normal)));
    return Simd::Add(Simd::Add(rounded, sign),
                     Simd::And(is_nan, Simd::Set1(0x200)));
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_REAL_INL_H_
