// The choice of scales and zero points against other systems' choices.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "../../public/quantization/quantization_params.h"
#include "requantization_table.h"

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

}  // namespace
}  // namespace lowp_test
