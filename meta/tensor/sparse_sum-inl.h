// Sums of quantized rows. Needs a policy as in transform-inl.h, with
//   LoadNibbles(codes, column)   4-bit codes of kLanes columns; `column`, the
//                                first one, is a multiple of kLanes
//
// A row is read once per block of columns, whose sums stay in registers; rows
// needed later are prefetched while the first block is read.
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_SPARSE_SUM_INL_H_
#define LOWP_META_TENSOR_SPARSE_SUM_INL_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../../internal/compiler.h"
#include "../../internal/contract/sparse_sum_task.h"
#include "../simd/prefetch-inl.h"
#include "transform_blocks-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// How many indices ahead a row is prefetched.
constexpr std::size_t kRowsAhead = 16;

LOWP_INLINE std::int64_t IndexAt(const SparseSumTask& task, std::size_t i) {
  return task.wide_indices ? static_cast<const std::int64_t*>(task.indices)[i]
                           : static_cast<const std::int32_t*>(task.indices)[i];
}

// A half's exponent and fraction bits, shifted to a float's, represent the
// value times 2^-112; infinities and NaN need the whole exponent.
LOWP_INLINE float FloatOfHalfBits(std::uint32_t half) {
  std::uint32_t bits = (half & 0x7FFF) << 13;
  if ((half & 0x7C00) == 0x7C00) bits |= 0x7F800000;
  float magnitude;
  std::memcpy(&magnitude, &bits, sizeof(magnitude));
  magnitude = (half & 0x7C00) == 0x7C00 ? magnitude : magnitude * 0x1p112f;
  return (half & 0x8000) != 0 ? -magnitude : magnitude;
}

LOWP_INLINE float LoadFloat(const std::uint8_t* p) {
  const std::uint32_t bits = std::uint32_t{p[0]} | std::uint32_t{p[1]} << 8 |
                             std::uint32_t{p[2]} << 16 |
                             std::uint32_t{p[3]} << 24;
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

LOWP_INLINE float LoadHalf(const std::uint8_t* p) {
  return FloatOfHalfBits(std::uint32_t{p[0]} | std::uint32_t{p[1]} << 8);
}

// The factor of a row's codes, the term that is added, and the factor of that
// sum.
struct RowFactors {
  float scale;
  float offset;
  float weight;
};

template <FusedRowFormat kFormat>
LOWP_INLINE RowFactors FactorsOf(const SparseSumTask& task, std::int64_t row,
                                 const std::uint8_t* codes, std::size_t i) {
  constexpr bool kHalf = kFormat == FusedRowFormat::k8BitHalf ||
                         kFormat == FusedRowFormat::k4BitHalf;
  constexpr bool kNibbles = kFormat == FusedRowFormat::k4BitFloat ||
                            kFormat == FusedRowFormat::k4BitHalf;
  RowFactors f;
  f.weight = 1;
  if (task.table.fused) {
    const std::uint8_t* numbers =
        codes + (kNibbles ? (std::ptrdiff_t{task.table.columns} + 1) / 2
                          : std::ptrdiff_t{task.table.columns});
    f.scale = kHalf ? LoadHalf(numbers) : LoadFloat(numbers);
    f.offset = kHalf ? LoadHalf(numbers + 2) : LoadFloat(numbers + 4);
  } else {
    f.scale = task.table.scales[row];
    f.offset = task.table.offsets[row];
  }
  if (task.weights != nullptr) {
    if (task.weights_values) {
      f.weight = task.weights[i];
    } else {
      f.scale = task.weights[i] * f.scale;
      f.offset = task.weights[i] * f.offset;
    }
  }
  return f;
}

// The codes of kLanes columns, of which `n` exist.
template <class Simd, bool kNibbles>
LOWP_INLINE typename Simd::I32 LoadCodes(const std::uint8_t* codes, int column,
                                         int n) {
  constexpr int kLanes = Simd::kLanes;
  if constexpr (kNibbles) {
    if (kLanes == 1 || n >= kLanes) return Simd::LoadNibbles(codes, column);
    std::uint8_t buffer[kLanes] = {};
    std::memcpy(buffer, codes + column / 2,
                static_cast<std::size_t>(n + 1) / 2);
    return Simd::LoadNibbles(buffer, 0);
  } else {
    if (kLanes == 1 || n >= kLanes) {
      return Simd::LoadIntegers(Scalar::kUint8, codes + column);
    }
    std::uint8_t buffer[kLanes] = {};
    std::memcpy(buffer, codes + column, static_cast<std::size_t>(n));
    return Simd::LoadIntegers(Scalar::kUint8, buffer);
  }
}

// The sums of a segment's columns from `column` on: kVectors registers, or the
// first n columns of one.
template <class Simd, FusedRowFormat kFormat, int kVectors>
LOWP_INLINE void SumColumns(const SparseSumTask& task, std::size_t first,
                            std::size_t last, int column, int n, float* out) {
  using F32 = typename Simd::F32;
  constexpr int kLanes = Simd::kLanes;
  constexpr bool kNibbles = kFormat == FusedRowFormat::k4BitFloat ||
                            kFormat == FusedRowFormat::k4BitHalf;
  const std::ptrdiff_t codes_bytes =
      kNibbles ? task.table.columns / 2 : task.table.columns;
  const std::ptrdiff_t row_bytes = codes_bytes + 8;
  F32 sums[kVectors];
  LOWP_UNROLL
  for (int v = 0; v < kVectors; ++v) sums[v] = Simd::Set1(0.0f);
  for (std::size_t i = first; i < last; ++i) {
    if (column == 0 && i + kRowsAhead < task.last_index) {
      const std::uint8_t* ahead =
          task.table.data + IndexAt(task, i + kRowsAhead) * task.table.stride;
      for (std::ptrdiff_t line = 0; line < row_bytes; line += kLineBytes) {
        __builtin_prefetch(ahead + line);
      }
    }
    const std::int64_t row = IndexAt(task, i);
    const std::uint8_t* codes = task.table.data + row * task.table.stride;
    const RowFactors f = FactorsOf<kFormat>(task, row, codes, i);
    const F32 scale = Simd::Set1(f.scale);
    const F32 offset = Simd::Set1(f.offset);
    const F32 weight = Simd::Set1(f.weight);
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const F32 code = Simd::ToF32(LoadCodes<Simd, kNibbles>(
          codes, column + v * kLanes, kVectors > 1 ? kLanes : n));
      F32 value = Simd::Add(Simd::Mul(code, scale), offset);
      if (task.weights_values) value = Simd::Mul(value, weight);
      sums[v] = Simd::Add(sums[v], value);
    }
  }
  if (kVectors > 1 || kLanes == 1 || n >= kLanes) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      Simd::Store(out + column + v * kLanes, sums[v]);
    }
  } else {
    float buffer[kLanes];
    Simd::Store(buffer, sums[0]);
    std::memcpy(out + column, buffer,
                static_cast<std::size_t>(n) * sizeof(float));
  }
}

template <class Simd, FusedRowFormat kFormat>
void SumSegments(const SparseSumTask& task) {
  constexpr int kLanes = Simd::kLanes;
  const int columns = task.table.columns;
  std::size_t first = task.index;
  for (int s = 0; s < task.segments; ++s) {
    const std::size_t last = first + static_cast<std::size_t>(task.lengths[s]);
    float* out = task.result + s * task.result_stride;
    int column = 0;
    for (; columns - column >= 8 * kLanes; column += 8 * kLanes) {
      SumColumns<Simd, kFormat, 8>(task, first, last, column, kLanes, out);
    }
    if (columns - column >= 4 * kLanes) {
      SumColumns<Simd, kFormat, 4>(task, first, last, column, kLanes, out);
      column += 4 * kLanes;
    }
    if (columns - column >= 2 * kLanes) {
      SumColumns<Simd, kFormat, 2>(task, first, last, column, kLanes, out);
      column += 2 * kLanes;
    }
    while (column < columns) {
      const int left = columns - column;
      SumColumns<Simd, kFormat, 1>(task, first, last, column, left, out);
      column += left < kLanes ? left : kLanes;
    }
    first = last;
  }
}

// RegisterFamily::sparse_sum.
template <class Simd>
void SparseSum(const SparseSumTask& task) {
  switch (task.table.format) {
    case FusedRowFormat::k8BitFloat:
      return SumSegments<Simd, FusedRowFormat::k8BitFloat>(task);
    case FusedRowFormat::k8BitHalf:
      return SumSegments<Simd, FusedRowFormat::k8BitHalf>(task);
    case FusedRowFormat::k4BitFloat:
      return SumSegments<Simd, FusedRowFormat::k4BitFloat>(task);
    case FusedRowFormat::k4BitHalf:
      return SumSegments<Simd, FusedRowFormat::k4BitHalf>(task);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_SPARSE_SUM_INL_H_
