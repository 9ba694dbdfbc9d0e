// Broadcasts groups of four bytes.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_BROADCAST_AVX2_INL_H_
#define LOWP_META_SIMD_BROADCAST_AVX2_INL_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Four bytes of a row in each lane, flipped if kFlips. In assembly like what
// multiplies them: compilers would begin with one row before another is done,
// and spill.
template <bool kFlips>
LOWP_INLINE __m256i BroadcastGroup(const std::uint8_t* row, __m256i flip) {
  using Group = std::uint8_t[4];
  const Group& group = *reinterpret_cast<const Group*>(row);
  __m256i bytes;
  if constexpr (kFlips) {
    __asm__ volatile(
        "vpbroadcastd %[group], %[bytes]\n\t"
        "vpxor %[flip], %[bytes], %[bytes]"
        : [bytes] "=&x"(bytes)
        : [group] "m"(group), [flip] "x"(flip));
  } else {
    __asm__ volatile("vpbroadcastd %[group], %[bytes]"
                     : [bytes] "=x"(bytes)
                     : [group] "m"(group));
  }
  return bytes;
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_BROADCAST_AVX2_INL_H_
