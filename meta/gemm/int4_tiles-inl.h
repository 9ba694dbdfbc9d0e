// Products with 4-bit weights: a tile of a few rows and strips of columns, a
// group of k at a time. Sums of a group stay in registers; at the group's end
// they are scaled and added to totals in L1 (int4_group_end-inl.h).
//
// Written once over a kernel policy `Kernel`, which supplies
//   Lanes            a register policy with floats (float_scalar.h), and
//     Multiply(x, y)             the low half of a product of I32
//     SetShort(y), AddShortProduct(sum, x, y)   sum + x * y, where x is an I32
//                                and both are within int16
//     MulAdd(x, y, z)            x * y + z of F32, rounded once
//     LoadFloat16(p), LoadBfloat16(p)   kLanes finite values as F32
//   kTileRows        rows of the largest tile: 2, 4 or 6
//   kTileStrips      strips of it
//   kEndsInRegisters whether the usual end of a group is worth code of its own
//   kCosts           as in Int4Kernel
//   kOtherCosts      optional: pointers to the same on other processors
//   Sums             of a register of columns: SumsOf() makes an I32 of them,
//                    Clear() zeroes them, Shift() multiplies them by 16,
//                    Settle() keeps compilers from copying them in the loop
//   Arrange(sums)    puts those of a tile, all settled, at
//                    sums[row][register of columns] for SumsOf()
//   Unpack           Int4Unpacking::unpack, if kCosts want it
//   OneRow           a policy for tiles of a row that are not unpacked, with
//                    groups of at most kInt4OneRowGroup; kPrefetches, if it has
//                    that, says whether it follows Int4Task::ahead
//   TwoRows          one for tiles of two rows that are not unpacked
//   MultiplyStep<kUnpacked>(b, rows, at, sums)
//                    adds the products of kInt4Step values of k: the lines of
//                    strips one after another at b, rows at rows[r] + at
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_INT4_TILES_INL_H_
#define LOWP_META_GEMM_INT4_TILES_INL_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../../internal/compiler.h"
#include "../../internal/contract/int4_task.h"
#include "../simd/prefetch-inl.h"
#include "int4_group_end-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr int kInt4LineBytes = 64;
// The largest group for OneRow, which may sum the high halves of lines 16 times
// too large: int32 holds the sums of half as many values of 15 * 16 * 128. With
// 8-bit weights, whose first sums are shifted, it is a 16th of that.
constexpr int kInt4OneRowGroup = 1 << 17;

// Whether a single row's kernel prefetches where the task says so: it has a
// loop of its own for that.
template <class Kernel, typename = void>
constexpr bool kPrefetchesOneRow = false;
template <class Kernel>
constexpr bool
    kPrefetchesOneRow<Kernel, std::void_t<decltype(Kernel::kPrefetches)>> =
        Kernel::kPrefetches;

template <class Kernel, typename = void>
constexpr bool kHasOtherCosts = false;
template <class Kernel>
constexpr bool
    kHasOtherCosts<Kernel, std::void_t<decltype(Kernel::kOtherCosts)>> = true;
// The largest value of a field of the kernel's costs, on any processor.
template <class Kernel>
constexpr int MaxOfCosts(int Int4Costs::*field) {
  int max = Kernel::kCosts.*field;
  if constexpr (kHasOtherCosts<Kernel>) {
    for (const Int4Costs* costs : Kernel::kOtherCosts) {
      max = costs->*field > max ? costs->*field : max;
    }
  }
  return max;
}

// Whether tiles of several rows always prefetch: where Int4Task::ahead is 0,
// what they multiply.
template <class Kernel, int kRows>
LOWP_INLINE constexpr bool PrefetchesRows() {
  if constexpr (kRows > 1) {
    return MaxOfCosts<Kernel>(&Int4Costs::bytes_ahead) > 0;
  }
  return false;
}

// Multiplies `count` values of k of a group: those of columns from b on, and
// those of rows that end where `rows` point. Counting up to zero leaves a
// register for rows.
template <class Kernel, bool kUnpacked, int kPrefetchedLines, class Sums,
          int kRows>
LOWP_INLINE void MultiplySteps(const std::uint8_t* b,
                               [[maybe_unused]] std::ptrdiff_t ahead,
                               std::ptrdiff_t step,
                               const std::int8_t* const (&rows)[kRows],
                               std::ptrdiff_t count, Sums& sums) {
  std::ptrdiff_t at = -count;
  do {
    Kernel::template MultiplyStep<kUnpacked>(b, rows, at, sums);
    if constexpr (kPrefetchedLines > 0) {
      PrefetchLinesIntoL1<kPrefetchedLines>(AddressAhead(b, ahead));
    }
    b += step;
    at += kInt4Step;
  } while (at < 0);
}

// Calls function(&sums) for the sums of each register. GCC would take the
// pragmas of loops at the end of an endless loop for that loop's.
template <class Sums, int kRows, int kVectors, class Function>
LOWP_INLINE void ForEachSums(Sums (&sums)[kRows][kVectors],
                             const Function& function) {
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) function(&sums[r][v]);
  }
}

// Ends a group of a tile: in registers, or from of_group.sums.
template <class Kernel, bool kVaries, int kRows, int kVectors>
LOWP_INLINE void EndGroupOfTile(
    const typename Kernel::Sums (&sums)[kRows][kVectors], bool in_registers,
    const Int4GroupSums<typename Kernel::Lanes>& of_group) {
  using Lanes = typename Kernel::Lanes;
  if (in_registers) {
    return EndUsualGroup<Kernel, kVaries>(of_group.task, of_group.group,
                                          of_group.first_row, of_group.column,
                                          sums);
  }
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      Lanes::Store(of_group.sums + r * kInt4Nr + v * Lanes::kLanes,
                   Kernel::SumsOf(sums[r][v]));
    }
  }
  EndInt4Group(of_group);
}

// A tile of rows from `first` on, all strips, all groups. Rows past the task's
// are the last one again, whose sums nobody reads.
template <class Kernel, int kRows, int kStrips, bool kUnpacked>
LOWP_NOINLINE void MultiplyInt4Tile(const Int4Task& task, int first) {
  using Lanes = typename Kernel::Lanes;
  constexpr int kVectors = kStrips * (kInt4Strip / Lanes::kLanes);
  constexpr int kStepBytes =
      kInt4Step / kInt4LineK * kInt4LineBytes * (kUnpacked ? 2 : 1);
  constexpr int kStepLines = kStrips * kStepBytes / kInt4LineBytes;
  constexpr bool kAlone = kRows == 1 && kStrips * kInt4Strip == kInt4Nr &&
                          !kUnpacked && kPrefetchesOneRow<Kernel>;
  constexpr bool kAlways = !kUnpacked && PrefetchesRows<Kernel, kRows>();
  const int left = task.rows - first;
  const std::int8_t* rows[kRows];
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    rows[r] = task.a + (first + (r < left ? r : left - 1)) * task.a_stride;
  }
  alignas(64) std::int32_t buffer[kRows * kInt4Nr];
  Int4GroupSums<Lanes> of_group = {
      task,  0, first, left < kRows ? left : kRows, 0, kStrips * kInt4Strip,
      buffer};
  // Zero points of weights are left to L1 in the few tiles that are narrower
  // than the kernel's, for the sake of their size.
  constexpr bool kVaries = kStrips == Kernel::kTileStrips;
  const bool is_usual = Kernel::kEndsInRegisters && IsUsual(task) &&
                        (kVaries || task.zero_points == nullptr);
  [[maybe_unused]] const std::ptrdiff_t ahead = task.ahead;
  const std::uint8_t* block = task.b;
  for (; of_group.group < task.groups; ++of_group.group) {
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) rows[r] += task.padded_group;
    for (int strip = 0; strip < task.strips; strip += kStrips) {
      typename Kernel::Sums sums[kRows][kVectors];
      ForEachSums(sums, [](auto* x) LOWP_INLINE_LAMBDA { Kernel::Clear(x); });
      const std::ptrdiff_t count = task.padded_group;
      std::ptrdiff_t step =
          (kStrips * kInt4Strip == kInt4Nr ? kStrips : task.strips) *
          std::ptrdiff_t{kStepBytes};
      // Or compilers make another loop for a single strip.
      if (kStrips == 1) LOWP_OPAQUE(step);
      for (int half = 0;;) {
        const std::uint8_t* b =
            block + half * task.half_stride + strip * kStepBytes;
        if (kAlone && ahead != 0) {
          MultiplySteps<Kernel, kUnpacked, kAlone ? kStepLines : 0>(
              b, ahead, step, rows, count, sums);
        } else {
          MultiplySteps<Kernel, kUnpacked, kAlways ? kStepLines : 0>(
              b, ahead, step, rows, count, sums);
        }
        if (++half == task.halves) break;
        ForEachSums(sums, [](auto* x) LOWP_INLINE_LAMBDA { Kernel::Shift(x); });
      }
      ForEachSums(sums, [](auto* x) LOWP_INLINE_LAMBDA { Kernel::Settle(x); });
      Kernel::Arrange(sums);
      of_group.column = strip * kInt4Strip;
      EndGroupOfTile<Kernel, kVaries>(sums, is_usual, of_group);
    }
    block += task.b_stride;
  }
}

template <class Kernel, int kRows, bool kUnpacked>
LOWP_INLINE void MultiplyInt4Rows(const Int4Task& task, int first) {
  if (Kernel::kTileStrips > 1 && task.strips % Kernel::kTileStrips == 0) {
    return MultiplyInt4Tile<Kernel, kRows, Kernel::kTileStrips, kUnpacked>(
        task, first);
  }
  MultiplyInt4Tile<Kernel, kRows, 1, kUnpacked>(task, first);
}

// Whether the kernel unpacks values, on any processor.
template <class Kernel>
constexpr bool kUnpacksInt4 = MaxOfCosts<Kernel>(&Int4Costs::unpacked_k) > 0;

// Int4Unpacking::multiply.
template <class Kernel>
void MultiplyUnpackedInt4(const Int4Task& task) {
  for (int row = 0; row < task.rows; row += Kernel::kTileRows) {
    MultiplyInt4Rows<Kernel, Kernel::kTileRows, true>(task, row);
  }
}

// Int4Kernel::multiply.
template <class Kernel>
void MultiplyInt4(const Int4Task& task) {
  constexpr int kTile = Kernel::kTileRows;
  constexpr int kFew = kTile < 4 ? kTile : 4;
  for (int row = 0; row < task.rows; row += kTile) {
    const int left = task.rows - row;
    if (left == 1 &&
        task.padded_group <=
            (task.halves == 1 ? kInt4OneRowGroup : kInt4OneRowGroup / 16)) {
      MultiplyInt4Rows<typename Kernel::OneRow, 1, false>(task, row);
    } else if (left <= 2 || kTile == 2) {
      MultiplyInt4Rows<typename Kernel::TwoRows, 2, false>(task, row);
    } else if (left <= 4 || kTile == 4) {
      MultiplyInt4Rows<Kernel, kFew, false>(task, row);
    } else {
      MultiplyInt4Rows<Kernel, kTile, false>(task, row);
    }
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_INT4_TILES_INL_H_
