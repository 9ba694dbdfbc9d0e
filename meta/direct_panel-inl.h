// Rows times a panel in one go: the columns' initial values, the products, the
// epilogue and the store, all of it in registers. A product of a few thousand
// multiplications costs mostly the way from one function to the next. And where
// the depth is small, the processor finishes one tile while it begins the next
// one anyhow; sums that wait in memory (panel_loop-inl.h) cost loads.
//
// Written once over a kernel policy (tile_loop-inl.h), whose rows are read in
// place. Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_DIRECT_PANEL_INL_H_
#define LOWP_META_DIRECT_PANEL_INL_H_

#include <cstddef>
#include <cstdint>

#include "../internal/backend.h"
#include "../internal/compiler.h"
#include "epilogue-inl.h"
#include "initial_values-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The epilogues, each for the registers of one row:
//   Finish(sums, out, stride, columns)
//                     finishes the sums of rows that lie `stride` bytes apart

// Sums that are the result.
template <class Simd, int kVectors>
struct DirectSums {
  LOWP_INLINE explicit DirectSums(const DirectTask&) {}

  template <int kRows>
  LOWP_INLINE void Finish(typename Simd::I32 (&sums)[kRows][kVectors],
                          std::uint8_t* out, std::ptrdiff_t stride,
                          int columns) const {
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      Simd::template StoreInt32<kVectors>(sums[r], out, columns);
      out += stride;
    }
  }
};

// Sums that are scaled, clamped and narrowed. `Scale` makes its constants of a
// task's epilogue, Of(epilogue), and scales one register of the v-th columns.
template <class Simd, int kVectors, class Scale>
struct DirectScaled {
  LOWP_INLINE explicit DirectScaled(const DirectTask& task)
      : scale(task),
        bounds(task.epilogue->result, Scale::Of(*task.epilogue).low,
               Scale::Of(*task.epilogue).high) {}

  template <int kRows>
  LOWP_INLINE void Finish(typename Simd::I32 (&sums)[kRows][kVectors],
                          std::uint8_t* out, std::ptrdiff_t stride,
                          int columns) const {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) sums[r][v] = scale(sums[r][v], v);
    }
    Simd::template StoreClampedRows<kRows, kVectors>(bounds, sums, out, stride,
                                                     columns);
  }

  Scale scale;
  typename Simd::Bounds bounds;
};

// A scaling by fixed point, kByColumn with constants of their own for each
// register.
template <class Simd, int kVectors, bool kByColumn>
struct DirectFixedPoint {
  static LOWP_INLINE const FixedPointEpilogue& Of(const Epilogue& epilogue) {
    return epilogue.fixed_point;
  }

  LOWP_INLINE explicit DirectFixedPoint(const DirectTask& task) {
    const FixedPointEpilogue& fused = Of(*task.epilogue);
    if constexpr (kByColumn) {
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        const int column = v * Simd::kLanes;
        lanes[v] = LanesOfColumns<Simd>(fused, task.first_column + column,
                                        task.columns - column);
      }
    } else {
      const std::int32_t multiplier = fused.multiplier.value;
      lanes[0] = Simd::MakeUsualFixedPointLanes(
          fused,
          ReducesMultiplier(fused.rounding) ? ReducedMultiplier(multiplier)
                                            : multiplier,
          fused.exponent.value);
    }
  }

  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x, int v) const {
    // Where ties go upward, the lanes have no sign to subtract.
    return ScaleLanes<Simd, FixedPointPath::kDoubleAway, false>(
        x, lanes[kByColumn ? v : 0]);
  }

  typename Simd::FixedPointLanes lanes[kByColumn ? kVectors : 1];
};

// A scaling by floats.
template <class Simd, int kVectors>
struct DirectFloat {
  static LOWP_INLINE const FloatEpilogue& Of(const Epilogue& epilogue) {
    return epilogue.floating;
  }

  LOWP_INLINE explicit DirectFloat(const DirectTask& task)
      : constants(Of(*task.epilogue)) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const int column = v * Simd::kLanes;
      scales[v] = LoadParameter<Simd>(Of(*task.epilogue).scale, 0,
                                      task.first_column + column,
                                      task.columns - column);
    }
  }

  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x, int v) const {
    return ScaleByFloat<Simd, false>(x, scales[v], constants);
  }

  typename Simd::F32 scales[kVectors];
  FloatConstants<Simd> constants;
};

// The columns' part of the initial values, see ColumnTask.
template <class Simd, int kVectors>
LOWP_INLINE void DirectColumns(const DirectTask& task,
                               typename Simd::I32 (&add)[kVectors]) {
  const typename Simd::I32 row_offset = Simd::Set1(task.row_offset);
  const typename Simd::I32 moved = Simd::Set1(
      static_cast<std::int32_t>(static_cast<std::uint32_t>(task.column_offset) *
                                static_cast<std::uint32_t>(task.depth)));
  LOWP_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    const int column = v * Simd::kLanes;
    add[v] = AddBiases<Simd>(
        task.biases, task.bias_count,
        Mul(row_offset, Simd::Add(Simd::Load(task.sums + column), moved)),
        task.first_column + column, task.columns - column);
  }
}

// What the loop over the rows needs, in memory: registers are for the sums. The
// compiler keeps nothing else in them, and makes no copies for want of them,
// as long as it cannot see what is where (LOWP_OPAQUE).
template <class Kernel, int kGroup, int kVectors, class Epilogue>
class DirectPanel {
 public:
  using Simd = typename Kernel::Simd;

  LOWP_INLINE explicit DirectPanel(const DirectTask& task)
      : flip_(Kernel::Flip(task.row_flip)),
        rows_data_(task.rows_data),
        row_stride_(task.row_stride),
        row_add_(task.row_add),
        panel_(static_cast<const std::uint8_t*>(task.panel)),
        groups_(static_cast<unsigned>(task.depth) / kGroup),
        tail_(static_cast<unsigned>(task.depth) % kGroup),
        columns_(task.columns),
        result_(static_cast<std::uint8_t*>(task.result)),
        result_stride_(task.result_stride),
        epilogue_(task) {
    DirectColumns<Simd>(task, column_add_);
  }

  // Multiplies and finishes kRows rows from `row` on.
  template <int kRows>
  LOWP_INLINE void MultiplyTile(int row) const {
    const DirectPanel* self = this;
    LOWP_OPAQUE(self);
    typename Simd::I32 sums[kRows][kVectors];
    const std::uint8_t* rows[kRows];
    self->Begin(row, rows, sums);
    const auto flip = self->flip_;
    const std::uint8_t* panel = self->panel_;
    std::ptrdiff_t at = 0;
    for (unsigned g = self->groups_; g > 0; --g) {
      Numbers numbers[kVectors];
      LoadPanel(panel, numbers);
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        Kernel::MultiplyRow(sums[r], rows[r] + at, flip, numbers);
      }
      panel += kVectors * Kernel::kBytesPerVector;
      at += kGroup;
    }
    if (const int tail = self->tail_; tail > 0) {
      Numbers numbers[kVectors];
      LoadPanel(panel, numbers);
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        const auto group = Kernel::LoadTail(rows[r] + at, tail);
        Kernel::MultiplyRow(sums[r],
                            reinterpret_cast<const std::uint8_t*>(&group), flip,
                            numbers);
      }
    }
    self->epilogue_.Finish(sums, self->result_ + row * self->result_stride_,
                           self->result_stride_, self->columns_);
  }

 private:
  using Numbers = typename Kernel::Numbers;

  // Where rows are, and their initial values.
  template <int kRows>
  LOWP_INLINE void Begin(int row, const std::uint8_t* (&rows)[kRows],
                         typename Simd::I32 (&sums)[kRows][kVectors]) const {
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      rows[r] =
          r == 0 ? rows_data_ + row * row_stride_ : rows[r - 1] + row_stride_;
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) sums[r][v] = column_add_[v];
    }
    if (row_add_ == nullptr) return;
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      const typename Simd::I32 add = Simd::Set1(row_add_[row + r]);
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        sums[r][v] = Simd::Add(sums[r][v], add);
      }
    }
  }

  static LOWP_INLINE void LoadPanel(const std::uint8_t* panel,
                                    Numbers (&numbers)[kVectors]) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      numbers[v] = Kernel::LoadPanel(panel + v * Kernel::kBytesPerVector);
    }
  }

  typename Simd::I32 column_add_[kVectors];
  const decltype(Kernel::Flip(0)) flip_;
  const std::uint8_t* const rows_data_;
  const std::ptrdiff_t row_stride_;
  const std::int32_t* const row_add_;
  const std::uint8_t* const panel_;
  const unsigned groups_;
  const int tail_;
  const int columns_;
  std::uint8_t* const result_;
  const std::ptrdiff_t result_stride_;
  const Epilogue epilogue_;
};

// All rows. The last tile takes rows again that the one before had, rather than
// fewer: it is as fast, and there are fewer kinds of tiles.
template <class Kernel, int kGroup, int kVectors, class Epilogue>
void MultiplyDirectRows(const DirectTask& task) {
  const DirectPanel<Kernel, kGroup, kVectors, Epilogue> panel(task);
  const int rows = task.rows;
  int row = 0;
  if (rows < kDirectTileRows) {
    for (; row < rows; ++row) panel.template MultiplyTile<1>(row);
    return;
  }
  if constexpr (kVectors == 1) {
    constexpr int kTwoTiles = 2 * kDirectTileRows;
    for (; rows - row >= kTwoTiles; row += kTwoTiles) {
      panel.template MultiplyTile<kTwoTiles>(row);
    }
    if (row == rows) return;
  }
  const int last = rows - kDirectTileRows;
  if (row > last) row = last;
  for (;;) {
    panel.template MultiplyTile<kDirectTileRows>(row);
    if (row == last) return;
    row = row + kDirectTileRows < last ? row + kDirectTileRows : last;
  }
}

template <class Kernel, int kGroup, int kVectors>
LOWP_INLINE void MultiplyDirectOf(const DirectTask& task) {
  using Simd = typename Kernel::Simd;
  const Epilogue& epilogue = *task.epilogue;
  if (epilogue.form == EpilogueForm::kStore) {
    MultiplyDirectRows<Kernel, kGroup, kVectors, DirectSums<Simd, kVectors>>(
        task);
  } else if (epilogue.form == EpilogueForm::kFloat) {
    using Scale = DirectFloat<Simd, kVectors>;
    MultiplyDirectRows<Kernel, kGroup, kVectors,
                       DirectScaled<Simd, kVectors, Scale>>(task);
  } else if (epilogue.fixed_point.along == Along::kCols) {
    using Scale = DirectFixedPoint<Simd, kVectors, true>;
    MultiplyDirectRows<Kernel, kGroup, kVectors,
                       DirectScaled<Simd, kVectors, Scale>>(task);
  } else {
    using Scale = DirectFixedPoint<Simd, kVectors, false>;
    MultiplyDirectRows<Kernel, kGroup, kVectors,
                       DirectScaled<Simd, kVectors, Scale>>(task);
  }
}

// Backend::multiply_direct, for groups of kGroup numbers.
template <class Kernel, int kGroup, int kVectors = Kernel::kMaxVectors>
void MultiplyDirectPanel(const DirectTask& task) {
  if constexpr (kVectors > 1) {
    if (task.padded_columns < kVectors * Kernel::Simd::kLanes) {
      return MultiplyDirectPanel<Kernel, kGroup, kVectors - 1>(task);
    }
  }
  MultiplyDirectOf<Kernel, kGroup, kVectors>(task);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_DIRECT_PANEL_INL_H_
