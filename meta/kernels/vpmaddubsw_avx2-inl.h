// vpmaddubsw on 256-bit registers: unsigned bytes times signed ones, added in
// pairs to an int16, which saturates. It does not if the signed ones are within
// kReducedRange. Then vpmaddwd adds two pairs, and the sums are those of
// vpdpbusd.
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

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

static_assert(2 * 255 * kReducedRange <= INT16_MAX, "a pair must fit int16");

// The policy of bytes_avx2-inl.h. kFlips: there is something to flip in A, a
// seventh instruction for the units that multiply and add, which large products
// notice.
template <bool kFlips>
struct Vpmaddubsw {
  // Eight sums, two registers of B, two of products, ones, flips. There are
  // registers for a fifth row, which gains nothing.
  static constexpr int kTileRows = 4;

  static LOWP_INLINE auto Flip(std::uint8_t flip) {
    if constexpr (kFlips) {
      return _mm256_set1_epi8(static_cast<char>(flip));
    } else {
      return 0;
    }
  }
  template <class Flips>
  static LOWP_INLINE void MultiplyAddRow(__m256i (&sums)[1],
                                         const std::uint8_t* row, Flips flip,
                                         const __m256i (&values)[1]) {
    __m256i products = Load(row, flip);
    __asm__ volatile(
        "vpmaddubsw %[values], %[products], %[products]\n\t"
        "vpmaddwd %[ones], %[products], %[products]\n\t"
        "vpaddd %[products], %[sum], %[sum]"
        : [sum] "+x"(sums[0]), [products] "+x"(products)
        : [ones] "x"(_mm256_set1_epi16(1)), [values] "x"(values[0]));
  }
  template <class Flips>
  static LOWP_INLINE void MultiplyAddRow(__m256i (&sums)[2],
                                         const std::uint8_t* row, Flips flip,
                                         const __m256i (&values)[2]) {
    __m256i products0;
    __m256i products1 = Load(row, flip);
    __asm__ volatile(
        "vpmaddubsw %[values0], %[products1], %[products0]\n\t"
        "vpmaddubsw %[values1], %[products1], %[products1]\n\t"
        "vpmaddwd %[ones], %[products0], %[products0]\n\t"
        "vpmaddwd %[ones], %[products1], %[products1]\n\t"
        "vpaddd %[products0], %[sum0], %[sum0]\n\t"
        "vpaddd %[products1], %[sum1], %[sum1]"
        : [sum0] "+x"(sums[0]), [sum1] "+x"(sums[1]),
          [products0] "=&x"(products0), [products1] "+x"(products1)
        : [ones] "x"(_mm256_set1_epi16(1)), [values0] "x"(values[0]),
          [values1] "x"(values[1]));
  }

 private:
  using Group = std::uint8_t[4];

  // In assembly like the rest, or compilers would begin with one row before
  // another is done, and spill.
  template <class Flips>
  static LOWP_INLINE __m256i Load(const std::uint8_t* row, Flips flip) {
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
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_VPMADDUBSW_AVX2_INL_H_
