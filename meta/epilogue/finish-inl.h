// The epilogue of sums that lie in memory: RegisterFamily::finish. The fused
// forms read them once, the interpreted one works over them.
//
// Written once over a register policy `Simd` (meta/simd/simd_*.h), which
// supplies
//   FinishVectors           a std::integer_sequence: how many registers of a
//                           row are finished at a time, descending, 1 at last
// and included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_EPILOGUE_FINISH_INL_H_
#define LOWP_META_EPILOGUE_FINISH_INL_H_

#include <cstddef>
#include <cstdint>
#include <utility>

#include "../../internal/compiler.h"
#include "../../internal/contract/gemm_tasks.h"
#include "epilogue_fixed_point-inl.h"
#include "epilogue_fused_float-inl.h"
#include "epilogue_list-inl.h"
#include "epilogue_real-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Adds products of factors (FinishTask).
template <class Simd>
LOWP_NOINLINE void AddFactors(const FinishTask& task) {
  for (int r = 0; r < task.rows; ++r) {
    std::int32_t* const sums = task.sums + r * task.stride;
    for (int t = 0; t < task.factor_count; ++t) {
      const typename Simd::I32 factor = Simd::Set1(task.row_factor[t][r]);
      for (int c = 0; c < task.columns; c += Simd::kLanes) {
        Simd::Store(
            sums + c,
            Simd::Add(Simd::Load(sums + c),
                      Mul(factor, Simd::Load(task.column_factor[t] + c))));
      }
    }
  }
}

template <class Simd, int kVectors>
void StoreSums(const FinishTask& task) {
  for (int r = 0; r < task.rows; ++r) {
    typename Simd::I32 sums[kVectors];
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      sums[v] = Simd::Load(task.sums + r * task.stride + v * Simd::kLanes);
    }
    Simd::template StoreInt32<kVectors>(sums, ResultRow(task, r), task.columns);
  }
}

// Finishes the task's columns, kVectors registers of them at a time.
template <class Simd, int kVectors>
void FinishColumns(const FinishTask& task) {
  switch (task.epilogue->form) {
    case EpilogueForm::kStore:
      return ForEachBlock<Simd, kVectors>(task, &StoreSums<Simd, kVectors>);
    case EpilogueForm::kFixedPoint:
      return FinishFixedPoint<Simd, kVectors>(task);
    case EpilogueForm::kFloat:
      return FinishFloat<Simd, kVectors>(task);
    case EpilogueForm::kReal:
      return FinishReal<Simd, kVectors>(task);
    case EpilogueForm::kList:
      return ForEachBlock<Simd, kVectors>(task, &FinishByList<Simd, kVectors>);
  }
}

// The first of these numbers of registers takes as many columns as it can, with
// no register empty; the next one takes the rest. Copies a task only to divide
// it: a processor that reads fields together that were stored one by one just
// before has to wait for them.
template <class Simd, int kVectors, int... kOthers>
LOWP_INLINE void FinishAs(const FinishTask& task) {
  constexpr int kWidth = kVectors * Simd::kLanes;
  const int left = task.columns % kWidth;
  const int taken =
      left > kWidth - Simd::kLanes ? task.columns : task.columns - left;
  if (taken == task.columns) return FinishColumns<Simd, kVectors>(task);
  if constexpr (sizeof...(kOthers) > 0) {
    if (taken == 0) return FinishAs<Simd, kOthers...>(task);
    FinishTask part = task;
    part.columns = taken;
    FinishColumns<Simd, kVectors>(part);
    part.columns = task.columns - taken;
    part.sums += taken;
    part.first_column += taken;
    part.result += std::ptrdiff_t{taken} * SizeOf(task.epilogue->result);
    FinishAs<Simd, kOthers...>(part);
  }
}

template <class Simd, int... kVectors>
LOWP_INLINE void FinishAsOneOf(const FinishTask& task,
                               std::integer_sequence<int, kVectors...>) {
  FinishAs<Simd, kVectors...>(task);
}

// RegisterFamily::finish.
template <class Simd>
void Finish(const FinishTask& task) {
  if (task.factor_count > 0) AddFactors<Simd>(task);
  FinishAsOneOf<Simd>(task, typename Simd::FinishVectors());
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_FINISH_INL_H_
