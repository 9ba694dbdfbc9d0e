// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "reference_gemm.h"

#include <cstddef>

namespace lowp_test {
namespace {

// Element (row, col) of an operand, modulo 2^32.
std::uint32_t ReferenceElement(const MatrixRef& matrix, int row, int col) {
  const std::ptrdiff_t stride = matrix.stride;
  const std::ptrdiff_t at =
      matrix.row_major ? row * stride + col : col * stride + row;
  if (matrix.scalar == Scalar::kUint8) {
    return static_cast<const std::uint8_t*>(matrix.data)[at];
  }
  return static_cast<const std::int8_t*>(matrix.data)[at];
}

}  // namespace

std::vector<std::int32_t> ReferenceGemm(
    const MatrixRef& lhs, const MatrixRef& rhs,
    const std::vector<std::int32_t>& lhs_offset,
    const std::vector<std::int32_t>& rhs_offset) {
  const std::size_t depth = lhs.cols;
  std::vector<std::uint32_t> left(lhs.rows * depth), right(rhs.cols * depth);
  for (std::size_t k = 0; k < depth; ++k) {
    for (int i = 0; i < lhs.rows; ++i)
      left[i * depth + k] = ReferenceElement(lhs, i, k) + lhs_offset[i];
    for (int j = 0; j < rhs.cols; ++j)
      right[j * depth + k] = ReferenceElement(rhs, k, j) + rhs_offset[j];
  }
  std::vector<std::int32_t> sums;
  sums.reserve(static_cast<std::size_t>(lhs.rows) * rhs.cols);
  for (int i = 0; i < lhs.rows; ++i) {
    for (int j = 0; j < rhs.cols; ++j) {
      std::uint32_t sum = 0;
      const std::uint32_t* const a = left.data() + i * depth;
      const std::uint32_t* const b = right.data() + j * depth;
      for (std::size_t k = 0; k < depth; ++k) sum += a[k] * b[k];
      sums.push_back(static_cast<std::int32_t>(sum));
    }
  }
  return sums;
}

}  // namespace lowp_test
