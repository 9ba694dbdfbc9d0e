// Tests the reference for epilogues on values worked out by hand.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "live_case.h"

namespace lowp_test {
namespace {

constexpr std::int32_t kMin = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t kMax = std::numeric_limits<std::int32_t>::max();

// Values that distinguish gemmlowp's roundings from all others in use.
TEST(ReferenceStagesTest, RoundsTwiceFirstUpThenAway) {
  constexpr std::int32_t kHalf = 1 << 30;
  EXPECT_EQ(1, ReferenceScale(1, kHalf, -1, 0));
  EXPECT_EQ(-1, ReferenceScale(-32, kHalf, -5, 0));
  EXPECT_EQ(-1, ReferenceScale(-33, kHalf, -5, 0));
  EXPECT_EQ(1, ReferenceScale(31, kHalf, -5, 0));
  EXPECT_EQ(-1, ReferenceScale(-31, kHalf + 1, -5, 0));
  EXPECT_EQ(-19, ReferenceScale(-39, kHalf, 0, 0));
  EXPECT_EQ(-63, ReferenceScale(-1000, kMax, -4, 0));
  EXPECT_EQ(-562, ReferenceScale(-1000, kHalf + (1 << 27), 0, 0));
  EXPECT_EQ(kMax, ReferenceScale(kMin, kMin, 0, 0));
  EXPECT_EQ(kMin, ReferenceShiftLeft(-2, 31));
  EXPECT_EQ(kMax, ReferenceShiftLeft(3, 30));
  EXPECT_EQ(-2, ReferenceQuantizeDown(-3, 0, 1, 1));
  EXPECT_EQ(2, ReferenceQuantizeDown(3, 0, 1, 1));
  EXPECT_EQ(-1, ReferenceQuantizeDown(kMin, 0, 1, 31));
  EXPECT_EQ(7, ReferenceClamp(100, 9, 7));
}

// Rows of the table in which no two roundings agree throughout.
TEST(ReferenceStagesTest, TellsTheRoundingsApart) {
  constexpr std::int32_t kHalf = 1 << 30;
  const struct {
    std::int32_t x, multiplier;
    int exponent;
    std::int32_t results[4];  // in the order of kEveryRounding
  } cases[] = {
      {1, kHalf, -1, {1, 1, 0, 0}},
      {-32, kHalf, -5, {-1, 0, 0, -1}},
      {-33, kHalf, -5, {-1, 0, -1, -1}},
      {31, kHalf, -5, {1, 1, 0, 0}},
      {-31, kHalf + 1, -5, {-1, 0, 0, 0}},
      {-39, kHalf, 0, {-19, -19, -19, -20}},
      {-1000, kMax, -4, {-63, -62, -62, -62}},
      {-1000, kHalf + (1 << 27), 0, {-562, -562, -562, -563}},
  };
  for (const auto& c : cases) {
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(c.results[i], ReferenceScale(c.x, c.multiplier, c.exponent, 0,
                                             kEveryRounding[i]));
    }
  }
}

}  // namespace
}  // namespace lowp_test
