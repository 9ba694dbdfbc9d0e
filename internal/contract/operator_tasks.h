// What operators between products ask of a register family, except pooling and
// sums: plain data.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_OPERATOR_TASKS_H_
#define LOWP_INTERNAL_CONTRACT_OPERATOR_TASKS_H_

#include <cstddef>
#include <cstdint>

#include "matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// (x - x_zero_point) * (y - y_zero_point) modulo 2^32.
struct ProductsTask {
  Scalar scalar;  // of 8 or 16 bits
  const void* x;
  const void* y;
  std::int32_t x_zero_point, y_zero_point;
  std::size_t count;
  std::int32_t* products;
};

// The larger, or the smaller, of x and y.
struct ChoiceTask {
  Scalar scalar;  // of 8 or 16 bits
  bool takes_smaller;
  const void* x;
  const void* y;
  std::size_t count;
  void* result;
};

// The maximum, or minimum, of each of `columns` columns of `values` values, or
// the index of the first one. Value v of column c is
//   first[v * stride + c * column_stride]
// and one of the strides is 1.
struct ExtremesTask {
  Scalar scalar;  // of 8 or 16 bits
  bool finds_minimum;
  const void* first;
  std::size_t values;
  std::size_t stride, column_stride;  // elements
  std::size_t columns;                // at most kMaxExtremes
  std::int32_t* indices;              // null: of the values
  void* extremes;                     // null: of the indices
};
constexpr std::size_t kMaxExtremes = 256;

// A distance from a position to the next one, in units of 1/1024 or as a float.
union Distance {
  std::int32_t units;
  float real;
};

// Two positions of a row, and where between them a value lies.
struct PlaceBetween {
  std::size_t left, right;  // elements from the row's first
  Distance distance;
};

// The channels of places of a line, each from two positions of two rows, as
// BilinearForm defines it (public/operators/resize.h).
struct InterpolateTask {
  Scalar scalar;  // of 8 or 16 bits
  bool is_real;
  const void* upper;
  const void* lower;
  Distance distance;  // from the upper row to the lower one
  const PlaceBetween* places;
  int count;  // of places
  int channels;
  std::int32_t low, high;  // of the type
  void* result;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_OPERATOR_TASKS_H_
