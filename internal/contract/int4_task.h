// What products of 4-bit weights ask of a backend, as plain data.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_INT4_TASK_H_
#define LOWP_INTERNAL_CONTRACT_INT4_TASK_H_

#include <cstddef>
#include <cstdint>

#include "int4_format.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// What becomes of the sum S of a group, with s its scale; groups ascend.
enum class Int4End : std::uint8_t {
  kSum,              // total += S, modulo 2^32
  kScaledSum,        // total += s * S, the same
  kMultiplyThenAdd,  // total = round(total + round(float(S) * s))
  kFused,            // total = round(total + float(S) * s)
};

// Reads a row of activations: sums its groups and, where they cannot be read in
// place, copies them.
struct Int4RowTask {
  const std::uint8_t* row;
  std::uint8_t flip;  // 0x80 for uint8: what kernels read is value - 128
  int k;
  int group;
  int padded_group;
  std::int8_t* copy;    // null: none; else groups * padded_group, zero padded
  std::int32_t* terms;  // of each group: factor * (sum of what kernels read)
  std::int32_t factor;
};

// The sums of `groups` groups of a panel, for rows of A, added to totals.
//
// The sum of a group for row r and column c is, with a and w what is read,
//   sum over k of a * w + zero_point(c) * terms(r) - a_zero_point(r) * sum(c)
// where zero_point is 1 if there are none.
struct Int4Task {
  const std::int8_t* a;  // padded_group values a group
  std::ptrdiff_t a_stride;
  int rows;
  // Blocks of groups, or what Int4Unpacking::unpack made of them.
  const std::uint8_t* b;
  std::ptrdiff_t b_stride;
  // Of 8-bit weights: two sets of lines, the high halves first. Else 1.
  int halves;
  std::ptrdiff_t half_stride;
  int strips;
  int padded_group;
  int groups;
  // How many bytes ahead of what is multiplied is prefetched; 0: nothing is.
  std::ptrdiff_t ahead;
  Int4End end;
  // Those of the first group; the next group's lie a stride further on.
  Int4ScaleType scale_type;
  const std::uint8_t* scales;
  std::ptrdiff_t scales_stride;     // kept apart: they may be widened
  const std::uint8_t* zero_points;  // null: none
  std::ptrdiff_t block_stride;
  const std::uint8_t* sums;  // null: no row has a zero point
  std::ptrdiff_t sums_stride;
  bool wide_sums;
  // That of row r and group g is terms[r * terms_stride + g]; null: all are 0.
  const std::int32_t* terms;
  std::ptrdiff_t terms_stride;
  const std::int32_t* a_zero_points;  // of each row, if there are sums
  // int32 or the bits of floats: that of (r, c) is totals[r * kInt4Nr + c].
  // There is room for rows rounded up to the kernel's tile.
  std::int32_t* totals;
};

// Makes floats of the scales of `groups` groups, in rows of kInt4Nr.
struct Int4ScalesTask {
  Int4ScaleType type;  // kFloat16 or kBfloat16
  const std::uint8_t* scales;
  std::ptrdiff_t scales_stride;
  int columns;
  int groups;
  float* floats;
};

// Where totals become floats:
//   y = total * row_scale(r), y = y + bias(c), each rounded, then the type. Any
// NaN becomes the positive quiet one without payload.
enum class Int4ResultType : std::uint8_t { kFloat32, kFloat16, kBfloat16 };
struct Int4FinishTask {
  const std::int32_t* totals;  // kInt4Nr to a row
  int rows;
  int columns;
  const float* row_scales;  // null: 1
  const float* bias;        // null: 0
  Int4ResultType type;
  std::uint8_t* result;
  std::ptrdiff_t result_stride;  // in bytes
};

// What was measured of a kernel, or estimated where that says so.
struct Int4Costs {
  // Multiplications of a core per cycle, and weights that it reads from memory
  // per cycle where a model is larger than the caches.
  float products_a_cycle, weights_a_cycle;
  // Where rows fill more tiles than this, they are faster on a part of a panel
  // whose values are unpacked, or whose 16-bit scales are made floats.
  int few_tiles = 0;
  // Values of k that are unpacked, or whose scales are made floats, at a time;
  // 0: none.
  int unpacked_k = 0, widened_k = 0;
  // A longer group is not worth memory for its unpacked form.
  int max_unpacked_group = 0;
  // Where weights take more than near_l2s times L2, tiles of several rows
  // prefetch what lies bytes_ahead ahead, in whole groups where one fits; 0:
  // nothing.
  float near_l2s = 4;
  int bytes_ahead = 0;
  // How far ahead a single row prefetches into L1, if the panels are as large
  // as columns in place that a GEMV prefetches
  // (MemoryCosts::near_in_place_l2s). The hardware prefetcher does not look far
  // enough ahead.
  int row_bytes_ahead = 0;
};

// How weights that many rows meet are unpacked, in a form of the kernel's own.
struct Int4Unpacking {
  // Unpacks the task's weights into memory aligned to 64 bytes, and makes it a
  // task of `multiply`, which adds the same sums.
  void (*unpack)(std::uint8_t* unpacked, Int4Task* task);
  void (*multiply)(const Int4Task& task);
  // Groups of more values of k take memory for a multiple of this.
  int step;

  // Of a group, for each column.
  constexpr int bytes(int padded_group, int halves) const {
    const int steps = padded_group <= step ? 1 : (padded_group - 1) / step + 1;
    return (steps == 1 ? padded_group : steps * step) * halves;
  }
};

// A backend's code for them.
struct Int4Kernel {
  int tile_rows;
  Int4Costs costs;
  void (*read_row)(const Int4RowTask& task);
  void (*widen_scales)(const Int4ScalesTask& task);
  void (*multiply)(const Int4Task& task);
  void (*finish)(const Int4FinishTask& task);
  Int4Unpacking unpacking;  // null pointers: none
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_INT4_TASK_H_
