// vpmaddubsw on 256-bit registers: unsigned bytes times signed ones, added in
// pairs to an int16, which saturates. It does not if the signed ones are within
// kReducedRange. Then vpmaddwd adds two pairs, and the sums are those of
// vpdpbusd.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_VPMADDUBSW_AVX2_INL_H_
#define LOWP_META_VPMADDUBSW_AVX2_INL_H_

#include <immintrin.h>

#include <cstdint>

#include "../internal/backend.h"
#include "../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

static_assert(2 * 255 * kReducedRange <= INT16_MAX, "a pair must fit int16");

// The policy of bytes_avx2-inl.h. In assembly, one block for each row, or
// compilers would begin with one before another is done, and spill.
struct Vpmaddubsw {
  // Eight sums, two registers of a panel, two of products, ones, flips. A fifth
  // row would find registers; measured on Zen 3 it gains nothing.
  static constexpr int kTileRows = 4;

  static LOWP_INLINE void MultiplyAddRow(__m256i (&sums)[1],
                                         const std::uint8_t* row, __m256i flip,
                                         const __m256i (&numbers)[1]) {
    __m256i products;
    __asm__ volatile(
        "vpbroadcastd %[row], %[products]\n\t"
        "vpxor %[flip], %[products], %[products]\n\t"
        "vpmaddubsw %[numbers], %[products], %[products]\n\t"
        "vpmaddwd %[ones], %[products], %[products]\n\t"
        "vpaddd %[products], %[sum], %[sum]"
        : [sum] "+x"(sums[0]), [products] "=&x"(products)
        : [row] "m"(*reinterpret_cast<const Group*>(row)), [flip] "x"(flip),
          [ones] "x"(_mm256_set1_epi16(1)), [numbers] "x"(numbers[0]));
  }
  static LOWP_INLINE void MultiplyAddRow(__m256i (&sums)[2],
                                         const std::uint8_t* row, __m256i flip,
                                         const __m256i (&numbers)[2]) {
    __m256i products0, products1;
    __asm__ volatile(
        "vpbroadcastd %[row], %[products1]\n\t"
        "vpxor %[flip], %[products1], %[products1]\n\t"
        "vpmaddubsw %[numbers0], %[products1], %[products0]\n\t"
        "vpmaddubsw %[numbers1], %[products1], %[products1]\n\t"
        "vpmaddwd %[ones], %[products0], %[products0]\n\t"
        "vpmaddwd %[ones], %[products1], %[products1]\n\t"
        "vpaddd %[products0], %[sum0], %[sum0]\n\t"
        "vpaddd %[products1], %[sum1], %[sum1]"
        : [sum0] "+x"(sums[0]), [sum1] "+x"(sums[1]),
          [products0] "=&x"(products0), [products1] "=&x"(products1)
        : [row] "m"(*reinterpret_cast<const Group*>(row)), [flip] "x"(flip),
          [ones] "x"(_mm256_set1_epi16(1)), [numbers0] "x"(numbers[0]),
          [numbers1] "x"(numbers[1]));
  }

 private:
  using Group = std::uint8_t[4];
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_VPMADDUBSW_AVX2_INL_H_
