// vpdpbusd on 256-bit registers: four unsigned bytes times four signed ones,
// added to each int32 lane, without saturation. One instruction in two
// encodings: VEX for processors with AVX-VNNI, EVEX for those with AVX-512 VL
// and VNNI. LOWP_VPDPBUSD is the assembler's text for the one that is wanted,
// which the including file defines: "%{vex%} vpdpbusd" or "vpdpbusd".
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_VPDPBUSD_AVX2_INL_H_
#define LOWP_META_KERNELS_VPDPBUSD_AVX2_INL_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/detect_platform.h"
#include "../simd/broadcast_avx2-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// In assembly, because GCC copies accumulators in and out of the intrinsic's
// operand, and spills them (GCC bug 94663).
LOWP_INLINE void MultiplyAddBytes(__m256i* sums, __m256i unsigned_bytes,
                                  __m256i signed_bytes) {
  __asm__(LOWP_VPDPBUSD " %[right], %[left], %[sums]"
          : [sums] "+x"(*sums)
          : [left] "x"(unsigned_bytes), [right] "x"(signed_bytes));
}

// The same for two accumulators in one block of assembly: in loops over many,
// GCC copies some between smaller blocks.
LOWP_INLINE void MultiplyAddTwo(__m256i* sums, __m256i unsigned0,
                                __m256i unsigned1, __m256i signed0,
                                __m256i signed1) {
  __asm__ volatile(LOWP_VPDPBUSD
                   " %[right0], %[left0], %[sum0]\n\t" LOWP_VPDPBUSD
                   " %[right1], %[left1], %[sum1]"
                   : [sum0] "+&x"(sums[0]), [sum1] "+x"(sums[1])
                   : [left0] "x"(unsigned0), [left1] "x"(unsigned1),
                     [right0] "x"(signed0), [right1] "x"(signed1));
}

// The policy of bytes_avx2-inl.h. One block for each row, which compilers
// cannot interleave with the next row's: a tile needs all sixteen registers.
// kFlips: rows may have something to flip.
template <bool kFlips>
struct Vpdpbusd {
  // Twelve sums, two registers of B, one of a row, one to flip it with.
  static constexpr int kTileRows = 6;

  static LOWP_INLINE void MultiplyAddRow(__m256i (&sums)[1],
                                         const std::uint8_t* row, __m256i flip,
                                         const __m256i (&values)[1]) {
    __m256i bytes;
    if constexpr (kFlips) {
      __asm__ volatile(
          "vpbroadcastd %[row], %[bytes]\n\t"
          "vpxor %[flip], %[bytes], %[bytes]\n\t" LOWP_VPDPBUSD
          " %[values], %[bytes], %[sums]"
          : [sums] "+x"(sums[0]), [bytes] "=&x"(bytes)
          : [row] "m"(*reinterpret_cast<const Group*>(row)), [flip] "x"(flip),
            [values] "x"(values[0]));
    } else {
      __asm__ volatile(
          "vpbroadcastd %[row], %[bytes]\n\t" LOWP_VPDPBUSD
          " %[values], %[bytes], %[sums]"
          : [sums] "+x"(sums[0]), [bytes] "=&x"(bytes)
          : [row] "m"(*reinterpret_cast<const Group*>(row)), [values] "x"(
                                                                 values[0]));
    }
  }
  static LOWP_INLINE void MultiplyAddRow(__m256i (&sums)[2],
                                         const std::uint8_t* row, __m256i flip,
                                         const __m256i (&values)[2]) {
    __m256i bytes;
    if constexpr (kFlips) {
      __asm__ volatile(
          "vpbroadcastd %[row], %[bytes]\n\t"
          "vpxor %[flip], %[bytes], %[bytes]\n\t" LOWP_VPDPBUSD
          " %[values0], %[bytes], %[sums0]\n\t" LOWP_VPDPBUSD
          " %[values1], %[bytes], %[sums1]"
          : [sums0] "+&x"(sums[0]), [sums1] "+x"(sums[1]), [bytes] "=&x"(bytes)
          : [row] "m"(*reinterpret_cast<const Group*>(row)), [flip] "x"(flip),
            [values0] "x"(values[0]), [values1] "x"(values[1]));
    } else {
      __asm__ volatile(
          "vpbroadcastd %[row], %[bytes]\n\t" LOWP_VPDPBUSD
          " %[values0], %[bytes], %[sums0]\n\t" LOWP_VPDPBUSD
          " %[values1], %[bytes], %[sums1]"
          : [sums0] "+&x"(sums[0]), [sums1] "+x"(sums[1]), [bytes] "=&x"(bytes)
          : [row] "m"(*reinterpret_cast<const Group*>(row)),
            [values0] "x"(values[0]), [values1] "x"(values[1]));
    }
  }
  // Of two panels.
  static LOWP_INLINE void MultiplyAddRow(__m256i (&sums)[4],
                                         const std::uint8_t* row, __m256i flip,
                                         const __m256i (&values)[4]) {
    const __m256i bytes = BroadcastGroup<kFlips>(row, flip);
    MultiplyAddTwo(sums, bytes, bytes, values[0], values[1]);
    MultiplyAddTwo(sums + 2, bytes, bytes, values[2], values[3]);
  }

 private:
  using Group = std::uint8_t[4];
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_VPDPBUSD_AVX2_INL_H_
