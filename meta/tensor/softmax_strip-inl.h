// Softmax of rows, for bytes and for 16-bit integers. Rows are taken in strips,
// whose values lie as int32 in L1 from step to step: distances from the row's
// maximum, their exponentials, and results once the sum is known. A step then
// is one loop over many rows, however short they are, and what there is one of
// per row is computed for several rows in a register.
//
// Needs a policy as in transform-inl.h, and a Kind, made from the task, with
//   LargestOf(row)             its maximum
//   Distances(row, ...)        of its values from that
//   Exponentials(values, n)    in place, for distances
//   Sum(values, n)             of exponentials, modulo 2^32
//   MakeScales(sums, rows)     what the rows are multiplied with
//   Store(values, row, ...)    the results of a row
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_SOFTMAX_STRIP_INL_H_
#define LOWP_META_TENSOR_SOFTMAX_STRIP_INL_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../../fixedpoint/fixedpoint.h"
#include "../../internal/compiler.h"
#include "../../internal/contract/matrix_ref.h"
#include "../../internal/contract/transform.h"
#include "transform_blocks-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Rows that are summed before any of them is scaled, at most.
constexpr std::size_t kSoftmaxRows = 32;
// Of a strip: 64 rows of 10 to 40 values take 1.02x to 1.07x the time.
constexpr std::size_t kStripRows = 16;
static_assert(kStripRows <= kSoftmaxRows);
// Values of a strip: 16 KB, which stay in L1.
constexpr std::size_t kSoftmaxValues = 4096;
// Longer rows are taken one at a time.
constexpr std::size_t kMaxStripColumns = 1023;

// A row, or a piece of one. The rows behind it in the task follow without gaps:
// `readable` elements may be read from `in` on.
struct SoftmaxRow {
  const std::uint8_t* in;
  std::size_t columns;
  std::size_t readable;
};

// The lanes from `at` on. Those beyond the row hold any elements.
template <class Simd, Scalar kScalar>
LOWP_INLINE typename Simd::I32 LoadOfRow(const SoftmaxRow& row,
                                         std::size_t at) {
  constexpr std::size_t kSize = kScalar == Scalar::kInt16 ? 2 : 1;
  const std::uint8_t* const p = row.in + at * kSize;
  if (row.readable - at >= Simd::kLanes) return Simd::LoadIntegers(kScalar, p);
  alignas(64) std::uint8_t buffer[Simd::kLanes * kSize] = {};
  std::memcpy(buffer, p, (row.readable - at) * kSize);
  return Simd::LoadIntegers(kScalar, buffer);
}

// From entry kLanes - n on, masks of the first n of kLanes lanes.
template <std::size_t kLanes>
struct FirstLanes {
  std::int32_t masks[2 * kLanes] = {};
  constexpr FirstLanes() {
    for (std::size_t i = 0; i < kLanes; ++i) masks[i] = -1;
  }
};
template <std::size_t kLanes>
constexpr FirstLanes<kLanes> kFirstLanes;

// The maximum of a row, which is not empty.
template <class Simd, Scalar kScalar>
LOWP_INLINE std::int32_t LargestOfRow(const SoftmaxRow& row) {
  using I32 = typename Simd::I32;
  constexpr std::size_t kLanes = Simd::kLanes;
  I32 largest = Simd::Set1(INT32_MIN);
  std::size_t at = 0;
  for (; row.columns - at >= kLanes; at += kLanes) {
    largest = Simd::Max(largest, LoadOfRow<Simd, kScalar>(row, at));
  }
  if (at < row.columns) {
    const I32 inside =
        Simd::Load(kFirstLanes<kLanes>.masks + kLanes - (row.columns - at));
    largest = Simd::Max(
        largest,
        SelectUsingMask(inside, LoadOfRow<Simd, kScalar>(row, at), largest));
  }
  return Simd::LargestLane(largest);
}

// Calls store(at, lanes) for the registers of the row.
template <class Simd, Scalar kScalar, class Function>
LOWP_INLINE void ForLanesOfRow(const SoftmaxRow& row, const Function& store) {
  for (std::size_t at = 0; at < row.columns; at += Simd::kLanes) {
    store(at, LoadOfRow<Simd, kScalar>(row, at));
  }
}

// Replaces indices by entries of a table. Two at a time, and not by a gather,
// which takes longer on Zen 5.
LOWP_INLINE void LookUpEach(const std::int32_t* table, std::size_t count,
                            std::int32_t* values) {
  std::size_t i = 0;
  for (; count - i >= 2; i += 2) {
    std::uint64_t pair;
    std::memcpy(&pair, values + i, sizeof(pair));
    values[i] = table[static_cast<std::uint32_t>(pair)];
    values[i + 1] = table[pair >> 32];
  }
  if (i < count) values[i] = table[values[i]];
}

// Applies function(x) to all registers of `values`.
template <class Simd, class Function>
LOWP_INLINE void MapStrip(std::int32_t* values, std::size_t count,
                          const Function& function) {
  for (std::size_t at = 0; at < count; at += Simd::kLanes) {
    Simd::Store(values + at, function(Simd::Load(values + at)));
  }
}

// The sum of function(x), modulo 2^32.
template <class Simd, class Function>
LOWP_INLINE std::uint32_t SumOfStrip(const std::int32_t* values,
                                     std::size_t count,
                                     const Function& function) {
  constexpr std::size_t kLanes = Simd::kLanes;
  typename Simd::I32 sum = Simd::Set1(0);
  std::size_t at = 0;
  for (; count - at >= kLanes; at += kLanes) {
    sum = Simd::Add(sum, function(Simd::Load(values + at)));
  }
  if (at < count) {
    sum = Simd::Add(sum, function(Simd::LoadPartial(
                             values + at, static_cast<int>(count - at))));
  }
  return static_cast<std::uint32_t>(Simd::SumOfLanes(sum));
}

// Stores function(x) for a row's values. The first `writable` elements of `out`
// may be written, with any values beyond the row.
template <class Simd, class Function>
LOWP_INLINE void StoreStrip(const typename Simd::Bounds& bounds,
                            const std::int32_t* values, std::size_t columns,
                            std::size_t writable, std::uint8_t* out,
                            const Function& function) {
  const std::size_t size = static_cast<std::size_t>(SizeOf(bounds.scalar));
  ForBlocks<Simd>(columns, [&](auto vectors, std::size_t at,
                               std::size_t) LOWP_INLINE_LAMBDA {
    constexpr int kVectors = decltype(vectors)::value;
    constexpr std::size_t kBlock = kVectors * Simd::kLanes;
    typename Simd::I32 x[kVectors];
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      x[v] = function(Simd::Load(values + at + v * Simd::kLanes));
    }
    const std::size_t room = writable - at < kBlock ? writable - at : kBlock;
    Simd::template StoreClamped<kVectors>(bounds, x, out + at * size,
                                          static_cast<int>(room));
  });
}

LOWP_INLINE int BitsOf(std::uint64_t x) { return 64 - __builtin_clzll(x); }

// Rows of at most kMaxStripColumns.
template <class Simd, class Kind>
LOWP_INLINE void ShortSoftmaxRows(const TransformTask& task, Kind* kind) {
  constexpr std::size_t kLanes = Simd::kLanes;
  const std::size_t columns = task.count;
  const std::size_t stride = (columns + kLanes - 1) / kLanes * kLanes;
  const std::size_t in_size =
      static_cast<std::size_t>(SizeOf(task.input_scalar));
  const std::size_t out_size = static_cast<std::size_t>(SizeOf(task.scalar));
  const std::size_t fitting = kSoftmaxValues / stride;
  const std::size_t step = fitting < kStripRows ? fitting : kStripRows;
  alignas(64) std::int32_t values[kSoftmaxValues];
  std::uint64_t sums[kSoftmaxRows];
  for (std::size_t first = 0; first < task.runs; first += step) {
    const std::size_t left = task.runs - first;
    const std::size_t rows = left < step ? left : step;
    const std::uint8_t* in = static_cast<const std::uint8_t*>(task.input) +
                             first * columns * in_size;
    std::uint8_t* out =
        static_cast<std::uint8_t*>(task.output) + first * columns * out_size;
    for (std::size_t r = 0; r < rows; ++r) {
      const SoftmaxRow row = {in + r * columns * in_size, columns,
                              (left - r) * columns};
      kind->Distances(row, kind->LargestOf(row), values + r * stride);
    }
    kind->Exponentials(values, rows * stride);
    for (std::size_t r = 0; r < rows; ++r) {
      sums[r] = kind->Sum(values + r * stride, columns);
    }
    kind->MakeScales(sums, rows);
    for (std::size_t r = 0; r < rows; ++r) {
      kind->Store(values + r * stride, r, columns, (rows - r) * columns,
                  out + r * columns * out_size);
    }
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_SOFTMAX_STRIP_INL_H_
