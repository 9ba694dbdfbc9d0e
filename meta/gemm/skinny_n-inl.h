// Products of many rows with few columns. A register is just as wide as the
// columns: a processor multiplies twice as many short registers as long ones.
// The sums are left in memory, row after row without gaps, where they can be
// finished with whole registers.
//
// Written once over a policy `Skinny`:
//   Sums, Values             a row's sums, a group of B: registers
//   kRows                    rows that are multiplied at a time
//   kGroupBytes              bytes of a column's values in a group
//   Flip(byte)               what to flip in the values of A
//   kKr, kParts, kPartBytes  see kernel_policy-inl.h
//   LoadB<part>(p)           that part of a group of B
//   MultiplyRow(sums, row pointer, flip, values of B)
//                            adds one part of a row times one of B
//   LoadSums(p), StoreSums(p, sums), AddToAll(sums, value)
//   kReadsTails              see kernel_policy-inl.h; then also
//   ShiftB(values, n)        the group's values n further in k, after zeros
//   LoadTail(row pointer, tail)
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_SKINNY_N_INL_H_
#define LOWP_META_GEMM_SKINNY_N_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/gemm_tasks.h"
#include "../../internal/detect_platform.h"
#include "tile-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Adds the products of the rows' last values of k, less than a group of them;
// `at` is where they are in a row.
template <class Skinny, int kRows>
LOWP_INLINE void MultiplySkinnyTail(const std::uint8_t* const (&rows)[kRows],
                                    std::ptrdiff_t at, int tail,
                                    std::uint8_t a_flip, const std::uint8_t* b,
                                    typename Skinny::Sums (&sums)[kRows]) {
  const auto flip = Skinny::Flip(a_flip);
  typename Skinny::Values values = Skinny::template LoadB<0>(b);
  if (at > 0) {
    // Read with the values before them, which meet zeros.
    values = Skinny::ShiftB(values, Skinny::kKr - tail);
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      Skinny::MultiplyRow(&sums[r], rows[r] + at + tail - Skinny::kKr, flip,
                          values);
    }
    return;
  }
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    const auto group = Skinny::LoadTail(rows[r], tail);
    Skinny::MultiplyRow(&sums[r], reinterpret_cast<const std::uint8_t*>(&group),
                        flip, values);
  }
}

// Adds the products of a group's parts from kPart on.
template <class Skinny, int kRows, int kPart = 0, typename Flip>
LOWP_INLINE void MultiplySkinnyParts(const std::uint8_t* const (&rows)[kRows],
                                     std::ptrdiff_t at, const Flip& flip,
                                     const std::uint8_t* b,
                                     typename Skinny::Sums (&sums)[kRows]) {
  const auto values = Skinny::template LoadB<kPart>(b);
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    Skinny::MultiplyRow(&sums[r], rows[r] + at + kPart * Skinny::kPartBytes,
                        flip, values);
  }
  if constexpr (kPart + 1 < Skinny::kParts) {
    MultiplySkinnyParts<Skinny, kRows, kPart + 1>(rows, at, flip, b, sums);
  }
}

// The sums of kRows rows: the one at `a` and those behind it. row_add is null
// or theirs. With kTail the last group is partial.
template <class Skinny, int kRows, bool kTail>
LOWP_INLINE void SumSkinnyRows(const GemmTask& task, const std::uint8_t* a,
                               const std::int32_t* row_add, std::int32_t* out,
                               std::ptrdiff_t out_stride) {
  typename Skinny::Sums sums[kRows];
  const std::uint8_t* rows[kRows];
  const std::ptrdiff_t a_stride = task.a_stride;
  const std::ptrdiff_t group_stride = task.a_group_stride;
  const auto column_add = Skinny::LoadSums(task.column_add);
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    rows[r] = r == 0 ? a : rows[r - 1] + a_stride;
    sums[r] = column_add;
  }
  if (row_add != nullptr) {
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      sums[r] = Skinny::AddToAll(sums[r], row_add[r]);
    }
  }
  const auto flip = Skinny::Flip(task.a_flip);
  const std::ptrdiff_t b_step =
      task.padded_n * static_cast<std::ptrdiff_t>(Skinny::kGroupBytes);
  const std::uint8_t* b = task.b;
  std::ptrdiff_t at = 0;
  for (int g = WholeGroups(task, Skinny::kKr); g > 0; --g) {
    MultiplySkinnyParts<Skinny, kRows>(rows, at, flip, b, sums);
    b += b_step;
    at += group_stride;
  }
  if constexpr (kTail) {
    MultiplySkinnyTail<Skinny, kRows>(rows, at, TailOf(task, Skinny::kKr),
                                      task.a_flip, b, sums);
  }
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    Skinny::StoreSums(out, sums[r]);
    out += out_stride;
  }
}

// As many of the target's rows from `row` on as can be multiplied kRows at a
// time; returns the first that is left.
template <class Skinny, int kRows, bool kTail>
LOWP_INLINE int SumSkinnyFrom(const GemmTask& task, const SumTarget& target,
                              int row) {
  const std::ptrdiff_t a_stride = task.a_stride;
  const std::ptrdiff_t out_stride = target.stride;
  const std::uint8_t* a = task.a + (target.first + row) * a_stride;
  const std::int32_t* row_add = task.row_add;
  if (row_add != nullptr) row_add += target.first + row;
  std::int32_t* out = target.sums + row * out_stride;
  for (; target.count - row >= kRows; row += kRows) {
    SumSkinnyRows<Skinny, kRows, kTail>(task, a, row_add, out, out_stride);
    a += kRows * a_stride;
    if (row_add != nullptr) row_add += kRows;
    out += kRows * out_stride;
  }
  return row;
}

// Rows of a block that is tried where the policy's own are too many.
constexpr int kFewSkinnyRows = 4;

template <class Skinny, bool kTail>
LOWP_INLINE void SumSkinnyAll(const GemmTask& task, const SumTarget& target) {
  const GemmTask local = task;
  int row = SumSkinnyFrom<Skinny, Skinny::kRows, kTail>(local, target, 0);
  if (row == target.count) return;
  if (target.count < kFewSkinnyRows) {
    SumSkinnyFrom<Skinny, 1, kTail>(local, target, row);
    return;
  }
  if (target.count - row > kFewSkinnyRows) {
    SumSkinnyFrom<Skinny, kFewSkinnyRows, kTail>(local, target, row);
  }
  // The last ones, and again some before them, which takes no longer.
  SumSkinnyFrom<Skinny, kFewSkinnyRows, kTail>(local, target,
                                               target.count - kFewSkinnyRows);
}

// GemmKernel::sum for as many columns as the policy has. Rows without a tail
// have a loop of their own: GCC computes the addresses of tails ahead of a loop
// that may have to read them, which takes longer than a small product.
template <class Skinny>
void SumSkinny(const GemmTask& task, const SumTarget& target) {
  if constexpr (Skinny::kReadsTails) {
    if (TailOf(task, Skinny::kKr) > 0) {
      return SumSkinnyAll<Skinny, true>(task, target);
    }
  }
  SumSkinnyAll<Skinny, false>(task, target);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_SKINNY_N_INL_H_
