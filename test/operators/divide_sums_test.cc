// The division of sums by the size of their window, by multiplication.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../support/for_each_backend.h"

namespace lowp_test {
namespace {

using gemmlowp::internal::Backend;

std::int64_t HalfAwayQuotient(std::int64_t sum, std::int64_t n) {
  return (sum > 0 ? sum + n / 2 : sum - n / 2) / n;
}

// Sums of each size that a window may have, around each half of n, on every
// backend: quotients by multiplication are the definition's.
TEST(DivideSumsTest, QuotientsAreExact) {
  ForEachBackend([](const Backend& backend) {
    for (const std::int32_t n : {1, 2, 3, 7, 9, 49, 127, 128, 255, 257, 4095,
                                 16383, 16384, 65535, 1 << 20, 8388607}) {
      const std::int64_t largest =
          std::min<std::int64_t>(std::int64_t{255} * n, INT32_MAX - n);
      std::vector<std::int32_t> sums;
      for (std::int64_t q = 0; q <= 255; ++q) {
        for (const std::int64_t at : {q * n, q * n + n / 2, q * n + n - 1}) {
          for (int d = -1; d <= 1; ++d) {
            const std::int64_t sum =
                std::clamp<std::int64_t>(at + d, -largest, largest);
            sums.push_back(static_cast<std::int32_t>(sum));
            sums.push_back(static_cast<std::int32_t>(-sum));
          }
        }
      }
      std::vector<std::int16_t> result(sums.size());
      gemmlowp::internal::DivideSumsTask task;
      task.sums = sums.data();
      task.count = sums.size();
      task.offset = 0;
      task.n = n;
      task.add = 3;
      task.scalar = gemmlowp::internal::Scalar::kInt16;
      task.low = -250;
      task.high = 251;
      task.result = result.data();
      for (const bool is_small : {false, true}) {
        if (is_small && largest + n / 2 >= (1 << 22) - 1) continue;
        task.is_small = is_small;
        backend.family->divide_sums(task);
        for (std::size_t i = 0; i < sums.size(); ++i) {
          ASSERT_EQ(result[i], std::clamp<std::int64_t>(
                                   HalfAwayQuotient(sums[i], n) + 3, -250, 251))
              << sums[i] << " / " << n;
        }
      }
    }
  });
}

}  // namespace
}  // namespace lowp_test
