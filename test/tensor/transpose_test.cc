// RegisterFamily::transpose: each element in its place, and nothing read or
// written anywhere else.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "../support/for_each_backend.h"
#include "../support/guarded_buffer.h"
#include "../support/random_matrix.h"
#include "../support/sample.h"

namespace lowp_test {
namespace {

using gemmlowp::internal::RegisterFamily;
using gemmlowp::internal::TransposeTask;
using Bytes = std::vector<std::uint8_t>;

Bytes RandomBytes(Random* random, std::ptrdiff_t count) {
  Bytes bytes(static_cast<std::size_t>(count));
  for (std::uint8_t& x : bytes) x = static_cast<std::uint8_t>(random->Bits());
  return bytes;
}

struct Buffers {
  GuardedBuffer from{1 << 19}, to{1 << 19};
};

void ExpectTransposed(const RegisterFamily& family, int rows, int columns,
                      int size, Buffers* buffers) {
  Random random(rows * 1000 + columns);
  const std::ptrdiff_t from_stride = (columns + random.Between(0, 3)) * size;
  const std::ptrdiff_t to_stride = (rows + random.Between(0, 3)) * size;
  const Bytes given =
      RandomBytes(&random, (rows - 1) * from_stride + columns * size);
  const Bytes before =
      RandomBytes(&random, (columns - 1) * to_stride + rows * size);
  Bytes expected = before;
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      std::memcpy(expected.data() + c * to_stride + r * size,
                  given.data() + r * from_stride + c * size,
                  static_cast<std::size_t>(size));
    }
  }
  const Placement placement =
      random.OneIn(2) ? Placement::kAgainstStart : Placement::kAgainstEnd;
  std::uint8_t* const from = buffers->from.Place(given.size(), placement, 1);
  std::memcpy(from, given.data(), given.size());
  std::uint8_t* const to = buffers->to.Place(before.size(), placement, 1);
  std::memcpy(to, before.data(), before.size());
  family.transpose({from, from_stride, to, to_stride, rows, columns, size});
  EXPECT_EQ(expected, Bytes(to, to + before.size()))
      << rows << " x " << columns << " of " << size << " bytes";
}

TEST(TransposeTest, EverySize) {
  Buffers buffers;
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    const RegisterFamily& family = *backend.family;
    for (int size : {1, 2, 4, 8}) {
      for (int rows = 1; rows <= 36; ++rows) {
        for (int columns = 1; columns <= 36; ++columns) {
          if (!TakesCase()) continue;
          ExpectTransposed(family, rows, columns, size, &buffers);
        }
      }
      for (int n : {47, 63, 64, 65, 79, 80, 81, 96, 128, 131, 200}) {
        ExpectTransposed(family, n, 17, size, &buffers);
        ExpectTransposed(family, 16, n, size, &buffers);
        ExpectTransposed(family, 145, n, size, &buffers);
      }
    }
  });
}

}  // namespace
}  // namespace lowp_test
