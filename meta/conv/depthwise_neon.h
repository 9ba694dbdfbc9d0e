// Depthwise sums with NEON: int16 multiplied and added to int32.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_DEPTHWISE_NEON_H_
#define LOWP_META_CONV_DEPTHWISE_NEON_H_

#include <arm_neon.h>

#include <cstdint>

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct DepthwiseNeon {
  using Weight = std::int16_t;
  static constexpr int kBlocks = 4;
  struct Sums {
    int32x4_t of[4];
  };
  struct Pair {
    int16x8_t low, high;
  };
  using Weights = Pair;
  using Values = Pair;

  static LOWP_INLINE Sums Load(const std::int32_t* p) {
    return {
        {vld1q_s32(p), vld1q_s32(p + 4), vld1q_s32(p + 8), vld1q_s32(p + 12)}};
  }
  static LOWP_INLINE void Store(const Sums& sums, std::int32_t* p) {
    vst1q_s32(p, sums.of[0]);
    vst1q_s32(p + 4, sums.of[1]);
    vst1q_s32(p + 8, sums.of[2]);
    vst1q_s32(p + 12, sums.of[3]);
  }
  static LOWP_INLINE Weights LoadWeights(const std::int16_t* p) {
    return {vld1q_s16(p), vld1q_s16(p + 8)};
  }
  template <bool kSigned>
  static LOWP_INLINE Values LoadValues(const std::uint8_t* tap) {
    const uint8x16_t bytes = vld1q_u8(tap);
    if constexpr (kSigned) {
      const int8x16_t values = vreinterpretq_s8_u8(bytes);
      return {vmovl_s8(vget_low_s8(values)), vmovl_high_s8(values)};
    } else {
      return {vreinterpretq_s16_u16(vmovl_u8(vget_low_u8(bytes))),
              vreinterpretq_s16_u16(vmovl_high_u8(bytes))};
    }
  }
  static LOWP_INLINE void MultiplyAdd(Sums* sums, const Values& x,
                                      const Weights& w) {
    int32x4_t* const of = sums->of;
    of[0] = vmlal_s16(of[0], vget_low_s16(x.low), vget_low_s16(w.low));
    of[1] = vmlal_high_s16(of[1], x.low, w.low);
    of[2] = vmlal_s16(of[2], vget_low_s16(x.high), vget_low_s16(w.high));
    of[3] = vmlal_high_s16(of[3], x.high, w.high);
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_DEPTHWISE_NEON_H_
