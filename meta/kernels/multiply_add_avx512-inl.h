// The instruction of AVX-512 VNNI: vpdpbusd.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_MULTIPLY_ADD_AVX512_INL_H_
#define LOWP_META_KERNELS_MULTIPLY_ADD_AVX512_INL_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Four bytes of a row.
using RowGroup __attribute__((may_alias, aligned(1))) = std::int32_t;

// The first n bytes of a group, 1 <= n <= 3, then zeros.
LOWP_INLINE std::uint32_t LoadPartOfGroup(const std::uint8_t* row, int n) {
  std::uint32_t group = row[0];
  if (n > 1) group |= static_cast<std::uint32_t>(row[1]) << 8;
  if (n > 2) group |= static_cast<std::uint32_t>(row[2]) << 16;
  return group;
}

// Four bytes of a row in each lane, flipped.
LOWP_INLINE __m512i BroadcastGroup(const std::uint8_t* row, __m512i flip) {
  __m512i bytes;
  __asm__(
      "vpxord %[row]%{1to16%}, %[flip], %[bytes]"
      : [bytes] "=v"(bytes)
      : [row] "m"(*reinterpret_cast<const RowGroup*>(row)), [flip] "v"(flip));
  return bytes;
}
// Not flipped: this is only a load, which leaves the units that multiply alone.
LOWP_INLINE __m512i BroadcastGroup(const std::uint8_t* row) {
  return _mm512_set1_epi32(*reinterpret_cast<const RowGroup*>(row));
}

// Adds, in each lane, the products of four unsigned bytes with the four signed
// ones of one to four registers. One block of assembly, because GCC copies
// accumulators in and out of the intrinsic's operand and between smaller
// blocks, and spills them (GCC bug 94663).
LOWP_INLINE void MultiplyAddRow(__m512i (&sums)[1], __m512i bytes,
                                const __m512i (&values)[1]) {
  __asm__("vpdpbusd %[value0], %[bytes], %[sum0]"
          : [sum0] "+v"(sums[0])
          : [bytes] "v"(bytes), [value0] "v"(values[0]));
}
LOWP_INLINE void MultiplyAddRow(__m512i (&sums)[2], __m512i bytes,
                                const __m512i (&values)[2]) {
  __asm__(
      "vpdpbusd %[value0], %[bytes], %[sum0]\n\t"
      "vpdpbusd %[value1], %[bytes], %[sum1]"
      : [sum0] "+&v"(sums[0]), [sum1] "+&v"(sums[1])
      : [bytes] "v"(bytes), [value0] "v"(values[0]), [value1] "v"(values[1]));
}
LOWP_INLINE void MultiplyAddRow(__m512i (&sums)[3], __m512i bytes,
                                const __m512i (&values)[3]) {
  __asm__(
      "vpdpbusd %[value0], %[bytes], %[sum0]\n\t"
      "vpdpbusd %[value1], %[bytes], %[sum1]\n\t"
      "vpdpbusd %[value2], %[bytes], %[sum2]"
      : [sum0] "+&v"(sums[0]), [sum1] "+&v"(sums[1]), [sum2] "+&v"(sums[2])
      : [bytes] "v"(bytes), [value0] "v"(values[0]), [value1] "v"(values[1]),
        [value2] "v"(values[2]));
}
LOWP_INLINE void MultiplyAddRow(__m512i (&sums)[4], __m512i bytes,
                                const __m512i (&values)[4]) {
  __asm__(
      "vpdpbusd %[value0], %[bytes], %[sum0]\n\t"
      "vpdpbusd %[value1], %[bytes], %[sum1]\n\t"
      "vpdpbusd %[value2], %[bytes], %[sum2]\n\t"
      "vpdpbusd %[value3], %[bytes], %[sum3]"
      : [sum0] "+&v"(sums[0]), [sum1] "+&v"(sums[1]), [sum2] "+&v"(sums[2]),
        [sum3] "+&v"(sums[3])
      : [bytes] "v"(bytes), [value0] "v"(values[0]), [value1] "v"(values[1]),
        [value2] "v"(values[2]), [value3] "v"(values[3]));
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_MULTIPLY_ADD_AVX512_INL_H_
