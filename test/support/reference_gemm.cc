// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "reference_gemm.h"

#include <cstddef>

namespace lowp_test {
namespace {

// The elements plus offsets of an operand modulo 2^32, one line of k after
// another. They are read in the order in which they lie in memory: strides of
// 4096 bytes would miss the cache at every element.
std::vector<std::uint32_t> LinesOfK(const MatrixRef& matrix, bool k_along_cols,
                                    const std::vector<std::int32_t>& offsets) {
  const std::size_t depth = k_along_cols ? matrix.cols : matrix.rows;
  const std::size_t outer = matrix.row_major ? matrix.rows : matrix.cols;
  const std::size_t inner = matrix.row_major ? matrix.cols : matrix.rows;
  const bool outer_is_line = matrix.row_major == k_along_cols;
  std::vector<std::uint32_t> lines(outer * inner);
  for (std::size_t o = 0; o < outer; ++o) {
    const auto* const data = static_cast<const std::uint8_t*>(matrix.data) +
                             static_cast<std::ptrdiff_t>(o) * matrix.stride;
    for (std::size_t i = 0; i < inner; ++i) {
      const std::size_t line = outer_is_line ? o : i;
      const std::uint32_t value =
          matrix.scalar == Scalar::kUint8
              ? data[i]
              : static_cast<std::uint32_t>(static_cast<std::int8_t>(data[i]));
      lines[line * depth + (outer_is_line ? i : o)] = value + offsets[line];
    }
  }
  return lines;
}

}  // namespace

std::vector<std::int32_t> ReferenceGemm(
    const MatrixRef& lhs, const MatrixRef& rhs,
    const std::vector<std::int32_t>& lhs_offset,
    const std::vector<std::int32_t>& rhs_offset) {
  const std::size_t depth = lhs.cols;
  const std::vector<std::uint32_t> left = LinesOfK(lhs, true, lhs_offset);
  const std::vector<std::uint32_t> right = LinesOfK(rhs, false, rhs_offset);
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
