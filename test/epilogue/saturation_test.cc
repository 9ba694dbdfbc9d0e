// Fixed-point scaling that saturates, against its definition in 64 bits: what
// systems compute that clamp before they add the zero point.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../../public/quantization/multiplier_builders.h"
#include "../support/check_stages.h"
#include "../support/for_each_backend.h"

namespace lowp_test {
namespace {

using gemmlowp::FixedPointOverflow;
using gemmlowp::FixedPointRounding;

constexpr std::int32_t kMin = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t kMax = std::numeric_limits<std::int32_t>::max();

TEST(SaturationTest, EveryExponentAndRounding) {
  Random random(21);
  for (int exponent = -31; exponent <= 31; ++exponent) {
    for (std::int32_t multiplier : {1, -1, 1 << 16, 1 << 30, 1431655765, kMax,
                                    -(1 << 30), kMin, kMin + 1}) {
      ASSERT_NO_FATAL_FAILURE(CheckStages(
          [&](StageMaker* maker) -> std::vector<Stage> {
            const Along along = random.Pick(kEveryAlong);
            const int offset =
                random.Pick({0, 128, -128, (1 << 30) - 1, 1 << 30, -(1 << 30),
                             -(1 << 30) - 1, kMin, kMax});
            return {maker->Scale(
                maker->MakeParameter(along, [=] { return multiplier; }),
                maker->MakeParameter(along,
                                     [=] { return std::int32_t{exponent}; }),
                offset, random.Pick(kEveryRounding),
                FixedPointOverflow::kSaturate)};
          },
          &random, {kMin, kMin + 1, -1, 0, 1, 1 << 30, kMax - 1, kMax}));
    }
  }
}

TEST(SaturationTest, EachChannelByItself) {
  Random random(22);
  for (int i = 0; i < 300; ++i) {
    ASSERT_NO_FATAL_FAILURE(CheckStages(
        [&](StageMaker* maker) -> std::vector<Stage> {
          const Along along = random.Pick(kEveryAlong);
          return {maker->Scale(
              maker->MakeParameter(along, [&] { return random.WildInt32(); }),
              maker->MakeParameter(along,
                                   [&] { return random.Between(-31, 31); }),
              random.OneIn(2) ? random.Between(-128, 255) : random.WildInt32(),
              random.Pick(kEveryRounding), FixedPointOverflow::kSaturate)};
        },
        &random));
  }
}

// One accumulator through a scaling and a cast to uint8.
int Requantized(gemmlowp::GemmContext* context, std::int32_t accumulator,
                const gemmlowp::OutputStageScaleInt32ByFixedPoint& scale) {
  const std::uint8_t zero = 0;
  std::uint8_t out = 77;
  using Vector =
      gemmlowp::VectorMap<const std::int32_t, gemmlowp::VectorShape::Row>;
  using Matrix =
      gemmlowp::MatrixMap<const std::uint8_t, gemmlowp::MapOrder::RowMajor>;
  gemmlowp::MatrixMap<std::uint8_t, gemmlowp::MapOrder::RowMajor> result(
      &out, 1, 1, 1);
  EXPECT_TRUE(
      gemmlowp::TryGemm(
          context, Matrix(&zero, 1, 1, 1), Matrix(&zero, 1, 1, 1), &result, 0,
          0,
          std::make_tuple(gemmlowp::OutputStageBiasAddition<Vector>{Vector(
                              &accumulator, 1)},
                          scale, gemmlowp::OutputStageSaturatingCastToUint8()))
          .ok());
  return out;
}

// QNNPACK's `precise` clamps before the zero point, FBGEMM's fixed point adds
// it in 64 bits; each of these results would be 0 if sums wrapped.
TEST(SaturationTest, OtherSystemsResults) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    gemmlowp::GemmContext context;
    ASSERT_TRUE(context.set_backend(backend.name).ok());
    gemmlowp::OutputStageScaleInt32ByFixedPoint qnnpack = {
        0x7FFFFF80, 0, 183, FixedPointRounding::kSingleAway};
    gemmlowp::OutputStageScaleInt32ByFixedPoint fbgemm = {
        2131386235, 31 - 27, 90, FixedPointRounding::kSingleUpward};
    EXPECT_EQ(Requantized(&context, 2147483647, qnnpack), 0);
    EXPECT_EQ(Requantized(&context, 157767777, fbgemm), 0);
    qnnpack.result_overflow = fbgemm.result_overflow =
        FixedPointOverflow::kSaturate;
    EXPECT_EQ(Requantized(&context, 2147483647, qnnpack), 255);
    EXPECT_EQ(Requantized(&context, 157767777, fbgemm), 255);
    EXPECT_EQ(Requantized(&context, -157767777, fbgemm), 0);
  });
}

// QNNPACK's `precise` and `q31`, XNNPACK's `rndna` and `rndnu`: the scale
// 0x1.fffffep-1 by MultiplierOfFloat, the zero point 183.
TEST(SaturationTest, WhereSystemsClampBeforeTheZeroPoint) {
  gemmlowp::FixedPointMultiplier multiplier;
  ASSERT_TRUE(gemmlowp::MultiplierOfFloat(0x1.fffffep-1f, &multiplier).ok());
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    gemmlowp::GemmContext context;
    ASSERT_TRUE(context.set_backend(backend.name).ok());
    for (const FixedPointRounding rounding :
         {FixedPointRounding::kSingleAway, FixedPointRounding::kDouble,
          FixedPointRounding::kSingleUpward}) {
      gemmlowp::OutputStageScaleInt32ByFixedPoint stage = {
          multiplier.multiplier, multiplier.exponent, 183, rounding};
      EXPECT_EQ(Requantized(&context, 2147483647, stage), 0);
      stage.result_overflow = FixedPointOverflow::kSaturate;
      EXPECT_EQ(Requantized(&context, 2147483647, stage), 255);
      EXPECT_EQ(Requantized(&context, -2147483647 - 1, stage), 0);
      EXPECT_EQ(Requantized(&context, -180, stage), 3);
    }
  });
}

}  // namespace
}  // namespace lowp_test
