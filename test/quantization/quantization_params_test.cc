// The choice of scales and zero points against other systems' choices; and what
// is refused.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/quantization/quantization_params.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "../golden/requantization_table.h"

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

QuantizedRange RangeNamed(const std::string& type, bool narrow = false) {
  if (type == "uint8") return QuantizedRangeOf<std::uint8_t>(narrow);
  if (type == "int8") return QuantizedRangeOf<std::int8_t>(narrow);
  if (type == "int16") return QuantizedRangeOf<std::int16_t>(narrow);
  ADD_FAILURE() << "unknown type " << type;
  return {};
}

class GoldenParams : public GoldenTableTest {};

TEST_F(GoldenParams, DoubleRule) {
  const RequantizationTable table("tflite_choose_params");
  for (std::size_t row = 0; row < table.size(); ++row) {
    const QuantizedRange range = RangeNamed(
        table.Text(row, "type"), table.Int(row, "narrow_range") != 0);
    QuantizationParams params;
    const Status status = ChooseQuantizationParams(
        table.Double(row, "min"), table.Double(row, "max"), range,
        gemmlowp::DoubleRule(), &params);
    ASSERT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(params.scale, table.Double(row, "scale")) << row;
    EXPECT_EQ(params.zero_point, table.Int(row, "zero_point")) << row;
  }
}

TEST_F(GoldenParams, ReciprocalRule) {
  const RequantizationTable table("fbgemm_choose_quantization_params");
  int others = 0;
  for (std::size_t row = 0; row < table.size(); ++row) {
    const QuantizedRange range = {
        static_cast<std::int32_t>(table.Int(row, "qmin")),
        static_cast<std::int32_t>(table.Int(row, "qmax"))};
    const QuantizationRule rule =
        gemmlowp::ReciprocalRule(table.Int(row, "preserve_sparsity") != 0,
                                 table.Int(row, "power_of_two") != 0);
    QuantizationParams params;
    const Status status = ChooseQuantizationParams(table.Double(row, "min"),
                                                   table.Double(row, "max"),
                                                   range, rule, &params);
    ASSERT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(params.scale, table.Double(row, "scale")) << row;
    EXPECT_EQ(params.zero_point, table.Int(row, "zero_point")) << row;
    // A control: another rule gives another result.
    QuantizationParams other;
    ASSERT_TRUE(ChooseQuantizationParams(
                    table.Double(row, "min"), table.Double(row, "max"), range,
                    gemmlowp::ProfileRule(Symmetry::kAsymmetric), &other)
                    .ok());
    others +=
        other.scale != params.scale || other.zero_point != params.zero_point;
  }
  EXPECT_GT(others, 100);
}

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

TEST(QuantizationParams, ActivationsNeedARange) {
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

struct Profile {
  Symmetry symmetry;
  bool power_of_two;
  QuantizedRange range;
};

Profile ProfileOf(const RequantizationTable& table, std::size_t row,
                  const std::string& type) {
  const std::string schema = table.Text(row, "schema");
  Profile profile = {Symmetry::kSymmetric, false, {}};
  if (schema == "Asymmetric") profile.symmetry = Symmetry::kAsymmetric;
  if (schema == "SymmetricWithUnsigned") {
    profile.symmetry = Symmetry::kSymmetricUnlessPositive;
  }
  profile.power_of_two = schema == "SymmetricWithPower2Scale";
  if (type == "Int32QTy") {
    profile.range = {-(1 << 29), (1 << 29) - 1};
  } else if (type == "UInt8QTy") {
    profile.range = QuantizedRangeOf<std::uint8_t>();
  } else if (type == "Int16QTy") {
    profile.range = QuantizedRangeOf<std::int16_t>();
  } else {
    profile.range = QuantizedRangeOf<std::int8_t>();
  }
  return profile;
}

TEST_F(GoldenParams, ProfileRule) {
  const RequantizationTable table("glow_choose_params");
  for (std::size_t row = 0; row < table.size(); ++row) {
    const Profile profile = ProfileOf(table, row, table.Text(row, "type"));
    QuantizationParams params;
    const Status status = ChooseQuantizationParams(
        table.Double(row, "min"), table.Double(row, "max"), profile.range,
        gemmlowp::ProfileRule(profile.symmetry, profile.power_of_two), &params);
    ASSERT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(params.scale, table.Double(row, "scale")) << row;
    EXPECT_EQ(params.zero_point, table.Int(row, "offset")) << row;
  }
}

TEST_F(GoldenParams, Nudged) {
  const RequantizationTable table("tflite_nudge_range");
  for (std::size_t row = 0; row < table.size(); ++row) {
    gemmlowp::NudgedRange nudged;
    const Status status = gemmlowp::NudgeQuantizationRange(
        table.Float(row, "min"), table.Float(row, "max"),
        {static_cast<std::int32_t>(table.Int(row, "quant_min")),
         static_cast<std::int32_t>(table.Int(row, "quant_max"))},
        &nudged);
    ASSERT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(nudged.min, table.Float(row, "nudged_min")) << row;
    EXPECT_EQ(nudged.max, table.Float(row, "nudged_max")) << row;
    EXPECT_EQ(nudged.scale, table.Float(row, "scale")) << row;
  }
}

TEST_F(GoldenParams, Dynamic) {
  const RequantizationTable table("onnx_reference_dynamic_quantize_linear");
  for (std::size_t row = 0; row < table.size(); ++row) {
    const std::vector<float> x = table.Floats(row, "x");
    const auto [min, max] = std::minmax_element(x.begin(), x.end());
    QuantizationParams params;
    ASSERT_TRUE(gemmlowp::ChooseDynamicQuantizationParams(*min, *max, {0, 255},
                                                          1.0f / 255, &params)
                    .ok());
    EXPECT_EQ(params.scale, table.Double(row, "scale")) << row;
    EXPECT_EQ(params.zero_point, table.Int(row, "zero_point")) << row;
  }
}

TEST_F(GoldenParams, ActivationRanges) {
  const RequantizationTable table("tflite_activation_range");
  const std::map<std::string, BoundedActivation> kActivations = {
      {"none", BoundedActivation::kNone},
      {"relu", BoundedActivation::kRelu},
      {"relu6", BoundedActivation::kRelu6},
      {"relu_n1_to_1", BoundedActivation::kReluN1To1}};
  for (std::size_t row = 0; row < table.size(); ++row) {
    QuantizedRange range;
    const Status status = gemmlowp::ActivationRange(
        kActivations.at(table.Text(row, "activation")),
        table.Float(row, "scale"),
        static_cast<std::int32_t>(table.Int(row, "zero_point")),
        RangeNamed(table.Text(row, "type")), &range);
    ASSERT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(range.low, table.Int(row, "act_min")) << row;
    EXPECT_EQ(range.high, table.Int(row, "act_max")) << row;
  }
}

void ExpectRefused(const Status& status, const std::string& argument) {
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(status.argument(), argument);
}

TEST(QuantizationParams, RangesThatAreNone) {
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
TEST(QuantizationParams, RulesThatAreNone) {
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

TEST(QuantizationParams, WidestRangesHaveAScaleOrAreRefused) {
  constexpr float kMost = std::numeric_limits<float>::max();
  QuantizationParams params;
  ASSERT_TRUE(gemmlowp::ChooseDynamicQuantizationParams(-3e38f, 3e38f, {0, 255},
                                                        1, &params)
                  .ok());
  EXPECT_EQ(params.scale, static_cast<float>(6e38 / 255));
  EXPECT_EQ(params.zero_point, 128);
  ASSERT_TRUE(gemmlowp::ChooseDynamicQuantizationParams(-kMost, kMost, {0, 255},
                                                        1, &params)
                  .ok());
  ExpectRefused(gemmlowp::ChooseDynamicQuantizationParams(-kMost, kMost, {0, 1},
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
      gemmlowp::NudgeQuantizationRange(-kMost, kMost, {0, 255}, &nudged),
      "max");
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

TEST(QuantizationParams, NarrowestRangesAreRefused) {
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

TEST(QuantizationParams, ActivationRangeRefuses) {
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
