// The sums of one tile: a few rows times a whole panel, all of them in
// registers from their initial values to the last product. Written once over a
// kernel policy: how a register of row numbers is broadcast, how panel numbers
// are loaded, and how the two are multiplied and added.
//
// A kernel policy `Kernel` supplies
//   Simd                    the register policy
//   kTileRows               rows of the usual tile
//   kMostTileRows           rows of the largest one
//   kWidth, kMaxVectors     columns of a panel, and registers that hold them
//   Numbers                 a register of panel numbers
//   kBytesPerVector         of a register's columns in a group
//   kParts                  parts of a group that are multiplied one after
//                           another; a row's lie kPartBytes apart
//   LoadPanel<part>(pointer)
//                           a register of that part
//   Flip(byte)              what to flip in the numbers of rows
//   MultiplyRow(sums, row pointer, flip, panel numbers)
//                           adds one part of a row times one of the panel
//   kReadsTails             whether rows are read in place, so that their last
//                           group may be partial; then also
//   LoadTail(row pointer, tail): that group, whole
//   kFinishesLate           see panel_loop-inl.h
// or, where kHasOwnLoop<Kernel> says so, in place of all from Numbers on
//   MultiplyGroups<kRows, kVectors>(task, row, sums)
//                           adds the products of rows and panel
// Such a kernel gets its rows in tiles of kTileRows, but for the last one.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_TILE_LOOP_INL_H_
#define LOWP_META_GEMM_TILE_LOOP_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/backend.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

template <class Kernel>
constexpr bool kHasOwnLoop = false;

// Stores a tile of sums, row after row.
template <class Simd, int kRows, int kVectors>
LOWP_INLINE void StoreTile(const typename Simd::I32 (&sums)[kRows][kVectors],
                           std::int32_t* out) {
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      Simd::Store(out + (r * kVectors + v) * Simd::kLanes, sums[r][v]);
    }
  }
}

// Adds to rows of sums in memory, the task's from `row` on, what few tasks
// have: products that were made elsewhere, and factors (see PanelTask). Apart
// from the tile, whose registers and instructions it would cost.
template <class Simd, int kVectors>
LOWP_NOINLINE void AddProductsAndFactors(const PanelTask& task, int row,
                                         int rows, std::int32_t* sums) {
  for (int r = row; r < row + rows; ++r) {
    for (int v = 0; v < kVectors; ++v, sums += Simd::kLanes) {
      typename Simd::I32 sum = Simd::Load(sums);
      if (task.products != nullptr) {
        sum =
            Simd::Add(sum, Simd::Load(task.products + r * task.products_stride +
                                      v * Simd::kLanes));
      }
      for (int t = 0; t < task.factor_count; ++t) {
        sum = Simd::Add(
            sum, Mul(Simd::Set1(task.row_factor[t][r]),
                     Simd::Load(task.column_factor[t] + v * Simd::kLanes)));
      }
      Simd::Store(sums, sum);
    }
  }
}

// The accumulators' initial values (see PanelTask).
template <class Kernel, int kRows, int kVectors>
LOWP_INLINE void InitialSums(
    const PanelTask& task, int row,
    typename Kernel::Simd::I32 (&sums)[kRows][kVectors]) {
  using Simd = typename Kernel::Simd;
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      sums[r][v] = Simd::Load(task.column_add + v * Simd::kLanes);
    }
  }
  if (task.row_add != nullptr) {
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      const typename Simd::I32 add = Simd::Set1(task.row_add[row + r]);
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        sums[r][v] = Simd::Add(sums[r][v], add);
      }
    }
  }
  if (task.products != nullptr || task.factor_count > 0) {
    alignas(64) std::int32_t values[kRows][kVectors * Simd::kLanes];
    StoreTile<Simd>(sums, values[0]);
    AddProductsAndFactors<Simd, kVectors>(task, row, kRows, values[0]);
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        sums[r][v] = Simd::Load(values[r] + v * Simd::kLanes);
      }
    }
  }
}

// A tile in the making.
template <class Kernel, int kRows, int kVectors>
struct TileLoop {
  using Numbers = typename Kernel::Numbers;

  LOWP_INLINE TileLoop(const PanelTask& task, int row)
      : flip(Kernel::Flip(task.row_flip)),
        panel(static_cast<const std::uint8_t*>(task.panel)),
        group_stride(task.group_stride),
        groups(task.groups) {
    InitialSums<Kernel, kRows, kVectors>(task, row, sums);
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      rows[r] = task.rows_data + (row + r) * task.row_stride;
    }
  }

  // Uninitialised; DirectPanel::Begin fills it in.
  TileLoop() = default;

  // Multiplies the next group of the rows with that of the panel.
  LOWP_INLINE void MultiplyGroup() {
    MultiplyParts<0>();
    panel += kVectors * Kernel::kBytesPerVector;
    at += group_stride;
    --groups;
  }

  // The same for the last group, of which only `tail` depths are there.
  LOWP_INLINE void MultiplyTail(int tail) {
    Numbers numbers[kVectors];
    LoadPanel<0>(numbers);
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      const auto group = Kernel::LoadTail(rows[r] + at, tail);
      Kernel::MultiplyRow(sums[r],
                          reinterpret_cast<const std::uint8_t*>(&group), flip,
                          numbers);
    }
  }

  // Multiplies the parts of a group from kPart on.
  template <int kPart>
  LOWP_INLINE void MultiplyParts() {
    Numbers numbers[kVectors];
    LoadPanel<kPart>(numbers);
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      Kernel::MultiplyRow(sums[r], rows[r] + at + kPart * Kernel::kPartBytes,
                          flip, numbers);
    }
    if constexpr (kPart + 1 < Kernel::kParts) MultiplyParts<kPart + 1>();
  }

  template <int kPart>
  LOWP_INLINE void LoadPanel(Numbers (&numbers)[kVectors]) const {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      numbers[v] = Kernel::template LoadPanel<kPart>(
          panel + v * Kernel::kBytesPerVector);
    }
  }

  typename Kernel::Simd::I32 sums[kRows][kVectors];
  const std::uint8_t* rows[kRows];
  decltype(Kernel::Flip(0)) flip;
  const std::uint8_t* panel;
  std::ptrdiff_t group_stride;
  std::ptrdiff_t at = 0;
  int groups;  // left
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_TILE_LOOP_INL_H_
