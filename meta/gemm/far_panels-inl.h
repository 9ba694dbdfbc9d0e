// Panels from beyond the caches: how tiles share them, and prefetch.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_FAR_PANELS_INL_H_
#define LOWP_META_GEMM_FAR_PANELS_INL_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../../internal/compiler.h"
#include "../../internal/contract/gemm_tasks.h"
#include "../simd/prefetch-inl.h"
#include "tile-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Whether a few rows are multiplied faster than memory yields a panel.
template <class Kernel, typename = void>
constexpr bool kOutrunsMemory = false;
template <class Kernel>
constexpr bool
    kOutrunsMemory<Kernel, std::void_t<decltype(Kernel::kRowsOutrunMemory)>> =
        true;

// Whether tiles may take a panel in pieces (GroupsOfAPiece): those of whole
// panels, where a few rows outrun memory.
template <class Kernel, int kVectors>
constexpr bool kMayPrefetchPanels = kVectors == Kernel::kMaxVectors &&
                                    (kOutrunsMemory<Kernel>);

// How panels are multiplied that come from beyond the caches. Up to
// kMaxRowsInPieces rows meet a panel in pieces of k, which L1 holds: each tile
// multiplies a piece before any tile takes the next one, and prefetches its
// share of that. Otherwise the first tile would wait for the whole panel, and
// the second for nothing of it. More rows prefetch the next panel while they
// multiply this one. Measured on an Emerald Rapids.
constexpr int kMaxRowsInPieces = 16;
// The same where prefetching goes into L2. Measured on a Zen 4, where more rows
// lose less by waiting than pieces cost.
constexpr int kMaxRowsInPiecesFromL2 = 8;
constexpr int kPieceBytes = 16384;

// Bytes of a panel that few rows multiply between two prefetches. More lines at
// once would wait for one another. Many rows prefetch less, and stopping for it
// as often would cost them more.
constexpr int kPrefetchStep = 1024;
constexpr int kPrefetchStepOfManyRows = 4096;
// Of the lines of kPrefetchStep bytes, those that a single tile prefetches of
// its own panel, into L1 or L2; the hardware prefetcher continues. Measured on
// an Emerald Rapids, where more lines in L1 help if the panel is in no cache
// but cost time if it is in the last one, and on a Zen 4, where one line in L2
// halves the time.
constexpr int kLinesInL1 = 8;
constexpr int kLinesInL2 = 1;

// Of `groups`, those that all tiles of kRows rows multiply before the next
// ones.
template <class Kernel, int kRows, int kVectors>
LOWP_INLINE int GroupsOfAPiece(const GemmTask& task, int rows, int groups) {
  const int max_rows =
      task.prefetches_into_l1 ? kMaxRowsInPieces : kMaxRowsInPiecesFromL2;
  return rows > kRows && rows <= max_rows
             ? kPieceBytes / (kVectors * Kernel::kBytesPerVector)
             : groups;
}

// Multiplies all groups, and prefetches. Where a group is a cache line, that is
// a line with each group: hardware does not follow what is read so slowly.
// Otherwise it is some lines of what is multiplied next or, where several tiles
// read the panel, this tile's share of as many groups behind these.
template <class Kernel, int kRows, int kVectors>
LOWP_INLINE void MultiplyGroupsAhead(const GemmTask& task, int row,
                                     TileLoop<Kernel, kRows, kVectors>* loop) {
  constexpr int kStep = kVectors * Kernel::kBytesPerVector;
  if constexpr (kStep == kLineBytes) {
    if (loop->groups == 0) return;
    do {
      PrefetchLines<1>(loop->b + kPanelAhead);
      loop->MultiplyGroup();
    } while (loop->groups > 0);
    return;
  }
  static_assert(kPrefetchStep % kStep == 0, "groups end with a step");
  const bool alone = task.m == kRows;
  const int step =
      task.m <= kMaxRowsInPieces ? kPrefetchStep : kPrefetchStepOfManyRows;
  const int groups = step / kStep;
  const std::ptrdiff_t left = std::ptrdiff_t{loop->groups} * kStep;
  std::uintptr_t ahead = reinterpret_cast<std::uintptr_t>(loop->b);
  ahead += static_cast<std::uintptr_t>(alone ? kPanelAhead
                                             : left + left * row / task.m);
  const std::uintptr_t share =
      static_cast<std::uintptr_t>(step * kRows / task.m);
  std::uintptr_t due = ahead;
  while (loop->groups > 0) {
    due += share;
    if (alone) {
      if (kOutrunsMemory<Kernel> && task.prefetches_into_l1) {
        PrefetchLinesIntoL1<kLinesInL1>(ahead);
      } else {
        PrefetchLines<kLinesInL2>(ahead);
      }
      ahead = due;
    }
    for (; ahead < due; ahead += kLineBytes) PrefetchLines<1>(ahead);
    loop->MultiplyGroups(loop->groups > groups ? loop->groups - groups : 0);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_FAR_PANELS_INL_H_
