// Registers of interleaved lines in NEON, whose stores interleave.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_INTERLEAVE_NEON_H_
#define LOWP_META_CONV_INTERLEAVE_NEON_H_

#include <arm_neon.h>

#include <cstdint>
#include <cstring>

#include "../../internal/contract/panel_format.h"
#include "../simd/float_neon.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// sdot.
struct InterleaveDotNeon {
  static LOWP_INLINE void Add(int32x4_t* sum, int8x16_t values,
                              const std::int8_t* weights) {
    *sum = vdotq_s32(*sum, values, vld1q_s8(weights));
  }
};

struct InterleaveNeon {
  using Simd = FloatNeon;
  using Dot = InterleaveDotNeon;
  static constexpr Signedness kReads = Signedness::kSigned;
  static constexpr int kBytes = 16;

  static LOWP_INLINE uint8x16_t Load(const std::uint8_t* p) {
    return vld1q_u8(p);
  }
  static LOWP_INLINE uint8x16_t LoadPart(const std::uint8_t* p, int count) {
    std::uint8_t bytes[kBytes] = {};
    std::memcpy(bytes, p, static_cast<std::size_t>(count));
    return vld1q_u8(bytes);
  }
  static LOWP_INLINE void StoreQuad(uint8x16_t a, uint8x16_t b, uint8x16_t c,
                                    uint8x16_t d, std::uint8_t flip,
                                    std::uint8_t* quad) {
    const uint8x16_t flips = vdupq_n_u8(flip);
    vst4q_u8(quad, {{veorq_u8(a, flips), veorq_u8(b, flips), veorq_u8(c, flips),
                     veorq_u8(d, flips)}});
  }
  static LOWP_INLINE int8x16_t LoadValues(const std::uint8_t* p) {
    return vreinterpretq_s8_u8(vld1q_u8(p));
  }
  static LOWP_INLINE void StoreSums(const int32x4_t (&sums)[4],
                                    std::uint8_t* to, int lanes) {
    Simd::StoreInt32<4>(sums, to, lanes);
  }
  static LOWP_INLINE void StoreBytes(const Simd::Bounds& bounds,
                                     const int32x4_t (&sums)[4],
                                     std::uint8_t* to, int lanes) {
    Simd::StoreClamped<4>(bounds, sums, to, lanes);
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_INTERLEAVE_NEON_H_
