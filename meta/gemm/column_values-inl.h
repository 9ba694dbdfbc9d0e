// The columns' part of the accumulators' initial values, a register at a time
// (internal/contract/gemm_tasks.h says what they are).
//
// Written once over a register policy `Simd`; included by backends and register
// families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_COLUMN_VALUES_INL_H_
#define LOWP_META_GEMM_COLUMN_VALUES_INL_H_

#include <cstdint>

#include "../../internal/contract/gemm_tasks.h"
#include "../epilogue/epilogue_parameters-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Adds the biases of `left` > 0 columns from `column` of the result on.
template <class Simd, int kVectors>
LOWP_INLINE void AddBiases(const EpilogueOp* biases, int count, int column,
                           int left, typename Simd::I32 (&add)[kVectors]) {
  for (int i = 0; i < count; ++i) {
    const Int32Parameter& bias = biases[i].first;
    if (bias.along == Along::kRows) continue;
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const int c = v * Simd::kLanes;
      add[v] =
          Simd::Add(add[v], LoadParameter<Simd>(bias, 0, column + c, left - c));
    }
  }
}

// The initial values of a panel's columns in registers.
template <class Simd, int kVectors>
LOWP_INLINE void ColumnAdd(const GemmTask& task, const PanelPlace& panel,
                           typename Simd::I32 (&add)[kVectors]) {
  const typename Simd::I32 a_offset = Simd::Set1(task.a_offset);
  const typename Simd::I32 moved = Simd::Set1(
      static_cast<std::int32_t>(static_cast<std::uint32_t>(task.b_offset) *
                                static_cast<std::uint32_t>(task.k)));
  LOWP_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    const int column = v * Simd::kLanes;
    add[v] =
        Mul(a_offset, Simd::Add(Simd::Load(panel.column_sums + column), moved));
  }
  AddBiases<Simd>(task.biases, task.bias_count, panel.first_column, task.n,
                  add);
}

// RegisterFamily::prepare_columns.
template <class Simd>
void PrepareColumns(const ColumnTask& task) {
  using I32 = typename Simd::I32;
  const I32 a_offset = Simd::Set1(task.a_offset);
  const I32 k = Simd::Set1(task.k);
  for (int c = 0; c < task.padded_columns; c += Simd::kLanes) {
    const int left = task.columns - c;
    I32 offset = Simd::Set1(task.offset);
    if (task.offsets != nullptr && left > 0) {
      offset =
          Simd::Add(offset, left >= Simd::kLanes
                                ? Simd::Load(task.offsets + c)
                                : Simd::LoadPartial(task.offsets + c, left));
    }
    const I32 sum = Simd::Add(Simd::Load(task.sums + c), Mul(k, offset));
    if (task.offset_factor != nullptr) {
      Simd::Store(task.offset_factor + c, offset);
    }
    if (task.sum_factor != nullptr) Simd::Store(task.sum_factor + c, sum);
    I32 add[1] = {Mul(a_offset, sum)};
    if (left > 0) {
      AddBiases<Simd>(task.biases, task.bias_count, task.first_column + c, left,
                      add);
    }
    Simd::Store(task.add + c, add[0]);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_COLUMN_VALUES_INL_H_
