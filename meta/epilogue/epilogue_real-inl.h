// The epilogue of real results (internal/contract/epilogue.h: RealEpilogue):
// turns rows of sums into floats, or 16-bit floats, in one pass. Included by
// register families only, each of which compiles its own copy.
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

// What a row's sums are multiplied with, one after the other. A product with 1
// is the value itself.
template <class Simd, int kVectors>
struct RealFactors {
  using F32 = typename Simd::F32;
  F32 first[kVectors], second[kVectors];

  LOWP_INLINE void Set(RealOrder order, F32 row,
                       const F32 (&columns)[kVectors]) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      switch (order) {
        case RealOrder::kRowFirst:
          first[v] = row;
          second[v] = columns[v];
          break;
        case RealOrder::kColumnFirst:
          first[v] = columns[v];
          second[v] = row;
          break;
        case RealOrder::kProductFirst:
          first[v] = Simd::Set1(1.0f);
          second[v] = Simd::Mul(row, columns[v]);
          break;
      }
    }
  }
};

// The rows of one block of kVectors registers of columns.
template <class Simd, int kVectors>
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
  // Local copies, which stores to the result cannot change.
  const RealOrder order = real.order;
  const bool fuses_bias = real.fuses_bias, clamps = real.clamps;
  const Real type = real.type;
  const F32 low = Simd::Set1(real.low), high = Simd::Set1(real.high);
  RealFactors<Simd, kVectors> factors;
  for (int r = 0; r < task.rows; ++r) {
    factors.Set(order,
                Simd::Set1(real.row.along == Along::kRows
                               ? real.row.data[task.first_row + r]
                               : real.row.value),
                scales);
    F32 y[kVectors];
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      y[v] = Simd::Mul(Simd::ToF32(Simd::Load(task.sums + r * task.stride +
                                              v * Simd::kLanes)),
                       factors.first[v]);
      y[v] = fuses_bias
                 ? Simd::MulAdd(y[v], factors.second[v], biases[v])
                 : Simd::Add(Simd::Mul(y[v], factors.second[v]), biases[v]);
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

// Finishes sums in memory, kVectors registers of a row at a time.
template <class Simd, int kVectors>
void FinishReal(const FinishTask& task) {
  ForEachBlock<Simd, kVectors>(task, &FinishRealRows<Simd, kVectors>);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_EPILOGUE_REAL_INL_H_
