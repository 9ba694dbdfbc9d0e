// The columns' part of the accumulators' initial values, a register at a time
// (internal/gemm/initial_values.h says what they are).
//
// Written once over a register policy `Simd`; included by backends only, each
// of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_GEMM_INITIAL_VALUES_INL_H_
#define LOWP_META_GEMM_INITIAL_VALUES_INL_H_

#include <cstdint>

#include "../../internal/contract/backend.h"
#include "../epilogue/epilogue-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// `add` and the biases of `left` > 0 columns from `column` of the result on.
template <class Simd>
LOWP_INLINE typename Simd::I32 AddBiases(const EpilogueOp* biases, int count,
                                         typename Simd::I32 add, int column,
                                         int left) {
  for (int i = 0; i < count; ++i) {
    const Int32Parameter& bias = biases[i].first;
    if (bias.along == Along::kRows) continue;
    add = Simd::Add(add, LoadParameter<Simd>(bias, 0, column, left));
  }
  return add;
}

// Backend::prepare_columns.
template <class Simd>
void PrepareColumns(const ColumnTask& task) {
  using I32 = typename Simd::I32;
  const I32 row_offset = Simd::Set1(task.row_offset);
  const I32 depth = Simd::Set1(task.depth);
  for (int c = 0; c < task.padded_columns; c += Simd::kLanes) {
    const int left = task.columns - c;
    I32 offset = Simd::Set1(task.offset);
    if (task.offsets != nullptr && left > 0) {
      offset =
          Simd::Add(offset, left >= Simd::kLanes
                                ? Simd::Load(task.offsets + c)
                                : Simd::LoadPartial(task.offsets + c, left));
    }
    const I32 sum = Simd::Add(Simd::Load(task.sums + c), Mul(depth, offset));
    if (task.offset_factor != nullptr) {
      Simd::Store(task.offset_factor + c, offset);
    }
    if (task.sum_factor != nullptr) Simd::Store(task.sum_factor + c, sum);
    I32 add = Mul(row_offset, sum);
    if (left > 0) {
      add = AddBiases<Simd>(task.biases, task.bias_count, add,
                            task.first_column + c, left);
    }
    Simd::Store(task.add + c, add);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_GEMM_INITIAL_VALUES_INL_H_
