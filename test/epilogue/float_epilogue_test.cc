// The floating-point output stages, in every backend and position, against
// their scalar definitions, on accumulators of every magnitude.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "../support/check_case.h"
#include "../support/check_stages.h"
#include "../support/live_case.h"

namespace lowp_test {
namespace {

constexpr std::int32_t kLargest = std::numeric_limits<std::int32_t>::max();
// Any finite float except 0, subnormal ones included.
std::int32_t WildFloat(Random* random) {
  const std::int32_t bits = random->Int32();
  const std::int32_t exponent = bits & 0x7F800000;
  return exponent == 0x7F800000 || (bits & kLargest) == 0 ? BitsOf(1.0f) : bits;
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

// What is fused if nothing else follows: each of the stages or none, each along
// anything.
TEST(FloatEpilogueTest, FloatResults) {
  Random random(33);
  const auto parameter = [&](StageMaker* maker) {
    return maker->MakeParameter(random.Pick(kEveryAlong),
                                [&] { return AnyScale(&random); });
  };
  for (int i = 0; i < 500; ++i) {
    ASSERT_NO_FATAL_FAILURE(CheckStages(
        [&](StageMaker* maker) {
          std::vector<Stage> stages = {Dequantize(parameter(maker))};
          if (random.OneIn(2))
            stages.push_back(MultiplyFloat(parameter(maker)));
          if (random.OneIn(2)) stages.push_back(AddFloat(parameter(maker)));
          if (random.OneIn(2)) {
            const float low = FloatOf(AnyScale(&random));
            stages.push_back(ClampFloat(low, 3 * low));
          }
          if (random.OneIn(5)) stages.push_back(LeakyFloat(parameter(maker)));
          return stages;
        },
        &random, {}, /*floats=*/true));
  }
}

// Products that are ties, near ties, or out of range; 0 and any offset.
TEST(FloatEpilogueTest, QuantizeWithEveryRoundingAndOrder) {
  Random random(3);
  for (const FloatRounding rounding : kEveryFloatRounding) {
    for (const ZeroPointOrder order : kEveryOrder) {
      for (int i = 0; i < 120; ++i) {
        const bool wild = random.OneIn(3);
        const int shift = random.Between(0, 8);
        std::vector<std::int32_t> centres;
        for (int n = 0; n < 60; ++n) {
          centres.push_back((2 * random.Between(-300, 300) + 1) * (1 << shift) /
                            2);
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

TEST(FloatEpilogueTest, FactorsBoundsAndSlopes) {
  Random random(5);
  const auto any = [&] { return AnyScale(&random); };
  const auto wild = [&] { return WildFloat(&random); };
  for (int i = 0; i < 300; ++i) {
    ASSERT_NO_FATAL_FAILURE(CheckStages(
        [&](StageMaker* maker) -> std::vector<Stage> {
          const auto vary = [&](const auto& value) {
            return maker->MakeParameter(random.Pick(kEveryAlong), value);
          };
          const Stage scale = Dequantize(vary(any));
          switch (i % 5) {
            case 0:
              return {scale, MultiplyFloat(vary(wild))};
            case 1:
              return {scale, DivideFloat(vary(wild))};
            case 2:
              return {scale, LeakyFloat(vary(wild))};
            case 3:
              return {scale, ClampFloat(FloatOf(any()), FloatOf(any())),
                      MultiplyFloat(vary(any))};
            default:
              return {scale,
                      ClampFloat(0, std::numeric_limits<float>::infinity())};
          }
        },
        &random, {-3, -1, 0, 1, 2}, /*floats=*/true));
  }
}

// Accumulators whose products with `scale` are ties or near ties.
std::vector<std::int32_t> Ties(double scale, Random* random) {
  std::vector<std::int32_t> ties;
  for (int n = 0; n < 60; ++n) {
    const double x = (2 * random->Between(-400, 400) + 1) / 2.0 / scale +
                     random->Between(-1, 1);
    if (std::fabs(x) < kLargest) ties.push_back(static_cast<std::int32_t>(x));
  }
  return ties;
}

TEST(FloatEpilogueTest, ScaleByFloatAndDouble) {
  Random random(6);
  for (const FloatRounding rounding : kEveryFloatRounding) {
    for (const ZeroPointOrder order : kEveryOrder) {
      for (int i = 0; i < 150; ++i) {
        // Includes scales around 1, where products stop fitting int32.
        const float one = random.OneIn(2) ? 1.0f : 0.99999994f;
        const std::int32_t scale =
            random.OneIn(2)   ? AnyScale(&random)
            : random.OneIn(3) ? WildFloat(&random)
                              : BitsOf(std::ldexp(one, random.Between(-9, 1)));
        const FloatRequantization how = {
            random.OneIn(3) ? random.WildInt32() : random.Between(-128, 255),
            rounding, order};
        ASSERT_NO_FATAL_FAILURE(CheckStages(
            [&](StageMaker* maker) -> std::vector<Stage> {
              const Along along = random.Pick(kEveryAlong);
              if (i % 3 == 0) {
                return {ScaleDouble(
                    maker->MakeDoubles(
                        along, [&] { return FloatOf(scale) / (1.0 + i % 2); }),
                    how)};
              }
              return {ScaleFloat(
                  maker->MakeParameter(along, [&] { return scale; }), how)};
            },
            &random, Ties(FloatOf(scale), &random)));
      }
    }
  }
}

// The fused form takes offsets and bounds that float holds exactly and that
// leave room in int32, and any scale.
TEST(FloatEpilogueTest, WhatIsFused) {
  Random random(7);
  struct {
    float scale;
    std::int32_t offset, low, high;
    FloatRounding rounding;
    ZeroPointOrder order;
    bool fused;
  } const cases[] = {{0.1f, 3, 0, 255, FloatRounding::kEven,
                      ZeroPointOrder::kAfterRounding, true},
                     {-1e30f, 3, 9, 8, FloatRounding::kEven,
                      ZeroPointOrder::kAfterRounding, true},
                     {1.0f, 1 << 22, 0, 255, FloatRounding::kEven,
                      ZeroPointOrder::kAfterRounding, true},
                     {0.1f, (1 << 22) + 1, 0, 255, FloatRounding::kEven,
                      ZeroPointOrder::kAfterRounding, false},
                     {0.1f, 0, 0, 255, FloatRounding::kEven,
                      ZeroPointOrder::kBeforeRounding, true},
                     {0.1f, 1, 0, 255, FloatRounding::kEven,
                      ZeroPointOrder::kBeforeRounding, false},
                     {0.1f, 1, 0, 255, FloatRounding::kAway,
                      ZeroPointOrder::kAfterRounding, false},
                     {0.1f, 1, -kLargest, 255, FloatRounding::kEven,
                      ZeroPointOrder::kAfterRounding, false}};
  for (const auto& c : cases) {
    for (const Along along : kEveryAlong) {
      LiveCase live(ZeroSums(true, Scalar::kInt32, &random), DefaultMemory());
      StageMaker maker = live.maker();
      Pipeline pipeline;
      pipeline.stages = Accumulators(&maker, Ties(c.scale, &random));
      pipeline.stages.push_back(ScaleFloat(
          maker.MakeParameter(along, [&] { return BitsOf(c.scale); }),
          {c.offset, c.rounding, c.order}));
      pipeline.stages.push_back(maker.Clamp(c.low, c.high));
      live.SetPipeline(pipeline);
      for (const Backend* backend : SupportedBackends()) {
        EXPECT_EQ(c.fused, live.PlanOn(*backend).epilogue !=
                               gemmlowp::EpiloguePath::kInterpreted);
        ASSERT_TRUE(Check(&live, *backend));
      }
    }
  }
}

// Offsets that cancel most of a product. If the product were not rounded before
// the sum, as in a fused multiply-add, other bits would remain.
TEST(FloatEpilogueTest, ProductsAreRoundedBeforeSums) {
  Random random(8);
  int told_apart = 0;
  for (int i = 0; i < 60; ++i) {
    LiveCase live(ZeroSums(i % 2 == 0, Scalar::kInt32, &random),
                  DefaultMemory());
    StageMaker maker = live.maker();
    const std::int32_t offset = -random.Between(1 << 24, 1 << 26);
    const float scale = 1.0f + static_cast<float>(random.Between(1, 1 << 20)) /
                                   static_cast<float>(1 << 23);
    const auto near_offset = [&] {
      return static_cast<std::int32_t>(-offset / scale) +
             random.Between(-200, 200);
    };
    Pipeline pipeline;
    pipeline.stages = {
        maker.Bias(maker.MakeParameter(
            random.OneIn(2) ? Along::kCols : Along::kRows, near_offset)),
        ScaleFloat(maker.MakeParameter(random.Pick(kEveryAlong),
                                       [&] { return BitsOf(scale); }),
                   {offset, random.Pick(kEveryFloatRounding),
                    ZeroPointOrder::kBeforeRounding})};
    live.SetPipeline(pipeline);
    ASSERT_TRUE(CheckOnEveryBackend(&live));
    const float x = static_cast<float>(pipeline.stages[0].reference(0, 0, 0));
    const float sum = x * scale + static_cast<float>(offset);
    told_apart += sum != std::fma(x, scale, static_cast<float>(offset));
  }
  EXPECT_GT(told_apart, 10);
}

// A caller's stage that yields any possible float.
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
           {0, 1, -1, 127, 128, -128, kLargest, -kLargest}) {
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
