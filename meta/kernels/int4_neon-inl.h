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
struct Int4Dotprod : Int4InOrder {
  using Lanes = Int4LanesNeon;
  using OneRow = Int4Dotprod;
  using TwoRows = Int4Dotprod;
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

#ifdef __ARM_FEATURE_MATMUL_INT8
// smmla multiplies two rows with two columns, eight values of k. Until
// Arrange(), of a register of four columns sums[r][v] has the first two, and
// sums[r + 1][v] the last two, both for rows r and r + 1.
struct Int4I8mm {
  using Lanes = Int4LanesNeon;
  using OneRow = Int4Dotprod;
  // Bringing values of k together takes longer than smmla saves.
  using TwoRows = Int4Dotprod;
  using Sums = int32x4_t;
  // Sixteen sums, four registers of rows, two of weights, a mask.
  static constexpr int kTileRows = 4;
  static constexpr int kTileStrips = 1;
  static constexpr bool kEndsInRegisters = true;
  // Estimated: tiles have few instructions to hide unpacking behind.
  static constexpr Int4Costs kCosts = {64, 4, 2, 256, 0, 8192};

  static LOWP_INLINE void Clear(Sums* sums) { *sums = vdupq_n_s32(0); }
  static LOWP_INLINE void Shift(Sums* sums) { *sums = vshlq_n_s32(*sums, 4); }
  static LOWP_INLINE int32x4_t SumsOf(Sums sums) { return sums; }

  static LOWP_INLINE void Settle(Sums* sums) {
    __asm__ volatile("" : "+w"(*sums));
  }
  template <int kRows, int kVectors>
  static LOWP_INLINE void Arrange(Sums (&sums)[kRows][kVectors]) {
    LOWP_UNROLL
    for (int r = 0; r < kRows; r += 2) {
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        const int64x2_t first = vreinterpretq_s64_s32(sums[r][v]);
        const int64x2_t last = vreinterpretq_s64_s32(sums[r + 1][v]);
        sums[r][v] = vreinterpretq_s32_s64(vzip1q_s64(first, last));
        sums[r + 1][v] = vreinterpretq_s32_s64(vzip2q_s64(first, last));
      }
    }
  }

  // Eight values of k of two columns side by side, as tiles read them: a
  // register of a line becomes two.
  static void Unpack(std::uint8_t* unpacked, Int4Task* task) {
    std::uint8_t* to = unpacked;
    const int lines = LinesOfBlock(*task);
    for (int g = 0; g < task->groups; ++g) {
      const std::uint8_t* from = task->b + g * task->b_stride;
      for (int i = 0; i < 4 * lines; ++i, from += 16, to += 32) {
        const Pair pair = LoadPacked(from);
        vst1q_s8(reinterpret_cast<std::int8_t*>(to), pair.first);
        vst1q_s8(reinterpret_cast<std::int8_t*>(to + 16), pair.last);
      }
    }
    ReadUnpacked(unpacked, task);
  }

  template <bool kUnpacked, int kRows, int kVectors>
  static LOWP_INLINE void MultiplyStep(const std::uint8_t* b,
                                       const std::int8_t* const (&rows)[kRows],
                                       std::ptrdiff_t at,
                                       Sums (&sums)[kRows][kVectors]) {
    constexpr int kLine = kUnpacked ? 128 : 64;
    int8x16_t a[2][kRows / 2];
    LOWP_UNROLL
    for (int r = 0; r < kRows; r += 2) {
      const int64x2_t x = vreinterpretq_s64_s8(vld1q_s8(rows[r] + at));
      const int64x2_t y = vreinterpretq_s64_s8(vld1q_s8(rows[r + 1] + at));
      a[0][r / 2] = vreinterpretq_s8_s64(vzip1q_s64(x, y));
      a[1][r / 2] = vreinterpretq_s8_s64(vzip2q_s64(x, y));
    }
    LOWP_UNROLL
    for (int line = 0; line < 2; ++line) {
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        const Pair pair = LoadPair<kUnpacked>(b + line * kLine, v);
        LOWP_UNROLL
        for (int r = 0; r < kRows; r += 2) {
          MultiplyAddBlock(&sums[r][v], a[line][r / 2], pair.first);
          MultiplyAddBlock(&sums[r + 1][v], a[line][r / 2], pair.last);
        }
      }
    }
  }

 private:
  // Two columns each.
  struct Pair {
    int8x16_t first, last;
  };
  static LOWP_INLINE Pair LoadPacked(const std::uint8_t* line) {
    const int32x4_t low = vreinterpretq_s32_s8(LoadInt4<false, false>(line));
    const int32x4_t high = vreinterpretq_s32_s8(LoadInt4<false, true>(line));
    return {vreinterpretq_s8_s32(vzip1q_s32(low, high)),
            vreinterpretq_s8_s32(vzip2q_s32(low, high))};
  }
  template <bool kUnpacked>
  static LOWP_INLINE Pair LoadPair(const std::uint8_t* line, int v) {
    if constexpr (kUnpacked) {
      return {vreinterpretq_s8_u8(vld1q_u8(line + 32 * v)),
              vreinterpretq_s8_u8(vld1q_u8(line + 32 * v + 16))};
    } else {
      return LoadPacked(line + 16 * v);
    }
  }
};
#endif  // __ARM_FEATURE_MATMUL_INT8

struct Int4Neon : Int4InOrder {
  using Lanes = Int4LanesNeon;
  using OneRow = Int4Neon;
  using TwoRows = Int4Neon;
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
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_INT4_NEON_INL_H_
