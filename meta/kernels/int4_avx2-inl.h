// Products with 4-bit weights on 256-bit registers: by vpmaddubsw, which cannot
// saturate here (int4_avx512-inl.h), or by vpdpbusd (vpdpbusd_avx2-inl.h). The
// weights are the unsigned side.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_INT4_AVX2_INL_H_
#define LOWP_META_KERNELS_INT4_AVX2_INL_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "../gemm/int4_rows-inl.h"
#include "../gemm/int4_tiles-inl.h"
#include "../simd/int4_lanes_avx2-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The low or the high halves of half a line.
template <bool kUnpacked, bool kHigh>
LOWP_INLINE __m256i LoadInt4(const std::uint8_t* line) {
  const auto load = [](const std::uint8_t* p) LOWP_INLINE_LAMBDA {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  };
  if constexpr (kUnpacked) return load(line + (kHigh ? 64 : 0));
  const __m256i both = load(line);
  return _mm256_and_si256(kHigh ? _mm256_srli_epi32(both, 4) : both,
                          _mm256_set1_epi8(0xF));
}

using Int4Group = std::uint8_t[4];
using Int4HalfLine = std::uint8_t[32];

// Four values of a row, for all columns.
LOWP_INLINE __m256i SpreadInt4Row(const std::int8_t* row) {
  std::int32_t group;
  __builtin_memcpy(&group, row, sizeof(group));
  return _mm256_set1_epi32(group);
}

// What both ways have in common: a register of sums is a register of columns.
struct Int4On256Bits : Int4InOrder {
  using Lanes = Int4LanesAvx2;
  using Sums = __m256i;
  static constexpr int kTileStrips = 1;
  static constexpr bool kEndsInRegisters = true;

  static LOWP_INLINE void Clear(Sums* sums) { *sums = _mm256_setzero_si256(); }
  static LOWP_INLINE void Shift(Sums* sums) {
    *sums = _mm256_slli_epi32(*sums, 4);
  }
  static LOWP_INLINE void Settle(Sums* sums) {
    __asm__ volatile("" : "+x"(*sums));
  }
  static LOWP_INLINE __m256i SumsOf(Sums sums) { return sums; }
};

// A single row meets a whole panel, so that what it takes to spread the row is
// shared by eight registers of columns, and memory is read in order.
struct Int4Avx2OneRow : Int4On256Bits {
  static constexpr int kTileStrips = 4;

  template <bool kUnpacked, int kRows, int kVectors>
  static LOWP_INLINE void MultiplyStep(const std::uint8_t* b,
                                       const std::int8_t* const (&rows)[kRows],
                                       std::ptrdiff_t at,
                                       Sums (&sums)[kRows][kVectors]) {
    static_assert(!kUnpacked && kRows == 1, "one row of packed values");
    const std::int8_t* const row = rows[0] + at;
    const __m256i a[4] = {SpreadInt4Row(row), SpreadInt4Row(row + 4),
                          SpreadInt4Row(row + 8), SpreadInt4Row(row + 12)};
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      AddProducts(&sums[0][v], a, b + v / 2 * 128 + v % 2 * 32);
    }
  }

 private:
  // Eight sums, four registers of the row, a mask and three others: ones are
  // read from memory.
  static LOWP_INLINE void AddProducts(Sums* sums, const __m256i (&a)[4],
                                      const std::uint8_t* line) {
    alignas(32) static constexpr std::int16_t kOnes[16] = {
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    __m256i x, y, z;
    __asm__ volatile(
        "vmovdqu (%[line]), %[x]\n\t"
        "vpsrlw $4, %[x], %[y]\n\t"
        "vpand %[mask], %[x], %[x]\n\t"
        "vpmaddubsw %[a0], %[x], %[x]\n\t"
        "vpand %[mask], %[y], %[y]\n\t"
        "vpmaddubsw %[a1], %[y], %[y]\n\t"
        "vpaddw %[y], %[x], %[x]\n\t"
        "vmovdqu 64(%[line]), %[y]\n\t"
        "vpsrlw $4, %[y], %[z]\n\t"
        "vpand %[mask], %[y], %[y]\n\t"
        "vpmaddubsw %[a2], %[y], %[y]\n\t"
        "vpaddw %[y], %[x], %[x]\n\t"
        "vpand %[mask], %[z], %[z]\n\t"
        "vpmaddubsw %[a3], %[z], %[z]\n\t"
        "vpaddw %[z], %[x], %[x]\n\t"
        "vpmaddwd %[ones], %[x], %[x]\n\t"
        "vpaddd %[x], %[sum], %[sum]"
        : [sum] "+&x"(*sums), [x] "=&x"(x), [y] "=&x"(y), [z] "=&x"(z)
        : [a0] "x"(a[0]), [a1] "x"(a[1]), [a2] "x"(a[2]), [a3] "x"(a[3]),
          [mask] "x"(_mm256_set1_epi8(0xF)), [ones] "m"(kOnes),
          [line] "r"(line), "m"(*reinterpret_cast<const Int4HalfLine*>(line)),
          "m"(*reinterpret_cast<const Int4HalfLine*>(line + 64)));
  }
};

struct Int4Avx2 : Int4On256Bits {
  using OneRow = Int4Avx2OneRow;
  using TwoRows = Int4Avx2;
  // Eight sums, four registers of weights, two of products, ones, a mask.
  static constexpr int kTileRows = 4;
  // The first two and the last on Zen 5, the others on Zen 4.
  static constexpr Int4Costs kCosts = {36, 16, 2, 0, 512, 0, 4, 4096};

  template <bool kUnpacked, int kRows, int kVectors>
  static LOWP_INLINE void MultiplyStep(const std::uint8_t* b,
                                       const std::int8_t* const (&rows)[kRows],
                                       std::ptrdiff_t at,
                                       Sums (&sums)[kRows][kVectors]) {
    constexpr int kLine = kUnpacked ? 128 : 64;
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const std::uint8_t* const line = b + 32 * v;
      const __m256i weights[4] = {LoadInt4<kUnpacked, false>(line),
                                  LoadInt4<kUnpacked, true>(line),
                                  LoadInt4<kUnpacked, false>(line + kLine),
                                  LoadInt4<kUnpacked, true>(line + kLine)};
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        AddProducts(&sums[r][v], weights, rows[r] + at);
      }
    }
  }

 private:
  // Int16 holds eight products a column. Volatile: compilers would begin with
  // other rows, and spill.
  static LOWP_INLINE void AddProducts(Sums* sums, const __m256i (&weights)[4],
                                      const std::int8_t* row) {
    __m256i x, y;
    // One address: compilers would keep four.
    __asm__ volatile(
        "vpbroadcastd (%[row]), %[x]\n\t"
        "vpmaddubsw %[x], %[weights0], %[x]\n\t"
        "vpbroadcastd 4(%[row]), %[y]\n\t"
        "vpmaddubsw %[y], %[weights1], %[y]\n\t"
        "vpaddw %[y], %[x], %[x]\n\t"
        "vpbroadcastd 8(%[row]), %[y]\n\t"
        "vpmaddubsw %[y], %[weights2], %[y]\n\t"
        "vpaddw %[y], %[x], %[x]\n\t"
        "vpbroadcastd 12(%[row]), %[y]\n\t"
        "vpmaddubsw %[y], %[weights3], %[y]\n\t"
        "vpaddw %[y], %[x], %[x]\n\t"
        "vpmaddwd %[ones], %[x], %[x]\n\t"
        "vpaddd %[x], %[sum], %[sum]"
        : [sum] "+&x"(*sums), [x] "=&x"(x), [y] "=&x"(y)
        : [weights0] "x"(weights[0]), [weights1] "x"(weights[1]),
          [weights2] "x"(weights[2]), [weights3] "x"(weights[3]),
          [ones] "x"(_mm256_set1_epi16(1)), [row] "r"(row),
          "m"(*reinterpret_cast<const std::int8_t(*)[kInt4Step]>(row)));
  }
};

#ifdef LOWP_VPDPBUSD
// A single row meets a whole panel, as in Int4Avx2OneRow.
struct Int4VnniAvx2OneRow : Int4On256Bits {
  static constexpr int kTileStrips = 4;

  template <bool kUnpacked, int kRows, int kVectors>
  static LOWP_INLINE void MultiplyStep(const std::uint8_t* b,
                                       const std::int8_t* const (&rows)[kRows],
                                       std::ptrdiff_t at,
                                       Sums (&sums)[kRows][kVectors]) {
    static_assert(!kUnpacked && kRows == 1, "one row of packed values");
    LOWP_UNROLL
    for (int line = 0; line < 2; ++line) {
      const std::int8_t* const row = rows[0] + at + 8 * line;
      const __m256i a_low = SpreadInt4Row(row);
      const __m256i a_high = SpreadInt4Row(row + 4);
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        AddProducts(&sums[0][v], a_low, a_high,
                    b + v / 2 * 128 + 64 * line + v % 2 * 32);
      }
    }
  }

 private:
  static LOWP_INLINE void AddProducts(Sums* sums, __m256i a_low, __m256i a_high,
                                      const std::uint8_t* line) {
    __m256i x, y;
    __asm__ volatile(
        "vmovdqu %[line], %[x]\n\t"
        "vpsrlw $4, %[x], %[y]\n\t"
        "vpand %[mask], %[x], %[x]\n\t"
        "vpand %[mask], %[y], %[y]\n\t" LOWP_VPDPBUSD
        " %[a_low], %[x], %[sums]\n\t" LOWP_VPDPBUSD " %[a_high], %[y], %[sums]"
        : [sums] "+&x"(*sums), [x] "=&x"(x), [y] "=&x"(y)
        : [a_low] "x"(a_low), [a_high] "x"(a_high),
          [mask] "x"(_mm256_set1_epi8(0xF)),
          [line] "m"(*reinterpret_cast<const Int4HalfLine*>(line)));
  }
};

struct Int4VnniAvx2 : Int4On256Bits {
  using OneRow = Int4VnniAvx2OneRow;
  using TwoRows = Int4VnniAvx2;
  // Twelve sums, two registers of weights, one of a row, a mask.
  static constexpr int kTileRows = 6;
  // Measured where those of Int4Avx2 were.
  static constexpr Int4Costs kCosts = {55, 16, 2, 0, 512, 0, 4, 4096};

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
  template <bool kUnpacked, bool kHigh, int kRows>
  static LOWP_INLINE void MultiplyHalf(const std::uint8_t* b,
                                       const std::int8_t* const (&rows)[kRows],
                                       std::ptrdiff_t at,
                                       Sums (&sums)[kRows][2]) {
    const __m256i low = LoadInt4<kUnpacked, kHigh>(b);
    const __m256i high = LoadInt4<kUnpacked, kHigh>(b + 32);
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      __m256i bytes;
      __asm__ volatile(
          "vpbroadcastd %[row], %[bytes]\n\t" LOWP_VPDPBUSD
          " %[bytes], %[low], %[sum0]\n\t" LOWP_VPDPBUSD
          " %[bytes], %[high], %[sum1]"
          : [sum0] "+&x"(sums[r][0]), [sum1] "+&x"(sums[r][1]),
            [bytes] "=&x"(bytes)
          : [low] "x"(low), [high] "x"(high),
            [row] "m"(*reinterpret_cast<const Int4Group*>(rows[r] + at)));
    }
  }
};
#endif  // LOWP_VPDPBUSD

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_INT4_AVX2_INL_H_
