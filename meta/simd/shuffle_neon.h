// Registers of 16 bytes that are shuffled: 64-bit Arm's.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_SHUFFLE_NEON_H_
#define LOWP_META_SIMD_SHUFFLE_NEON_H_

#include <arm_neon.h>

#include <cstdint>

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct ShuffleNeon {
  using Element = std::uint8_t;
  using Register = uint8x16_t;
  static constexpr int kBytes = 16;
  static LOWP_INLINE uint8x16_t Load(const std::uint8_t* from) {
    return vld1q_u8(from);
  }
  static LOWP_INLINE void Store(std::uint8_t* to, uint8x16_t bytes) {
    vst1q_u8(to, bytes);
  }
  static LOWP_INLINE uint8x16_t Shuffle(uint8x16_t bytes, uint8x16_t order) {
    return vqtbl1q_u8(bytes, order);
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_SHUFFLE_NEON_H_
