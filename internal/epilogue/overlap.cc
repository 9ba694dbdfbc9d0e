// Finds out whether two arguments share memory.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "overlap.h"

#include <cstdint>

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// A matrix in memory as runs of bytes: `count` runs of `length` bytes, one
// every `step` bytes.
struct Runs {
  std::uintptr_t begin;
  std::int64_t count;
  std::int64_t length;
  std::int64_t step;
};

Runs RunsOf(const MatrixRef& matrix) {
  const std::int64_t size = SizeOf(matrix.scalar);
  const int outer = matrix.row_major ? matrix.rows : matrix.cols;
  const int inner = matrix.row_major ? matrix.cols : matrix.rows;
  return {reinterpret_cast<std::uintptr_t>(matrix.data), outer, inner * size,
          matrix.stride * size};
}

// Whether the two share a byte. Interleaved blocks of one buffer have
// overlapping extents but no common byte, so the runs are compared, in order.
bool RunsOverlap(const Runs& x, const Runs& y) {
  std::int64_t i = 0;
  std::int64_t j = 0;
  while (i < x.count && j < y.count) {
    const std::uintptr_t x_run = x.begin + i * x.step;
    const std::uintptr_t y_run = y.begin + j * y.step;
    if (x_run + x.length <= y_run) {
      ++i;
    } else if (y_run + y.length <= x_run) {
      ++j;
    } else {
      return true;
    }
  }
  return false;
}

}  // namespace

bool ElementsOverlap(const MatrixRef& a, const MatrixRef& b) {
  return RunsOverlap(RunsOf(a), RunsOf(b));
}

bool OverlapsBytes(const MatrixRef& matrix, const void* data,
                   std::int64_t bytes) {
  if (matrix.data == nullptr || matrix.rows == 0 || matrix.cols == 0 ||
      bytes == 0) {
    return false;
  }
  if (AreApart(matrix, data, static_cast<std::uint64_t>(bytes))) return false;
  return RunsOverlap(RunsOf(matrix),
                     {reinterpret_cast<std::uintptr_t>(data), 1, bytes, bytes});
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
