// The loop over the tiles of one panel, and the tile itself, written once over
// a kernel policy: how a register of row numbers is broadcast, how panel
// numbers are loaded, and how the two are multiplied and added.
//
// A kernel policy `Kernel` supplies
//   Simd                    the register policy
//   kTileRows               rows of the largest tile
//   kWidth, kMaxVectors     columns of a panel, and registers that hold them
//   Numbers                 a register of panel numbers
//   kBytesPerVector         what LoadPanel(pointer) reads of them
//   Flip(byte)              what to flip in the numbers of rows
//   MultiplyRow(sums, row pointer, flip, panel numbers)
//                           adds one group of a row times one of the panel
//   kReadsTails             whether rows are read in place, so that their last
//                           group may be partial; then also
//   LoadTail(row pointer, tail): that group, whole
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_PANEL_LOOP_INL_H_
#define LOWP_META_PANEL_LOOP_INL_H_

#include <cstddef>
#include <cstdint>

#include "../internal/backend.h"
#include "../internal/compiler.h"
#include "epilogue-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The accumulators' initial values (see PanelTask).
template <class Kernel, int kRows, int kVectors>
LOWP_INLINE void InitialSums(
    const PanelTask& task, int row,
    typename Kernel::Simd::I32 (&sums)[kRows][kVectors]) {
  using Simd = typename Kernel::Simd;
  typename Simd::I32 column_add[kVectors];
  LOWP_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    column_add[v] = Simd::Load(task.column_add + v * Simd::kLanes);
  }
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    const std::int32_t add =
        task.row_add == nullptr ? 0 : task.row_add[row + r];
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      sums[r][v] = Simd::Add(column_add[v], Simd::Set1(add));
    }
  }
  if (task.products != nullptr) {
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      const std::int32_t* products =
          task.products + (row + r) * task.products_stride;
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        sums[r][v] =
            Simd::Add(sums[r][v], Simd::Load(products + v * Simd::kLanes));
      }
    }
  }
  for (int t = 0; t < task.factor_count; ++t) {
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        sums[r][v] = Simd::Add(
            sums[r][v],
            Mul(Simd::Set1(task.row_factor[t][row + r]),
                Simd::Load(task.column_factor[t] + v * Simd::kLanes)));
      }
    }
  }
}

// What the epilogue keeps for the columns of one panel.
template <class Kernel>
using PanelFinish = FixedPointPanel<typename Kernel::Simd, Kernel::kWidth>;

// Multiplies kRows rows with the whole panel and finishes them.
template <class Kernel, int kRows, int kVectors>
void MultiplyTile(const PanelTask& task, const PanelFinish<Kernel>& finish,
                  int row) {
  using Simd = typename Kernel::Simd;
  constexpr std::ptrdiff_t kPanelStep = kVectors * Kernel::kBytesPerVector;
  typename Simd::I32 sums[kRows][kVectors];
  InitialSums<Kernel, kRows, kVectors>(task, row, sums);

  const std::uint8_t* rows[kRows];
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    rows[r] = task.rows_data + (row + r) * task.row_stride;
  }
  const std::ptrdiff_t group_stride = task.group_stride;
  const auto flip = Kernel::Flip(task.row_flip);
  const std::uint8_t* panel = static_cast<const std::uint8_t*>(task.panel);
  std::ptrdiff_t at = 0;
  for (int g = task.groups; g > 0; --g) {
    typename Kernel::Numbers numbers[kVectors];
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      numbers[v] = Kernel::LoadPanel(panel + v * Kernel::kBytesPerVector);
    }
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      Kernel::MultiplyRow(sums[r], rows[r] + at, flip, numbers);
    }
    panel += kPanelStep;
    at += group_stride;
  }
  if constexpr (Kernel::kReadsTails) {
    if (task.tail > 0) {
      typename Kernel::Numbers numbers[kVectors];
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        numbers[v] = Kernel::LoadPanel(panel + v * Kernel::kBytesPerVector);
      }
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        const auto group = Kernel::LoadTail(rows[r] + at, task.tail);
        Kernel::MultiplyRow(sums[r],
                            reinterpret_cast<const std::uint8_t*>(&group), flip,
                            numbers);
      }
    }
  }
  FinishTile<Simd, kRows, kVectors, Kernel::kWidth>(task, finish, row, sums);
}

template <class Kernel>
using TileFunction = void (*)(const PanelTask&, const PanelFinish<Kernel>&,
                              int);

// The tile of exactly `rows` rows, 1 .. Kernel::kTileRows.
template <class Kernel, int kVectors, int kRows = Kernel::kTileRows>
LOWP_INLINE TileFunction<Kernel> TileOf(int rows) {
  if constexpr (kRows == 1) {
    return &MultiplyTile<Kernel, 1, kVectors>;
  } else {
    return rows == kRows ? &MultiplyTile<Kernel, kRows, kVectors>
                         : TileOf<Kernel, kVectors, kRows - 1>(rows);
  }
}

template <class Kernel, int kVectors>
void MultiplyPanelOf(const PanelTask& task, const PanelFinish<Kernel>& finish) {
  int row = 0;
  for (; task.rows - row >= Kernel::kTileRows; row += Kernel::kTileRows) {
    MultiplyTile<Kernel, Kernel::kTileRows, kVectors>(task, finish, row);
  }
  if (row < task.rows) {
    TileOf<Kernel, kVectors>(task.rows - row)(task, finish, row);
  }
}

template <class Kernel, int kVectors = Kernel::kMaxVectors>
LOWP_INLINE void MultiplyPanelAs(const PanelTask& task, int vectors,
                                 const PanelFinish<Kernel>& finish) {
  if constexpr (kVectors == 1) {
    MultiplyPanelOf<Kernel, 1>(task, finish);
  } else {
    if (vectors == kVectors) {
      MultiplyPanelOf<Kernel, kVectors>(task, finish);
    } else {
      MultiplyPanelAs<Kernel, kVectors - 1>(task, vectors, finish);
    }
  }
}

// Backend::multiply.
template <class Kernel>
void MultiplyPanel(const PanelTask& task) {
  PanelFinish<Kernel> finish;
  if (task.epilogue->form == EpilogueForm::kFixedPoint) {
    PrepareFixedPointPanel(task, &finish);
  }
  MultiplyPanelAs<Kernel>(task, task.padded_columns / Kernel::Simd::kLanes,
                          finish);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_PANEL_LOOP_INL_H_
