// Softmax of rows of few values: kSoftmaxRows rows at a time, a row in each
// lane. Maxima and sums then are those of lanes, and no register is mostly
// empty.
//
// Needs of a Kind (softmax_strip-inl.h), beside Exponentials and MakeScales,
//   Distance(largest, x), Term(x)  what Distances and Sum make of a register
//   ScalesOfRows(row)              those of the rows in a register's lanes
//   Scaled(x, scales)              a register of results, clamped
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_SOFTMAX_NARROW_INL_H_
#define LOWP_META_TENSOR_SOFTMAX_NARROW_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/transform.h"
#include "softmax_strip-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Of a row. On an Emerald Rapids with AVX-512, 1024 rows of 2 bytes
// take 0.4x the time of those in strips, of 5 bytes 0.7x, of 10 bytes 0.9x.
constexpr std::size_t kMaxNarrowColumns = 8;
// Fewer rows would leave lanes empty.
constexpr std::size_t kMinNarrowRows = 4;

// Rows in lanes: value c of row r is values[c * lanes + r]. There are whole
// registers of rows.
struct RowsInLanes {
  std::int32_t* values;
  std::size_t lanes;
  std::size_t columns;
};

// Behind the last of `count` rows, it is repeated.
template <typename T>
LOWP_INLINE void ReadNarrowRows(const void* rows, std::size_t count,
                                const RowsInLanes& to) {
  for (std::size_t r = 0; r < to.lanes; ++r) {
    const std::size_t row = r < count ? r : count - 1;
    const T* const from = static_cast<const T*>(rows) + row * to.columns;
    std::int32_t* const lane = to.values + r;
    for (std::size_t c = 0; c < to.columns; ++c) lane[c * to.lanes] = from[c];
  }
}

// T is unsigned: conversions keep the low bits of negative values.
template <typename T>
LOWP_INLINE void WriteNarrowRows(const RowsInLanes& from, std::size_t count,
                                 void* rows) {
  T* to = static_cast<T*>(rows);
  for (std::size_t r = 0; r < count; ++r, to += from.columns) {
    const std::int32_t* const lane = from.values + r;
    for (std::size_t c = 0; c < from.columns; ++c) {
      to[c] = static_cast<T>(lane[c * from.lanes]);
    }
  }
}

// Replaces values by their results.
template <class Simd, class Kind>
LOWP_INLINE void SoftmaxOfLanes(const RowsInLanes& rows, Kind* kind) {
  using I32 = typename Simd::I32;
  std::int32_t* const values = rows.values;
  const std::size_t lanes = rows.lanes, end = rows.columns * lanes;
  for (std::size_t row = 0; row < lanes; row += Simd::kLanes) {
    I32 largest = Simd::Load(values + row);
    for (std::size_t i = row + lanes; i < end; i += lanes) {
      largest = Simd::Max(largest, Simd::Load(values + i));
    }
    for (std::size_t i = row; i < end; i += lanes) {
      Simd::Store(values + i, Kind::Distance(largest, Simd::Load(values + i)));
    }
  }
  kind->Exponentials(values, end);
  std::uint64_t sums[kSoftmaxRows];
  for (std::size_t row = 0; row < lanes; row += Simd::kLanes) {
    I32 sum = Simd::Set1(0);
    for (std::size_t i = row; i < end; i += lanes) {
      sum = Simd::Add(sum, Kind::Term(Simd::Load(values + i)));
    }
    std::int32_t sum_of[Simd::kLanes];
    Simd::Store(sum_of, sum);
    for (int i = 0; i < Simd::kLanes; ++i) {
      sums[row + i] = static_cast<std::uint32_t>(sum_of[i]);
    }
  }
  kind->MakeScales(sums, lanes);
  for (std::size_t row = 0; row < lanes; row += Simd::kLanes) {
    const auto scales = kind->ScalesOfRows(row);
    for (std::size_t i = row; i < end; i += lanes) {
      Simd::Store(values + i, kind->Scaled(Simd::Load(values + i), scales));
    }
  }
}

// Rows of at most kMaxNarrowColumns.
template <class Simd, class Kind>
LOWP_NOINLINE void NarrowSoftmaxRows(const TransformTask& task) {
  constexpr std::size_t kLanes = Simd::kLanes;
  Kind kind(task);
  const std::uint8_t* in = static_cast<const std::uint8_t*>(task.input);
  std::uint8_t* out = static_cast<std::uint8_t*>(task.output);
  alignas(64) std::int32_t values[kMaxNarrowColumns * kSoftmaxRows];
  for (std::size_t first = 0; first < task.runs; first += kSoftmaxRows) {
    const std::size_t left = task.runs - first;
    const std::size_t count = left < kSoftmaxRows ? left : kSoftmaxRows;
    const RowsInLanes rows = {values, (count + kLanes - 1) / kLanes * kLanes,
                              task.count};
    if (task.input_scalar == Scalar::kInt16) {
      ReadNarrowRows<std::int16_t>(in, count, rows);
    } else if (task.input_scalar == Scalar::kInt8) {
      ReadNarrowRows<std::int8_t>(in, count, rows);
    } else {
      ReadNarrowRows<std::uint8_t>(in, count, rows);
    }
    SoftmaxOfLanes<Simd>(rows, &kind);
    if (task.scalar == Scalar::kInt16) {
      WriteNarrowRows<std::uint16_t>(rows, count, out);
    } else {
      WriteNarrowRows<std::uint8_t>(rows, count, out);
    }
    const std::size_t done = count * task.count;
    in += done * static_cast<std::size_t>(SizeOf(task.input_scalar));
    out += done * static_cast<std::size_t>(SizeOf(task.scalar));
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_SOFTMAX_NARROW_INL_H_
