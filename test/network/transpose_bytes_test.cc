// Transposed bytes: every size around those of blocks, between guard pages.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../doc/network/transpose_bytes.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "../support/guarded_buffer.h"

namespace lowp_test {
namespace {

void ExpectTransposed(std::size_t rows, std::size_t columns, std::size_t gap) {
  const std::size_t from_stride = columns + gap, to_stride = rows + 2 * gap;
  const std::size_t from_bytes = (rows - 1) * from_stride + columns;
  const std::size_t to_bytes = (columns - 1) * to_stride + rows;
  GuardedBuffer from_buffer(from_bytes), to_buffer(to_bytes);
  for (Placement placement :
       {Placement::kAgainstStart, Placement::kAgainstEnd}) {
    std::uint8_t* const from = from_buffer.Place(from_bytes, placement, 1);
    std::uint8_t* const to = to_buffer.Place(to_bytes, placement, 1);
    for (std::size_t i = 0; i < from_bytes; ++i) {
      from[i] = static_cast<std::uint8_t>(i * 37 + i / 256);
    }
    for (std::size_t i = 0; i < to_bytes; ++i) to[i] = 0x5a;
    lowp_network::TransposeBytes(from, static_cast<std::ptrdiff_t>(from_stride),
                                 rows, columns, to,
                                 static_cast<std::ptrdiff_t>(to_stride));
    for (std::size_t i = 0; i < to_bytes; ++i) {
      const std::size_t column = i / to_stride, row = i % to_stride;
      const std::uint8_t expected =
          row < rows ? from[row * from_stride + column] : 0x5a;
      ASSERT_EQ(to[i], expected)
          << rows << "x" << columns << " at " << row << ", " << column;
    }
  }
}

TEST(TransposeBytesTest, EverySizeAroundBlocks) {
  for (std::size_t rows = 1; rows <= 25; ++rows) {
    for (std::size_t columns = 1; columns <= 25; ++columns) {
      ExpectTransposed(rows, columns, rows % 3);
    }
  }
  ExpectTransposed(196, 192, 0);
}

}  // namespace
}  // namespace lowp_test
