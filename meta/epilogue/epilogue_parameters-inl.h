// What the forms of the epilogue share: parameters in registers, and the
// addresses of the result's rows. Included by backends and register families
// only, each of which compiles its own copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_EPILOGUE_EPILOGUE_PARAMETERS_INL_H_
#define LOWP_META_EPILOGUE_EPILOGUE_PARAMETERS_INL_H_

#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/epilogue.h"
#include "../../internal/contract/gemm_tasks.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Loads one register of columns, of which `left` exist.
template <class Simd>
LOWP_INLINE typename Simd::I32 LoadColumns(const std::int32_t* data, int left) {
  return left >= Simd::kLanes ? Simd::Load(data)
                              : Simd::LoadPartial(data, left);
}
template <class Simd>
LOWP_INLINE typename Simd::F32 LoadColumns(const float* data, int left) {
  return left >= Simd::kLanes ? Simd::Load(data)
                              : Simd::LoadPartial(data, left);
}
template <class Simd>
LOWP_INLINE typename Simd::F64 LoadColumns(const double* data, int left) {
  return left >= Simd::kLanes ? Simd::LoadDoubles(data)
                              : Simd::LoadDoubles(data, left);
}

// Loads a parameter for a row and the columns from `column` on, of which `left`
// exist: its value for the row, or one per column.
template <class Simd, class Parameter>
LOWP_INLINE auto LoadParameter(const Parameter& parameter, int row, int column,
                               int left) {
  if (parameter.along == Along::kAll) return Simd::Set1(parameter.value);
  if (parameter.along == Along::kRows) return Simd::Set1(parameter.data[row]);
  return LoadColumns<Simd>(parameter.data + column, left);
}

// The value at a row of a parameter that does not vary along columns.
LOWP_INLINE std::int32_t ValueOfRow(const Int32Parameter& parameter, int row) {
  return parameter.along == Along::kRows ? parameter.data[row]
                                         : parameter.value;
}

// Where a row of the task's part of the result begins.
LOWP_INLINE std::uint8_t* ResultRow(const FinishTask& task, int row) {
  return task.result + row * task.result_stride;
}

// Calls function(block) for each block of kVectors registers of the task's
// columns; the last one may have fewer columns.
template <class Simd, int kVectors, class Function>
LOWP_INLINE void ForEachBlock(const FinishTask& task,
                              const Function& function) {
  constexpr int kWidth = kVectors * Simd::kLanes;
  const int size = SizeOf(task.epilogue->result);
  FinishTask block = task;
  for (int left = task.columns; left > 0; left -= kWidth) {
    block.columns = left < kWidth ? left : kWidth;
    function(block);
    block.sums += kWidth;
    block.first_column += kWidth;
    block.result += kWidth * size;
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_EPILOGUE_PARAMETERS_INL_H_
