// Products with 4-bit weights on NEON: by sdot where the processor has it, else
// by smull and smlal, whose int16 hold four products: 4 * 15 * 128 is far from
// 2^15.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_INT4_NEON_INL_H_
#define LOWP_META_KERNELS_INT4_NEON_INL_H_

#include <arm_neon.h>

#include <cstddef>
#include <cstdint>

#include "../gemm/int4_rows-inl.h"
#include "../gemm/int4_tiles-inl.h"
#include "../simd/int4_lanes_neon-inl.h"
#include "multiply_add_neon-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Four columns of the low or the high halves of a line.
template <bool kUnpacked, bool kHigh>
LOWP_INLINE int8x16_t LoadInt4(const std::uint8_t* line) {
  if constexpr (kUnpacked) {
    return vreinterpretq_s8_u8(vld1q_u8(line + (kHigh ? 64 : 0)));
  }
  const uint8x16_t both = vld1q_u8(line);
  return vreinterpretq_s8_u8(kHigh ? vshrq_n_u8(both, 4)
                                   : vandq_u8(both, vdupq_n_u8(0xF)));
}

#ifdef __ARM_FEATURE_DOTPROD
struct Int4Dotprod {
  using Lanes = Int4LanesNeon;
  using OneRow = Int4Dotprod;
  using Sums = int32x4_t;
  // Sixteen sums, four registers of rows, two of weights, a mask.
  static constexpr int kTileRows = 4;
  static constexpr int kTileStrips = 1;
  static constexpr bool kEndsInRegisters = true;
  // Estimated: tiles have few instructions to hide unpacking behind.
  static constexpr Int4Costs kCosts = {32, 4, 2, 256, 0, 8192};

  static LOWP_INLINE void Clear(Sums* sums) { *sums = vdupq_n_s32(0); }
  static LOWP_INLINE void Shift(Sums* sums) { *sums = vshlq_n_s32(*sums, 4); }
  static LOWP_INLINE void Settle(Sums* sums) {
    __asm__ volatile("" : "+w"(*sums));
  }
  static LOWP_INLINE int32x4_t SumsOf(Sums sums) { return sums; }

  template <bool kUnpacked, int kRows, int kVectors>
  static LOWP_INLINE void MultiplyStep(const std::uint8_t* b,
                                       const std::int8_t* const (&rows)[kRows],
                                       std::ptrdiff_t at,
                                       Sums (&sums)[kRows][kVectors]) {
    constexpr int kLine = kUnpacked ? 128 : 64;
    int8x16_t a[kRows];
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) a[r] = vld1q_s8(rows[r] + at);
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const std::uint8_t* const line = b + 16 * v;
      Multiply<0>(LoadInt4<kUnpacked, false>(line), a, v, sums);
      Multiply<1>(LoadInt4<kUnpacked, true>(line), a, v, sums);
      Multiply<2>(LoadInt4<kUnpacked, false>(line + kLine), a, v, sums);
      Multiply<3>(LoadInt4<kUnpacked, true>(line + kLine), a, v, sums);
    }
  }

 private:
  template <int kLane, int kRows, int kVectors>
  static LOWP_INLINE void Multiply(int8x16_t weights,
                                   const int8x16_t (&a)[kRows], int v,
                                   Sums (&sums)[kRows][kVectors]) {
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      MultiplyAddFoursByLane<kLane>(&sums[r][v], weights, a[r]);
    }
  }
};
#endif  // __ARM_FEATURE_DOTPROD

struct Int4Neon {
  using Lanes = Int4LanesNeon;
  using OneRow = Int4Neon;
  // Of two columns each, in two parts.
  struct Sums {
    int32x4_t low, high;
  };
  static constexpr int kTileRows = 2;
  static constexpr int kTileStrips = 1;
  static constexpr bool kEndsInRegisters = true;
  // Estimated: tiles have few instructions to hide unpacking behind.
  static constexpr Int4Costs kCosts = {16, 4, 2, 256, 0, 8192};

  static LOWP_INLINE void Clear(Sums* sums) {
    sums->low = sums->high = vdupq_n_s32(0);
  }
  static LOWP_INLINE void Shift(Sums* sums) {
    sums->low = vshlq_n_s32(sums->low, 4);
    sums->high = vshlq_n_s32(sums->high, 4);
  }
  static LOWP_INLINE void Settle(Sums* sums) {
    __asm__ volatile("" : "+w"(sums->low), "+w"(sums->high));
  }
  static LOWP_INLINE int32x4_t SumsOf(const Sums& sums) {
    return vpaddq_s32(sums.low, sums.high);
  }

  template <bool kUnpacked, int kRows, int kVectors>
  static LOWP_INLINE void MultiplyStep(const std::uint8_t* b,
                                       const std::int8_t* const (&rows)[kRows],
                                       std::ptrdiff_t at,
                                       Sums (&sums)[kRows][kVectors]) {
    constexpr int kLine = kUnpacked ? 128 : 64;
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const std::uint8_t* const line = b + 16 * v;
      const int8x16_t weights[4] = {LoadInt4<kUnpacked, false>(line),
                                    LoadInt4<kUnpacked, true>(line),
                                    LoadInt4<kUnpacked, false>(line + kLine),
                                    LoadInt4<kUnpacked, true>(line + kLine)};
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        AddProducts(&sums[r][v], weights, rows[r] + at);
      }
      // Or compilers load all registers first, and spill.
      LOWP_IN_ORDER;
    }
  }

 private:
  // Four values of a row, twice.
  static LOWP_INLINE int8x8_t LoadGroup(const std::int8_t* row) {
    std::int32_t four;
    std::memcpy(&four, row, sizeof(four));
    return vreinterpret_s8_s32(vdup_n_s32(four));
  }
  static LOWP_INLINE void AddProducts(Sums* sums, const int8x16_t (&weights)[4],
                                      const std::int8_t* row) {
    int8x8_t a = LoadGroup(row);
    int16x8_t low = vmull_s8(vget_low_s8(weights[0]), a);
    int16x8_t high = vmull_s8(vget_high_s8(weights[0]), a);
    LOWP_UNROLL
    for (int i = 1; i < 4; ++i) {
      a = LoadGroup(row + 4 * i);
      low = vmlal_s8(low, vget_low_s8(weights[i]), a);
      high = vmlal_s8(high, vget_high_s8(weights[i]), a);
    }
    AddPairs(&sums->low, low);
    AddPairs(&sums->high, high);
  }
  // In assembly, or compilers copy the sums.
  static LOWP_INLINE void AddPairs(int32x4_t* sums, int16x8_t products) {
    __asm__ volatile("sadalp %[sums].4s, %[products].8h"
                     : [sums] "+w"(*sums)
                     : [products] "w"(products));
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_INT4_NEON_INL_H_
