// The epilogue of real results (internal/contract/epilogue.h: RealEpilogue):
// turns rows of sums into floats, or 16-bit floats, in one pass. Included by
// backends only, each of which compiles its own copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_EPILOGUE_EPILOGUE_REAL_INL_H_
#define LOWP_META_EPILOGUE_EPILOGUE_REAL_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/epilogue.h"
#include "../simd/real-inl.h"
#include "epilogue_parameters-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

template <class Simd, RealOrder kOrder, bool kFuses>
LOWP_INLINE typename Simd::F32 ScaleReal(typename Simd::I32 x,
                                         typename Simd::F32 row,
                                         typename Simd::F32 column,
                                         typename Simd::F32 bias) {
  using F32 = typename Simd::F32;
  const F32 sum = Simd::ToF32(x);
  F32 value, factor;
  if constexpr (kOrder == RealOrder::kRowFirst) {
    value = Simd::Mul(sum, row);
    factor = column;
  } else if constexpr (kOrder == RealOrder::kColumnFirst) {
    value = Simd::Mul(sum, column);
    factor = row;
  } else {
    value = sum;
    factor = Simd::Mul(row, column);
  }
  if constexpr (kFuses) return Simd::MulAdd(value, factor, bias);
  return Simd::Add(Simd::Mul(value, factor), bias);
}

template <class Simd, int kVectors>
LOWP_INLINE void StoreReals(Real type, const typename Simd::F32 (&y)[kVectors],
                            std::uint8_t* out, int columns) {
  typename Simd::I32 bits[kVectors];
  if (type == Real::kFloat32) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) bits[v] = Simd::Bits(y[v]);
    return Simd::template StoreInt32<kVectors>(bits, out, columns);
  }
  LOWP_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    bits[v] = type == Real::kBfloat16 ? ToShortBits<Simd, Real::kBfloat16>(y[v])
                                      : ToShortBits<Simd, Real::kFloat16>(y[v]);
  }
  Simd::template StoreClamped<kVectors>(
      typename Simd::Bounds(Scalar::kInt16, INT16_MIN, INT16_MAX), bits, out,
      columns);
}

// The rows of one block of kVectors registers of columns.
template <class Simd, int kVectors, RealOrder kOrder, bool kFuses>
LOWP_INLINE void FinishRealRows(const FinishTask& task) {
  using F32 = typename Simd::F32;
  const RealEpilogue& real = task.epilogue->real;
  F32 scales[kVectors], biases[kVectors];
  LOWP_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    const int column = v * Simd::kLanes;
    const int left = task.columns - column;
    scales[v] = biases[v] = Simd::Set1(0.0f);
    if (left <= 0) continue;
    scales[v] =
        LoadParameter<Simd>(real.column, 0, task.first_column + column, left);
    biases[v] =
        LoadParameter<Simd>(real.bias, 0, task.first_column + column, left);
  }
  const F32 low = Simd::Set1(real.low);
  const F32 high = Simd::Set1(real.high);
  const bool clamps = real.clamps;
  const Real type = real.type;
  for (int r = 0; r < task.rows; ++r) {
    const F32 row = Simd::Set1(real.row.along == Along::kRows
                                   ? real.row.data[task.first_row + r]
                                   : real.row.value);
    F32 y[kVectors];
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      y[v] = ScaleReal<Simd, kOrder, kFuses>(
          Simd::Load(task.sums + r * task.stride + v * Simd::kLanes), row,
          scales[v], biases[v]);
    }
    if (clamps) {
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        y[v] = Simd::Min(Simd::Max(y[v], low), high);
      }
    }
    StoreReals<Simd, kVectors>(type, y, ResultRow(task, r), task.columns);
  }
}

template <class Simd, int kVectors, RealOrder kOrder>
void FinishRealAs(const FinishTask& task) {
  if (task.epilogue->real.fuses_bias) {
    ForEachBlock<Simd, kVectors>(task,
                                 &FinishRealRows<Simd, kVectors, kOrder, true>);
  } else {
    ForEachBlock<Simd, kVectors>(
        task, &FinishRealRows<Simd, kVectors, kOrder, false>);
  }
}

// Finishes sums in memory, kVectors registers of a row at a time.
template <class Simd, int kVectors>
void FinishReal(const FinishTask& task) {
  switch (task.epilogue->real.order) {
    case RealOrder::kRowFirst:
      return FinishRealAs<Simd, kVectors, RealOrder::kRowFirst>(task);
    case RealOrder::kColumnFirst:
      return FinishRealAs<Simd, kVectors, RealOrder::kColumnFirst>(task);
    case RealOrder::kProductFirst:
      return FinishRealAs<Simd, kVectors, RealOrder::kProductFirst>(task);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_EPILOGUE_REAL_INL_H_
