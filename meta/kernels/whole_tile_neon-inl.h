// The neon backend's whole tile: four rows times four columns, sixteen values
// of k at a time, the second halves of the rows complemented.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_WHOLE_TILE_NEON_INL_H_
#define LOWP_META_KERNELS_WHOLE_TILE_NEON_INL_H_

#include <arm_neon.h>

#include <cstddef>
#include <cstdint>

#include "../../internal/contract/gemm_tasks.h"
#include "../gemm/tile-inl.h"
#include "multiply_add_neon-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr int kWholeTileRows = 4;

// The groups of a whole tile and four columns. While one is multiplied, the
// next is loaded, each register once it has been used for the last time, so
// that cores that execute in order do not wait for a load. Addresses are sums
// of two registers, one of which all loads of A or of B share.
template <int kBStep>
struct WholeTileHalves {
  using Sums = int32x4_t[kWholeTileRows][4];

  // With the first group's rows and first two columns loaded.
  LOWP_INLINE WholeTileHalves(const GemmTask& task, int row,
                              const std::uint8_t* b)
      : row_step(task.a_group_stride) {
    columns[0] = LoadInOrder(b);
    columns[1] = LoadInOrder(b + 16);
    const std::uint8_t* rows = task.a + row * task.a_stride;
    LOWP_UNROLL
    for (int r = 0; r < kWholeTileRows; ++r) {
      values[r] = LoadInOrder(rows + r * task.a_stride);
    }
    LOWP_UNROLL
    for (int i = 0; i < 2; ++i) {
      LOWP_UNROLL
      for (int r = 0; r < kWholeTileRows; ++r) {
        next_rows[i][r] = rows + r * task.a_stride + (i + 1) * row_step;
        KeepInRegister(&next_rows[i][r]);
      }
      LOWP_UNROLL
      for (int c = 0; c < 4; ++c) {
        next_columns[i][c] = c < 2 ? b + i * kBStep + (c + 2) * 16
                                   : b + (i + 1) * kBStep + (c - 2) * 16;
        KeepInRegister(&next_columns[i][c]);
      }
    }
  }

  // Multiplies group i, 0 or 1, of those that are left, and loads what the
  // next one begins with, unless there is none.
  template <bool kLast>
  LOWP_INLINE void Multiply(int i, Sums& sums) {
    LOWP_UNROLL
    for (int c = 0; c < 4; ++c) {
      int8x16_t& column = columns[c % 2];
      if (c < 3 || kLast) {
        MultiplyAddHalvesOfFour(&sums[0][c], &sums[1][c], &sums[2][c],
                                &sums[3][c], values, column);
      } else {
        const std::uint8_t* const next[kWholeTileRows] = {
            next_rows[i][0] + row_at, next_rows[i][1] + row_at,
            next_rows[i][2] + row_at, next_rows[i][3] + row_at};
        MultiplyAddHalvesOfFourAndLoad(&sums[0][c], &sums[1][c], &sums[2][c],
                                       &sums[3][c], values, column, next);
      }
      if (c < 2 || !kLast) LoadOver(&column, next_columns[i][c] + b_at);
    }
  }
  LOWP_INLINE void Advance(int groups) {
    row_at += groups * row_step;
    b_at += groups * kBStep;
    KeepInRegister(&row_at);
    KeepInRegister(&b_at);
  }

 private:
  int8x16_t columns[2];
  int8x16_t values[kWholeTileRows];
  const std::uint8_t* next_rows[2][kWholeTileRows];
  const std::uint8_t* next_columns[2][4];
  std::ptrdiff_t row_step;
  std::ptrdiff_t row_at = 0;
  std::ptrdiff_t b_at = 0;
};

template <int kBStep>
LOWP_INLINE void MultiplyHalvesOfWholeTile(
    const GemmTask& task, int row, const std::uint8_t* b,
    int32x4_t (&sums)[kWholeTileRows][4]) {
  const int count = WholeGroups(task, 16);
  if (count == 0) return;
  WholeTileHalves<kBStep> groups(task, row, b);
  int turns = (count - 1) / 2;
  while (turns != 0) {
    groups.template Multiply<false>(0, sums);
    groups.template Multiply<false>(1, sums);
    // Before the addresses move on, so that the branch need not wait for them.
    --turns;
    KeepInRegister(&turns);
    groups.Advance(2);
  }
  if (count % 2 == 0) {
    groups.template Multiply<false>(0, sums);
    groups.Advance(1);
  }
  groups.template Multiply<true>(0, sums);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_WHOLE_TILE_NEON_INL_H_
