// The sums of one tile: a few rows of A times a whole panel of B, all of them
// in registers from their initial values to the last product. Written once over
// a kernel policy (kernel_policy-inl.h).
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_TILE_INL_H_
#define LOWP_META_GEMM_TILE_INL_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../../internal/compiler.h"
#include "../../internal/contract/gemm_tasks.h"
#include "kernel_policy-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Where terms of rows lie, `stride` bytes apart.
struct RowTerms {
  const std::uint8_t* first;
  std::ptrdiff_t stride;
};

// Groups that a run of a row of A and a panel have in common, and the values of
// k that are left of a row in place. Copied rows are zero padded to whole
// groups.
LOWP_INLINE int WholeGroups(const GemmTask& task, int kr) {
  const unsigned k = static_cast<unsigned>(task.run);
  const unsigned group = static_cast<unsigned>(kr);
  return static_cast<int>(
      task.a_form == AForm::kInPlace ? k / group : (k + group - 1) / group);
}
LOWP_INLINE int TailOf(const GemmTask& task, int kr) {
  return task.a_form == AForm::kInPlace
             ? static_cast<int>(static_cast<unsigned>(task.run) %
                                static_cast<unsigned>(kr))
             : 0;
}

// Stores a tile of sums, whose rows are `stride` apart.
template <class Simd, int kRows, int kVectors>
LOWP_INLINE void StoreTile(const typename Simd::I32 (&sums)[kRows][kVectors],
                           std::int32_t* out, std::ptrdiff_t stride) {
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      Simd::Store(out + v * Simd::kLanes, sums[r][v]);
    }
    out += stride;
  }
}

template <class Simd, int kRows, int kVectors>
LOWP_INLINE void LoadTile(const std::int32_t* from, std::ptrdiff_t stride,
                          typename Simd::I32 (&sums)[kRows][kVectors]) {
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      sums[r][v] = Simd::Load(from + v * Simd::kLanes);
    }
    from += stride;
  }
}

template <class Simd, int kRows, int kVectors>
LOWP_INLINE void CopyTile(const typename Simd::I32 (&from)[kRows][kVectors],
                          typename Simd::I32 (&to)[kRows][kVectors]) {
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) to[r][v] = from[r][v];
  }
}

// A tile while its sums are computed. Where two tiles need registers at once,
// two rows share a pointer (kRowsOfPointer), and all rows lie a_stride apart.
// Its kVectors registers of columns are those of kPanels panels.
template <class Kernel, int kRows, int kVectors, int kRowsOfPointer = 1,
          int kPanels = 1>
struct TileLoop {
  using Values = typename Kernel::Values;
  using Simd = typename Kernel::Simd;
  using Sums = typename Simd::I32[kRows][kVectors];

  // Uninitialised. Begin() sets all but flip, the strides and groups, which the
  // loops around tiles know already.
  TileLoop() = default;

  // Points at the first group of the task's rows from `row` on, which may be in
  // copied runs if kRuns says so; the sums start as `column_add`.
  template <bool kRuns>
  LOWP_INLINE void Begin(const GemmTask& task, int row,
                         const typename Simd::I32 (&column_add)[kVectors]) {
    if (kRuns && task.a_rows != nullptr) {
      LOWP_UNROLL
      for (int r = 0; r < kPointers; ++r) rows[r] = task.a_rows[row + r];
    } else {
      rows[0] = task.a + row * task.a_stride;
      LOWP_UNROLL
      for (int r = 1; r < kPointers; ++r) {
        rows[r] = rows[r - 1] + kRowsOfPointer * task.a_stride;
      }
    }
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) sums[r][v] = column_add[v];
    }
    b = task.b;
    at = 0;
    at_odd = task.a_stride;
    flips = task.a_flip != 0;
    if constexpr (kHasTerms<Kernel>) {
      const RowTerms terms = Kernel::TermsOf(task, row, rows[0]);
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        std::int32_t term;
        std::memcpy(&term, terms.first + r * terms.stride, sizeof(term));
        AddToRow(r, term);
      }
    }
    if (task.row_add == nullptr) return;
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) AddToRow(r, task.row_add[row + r]);
  }

  // After Begin, reads rows at `first` instead, `stride` bytes apart: their
  // groups from the next one on.
  LOWP_INLINE void ReadRows(const std::uint8_t* first, std::ptrdiff_t stride) {
    LOWP_UNROLL
    for (int r = 0; r < kPointers; ++r) {
      rows[r] = first + r * kRowsOfPointer * stride;
    }
    at = 0;
    at_odd = stride;
  }

  // After Begin, goes on with group `first` of the run, and the sums of those
  // before, whose rows are `stride` apart.
  LOWP_INLINE void GoOn(int first, const std::int32_t* from,
                        std::ptrdiff_t stride) {
    b += std::ptrdiff_t{first} * (kVectors * Kernel::kBytesPerVector);
    at += first * group_stride;
    at_odd += first * group_stride;
    groups -= first;
    LoadTile<Simd>(from, stride, sums);
  }

  LOWP_INLINE void AddToRow(int r, std::int32_t value) {
    const typename Simd::I32 add = Simd::Set1(value);
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) sums[r][v] = Simd::Add(sums[r][v], add);
  }

  // Multiplies the next group of the rows with that of the panel, with the
  // policy Rows, Kernel or one like it.
  template <class Rows = Kernel>
  LOWP_INLINE void MultiplyGroup() {
    MultiplyGroupInto<Rows>(sums);
  }
  template <class Rows>
  LOWP_INLINE void MultiplyGroupInto(Sums& to) {
    MultiplyParts<Rows, 0>(to);
    b += kVectorsOfPanel * Kernel::kBytesPerVector;
    at += group_stride;
    at_odd += group_stride;
    --groups;
  }

  // The same for the groups of the run until `left` are left.
  LOWP_INLINE void MultiplyGroups(int left = 0) {
    if constexpr (kSkipsFlips<Kernel, kRows, kVectors>) {
      if (!flips) {
        while (groups > left) MultiplyGroup<typename Kernel::Unflipped>();
        return;
      }
    }
    while (groups > left) MultiplyGroup();
  }

  // The same for as many groups of the run as can be multiplied kGroups at
  // once. Their loads stay in order: a panel that comes from beyond L2 takes
  // 1.25x the time where a compiler mixes them.
  template <int kGroups, class Rows = Kernel>
  LOWP_INLINE void MultiplyGroupsAtOnce() {
    Sums more[kGroups - 1];
    LOWP_UNROLL
    for (Sums& part : more) SetToZero(part);
    while (groups >= kGroups) {
      MultiplyGroup<Rows>();
      MultiplyGroupsInto<Rows, 0>(more);
    }
    LOWP_UNROLL
    for (Sums& part : more) AddSums(part);
  }
  template <class Rows, int kFirst, int kCount>
  LOWP_INLINE void MultiplyGroupsInto(Sums (&parts)[kCount]) {
    LOWP_IN_ORDER;
    MultiplyGroupInto<Rows>(parts[kFirst]);
    if constexpr (kFirst + 1 < kCount) {
      MultiplyGroupsInto<Rows, kFirst + 1>(parts);
    }
  }
  static LOWP_INLINE void SetToZero(Sums& part) {
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        part[r][v] = Simd::Set1(0);
      }
    }
  }
  LOWP_INLINE void AddSums(const Sums& part) {
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        sums[r][v] = Simd::Add(sums[r][v], part[r][v]);
      }
    }
  }

  // Goes on with run `s` of copied rows, of `run` groups.
  LOWP_INLINE void GoOnWithRun(const GemmTask& task, int s, int run) {
    at = task.a_offsets[s];
    groups = run;
  }

  // Multiplies the last group, of which only `tail` values of k are there.
  LOWP_INLINE void MultiplyTail(int tail) {
    Values values[kVectors];
    LoadB<0>(values);
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      const auto group = Kernel::LoadTail(Row(r), tail);
      Kernel::MultiplyRow(
          sums[r], reinterpret_cast<const std::uint8_t*>(&group), flip, values);
    }
  }

  // Multiplies the parts of a group from kPart on.
  template <class Rows, int kPart>
  LOWP_INLINE void MultiplyParts(Sums& to) {
    Values values[kVectors];
    LoadB<kPart>(values);
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      Rows::MultiplyRow(to[r], Row(r) + kPart * Kernel::kPartBytes, flip,
                        values);
    }
    if constexpr (kPart + 1 < Kernel::kParts) {
      MultiplyParts<Rows, kPart + 1>(to);
    }
  }

  // The next group of row r.
  LOWP_INLINE const std::uint8_t* Row(int r) const {
    return rows[r / kRowsOfPointer] + (r % kRowsOfPointer == 0 ? at : at_odd);
  }

  template <int kPart>
  LOWP_INLINE void LoadB(Values (&values)[kVectors]) const {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const std::uint8_t* panel = b;
      if constexpr (kPanels > 1) panel += v / kVectorsOfPanel * panel_stride;
      values[v] = Kernel::template LoadB<kPart>(
          panel + v % kVectorsOfPanel * Kernel::kBytesPerVector);
    }
  }

  static constexpr int kRowCount = kRows;
  static constexpr int kSumCount = kRows * kVectors;
  static constexpr int kVectorsOfPanel = kVectors / kPanels;
  static constexpr int kPointers = kRows / kRowsOfPointer;
  static_assert(kRowsOfPointer == 1 || !kHasTerms<Kernel>, "");

  Sums sums;
  const std::uint8_t* rows[kPointers];
  decltype(Kernel::Flip(0)) flip;
  bool flips;  // whether anything is to flip
  const std::uint8_t* b;
  std::ptrdiff_t panel_stride;  // if kPanels > 1
  std::ptrdiff_t group_stride;
  std::ptrdiff_t at, at_odd;  // of a pointer's first row, and its second
  int groups;                 // left of the run
};

// Multiplies the whole groups of a run.
template <class Kernel, class Tile>
LOWP_INLINE void MultiplyRun(const GemmTask& task, Tile* tile) {
  // Of few rows, loads take as long as flipping does.
  constexpr int kGroups =
      Tile::kRowCount > 2 ? 1 : kGroupsAtOnce<Kernel, Tile::kSumCount>;
  if constexpr (kGroups > 1 && kFewRowsSkipFlips<Kernel>) {
    if (task.a_flip == 0) {
      using Unflipped = typename Kernel::Unflipped;
      tile->template MultiplyGroupsAtOnce<kGroups, Unflipped>();
    } else {
      tile->template MultiplyGroupsAtOnce<kGroups>();
    }
  } else if constexpr (kGroups > 1) {
    tile->template MultiplyGroupsAtOnce<kGroups>();
  } else if constexpr (kHasUnflipped<Kernel>) {
    if (task.a_flip == 0) {
      while (tile->groups > 0) {
        tile->template MultiplyGroup<typename Kernel::Unflipped>();
      }
    }
  }
  while (tile->groups > 0) tile->MultiplyGroup();
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_TILE_INL_H_
