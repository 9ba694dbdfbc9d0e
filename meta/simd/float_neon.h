// The floating-point part of NEON's register policy: four floats in a register,
// four doubles in two. float_scalar.h defines the operations.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_FLOAT_NEON_H_
#define LOWP_META_SIMD_FLOAT_NEON_H_

#include <arm_neon.h>

#include <cstdint>
#include <cstring>

#include "../../internal/compiler.h"
#include "../../internal/contract/matrix_ref.h"
#include "simd_neon.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct FloatNeon : SimdNeon {
  using F32 = float32x4_t;
  struct F64 {
    float64x2_t low, high;
  };
  using SimdNeon::Add;
  using SimdNeon::Load;
  using SimdNeon::LoadPartial;
  using SimdNeon::Max;
  using SimdNeon::Min;
  using SimdNeon::Set1;
  using SimdNeon::Store;

  static LOWP_INLINE F32 Load(const float* p) { return vld1q_f32(p); }
  static LOWP_INLINE F32 LoadPartial(const float* p, int n) {
    F32 x = vsetq_lane_f32(p[0], vdupq_n_f32(0), 0);
    if (n > 1) x = vld1q_lane_f32(p + 1, x, 1);
    if (n > 2) x = vld1q_lane_f32(p + 2, x, 2);
    return x;
  }
  static LOWP_INLINE I32 And(I32 a, I32 b) { return vandq_s32(a, b); }
  static LOWP_INLINE I32 Bits(F32 x) { return vreinterpretq_s32_f32(x); }
  static LOWP_INLINE F32 FromBits(I32 bits) {
    return vreinterpretq_f32_s32(bits);
  }
  static LOWP_INLINE void Store(float* p, F32 x) { vst1q_f32(p, x); }
  static LOWP_INLINE F32 Set1(float x) { return vdupq_n_f32(x); }
  static LOWP_INLINE F64 Set1(double x) {
    return {vdupq_n_f64(x), vdupq_n_f64(x)};
  }
  static LOWP_INLINE F32 Add(F32 a, F32 b) { return vaddq_f32(a, b); }
  static LOWP_INLINE F64 Add(F64 a, F64 b) {
    return {vaddq_f64(a.low, b.low), vaddq_f64(a.high, b.high)};
  }
  static LOWP_INLINE F32 Sub(F32 a, F32 b) { return vsubq_f32(a, b); }
  static LOWP_INLINE I32 Sub(I32 a, I32 b) { return vsubq_s32(a, b); }
  static LOWP_INLINE F32 Mul(F32 a, F32 b) { return vmulq_f32(a, b); }
  static LOWP_INLINE F64 Mul(F64 a, F64 b) {
    return {vmulq_f64(a.low, b.low), vmulq_f64(a.high, b.high)};
  }
  static LOWP_INLINE F32 MulAdd(F32 a, F32 b, F32 c) {
    return vfmaq_f32(c, a, b);
  }
  static LOWP_INLINE F32 Div(F32 a, F32 b) { return vdivq_f32(a, b); }
  static LOWP_INLINE F64 Div(F64 a, F64 b) {
    return {vdivq_f64(a.low, b.low), vdivq_f64(a.high, b.high)};
  }
  // Arm's own minimum of NaN is not the bound.
  static LOWP_INLINE F32 Min(F32 x, F32 bound) {
    return vbslq_f32(vcltq_f32(x, bound), x, bound);
  }
  static LOWP_INLINE F64 Min(F64 x, F64 bound) {
    return {vbslq_f64(vcltq_f64(x.low, bound.low), x.low, bound.low),
            vbslq_f64(vcltq_f64(x.high, bound.high), x.high, bound.high)};
  }
  static LOWP_INLINE F32 Max(F32 x, F32 bound) {
    return vbslq_f32(vcgtq_f32(x, bound), x, bound);
  }
  static LOWP_INLINE F64 Max(F64 x, F64 bound) {
    return {vbslq_f64(vcgtq_f64(x.low, bound.low), x.low, bound.low),
            vbslq_f64(vcgtq_f64(x.high, bound.high), x.high, bound.high)};
  }
  static LOWP_INLINE F32 RoundEven(F32 x) { return vrndnq_f32(x); }
  static LOWP_INLINE F64 RoundEven(F64 x) {
    return {vrndnq_f64(x.low), vrndnq_f64(x.high)};
  }
  static LOWP_INLINE F32 RoundAway(F32 x) { return vrndaq_f32(x); }
  static LOWP_INLINE F64 RoundAway(F64 x) {
    return {vrndaq_f64(x.low), vrndaq_f64(x.high)};
  }
  static LOWP_INLINE F32 Floor(F32 x) { return vrndmq_f32(x); }
  static LOWP_INLINE F64 Floor(F64 x) {
    return {vrndmq_f64(x.low), vrndmq_f64(x.high)};
  }
  static LOWP_INLINE F32 Trunc(F32 x) { return vrndq_f32(x); }
  static LOWP_INLINE F64 Trunc(F64 x) {
    return {vrndq_f64(x.low), vrndq_f64(x.high)};
  }
  static LOWP_INLINE F64 LoadDoubles(const double* p) {
    return {vld1q_f64(p), vld1q_f64(p + 2)};
  }
  static LOWP_INLINE F64 LoadDoubles(const double* p, int n) {
    F64 x = {vsetq_lane_f64(p[0], vdupq_n_f64(0), 0), vdupq_n_f64(0)};
    if (n > 1) x.low = vld1q_lane_f64(p + 1, x.low, 1);
    if (n > 2) x.high = vld1q_lane_f64(p + 2, x.high, 0);
    return x;
  }
  static LOWP_INLINE F32 IfPositive(F32 x, F32 yes, F32 no) {
    return vbslq_f32(vcgtzq_f32(x), yes, no);
  }
  static LOWP_INLINE I32 ToNearestInt32(F32 x) { return vcvtnq_s32_f32(x); }
  static LOWP_INLINE I32 ToInt32(F32 x) { return vcvtq_s32_f32(x); }
  static LOWP_INLINE I32 ToInt32(F64 x) {
    return vmovn_high_s64(vmovn_s64(vcvtq_s64_f64(x.low)),
                          vcvtq_s64_f64(x.high));
  }
  static LOWP_INLINE F32 ToF32(I32 x) { return vcvtq_f32_s32(x); }
  static LOWP_INLINE F32 ToF32(F64 x) {
    return vcvt_high_f32_f64(vcvt_f32_f64(x.low), x.high);
  }
  static LOWP_INLINE F64 ToF64(I32 x) {
    return {vcvtq_f64_s64(vmovl_s32(vget_low_s32(x))),
            vcvtq_f64_s64(vmovl_high_s32(x))};
  }
  static LOWP_INLINE F64 ToF64(F32 x) {
    return {vcvt_f64_f32(vget_low_f32(x)), vcvt_high_f64_f32(x)};
  }

  static LOWP_INLINE I32 LoadIntegers(Scalar scalar, const void* p) {
    switch (scalar) {
      case Scalar::kUint8:
        return vreinterpretq_s32_u32(
            vmovl_u16(vget_low_u16(vmovl_u8(LoadFour(p)))));
      case Scalar::kInt8:
        return vmovl_s16(
            vget_low_s16(vmovl_s8(vreinterpret_s8_u8(LoadFour(p)))));
      case Scalar::kInt16:
        return vmovl_s16(vld1_s16(static_cast<const std::int16_t*>(p)));
      case Scalar::kInt32:
      case Scalar::kFloat32:  // not an integer
        break;
    }
    return Load(static_cast<const std::int32_t*>(p));
  }

  static LOWP_INLINE I32 LoadNibbles(const std::uint8_t* codes, int column) {
    std::uint16_t two;
    std::memcpy(&two, codes + column / 2, sizeof(two));
    const std::int32_t right[] = {0, -4, -8, -12};
    return vreinterpretq_s32_u32(vandq_u32(
        vshlq_u32(vdupq_n_u32(two), vld1q_s32(right)), vdupq_n_u32(0xF)));
  }
  static LOWP_INLINE I32 Gather(const std::int32_t* table, I32 index) {
    I32 found = vld1q_dup_s32(table + vgetq_lane_s32(index, 0));
    found = vld1q_lane_s32(table + vgetq_lane_s32(index, 1), found, 1);
    found = vld1q_lane_s32(table + vgetq_lane_s32(index, 2), found, 2);
    return vld1q_lane_s32(table + vgetq_lane_s32(index, 3), found, 3);
  }
  using Entries = const std::int32_t*;
  template <int kCount>
  static LOWP_INLINE void LookUp(Entries entries, I32 (&index)[kCount]) {
    LOWP_UNROLL
    for (int v = 0; v < kCount; ++v) index[v] = Gather(entries, index[v]);
  }

  static constexpr bool kQuantizesBytesQuickly = false;
  static constexpr bool kHasWords = false;
  static constexpr bool kPermutesBytes = false;
  struct WideEntries {};

  static constexpr bool kLoadsFewIntegers = false;
  static constexpr int kBlockVectors = 4;
  static constexpr int kBytes = 16;
  struct ByteTable {
    explicit LOWP_INLINE ByteTable(const std::uint8_t* bytes) {
      LOWP_UNROLL
      for (int i = 0; i < 4; ++i) {
        LOWP_UNROLL
        for (int j = 0; j < 4; ++j) {
          parts[i].val[j] = vld1q_u8(bytes + 64 * i + 16 * j);
        }
      }
    }
    uint8x16x4_t parts[4];
  };
  static LOWP_INLINE uint8x16_t LoadBytes(const std::uint8_t* p) {
    return vld1q_u8(p);
  }
  static LOWP_INLINE uint8x16_t FlipBytes(uint8x16_t x) {
    return veorq_u8(x, vdupq_n_u8(0x80));
  }
  static LOWP_INLINE void StoreBytes(std::uint8_t* p, uint8x16_t x) {
    vst1q_u8(p, x);
  }
  // Part i looks up bytes 64 i..64 i + 63; the others keep what was found.
  static LOWP_INLINE uint8x16_t LookUp(const ByteTable& table, uint8x16_t x) {
    const uint8x16_t step = vdupq_n_u8(64);
    uint8x16_t found = vqtbl4q_u8(table.parts[0], x);
    LOWP_UNROLL
    for (int i = 1; i < 4; ++i) {
      x = vsubq_u8(x, step);
      found = vqtbx4q_u8(found, table.parts[i], x);
    }
    return found;
  }

  using LaneTable = ByteTable;
  static LOWP_INLINE I32 LookUpLanes(const LaneTable& table, I32 x) {
    return vandq_s32(
        vreinterpretq_s32_u8(LookUp(table, vreinterpretq_u8_s32(x))),
        vdupq_n_s32(255));
  }

 private:
  static LOWP_INLINE uint8x8_t LoadFour(const void* p) {
    std::uint32_t bytes;
    std::memcpy(&bytes, p, sizeof(bytes));
    return vreinterpret_u8_u32(vdup_n_u32(bytes));
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_FLOAT_NEON_H_
