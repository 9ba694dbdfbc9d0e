// Every output stage, in every backend and position, fused and interpreted,
// against its scalar definition, on accumulators of every magnitude.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "../support/check_case.h"
#include "../support/check_stages.h"
#include "../support/live_case.h"

namespace lowp_test {
namespace {

using gemmlowp::EpiloguePath;

constexpr std::int32_t kMin = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t kMax = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t kMultipliers[] = {
    0,           1,    -1,         2,      1 << 30,  (1 << 30) + 1,
    -(1 << 30),  kMax, kMax - 1,   kMin,   kMin + 1, 1431655765,
    -1431655766, 3,    0x12345678, 1 << 15};

TEST(EpilogueTest, Bias) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    ASSERT_NO_FATAL_FAILURE(CheckStages(
        [&](StageMaker* maker) -> std::vector<Stage> {
          return {maker->Bias(maker->MakeParameter(
              random.Pick(kEveryAlong), [&] { return random.WildInt32(); }))};
        },
        &random));
  }
}

TEST(EpilogueTest, ScaleWithEveryExponentAndExtremeMultipliers) {
  Random random(2);
  for (int exponent = -31; exponent <= 31; ++exponent) {
    for (std::int32_t multiplier : kMultipliers) {
      ASSERT_NO_FATAL_FAILURE(CheckStages(
          [&](StageMaker* maker) -> std::vector<Stage> {
            return {maker->Scale(
                maker->MakeParameter(Along::kAll, [=] { return multiplier; }),
                maker->MakeParameter(Along::kAll,
                                     [=] { return std::int32_t{exponent}; }),
                random.OneIn(2) ? 0 : random.WildInt32())};
          },
          &random));
    }
  }
}

TEST(EpilogueTest, ScalePerRowAndPerColumn) {
  Random random(3);
  for (int i = 0; i < 600; ++i) {
    const bool no_negatives = i % 2 == 0;
    const int highest_exponent = random.Pick({-31, 0, 1, 31});
    ASSERT_NO_FATAL_FAILURE(CheckStages(
        [&](StageMaker* maker) -> std::vector<Stage> {
          const Along along = random.Pick(kEveryAlong);
          return {maker->Scale(
              maker->MakeParameter(along,
                                   [&] {
                                     const std::int32_t m = random.WildInt32();
                                     return no_negatives ? m & kMax : m;
                                   }),
              maker->MakeParameter(
                  along, [&] { return random.Between(-31, highest_exponent); }),
              random.OneIn(2) ? random.Between(-128, 255)
                              : random.WildInt32())};
        },
        &random));
  }
}

// Accumulators whose scaled values lie near the middle between two integers,
// and the ends of int32.
std::vector<std::int32_t> Ties(std::int32_t multiplier, int exponent,
                               Random* random) {
  std::vector<std::int32_t> ties = {kMin, kMin + 1, -1, 0, 1, kMax - 1, kMax};
  const double scale = std::ldexp(multiplier, exponent - 31);
  const double largest = std::fabs(scale) * kMax;
  for (int i = 0; i < 60 && largest >= 1; ++i) {
    const double middle =
        std::floor(random->WildInt32() / 2147483648.0 *
                   std::min(largest, i % 2 == 0 ? 100.0 : 2147483647.0)) +
        0.5;
    const double x = std::nearbyint(middle / scale) + i % 5 - 2;
    if (std::fabs(x) < kMax) ties.push_back(static_cast<std::int32_t>(x));
  }
  return ties;
}

// Includes offsets on both sides of the limit of the fused form.
TEST(EpilogueTest, ScaleAroundTies) {
  Random random(11);
  for (int exponent = -31; exponent <= 3; ++exponent) {
    for (std::int32_t multiplier :
         {1 << 30, (1 << 30) + 1, 1431655765, kMax, -(1 << 30), -1431655766,
          -kMax, kMin, 12345}) {
      const int room = exponent < 0 ? 31 + exponent : 30;
      const std::int32_t limit =
          static_cast<std::int32_t>((std::int64_t{1} << room) - 1);
      for (std::int32_t offset : {0, 128, -128, limit, -limit, limit + 1}) {
        ASSERT_NO_FATAL_FAILURE(CheckStages(
            [&](StageMaker* maker) -> std::vector<Stage> {
              const Along along = random.Pick(kEveryAlong);
              return {maker->Scale(
                  maker->MakeParameter(along, [=] { return multiplier; }),
                  maker->MakeParameter(along,
                                       [=] { return std::int32_t{exponent}; }),
                  offset, random.Pick(kEveryRounding))};
            },
            &random, Ties(multiplier, exponent, &random)));
      }
    }
  }
}

// Bounds that hide what happens to negative sums, and bounds one lower, which
// show where ties between 0 and -1 go.
TEST(EpilogueTest, ScaleAboveABound) {
  Random random(12);
  for (int exponent = -20; exponent <= 2; ++exponent) {
    for (std::int32_t multiplier : {1 << 30, 1431655765, kMax, -(1 << 30)}) {
      const double tie = -0.5 / std::ldexp(multiplier, exponent - 31);
      std::vector<std::int32_t> sums;
      for (double nudge : {-1, 0, 1}) {
        const double sum = std::nearbyint(tie) + nudge;
        sums.push_back(static_cast<std::int32_t>(sum));
        sums.push_back(static_cast<std::int32_t>(3 * sum));
        sums.push_back(static_cast<std::int32_t>(-sum));
      }
      for (int offset : {0, 128, -128}) {
        for (int above : {-1, 0, 1}) {
          ASSERT_NO_FATAL_FAILURE(CheckStages(
              [&](StageMaker* maker) -> std::vector<Stage> {
                const Along along = random.Pick(kEveryAlong);
                return {
                    maker->Scale(
                        maker->MakeParameter(along, [=] { return multiplier; }),
                        maker->MakeParameter(
                            along, [=] { return std::int32_t{exponent}; }),
                        offset, random.Pick(kEveryRounding)),
                    maker->Clamp(offset + above, kMax)};
              },
              &random, sums));
        }
      }
    }
  }
}

TEST(EpilogueTest, QuantizeDownByFixedPoint) {
  Random random(4);
  for (int shift = 0; shift <= 31; ++shift) {
    for (std::int32_t multiplier : kMultipliers) {
      ASSERT_NO_FATAL_FAILURE(CheckStages(
          [&](StageMaker* maker) -> std::vector<Stage> {
            return {maker->QuantizeDownByFixedPoint(
                multiplier, shift, random.OneIn(2) ? 0 : random.WildInt32())};
          },
          &random));
    }
  }
}

TEST(EpilogueTest, QuantizeDown) {
  Random random(5);
  for (int shift = 0; shift <= 31; ++shift) {
    for (Along along : kEveryAlong) {
      for (int i = 0; i < 6; ++i) {
        const bool small = random.OneIn(2);
        ASSERT_NO_FATAL_FAILURE(CheckStages(
            [&](StageMaker* maker) -> std::vector<Stage> {
              return {maker->QuantizeDown(
                  maker->MakeParameter(along,
                                       [&] { return random.WildInt32(); }),
                  maker->MakeParameter(along,
                                       [&] {
                                         return small ? random.Between(-3, 9)
                                                      : random.WildInt32();
                                       }),
                  shift)};
            },
            &random));
      }
    }
  }
}

TEST(EpilogueTest, ClampEvenWhereTheBoundsCross) {
  Random random(6);
  for (int i = 0; i < 300; ++i) {
    ASSERT_NO_FATAL_FAILURE(CheckStages(
        [&](StageMaker* maker) -> std::vector<Stage> {
          std::vector<Stage> stages;
          for (int n = random.Between(1, 3); n > 0; --n) {
            stages.push_back(
                maker->Clamp(random.WildInt32(), random.WildInt32()));
          }
          return stages;
        },
        &random));
  }
}

TEST(EpilogueTest, CastsAlone) {
  Random random(7);
  for (int i = 0; i < 200; ++i) {
    ASSERT_NO_FATAL_FAILURE(
        CheckStages([](StageMaker*) { return std::vector<Stage>(); }, &random,
                    {-32769, -32768, -129, -128, -1, 0, 127, 128, 255, 256,
                     32767, 32768, 65535, kMin, kMax}));
  }
}

TEST(EpilogueTest, TanhAndItsCutoffs) {
  constexpr std::int32_t kAmplitudes[] = {1,
                                          2,
                                          3,
                                          4,
                                          5,
                                          7,
                                          8,
                                          9,
                                          100,
                                          127,
                                          128,
                                          255,
                                          1000,
                                          32767,
                                          32768,
                                          65537,
                                          1 << 20,
                                          12345678,
                                          (1 << 24) + 1,
                                          (1 << 27) - 1,
                                          1 << 27,
                                          (1 << 28) - 1};
  Random random(8);
  for (std::int32_t amplitude : kAmplitudes) {
    for (int i = 0; i < 24; ++i) {
      // Eight amplitudes on either side of zero fit an int32.
      const std::int64_t room = kMax - 8 * std::int64_t{amplitude};
      std::int32_t zero = static_cast<std::int32_t>(
          random.Between(-static_cast<int>(room), static_cast<int>(room)) >>
          random.Between(0, 31));
      if (i == 0) zero = 0;
      if (i == 1) zero = static_cast<std::int32_t>(room);
      if (i == 2) zero = static_cast<std::int32_t>(-room);
      std::vector<std::int32_t> centres = {zero, zero - 8 * amplitude,
                                           zero + 8 * amplitude};
      for (int n = 0; n < 50; ++n) {
        centres.push_back(
            Wrap(zero +
                 std::int64_t{random.Between(-1000, 1000)} * amplitude / 120));
      }
      ASSERT_NO_FATAL_FAILURE(CheckStages(
          [&](StageMaker* maker) -> std::vector<Stage> {
            return {maker->Tanh(zero, amplitude)};
          },
          &random, centres));
    }
  }
}

TEST(EpilogueTest, RandomPipelinesOfZeroToNineStages) {
  Random random(9);
  for (int i = 0; i < 3000; ++i) {
    GemmCase c = RandomCase(i, &random);
    c.rows = random.Between(1, 33);
    c.depth = random.Between(1, 20);
    c.cols = random.Between(1, 70);
    c.threads = random.OneIn(8) ? 2 : 1;
    LiveCase live(c, DefaultMemory());
    StageMaker maker = live.maker();
    Pipeline pipeline;
    pipeline.result = c.result;
    const int stages = i % 10;
    bool floats = false;
    while (static_cast<int>(pipeline.stages.size()) <
           stages - (c.result != Scalar::kInt32)) {
      pipeline.stages.push_back(maker.AnyOf(&floats));
    }
    AppendCast(&maker, &pipeline, floats);
    live.SetPipeline(pipeline);
    ASSERT_TRUE(CheckOnEveryBackend(&live));
  }
}

// The usual pipeline is one fused operation; adding a caller's stage that
// changes nothing makes it interpreted. Both give the bytes of the reference.
TEST(EpilogueTest, FusedAndInterpretedAgree) {
  Random random(10);
  for (int i = 0; i < 1500; ++i) {
    GemmCase c = RandomCase(i, &random);
    if (SizeOf(c.result) == 4) c.result = Scalar::kInt8;
    c.rows = random.Between(1, 40);
    c.depth = random.Between(1, 50);
    c.cols = random.Between(1, 100);
    LiveCase live(c, DefaultMemory());
    Pipeline pipeline = live.maker().Requantize(c.result, live.LargestSum());
    live.SetPipeline(pipeline);
    for (const Backend* backend : SupportedBackends()) {
      ASSERT_NE(EpiloguePath::kInterpreted, live.PlanOn(*backend).epilogue);
      ASSERT_TRUE(Check(&live, *backend));
    }
    pipeline.stages.insert(
        pipeline.stages.begin() +
            random.Between(0, static_cast<int>(pipeline.stages.size()) - 1),
        live.maker().User<PassThrough>("PassThrough"));
    live.SetPipeline(pipeline);
    for (const Backend* backend : SupportedBackends()) {
      ASSERT_EQ(EpiloguePath::kInterpreted, live.PlanOn(*backend).epilogue);
      ASSERT_TRUE(Check(&live, *backend));
    }
  }
}

}  // namespace
}  // namespace lowp_test
