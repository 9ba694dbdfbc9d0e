// Ranges, rules and activations that have no scale and zero point.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "../../public/quantization/quantization_params.h"
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
using gemmlowp::Symmetry;

TEST(QuantizationParamsDoor, RangesThatAreNone) {
  const double kNan = std::numeric_limits<double>::quiet_NaN();
  const QuantizedRange bytes = QuantizedRangeOf<std::int8_t>();
  const QuantizationRule rule;
  QuantizationParams params = {3, 4};
  ExpectRefused(ChooseQuantizationParams(kNan, 1, bytes, rule, &params), "min");
  ExpectRefused(
      ChooseQuantizationParams(0, std::numeric_limits<double>::infinity(),
                               bytes, rule, &params),
      "max");
  ExpectRefused(ChooseQuantizationParams(2, 1, bytes, rule, &params), "min");
  ExpectRefused(ChooseQuantizationParams(0, 1, {5, 5}, rule, &params),
                "range.low");
  QuantizationRule symmetric;
  symmetric.symmetry = Symmetry::kSymmetric;
  ExpectRefused(
      ChooseQuantizationParams(-1, 1, QuantizedRangeOf<std::uint8_t>(),
                               symmetric, &params),
      "range.low");
  EXPECT_EQ(params.scale, 3);
  EXPECT_EQ(params.zero_point, 4);
}

// Each field of a rule at its last value and one past it.
TEST(QuantizationParamsDoor, RulesThatAreNone) {
  const auto argument = [](const auto& change) {
    QuantizationRule rule;
    change(&rule);
    QuantizationParams params;
    const Status status =
        ChooseQuantizationParams(-1, 1, {-128, 127}, rule, &params);
    // Its message outlives the call.
    EXPECT_EQ(status.message().find(": is ") == std::string::npos, status.ok());
    return std::string(status.argument());
  };
  for (const int last : {0, 1}) {
    const auto named = [last](const char* name) {
      return std::string(last == 0 ? "" : name);
    };
    EXPECT_EQ(argument([=](QuantizationRule* rule) {
                rule->symmetry = static_cast<Symmetry>(3 + last);
              }),
              named("rule.symmetry"));
    EXPECT_EQ(argument([=](QuantizationRule* rule) {
                rule->scale_precision =
                    static_cast<gemmlowp::ScalePrecision>(2 + last);
              }),
              named("rule.scale_precision"));
    EXPECT_EQ(argument([=](QuantizationRule* rule) {
                rule->power_of_two =
                    static_cast<gemmlowp::PowerOfTwoScale>(3 + last);
              }),
              named("rule.power_of_two"));
  }
  for (const double wrong : {-1.0, 1e39, std::nan(""), HUGE_VAL}) {
    EXPECT_EQ(
        argument([=](QuantizationRule* rule) { rule->scale_of_zero = wrong; }),
        "rule.scale_of_zero");
    EXPECT_EQ(argument([=](QuantizationRule* rule) {
                rule->min_scale = static_cast<float>(wrong);
              }),
              "rule.min_scale");
  }
  // The channel's index is given only if the channel is at fault.
  const float mins[] = {-1, -1}, maxs[] = {1, HUGE_VALF};
  QuantizationParams params[2];
  const Status status = gemmlowp::ChooseQuantizationParamsPerChannel(
      mins, maxs, 2, {0, 255}, QuantizationRule(), params);
  EXPECT_STREQ(status.argument(), "maxs");
  EXPECT_EQ(status.value(), 1);
  QuantizationRule rule;
  rule.symmetry = static_cast<Symmetry>(4);
  EXPECT_STREQ(gemmlowp::ChooseQuantizationParamsPerChannel(
                   mins, maxs, 2, {0, 255}, rule, params)
                   .argument(),
               "rule.symmetry");
}

TEST(QuantizationParamsDoor, WidestRangesHaveAScaleOrAreRefused) {
  constexpr float kMax = std::numeric_limits<float>::max();
  QuantizationParams params;
  ASSERT_TRUE(gemmlowp::ChooseDynamicQuantizationParams(-3e38f, 3e38f, {0, 255},
                                                        1, &params)
                  .ok());
  EXPECT_EQ(params.scale, static_cast<float>(6e38 / 255));
  EXPECT_EQ(params.zero_point, 128);
  ASSERT_TRUE(gemmlowp::ChooseDynamicQuantizationParams(-kMax, kMax, {0, 255},
                                                        1, &params)
                  .ok());
  ExpectRefused(gemmlowp::ChooseDynamicQuantizationParams(-kMax, kMax, {0, 1},
                                                          1, &params),
                "max");
  gemmlowp::NudgedRange nudged;
  ASSERT_TRUE(
      gemmlowp::NudgeQuantizationRange(-3e38f, 3e38f, {0, 255}, &nudged).ok());
  EXPECT_EQ(nudged.scale, static_cast<float>(6e38 / 255));
  EXPECT_EQ(nudged.inverse, static_cast<float>(255 / 6e38));
  EXPECT_TRUE(std::isfinite(nudged.min));
  nudged = {};
  ExpectRefused(
      gemmlowp::NudgeQuantizationRange(-kMax, kMax, {0, 255}, &nudged), "max");
  EXPECT_EQ(nudged.scale, 1);
  ExpectRefused(ChooseQuantizationParams(-1e308, 1e308, {0, 255},
                                         gemmlowp::DoubleRule(), &params),
                "max");
  ASSERT_TRUE(ChooseQuantizationParams(-8e307, 8e307, {0, 255},
                                       gemmlowp::DoubleRule(), &params)
                  .ok());
  ExpectRefused(
      gemmlowp::ChooseFakeQuantParams(-1e308, 1e308, {0, 255}, &params), "max");
}

TEST(QuantizationParamsDoor, NarrowestRangesAreRefused) {
  const float least = std::numeric_limits<float>::denorm_min();
  QuantizationParams params;
  ExpectRefused(
      gemmlowp::ChooseDynamicQuantizationParams(0, least, {0, 255}, 1, &params),
      "max");
  ExpectRefused(
      gemmlowp::ChooseDynamicQuantizationParams(0, 1, {0, 255}, 0, &params),
      "scale_of_zero");
  gemmlowp::NudgedRange nudged;
  ExpectRefused(gemmlowp::NudgeQuantizationRange(0, least, {0, 255}, &nudged),
                "max");
}

TEST(QuantizationParamsDoor, ActivationsNeedARange) {
  QuantizedRange range = {5, 6};
  for (const int high : {2, 3, 4}) {
    const Status status = gemmlowp::ActivationRange(BoundedActivation::kRelu, 1,
                                                    0, {3, high}, &range);
    EXPECT_EQ(status.ok(), high == 4);
    if (status.ok()) continue;
    EXPECT_STREQ(status.argument(), "range.low");
    EXPECT_EQ(range.low, 5);
  }
}

TEST(QuantizationParamsDoor, ActivationRangeRefuses) {
  QuantizedRange range;
  ExpectRefused(gemmlowp::ActivationRange(BoundedActivation::kRelu, 0, 0,
                                          {0, 255}, &range),
                "scale");
  ExpectRefused(
      gemmlowp::ActivationRange(BoundedActivation::kRelu, 1, 0, {1, 0}, &range),
      "range.low");
}

}  // namespace
}  // namespace lowp_test
