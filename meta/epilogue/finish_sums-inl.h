// Finishes sums in memory, row after row, in whole registers.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_EPILOGUE_FINISH_SUMS_INL_H_
#define LOWP_META_EPILOGUE_FINISH_SUMS_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/backend.h"
#include "epilogue-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

template <class Simd, int kVectors>
void StoreSums(const PanelTask& task) {
  for (int r = 0; r < task.rows; ++r) {
    const std::int32_t* const products =
        task.products + r * task.products_stride;
    typename Simd::I32 sums[kVectors];
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      sums[v] = Simd::Load(products + v * Simd::kLanes);
    }
    Simd::template StoreInt32<kVectors>(sums, ResultRow(task, r), task.columns);
  }
}

template <class Simd, int kWidth, int kVectors>
LOWP_INLINE void FinishSumsAs(const PanelTask& task, int vectors,
                              const FusedPanel<Simd, kWidth>& panel) {
  if constexpr (kVectors > 1) {
    if (vectors < kVectors) {
      return FinishSumsAs<Simd, kWidth, kVectors - 1>(task, vectors, panel);
    }
  }
  if (task.epilogue->form == EpilogueForm::kStore) {
    return StoreSums<Simd, kVectors>(task);
  }
  if (task.epilogue->form == EpilogueForm::kFloat) {
    return FinishFloat<Simd, kVectors, kWidth>(
        task, panel.floating, task.products, task.products_stride, 0,
        task.rows);
  }
  FinishFixedPoint<Simd, kVectors, kWidth>(task, panel.fixed_point,
                                           task.products, task.products_stride,
                                           0, task.rows);
}

// Backend::finish, for panels of kWidth columns.
template <class Simd, int kWidth>
void FinishSums(const PanelTask& task) {
  FusedPanel<Simd, kWidth> panel;
  PrepareFusedPanel(task, &panel);
  FinishSumsAs<Simd, kWidth, kWidth / Simd::kLanes>(
      task, task.padded_columns / Simd::kLanes, panel);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_FINISH_SUMS_INL_H_
