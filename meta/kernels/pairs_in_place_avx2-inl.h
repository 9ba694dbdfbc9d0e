// Rows in place times a panel of bytes by vpmaddwd, for products that are over
// before copies of their rows would pay: both sides are unpacked in registers,
// even values of k and odd ones apart.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_PAIRS_IN_PLACE_AVX2_INL_H_
#define LOWP_META_KERNELS_PAIRS_IN_PLACE_AVX2_INL_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/contract/gemm_tasks.h"
#include "../gemm/register_tiles-inl.h"
#include "../pack/panel_formats_x86.h"
#include "../simd/float_avx2.h"
#include "../simd/load_avx2-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Bytes of even and odd k, as int16.
struct EvenAndOdd {
  __m256i even, odd;
};

// A register's bytes that stay in memory.
struct alignas(32) BytesInMemory {
  std::int64_t of[4];
};

// A kernel policy (kernel_policy-inl.h) for rows of unsigned bytes, or signed
// ones that are flipped.
template <bool kFlips = true>
struct PairsInPlaceAvx2 {
  using Unflipped = PairsInPlaceAvx2<false>;
  using Simd = FloatAvx2;
  using Values = EvenAndOdd;
  static constexpr int kSumsAtOnce = 4;  // two rows share what is loaded of B
  static constexpr bool kFewRowsSkipFlips = true;
  static constexpr bool kTakesTwoPanels = true;
  static constexpr int kNr = kSignedBytesAvx2.nr;
  static constexpr int kMaxVectors = kNr / Simd::kLanes;
  static constexpr int kKr = 4;
  static constexpr int kRowStep = 4;
  static constexpr int kBytesPerVector = 32;
  static constexpr int kParts = 1;
  static constexpr int kPartBytes = 0;
  static constexpr bool kReadsTails = true;

  // In memory: there is no register left for it.
  static LOWP_INLINE const BytesInMemory* Flip(std::uint8_t flip) {
    constexpr std::int64_t kSigns = -0x7f7f7f7f7f7f7f80;
    static constexpr BytesInMemory kFlipped[2] = {
        {}, {{kSigns, kSigns, kSigns, kSigns}}};
    return &kFlipped[flip >> 7];
  }
  template <int>
  static LOWP_INLINE Values LoadB(const std::uint8_t* p) {
    const __m256i bytes =
        _mm256_load_si256(reinterpret_cast<const __m256i*>(p));
    return {_mm256_srai_epi16(_mm256_slli_epi16(bytes, 8), 8),
            _mm256_srai_epi16(bytes, 8)};
  }
  template <int kVectors>
  static LOWP_INLINE void MultiplyRow(__m256i (&sums)[kVectors],
                                      const std::uint8_t* row,
                                      const BytesInMemory* flip,
                                      const Values (&values)[kVectors]) {
    MultiplyAdd(sums, LoadRow(row, flip), values);
  }
  // The bytes beyond the row's end meet zeros in the panel.
  static LOWP_INLINE std::uint32_t LoadTail(const std::uint8_t* row, int tail) {
    return static_cast<std::uint32_t>(LoadUpTo8(row, tail));
  }

 private:
  using Group = std::uint8_t[4];

  // These are in assembly since eight sums and the values of B leave four
  // registers: compilers would begin with one row before another is done.

  static LOWP_INLINE Values LoadRow(const std::uint8_t* row,
                                    const BytesInMemory* flip) {
    constexpr std::int64_t kLow = 0xff00ff00ff00ff;
    static constexpr BytesInMemory kLowBytes = {{kLow, kLow, kLow, kLow}};
    const Group& group = *reinterpret_cast<const Group*>(row);
    Values words;
    if constexpr (kFlips) {
      __asm__ volatile(
          "vpbroadcastd %[group], %[odd]\n\t"
          "vpxor %[flip], %[odd], %[odd]\n\t"
          "vpand %[low], %[odd], %[even]\n\t"
          "vpsrlw $8, %[odd], %[odd]"
          : [even] "=&x"(words.even), [odd] "=&x"(words.odd)
          : [group] "m"(group), [flip] "m"(*flip), [low] "m"(kLowBytes));
    } else {
      __asm__ volatile(
          "vpbroadcastd %[group], %[odd]\n\t"
          "vpand %[low], %[odd], %[even]\n\t"
          "vpsrlw $8, %[odd], %[odd]"
          : [even] "=&x"(words.even), [odd] "=&x"(words.odd)
          : [group] "m"(group), [low] "m"(kLowBytes));
    }
    return words;
  }
  static LOWP_INLINE void MultiplyAdd(__m256i (&sums)[1], const Values& row,
                                      const Values (&b)[1]) {
    __m256i even = row.even, odd = row.odd;
    __asm__ volatile(
        "vpmaddwd %[b_even], %[even], %[even]\n\t"
        "vpmaddwd %[b_odd], %[odd], %[odd]\n\t"
        "vpaddd %[even], %[sum], %[sum]\n\t"
        "vpaddd %[odd], %[sum], %[sum]"
        : [sum] "+x"(sums[0]), [even] "+&x"(even), [odd] "+x"(odd)
        : [b_even] "x"(b[0].even), [b_odd] "x"(b[0].odd));
  }
  static LOWP_INLINE void MultiplyAdd(__m256i (&sums)[2], const Values& row,
                                      const Values (&b)[2]) {
    __asm__ volatile(
        "vpmaddwd %[even0], %[row_even], %%ymm15\n\t"
        "vpaddd %%ymm15, %[sum0], %[sum0]\n\t"
        "vpmaddwd %[even1], %[row_even], %%ymm15\n\t"
        "vpaddd %%ymm15, %[sum1], %[sum1]\n\t"
        "vpmaddwd %[odd0], %[row_odd], %%ymm15\n\t"
        "vpaddd %%ymm15, %[sum0], %[sum0]\n\t"
        "vpmaddwd %[odd1], %[row_odd], %%ymm15\n\t"
        "vpaddd %%ymm15, %[sum1], %[sum1]"
        : [sum0] "+&x"(sums[0]), [sum1] "+&x"(sums[1])
        : [row_even] "x"(row.even), [row_odd] "x"(row.odd),
          [even0] "x"(b[0].even), [odd0] "x"(b[0].odd), [even1] "x"(b[1].even),
          [odd1] "x"(b[1].odd)
        : "xmm15");
  }
  // Of two panels.
  static LOWP_INLINE void MultiplyAdd(__m256i (&sums)[4], const Values& row,
                                      const Values (&b)[4]) {
    LOWP_UNROLL
    for (int v = 0; v < 4; ++v) {
      const __m256i even = _mm256_madd_epi16(row.even, b[v].even);
      const __m256i odd = _mm256_madd_epi16(row.odd, b[v].odd);
      sums[v] = _mm256_add_epi32(sums[v], _mm256_add_epi32(even, odd));
    }
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_PAIRS_IN_PLACE_AVX2_INL_H_
