// The operations of fixedpoint.h on 128-bit Arm registers: int32x4_t and
// int16x8_t.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_FIXEDPOINT_FIXEDPOINT_NEON_H_
#define LOWP_FIXEDPOINT_FIXEDPOINT_NEON_H_

#include <arm_neon.h>

#include "fixedpoint.h"

namespace gemmlowp {
inline namespace lowp {

template <>
struct FixedPointRawTypeTraits<int32x4_t> {
  using ScalarRawType = std::int32_t;
  static constexpr int kLanes = 4;
};

template <>
struct FixedPointRawTypeTraits<int16x8_t> {
  using ScalarRawType = std::int16_t;
  static constexpr int kLanes = 8;
};

namespace internal {

// Whether any of the 128 bits is set.
LOWP_INLINE bool AnyBit(uint64x2_t a) {
  return (vgetq_lane_u64(a, 0) | vgetq_lane_u64(a, 1)) != 0;
}

template <>
struct RawOps<int32x4_t> : ComposedRawOps<int32x4_t> {
  using T = int32x4_t;

  static LOWP_INLINE T Dup(std::int32_t x) { return vdupq_n_s32(x); }
  static LOWP_INLINE T BitAnd(T a, T b) { return vandq_s32(a, b); }
  static LOWP_INLINE T BitOr(T a, T b) { return vorrq_s32(a, b); }
  static LOWP_INLINE T BitXor(T a, T b) { return veorq_s32(a, b); }
  static LOWP_INLINE T BitNot(T a) { return vmvnq_s32(a); }
  static LOWP_INLINE T Add(T a, T b) { return vaddq_s32(a, b); }
  static LOWP_INLINE T Sub(T a, T b) { return vsubq_s32(a, b); }
  static LOWP_INLINE T Mul(T a, T b) { return vmulq_s32(a, b); }
  static LOWP_INLINE T Neg(T a) { return vnegq_s32(a); }
  static LOWP_INLINE T SelectUsingMask(T mask, T a, T b) {
    return vbslq_s32(vreinterpretq_u32_s32(mask), a, b);
  }
  static LOWP_INLINE T MaskIfNonZero(T a) {
    return vreinterpretq_s32_u32(vtstq_s32(a, a));
  }
  static LOWP_INLINE T MaskIfEqual(T a, T b) {
    return vreinterpretq_s32_u32(vceqq_s32(a, b));
  }
  static LOWP_INLINE T MaskIfGreaterThan(T a, T b) {
    return vreinterpretq_s32_u32(vcgtq_s32(a, b));
  }
  static LOWP_INLINE T MaskIfGreaterThanOrEqual(T a, T b) {
    return vreinterpretq_s32_u32(vcgeq_s32(a, b));
  }
  static LOWP_INLINE T MaskIfLessThanOrEqual(T a, T b) {
    return vreinterpretq_s32_u32(vcleq_s32(a, b));
  }
  static LOWP_INLINE bool Any(T a) { return AnyBit(vreinterpretq_u64_s32(a)); }

  static LOWP_INLINE T ShiftRight(T a, int n) {
    return vshlq_s32(a, Dup(-CheckedShift(n)));
  }
  static LOWP_INLINE T ShiftLeft(T a, int n) {
    return ShiftLeft(a, Dup(CheckedShift(n)));
  }
  static LOWP_INLINE T ShiftLeft(T a, T n) { return vqshlq_s32(a, n); }

  static LOWP_INLINE T SaturatingRoundingDoublingHighMul(T a, T b) {
    return vqrdmulhq_s32(a, b);
  }

  static LOWP_INLINE T RoundingDivideByPOT(T x, int exponent) {
    return RoundingDivideByPOT(x, Dup(CheckedShift(exponent)));
  }
  // The rounding shift takes ties upward. Subtracting one first moves ties of
  // negative values away from zero; with exponent 0, whose negative has no sign
  // bit, nothing must be subtracted. The lowest value is never a tie, and
  // stays.
  static LOWP_INLINE T RoundingDivideByPOT(T x, T exponent) {
    const T right = vnegq_s32(exponent);
    const T minus_one_if_negative = vshrq_n_s32(vandq_s32(x, right), 31);
    return vrshlq_s32(vqaddq_s32(x, minus_one_if_negative), right);
  }
};

template <>
struct RawOps<int16x8_t> : ComposedRawOps<int16x8_t> {
  using T = int16x8_t;

  static LOWP_INLINE T Dup(std::int16_t x) { return vdupq_n_s16(x); }
  static LOWP_INLINE T BitAnd(T a, T b) { return vandq_s16(a, b); }
  static LOWP_INLINE T BitOr(T a, T b) { return vorrq_s16(a, b); }
  static LOWP_INLINE T BitXor(T a, T b) { return veorq_s16(a, b); }
  static LOWP_INLINE T BitNot(T a) { return vmvnq_s16(a); }
  static LOWP_INLINE T Add(T a, T b) { return vaddq_s16(a, b); }
  static LOWP_INLINE T Sub(T a, T b) { return vsubq_s16(a, b); }
  static LOWP_INLINE T Mul(T a, T b) { return vmulq_s16(a, b); }
  static LOWP_INLINE T Neg(T a) { return vnegq_s16(a); }
  static LOWP_INLINE T SelectUsingMask(T mask, T a, T b) {
    return vbslq_s16(vreinterpretq_u16_s16(mask), a, b);
  }
  static LOWP_INLINE T MaskIfNonZero(T a) {
    return vreinterpretq_s16_u16(vtstq_s16(a, a));
  }
  static LOWP_INLINE T MaskIfEqual(T a, T b) {
    return vreinterpretq_s16_u16(vceqq_s16(a, b));
  }
  static LOWP_INLINE T MaskIfGreaterThan(T a, T b) {
    return vreinterpretq_s16_u16(vcgtq_s16(a, b));
  }
  static LOWP_INLINE T MaskIfGreaterThanOrEqual(T a, T b) {
    return vreinterpretq_s16_u16(vcgeq_s16(a, b));
  }
  static LOWP_INLINE T MaskIfLessThanOrEqual(T a, T b) {
    return vreinterpretq_s16_u16(vcleq_s16(a, b));
  }
  static LOWP_INLINE bool Any(T a) { return AnyBit(vreinterpretq_u64_s16(a)); }
  static LOWP_INLINE T SaturatingAdd(T a, T b) { return vqaddq_s16(a, b); }

  static LOWP_INLINE T ShiftRight(T a, int n) {
    return vshlq_s16(a, Dup(static_cast<std::int16_t>(-CheckedShift(n))));
  }
  static LOWP_INLINE T ShiftLeft(T a, int n) {
    return ShiftLeft(a, Dup(static_cast<std::int16_t>(CheckedShift(n))));
  }
  static LOWP_INLINE T ShiftLeft(T a, T n) { return vqshlq_s16(a, n); }

  static LOWP_INLINE T SaturatingRoundingDoublingHighMul(T a, T b) {
    return vqrdmulhq_s16(a, b);
  }

  static LOWP_INLINE T RoundingDivideByPOT(T x, int exponent) {
    return RoundingDivideByPOT(
        x, Dup(static_cast<std::int16_t>(CheckedShift(exponent))));
  }
  // Works on magnitudes, unlike int32: the lowest value over 2^16 is a tie.
  static LOWP_INLINE T RoundingDivideByPOT(T x, T exponent) {
    const uint16x8_t magnitude = vreinterpretq_u16_s16(vabsq_s16(x));
    const T rounded =
        vreinterpretq_s16_u16(vrshlq_u16(magnitude, vnegq_s16(exponent)));
    const T negative = vshrq_n_s16(x, 15);
    return vsubq_s16(veorq_s16(rounded, negative), negative);
  }
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_FIXEDPOINT_FIXEDPOINT_NEON_H_
