// The fused epilogue in floating point (internal/contract/epilogue.h:
// FloatEpilogue): turns rows of sums into rows of the result in one pass.
// Included by backends and register families only, each of which compiles its
// own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_EPILOGUE_EPILOGUE_FUSED_FLOAT_INL_H_
#define LOWP_META_EPILOGUE_EPILOGUE_FUSED_FLOAT_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/epilogue.h"
#include "epilogue_parameters-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The constants that all registers share.
template <class Simd>
struct FloatConstants {
  FloatConstants() = default;
  LOWP_INLINE explicit FloatConstants(const FloatEpilogue& fused)
      : low(Simd::Set1(static_cast<float>(fused.low - fused.offset))),
        high(Simd::Set1(static_cast<float>(fused.high - fused.offset))),
        offset(Simd::Set1(fused.offset)) {}
  typename Simd::F32 low, high;  // if kClampsFirst
  typename Simd::I32 offset;
};

// The scales of one panel: one register per register of columns, or just the
// first if nothing varies along columns. Scales that vary along rows are read
// for each row.
template <class Simd, int kWidth>
struct FloatPanel {
  typename Simd::F32 scales[kWidth / Simd::kLanes];
  FloatConstants<Simd> constants;
  typename Simd::Bounds bounds;
};

template <class Simd, int kWidth>
LOWP_INLINE void PrepareFloatScales(const FinishTask& block,
                                    FloatPanel<Simd, kWidth>* panel) {
  const FloatParameter& scale = block.epilogue->floating.scale;
  const int columns = scale.along == Along::kCols ? block.columns : 1;
  for (int c = 0; c < columns; c += Simd::kLanes) {
    panel->scales[c / Simd::kLanes] = LoadParameter<Simd>(
        scale, 0, block.first_column + c, block.columns - c);
  }
}

template <class Simd, bool kClampsFirst>
LOWP_INLINE typename Simd::I32 ScaleByFloat(
    typename Simd::I32 x, typename Simd::F32 scale,
    const FloatConstants<Simd>& constants) {
  typename Simd::F32 scaled = Simd::Mul(Simd::ToF32(x), scale);
  if constexpr (kClampsFirst) {
    scaled = Simd::Min(Simd::Max(scaled, constants.low), constants.high);
  }
  return Simd::Add(Simd::ToNearestInt32(scaled), constants.offset);
}

template <class Simd, int kVectors, bool kClampsFirst>
LOWP_INLINE void FinishFloatRow(const std::int32_t* sums,
                                const typename Simd::F32 (&scales)[kVectors],
                                const FloatConstants<Simd>& constants,
                                const typename Simd::Bounds& bounds,
                                std::uint8_t* out, int columns) {
  typename Simd::I32 scaled[kVectors];
  LOWP_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    scaled[v] = ScaleByFloat<Simd, kClampsFirst>(
        Simd::Load(sums + v * Simd::kLanes), scales[v], constants);
  }
  Simd::template StoreClamped<kVectors>(bounds, scaled, out, columns);
}

template <class Simd, int kVectors, bool kClampsFirst>
LOWP_INLINE void FinishFloatRows(
    const FinishTask& task,
    const FloatPanel<Simd, kVectors * Simd::kLanes>& panel) {
  const FloatEpilogue& fused = task.epilogue->floating;
  // Local copies, which stores to the result cannot change.
  const FloatConstants<Simd> constants = panel.constants;
  const typename Simd::Bounds bounds = panel.bounds;
  const bool by_row = fused.scale.along == Along::kRows;
  const bool by_column = fused.scale.along == Along::kCols;
  typename Simd::F32 scales[kVectors];
  LOWP_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    scales[v] = panel.scales[by_column ? v : 0];
  }
  for (int r = 0; r < task.rows; ++r) {
    if (by_row) {
      const typename Simd::F32 scale =
          Simd::Set1(fused.scale.data[task.first_row + r]);
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) scales[v] = scale;
    }
    FinishFloatRow<Simd, kVectors, kClampsFirst>(
        task.sums + r * task.stride, scales, constants, bounds,
        ResultRow(task, r), task.columns);
  }
}

// Finishes sums in memory, kVectors registers of a row at a time.
template <class Simd, int kVectors>
void FinishFloat(const FinishTask& task) {
  const FloatEpilogue& fused = task.epilogue->floating;
  FloatPanel<Simd, kVectors * Simd::kLanes> panel;
  panel.constants = FloatConstants<Simd>(fused);
  panel.bounds =
      typename Simd::Bounds(task.epilogue->result, fused.low, fused.high);
  if (fused.scale.along == Along::kAll) PrepareFloatScales(task, &panel);
  ForEachBlock<Simd, kVectors>(
      task, [&](const FinishTask& block) LOWP_INLINE_LAMBDA {
        if (fused.scale.along == Along::kCols) {
          PrepareFloatScales(block, &panel);
        }
        if (fused.clamps_first) {
          FinishFloatRows<Simd, kVectors, true>(block, panel);
        } else {
          FinishFloatRows<Simd, kVectors, false>(block, panel);
        }
      });
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_EPILOGUE_FUSED_FLOAT_INL_H_
