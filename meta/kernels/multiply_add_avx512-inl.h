// The instruction of AVX-512 VNNI: vpdpbusd.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_MULTIPLY_ADD_AVX512_INL_H_
#define LOWP_META_KERNELS_MULTIPLY_ADD_AVX512_INL_H_

#include <immintrin.h>

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// sums += four unsigned bytes times four signed ones, in each lane. The
// intrinsic would do, but for GCC, which copies accumulators in and out of its
// operand, and spills them (GCC bug 94663).
LOWP_INLINE void MultiplyAddBytes(__m512i* sums, __m512i unsigned_bytes,
                                  __m512i signed_bytes) {
  __asm__("vpdpbusd %[right], %[left], %[sums]"
          : [sums] "+v"(*sums)
          : [left] "v"(unsigned_bytes), [right] "v"(signed_bytes));
}

// The same of one register with several, in one block of assembly.
LOWP_INLINE void MultiplyAddRow(__m512i (&sums)[1], __m512i unsigned_bytes,
                                const __m512i (&signed_bytes)[1]) {
  MultiplyAddBytes(&sums[0], unsigned_bytes, signed_bytes[0]);
}
LOWP_INLINE void MultiplyAddRow(__m512i (&sums)[2], __m512i unsigned_bytes,
                                const __m512i (&signed_bytes)[2]) {
  __asm__(
      "vpdpbusd %[right0], %[left], %[sums0]\n\t"
      "vpdpbusd %[right1], %[left], %[sums1]"
      : [sums0] "+&v"(sums[0]), [sums1] "+&v"(sums[1])
      : [left] "v"(unsigned_bytes), [right0] "v"(signed_bytes[0]),
        [right1] "v"(signed_bytes[1]));
}
LOWP_INLINE void MultiplyAddRow(__m512i (&sums)[3], __m512i unsigned_bytes,
                                const __m512i (&signed_bytes)[3]) {
  __asm__(
      "vpdpbusd %[right0], %[left], %[sums0]\n\t"
      "vpdpbusd %[right1], %[left], %[sums1]\n\t"
      "vpdpbusd %[right2], %[left], %[sums2]"
      : [sums0] "+&v"(sums[0]), [sums1] "+&v"(sums[1]), [sums2] "+&v"(sums[2])
      : [left] "v"(unsigned_bytes), [right0] "v"(signed_bytes[0]),
        [right1] "v"(signed_bytes[1]), [right2] "v"(signed_bytes[2]));
}
LOWP_INLINE void MultiplyAddRow(__m512i (&sums)[4], __m512i unsigned_bytes,
                                const __m512i (&signed_bytes)[4]) {
  __asm__(
      "vpdpbusd %[right0], %[left], %[sums0]\n\t"
      "vpdpbusd %[right1], %[left], %[sums1]\n\t"
      "vpdpbusd %[right2], %[left], %[sums2]\n\t"
      "vpdpbusd %[right3], %[left], %[sums3]"
      : [sums0] "+&v"(sums[0]), [sums1] "+&v"(sums[1]), [sums2] "+&v"(sums[2]),
        [sums3] "+&v"(sums[3])
      : [left] "v"(unsigned_bytes), [right0] "v"(signed_bytes[0]),
        [right1] "v"(signed_bytes[1]), [right2] "v"(signed_bytes[2]),
        [right3] "v"(signed_bytes[3]));
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_MULTIPLY_ADD_AVX512_INL_H_
