// vpmaddubsw on 256-bit registers: unsigned bytes times signed ones, added in
// pairs to an int16, which saturates. It does not if the signed ones are within
// -64..64. Then vpmaddwd adds two pairs, and the sums are those of vpdpbusd.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_VPMADDUBSW_AVX2_INL_H_
#define LOWP_META_KERNELS_VPMADDUBSW_AVX2_INL_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/contract/kernel.h"
#include "../../internal/detect_platform.h"
#include "../simd/broadcast_avx2-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

static_assert(2 * 255 * MaxMagnitude(BRange::kReduced) <= INT16_MAX,
              "a pair must fit int16");

// The policy of bytes_avx2-inl.h. kFlips: there is something to flip in A, a
// seventh instruction for the units that multiply and add, which large products
// notice.
template <bool kFlips>
struct Vpmaddubsw {
  // Eight sums, two registers of B, two of products, ones, flips. There are
  // registers for a fifth row, which gains nothing.
  static constexpr int kTileRows = 4;

  static LOWP_INLINE void MultiplyAddRow(__m256i (&sums)[1],
                                         const std::uint8_t* row, __m256i flip,
                                         const __m256i (&values)[1]) {
    __m256i products = BroadcastGroup<kFlips>(row, flip);
    __asm__ volatile(
        "vpmaddubsw %[values], %[products], %[products]\n\t"
        "vpmaddwd %[ones], %[products], %[products]\n\t"
        "vpaddd %[products], %[sum], %[sum]"
        : [sum] "+x"(sums[0]), [products] "+&x"(products)
        : [ones] "x"(_mm256_set1_epi16(1)), [values] "x"(values[0]));
  }
  static LOWP_INLINE void MultiplyAddRow(__m256i (&sums)[2],
                                         const std::uint8_t* row, __m256i flip,
                                         const __m256i (&values)[2]) {
    __m256i products0;
    __m256i products1 = BroadcastGroup<kFlips>(row, flip);
    __asm__ volatile(
        "vpmaddubsw %[values0], %[products1], %[products0]\n\t"
        "vpmaddubsw %[values1], %[products1], %[products1]\n\t"
        "vpmaddwd %[ones], %[products0], %[products0]\n\t"
        "vpmaddwd %[ones], %[products1], %[products1]\n\t"
        "vpaddd %[products0], %[sum0], %[sum0]\n\t"
        "vpaddd %[products1], %[sum1], %[sum1]"
        : [sum0] "+x"(sums[0]), [sum1] "+x"(sums[1]),
          [products0] "=&x"(products0), [products1] "+&x"(products1)
        : [ones] "x"(_mm256_set1_epi16(1)), [values0] "x"(values[0]),
          [values1] "x"(values[1]));
  }
  // Of two panels.
  static LOWP_INLINE void MultiplyAddRow(__m256i (&sums)[4],
                                         const std::uint8_t* row, __m256i flip,
                                         const __m256i (&values)[4]) {
    const __m256i bytes = BroadcastGroup<kFlips>(row, flip);
    const __m256i ones = _mm256_set1_epi16(1);
    LOWP_UNROLL
    for (int v = 0; v < 4; ++v) {
      const __m256i products = _mm256_maddubs_epi16(bytes, values[v]);
      sums[v] = _mm256_add_epi32(sums[v], _mm256_madd_epi16(products, ones));
    }
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_VPMADDUBSW_AVX2_INL_H_
