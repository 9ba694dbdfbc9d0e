// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../internal/runtime/helper_distance.h"

#include <gtest/gtest.h>

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr double kSoon = HelperDistance::kNearSeconds / 2;
constexpr double kLate = HelperDistance::kNearSeconds * 2;

void Begin(HelperDistance* distance, int times, double seconds) {
  for (int i = 0; i < times; ++i) distance->HasBegun(seconds);
}

// How many of `jobs` small jobs are shared.
int Shared(HelperDistance* distance, int jobs) {
  int shared = 0;
  for (int i = 0; i < jobs; ++i) shared += distance->SharesSmallJob();
  return shared;
}

TEST(HelperDistanceTest, NearHelpersShareAll) {
  HelperDistance distance;
  EXPECT_EQ(Shared(&distance, 20000), 20000);
  // Some are late: interrupted.
  for (int i = 0; i < 100; ++i) {
    Begin(&distance, 3, kSoon);
    Begin(&distance, 2, kLate);
  }
  EXPECT_EQ(Shared(&distance, 20000), 20000);
}

TEST(HelperDistanceTest, FarHelpersAreTriedFromTimeToTime) {
  HelperDistance distance;
  Begin(&distance, 100, kLate);
  EXPECT_FALSE(distance.SharesSmallJob());
  const int shared = Shared(&distance, 100000);
  EXPECT_GT(shared, 1000);
  EXPECT_LT(shared, 2000);
}

TEST(HelperDistanceTest, HelpersComeNear) {
  HelperDistance distance;
  Begin(&distance, 100, kLate);
  EXPECT_FALSE(distance.SharesSmallJob());
  Begin(&distance, 8, kSoon);
  EXPECT_EQ(Shared(&distance, 20000), 20000);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
