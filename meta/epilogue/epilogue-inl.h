// The epilogue as backends run it: sums in memory become bytes of the result.
// The fused forms read them once, the interpreted form works over them.
//
// Written once over a register policy `Simd` (meta/simd/simd_*.h); included by
// backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_EPILOGUE_EPILOGUE_INL_H_
#define LOWP_META_EPILOGUE_EPILOGUE_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/backend.h"
#include "../../internal/contract/epilogue.h"
#include "epilogue_fixed_point-inl.h"
#include "epilogue_fused_float-inl.h"
#include "epilogue_list-inl.h"
#include "epilogue_parameters-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// A fused epilogue's constants for the columns of one panel.
template <class Simd, int kWidth>
struct FusedPanel {
  FixedPointPanel<Simd, kWidth> fixed_point;
  FloatPanel<Simd, kWidth> floating;
};

// Whether there is a FixedPointEpilogue, perhaps as part of a list.
LOWP_INLINE bool ScalesByFusedFixedPoint(const Epilogue& epilogue) {
  return epilogue.form == EpilogueForm::kFixedPoint ||
         (epilogue.form == EpilogueForm::kList && epilogue.fused_op != nullptr);
}

template <class Simd, int kWidth>
LOWP_INLINE void PrepareFusedPanel(const PanelTask& task,
                                   FusedPanel<Simd, kWidth>* panel) {
  if (ScalesByFusedFixedPoint(*task.epilogue)) {
    PrepareFixedPointPanel(task, &panel->fixed_point);
  } else if (task.epilogue->form == EpilogueForm::kFloat) {
    PrepareFloatPanel(task, &panel->floating);
  }
}

// Finishes `count` rows of sums in memory, the task's rows from `row` on. May
// overwrite the sums.
template <class Simd, int kVectors, int kWidth>
LOWP_INLINE void FinishRows(const PanelTask& task,
                            const FusedPanel<Simd, kWidth>& panel, int row,
                            int count, std::int32_t* sums) {
  constexpr int kStride = kVectors * Simd::kLanes;
  if (task.epilogue->form == EpilogueForm::kFixedPoint) {
    FinishFixedPoint<Simd, kVectors, kWidth>(task, panel.fixed_point, sums,
                                             kStride, row, count);
  } else if (task.epilogue->form == EpilogueForm::kFloat) {
    FinishFloat<Simd, kVectors, kWidth>(task, panel.floating, sums, kStride,
                                        row, count);
  } else {
    InterpretTile<Simd, kVectors>(task, panel.fixed_point.lanes, row, count,
                                  sums);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_EPILOGUE_INL_H_
