// Bad offsets and bad parameters of output stages: refused by name and value,
// with nothing written.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <climits>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../support/validate_fixture.h"

namespace lowp_test {
namespace {

using gemmlowp::VectorShape;

TEST_F(ValidateTest, Offsets) {
  const std::vector<std::int32_t> values(8, 1);
  const auto refuse = [&](const auto& lhs_offset, const auto& rhs_offset,
                          const char* argument, int value) {
    ExpectRefused(&context_, lhs(), rhs(), result(), lhs_offset, rhs_offset,
                  std::make_tuple(cast_), StatusCode::kInvalidArgument,
                  argument, value);
  };
  refuse(ColVector(values.data(), 5), 0, "lhs_offset.size", 5);
  refuse(ColVector(values.data(), 7), 0, "lhs_offset.size", 7);
  refuse(ColVector(values.data(), -6), 0, "lhs_offset.size", -6);
  refuse(ColVector(nullptr, 6), 0, "lhs_offset.data", 0);
  refuse(0, RowVector(values.data(), 3), "rhs_offset.size", 3);
  refuse(0, RowVector(nullptr, 4), "rhs_offset.data", 0);
  refuse(RowVector(values.data(), 6), 0, "lhs_offset", 6);
  refuse(0, ColVector(values.data(), 4), "rhs_offset", 4);
}

TEST_F(ValidateTest, BiasVectors) {
  const std::vector<std::int32_t> values(8, 1);
  const auto bias = [](const auto& vector) {
    return std::make_tuple(
        gemmlowp::OutputStageBiasAddition<std::decay_t<decltype(vector)>>{
            vector});
  };
  ExpectInvalidPipeline(bias(ColVector(values.data(), 5)), "bias_vector.size",
                        5);
  ExpectInvalidPipeline(bias(RowVector(values.data(), 6)), "bias_vector.size",
                        6);
  ExpectInvalidPipeline(bias(ColVector(nullptr, 6)), "bias_vector.data", 0);
  ExpectInvalidPipeline(bias(RowVector()), "bias_vector.size", 0);
}

TEST_F(ValidateTest, ShiftsOutsideTheirRange) {
  for (const int shift : {-1, 32, INT_MIN, INT_MAX}) {
    gemmlowp::OutputStageQuantizeDownInt32ToUint8Scale scale = {1, 2, shift};
    ExpectInvalidPipeline(std::make_tuple(scale), "result_shift", shift);
    gemmlowp::OutputStageQuantizeDownInt32ByFixedPoint fixed = {1 << 30, shift,
                                                                0};
    ExpectInvalidPipeline(std::make_tuple(fixed), "result_shift", shift);
    // Also if it is not the first stage.
    ExpectInvalidPipeline(
        std::make_tuple(gemmlowp::OutputStageClamp{0, 1}, fixed),
        "result_shift", shift);
    const std::vector<std::int32_t> values(8, 1);
    gemmlowp::OutputStageQuantizeDownInt32ToUint8ScalePC<VectorShape::Col> pc;
    pc.result_offset = ColVector(values.data(), 6);
    pc.result_mult_int = ColVector(values.data(), 6);
    pc.result_shift = shift;
    ExpectInvalidPipeline(std::make_tuple(pc), "result_shift", shift);
  }
}

// The deprecated entry point checks its shift separately.
TEST_F(ValidateTest, GemmWithAShiftOutsideItsRange) {
  const std::vector<std::uint8_t> bytes = result_.entries();
  auto map = result();
  gemmlowp::Gemm<std::uint8_t, gemmlowp::DefaultL8R8BitDepthParams>(
      &context_, lhs(), rhs(), &map, 0, 0, 0, 1, 32);
  EXPECT_EQ(handled_count, 1);
  ExpectStatus(handled, StatusCode::kInvalidArgument, "result_shift", 32);
  EXPECT_EQ(result_.entries(), bytes);
}

TEST_F(ValidateTest, ExponentsOutsideTheirRange) {
  const std::vector<std::int32_t> multipliers(8, 1 << 30);
  for (const int exponent : {-32, 32, INT_MIN, INT_MAX}) {
    ExpectInvalidPipeline(
        std::make_tuple(gemmlowp::OutputStageScaleInt32ByFixedPointAndExponent{
            1 << 30, exponent, 0}),
        "result_exponent", exponent);
    // The last entry of a vector.
    std::vector<std::int32_t> exponents(6, -3);
    exponents.back() = exponent;
    gemmlowp::OutputStageScaleInt32ByFixedPointAndExponentPC<VectorShape::Col>
        pc;
    pc.result_fixedpoint_multiplier = ColVector(multipliers.data(), 6);
    pc.result_exponent = ColVector(exponents.data(), 6);
    pc.result_offset_after_shift = 0;
    ExpectInvalidPipeline(std::make_tuple(pc), "result_exponent", exponent);
  }
}

TEST_F(ValidateTest, RoundingsThatDoNotExist) {
  const auto rounding = static_cast<gemmlowp::FixedPointRounding>(5);
  ExpectInvalidPipeline(
      std::make_tuple(gemmlowp::OutputStageScaleInt32ByFixedPoint{1 << 30, -3,
                                                                  0, rounding}),
      "result_rounding", 5);
  gemmlowp::OutputStageScaleInt32ByFixedPoint scale = {
      1 << 30, -3, 0, gemmlowp::FixedPointRounding::kDouble,
      static_cast<gemmlowp::FixedPointOverflow>(2)};
  ExpectInvalidPipeline(std::make_tuple(scale), "result_overflow", 2);
}

TEST_F(ValidateTest, VectorsOfScales) {
  const std::vector<std::int32_t> values(8, 1);
  const auto scale = [](const RowVector& multiplier,
                        const RowVector& exponent) {
    gemmlowp::OutputStageScaleInt32ByFixedPointAndExponentPC<VectorShape::Row>
        pc;
    pc.result_fixedpoint_multiplier = multiplier;
    pc.result_exponent = exponent;
    pc.result_offset_after_shift = 0;
    return std::make_tuple(pc);
  };
  const RowVector good(values.data(), 4);
  const RowVector wrong(values.data(), 6);
  const RowVector null(nullptr, 4);
  ExpectInvalidPipeline(scale(wrong, good), "result_fixedpoint_multiplier.size",
                        6);
  ExpectInvalidPipeline(scale(null, good), "result_fixedpoint_multiplier.data",
                        0);
  ExpectInvalidPipeline(scale(good, wrong), "result_exponent.size", 6);
  ExpectInvalidPipeline(scale(good, null), "result_exponent.data", 0);
  const auto quantize = [](const RowVector& offset, const RowVector& mult) {
    gemmlowp::OutputStageQuantizeDownInt32ToUint8ScalePC<VectorShape::Row> pc;
    pc.result_offset = offset;
    pc.result_mult_int = mult;
    pc.result_shift = 0;
    return std::make_tuple(pc);
  };
  ExpectInvalidPipeline(quantize(wrong, good), "result_offset.size", 6);
  ExpectInvalidPipeline(quantize(null, good), "result_offset.data", 0);
  ExpectInvalidPipeline(quantize(good, wrong), "result_mult_int.size", 6);
  ExpectInvalidPipeline(quantize(good, null), "result_mult_int.data", 0);
}

TEST_F(ValidateTest, FloatScalesAndBiases) {
  using FloatRow = gemmlowp::VectorMap<const float, VectorShape::Row>;
  const gemmlowp::OutputStageQuantizeFloat quantize = {
      0, gemmlowp::FloatRounding::kEven,
      gemmlowp::ZeroPointOrder::kAfterRounding};
  for (const float bad : {std::numeric_limits<float>::infinity(),
                          -std::numeric_limits<float>::infinity(),
                          std::numeric_limits<float>::quiet_NaN()}) {
    ExpectInvalidWord(
        std::make_tuple(gemmlowp::OutputStageDequantize{bad}, quantize),
        "result_scale",
        std::isnan(bad) ? "nan"
        : bad < 0       ? "-inf"
                        : "inf");
    const std::vector<float> values = {1, 1, 1, bad};
    gemmlowp::OutputStageDequantizePC<VectorShape::Row> pc;
    pc.result_scale = FloatRow(values.data(), 4);
    ExpectInvalidPipeline(std::make_tuple(pc, quantize), "result_scale.data",
                          3);
    gemmlowp::OutputStageBiasAddition<FloatRow> bias;
    bias.bias_vector = FloatRow(values.data(), 4);
    ExpectInvalidPipeline(
        std::make_tuple(gemmlowp::OutputStageDequantize{1}, bias, quantize),
        "bias_vector.data", 3);
    pc.result_scale = FloatRow(values.data(), 3);
    ExpectInvalidPipeline(std::make_tuple(pc, quantize), "result_scale.size",
                          3);
    pc.result_scale = FloatRow(nullptr, 4);
    ExpectInvalidPipeline(std::make_tuple(pc, quantize), "result_scale.data",
                          0);
  }
}

TEST_F(ValidateTest, FactorsDivisorsSlopesAndBounds) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto even = gemmlowp::FloatRounding::kEven;
  const auto after = gemmlowp::ZeroPointOrder::kAfterRounding;
  const gemmlowp::OutputStageDequantize dequantize = {1};
  const gemmlowp::OutputStageQuantizeFloat quantize = {0, even, after};
  const auto refuse = [&](const auto& stage, const char* argument,
                          const char* word) {
    ExpectInvalidWord(std::make_tuple(dequantize, stage, quantize), argument,
                      word);
  };
  refuse(gemmlowp::OutputStageMultiplyFloat{nan}, "factor", "nan");
  refuse(gemmlowp::OutputStageDivideFloat{nan}, "divisor", "nan");
  refuse(gemmlowp::OutputStageDivideFloat{0}, "divisor", "0");
  refuse(gemmlowp::OutputStageLeakyReluFloat{nan}, "negative_slope", "nan");
  refuse(gemmlowp::OutputStageClampFloat{nan, 1}, "min", "nan");
  refuse(gemmlowp::OutputStageClampFloat{1, nan}, "max", "nan");
  ExpectInvalidWord(std::make_tuple(gemmlowp::OutputStageScaleInt32ByFloat{
                        nan, 0, even, after}),
                    "result_scale", "nan");
  ExpectInvalidWord(
      std::make_tuple(gemmlowp::OutputStageScaleInt32ByDouble{
          std::numeric_limits<double>::infinity(), 0, even, after}),
      "result_scale", "inf");
  const std::vector<float> floats = {1, 2, nan, 3};
  const std::vector<double> doubles = {1, 2, 1e300, nan};
  gemmlowp::OutputStageScaleInt32ByFloatPC<VectorShape::Row> by_float = {
      {floats.data(), 4}, 0, even, after};
  ExpectInvalidPipeline(std::make_tuple(by_float), "result_scale.data", 2);
  gemmlowp::OutputStageScaleInt32ByDoublePC<VectorShape::Row> by_double = {
      {doubles.data(), 4}, 0, even, after};
  ExpectInvalidPipeline(std::make_tuple(by_double), "result_scale.data", 3);
  by_double.result_scale = {doubles.data(), 5};
  ExpectInvalidPipeline(std::make_tuple(by_double), "result_scale.size", 5);
  by_float.result_scale = {nullptr, 4};
  ExpectInvalidPipeline(std::make_tuple(by_float), "result_scale.data", 0);
  by_float.result_scale = {floats.data(), 2};
  by_float.result_rounding = static_cast<gemmlowp::FloatRounding>(9);
  ExpectInvalidPipeline(std::make_tuple(by_float), "result_rounding", 9);
}

TEST_F(ValidateTest, FloatRoundingsAndOrdersThatDoNotExist) {
  gemmlowp::OutputStageQuantizeFloat quantize = {
      0, static_cast<gemmlowp::FloatRounding>(5),
      gemmlowp::ZeroPointOrder::kAfterRounding};
  const gemmlowp::OutputStageDequantize dequantize = {1};
  ExpectInvalidPipeline(std::make_tuple(dequantize, quantize),
                        "result_rounding", 5);
  quantize.result_rounding = gemmlowp::FloatRounding::kAway;
  quantize.result_order = static_cast<gemmlowp::ZeroPointOrder>(2);
  ExpectInvalidPipeline(std::make_tuple(dequantize, quantize), "result_order",
                        2);
}

TEST_F(ValidateTest, TanhAmplitudes) {
  for (const int amplitude :
       {0, -1, INT_MIN, 1 << 28, (1 << 28) + 1, INT_MAX}) {
    ExpectInvalidPipeline(
        std::make_tuple(gemmlowp::OutputStageTanh{0, amplitude}),
        "real_amplitude_as_int32", amplitude);
  }
}

// Every error is found before a caller's stage is called.
TEST_F(ValidateTest, StagesAreNotCalledWhenArgumentsAreWrong) {
  int calls = 0;
  const auto count = [&calls](std::int32_t x, int, int) {
    ++calls;
    return x;
  };
  MatrixMap<std::int32_t, kRow> narrow(sums_.entries().data(), 6, 3, 7);
  EXPECT_FALSE(gemmlowp::TryGemm(&context_, lhs(), rhs(), &narrow, 0, 0,
                                 std::make_tuple(count))
                   .ok());
  EXPECT_EQ(calls, 0);
}

}  // namespace
}  // namespace lowp_test
