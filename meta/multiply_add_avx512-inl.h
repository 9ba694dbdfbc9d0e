// The instruction of AVX-512 VNNI: vpdpbusd.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_MULTIPLY_ADD_AVX512_INL_H_
#define LOWP_META_MULTIPLY_ADD_AVX512_INL_H_

#include <immintrin.h>

#include "../internal/detect_platform.h"

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

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_MULTIPLY_ADD_AVX512_INL_H_
