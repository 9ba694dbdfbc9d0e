// Work items: each is taken exactly once, whichever threads take them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../internal/runtime/shares.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <thread>
#include <vector>

namespace gemmlowp {
namespace internal {
namespace {

// Not atomic: a thread sanitizer then sees an item taken by two threads.
using Counts = std::vector<int>;

Counts Untaken(int count) { return Counts(static_cast<std::size_t>(count), 0); }

void TakeAll(Shares* shares, int slot, Counts* counts) {
  shares->Take(slot, [counts](int share) {
    ++(*counts)[static_cast<std::size_t>(share)];
  });
}

TEST(SharesTest, EveryShareOnce) {
  for (const int threads : {1, 2, 3, 16, 40}) {
    for (const int count : {1, 2, 7, 41, 1000}) {
      SCOPED_TRACE(testing::Message() << threads << " threads, " << count);
      Shares shares(count, threads);
      Counts counts = Untaken(count);
      std::vector<std::thread> takers;
      for (int slot = 0; slot < threads; ++slot) {
        takers.emplace_back(TakeAll, &shares, slot, &counts);
      }
      for (std::thread& taker : takers) taker.join();
      EXPECT_EQ(counts, Counts(static_cast<std::size_t>(count), 1));
    }
  }
}

TEST(SharesTest, OneThreadTakesThemAllIfNobodyElseComes) {
  for (const int slot : {0, 3, 6}) {
    Shares shares(100, 7);
    Counts counts = Untaken(100);
    TakeAll(&shares, slot, &counts);
    EXPECT_EQ(counts, Counts(100, 1));
    TakeAll(&shares, 1, &counts);
    EXPECT_EQ(counts, Counts(100, 1));
  }
}

TEST(SharesTest, EachThreadBeginsWithNeighboursOfItsOwn) {
  for (const int slot : {0, 1, 2}) {
    Shares shares(12, 3);
    std::vector<int> taken;
    shares.Take(slot, [&taken](int share) { taken.push_back(share); });
    ASSERT_EQ(taken.size(), 12u);
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(taken[static_cast<std::size_t>(i)], 4 * slot + i);
    }
  }
}

}  // namespace
}  // namespace internal
}  // namespace gemmlowp
