// What the ends of groups need of NEON's registers (int4_group_end-inl.h).
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_INT4_LANES_NEON_INL_H_
#define LOWP_META_SIMD_INT4_LANES_NEON_INL_H_

#include <arm_neon.h>

#include "float_neon.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct Int4LanesNeon : FloatNeon {
  static LOWP_INLINE I32 Multiply(I32 x, I32 y) { return vmulq_s32(x, y); }
  static LOWP_INLINE I32 SetShort(std::int32_t x) { return Set1(x); }
  static LOWP_INLINE I32 AddShortProduct(I32 sum, I32 x, I32 y) {
    return vmlaq_s32(sum, x, y);
  }
  static LOWP_INLINE F32 LoadFloat16(const void* p) {
    return vcvt_f32_f16(
        vreinterpret_f16_u8(vld1_u8(static_cast<const std::uint8_t*>(p))));
  }
  static LOWP_INLINE F32 LoadBfloat16(const void* p) {
    return FromBits(vshlq_n_s32(LoadIntegers(Scalar::kInt16, p), 16));
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_INT4_LANES_NEON_INL_H_
