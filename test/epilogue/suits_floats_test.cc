// Which scalings are said to suit floats: see FixedPointEpilogue::suits_floats.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <vector>

#include "../../internal/epilogue/fuse_fixed_point.h"
#include "../support/random_matrix.h"

namespace gemmlowp {
namespace internal {
namespace {

using lowp_test::Random;

struct Factors {
  std::vector<std::int32_t> multipliers, exponents;
};

constexpr std::int32_t kMax = std::numeric_limits<std::int32_t>::max();

// Around the limit of bytes, some without a right shift, also with channels
// whose weights are 0, but not the first one.
Factors RandomFactors(Random* random) {
  Factors factors;
  const int low = random->Between(-17, -2);
  const int high = random->OneIn(3) ? 0 : -1;
  const bool normalized = random->OneIn(2), has_dead = random->OneIn(3);
  for (int left = random->Between(1, 40); left > 0; --left) {
    const bool is_dead =
        has_dead && !factors.multipliers.empty() && random->OneIn(4);
    factors.multipliers.push_back(
        is_dead ? 0
        : random->OneIn(9)
            ? kMax - random->Between(0, 256)
            : random->Between(normalized ? 1 << 30 : 1 << 27, kMax));
    factors.exponents.push_back(is_dead ? random->Between(-1, 3)
                                        : random->Between(low, high));
  }
  return factors;
}

TEST(SuitsFloatsTest, NoneIsBeyondItsReach) {
  constexpr FixedPointRounding kRoundings[] = {
      FixedPointRounding::kDouble, FixedPointRounding::kDoubleUpward,
      FixedPointRounding::kSingleUpward,
      FixedPointRounding::kSingleUpward15Bits};
  Random random(1);
  int suiting = 0, suiting_specials = 0;
  constexpr int kCases = 20000;
  for (int i = 0; i < kCases; ++i) {
    const Factors factors = RandomFactors(&random);
    EpilogueOp op = {};
    op.kind = EpilogueKind::kFixedPoint;
    op.rounding = random.Pick(kRoundings);
    op.offset = random.Between(-128, 127);
    op.first.along = op.second.along = Along::kCols;
    op.first.data = factors.multipliers.data();
    op.second.data = factors.exponents.data();
    op.first.size = op.second.size =
        static_cast<int>(factors.multipliers.size());
    FixedPointEpilogue fused = {};
    ASSERT_TRUE(FuseFixedPoint(op, {-128, 127}, &fused));
    std::int32_t least_multiplier = kMax;
    std::int32_t least_exponent = -1;
    bool is_special = false, may_wrap = false;
    for (std::size_t c = 0; c < factors.multipliers.size(); ++c) {
      const std::int32_t m = factors.multipliers[c], e = factors.exponents[c];
      if (m == 0) continue;
      least_multiplier = std::min(least_multiplier, m);
      least_exponent = std::min(least_exponent, e);
      is_special |= e == 0;
      // Reduced multipliers leave room for a byte.
      may_wrap |= e == 0 && m > kMax - std::abs(op.offset) &&
                  op.rounding != FixedPointRounding::kSingleUpward15Bits;
      if (fused.suits_floats) {
        EXPECT_TRUE(SuitsFloats(fused, m, std::min(e, -1))) << m << ", " << e;
      }
    }
    EXPECT_EQ(fused.special, is_special);
    EXPECT_FALSE(fused.shifts_left);
    EXPECT_EQ(
        fused.suits_floats,
        !may_wrap && SuitsFloats(fused, least_multiplier, least_exponent));
    suiting_specials += fused.suits_floats && is_special ? 1 : 0;
    suiting += fused.suits_floats ? 1 : 0;
  }
  EXPECT_GT(suiting_specials, kCases / 16);
  EXPECT_GT(suiting, kCases / 4);
  EXPECT_LT(suiting, kCases * 7 / 8);
}

}  // namespace
}  // namespace internal
}  // namespace gemmlowp
