// vpmaddubsw on 256-bit registers for signed bytes of both sides: magnitudes of
// A, which are unsigned, times values of B that take A's signs (vpsignb). Those
// of B must be within -127..127, whose negatives are bytes. Two products are at
// most 2 * 128 * 127, so that nothing saturates.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_VPSIGNB_AVX2_INL_H_
#define LOWP_META_KERNELS_VPSIGNB_AVX2_INL_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/contract/kernel.h"
#include "../../internal/detect_platform.h"
#include "../simd/broadcast_avx2-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

static_assert(2 * 128 * MaxMagnitude(BRange::kSymmetric) <= INT16_MAX,
              "a pair must fit int16");

// The policy of bytes_avx2-inl.h.
template <bool kFlips>
struct VpsignbMaddubs {
  // Eight sums, two registers of B, two of A, two of products, ones, flips.
  static constexpr int kTileRows = 4;

  static LOWP_INLINE void MultiplyAddRow(__m256i (&sums)[1],
                                         const std::uint8_t* row, __m256i flip,
                                         const __m256i (&values)[1]) {
    const __m256i a = BroadcastGroup<kFlips>(row, flip);
    __m256i magnitudes, products;
    __asm__ volatile(
        "vpabsb %[a], %[magnitudes]\n\t"
        "vpsignb %[a], %[values], %[products]\n\t"
        "vpmaddubsw %[products], %[magnitudes], %[products]\n\t"
        "vpmaddwd %[ones], %[products], %[products]\n\t"
        "vpaddd %[products], %[sum], %[sum]"
        : [sum] "+x"(sums[0]), [products] "=&x"(products),
          [magnitudes] "=&x"(magnitudes)
        :
        [ones] "x"(_mm256_set1_epi16(1)), [values] "x"(values[0]), [a] "x"(a));
  }
  static LOWP_INLINE void MultiplyAddRow(__m256i (&sums)[2],
                                         const std::uint8_t* row, __m256i flip,
                                         const __m256i (&values)[2]) {
    __m256i products1 = BroadcastGroup<kFlips>(row, flip);
    __m256i magnitudes, products0;
    __asm__ volatile(
        "vpabsb %[products1], %[magnitudes]\n\t"
        "vpsignb %[products1], %[values0], %[products0]\n\t"
        "vpsignb %[products1], %[values1], %[products1]\n\t"
        "vpmaddubsw %[products0], %[magnitudes], %[products0]\n\t"
        "vpmaddubsw %[products1], %[magnitudes], %[products1]\n\t"
        "vpmaddwd %[ones], %[products0], %[products0]\n\t"
        "vpmaddwd %[ones], %[products1], %[products1]\n\t"
        "vpaddd %[products0], %[sum0], %[sum0]\n\t"
        "vpaddd %[products1], %[sum1], %[sum1]"
        : [sum0] "+x"(sums[0]), [sum1] "+x"(sums[1]),
          [magnitudes] "=&x"(magnitudes), [products0] "=&x"(products0),
          [products1] "+&x"(products1)
        : [ones] "x"(_mm256_set1_epi16(1)), [values0] "x"(values[0]),
          [values1] "x"(values[1]));
  }
  // Of two panels.
  static LOWP_INLINE void MultiplyAddRow(__m256i (&sums)[4],
                                         const std::uint8_t* row, __m256i flip,
                                         const __m256i (&values)[4]) {
    const __m256i bytes = BroadcastGroup<kFlips>(row, flip);
    const __m256i magnitudes = _mm256_abs_epi8(bytes);
    const __m256i ones = _mm256_set1_epi16(1);
    LOWP_UNROLL
    for (int v = 0; v < 4; ++v) {
      const __m256i products =
          _mm256_maddubs_epi16(magnitudes, _mm256_sign_epi8(values[v], bytes));
      sums[v] = _mm256_add_epi32(sums[v], _mm256_madd_epi16(products, ones));
    }
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_VPSIGNB_AVX2_INL_H_
