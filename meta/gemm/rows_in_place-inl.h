// Products of few rows with a B that is read where it lies, contiguous along
// its columns: lanes run along columns, and a few values of k are interleaved
// in registers. For so few rows, packing would take several times as long.
//
// Written once over a policy `Rows`:
//   kColumns                columns of a strip: four registers of sums
//   kRows                   the maximum of rows of A that a strip meets at once
//   kStripsOfARow           strips taken together where there is one row
//   kSteps                  steps to multiply a group of kGroupLines lines
//   kElementSize            bytes of a value of A
//   kPaddedRows             whether rows of A are padded to whole groups
//   kMasksColumns           whether strips may have fewer columns; else B has
//                           at least kColumns
//   kSumsApart              whether columns are summed in a pass of their own,
//                           if at all: groups of A have the offset in them
//   Sums, Values, Group     registers: sums, interleaved lines, a group of A
//   Rows(task)              holds what loads need of a StripTask
//   Zero()                  of sums
//   Load(group, step, from, out)
//                           the lines of a strip that the step multiplies,
//                           interleaved, in four registers
//   LoadGroup(p, step)      the values of a row of A that they meet, for all
//                           lanes
//   MultiplyAdd(sums, group, values)
//   AddUp(sums, values), or with kSumsApart CanAdd(a_offset), and kOnes, a
//                           group that is 1 without flips and offset
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

// Lines, each a value of k, of a group.
constexpr int kGroupLines = 4;

// Registers of a strip's sums.
constexpr int kStripRegisters = 4;

// How many lines ahead are prefetched. The hardware prefetcher does not follow
// this many streams, each of which moves by a whole line of B.
constexpr std::ptrdiff_t kPrefetchedLines = 64;

// What strips multiply, and where the sums go.
struct StripTask {
  const std::uint8_t* a;
  std::ptrdiff_t a_stride;
  std::ptrdiff_t a_mask;  // 0: every group of A is the first one. Else ones
  int rows;
  const std::uint8_t* b;
  std::ptrdiff_t b_stride;
  int k;
  int first, columns;  // those of a strip that are wanted
  std::uint8_t a_flip;
  std::int32_t a_offset;  // with kSumsApart
  std::int32_t* products;
  std::ptrdiff_t products_stride;
  std::int32_t* sums;  // of columns, without kSumsApart
};

// The accumulators of a strip: those of rows and, unless they are summed apart,
// of columns behind them.
template <class Rows, int kRows>
struct StripSums {
  static constexpr int kCount = kRows + (Rows::kSumsApart ? 0 : 1);
  typename Rows::Sums of[kCount][kStripRegisters];
};

// Where a group of lines is, all from one pointer that moves on: compilers
// would keep a pointer to each line, for which there are not enough registers.
struct GroupOfLines {
  const std::uint8_t* first;
  std::ptrdiff_t stride, three_strides;

  LOWP_INLINE const std::uint8_t* line(int i) const {
    return first + (i == 3 ? three_strides : i * stride);
  }
};

// Multiplies the lines of a step and adds the products.
template <class Rows, int kStrips, int kRows>
LOWP_INLINE void MultiplyStep(const Rows& policy, const GroupOfLines& group,
                              const std::uint8_t* const (&rows)[kRows],
                              std::ptrdiff_t at, int step,
                              StripSums<Rows, kRows> (&sums)[kStrips]) {
  typename Rows::Group groups[kRows];
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    groups[r] = policy.LoadGroup(rows[r] + at, step);
  }
  LOWP_UNROLL
  for (int s = 0; s < kStrips; ++s) {
    typename Rows::Values values[kStripRegisters];
    policy.Load(group, step, s * Rows::kColumns, values);
    LOWP_UNROLL
    for (int j = 0; j < kStripRegisters; ++j) {
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        policy.MultiplyAdd(&sums[s].of[r][j], groups[r], values[j]);
      }
      if constexpr (!Rows::kSumsApart) {
        policy.AddUp(&sums[s].of[kRows][j], values[j]);
      }
    }
  }
}

// The last lines, fewer than a group, and the values that they meet, made a
// whole group by zeros.
template <class Rows, int kStrips, int kRows>
struct LastGroup {
  static constexpr int kLineBytes = kStrips * Rows::kColumns;
  static constexpr int kValueBytes = kGroupLines * Rows::kElementSize;

  LOWP_INLINE void Copy(const GroupOfLines& group, int columns,
                        const std::uint8_t* const (&rows)[kRows], int count) {
    std::memset(lines, 0, sizeof(lines));
    std::memset(values, 0, sizeof(values));
    const int of_line =
        Rows::kMasksColumns && columns < Rows::kColumns ? columns : kLineBytes;
    for (int i = 0; i < count; ++i) {
      std::memcpy(lines[i], group.line(i), static_cast<std::size_t>(of_line));
    }
    for (int r = 0; r < kRows; ++r) {
      std::memcpy(values[r], rows[r],
                  static_cast<std::size_t>(Rows::kPaddedRows
                                               ? kValueBytes
                                               : count * Rows::kElementSize));
    }
  }

  alignas(64) std::uint8_t lines[kGroupLines][kLineBytes];
  std::uint8_t values[kRows][kValueBytes];
};

template <class Rows, int kStrips>
LOWP_INLINE void PrefetchStrips(const GroupOfLines& group,
                                std::ptrdiff_t ahead) {
  std::uintptr_t first = reinterpret_cast<std::uintptr_t>(group.first) +
                         static_cast<std::uintptr_t>(ahead);
  LOWP_OPAQUE(first);
  LOWP_UNROLL
  for (int i = 0; i < kGroupLines; ++i) {
    LOWP_UNROLL
    for (int s = 0; s < kStrips; ++s) {
      __builtin_prefetch(reinterpret_cast<const void*>(
          first + static_cast<std::uintptr_t>(group.line(i) - group.first +
                                              s * Rows::kColumns)));
    }
  }
}

// Stores the sums of some of a strip's columns.
template <class Rows>
LOWP_NOINLINE void StorePartOfStrip(
    const typename Rows::Sums (&sums)[kStripRegisters], int first, int columns,
    std::int32_t* out) {
  alignas(64) std::int32_t all[Rows::kColumns];
  Rows::Store(sums, all);
  std::memcpy(out, all + first,
              static_cast<std::size_t>(columns) * sizeof(*out));
}

// Stores the sums of the columns that are wanted. If not all are, from a copy:
// sums whose address a function gets would not be in registers.
template <class Rows>
LOWP_INLINE void StoreStrip(const typename Rows::Sums (&sums)[kStripRegisters],
                            const StripTask& task, std::int32_t* out) {
  if (task.columns == Rows::kColumns) return Rows::Store(sums, out);
  typename Rows::Sums copy[kStripRegisters];
  LOWP_UNROLL
  for (int j = 0; j < kStripRegisters; ++j) copy[j] = sums[j];
  StorePartOfStrip<Rows>(copy, task.first, task.columns, out);
}

// Multiplies all rows, which are kRows, with neighbouring strips.
template <class Rows, int kStrips, int kRows>
LOWP_NOINLINE void SumStrips(const StripTask& task) {
  const Rows policy(task);
  const std::ptrdiff_t whole =
      task.k / kGroupLines * kGroupLines * Rows::kElementSize;
  const std::ptrdiff_t mask = Rows::kSumsApart ? task.a_mask : -1;
  const std::uint8_t* rows[kRows];
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    rows[r] = task.a + r * task.a_stride + (whole & mask);
  }
  StripSums<Rows, kRows> sums[kStrips];
  LOWP_UNROLL
  for (StripSums<Rows, kRows>& strip : sums) {
    LOWP_UNROLL
    for (auto& of : strip.of) {
      LOWP_UNROLL
      for (int j = 0; j < kStripRegisters; ++j) of[j] = Rows::Zero();
    }
  }
  GroupOfLines group = {task.b, task.b_stride, 3 * task.b_stride};
  const std::ptrdiff_t ahead = kPrefetchedLines * task.b_stride;
  LastGroup<Rows, kStrips, kRows> last;
  constexpr int kStep = last.kValueBytes;
  int left = task.k % kGroupLines;
  // Counting up to zero leaves a register for lines.
  for (std::ptrdiff_t at = -whole;; at = -kStep) {
    for (; at < 0; at += kStep) {
      PrefetchStrips<Rows, kStrips>(group, ahead);
      LOWP_UNROLL
      for (int step = 0; step < Rows::kSteps; ++step) {
        MultiplyStep(policy, group, rows, at & mask, step, sums);
      }
      group.first += kGroupLines * group.stride;
      LOWP_OPAQUE(group.first);
    }
    if (left == 0) break;
    last.Copy(group, task.columns, rows, left);
    group = {last.lines[0], last.kLineBytes, 3 * last.kLineBytes};
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) rows[r] = last.values[r] + (kStep & mask);
    left = 0;
  }
  LOWP_UNROLL
  for (int s = 0; s < kStrips; ++s) {
    const int at = s * Rows::kColumns;
    if constexpr (!Rows::kSumsApart) {
      StoreStrip<Rows>(sums[s].of[kRows], task, task.sums + at);
    }
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      StoreStrip<Rows>(sums[s].of[r], task,
                       task.products + r * task.products_stride + at);
    }
  }
}

// Strips from `column` on, of which `first` and the next `columns` are wanted.
template <class Rows, int kStrips, int kRows>
LOWP_INLINE void SumStripsAt(StripTask task, int column, int first,
                             int columns) {
  task.b += column;
  task.products += column + first;
  task.sums += column + first;
  task.first = first;
  task.columns = columns;
  SumStrips<Rows, kStrips, kRows>(task);
}

// The last strip begins early enough to be a whole one. If the task has too few
// columns for that, it is not the first of its product, and the strip begins in
// the columns before it; or Rows masks those that are missing.
template <class Rows, int kRows>
LOWP_INLINE void SumAllStrips(const StripTask& task, int n) {
  constexpr int kColumns = Rows::kColumns;
  int column = 0;
  if constexpr (kRows == 1) {
    constexpr int kStrips = Rows::kStripsOfARow;
    for (; column <= n - kStrips * kColumns; column += kStrips * kColumns) {
      SumStripsAt<Rows, kStrips, kRows>(task, column, 0, kColumns);
    }
  }
  const int columns = n < kColumns ? n : kColumns;
  const int last = n < kColumns && Rows::kMasksColumns ? 0 : n - kColumns;
  const int first = last < 0 ? -last : 0;
  for (; column < n; column += kColumns) {
    SumStripsAt<Rows, 1, kRows>(task, column < last ? column : last, first,
                                columns);
  }
}

// All rows: up to kRows at a time.
template <class Rows, int kRows = Rows::kRows>
LOWP_INLINE void SumRowsOfStrips(StripTask task, int n) {
  for (; task.rows >= kRows; task.rows -= kRows) {
    SumAllStrips<Rows, kRows>(task, n);
    task.a += kRows * task.a_stride;
    task.products += kRows * task.products_stride;
  }
  if constexpr (kRows > 1) {
    if (task.rows > 0) SumRowsOfStrips<Rows, kRows - 1>(task, n);
  }
}

template <class Rows>
LOWP_NOINLINE void SumRowsInPlace(const GemmTask& task,
                                  const SumTarget& target) {
  alignas(64) std::int32_t sums[kMaxColumnsInPlace];
  StripTask strips;
  strips.a = task.a;
  strips.a_stride = task.a_stride;
  strips.a_mask = -1;
  strips.rows = task.m;
  strips.b = task.b;
  strips.b_stride = task.b_stride;
  strips.k = task.k;
  strips.a_flip = task.a_flip;
  strips.a_offset = 0;
  strips.products = target.sums;
  strips.products_stride = target.stride;
  strips.sums = sums;
  bool adds_sums = true;
  if constexpr (Rows::kSumsApart) {
    if (Rows::CanAdd(task.a_offset)) {
      strips.a_offset = task.a_offset;
      adds_sums = false;
    }
  }
  bool sums_columns =
      Rows::kSumsApart && (adds_sums || target.column_sums != nullptr);
  for (;;) {
    SumRowsOfStrips<Rows>(strips, task.n);
    if (!sums_columns) break;
    // Once more, with a row of ones.
    if constexpr (Rows::kSumsApart) {
      strips.a = reinterpret_cast<const std::uint8_t*>(&Rows::kOnes);
    }
    strips.a_mask = 0;
    strips.rows = 1;
    strips.a_flip = 0;
    strips.a_offset = 0;
    strips.products = sums;
    sums_columns = false;
  }
  AddInitialValues(task, target, adds_sums ? sums : nullptr);
  if (target.column_sums == nullptr) return;
  for (int c = 0; c < task.n; ++c) target.column_sums[c] = sums[c];
}

// GemmKernel::sum of all rows of a task whose B lies in lines; Rows<whether B
// is signed>.
template <template <bool> class Rows>
void SumLinesInPlace(const GemmTask& task, const SumTarget& target) {
  if (task.b_scalar == Scalar::kInt8) {
    SumRowsInPlace<Rows<true>>(task, target);
  } else {
    SumRowsInPlace<Rows<false>>(task, target);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_ROWS_IN_PLACE_INL_H_
