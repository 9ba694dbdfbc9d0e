// Whatever the common bits say about the values must hold for each value.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../internal/epilogue/common_bits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "../support/random_matrix.h"

namespace gemmlowp {
namespace internal {
namespace {

using lowp_test::Random;
using Numbers = std::vector<std::int32_t>;

template <typename Number>
CommonBits BitsOfAll(const std::vector<Number>& numbers) {
  return BitsOf(numbers.data(), static_cast<int>(numbers.size()));
}

// Values of one or both signs, of every bit length, and of odd counts too, so
// that some are left over from pairs.
Numbers RandomNumbers(Random* random) {
  Numbers numbers(static_cast<std::size_t>(random->Between(1, 40)));
  const int shift = random->Between(0, 31);
  const bool negative = random->OneIn(2);
  const bool mixed = random->OneIn(4);
  for (std::int32_t& x : numbers) {
    x = (random->Between(INT32_MIN, INT32_MAX) & INT32_MAX) >> shift;
    if (mixed ? random->OneIn(2) : negative) x = ~x;
  }
  return numbers;
}

TEST(CommonBitsTest, EveryNumberCounts) {
  for (std::size_t count = 1; count <= 20; ++count) {
    for (std::size_t i = 0; i < count; ++i) {
      Numbers numbers(count, 0x0F0);
      numbers[i] = 0x10F;
      EXPECT_EQ(BitsOfAll(numbers).all, count > 1 ? 0 : 0x10F);
      EXPECT_EQ(BitsOfAll(numbers).any, count > 1 ? 0x1FF : 0x10F);
    }
  }
}

TEST(CommonBitsTest, LeastIsFound) {
  Random random(3);
  int at_least = 0;
  for (int i = 0; i < 20000; ++i) {
    Numbers numbers(static_cast<std::size_t>(random.Between(1, 40)));
    const int low = random.Between(-31, -1);
    for (std::int32_t& x : numbers) x = random.Between(low, -1);
    const int least = random.Between(-31, -1);
    const bool expected =
        *std::min_element(numbers.begin(), numbers.end()) >= least;
    at_least += expected ? 1 : 0;
    EXPECT_EQ(
        AreAtLeast(numbers.data(), static_cast<int>(numbers.size()), least),
        expected);
  }
  EXPECT_GT(at_least, 5000);
  EXPECT_LT(at_least, 15000);
}

TEST(CommonBitsTest, NumbersOfOneSignLieBetweenThem) {
  Random random(1);
  int within = 0;
  for (int i = 0; i < 20000; ++i) {
    const Numbers numbers = RandomNumbers(&random);
    const auto ends = std::minmax_element(numbers.begin(), numbers.end());
    const CommonBits bits = BitsOfAll(numbers);
    // Bounds that the minimum and maximum just meet, and bounds slightly inside
    // and outside those of the bits.
    const std::int32_t lows[] = {*ends.first, bits.all,
                                 random.Between(INT32_MIN, INT32_MAX)};
    const std::int32_t highs[] = {*ends.second, bits.any,
                                  random.Between(INT32_MIN, INT32_MAX)};
    for (std::int32_t low : lows) {
      for (std::int32_t high : highs) {
        if (!bits.AreWithin(low, high)) continue;
        ++within;
        ASSERT_GE(*ends.first, low);
        ASSERT_LE(*ends.second, high);
      }
    }
    if ((*ends.first < 0) == (*ends.second < 0)) {
      ASSERT_TRUE(bits.AreWithin(bits.all, bits.any));
    }
  }
  EXPECT_GT(within, 10000);
}

TEST(CommonBitsTest, ExponentsOfRightShifts) {
  EXPECT_TRUE(BitsOfAll(Numbers{-5, -9, -12, -8, -1}).AreWithin(-31, -1));
  EXPECT_TRUE(BitsOfAll(Numbers{-31, -1}).AreWithin(-31, -1));
  EXPECT_FALSE(BitsOfAll(Numbers{-5, 0, -7}).AreWithin(-31, -1));
  EXPECT_FALSE(BitsOfAll(Numbers{-5, -32, -7}).AreWithin(-31, -1));
}

TEST(CommonBitsTest, MagnitudesOfFloats) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kMax = std::numeric_limits<float>::max();
  Random random(2);
  int within = 0;
  for (int i = 0; i < 20000; ++i) {
    std::vector<float> floats(static_cast<std::size_t>(random.Between(1, 20)));
    for (float& x : floats) {
      x = std::ldexp(static_cast<float>(random.Between(-65536, 65536)),
                     random.Between(-40, -16));
    }
    if (random.OneIn(3)) {
      floats[static_cast<std::size_t>(
          random.Between(0, static_cast<int>(floats.size()) - 1))] =
          random.OneIn(2)   ? -kInfinity
          : random.OneIn(2) ? std::numeric_limits<float>::quiet_NaN()
                            : kMax;
    }
    const CommonBits bits = BitsOfAll(floats);
    for (float limit : {std::ldexp(1.0f, random.Between(-20, 3)), kMax}) {
      if (!bits.AreMagnitudesWithin(limit)) continue;
      ++within;
      for (float x : floats) ASSERT_LE(std::fabs(x), limit);
    }
  }
  EXPECT_GT(within, 10000);
}

}  // namespace
}  // namespace internal
}  // namespace gemmlowp
