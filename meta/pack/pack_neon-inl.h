// Packing for 64-bit Arm: signed bytes, kr = 4, 8 or 16. Panels and copied rows
// have the same form, so that a kernel loads one group of several rows at once.
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
#include "../../internal/contract/gemm_tasks.h"
#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr int kMaxStripColumns = 16;

// A kernel that subtracts the products of the last eight of sixteen values
// along k (backends/neon.cc) reads these bytes of a row complemented.
LOWP_INLINE uint8x16_t SecondHalf() {
  return vcombine_u8(vdup_n_u8(0), vdup_n_u8(0xff));
}

// Columns of a panel, or rows stored side by side.
struct Strip {
  const std::uint8_t* source;
  std::ptrdiff_t column_stride;
  // Null, or which of the source's columns these are; contiguous along k.
  const std::int32_t* index = nullptr;
  std::ptrdiff_t k_stride;
  int columns;
  int padded_columns;  // at most kMaxStripColumns
  int k;
  std::uint8_t flip;  // 0x80 for u8
  std::uint8_t* out;
  std::ptrdiff_t vector_stride;  // from one register of columns to the next
  std::ptrdiff_t group_stride;
  std::int32_t* sums;  // kMaxStripColumns

  LOWP_INLINE const std::uint8_t* ColumnAt(int column) const {
    return source + (index == nullptr ? column : index[column]) * column_stride;
  }
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

// The first n bytes at p, 0 < n < 16, flipped, then zeros. Not inlined, because
// it is called for every row and column of every block.
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

// The first n bytes at p, flipped, then zeros.
LOWP_INLINE uint8x16_t LoadFlipped(const std::uint8_t* p, int n,
                                   std::uint8_t flip) {
  if (n >= 16) return veorq_u8(vld1q_u8(p), vdupq_n_u8(flip));
  return LoadFlippedPart(p, n, flip);
}

// sums[i] += bytes 4i .. 4i + 3 of x.
LOWP_INLINE int32x4_t AddFours(int32x4_t sums, uint8x16_t x) {
  return vpadalq_s16(sums, vpaddlq_s8(vreinterpretq_s8_u8(x)));
}

// The elements of kBytes bytes of the first halves of a and b, interleaved, and
// those of the second halves.
template <int kBytes>
LOWP_INLINE uint8x16_t Zip1(uint8x16_t a, uint8x16_t b) {
  if constexpr (kBytes == 1) return vzip1q_u8(a, b);
  if constexpr (kBytes == 4) {
    return vreinterpretq_u8_u32(
        vzip1q_u32(vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b)));
  }
  return vreinterpretq_u8_u64(
      vzip1q_u64(vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b)));
}
template <int kBytes>
LOWP_INLINE uint8x16_t Zip2(uint8x16_t a, uint8x16_t b) {
  if constexpr (kBytes == 1) return vzip2q_u8(a, b);
  if constexpr (kBytes == 4) {
    return vreinterpretq_u8_u32(
        vzip2q_u32(vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b)));
  }
  return vreinterpretq_u8_u64(
      vzip2q_u64(vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b)));
}

// kRounds interleavings of x[i] with x[i + kCount / 2], each of which moves the
// highest bit of an element's register index to the lowest bit of its position.
template <int kBytes, int kRounds, int kCount>
LOWP_INLINE void Interleave(uint8x16_t (&x)[kCount]) {
  if constexpr (kRounds > 0) {
    uint8x16_t y[kCount];
    LOWP_UNROLL
    for (int i = 0; i < kCount / 2; ++i) {
      y[2 * i] = Zip1<kBytes>(x[i], x[i + kCount / 2]);
      y[2 * i + 1] = Zip2<kBytes>(x[i], x[i + kCount / 2]);
    }
    Interleave<kBytes, kRounds - 1>(y);
    LOWP_UNROLL
    for (int i = 0; i < kCount; ++i) x[i] = y[i];
  }
}

constexpr int LogOf(int n) { return n == 1 ? 0 : 1 + LogOf(n / 2); }

// Stores the sums of the columns in one register of groups, from the sums of
// fours.
template <int kKr>
LOWP_INLINE void StoreColumnSums(int32x4_t fours, std::int32_t* sums) {
  if constexpr (kKr == 4) {
    vst1q_s32(sums, fours);
  } else if constexpr (kKr == 8) {
    vst1_s32(sums, vget_low_s32(vpaddq_s32(fours, fours)));
  } else {
    sums[0] = vaddvq_s32(fours);
  }
}

template <bool kComplements>
LOWP_INLINE void StorePacked(std::uint8_t* p, uint8x16_t x) {
  vst1q_u8(p, kComplements ? veorq_u8(x, SecondHalf()) : x);
}

// Packs kColumns columns from `column` on, which are contiguous along k.
template <int kKr, bool kComplements>
LOWP_INLINE void PackColumnsKContiguous(const Strip& strip, int column) {
  constexpr int kColumns = 16 / kKr;
  const std::uint8_t* source[kColumns];
  LOWP_UNROLL
  for (int j = 0; j < kColumns; ++j) {
    // A missing column reads an existing one, which keeps the loop simple.
    const int last = strip.columns - 1;
    source[j] = strip.ColumnAt(column + j < last ? column + j : last);
  }
  std::uint8_t* out = strip.out + column / kColumns * strip.vector_stride;
  const uint8x16_t flips = vdupq_n_u8(strip.flip);
  int32x4_t sums = vdupq_n_s32(0);
  const auto finish = [&](uint8x16_t(&x)[kColumns], int values) {
    LOWP_UNROLL
    for (int j = 0; j < kColumns; ++j) {
      if (column + j >= strip.columns) x[j] = vdupq_n_u8(0);
    }
    Interleave<kKr, LogOf(kColumns)>(x);
    LOWP_UNROLL
    for (int g = 0; g < kColumns; ++g) {
      if (g * kKr < values) {
        sums = AddFours(sums, x[g]);
        StorePacked<kComplements>(out, x[g]);
        out += strip.group_stride;
      }
    }
  };
  int k = 0;
  for (; strip.k - k >= 16; k += 16) {
    uint8x16_t x[kColumns];
    LOWP_UNROLL
    for (int j = 0; j < kColumns; ++j) {
      x[j] = veorq_u8(vld1q_u8(source[j] + k), flips);
    }
    finish(x, 16);
  }
  if (const int left = strip.k - k; left > 0) {
    uint8x16_t x[kColumns];
    LOWP_UNROLL
    for (int j = 0; j < kColumns; ++j) {
      x[j] = LoadFlipped(source[j] + k, left, strip.flip);
    }
    finish(x, left);
  }
  StoreColumnSums<kKr>(sums, strip.sums + column);
}

// Packs all columns, which follow one another, kr values of k at a time.
template <int kKr, bool kComplements>
LOWP_INLINE void PackColumnContiguous(const Strip& strip) {
  constexpr int kColumns = 16 / kKr;
  int32x4_t sums[kKr];
  LOWP_UNROLL
  for (int v = 0; v < kKr; ++v) sums[v] = vdupq_n_s32(0);
  std::uint8_t* group = strip.out;
  // Wide: it steps past strip.k.
  for (std::ptrdiff_t k = 0; k < strip.k; k += kKr) {
    uint8x16_t x[kKr];
    LOWP_UNROLL
    for (int j = 0; j < kKr; ++j) {
      x[j] = k + j < strip.k
                 ? LoadFlipped(strip.source + (k + j) * strip.k_stride,
                               strip.columns, strip.flip)
                 : vdupq_n_u8(0);
    }
    Interleave<1, LogOf(kKr)>(x);
    LOWP_UNROLL
    for (int v = 0; v < kKr; ++v) {
      if (v * kColumns < strip.padded_columns) {
        sums[v] = AddFours(sums[v], x[v]);
        StorePacked<kComplements>(group + v * strip.vector_stride, x[v]);
      }
    }
    group += strip.group_stride;
  }
  LOWP_UNROLL
  for (int v = 0; v < kKr; ++v) {
    StoreColumnSums<kKr>(sums[v], strip.sums + v * kColumns);
  }
}

template <int kKr, bool kComplements>
void PackStrip(const Strip& strip) {
  if (strip.k_stride != 1) {
    return PackColumnContiguous<kKr, kComplements>(strip);
  }
  for (int c = 0; c < strip.padded_columns; c += 16 / kKr) {
    PackColumnsKContiguous<kKr, kComplements>(strip, c);
  }
}

// Backend::pack for panels of signed bytes: nr at most 16, nr_step 4.
template <int kKr>
void PackSignedBytes(const PackTask& task) {
  std::int32_t sums[kMaxStripColumns];
  Strip strip;
  strip.source = task.source;
  strip.column_stride = task.column_stride;
  strip.k_stride = task.k_stride;
  strip.columns = task.columns;
  strip.padded_columns = task.padded_columns;
  strip.k = task.k;
  strip.flip = FlipToSigned(task.scalar);
  strip.out = static_cast<std::uint8_t*>(task.panel);
  strip.vector_stride = 16;
  strip.group_stride = static_cast<std::ptrdiff_t>(task.padded_columns) * kKr;
  strip.sums = sums;
  PackStrip<kKr, false>(strip);
  for (int c = 0; c < task.padded_columns; ++c) task.sums[c] = sums[c];
}

// The sum of a row's values.
LOWP_INLINE std::int32_t SumRow(const std::uint8_t* row, int k,
                                std::uint8_t flip) {
  int32x4_t sums = vdupq_n_s32(0);
  for (int left = k; left > 0; left -= 16, row += 16) {
    sums = AddFours(sums, LoadFlipped(row, left, flip));
  }
  return vaddvq_s32(sums);
}

// The number of rows that a block for `rows` rows holds.
LOWP_INLINE constexpr int PaddedRows(int rows) { return (rows + 3) / 4 * 4; }

// Backend::read_rows for rows in blocks of kInterleave, which lie side by side
// like the columns of a panel; with kInterleave == 1, one after another. Rows
// that are not copied must be contiguous along k.
template <int kKr, int kInterleave, bool kComplements>
void ReadRowBlocks(const RowTask& task) {
  const std::uint8_t flip = FlipToSigned(task.scalar);
  if (task.copies == nullptr) {
    for (int r = 0; r < task.rows; ++r) {
      task.sums[r] =
          task.SumOf(SumRow(task.source + r * task.row_stride, task.k, flip));
    }
    return;
  }
  constexpr int kBlock = kInterleave == 1 ? kMaxStripColumns : kInterleave;
  // Wide: it steps past the rows.
  for (std::ptrdiff_t r = 0; r < task.rows; r += kBlock) {
    std::int32_t sums[kMaxStripColumns];
    const int left = static_cast<int>(task.rows - r);
    Strip strip;
    strip.source = task.index == nullptr ? task.RowAt(r) : task.source;
    strip.index = task.index == nullptr ? nullptr : task.index + r;
    strip.column_stride = task.row_stride;
    strip.k_stride = task.k_stride;
    strip.columns = left < kBlock ? left : kBlock;
    strip.padded_columns =
        kInterleave == 1 ? strip.columns : PaddedRows(strip.columns);
    strip.k = task.k;
    strip.flip = flip;
    strip.out = static_cast<std::uint8_t*>(task.copies) + r * task.copy_stride;
    strip.vector_stride = kInterleave == 1 ? task.copy_stride : 16;
    strip.group_stride = kInterleave == 1 ? kKr : strip.padded_columns * kKr;
    strip.sums = sums;
    PackStrip<kKr, kComplements>(strip);
    if (task.sums != nullptr) {
      for (int i = 0; i < strip.columns; ++i) {
        task.sums[r + i] = task.SumOf(sums[i]);
      }
    }
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_PACK_PACK_NEON_INL_H_
