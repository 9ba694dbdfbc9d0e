// The scales and zero points that rules choose, worked out by hand and by the
// definitions that they are named after.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/quantization/quantization_params.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "../support/expect_refused.h"

namespace lowp_test {
namespace {

using gemmlowp::BoundedActivation;
using gemmlowp::ChooseQuantizationParams;
using gemmlowp::QuantizationParams;
using gemmlowp::QuantizationRule;
using gemmlowp::QuantizedRange;
using gemmlowp::QuantizedRangeOf;
using gemmlowp::Status;

QuantizationParams Chosen(double min, double max, QuantizedRange range,
                          const QuantizationRule& rule) {
  QuantizationParams params;
  const Status status =
      ChooseQuantizationParams(min, max, range, rule, &params);
  EXPECT_TRUE(status.ok()) << status.message();
  return params;
}

// FBGEMM computes these in float: the quotients of a symmetric range, and the
// logarithm of a scale of 1 or more.
TEST(QuantizationParams, ReciprocalRuleDividesInFloat) {
  EXPECT_EQ(Chosen(-0.952510715f, 0.994184196f, {-127, 127},
                   gemmlowp::ReciprocalRule(true))
                .scale,
            0x1.01866ap-7);
  const QuantizationRule shift = gemmlowp::ReciprocalRule(false, true);
  EXPECT_EQ(Chosen(0, 4080.00049f, {0, 255}, shift).scale, 16);
  EXPECT_EQ(Chosen(0, 4080.001f, {0, 255}, shift).scale, 32);
  EXPECT_EQ(Chosen(0, 4080, {0, 255}, shift).scale, 16);
  EXPECT_EQ(Chosen(0, 2040.001f, {0, 255}, shift).scale, 16);
  EXPECT_EQ(Chosen(0, 15.9375001f, {0, 255}, shift).scale, 0x1p-4);
  EXPECT_EQ(Chosen(0, 15.93751f, {0, 255}, shift).scale, 0x1p-3);
}

// quant_utils::ChooseQuantizationParams from PyTorch's header, for ranges that
// include 0 and scales that need no stretching.
QuantizationParams QuantUtils(float min, float max, QuantizedRange range,
                              bool symmetric, bool power_of_two) {
  const int low = range.low, high = range.high;
  if (symmetric) {
    const int half = (high - low) / 2;
    const double scale =
        std::max(std::fabs(min / static_cast<float>(-(half + 1))),
                 std::fabs(max / static_cast<float>(half)));
    min = static_cast<float>(scale * -(half + 1));
    max = static_cast<float>(scale * half);
  }
  double scale = (static_cast<double>(max) - min) / (high - low);
  if (power_of_two) {
    scale =
        scale < 1
            ? 1.0 / (1 << static_cast<int>(
                         std::floor(std::log(1.0 / scale) / std::log(2.0))))
            : 1 << static_cast<int>(std::ceil(std::log(scale) / std::log(2.0)));
  }
  const double from_min = low - min / scale;
  const double from_max = high - max / scale;
  double zero_point = std::abs(low) - std::abs(min / scale) <
                              std::abs(high) - std::abs(max / scale)
                          ? from_min
                          : from_max;
  if (symmetric) zero_point = static_cast<double>(low + high) / 2;
  zero_point = std::min(std::max(zero_point, 1.0 * low), 1.0 * high);
  return {scale, static_cast<std::int32_t>(std::nearbyint(zero_point))};
}

TEST(QuantizationParams, ReciprocalRuleInDouble) {
  EXPECT_EQ(
      Chosen(-3, 3, {0, 255}, gemmlowp::ReciprocalRuleInDouble()).zero_point,
      128);
  EXPECT_EQ(Chosen(-3, 3, {0, 255}, gemmlowp::ReciprocalRule()).zero_point,
            127);
  int others = 0;
  for (int i = 1; i < 4000; ++i) {
    const float min = -static_cast<float>(i * 7919 % 4001 + 1) / 400;
    const float max = static_cast<float>(i * 104729 % 5003 + 1) / 60;
    for (const bool symmetric : {false, true}) {
      for (const bool power_of_two : {false, true}) {
        for (const QuantizedRange range :
             {QuantizedRange{0, 255}, QuantizedRange{-128, 127},
              QuantizedRange{0, 127}}) {
          const QuantizationParams params =
              Chosen(min, max, range,
                     gemmlowp::ReciprocalRuleInDouble(symmetric, power_of_two));
          const QuantizationParams expected =
              QuantUtils(min, max, range, symmetric, power_of_two);
          ASSERT_EQ(params.scale, expected.scale) << min << " " << max;
          ASSERT_EQ(params.zero_point, expected.zero_point)
              << min << " " << max;
          others += params.zero_point !=
                    Chosen(min, max, range,
                           gemmlowp::ReciprocalRule(symmetric, power_of_two))
                        .zero_point;
        }
      }
    }
  }
  EXPECT_GT(others, 1000);
}

// TensorFlow Lite bounds one end by the type and the other by the activation: a
// zero point outside the type leaves an empty range.
TEST(QuantizationParams, ActivationsOfZeroPointsOutsideTheType) {
  QuantizedRange range;
  ASSERT_TRUE(gemmlowp::ActivationRange(BoundedActivation::kRelu, 1, 300,
                                        {0, 255}, &range)
                  .ok());
  EXPECT_EQ(range.low, 300);
  EXPECT_EQ(range.high, 255);
  ASSERT_TRUE(gemmlowp::ActivationRange(BoundedActivation::kRelu6, 1, -300,
                                        {-128, 127}, &range)
                  .ok());
  EXPECT_EQ(range.low, -128);
  EXPECT_EQ(range.high, -294);
}

TEST(QuantizationParams, ExtensionAndNudgingAreSwitches) {
  const QuantizedRange bytes = QuantizedRangeOf<std::uint8_t>();
  QuantizationRule rule;
  QuantizationParams params;
  ASSERT_TRUE(ChooseQuantizationParams(10, 61, bytes, rule, &params).ok());
  EXPECT_EQ(params.scale, 61.0 / 255);
  EXPECT_EQ(params.zero_point, 0);
  rule.extend_to_zero = false;
  ExpectRefused(ChooseQuantizationParams(10, 61, bytes, rule, &params), "min");
  ExpectRefused(ChooseQuantizationParams(-61, -10, bytes, rule, &params),
                "max");
  rule.nudge_zero_point = false;
  ASSERT_TRUE(ChooseQuantizationParams(10, 61, bytes, rule, &params).ok());
  EXPECT_EQ(params.scale, 0.2);
  EXPECT_EQ(params.zero_point, -50);
  ExpectRefused(ChooseQuantizationParams(1e12, 1e12 + 1, bytes, rule, &params),
                "min");
}

TEST(QuantizationParams, FakeQuantMovesTheRange) {
  QuantizationParams params;
  ASSERT_TRUE(gemmlowp::ChooseFakeQuantParams(10, 61, {0, 255}, &params).ok());
  EXPECT_EQ(params.scale, 0.2);
  EXPECT_EQ(params.zero_point, 0);
  ASSERT_TRUE(gemmlowp::ChooseFakeQuantParams(2, 2, {-127, 127}, &params).ok());
  EXPECT_EQ(params.scale, 1);
  EXPECT_EQ(params.zero_point, -127);
  ASSERT_TRUE(gemmlowp::ChooseFakeQuantParams(-1, 1, {0, 255}, &params).ok());
  EXPECT_EQ(params.zero_point, 128);
}

TEST(QuantizationParams, MaxAbs) {
  QuantizationParams params;
  ASSERT_TRUE(
      gemmlowp::ChooseMaxAbsQuantizationParams(-2.54f, 1, {-127, 127}, &params)
          .ok());
  EXPECT_EQ(params.scale, 2.54f / 127);
  EXPECT_EQ(params.zero_point, 0);
  ASSERT_TRUE(
      gemmlowp::ChooseMaxAbsQuantizationParams(0, 0, {-127, 127}, &params)
          .ok());
  EXPECT_EQ(params.scale, 1);
  // 2^-149 / 127 is 0 in float.
  ExpectRefused(
      gemmlowp::ChooseMaxAbsQuantizationParams(
          0, std::numeric_limits<float>::denorm_min(), {-127, 127}, &params),
      "max");
  EXPECT_EQ(params.scale, 1);
}

TEST(QuantizationParams, Channels) {
  const float mins[] = {-1, 0, -2};
  const float maxs[] = {1, 3, 0};
  QuantizationParams params[3];
  ASSERT_TRUE(gemmlowp::ChooseQuantizationParamsPerChannel(
                  mins, maxs, 3, {0, 255}, gemmlowp::DoubleRule(), params)
                  .ok());
  for (int i = 0; i < 3; ++i) {
    QuantizationParams alone;
    ASSERT_TRUE(ChooseQuantizationParams(mins[i], maxs[i], {0, 255},
                                         gemmlowp::DoubleRule(), &alone)
                    .ok());
    EXPECT_EQ(params[i].scale, alone.scale);
    EXPECT_EQ(params[i].zero_point, alone.zero_point);
  }
  const float bad[] = {-1, 5, -2};
  const Status status = gemmlowp::ChooseQuantizationParamsPerChannel(
      bad, maxs, 3, {0, 255}, gemmlowp::DoubleRule(), params);
  ExpectRefused(status, "mins");
  EXPECT_EQ(status.value(), 1);
  ASSERT_TRUE(gemmlowp::ChooseQuantizationParamsPerChannel(
                  bad, maxs, 1, {0, 255}, gemmlowp::DoubleRule(), &params[2])
                  .ok());
  params[0].scale = -7;
  ExpectRefused(gemmlowp::ChooseQuantizationParamsPerChannel(
                    bad, maxs, 3, {0, 255}, gemmlowp::DoubleRule(), params),
                "mins");
  EXPECT_EQ(params[0].scale, -7);
  ExpectRefused(gemmlowp::ChooseQuantizationParamsPerChannel(
                    mins, maxs, -1, {0, 255}, gemmlowp::DoubleRule(), params),
                "count");
  ExpectRefused(gemmlowp::ChooseQuantizationParamsPerChannel(
                    nullptr, maxs, 3, {0, 255}, gemmlowp::DoubleRule(), params),
                "mins");
  EXPECT_TRUE(
      gemmlowp::ChooseQuantizationParamsPerChannel(
          nullptr, nullptr, 0, {0, 255}, gemmlowp::DoubleRule(), nullptr)
          .ok());
}

TEST(QuantizationParams, TheEndsOfInt32AreZeroPoints) {
  constexpr QuantizedRange kWhole = {std::numeric_limits<std::int32_t>::min(),
                                     std::numeric_limits<std::int32_t>::max()};
  QuantizationParams params;
  ASSERT_TRUE(
      gemmlowp::ChooseDynamicQuantizationParams(-1, 0, kWhole, 1, &params)
          .ok());
  EXPECT_EQ(params.zero_point, kWhole.high);
  gemmlowp::NudgedRange nudged;
  ASSERT_TRUE(gemmlowp::NudgeQuantizationRange(-1, 0, kWhole, &nudged).ok());
  EXPECT_EQ(nudged.zero_point, kWhole.high);
  ASSERT_TRUE(gemmlowp::ChooseFakeQuantParams(1, 2, kWhole, &params).ok());
  EXPECT_EQ(params.zero_point, kWhole.low);
}

// A scale that float cannot hold, and one whose reciprocal double cannot hold.
TEST(QuantizationParams, TheSmallestScalesAreStretchedOrRefused) {
  QuantizationRule rule;
  rule.min_scale = 1;
  QuantizationParams params = {-1, 77};
  const Status status =
      ChooseQuantizationParams(-1e-300, 1e-300, {0, 255}, rule, &params);
  EXPECT_FALSE(status.ok());
  EXPECT_STREQ(status.argument(), "max");
  EXPECT_EQ(params.zero_point, 77);
  rule.min_scale = 0;
  rule.power_of_two = gemmlowp::PowerOfTwoScale::kShift;
  EXPECT_EQ(Chosen(0, 0x1p-1060, {0, 1}, rule).scale,
            std::ldexp(1.0, -1060 % 32));
}

}  // namespace
}  // namespace lowp_test
