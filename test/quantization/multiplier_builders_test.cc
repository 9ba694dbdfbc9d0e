// The multiplier builders against other systems' own builders; and what they
// refuse.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/quantization/multiplier_builders.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "../golden/requantization_table.h"
#include "../support/expect_refused.h"

namespace lowp_test {
namespace {

using gemmlowp::FixedPointMultiplier;
using gemmlowp::Status;

// Fails, naming the row, if the builder refuses a row or differs from the
// columns `multiplier` and `shift`; `sign` is -1 if the shift is a right shift.
// Returns the number of rows compared; rows with an empty field are skipped.
template <typename Builder>
int CompareWithTable(const RequantizationTable& table,
                     const std::string& real_column, const Builder& builder,
                     const std::string& multiplier, const std::string& shift,
                     int sign) {
  int compared = 0;
  for (std::size_t row = 0; row < table.size(); ++row) {
    if (table.Text(row, multiplier).empty()) continue;
    FixedPointMultiplier quantized;
    const Status status = builder(table.Double(row, real_column), &quantized);
    EXPECT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(quantized.multiplier, table.Int(row, multiplier))
        << table.Text(row, real_column + "_hex");
    EXPECT_EQ(sign * quantized.exponent, table.Int(row, shift))
        << table.Text(row, real_column + "_hex");
    ++compared;
  }
  return compared;
}

// The number of rows on which the builder differs from the columns.
template <typename Builder>
int CountDifferences(const RequantizationTable& table,
                     const std::string& real_column, const Builder& builder,
                     const std::string& multiplier, const std::string& shift) {
  int differences = 0;
  for (std::size_t row = 0; row < table.size(); ++row) {
    if (table.Text(row, multiplier).empty()) continue;
    FixedPointMultiplier quantized;
    EXPECT_TRUE(builder(table.Double(row, real_column), &quantized).ok());
    differences += quantized.multiplier != table.Int(row, multiplier) ||
                   quantized.exponent != table.Int(row, shift);
  }
  return differences;
}

// A test with recorded tables, which fails if they are missing.
class GoldenMultipliers : public GoldenTableTest {};

TEST_F(GoldenMultipliers, TensorFlowLite) {
  const RequantizationTable table("tflite_quantize_multiplier");
  EXPECT_EQ(CompareWithTable(table, "d", gemmlowp::QuantizeMultiplier, "m",
                             "shift", 1),
            4947);
  EXPECT_GT(CompareWithTable(table, "d", gemmlowp::QuantizeMultiplierSaturating,
                             "m_single", "shift_single", 1),
            4000);
  EXPECT_EQ(
      CompareWithTable(table, "d", gemmlowp::QuantizeMultiplierByTruncation,
                       "m_emulate", "shift_emulate", 1),
      4947);
  // The number of differences that the tables' description gives.
  EXPECT_EQ(CountDifferences(table, "d", gemmlowp::QuantizeMultiplier,
                             "m_emulate", "shift_emulate"),
            252);
  EXPECT_EQ(CountDifferences(table, "d", gemmlowp::QuantizeMultiplier,
                             "m_single", "shift_single"),
            57);
}

TEST_F(GoldenMultipliers, ConvolutionFromScales) {
  const RequantizationTable table("tflite_conv_multiplier");
  int different = 0;
  for (std::size_t row = 0; row < table.size(); ++row) {
    const float in = table.Float(row, "in_scale");
    const float filter = table.Float(row, "filter_scale");
    const float out = table.Float(row, "out_scale");
    double real = 0;
    FixedPointMultiplier channel, tensor;
    ASSERT_TRUE(gemmlowp::RealMultiplier(in, filter, out, &real).ok());
    ASSERT_TRUE(gemmlowp::QuantizeMultiplier(real, &channel).ok());
    EXPECT_EQ(channel.multiplier, table.Int(row, "m_pc"));
    EXPECT_EQ(channel.exponent, table.Int(row, "shift_pc"));
    ASSERT_TRUE(
        gemmlowp::RealMultiplierOfFloatProduct(in, filter, out, &real).ok());
    EXPECT_EQ(real, table.Double(row, "real_pt"));
    ASSERT_TRUE(gemmlowp::QuantizeMultiplier(real, &tensor).ok());
    EXPECT_EQ(tensor.multiplier, table.Int(row, "m_pt"));
    EXPECT_EQ(tensor.exponent, table.Int(row, "shift_pt"));
    different += channel.multiplier != tensor.multiplier;
  }
  EXPECT_EQ(different, 1053);
}

TEST_F(GoldenMultipliers, OtherSystemsWith31Bits) {
  CompareWithTable(RequantizationTable("tvm_fixed_point_multiplier_shift"), "d",
                   gemmlowp::QuantizeMultiplierUnbounded, "m", "shift", 1);
  CompareWithTable(RequantizationTable("snps_quantize_multiplier"), "d",
                   gemmlowp::QuantizeMultiplier, "m", "shift", 1);
  CompareWithTable(RequantizationTable("gemmlowp_quantize_multiplier"), "scale",
                   gemmlowp::QuantizeMultiplierUnbounded, "multiplier",
                   "right_shift", -1);
  CompareWithTable(RequantizationTable("caffe2_quantize_multiplier"), "d",
                   gemmlowp::QuantizeMultiplierHalfToEven, "m", "right_shift",
                   -1);
}

TEST_F(GoldenMultipliers, TiesToEvenAreNotTiesAway) {
  const RequantizationTable table("caffe2_quantize_multiplier");
  int different = 0;
  for (std::size_t row = 0; row < table.size(); ++row) {
    FixedPointMultiplier away;
    ASSERT_TRUE(
        gemmlowp::QuantizeMultiplierUnbounded(table.Double(row, "d"), &away)
            .ok());
    different += away.multiplier != table.Int(row, "m");
  }
  EXPECT_GT(different, 0);
}

TEST_F(GoldenMultipliers, Precision) {
  const RequantizationTable table("fbgemm_choose_requantization_multiplier");
  for (const int precision : {32, 31, 24, 16}) {
    const std::string bits = std::to_string(precision);
    for (std::size_t row = 0; row < table.size(); ++row) {
      gemmlowp::PrecisionMultiplier quantized;
      ASSERT_TRUE(gemmlowp::QuantizeMultiplierOfPrecision(
                      table.Float(row, "scale"), precision, &quantized)
                      .ok());
      EXPECT_EQ(quantized.multiplier, table.Int(row, "m" + bits));
      EXPECT_EQ(quantized.right_shift, table.Int(row, "s" + bits));
    }
  }
}

TEST_F(GoldenMultipliers, PreAndPostShift) {
  const RequantizationTable table("glow_transform");
  for (std::size_t row = 0; row < table.size(); ++row) {
    const float scale = table.Float(row, "scale");
    gemmlowp::PreAndPostShift now, before;
    ASSERT_TRUE(gemmlowp::ChoosePreAndPostShift(scale, &now).ok());
    ASSERT_TRUE(gemmlowp::ChoosePreAndPostShift(
                    scale, &before, gemmlowp::PowerOfTwo::kIsLikeOthers)
                    .ok());
    EXPECT_EQ(now.pre_shift, table.Int(row, "pre"));
    EXPECT_EQ(now.post_shift, table.Int(row, "post"));
    EXPECT_EQ(now.multiplier, table.Int(row, "int_scale"));
    EXPECT_EQ(before.pre_shift, table.Int(row, "pre_old"));
    EXPECT_EQ(before.post_shift, table.Int(row, "post_old"));
    EXPECT_EQ(before.multiplier, table.Int(row, "int_scale_old"));
  }
}

// QNNPACK's requantization with a 24-bit multiplier: the float's own
// significand, and double rounding.
TEST_F(GoldenMultipliers, SignificandOfAFloat) {
  const RequantizationTable table("qnnpack_q31");
  for (std::size_t row = 0; row < table.size(); ++row) {
    FixedPointMultiplier m;
    ASSERT_TRUE(
        gemmlowp::MultiplierOfFloat(table.Float(row, "scale"), &m).ok());
    const std::int64_t product = table.Int(row, "acc") * m.multiplier;
    const std::int64_t high = (product + (std::int64_t{1} << 30)) >> 31;
    ASSERT_LE(m.exponent, 0);
    const std::int64_t divisor = std::int64_t{1} << -m.exponent;
    // Rounded with ties away from zero.
    const std::int64_t magnitude =
        (std::abs(high) + divisor / 2) / divisor + table.Int(row, "zero_point");
    const std::int64_t value =
        high < 0 ? 2 * table.Int(row, "zero_point") - magnitude : magnitude;
    const std::int64_t out =
        std::min(std::max(value, table.Int(row, "min")), table.Int(row, "max"));
    EXPECT_EQ(out, table.Int(row, "out")) << row;
  }
}

// XNNPACK's 16-bit requantization: the sum shifted to 16 bits, times the
// multiplier, both with ties up.
TEST_F(GoldenMultipliers, SixteenBitsOfAFloat) {
  const RequantizationTable table("xnnpack_rndnu16");
  for (std::size_t row = 0; row < table.size(); ++row) {
    gemmlowp::Multiplier16 m;
    ASSERT_TRUE(
        gemmlowp::MultiplierOfFloat16(table.Float(row, "scale"), &m).ok());
    const double shifted = std::floor(
        std::ldexp(static_cast<double>(table.Int(row, "acc")), m.exponent) +
        0.5);
    const std::int64_t narrow = static_cast<std::int64_t>(
        std::min(std::max(shifted, -32768.0), 32767.0));
    const std::int64_t scaled = (narrow * m.multiplier + (1 << 14)) >> 15;
    const std::int64_t value = scaled + table.Int(row, "zero_point");
    const std::int64_t out =
        std::min(std::max(value, table.Int(row, "min")), table.Int(row, "max"));
    EXPECT_EQ(out, table.Int(row, "out")) << row;
  }
}

// TensorFlow Lite's 64-bit sums: 15 bits of the multiplier, ties up.
TEST_F(GoldenMultipliers, FifteenBits) {
  const RequantizationTable table("tflite_int64_16x8");
  for (std::size_t row = 0; row < table.size(); ++row) {
    std::int16_t reduced = 0;
    ASSERT_TRUE(gemmlowp::ReduceMultiplierTo15Bits(
                    static_cast<std::int32_t>(table.Int(row, "m")), &reduced)
                    .ok());
    const int shift = 15 - static_cast<int>(table.Int(row, "shift"));
    const std::int64_t out = (table.Int(row, "acc64") * reduced +
                              (std::int64_t{1} << (shift - 1))) >>
                             shift;
    EXPECT_EQ(out, table.Int(row, "out")) << row;
  }
}

TEST(MultiplierBuilders, RefuseWhatIsNoScale) {
  const struct {
    float value;
    const char* text;
  } kBad[] = {{0.0f, "0"},
              {-1.25f, "-1.25"},
              {std::numeric_limits<float>::infinity(), "inf"},
              {std::numeric_limits<float>::quiet_NaN(), "nan"}};
  for (const auto& [bad, text] : kBad) {
    double real = 7;
    float product = 7;
    const Status refused = gemmlowp::RealMultiplier(bad, 1, 1, &real);
    ExpectRefused(refused, "lhs_scale");
    EXPECT_EQ(refused.message(), "lhs_scale = " + std::string(text) +
                                     ": is not a positive finite number");
    ExpectRefused(gemmlowp::RealMultiplierOfFloatProduct(1, bad, 1, &real),
                  "rhs_scale");
    ExpectRefused(gemmlowp::FloatMultiplier(1, 1, bad, &product),
                  "result_scale");
    EXPECT_EQ(real, 7);
    EXPECT_EQ(product, 7);
  }
}

TEST(MultiplierBuilders, RefuseWhatTheirArithmeticCannotHold) {
  float quotient = 7;
  ExpectRefused(gemmlowp::FloatMultiplier(1e30f, 1, 1e-30f, &quotient), "real");
  EXPECT_EQ(quotient, 7);
  double product = 7;
  ExpectRefused(
      gemmlowp::RealMultiplierOfFloatProduct(1e30f, 1e30f, 1, &product),
      "real");
  EXPECT_EQ(product, 7);
  const double kNan = std::numeric_limits<double>::quiet_NaN();
  FixedPointMultiplier m = {5, 6};
  ExpectRefused(gemmlowp::QuantizeMultiplier(kNan, &m), "real");
  ExpectRefused(gemmlowp::QuantizeMultiplierUnbounded(kNan, &m), "real");
  ExpectRefused(gemmlowp::QuantizeMultiplierSaturating(-0.5, &m), "real");
  ExpectRefused(gemmlowp::QuantizeMultiplierHalfToEven(1.0, &m), "real");
  const Status of_real = gemmlowp::QuantizeMultiplierHalfToEven(1.25, &m);
  EXPECT_EQ(of_real.message(), "real = 1.25: is outside [0, 1)");
  EXPECT_TRUE(of_real.is_real());
  EXPECT_EQ(of_real.real(), 1.25);
  EXPECT_EQ(of_real.value(), 0);
  ExpectRefused(gemmlowp::QuantizeMultiplierHalfToEven(kNan, &m), "real");
  ExpectRefused(gemmlowp::QuantizeMultiplierByTruncation(kNan, &m), "real");
  ExpectRefused(gemmlowp::MultiplierOfFloat(0.0f, &m), "real");
  ExpectRefused(gemmlowp::MultiplierOfFloat(0x1p-130f, &m), "real");
  EXPECT_EQ(m.multiplier, 5);
  EXPECT_EQ(m.exponent, 6);
  gemmlowp::PrecisionMultiplier p;
  ExpectRefused(gemmlowp::QuantizeMultiplierOfPrecision(0.5f, 33, &p),
                "precision");
  ExpectRefused(gemmlowp::QuantizeMultiplierOfPrecision(-0.5f, 32, &p), "real");
  gemmlowp::Multiplier16 m16;
  ExpectRefused(gemmlowp::MultiplierOfFloat16(-1.0f, &m16), "real");
  std::int16_t reduced = 0;
  ExpectRefused(gemmlowp::ReduceMultiplierTo15Bits(-1, &reduced), "multiplier");
  gemmlowp::PreAndPostShift shifts;
  ExpectRefused(gemmlowp::ChoosePreAndPostShift(0x1p31f, &shifts), "real");
  ExpectRefused(gemmlowp::ChoosePreAndPostShift(0x1p-18f, &shifts), "real");
  for (const int power_of_two : {1, 2}) {
    const Status status = gemmlowp::ChoosePreAndPostShift(
        0.5f, &shifts, static_cast<gemmlowp::PowerOfTwo>(power_of_two));
    EXPECT_STREQ(status.argument(), power_of_two == 1 ? "" : "power_of_two");
  }
}

TEST(MultiplierBuilders, ChannelsAreBuiltOneByOne) {
  const double kReals[] = {0.25, 0.75, 1.25, 0};
  std::int32_t multipliers[4] = {};
  std::int32_t exponents[4] = {9, 9, 9, 9};
  ASSERT_TRUE(gemmlowp::QuantizeMultipliers(gemmlowp::QuantizeMultiplier,
                                            kReals, 4, multipliers, exponents)
                  .ok());
  const std::int32_t kMultipliers[] = {1 << 30, 1610612736, 1342177280, 0};
  const std::int32_t kExponents[] = {-1, 0, 1, 0};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(multipliers[i], kMultipliers[i]);
    EXPECT_EQ(exponents[i], kExponents[i]);
  }
  const double kWithNan[] = {0.5, std::nan("")};
  const Status status = gemmlowp::QuantizeMultipliers(
      gemmlowp::QuantizeMultiplier, kWithNan, 2, multipliers, exponents);
  ExpectRefused(status, "reals");
  EXPECT_EQ(status.value(), 1);
  EXPECT_EQ(multipliers[0], kMultipliers[0]);
  EXPECT_EQ(exponents[0], kExponents[0]);
}

TEST(MultiplierBuilders, RefuseNullPointers) {
  ExpectRefused(gemmlowp::RealMultiplier(1, 1, 1, nullptr), "real");
  ExpectRefused(gemmlowp::RealMultiplierOfFloatProduct(1, 1, 1, nullptr),
                "real");
  ExpectRefused(gemmlowp::FloatMultiplier(1, 1, 1, nullptr), "real");
  for (const gemmlowp::MultiplierBuilder builder :
       {&gemmlowp::QuantizeMultiplier, &gemmlowp::QuantizeMultiplierUnbounded,
        &gemmlowp::QuantizeMultiplierSaturating,
        &gemmlowp::QuantizeMultiplierHalfToEven,
        &gemmlowp::QuantizeMultiplierByTruncation}) {
    ExpectRefused(builder(0.5, nullptr), "quantized");
  }
  ExpectRefused(gemmlowp::MultiplierOfFloat(1, nullptr), "quantized");
  ExpectRefused(gemmlowp::QuantizeMultiplierOfPrecision(1, 32, nullptr),
                "quantized");
  ExpectRefused(gemmlowp::MultiplierOfFloat16(1, nullptr), "quantized");
  ExpectRefused(gemmlowp::ReduceMultiplierTo15Bits(1, nullptr), "reduced");
  ExpectRefused(gemmlowp::ChoosePreAndPostShift(1, nullptr), "chosen");
  ExpectRefused(gemmlowp::ScaleByPreAndPostShift(1, {}, nullptr), "scaled");
  const double real = 0.5;
  std::int32_t number = 0;
  const auto build = [&](gemmlowp::MultiplierBuilder builder,
                         const double* reals, int count,
                         std::int32_t* multipliers, std::int32_t* exponents) {
    return gemmlowp::QuantizeMultipliers(builder, reals, count, multipliers,
                                         exponents);
  };
  const auto builder = &gemmlowp::QuantizeMultiplier;
  ExpectRefused(build(nullptr, &real, 1, &number, &number), "builder");
  ExpectRefused(build(builder, nullptr, 1, &number, &number), "reals");
  ExpectRefused(build(builder, &real, 1, nullptr, &number), "multipliers");
  ExpectRefused(build(builder, &real, 1, &number, nullptr), "exponents");
  ExpectRefused(build(builder, &real, -1, &number, &number), "count");
  EXPECT_TRUE(build(builder, nullptr, 0, nullptr, nullptr).ok());
}

}  // namespace
}  // namespace lowp_test
