// Blocks of the result that are stored transposed: each number in its place,
// and nothing anywhere else.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../internal/gemm/store_transposed.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../support/random_matrix.h"

namespace gemmlowp {
namespace internal {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes RandomBytes(lowp_test::Random* random, std::ptrdiff_t count) {
  Bytes bytes(static_cast<std::size_t>(count));
  for (std::uint8_t& x : bytes) x = static_cast<std::uint8_t>(random->Bits());
  return bytes;
}

// Rows `row_stride` numbers apart, columns as far as that takes and a little.
void ExpectTransposed(int rows, int columns, int size, int row_stride) {
  lowp_test::Random random(rows * 100 + columns);
  const std::ptrdiff_t stride = columns + random.Between(0, 3);
  const std::ptrdiff_t column_stride =
      std::ptrdiff_t{rows} * row_stride + random.Between(0, 3);
  const Bytes block = RandomBytes(&random, rows * stride * size);
  const Bytes before = RandomBytes(&random, columns * column_stride * size);
  Bytes expected = before;
  for (std::ptrdiff_t r = 0; r < rows; ++r) {
    for (std::ptrdiff_t c = 0; c < columns; ++c) {
      for (std::ptrdiff_t i = 0; i < size; ++i) {
        expected[(r * row_stride + c * column_stride) * size + i] =
            block[(r * stride + c) * size + i];
      }
    }
  }
  Bytes stored = before;
  StoreTransposed({block.data(), static_cast<int>(stride), rows, columns}, size,
                  stored.data(), row_stride, column_stride);
  EXPECT_EQ(expected, stored) << rows << " x " << columns << " of " << size
                              << " bytes, rows " << row_stride << " apart";
}

TEST(StoreTransposedTest, EverySize) {
  for (int size : {1, 2, 4}) {
    for (int rows = 1; rows <= 20; ++rows) {
      for (int columns = 1; columns <= 20; ++columns) {
        ExpectTransposed(rows, columns, size, 1);
      }
    }
    ExpectTransposed(48, 64, size, 1);
    ExpectTransposed(9, 17, size, 3);
  }
}

}  // namespace
}  // namespace internal
}  // namespace gemmlowp
