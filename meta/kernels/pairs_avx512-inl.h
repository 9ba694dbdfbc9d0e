// Exact products of int16, two at a time (vpmaddwd), summed in int32, on
// 512-bit registers. Copied rows are int16; packed panels are bytes, which the
// kernel unpacks. For panels that have been unpacked see
// fast_inner_product-inl.h.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_PAIRS_AVX512_INL_H_
#define LOWP_META_KERNELS_PAIRS_AVX512_INL_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/detect_platform.h"
#include "../pack/panel_formats_x86.h"
#include "../simd/float_avx512.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct PairsAvx512 {
  using Simd = FloatAvx512;
  using Values = __m512i;
  // Many rows share what the kernel unpacks.
  static constexpr int kTileRows = 6;
  static constexpr int kMaxTileRows = 6;
  static constexpr int kNr = kSignedBytesAvx512.nr;
  static constexpr int kMaxVectors = kNr / Simd::kLanes;
  static constexpr int kKr = 4;
  static constexpr int kRowStep = 8;
  static constexpr int kBytesPerVector = 64;
  // The even bytes of each lane, then the odd ones.
  static constexpr int kParts = 2;
  static constexpr int kPartBytes = 4;
  static constexpr bool kReadsTails = false;

  static LOWP_INLINE int Flip(std::uint8_t) { return 0; }
  // In assembly, because compilers would keep the bytes from one part to the
  // next, in registers that the largest tile does not have.
  template <int kPart>
  static LOWP_INLINE __m512i LoadB(const std::uint8_t* p) {
    const __m512i& bytes = *reinterpret_cast<const __m512i*>(p);
    __m512i words;
    if constexpr (kPart == 0) {
      __asm__ volatile(
          "vpsllw $8, %[bytes], %[words]\n\t"
          "vpsraw $8, %[words], %[words]"
          : [words] "=v"(words)
          : [bytes] "m"(bytes));
    } else {
      __asm__ volatile("vpsraw $8, %[bytes], %[words]"
                       : [words] "=v"(words)
                       : [bytes] "m"(bytes));
    }
    return words;
  }
  // Four registers have names here, as the largest tile needs all the others:
  // 24 sums, four for B. All products come before the sums, which is faster
  // than alternating them.
  template <int kVectors>
  static LOWP_INLINE void MultiplyRow(__m512i (&sums)[kVectors],
                                      const std::uint8_t* row, int,
                                      const __m512i (&values)[kVectors]) {
    const Pair& pair = *reinterpret_cast<const Pair*>(row);
    if constexpr (kVectors == 1) {
      __asm__ volatile(
          "vpbroadcastd %[pair], %%zmm31\n\t"
          "vpmaddwd %[n0], %%zmm31, %%zmm31\n\t"
          "vpaddd %%zmm31, %[sum0], %[sum0]"
          : [sum0] "+v"(sums[0])
          : [pair] "m"(pair), [n0] "v"(values[0])
          : "xmm31");
    } else if constexpr (kVectors == 2) {
      __asm__ volatile(
          "vpbroadcastd %[pair], %%zmm31\n\t"
          "vpmaddwd %[n0], %%zmm31, %%zmm30\n\t"
          "vpmaddwd %[n1], %%zmm31, %%zmm31\n\t"
          "vpaddd %%zmm30, %[sum0], %[sum0]\n\t"
          "vpaddd %%zmm31, %[sum1], %[sum1]"
          : [sum0] "+v"(sums[0]), [sum1] "+v"(sums[1])
          : [pair] "m"(pair), [n0] "v"(values[0]), [n1] "v"(values[1])
          : "xmm30", "xmm31");
    } else if constexpr (kVectors == 3) {
      __asm__ volatile(
          "vpbroadcastd %[pair], %%zmm31\n\t"
          "vpmaddwd %[n0], %%zmm31, %%zmm29\n\t"
          "vpmaddwd %[n1], %%zmm31, %%zmm30\n\t"
          "vpmaddwd %[n2], %%zmm31, %%zmm31\n\t"
          "vpaddd %%zmm29, %[sum0], %[sum0]\n\t"
          "vpaddd %%zmm30, %[sum1], %[sum1]\n\t"
          "vpaddd %%zmm31, %[sum2], %[sum2]"
          : [sum0] "+v"(sums[0]), [sum1] "+v"(sums[1]), [sum2] "+v"(sums[2])
          : [pair] "m"(pair), [n0] "v"(values[0]), [n1] "v"(values[1]),
            [n2] "v"(values[2])
          : "xmm29", "xmm30", "xmm31");
    } else {
      __asm__ volatile(
          "vpbroadcastd %[pair], %%zmm31\n\t"
          "vpmaddwd %[n0], %%zmm31, %%zmm28\n\t"
          "vpmaddwd %[n1], %%zmm31, %%zmm29\n\t"
          "vpmaddwd %[n2], %%zmm31, %%zmm30\n\t"
          "vpmaddwd %[n3], %%zmm31, %%zmm31\n\t"
          "vpaddd %%zmm28, %[sum0], %[sum0]\n\t"
          "vpaddd %%zmm29, %[sum1], %[sum1]\n\t"
          "vpaddd %%zmm30, %[sum2], %[sum2]\n\t"
          "vpaddd %%zmm31, %[sum3], %[sum3]"
          : [sum0] "+v"(sums[0]), [sum1] "+v"(sums[1]), [sum2] "+v"(sums[2]),
            [sum3] "+v"(sums[3])
          : [pair] "m"(pair), [n0] "v"(values[0]), [n1] "v"(values[1]),
            [n2] "v"(values[2]), [n3] "v"(values[3])
          : "xmm28", "xmm29", "xmm30", "xmm31");
    }
  }

 private:
  using Pair __attribute__((may_alias)) = std::int32_t;
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_PAIRS_AVX512_INL_H_
