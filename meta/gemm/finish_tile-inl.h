// The epilogue of a tile whose sums are in registers. Sums that are the result
// are stored from there, and where Simd::kScalesTiles the usual scalings are
// done there too. All others pass through memory: what kernels hold in
// registers and what an epilogue wants there do not fit together.
//
// Written once over a register policy `Simd` (meta/simd/simd_*.h), which
// supplies
//   kScalesTiles      whether registers are best scaled at once; then also
//   StoreClampedRows  StoreClamped for several rows
// and included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_FINISH_TILE_INL_H_
#define LOWP_META_GEMM_FINISH_TILE_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/backend.h"
#include "../epilogue/epilogue-inl.h"
#include "tile_loop-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Scales rows of a tile and stores them. scale(x, v) scales a register of the
// v-th columns.
template <class Simd, int kRows, int kVectors, class Scale>
LOWP_INLINE void ScaleRows(const PanelTask& task,
                           const typename Simd::Bounds* bounds,
                           const typename Simd::I32 (*sums)[kVectors],
                           std::uint8_t* out, std::ptrdiff_t stride,
                           const Scale& scale) {
  typename Simd::I32 scaled[kRows][kVectors];
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) scaled[r][v] = scale(sums[r][v], v);
  }
  LOWP_OPAQUE(bounds);
  Simd::template StoreClampedRows<kRows, kVectors>(*bounds, scaled, out, stride,
                                                   task.columns);
}

// The same for a whole tile, two rows at a time: of these there are registers.
template <class Simd, int kRows, int kVectors, class Scale>
LOWP_INLINE void ScaleTile(const PanelTask& task,
                           const typename Simd::Bounds* bounds, int row,
                           const typename Simd::I32 (&sums)[kRows][kVectors],
                           const Scale& scale) {
  std::uint8_t* out = ResultRow(task, row);
  const std::ptrdiff_t stride =
      task.result_stride * SizeOf(task.epilogue->result);
  LOWP_UNROLL
  for (int r = 0; r + 1 < kRows; r += 2) {
    ScaleRows<Simd, 2, kVectors>(task, bounds, sums + r, out, stride, scale);
    out += 2 * stride;
  }
  if constexpr (kRows % 2 == 1) {
    ScaleRows<Simd, 1, kVectors>(task, bounds, sums + kRows - 1, out, stride,
                                 scale);
  }
}

// Scales a tile by fixed point. Constants stay in memory, where instructions
// read them: the compiler cannot see that they are the same for every register.
template <class Simd, FixedPointPath kPath, int kRows, int kVectors, int kWidth>
LOWP_INLINE void ScaleTileByFixedPoint(
    const PanelTask& task, const FixedPointPanel<Simd, kWidth>& panel, int row,
    const typename Simd::I32 (&sums)[kRows][kVectors]) {
  const int step = task.epilogue->fixed_point.along == Along::kCols;
  ScaleTile<Simd>(
      task, &panel.bounds, row, sums,
      [&panel, step](typename Simd::I32 x, int v) LOWP_INLINE_LAMBDA {
        const typename Simd::FixedPointLanes* lanes = panel.lanes + v * step;
        LOWP_OPAQUE(lanes);
        return ScaleLanes<Simd, kPath, false>(x, *lanes);
      });
}

// The same by floats.
template <class Simd, int kRows, int kVectors, int kWidth>
LOWP_INLINE void ScaleTileByFloat(
    const PanelTask& task, const FloatPanel<Simd, kWidth>& panel, int row,
    const typename Simd::I32 (&sums)[kRows][kVectors]) {
  const int step = task.epilogue->floating.scale.along == Along::kCols;
  ScaleTile<Simd>(task, &panel.bounds, row, sums,
                  [&panel, step](typename Simd::I32 x, int v)
                      LOWP_INLINE_LAMBDA {
                        const FloatPanel<Simd, kWidth>* floats = &panel;
                        LOWP_OPAQUE(floats);
                        return ScaleByFloat<Simd, false>(
                            x, floats->scales[v * step], floats->constants);
                      });
}

// Scales a tile by one of the scalings that FinishesDirectly() knows.
template <class Simd, int kRows, int kVectors, int kWidth>
LOWP_INLINE void ScaleTileByPanel(
    const PanelTask& task, const FusedPanel<Simd, kWidth>& panel, int row,
    const typename Simd::I32 (&sums)[kRows][kVectors]) {
  if (task.epilogue->form == EpilogueForm::kFloat) {
    ScaleTileByFloat<Simd>(task, panel.floating, row, sums);
  } else if (TiesGoUpward(task.epilogue->fixed_point.path)) {
    ScaleTileByFixedPoint<Simd, FixedPointPath::kUpward>(
        task, panel.fixed_point, row, sums);
  } else {
    ScaleTileByFixedPoint<Simd, FixedPointPath::kDoubleAway>(
        task, panel.fixed_point, row, sums);
  }
}

// Finishes a tile whose sums are in registers.
template <class Simd, int kRows, int kVectors, int kWidth>
LOWP_INLINE void FinishTile(const PanelTask& task,
                            const FusedPanel<Simd, kWidth>& panel, int row,
                            const typename Simd::I32 (&sums)[kRows][kVectors]) {
  if (task.epilogue->form == EpilogueForm::kStore) {
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      Simd::template StoreInt32<kVectors>(sums[r], ResultRow(task, row + r),
                                          task.columns);
    }
    return;
  }
  if constexpr (Simd::kScalesTiles) {
    if (FinishesDirectly(*task.epilogue)) {
      return ScaleTileByPanel<Simd>(task, panel, row, sums);
    }
  }
  alignas(64) std::int32_t values[kRows][kVectors * Simd::kLanes];
  StoreTile<Simd>(sums, values[0]);
  FinishRows<Simd, kVectors, kWidth>(task, panel, row, kRows, values[0]);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_FINISH_TILE_INL_H_
