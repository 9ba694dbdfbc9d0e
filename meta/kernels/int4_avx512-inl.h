// Products with 4-bit weights on AVX-512: by vpdpbusd where the processor has
// it, else by vpmaddubsw, which cannot saturate here: two products of 15 * 128
// fit an int16, and so do four times as many. The weights are the unsigned
// side.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_INT4_AVX512_INL_H_
#define LOWP_META_KERNELS_INT4_AVX512_INL_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "../gemm/int4_rows-inl.h"
#include "../gemm/int4_tiles-inl.h"
#include "../simd/int4_lanes_avx512-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// A line, loaded once: compilers would load it for each of its halves, and
// loads bound the loop.
LOWP_INLINE __m512i LoadLineOnce(const std::uint8_t* line) {
  __m512i values = _mm512_loadu_si512(line);
  __asm__("" : "+v"(values));
  return values;
}

// The low or the high halves of a line.
template <bool kUnpacked, bool kHigh>
LOWP_INLINE __m512i LoadInt4(const std::uint8_t* line) {
  if constexpr (kUnpacked) return _mm512_loadu_si512(line + (kHigh ? 64 : 0));
  const __m512i both = _mm512_loadu_si512(line);
  return _mm512_and_si512(kHigh ? _mm512_srli_epi32(both, 4) : both,
                          _mm512_set1_epi8(0xF));
}

using Int4Group = std::uint8_t[4];

// Four values of a row, for all columns.
LOWP_INLINE __m512i SpreadInt4Row(const std::int8_t* row) {
  std::int32_t group;
  __builtin_memcpy(&group, row, sizeof(group));
  return _mm512_set1_epi32(group);
}

// What tiles of both ways have in common: a register of sums is one of columns.
struct Int4On512Bits : Int4InOrder {
  using Lanes = Int4LanesAvx512;
  using Sums = __m512i;
  static constexpr bool kEndsInRegisters = true;

  static LOWP_INLINE void Clear(Sums* sums) { *sums = _mm512_setzero_si512(); }
  static LOWP_INLINE void Shift(Sums* sums) {
    *sums = _mm512_slli_epi32(*sums, 4);
  }
  static LOWP_INLINE void Settle(Sums* sums) {
    __asm__ volatile("" : "+v"(*sums));
  }
  static LOWP_INLINE __m512i SumsOf(Sums sums) { return sums; }
};

#ifdef __AVX512VNNI__
// In assembly, as in multiply_add_avx512-inl.h.
LOWP_INLINE void MultiplyAddInt4(__m512i* sums, const __m512i (&weights)[1],
                                 const std::int8_t* row) {
  __asm__("vpdpbusd %[row]%{1to16%}, %[weights], %[sum]"
          : [sum] "+v"(sums[0])
          : [weights] "v"(weights[0]), [row] "m"(
                                           *reinterpret_cast<const Int4Group*>(
                                               row)));
}
LOWP_INLINE void MultiplyAddInt4(__m512i* sums, const __m512i (&weights)[4],
                                 const std::int8_t* row) {
  __m512i bytes;
  __asm__(
      "vpbroadcastd %[row], %[bytes]\n\t"
      "vpdpbusd %[bytes], %[weights0], %[sum0]\n\t"
      "vpdpbusd %[bytes], %[weights1], %[sum1]\n\t"
      "vpdpbusd %[bytes], %[weights2], %[sum2]\n\t"
      "vpdpbusd %[bytes], %[weights3], %[sum3]"
      : [sum0] "+&v"(sums[0]), [sum1] "+&v"(sums[1]), [sum2] "+&v"(sums[2]),
        [sum3] "+&v"(sums[3]), [bytes] "=&v"(bytes)
      : [weights0] "v"(weights[0]), [weights1] "v"(weights[1]),
        [weights2] "v"(weights[2]), [weights3] "v"(weights[3]),
        [row] "m"(*reinterpret_cast<const Int4Group*>(row)));
}

// A single row adds up the high halves as they are, 16 times too large, apart
// from the low ones: an instruction less to unpack a line.
struct Int4Avx512VnniOneRow : Int4InOrder {
  using Lanes = Int4LanesAvx512;
  struct Sums {
    __m512i low, high;
  };
  static constexpr int kTileStrips = 4;
  static constexpr bool kEndsInRegisters = true;
  static constexpr bool kPrefetches = true;

  static LOWP_INLINE void Clear(Sums* sums) {
    sums->low = sums->high = _mm512_setzero_si512();
  }
  static LOWP_INLINE void Shift(Sums* sums) {
    sums->low = _mm512_slli_epi32(sums->low, 4);
    sums->high = _mm512_slli_epi32(sums->high, 4);
  }
  static LOWP_INLINE void Settle(Sums* sums) {
    __asm__ volatile("" : "+v"(sums->low), "+v"(sums->high));
  }
  static LOWP_INLINE __m512i SumsOf(const Sums& sums) {
    return _mm512_add_epi32(sums.low, _mm512_srai_epi32(sums.high, 4));
  }

  template <bool kUnpacked, int kRows, int kVectors>
  static LOWP_INLINE void MultiplyStep(const std::uint8_t* b,
                                       const std::int8_t* const (&rows)[kRows],
                                       std::ptrdiff_t at,
                                       Sums (&sums)[kRows][kVectors]) {
    static_assert(!kUnpacked && kRows == 1, "one row of packed values");
    const __m512i mask = _mm512_set1_epi8(0xF);
    LOWP_UNROLL
    for (int line = 0; line < 2; ++line) {
      const std::int8_t* const row = rows[0] + at + 8 * line;
      const __m512i a_low = SpreadInt4Row(row);
      const __m512i a_high = SpreadInt4Row(row + 4);
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        const __m512i both = LoadLineOnce(b + v * 128 + 64 * line);
        AddProducts(&sums[0][v].low, _mm512_and_si512(both, mask), a_low);
        AddProducts(&sums[0][v].high, _mm512_andnot_si512(mask, both), a_high);
      }
    }
  }

 private:
  static LOWP_INLINE void AddProducts(__m512i* sums, __m512i weights,
                                      __m512i a) {
    __asm__("vpdpbusd %[a], %[weights], %[sums]"
            : [sums] "+v"(*sums)
            : [weights] "v"(weights), [a] "v"(a));
  }
};

struct Int4Avx512Vnni : Int4On512Bits {
  using OneRow = Int4Avx512VnniOneRow;
  using TwoRows = Int4Avx512Vnni;
  static constexpr int kTileRows = 4;
  // The first two on Zen 5. On Zen 4 unpacked values are slower, wider scales
  // gain nothing, and the hardware prefetcher follows a panel best alone.
  static constexpr Int4Costs kCosts = {105, 16};
  static constexpr Int4Costs kCostsOfZen5 = {105, 16, 0,    0,   0,
                                             0,   4,  4096, 8192};
  static constexpr Int4Costs kCostsOfGoldenCove = {105,  16, 2,    512, 0,
                                                   8192, 4,  4096, 4096};
  static constexpr const Int4Costs* kOtherCosts[] = {&kCostsOfZen5,
                                                     &kCostsOfGoldenCove};
  static constexpr int kTileStrips = 4;

  template <bool kUnpacked, int kRows, int kVectors>
  static LOWP_INLINE void MultiplyStep(const std::uint8_t* b,
                                       const std::int8_t* const (&rows)[kRows],
                                       std::ptrdiff_t at,
                                       Sums (&sums)[kRows][kVectors]) {
    constexpr int kLine = kUnpacked ? 128 : 64;
    MultiplyHalf<kUnpacked, false>(b, rows, at, sums);
    MultiplyHalf<kUnpacked, true>(b, rows, at + 4, sums);
    MultiplyHalf<kUnpacked, false>(b + kLine, rows, at + 8, sums);
    MultiplyHalf<kUnpacked, true>(b + kLine, rows, at + 12, sums);
  }

 private:
  template <bool kUnpacked, bool kHigh, int kRows, int kVectors>
  static LOWP_INLINE void MultiplyHalf(const std::uint8_t* b,
                                       const std::int8_t* const (&rows)[kRows],
                                       std::ptrdiff_t at,
                                       Sums (&sums)[kRows][kVectors]) {
    __m512i weights[kVectors];
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      weights[v] = LoadInt4<kUnpacked, kHigh>(b + v * (kUnpacked ? 256 : 128));
    }
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      MultiplyAddInt4(sums[r], weights, rows[r] + at);
    }
  }
};
#endif  // __AVX512VNNI__

// A single row meets a whole panel, so that what it takes to spread the row is
// shared by its registers, and memory is read in order.
struct Int4Avx512OneRow : Int4On512Bits {
  static constexpr int kTileStrips = 4;

  template <bool kUnpacked, int kRows, int kVectors>
  static LOWP_INLINE void MultiplyStep(const std::uint8_t* b,
                                       const std::int8_t* const (&rows)[kRows],
                                       std::ptrdiff_t at,
                                       Sums (&sums)[kRows][kVectors]) {
    static_assert(!kUnpacked && kRows == 1, "one row of packed values");
    const std::int8_t* const row = rows[0] + at;
    const __m512i a[4] = {SpreadInt4Row(row), SpreadInt4Row(row + 4),
                          SpreadInt4Row(row + 8), SpreadInt4Row(row + 12)};
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const std::uint8_t* const line = b + 128 * v;
      const __m512i first = _mm512_add_epi16(
          _mm512_maddubs_epi16(LoadInt4<false, false>(line), a[0]),
          _mm512_maddubs_epi16(LoadInt4<false, true>(line), a[1]));
      const __m512i second = _mm512_add_epi16(
          _mm512_maddubs_epi16(LoadInt4<false, false>(line + 64), a[2]),
          _mm512_maddubs_epi16(LoadInt4<false, true>(line + 64), a[3]));
      AddInOrder(&sums[0][v], _mm512_madd_epi16(_mm512_add_epi16(first, second),
                                                _mm512_set1_epi16(1)));
    }
  }

 private:
  // In assembly, or compilers copy the sums.
  static LOWP_INLINE void AddInOrder(Sums* sums, __m512i products) {
    __asm__("vpaddd %[products], %[sums], %[sums]"
            : [sums] "+v"(*sums)
            : [products] "v"(products));
  }
};

struct Int4Avx512 : Int4On512Bits {
  using OneRow = Int4Avx512OneRow;
  using TwoRows = Int4Avx512;
  static constexpr int kTileRows = 6;
  // On Zen 5. Unpacked values and wider scales gained nothing on Zen 4.
  static constexpr Int4Costs kCosts = {70, 16, 0, 0, 0, 0, 4, 4096};
  static constexpr int kTileStrips = 1;

  template <bool kUnpacked, int kRows, int kVectors>
  static LOWP_INLINE void MultiplyStep(const std::uint8_t* b,
                                       const std::int8_t* const (&rows)[kRows],
                                       std::ptrdiff_t at,
                                       Sums (&sums)[kRows][kVectors]) {
    constexpr int kLine = kUnpacked ? 128 : 64;
    static_assert(kVectors == 1, "a strip is a register");
    const __m512i weights[4] = {LoadInt4<kUnpacked, false>(b),
                                LoadInt4<kUnpacked, true>(b),
                                LoadInt4<kUnpacked, false>(b + kLine),
                                LoadInt4<kUnpacked, true>(b + kLine)};
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      AddProducts(&sums[r][0], weights, rows[r] + at);
    }
  }

 private:
  // Int16 holds eight products a column.
  static LOWP_INLINE void AddProducts(Sums* sums, const __m512i (&weights)[4],
                                      const std::int8_t* row) {
    __m512i x, y;
    __asm__(
        "vpbroadcastd %[row0], %[x]\n\t"
        "vpmaddubsw %[x], %[weights0], %[x]\n\t"
        "vpbroadcastd %[row1], %[y]\n\t"
        "vpmaddubsw %[y], %[weights1], %[y]\n\t"
        "vpaddw %[y], %[x], %[x]\n\t"
        "vpbroadcastd %[row2], %[y]\n\t"
        "vpmaddubsw %[y], %[weights2], %[y]\n\t"
        "vpaddw %[y], %[x], %[x]\n\t"
        "vpbroadcastd %[row3], %[y]\n\t"
        "vpmaddubsw %[y], %[weights3], %[y]\n\t"
        "vpaddw %[y], %[x], %[x]\n\t"
        "vpmaddwd %[ones], %[x], %[x]\n\t"
        "vpaddd %[x], %[sum], %[sum]"
        : [sum] "+&v"(*sums), [x] "=&v"(x), [y] "=&v"(y)
        : [weights0] "v"(weights[0]), [weights1] "v"(weights[1]),
          [weights2] "v"(weights[2]), [weights3] "v"(weights[3]),
          [ones] "v"(_mm512_set1_epi16(1)),
          [row0] "m"(reinterpret_cast<const Int4Group*>(row)[0]),
          [row1] "m"(reinterpret_cast<const Int4Group*>(row)[1]),
          [row2] "m"(reinterpret_cast<const Int4Group*>(row)[2]),
          [row3] "m"(reinterpret_cast<const Int4Group*>(row)[3]));
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_INT4_AVX512_INL_H_
