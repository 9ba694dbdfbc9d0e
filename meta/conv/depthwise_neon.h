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
  static constexpr bool kReadsUnsigned = false;
  static constexpr int kChannels = 8;
  static constexpr int kTaps = 1;
  static constexpr int kPixels = 4;
  struct Sums {
    int32x4_t a, b;
  };
  using Weights = int16x8_t;
  using Values = int16x8_t;

  static LOWP_INLINE Sums Load(const std::int32_t* p) {
    return {vld1q_s32(p), vld1q_s32(p + 4)};
  }
  static LOWP_INLINE void Store(const Sums& sums, std::int32_t* p) {
    vst1q_s32(p, sums.a);
    vst1q_s32(p + 4, sums.b);
  }
  static LOWP_INLINE Weights LoadWeights(const std::int16_t* p) {
    return vld1q_s16(p);
  }
  template <bool kSigned>
  static LOWP_INLINE Values LoadValues(const std::uint8_t* const (&taps)[1]) {
    const uint8x8_t bytes = vld1_u8(taps[0]);
    return kSigned ? vmovl_s8(vreinterpret_s8_u8(bytes))
                   : vreinterpretq_s16_u16(vmovl_u8(bytes));
  }
  static LOWP_INLINE Sums MultiplyAdd(const Sums& sums, Values values,
                                      Weights weights) {
    return {vmlal_s16(sums.a, vget_low_s16(values), vget_low_s16(weights)),
            vmlal_s16(sums.b, vget_high_s16(values), vget_high_s16(weights))};
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_DEPTHWISE_NEON_H_
