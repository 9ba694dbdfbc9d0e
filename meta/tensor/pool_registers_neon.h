// Windows with NEON: maxima and sums of 16 bytes.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_POOL_REGISTERS_NEON_H_
#define LOWP_META_TENSOR_POOL_REGISTERS_NEON_H_

#include <arm_neon.h>

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct PoolRegistersNeon {
  using Bytes = uint8x16_t;
  struct Sum {
    uint16x8_t low, high;
  };
  static constexpr int kBytes = 16;
  static constexpr int kSumBytes = 16;
  static constexpr int kAtOnce = 4;

  static LOWP_INLINE Bytes Load(const void* p) {
    return vld1q_u8(static_cast<const std::uint8_t*>(p));
  }
  static LOWP_INLINE void Store(void* p, Bytes x) {
    vst1q_u8(static_cast<std::uint8_t*>(p), x);
  }
  static LOWP_INLINE Bytes LoadFew(const void* p, int n) {
    std::uint8_t bytes[kBytes] = {};
    std::memcpy(bytes, p, static_cast<std::size_t>(n));
    return Load(bytes);
  }
  static LOWP_INLINE void StoreFew(void* p, Bytes x, int n) {
    std::uint8_t bytes[kBytes];
    Store(bytes, x);
    std::memcpy(p, bytes, static_cast<std::size_t>(n));
  }
  template <typename T>
  static LOWP_INLINE Bytes Set1(std::int32_t x) {
    return sizeof(T) == 1 ? vdupq_n_u8(static_cast<std::uint8_t>(x))
                          : vreinterpretq_u8_u16(
                                vdupq_n_u16(static_cast<std::uint16_t>(x)));
  }
  template <typename T>
  static LOWP_INLINE Bytes Max(Bytes a, Bytes b) {
    if constexpr (sizeof(T) == 2) {
      return vreinterpretq_u8_s16(
          vmaxq_s16(vreinterpretq_s16_u8(a), vreinterpretq_s16_u8(b)));
    } else if constexpr (std::is_signed<T>()) {
      return vreinterpretq_u8_s8(
          vmaxq_s8(vreinterpretq_s8_u8(a), vreinterpretq_s8_u8(b)));
    } else {
      return vmaxq_u8(a, b);
    }
  }
  template <typename T>
  static LOWP_INLINE Bytes Min(Bytes a, Bytes b) {
    if constexpr (sizeof(T) == 2) {
      return vreinterpretq_u8_s16(
          vminq_s16(vreinterpretq_s16_u8(a), vreinterpretq_s16_u8(b)));
    } else if constexpr (std::is_signed<T>()) {
      return vreinterpretq_u8_s8(
          vminq_s8(vreinterpretq_s8_u8(a), vreinterpretq_s8_u8(b)));
    } else {
      return vminq_u8(a, b);
    }
  }

  static LOWP_INLINE Sum NoSum() { return {vdupq_n_u16(0), vdupq_n_u16(0)}; }
  template <typename T>
  static LOWP_INLINE Sum AddValues(Sum sum, const T* p) {
    return AddRegister(sum, Load(p), T());
  }
  template <typename T>
  static LOWP_INLINE Sum AddFewValues(Sum sum, const T* p, int n) {
    return AddRegister(sum, LoadFew(p, n * static_cast<int>(sizeof(T))), T());
  }
  template <typename T>
  static LOWP_INLINE void StoreSums(Sum sum, const std::int32_t* add,
                                    std::int32_t* to) {
    if constexpr (sizeof(T) == 2) {
      StoreFour(vreinterpretq_s32_u16(sum.low), add, to);
      StoreFour(vreinterpretq_s32_u16(sum.high), add + 4, to + 4);
    } else {
      StoreEight(vreinterpretq_s16_u16(sum.low), add, to);
      StoreEight(vreinterpretq_s16_u16(sum.high), add + 8, to + 8);
    }
  }

 private:
  static LOWP_INLINE Sum AddRegister(Sum sum, Bytes x, std::uint8_t) {
    return {vaddw_u8(sum.low, vget_low_u8(x)), vaddw_high_u8(sum.high, x)};
  }
  static LOWP_INLINE Sum AddRegister(Sum sum, Bytes x, std::int8_t) {
    const int8x16_t y = vreinterpretq_s8_u8(x);
    return {vreinterpretq_u16_s16(
                vaddw_s8(vreinterpretq_s16_u16(sum.low), vget_low_s8(y))),
            vreinterpretq_u16_s16(
                vaddw_high_s8(vreinterpretq_s16_u16(sum.high), y))};
  }
  // Lanes of 32 bits.
  static LOWP_INLINE Sum AddRegister(Sum sum, Bytes x, std::int16_t) {
    const int16x8_t y = vreinterpretq_s16_u8(x);
    return {vreinterpretq_u16_s32(
                vaddw_s16(vreinterpretq_s32_u16(sum.low), vget_low_s16(y))),
            vreinterpretq_u16_s32(
                vaddw_high_s16(vreinterpretq_s32_u16(sum.high), y))};
  }
  static LOWP_INLINE void StoreFour(int32x4_t x, const std::int32_t* add,
                                    std::int32_t* to) {
    vst1q_s32(to, vaddq_s32(x, vld1q_s32(add)));
  }
  static LOWP_INLINE void StoreEight(int16x8_t x, const std::int32_t* add,
                                     std::int32_t* to) {
    vst1q_s32(to, vaddw_s16(vld1q_s32(add), vget_low_s16(x)));
    vst1q_s32(to + 4, vaddw_high_s16(vld1q_s32(add + 4), x));
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_POOL_REGISTERS_NEON_H_
