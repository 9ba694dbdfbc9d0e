// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "reference_gemm.h"

#include <cstddef>

// Baseline x86-64 has no vector product of 32 bits: it takes twice as long.
#if defined(__x86_64__) && defined(__linux__)
#define LOWP_FOR_AVX2_TOO __attribute__((target_clones("avx2", "default")))
#else
#define LOWP_FOR_AVX2_TOO
#endif

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
  // x ^ 128 - 128 extends the sign of a byte.
  const std::uint32_t sign = matrix.scalar == Scalar::kInt8 ? 0x80 : 0;
  std::vector<std::uint32_t> lines(outer * inner);
  for (std::size_t o = 0; o < outer; ++o) {
    const auto* const data = static_cast<const std::uint8_t*>(matrix.data) +
                             static_cast<std::ptrdiff_t>(o) * matrix.stride;
    if (outer_is_line) {
      const std::uint32_t offset = static_cast<std::uint32_t>(offsets[o]);
      for (std::size_t i = 0; i < inner; ++i) {
        lines[o * depth + i] = (data[i] ^ sign) - sign + offset;
      }
    } else {
      for (std::size_t i = 0; i < inner; ++i) {
        lines[i * depth + o] =
            (data[i] ^ sign) - sign + static_cast<std::uint32_t>(offsets[i]);
      }
    }
  }
  return lines;
}

// The sums of a line with each of `count` others.
LOWP_FOR_AVX2_TOO void SumProducts(const std::uint32_t* a,
                                   const std::uint32_t* b, std::size_t depth,
                                   std::size_t count, std::int32_t* sums) {
  for (std::size_t j = 0; j < count; ++j, b += depth) {
    std::uint32_t sum = 0;
    for (std::size_t k = 0; k < depth; ++k) sum += a[k] * b[k];
    sums[j] = static_cast<std::int32_t>(sum);
  }
}

}  // namespace

std::vector<std::int32_t> ReferenceGemm(
    const MatrixRef& lhs, const MatrixRef& rhs,
    const std::vector<std::int32_t>& lhs_offset,
    const std::vector<std::int32_t>& rhs_offset) {
  const std::size_t rows = lhs.rows, columns = rhs.cols, depth = lhs.cols;
  const std::vector<std::uint32_t> left = LinesOfK(lhs, true, lhs_offset);
  const std::vector<std::uint32_t> right = LinesOfK(rhs, false, rhs_offset);
  std::vector<std::int32_t> sums(rows * columns);
  for (std::size_t i = 0; i < rows; ++i) {
    SumProducts(left.data() + i * depth, right.data(), depth, columns,
                sums.data() + i * columns);
  }
  return sums;
}

}  // namespace lowp_test
