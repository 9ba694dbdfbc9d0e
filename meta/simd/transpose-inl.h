// Transposes matrices: elements of 1, 2 and 4 bytes in squares of 16 bytes a
// side, several of them one below the other at a time. Written once over a
// register policy:
//   Register    of kSquares times 16 bytes; kSquares is 0 if there is none
//   Load(p, next)   kSquares times 16 bytes, `next` bytes apart
//   Low, High   <size>: interleaves the elements of the lower, of the upper
//               halves of each 16 bytes of two registers
//   Store       a register
//   Narrower    the policy for fewer squares; itself where kSquares is 1
//
// Included by backends and register families only, each of which compiles its
// own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_TRANSPOSE_INL_H_
#define LOWP_META_SIMD_TRANSPOSE_INL_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../../internal/compiler.h"
#include "../../internal/contract/transpose_task.h"
#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Bytes of the side of a square, and of a block. Blocks are finished one after
// another, so that a cache line is read, and written, at one time.
constexpr int kTransposedSide = 16;
constexpr int kTransposedBlock = 64;

// Interleaves x[i] with x[i + half]. In n rounds this transposes a square of
// 2^n rows: each moves the highest bit of an element's row to the lowest bit of
// its column.
template <class R, int kSize, int kCount>
LOWP_INLINE void InterleaveRows(typename R::Register (&x)[kCount]) {
  constexpr int kHalf = kCount / 2;
  typename R::Register y[kCount];
  LOWP_UNROLL
  for (int i = 0; i < kHalf; ++i) {
    y[2 * i] = R::template Low<kSize>(x[i], x[i + kHalf]);
    y[2 * i + 1] = R::template High<kSize>(x[i], x[i + kHalf]);
  }
  LOWP_UNROLL
  for (int i = 0; i < kCount; ++i) x[i] = y[i];
}

template <class R, int kSize>
LOWP_INLINE void TransposeSquares(const std::uint8_t* from,
                                  std::ptrdiff_t from_stride, std::uint8_t* to,
                                  std::ptrdiff_t to_stride) {
  constexpr int kSide = kTransposedSide / kSize;
  typename R::Register x[kSide];
  LOWP_UNROLL
  for (int i = 0; i < kSide; ++i) {
    x[i] = R::Load(from + i * from_stride, kSide * from_stride);
  }
  LOWP_UNROLL
  for (int round = 1; round < kSide; round *= 2) InterleaveRows<R, kSize>(x);
  LOWP_UNROLL
  for (int i = 0; i < kSide; ++i) R::Store(to + i * to_stride, x[i]);
}

// Some columns of a task, [begin, end), at least as many as a square has.
struct ColumnsOfTask {
  int begin, end;
};

// Rows [row, row + R::kSquares squares). The last columns are copied again
// where they fill no square.
template <class R, int kSize>
LOWP_INLINE void TransposeStrip(const TransposeTask& task, int row,
                                ColumnsOfTask columns) {
  constexpr int kSide = kTransposedSide / kSize;
  const std::uint8_t* const from = task.from + row * task.from_stride;
  std::uint8_t* const to = task.to + std::ptrdiff_t{row} * kSize;
  for (int c = columns.begin; c < columns.end; c += kSide) {
    const int at = c + kSide <= columns.end ? c : columns.end - kSide;
    TransposeSquares<R, kSize>(from + at * kSize, task.from_stride,
                               to + at * task.to_stride, task.to_stride);
  }
}

// Rows [begin, end), at least as many as a square has. The last rows are copied
// again where they fill no square.
template <class R, int kSize>
LOWP_INLINE void TransposeRows(const TransposeTask& task, int begin, int end,
                               ColumnsOfTask columns) {
  constexpr int kSide = kTransposedSide / kSize;
  constexpr int kRows = R::kSquares * kSide;
  int row = begin;
  for (; end - row >= kRows; row += kRows) {
    TransposeStrip<R, kSize>(task, row, columns);
  }
  for (; row < end; row += kSide) {
    TransposeStrip<typename R::Narrower, kSize>(
        task, row + kSide <= end ? row : end - kSide, columns);
  }
}

// Element by element, along the longer side.
template <int kSize>
LOWP_INLINE void TransposeElements(const TransposeTask& task) {
  const bool along_columns = task.columns > task.rows;
  const int outer = along_columns ? task.rows : task.columns;
  const int inner = along_columns ? task.columns : task.rows;
  const std::ptrdiff_t from_step = along_columns ? kSize : task.from_stride;
  const std::ptrdiff_t to_step = along_columns ? task.to_stride : kSize;
  const std::ptrdiff_t from_next = along_columns ? task.from_stride : kSize;
  const std::ptrdiff_t to_next = along_columns ? kSize : task.to_stride;
  for (int i = 0; i < outer; ++i) {
    const std::uint8_t* from = task.from + i * from_next;
    std::uint8_t* to = task.to + i * to_next;
    for (int j = 0; j < inner; ++j, from += from_step, to += to_step) {
      std::memcpy(to, from, kSize);
    }
  }
}

// Two to four rows of bytes, whose columns become runs without gaps, such as
// the planes of a picture. Four bytes are written for each column; where it has
// fewer, the next column overwrites the rest.
template <class R>
LOWP_INLINE void TransposeFewRows(const TransposeTask& task) {
  constexpr int kRows = 4, kColumns = kTransposedSide;
  const int whole = (task.columns - 1) / kColumns * kColumns;
  std::uint8_t* to = task.to;
  for (int c = 0; c < whole; c += kColumns) {
    typename R::Register x[kRows];
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      const int row = r < task.rows ? r : task.rows - 1;
      x[r] = R::Load(task.from + row * task.from_stride + c, 0);
    }
    InterleaveRows<R, 1>(x);
    InterleaveRows<R, 1>(x);
    std::uint8_t columns[kColumns][kRows];
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) R::Store(columns[r * kRows], x[r]);
    LOWP_UNROLL
    for (int i = 0; i < kColumns; ++i, to += task.rows) {
      std::memcpy(to, columns[i], kRows);
    }
  }
  TransposeTask rest = task;
  rest.from += whole;
  rest.to = to;
  rest.columns -= whole;
  TransposeElements<1>(rest);
}

// The end of a block that begins at `begin`. It includes a rest that would be
// smaller than a square.
template <int kSize>
LOWP_INLINE int BlockEnd(int begin, int count) {
  constexpr int kBlock = kTransposedBlock / kSize;
  return count - begin < kBlock + kTransposedSide / kSize ? count
                                                          : begin + kBlock;
}

template <class R, int kSize>
LOWP_NOINLINE void TransposeSized(const TransposeTask& task) {
  constexpr int kSide = kTransposedSide / kSize;
  if constexpr (R::kSquares > 0 && kSize == 1) {
    if (task.rows > 1 && task.rows <= 4 && task.to_stride == task.rows) {
      return TransposeFewRows<typename R::Narrower>(task);
    }
  }
  if (R::kSquares == 0 || task.rows < kSide || task.columns < kSide) {
    return TransposeElements<kSize>(task);
  }
  if constexpr (R::kSquares > 0) {
    for (int r = 0, next; r < task.rows; r = next) {
      next = BlockEnd<kSize>(r, task.rows);
      for (int c = 0, end; c < task.columns; c = end) {
        end = BlockEnd<kSize>(c, task.columns);
        // Rows are too many streams for the hardware prefetcher.
        for (int i = r; end < task.columns && i < next; ++i) {
          __builtin_prefetch(task.from + i * task.from_stride + end * kSize);
        }
        TransposeRows<R, kSize>(task, r, next, {c, end});
      }
    }
  }
}

// RegisterFamily::transpose.
template <class R>
void Transpose(const TransposeTask& task) {
  switch (task.size) {
    case 1:
      return TransposeSized<R, 1>(task);
    case 2:
      return TransposeSized<R, 2>(task);
    case 4:
      return TransposeSized<R, 4>(task);
    default:
      return TransposeElements<8>(task);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_TRANSPOSE_INL_H_
