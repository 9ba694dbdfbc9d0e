// The output stages in floating point, in every backend and position, against
// their scalar definitions, on accumulators of every magnitude.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "check_stages.h"
#include "live_case.h"

namespace lowp_test {
namespace {

constexpr std::int32_t kMax = std::numeric_limits<std::int32_t>::max();
// Any finite number but 0, of which the smallest are not normal.
std::int32_t WildFloat(Random* random) {
  const std::int32_t bits = random->Int32();
  const std::int32_t exponent = bits & 0x7F800000;
  return exponent == 0x7F800000 || (bits & kMax) == 0 ? BitsOf(1.0f) : bits;
}

TEST(FloatEpilogueTest, Dequantize) {
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    ASSERT_NO_FATAL_FAILURE(CheckStages(
        [&](StageMaker* maker) -> std::vector<Stage> {
          return {Dequantize(maker->MakeParameter(
              random.Pick(kEveryAlong), [&] { return WildFloat(&random); }))};
        },
        &random, {}, /*floats=*/true));
  }
}

TEST(FloatEpilogueTest, FloatBias) {
  Random random(2);
  for (int i = 0; i < 300; ++i) {
    ASSERT_NO_FATAL_FAILURE(CheckStages(
        [&](StageMaker* maker) -> std::vector<Stage> {
          return {
              Dequantize(maker->MakeParameter(
                  random.Pick(kEveryAlong), [&] { return AnyScale(&random); })),
              AddFloat(maker->MakeParameter(random.Pick(kEveryAlong), [&] {
                return WildFloat(&random);
              }))};
        },
        &random, {}, /*floats=*/true));
  }
}

// Products that are ties, next to ties, and out of range; 0 and any offset.
TEST(FloatEpilogueTest, QuantizeWithEveryRoundingAndOrder) {
  Random random(3);
  for (const FloatRounding rounding : kEveryFloatRounding) {
    for (const ZeroPointOrder order : kEveryOrder) {
      for (int i = 0; i < 120; ++i) {
        const bool wild = random.OneIn(3);
        const int shift = random.Between(0, 8);
        std::vector<std::int32_t> centres;
        for (int n = 0; n < 60; ++n) {
          centres.push_back(((2 * random.Between(-300, 300) + 1) << shift) / 2);
        }
        const float factor =
            std::ldexp(random.OneIn(2) ? 1.0f : 0.99999994f, -shift);
        ASSERT_NO_FATAL_FAILURE(CheckStages(
            [&](StageMaker* maker) -> std::vector<Stage> {
              return {Dequantize(maker->MakeParameter(
                          random.Pick(kEveryAlong),
                          [&] {
                            return wild ? WildFloat(&random) : BitsOf(factor);
                          })),
                      Quantize(random.OneIn(2) ? random.Between(-128, 255)
                                               : random.WildInt32(),
                               rounding, order)};
            },
            &random, centres));
      }
    }
  }
}

// A caller's stage may hand on anything that a float can be.
struct Wilderness {
  float operator()(float value, int, int) const {
    const int n = BitsOf(value) >> 21 & 7;
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    constexpr float kValues[] = {kInfinity,
                                 -kInfinity,
                                 std::numeric_limits<float>::quiet_NaN(),
                                 -std::numeric_limits<float>::quiet_NaN(),
                                 2147483648.0f,
                                 -2147483648.0f,
                                 2147483520.0f,
                                 -2147483904.0f};
    return kValues[n];
  }
};

TEST(FloatEpilogueTest, QuantizeWhatIsNoNumberOrTooLarge) {
  static const Wilderness wilderness;
  Random random(4);
  const std::vector<std::int32_t> centres = {0, 1, 2, 3, 4, 5, 6, 7};
  const Stage wild = {"Wilderness", gemmlowp::internal::Lower(wilderness),
                      [](std::int32_t x, int, int) {
                        return BitsOf(Wilderness()(FloatOf(x), 0, 0));
                      }};
  for (const FloatRounding rounding : kEveryFloatRounding) {
    for (const ZeroPointOrder order : kEveryOrder) {
      for (const std::int32_t offset :
           {0, 1, -1, 127, 128, -128, kMax, -kMax}) {
        ASSERT_NO_FATAL_FAILURE(CheckStages(
            [&](StageMaker* maker) -> std::vector<Stage> {
              return {Dequantize(maker->MakeParameter(
                          Along::kAll, [] { return BitsOf(1.0f); })),
                      wild, Quantize(offset, rounding, order)};
            },
            &random, centres));
      }
    }
  }
}

}  // namespace
}  // namespace lowp_test
