// Exact products of int16, two at a time (vpmaddwd), summed in int32, on
// 256-bit registers. Copied rows are int16; packed panels are bytes, which the
// kernel unpacks.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_PAIRS_AVX2_INL_H_
#define LOWP_META_KERNELS_PAIRS_AVX2_INL_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/detect_platform.h"
#include "../pack/panel_formats_x86.h"
#include "../simd/float_avx2.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct PairsAvx2 {
  using Simd = FloatAvx2;
  using Values = __m256i;
  static constexpr int kTileRows = 6;
  static constexpr int kMaxTileRows = 6;
  static constexpr int kNr = kSignedBytesAvx2.nr;
  static constexpr int kMaxVectors = kNr / Simd::kLanes;
  static constexpr int kKr = 4;
  static constexpr int kRowStep = 8;
  static constexpr int kBytesPerVector = 32;
  static constexpr int kGroupBytes = 4;  // of a column
  // The even bytes of each lane, then the odd ones.
  static constexpr int kParts = 2;
  static constexpr int kPartBytes = 4;
  static constexpr bool kReadsTails = false;

  static LOWP_INLINE int Flip(std::uint8_t) { return 0; }
  // In assembly, because compilers would keep the bytes from one part to the
  // next, in a register that they do not have.
  template <int kPart>
  static LOWP_INLINE __m256i LoadB(const std::uint8_t* p) {
    const __m256i& bytes = *reinterpret_cast<const __m256i*>(p);
    __m256i words;
    if constexpr (kPart == 0) {
      __asm__ volatile(
          "vmovdqa %[bytes], %[words]\n\t"
          "vpsllw $8, %[words], %[words]\n\t"
          "vpsraw $8, %[words], %[words]"
          : [words] "=x"(words)
          : [bytes] "m"(bytes));
    } else {
      __asm__ volatile(
          "vmovdqa %[bytes], %[words]\n\t"
          "vpsraw $8, %[words], %[words]"
          : [words] "=x"(words)
          : [bytes] "m"(bytes));
    }
    return words;
  }
  template <int kVectors>
  static LOWP_INLINE void MultiplyRow(__m256i (&sums)[kVectors],
                                      const std::uint8_t* row, int,
                                      const __m256i (&values)[kVectors]) {
    if constexpr (kVectors == 2) {
      MultiplyRowOf2(sums, row, values);
    } else {
      __asm__ volatile(
          "vpbroadcastd %[row], %%ymm15\n\t"
          "vpmaddwd %[values], %%ymm15, %%ymm15\n\t"
          "vpaddd %%ymm15, %[sum], %[sum]"
          : [sum] "+x"(sums[0])
          : [row] "m"(*reinterpret_cast<const Pair*>(row)), [values] "x"(
                                                                values[0])
          : "xmm15");
    }
  }

 private:
  using Pair __attribute__((may_alias)) = std::int32_t;

  // The largest tile needs all sixteen registers: twelve sums, two for B, two
  // for a row, which have names here. Compilers reorder intrinsics until they
  // run out, or copy registers; in this form they cannot.
  static LOWP_INLINE void MultiplyRowOf2(__m256i (&sums)[2],
                                         const std::uint8_t* row,
                                         const __m256i (&values)[2]) {
    __asm__ volatile(
        "vpbroadcastd %[row], %%ymm15\n\t"
        "vpmaddwd %[values0], %%ymm15, %%ymm14\n\t"
        "vpmaddwd %[values1], %%ymm15, %%ymm15\n\t"
        "vpaddd %%ymm14, %[sum0], %[sum0]\n\t"
        "vpaddd %%ymm15, %[sum1], %[sum1]"
        : [sum0] "+x"(sums[0]), [sum1] "+x"(sums[1])
        : [row] "m"(*reinterpret_cast<const Pair*>(row)),
          [values0] "x"(values[0]), [values1] "x"(values[1])
        : "xmm14", "xmm15");
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_PAIRS_AVX2_INL_H_
