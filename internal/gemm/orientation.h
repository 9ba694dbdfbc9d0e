// Which operand is A and which is B. Vector lanes run along B's columns and
// along the contiguous dimension of the result, so B is the operand that has
// that dimension, unless only the other one is packed.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_ORIENTATION_H_
#define LOWP_INTERNAL_GEMM_ORIENTATION_H_

#include "../contract/gemm.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

struct Orientation {
  bool swapped;  // A is the rhs
  // The result is not contiguous along B's columns.
  bool transposed_store;
};

// Whether the result's elements follow one another along its rows (row-major).
// A vector without gaps is contiguous in both senses.
inline bool ContiguousAlongRow(const MatrixRef& result) {
  if (result.rows == 1 && result.cols > 1) {
    return result.row_major || result.stride == 1;
  }
  if (result.cols == 1 && result.rows > 1) {
    return result.row_major && result.stride != 1;
  }
  return result.row_major;
}

inline Orientation OrientationOf(const GemmProblem& problem) {
  const MatrixRef& result = problem.result;
  const bool wanted = !ContiguousAlongRow(result);
  if (problem.lhs.is_packed == problem.rhs.is_packed) return {wanted, false};
  const bool swapped = problem.lhs.is_packed;
  // A single column of B leaves nothing to be contiguous.
  const bool is_single = (swapped ? result.rows : result.cols) == 1;
  return {swapped, swapped != wanted && !is_single};
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_ORIENTATION_H_
