// Registers that transpose squares: 64-bit Arm's.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_TRANSPOSE_NEON_H_
#define LOWP_META_SIMD_TRANSPOSE_NEON_H_

#include <arm_neon.h>

#include <cstddef>
#include <cstdint>

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct TransposeNeon {
  using Register = uint8x16_t;
  using Narrower = TransposeNeon;
  static constexpr int kSquares = 1;
  static LOWP_INLINE uint8x16_t Load(const std::uint8_t* from, std::ptrdiff_t) {
    return vld1q_u8(from);
  }
  static LOWP_INLINE void Store(std::uint8_t* to, uint8x16_t x) {
    vst1q_u8(to, x);
  }
  template <int kSize>
  static LOWP_INLINE uint8x16_t Low(uint8x16_t a, uint8x16_t b) {
    if constexpr (kSize == 1) return vzip1q_u8(a, b);
    if constexpr (kSize == 2) {
      return vreinterpretq_u8_u16(
          vzip1q_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b)));
    }
    return vreinterpretq_u8_u32(
        vzip1q_u32(vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b)));
  }
  template <int kSize>
  static LOWP_INLINE uint8x16_t High(uint8x16_t a, uint8x16_t b) {
    if constexpr (kSize == 1) return vzip2q_u8(a, b);
    if constexpr (kSize == 2) {
      return vreinterpretq_u8_u16(
          vzip2q_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b)));
    }
    return vreinterpretq_u8_u32(
        vzip2q_u32(vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b)));
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_TRANSPOSE_NEON_H_
