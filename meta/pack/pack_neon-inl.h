// Packing for 64-bit Arm: bytes, signed, in groups of 4, 8 or 16 depths. Panels
// and copied rows have the same form, so that a kernel reads several rows of a
// group with one load.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_PACK_PACK_NEON_INL_H_
#define LOWP_META_PACK_PACK_NEON_INL_H_

#include <arm_neon.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../../internal/compiler.h"
#include "../../internal/contract/backend.h"
#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr int kMaxStripColumns = 16;

// What rows are stored as for kernels that subtract the products of the last
// eight of sixteen depths (backends/neon.cc): these bytes complemented.
LOWP_INLINE uint8x16_t SecondHalf() {
  return vcombine_u8(vdup_n_u8(0), vdup_n_u8(0xff));
}

// Columns of a panel, or rows that lie side by side.
struct Strip {
  const std::uint8_t* source;
  std::ptrdiff_t column_stride;
  std::ptrdiff_t depth_stride;
  int columns;
  int padded_columns;  // at most kMaxStripColumns
  int depth;
  std::uint8_t flip;  // 0x80 for u8
  std::uint8_t* out;
  std::ptrdiff_t vector_stride;  // from the columns of a register to the next
  std::ptrdiff_t group_stride;
  std::int32_t* sums;  // kMaxStripColumns
};

LOWP_INLINE std::uint8_t FlipToSigned(Scalar scalar) {
  return scalar == Scalar::kUint8 ? 0x80 : 0;
}

alignas(16) constexpr std::uint8_t kFirstBytes[32] = {
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 0,   0,   0,   0,   0,   0};

// The first n bytes at p, 0 < n < 8, and zeros.
LOWP_INLINE std::uint64_t LoadFew(const std::uint8_t* p, int n) {
  if (n >= 4) {
    std::uint32_t first, last;
    std::memcpy(&first, p, 4);
    std::memcpy(&last, p + n - 4, 4);
    return first | std::uint64_t{last} << (8 * (n - 4));
  }
  return p[0] | std::uint64_t{p[n / 2]} << (n / 2 * 8) |
         std::uint64_t{p[n - 1]} << (n * 8 - 8);
}

// The first n bytes at p, 0 < n < 16, flipped, and zeros. Not inlined: every
// row and column of every block has a place where it would be.
GEMMLOWP_NOINLINE uint8x16_t LoadFlippedPart(const std::uint8_t* p, int n,
                                             std::uint8_t flip) {
  std::uint64_t halves[2] = {0, 0};
  if (n >= 8) {
    std::memcpy(&halves[0], p, 8);
    std::memcpy(&halves[1], p + n - 8, 8);
    halves[1] = n == 8 ? 0 : halves[1] >> (8 * (16 - n));
  } else {
    halves[0] = LoadFew(p, n);
  }
  return vandq_u8(
      veorq_u8(vreinterpretq_u8_u64(vld1q_u64(halves)), vdupq_n_u8(flip)),
      vld1q_u8(kFirstBytes + 16 - n));
}

// The first n bytes at p, flipped, and zeros.
LOWP_INLINE uint8x16_t LoadFlipped(const std::uint8_t* p, int n,
                                   std::uint8_t flip) {
  if (n >= 16) return veorq_u8(vld1q_u8(p), vdupq_n_u8(flip));
  return LoadFlippedPart(p, n, flip);
}

// sums[i] += bytes 4i .. 4i + 3 of x.
LOWP_INLINE int32x4_t AddFours(int32x4_t sums, uint8x16_t x) {
  return vpadalq_s16(sums, vpaddlq_s8(vreinterpretq_s8_u8(x)));
}

// Groups of kGroup bytes: x[i] interleaved with x[i + kCount / 2].
template <int kGroup>
LOWP_INLINE uint8x16_t Zip1(uint8x16_t a, uint8x16_t b) {
  if constexpr (kGroup == 1) return vzip1q_u8(a, b);
  if constexpr (kGroup == 4) {
    return vreinterpretq_u8_u32(
        vzip1q_u32(vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b)));
  }
  return vreinterpretq_u8_u64(
      vzip1q_u64(vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b)));
}
template <int kGroup>
LOWP_INLINE uint8x16_t Zip2(uint8x16_t a, uint8x16_t b) {
  if constexpr (kGroup == 1) return vzip2q_u8(a, b);
  if constexpr (kGroup == 4) {
    return vreinterpretq_u8_u32(
        vzip2q_u32(vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b)));
  }
  return vreinterpretq_u8_u64(
      vzip2q_u64(vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b)));
}

// kRounds of them, each of which moves the highest bit of an element's register
// index into the lowest bit of its position.
template <int kGroup, int kRounds, int kCount>
LOWP_INLINE void Interleave(uint8x16_t (&x)[kCount]) {
  if constexpr (kRounds > 0) {
    uint8x16_t y[kCount];
    LOWP_UNROLL
    for (int i = 0; i < kCount / 2; ++i) {
      y[2 * i] = Zip1<kGroup>(x[i], x[i + kCount / 2]);
      y[2 * i + 1] = Zip2<kGroup>(x[i], x[i + kCount / 2]);
    }
    Interleave<kGroup, kRounds - 1>(y);
    LOWP_UNROLL
    for (int i = 0; i < kCount; ++i) x[i] = y[i];
  }
}

constexpr int LogOf(int n) { return n == 1 ? 0 : 1 + LogOf(n / 2); }

// The sums of the columns in one register of groups, from those of fours.
template <int kGroup>
LOWP_INLINE void StoreColumnSums(int32x4_t fours, std::int32_t* sums) {
  if constexpr (kGroup == 4) {
    vst1q_s32(sums, fours);
  } else if constexpr (kGroup == 8) {
    vst1_s32(sums, vget_low_s32(vpaddq_s32(fours, fours)));
  } else {
    sums[0] = vaddvq_s32(fours);
  }
}

template <bool kComplements>
LOWP_INLINE void StorePacked(std::uint8_t* p, uint8x16_t x) {
  vst1q_u8(p, kComplements ? veorq_u8(x, SecondHalf()) : x);
}

// Packs `kColumns` columns from `column` on, contiguous in depth.
template <int kGroup, bool kComplements>
LOWP_INLINE void PackColumnsDepthContiguous(const Strip& strip, int column) {
  constexpr int kColumns = 16 / kGroup;
  const std::uint8_t* source[kColumns];
  LOWP_UNROLL
  for (int j = 0; j < kColumns; ++j) {
    // Where there is no column, one that is there keeps the loop simple.
    const int last = strip.columns - 1;
    source[j] = strip.source +
                (column + j < last ? column + j : last) * strip.column_stride;
  }
  std::uint8_t* out = strip.out + column / kColumns * strip.vector_stride;
  const uint8x16_t flips = vdupq_n_u8(strip.flip);
  int32x4_t sums = vdupq_n_s32(0);
  const auto finish = [&](uint8x16_t(&x)[kColumns], int depths) {
    LOWP_UNROLL
    for (int j = 0; j < kColumns; ++j) {
      if (column + j >= strip.columns) x[j] = vdupq_n_u8(0);
    }
    Interleave<kGroup, LogOf(kColumns)>(x);
    LOWP_UNROLL
    for (int g = 0; g < kColumns; ++g) {
      if (g * kGroup < depths) {
        sums = AddFours(sums, x[g]);
        StorePacked<kComplements>(out, x[g]);
        out += strip.group_stride;
      }
    }
  };
  int k = 0;
  for (; strip.depth - k >= 16; k += 16) {
    uint8x16_t x[kColumns];
    LOWP_UNROLL
    for (int j = 0; j < kColumns; ++j) {
      x[j] = veorq_u8(vld1q_u8(source[j] + k), flips);
    }
    finish(x, 16);
  }
  if (const int left = strip.depth - k; left > 0) {
    uint8x16_t x[kColumns];
    LOWP_UNROLL
    for (int j = 0; j < kColumns; ++j) {
      x[j] = LoadFlipped(source[j] + k, left, strip.flip);
    }
    finish(x, left);
  }
  StoreColumnSums<kGroup>(sums, strip.sums + column);
}

// Packs all columns, which follow one another: kGroup depths at a time.
template <int kGroup, bool kComplements>
LOWP_INLINE void PackColumnContiguous(const Strip& strip) {
  constexpr int kColumns = 16 / kGroup;
  int32x4_t sums[kGroup];
  LOWP_UNROLL
  for (int v = 0; v < kGroup; ++v) sums[v] = vdupq_n_s32(0);
  std::uint8_t* group = strip.out;
  // Wide: it steps past the depth.
  for (std::ptrdiff_t k = 0; k < strip.depth; k += kGroup) {
    uint8x16_t x[kGroup];
    LOWP_UNROLL
    for (int j = 0; j < kGroup; ++j) {
      x[j] = k + j < strip.depth
                 ? LoadFlipped(strip.source + (k + j) * strip.depth_stride,
                               strip.columns, strip.flip)
                 : vdupq_n_u8(0);
    }
    Interleave<1, LogOf(kGroup)>(x);
    LOWP_UNROLL
    for (int v = 0; v < kGroup; ++v) {
      if (v * kColumns < strip.padded_columns) {
        sums[v] = AddFours(sums[v], x[v]);
        StorePacked<kComplements>(group + v * strip.vector_stride, x[v]);
      }
    }
    group += strip.group_stride;
  }
  LOWP_UNROLL
  for (int v = 0; v < kGroup; ++v) {
    StoreColumnSums<kGroup>(sums[v], strip.sums + v * kColumns);
  }
}

template <int kGroup, bool kComplements>
void PackStrip(const Strip& strip) {
  if (strip.depth_stride != 1) {
    return PackColumnContiguous<kGroup, kComplements>(strip);
  }
  for (int c = 0; c < strip.padded_columns; c += 16 / kGroup) {
    PackColumnsDepthContiguous<kGroup, kComplements>(strip, c);
  }
}

// Backend::pack for panels of signed bytes up to 16 columns wide, granule 4.
template <int kGroup>
void PackGroups(const PackTask& task) {
  std::int32_t sums[kMaxStripColumns];
  Strip strip;
  strip.source = task.source;
  strip.column_stride = task.column_stride;
  strip.depth_stride = task.depth_stride;
  strip.columns = task.columns;
  strip.padded_columns = task.padded_columns;
  strip.depth = task.depth;
  strip.flip = FlipToSigned(task.scalar);
  strip.out = static_cast<std::uint8_t*>(task.panel);
  strip.vector_stride = 16;
  strip.group_stride =
      static_cast<std::ptrdiff_t>(task.padded_columns) * kGroup;
  strip.sums = sums;
  PackStrip<kGroup, false>(strip);
  for (int c = 0; c < task.padded_columns; ++c) task.sums[c] = sums[c];
}

// The sum of a row's numbers.
LOWP_INLINE std::int32_t SumRow(const std::uint8_t* row, int depth,
                                std::uint8_t flip) {
  int32x4_t sums = vdupq_n_s32(0);
  for (int left = depth; left > 0; left -= 16, row += 16) {
    sums = AddFours(sums, LoadFlipped(row, left, flip));
  }
  return vaddvq_s32(sums);
}

// Rows that a block of so many rows has room for.
LOWP_INLINE constexpr int PaddedRows(int rows) { return (rows + 3) / 4 * 4; }

// Backend::read_rows for rows in blocks of kInterleave, which lie side by side
// like the columns of a panel; with kInterleave == 1, one behind another. Rows
// that are not copied are contiguous in depth.
template <int kGroup, int kInterleave, bool kComplements>
void ReadRowBlocks(const RowTask& task) {
  const std::uint8_t flip = FlipToSigned(task.scalar);
  if (task.packed == nullptr) {
    for (int r = 0; r < task.rows; ++r) {
      task.sums[r] =
          SumRow(task.source + r * task.row_stride, task.depth, flip);
    }
    return;
  }
  constexpr int kBlock = kInterleave == 1 ? kMaxStripColumns : kInterleave;
  // Wide: it steps past the rows.
  for (std::ptrdiff_t r = 0; r < task.rows; r += kBlock) {
    std::int32_t sums[kMaxStripColumns];
    const int left = static_cast<int>(task.rows - r);
    Strip strip;
    strip.source = task.source + r * task.row_stride;
    strip.column_stride = task.row_stride;
    strip.depth_stride = task.depth_stride;
    strip.columns = left < kBlock ? left : kBlock;
    strip.padded_columns =
        kInterleave == 1 ? strip.columns : PaddedRows(strip.columns);
    strip.depth = task.depth;
    strip.flip = flip;
    strip.out =
        static_cast<std::uint8_t*>(task.packed) + r * task.packed_stride;
    strip.vector_stride = kInterleave == 1 ? task.packed_stride : 16;
    strip.group_stride =
        kInterleave == 1 ? kGroup : strip.padded_columns * kGroup;
    strip.sums = sums;
    PackStrip<kGroup, kComplements>(strip);
    if (task.sums != nullptr) {
      for (int i = 0; i < strip.columns; ++i) task.sums[r + i] = sums[i];
    }
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_PACK_PACK_NEON_INL_H_
