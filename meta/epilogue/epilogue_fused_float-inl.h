// The fused epilogue in floating point (internal/contract/epilogue.h:
// FloatEpilogue): turns rows of sums into bytes of the result in one pass.
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_EPILOGUE_EPILOGUE_FUSED_FLOAT_INL_H_
#define LOWP_META_EPILOGUE_EPILOGUE_FUSED_FLOAT_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/backend.h"
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
LOWP_INLINE void PrepareFloatPanel(const PanelTask& task,
                                   FloatPanel<Simd, kWidth>* panel) {
  const FloatEpilogue& fused = task.epilogue->floating;
  panel->constants = FloatConstants<Simd>(fused);
  panel->bounds =
      typename Simd::Bounds(task.epilogue->result, fused.low, fused.high);
  const FloatParameter& scale = fused.scale;
  if (scale.along == Along::kRows) return;
  const int columns = scale.along == Along::kCols ? task.columns : 1;
  for (int c = 0; c < columns; c += Simd::kLanes) {
    panel->scales[c / Simd::kLanes] =
        LoadParameter<Simd>(scale, 0, task.first_column + c, task.columns - c);
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
                                const typename Simd::F32* scales, int step,
                                const FloatConstants<Simd>& constants,
                                const typename Simd::Bounds& bounds,
                                std::uint8_t* out, int columns) {
  typename Simd::I32 scaled[kVectors];
  LOWP_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    scaled[v] = ScaleByFloat<Simd, kClampsFirst>(
        Simd::Load(sums + v * Simd::kLanes), scales[v * step], constants);
  }
  Simd::template StoreClamped<kVectors>(bounds, scaled, out, columns);
}

template <class Simd, int kVectors, int kWidth, bool kClampsFirst>
LOWP_INLINE void FinishFloatRows(const PanelTask& task,
                                 const FloatPanel<Simd, kWidth>& panel,
                                 const std::int32_t* sums,
                                 std::ptrdiff_t stride, int row, int count) {
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
  for (int r = row; r < row + count; ++r, sums += stride) {
    std::uint8_t* const out = ResultRow(task, r);
    if (by_row) {
      const typename Simd::F32 scale =
          Simd::Set1(fused.scale.data[task.first_row + r]);
      FinishFloatRow<Simd, kVectors, kClampsFirst>(sums, &scale, 0, constants,
                                                   bounds, out, task.columns);
    } else {
      FinishFloatRow<Simd, kVectors, kClampsFirst>(sums, scales, 1, constants,
                                                   bounds, out, task.columns);
    }
  }
}

// Finishes `count` rows of sums in memory, the task's rows from `row` on.
// Columns beyond the task's are unspecified.
template <class Simd, int kVectors, int kWidth>
void FinishFloat(const PanelTask& task, const FloatPanel<Simd, kWidth>& panel,
                 const std::int32_t* sums, std::ptrdiff_t stride, int row,
                 int count) {
  if (task.epilogue->floating.clamps_first) {
    FinishFloatRows<Simd, kVectors, kWidth, true>(task, panel, sums, stride,
                                                  row, count);
  } else {
    FinishFloatRows<Simd, kVectors, kWidth, false>(task, panel, sums, stride,
                                                   row, count);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_EPILOGUE_FUSED_FLOAT_INL_H_
