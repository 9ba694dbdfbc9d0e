// Products of few rows with a B that is read where it lies, contiguous along
// its columns: lanes run along columns, and four values of k are interleaved in
// registers. For so few rows, packing would take several times as long.
//
// Written once over a policy `Rows`:
//   kBytes                  of a register, and columns of a strip
//   kRows                   rows of A that a strip meets at a time, all there
//                           are
//   kStripsOfARow           strips taken together where there is one row
//   Values                  registers
//   Rows(flip, columns)     holds what groups of A are flipped with, and how
//                           many columns strips have
//   Load(p)                 that many bytes of a line, and zeros
//   Interleave(lines, out)  bytes of four lines become groups of four values of
//                           k in each lane; out[j] has columns 4 j to 4 j + 3
//                           of every sixteen
//   Broadcast(group)        to all lanes, flipped
//   MultiplyAdd(sums, group, values), AddUp(sums, values)
//   Store(sums, out)        the sums of four registers, in order of columns
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_ROWS_IN_PLACE_INL_H_
#define LOWP_META_GEMM_ROWS_IN_PLACE_INL_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../../internal/compiler.h"
#include "../../internal/contract/gemm_tasks.h"
#include "../../internal/detect_platform.h"
#include "../simd/prefetch-inl.h"
#include "gemv-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Lines, each a value of k, of which four are interleaved.
constexpr int kGroupLines = 4;

// How many lines ahead are prefetched. The hardware prefetcher does not follow
// this many streams, each of which moves by a whole line of B.
constexpr std::ptrdiff_t kPrefetchedLines = 64;

// What strips multiply, and where the sums go.
struct StripTask {
  const std::uint8_t* a;
  std::ptrdiff_t a_stride;
  int rows;
  const std::uint8_t* b;
  std::ptrdiff_t b_stride;
  int k;
  int columns;  // of each strip
  std::uint8_t a_flip;
  std::int32_t* products;
  std::ptrdiff_t products_stride;
  std::int32_t* sums;  // of columns
};

// The accumulators of a strip.
template <class Rows, int kRows>
struct StripSums {
  typename Rows::Values products[kRows][kGroupLines];
  typename Rows::Values columns[kGroupLines];
};

// Where a group of lines is, all from one pointer that moves on: compilers
// would keep a pointer to each line, for which there are not enough registers.
struct GroupOfLines {
  const std::uint8_t* first;
  std::ptrdiff_t stride, three_strides;

  LOWP_INLINE std::ptrdiff_t offset(int i) const {
    return i == 3 ? three_strides : i * stride;
  }
};

// Up to four values of k of a row of A.
LOWP_INLINE std::uint32_t LoadGroup(const std::uint8_t* row, int count) {
  std::uint32_t group = 0;
  if (count == kGroupLines) {
    std::memcpy(&group, row, sizeof(group));
    return group;
  }
  for (int i = 0; i < count; ++i) {
    group |= static_cast<std::uint32_t>(row[i]) << (8 * i);
  }
  return group;
}

// Multiplies `count` lines, four but at the end, and adds the products.
template <class Rows, int kStrips, int kRows>
LOWP_INLINE void MultiplyLines(const Rows& policy, const GroupOfLines& group,
                               const std::uint8_t* const (&rows)[kRows],
                               std::ptrdiff_t k, int count,
                               StripSums<Rows, kRows> (&sums)[kStrips]) {
  typename Rows::Values groups[kRows];
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    groups[r] = policy.Broadcast(LoadGroup(rows[r] + k, count));
  }
  LOWP_UNROLL
  for (int s = 0; s < kStrips; ++s) {
    typename Rows::Values lines[kGroupLines], values[kGroupLines];
    LOWP_UNROLL
    for (int i = 0; i < kGroupLines; ++i) {
      lines[i] =
          i >= count
              ? Rows::Zero()
              : policy.Load(group.first + group.offset(i) + s * Rows::kBytes);
    }
    Rows::Interleave(lines, values);
    LOWP_UNROLL
    for (int j = 0; j < kGroupLines; ++j) {
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        policy.MultiplyAdd(&sums[s].products[r][j], groups[r], values[j]);
      }
      policy.AddUp(&sums[s].columns[j], values[j]);
    }
  }
}

template <int kStrips>
LOWP_INLINE void PrefetchStrips(const GroupOfLines& group, std::ptrdiff_t ahead,
                                int bytes) {
  std::uintptr_t first = reinterpret_cast<std::uintptr_t>(group.first) +
                         static_cast<std::uintptr_t>(ahead);
  LOWP_OPAQUE(first);
  LOWP_UNROLL
  for (int i = 0; i < kGroupLines; ++i) {
    LOWP_UNROLL
    for (int s = 0; s < kStrips; ++s) {
      __builtin_prefetch(reinterpret_cast<const void*>(
          first + static_cast<std::uintptr_t>(group.offset(i) + s * bytes)));
    }
  }
}

// Stores the sums of a strip's columns.
template <class Rows>
LOWP_INLINE void StoreStrip(const typename Rows::Values (&sums)[kGroupLines],
                            int columns, std::int32_t* out) {
  if (columns == Rows::kBytes) return Rows::Store(sums, out);
  alignas(64) std::int32_t all[Rows::kBytes];
  Rows::Store(sums, all);
  std::memcpy(out, all, static_cast<std::size_t>(columns) * sizeof(*out));
}

// Multiplies all rows, up to kRows, with neighbouring strips. Rows past the
// task's are the last one again, whose sums are not stored.
template <class Rows, int kStrips, int kRows>
LOWP_NOINLINE void SumStrips(const StripTask& task) {
  const Rows policy(task.a_flip, task.columns);
  const std::uint8_t* rows[kRows];
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    rows[r] = task.a + (r < task.rows ? r : task.rows - 1) * task.a_stride;
  }
  StripSums<Rows, kRows> sums[kStrips];
  LOWP_UNROLL
  for (StripSums<Rows, kRows>& of : sums) {
    LOWP_UNROLL
    for (int j = 0; j < kGroupLines; ++j) {
      of.columns[j] = Rows::Zero();
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) of.products[r][j] = Rows::Zero();
    }
  }
  GroupOfLines group = {task.b, task.b_stride, 3 * task.b_stride};
  const std::ptrdiff_t ahead = kPrefetchedLines * task.b_stride;
  // Counting up to zero leaves a register for lines.
  const std::ptrdiff_t whole = task.k / kGroupLines * kGroupLines;
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) rows[r] += whole;
  for (std::ptrdiff_t k = -whole; k < 0; k += kGroupLines) {
    PrefetchStrips<kStrips>(group, ahead, Rows::kBytes);
    MultiplyLines(policy, group, rows, k, kGroupLines, sums);
    group.first += kGroupLines * group.stride;
    LOWP_OPAQUE(group.first);
  }
  const int left = task.k % kGroupLines;
  if (left > 0) MultiplyLines(policy, group, rows, 0, left, sums);
  LOWP_UNROLL
  for (int s = 0; s < kStrips; ++s) {
    const int at = s * Rows::kBytes;
    StoreStrip<Rows>(sums[s].columns, task.columns, task.sums + at);
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      if (r == task.rows) break;
      StoreStrip<Rows>(sums[s].products[r], task.columns,
                       task.products + r * task.products_stride + at);
    }
  }
}

// Strips from `column` on.
template <class Rows, int kStrips, int kRows>
LOWP_INLINE void SumStripsAt(StripTask task, int column, int columns) {
  task.b += column;
  task.products += column;
  task.sums += column;
  task.columns = columns;
  SumStrips<Rows, kStrips, kRows>(task);
}

// The last strip begins early enough to be a whole one, if there is another.
template <class Rows, int kRows>
LOWP_INLINE void SumAllStrips(const StripTask& task, int n) {
  constexpr int kStrips = kRows == 1 ? Rows::kStripsOfARow : 1;
  constexpr int kColumns = kStrips * Rows::kBytes;
  int column = 0;
  if constexpr (kStrips > 1) {
    for (; column <= n - kColumns; column += kColumns) {
      SumStripsAt<Rows, kStrips, kRows>(task, column, Rows::kBytes);
    }
  }
  const int last = n < Rows::kBytes ? 0 : n - Rows::kBytes;
  for (; column < n; column += Rows::kBytes) {
    SumStripsAt<Rows, 1, kRows>(task, column < last ? column : last, n - last);
  }
}

// GemmKernel::sum of all rows of a task whose B lies in lines.
template <class Rows>
void SumRowsInPlace(const GemmTask& task, const SumTarget& target) {
  alignas(64) std::int32_t sums[kMaxColumnsInPlace];
  StripTask strips;
  strips.a = task.a;
  strips.a_stride = task.a_stride;
  strips.rows = task.m;
  strips.b = task.b;
  strips.b_stride = task.b_stride;
  strips.k = task.k;
  strips.columns = Rows::kBytes;
  strips.a_flip = task.a_flip;
  strips.products = target.sums;
  strips.products_stride = target.stride;
  strips.sums = sums;
  if (task.m == 1) {
    SumAllStrips<Rows, 1>(strips, task.n);
  } else {
    SumAllStrips<Rows, Rows::kRows>(strips, task.n);
  }
  AddInitialValues(task, target, sums);
  if (target.column_sums == nullptr) return;
  for (int c = 0; c < task.n; ++c) target.column_sums[c] = sums[c];
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_ROWS_IN_PLACE_INL_H_
