// Requantized and activated tensors on every backend, against the results of
// other systems' own code.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "../../public/quantization/multiplier_builders.h"
#include "../../public/tensor/requantization.h"
#include "../support/for_each_backend.h"
#include "requantization_table.h"

namespace lowp_test {
namespace {

using gemmlowp::FixedPointMultiplier;
using gemmlowp::FixedPointRounding;
using gemmlowp::FlatShape;
using gemmlowp::GemmContext;
using gemmlowp::OutputStageLeakyRelu;
using gemmlowp::QuantizedRange;
using gemmlowp::Requantization;
using gemmlowp::Status;
using gemmlowp::TensorScale;
using gemmlowp::TensorShape;
using gemmlowp::internal::Backend;

class GoldenRequantization : public GoldenTableTest {};

// The inputs of a row: those that it lists, or all values of an 8-bit type.
template <typename T>
std::vector<T> InputsAt(const RequantizationTable& table, std::size_t row) {
  std::vector<T> inputs;
  if (table.Text(row, "x").empty()) {
    for (int x = std::numeric_limits<T>::min();
         x <= std::numeric_limits<T>::max(); ++x) {
      inputs.push_back(static_cast<T>(x));
    }
  }
  for (const std::int64_t x : table.Ints(row, "x")) {
    inputs.push_back(static_cast<T>(x));
  }
  return inputs;
}

template <typename T>
int Mismatches(const std::vector<T>& out,
               const std::vector<std::int64_t>& expected) {
  EXPECT_EQ(out.size(), expected.size());
  int mismatches = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    mismatches += std::int64_t{out[i]} != expected[i];
  }
  return mismatches;
}

// TensorFlow Lite's Requantize.
template <typename In, typename Out>
int RequantizeRow(const RequantizationTable& table, std::size_t row,
                  FixedPointRounding rounding, GemmContext* context) {
  const std::vector<In> inputs = InputsAt<In>(table, row);
  const TensorScale in = ScaleAt(table, row, "in"),
                    result = ScaleAt(table, row, "out");
  FixedPointMultiplier built;
  EXPECT_TRUE(gemmlowp::QuantizeMultiplier(
                  static_cast<double>(in.scale) / result.scale, &built)
                  .ok());
  EXPECT_EQ(built.multiplier, table.Int32(row, "multiplier"));
  EXPECT_EQ(built.exponent, table.Int32(row, "shift"));
  Requantization requantization(built, rounding);
  requantization.input_zero_point = in.zero_point;
  requantization.output_zero_point = result.zero_point;
  std::vector<Out> out(inputs.size());
  const Status status =
      gemmlowp::TryRequantize(context, inputs.data(), FlatShape(inputs.size()),
                              requantization, out.data());
  EXPECT_TRUE(status.ok()) << status.message();
  return Mismatches(out, table.Ints(row, "y"));
}

template <typename In>
int RequantizeRowFrom(const RequantizationTable& table, std::size_t row,
                      FixedPointRounding rounding, GemmContext* context) {
  const std::string& out = table.Text(row, "out_type");
  if (out == "int8") {
    return RequantizeRow<In, std::int8_t>(table, row, rounding, context);
  }
  if (out == "uint8") {
    return RequantizeRow<In, std::uint8_t>(table, row, rounding, context);
  }
  if (out == "int16") {
    return RequantizeRow<In, std::int16_t>(table, row, rounding, context);
  }
  EXPECT_EQ(out, "int32");
  return RequantizeRow<In, std::int32_t>(table, row, rounding, context);
}

int RequantizeTable(const RequantizationTable& table,
                    FixedPointRounding rounding, GemmContext* context) {
  int mismatches = 0;
  for (std::size_t row = 0; row < table.size(); ++row) {
    const std::string& in = table.Text(row, "in_type");
    if (in == "int8") {
      mismatches +=
          RequantizeRowFrom<std::int8_t>(table, row, rounding, context);
    } else if (in == "uint8") {
      mismatches +=
          RequantizeRowFrom<std::uint8_t>(table, row, rounding, context);
    } else if (in == "int16") {
      mismatches +=
          RequantizeRowFrom<std::int16_t>(table, row, rounding, context);
    } else {
      EXPECT_EQ(in, "int32");
      mismatches +=
          RequantizeRowFrom<std::int32_t>(table, row, rounding, context);
    }
  }
  return mismatches;
}

TEST_F(GoldenRequantization, TensorFlowLite) {
  const RequantizationTable twice("tflm_requantize"),
      once("tflm_requantize_single_rounding");
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    EXPECT_EQ(RequantizeTable(twice, FixedPointRounding::kDouble, &context), 0);
    EXPECT_EQ(
        RequantizeTable(once, FixedPointRounding::kSingleUpward, &context), 0);
    // Controls.
    EXPECT_GT(
        RequantizeTable(twice, FixedPointRounding::kSingleUpward, &context), 0);
    EXPECT_GT(
        RequantizeTable(twice, FixedPointRounding::kDoubleUpward, &context), 0);
    EXPECT_GT(RequantizeTable(once, FixedPointRounding::kDouble, &context), 0);
  });
}

// All rows of TVM's table as the channels of one tensor.
struct TvmCases {
  std::vector<std::int32_t> acc, multipliers, exponents, in_zeros, out_zeros;
  std::vector<float> in_scales, out_scales;
  explicit TvmCases(const RequantizationTable& table) {
    for (std::size_t row = 0; row < table.size(); ++row) {
      acc.push_back(table.Int32(row, "acc"));
      in_zeros.push_back(table.Int32(row, "in_zero_point"));
      out_zeros.push_back(table.Int32(row, "out_zero_point"));
      in_scales.push_back(table.Float(row, "in_scale"));
      out_scales.push_back(table.Float(row, "out_scale"));
      FixedPointMultiplier built;
      EXPECT_TRUE(
          gemmlowp::QuantizeMultiplierUnbounded(
              static_cast<double>(in_scales.back()) / out_scales.back(), &built)
              .ok());
      multipliers.push_back(built.multiplier);
      exponents.push_back(built.exponent);
    }
  }
};

int CompareTvm(const RequantizationTable& table, const TvmCases& cases,
               const std::string& column, FixedPointRounding rounding,
               GemmContext* context) {
  Requantization requantization(cases.multipliers.data(),
                                cases.exponents.data(),
                                static_cast<int>(cases.acc.size()), rounding);
  requantization.input_zero_points = cases.in_zeros.data();
  requantization.output_zero_points = cases.out_zeros.data();
  std::vector<std::int8_t> out(cases.acc.size());
  const Status status = gemmlowp::TryRequantize(
      context, cases.acc.data(), TensorShape{1, cases.acc.size(), 1},
      requantization, out.data());
  EXPECT_TRUE(status.ok()) << status.message();
  std::vector<std::int64_t> expected;
  for (std::size_t row = 0; row < table.size(); ++row) {
    expected.push_back(table.Int(row, column));
  }
  return Mismatches(out, expected);
}

TEST_F(GoldenRequantization, Tvm) {
  const RequantizationTable table("tvm_requantize");
  const TvmCases cases(table);
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    const auto up = FixedPointRounding::kSingleUpward;
    const auto away = FixedPointRounding::kSingleAway;
    EXPECT_EQ(CompareTvm(table, cases, "i64_up", up, &context), 0);
    EXPECT_EQ(CompareTvm(table, cases, "i64pc_up", up, &context), 0);
    EXPECT_EQ(CompareTvm(table, cases, "i64_tn", away, &context), 0);
    EXPECT_GT(CompareTvm(table, cases, "i64_tn", up, &context), 0);
    EXPECT_GT(CompareTvm(table, cases, "i64_up", away, &context), 0);
    EXPECT_GT(CompareTvm(table, cases, "i64_up", FixedPointRounding::kDouble,
                         &context),
              0);
  });
}

// Checks one row of the expected values in TVM's own tests, computed in int64.
template <typename Out>
bool MatchesPublished(const RequantizationTable& table, std::size_t row,
                      FixedPointRounding rounding, GemmContext* context) {
  const std::int32_t data = table.Int32(row, "data");
  // This table has decimal numbers.
  const float in_scale =
      std::strtof(table.Text(row, "in_scale").c_str(), nullptr);
  const float out_scale =
      std::strtof(table.Text(row, "out_scale").c_str(), nullptr);
  // TVM does not multiply if the scales are equal.
  FixedPointMultiplier built = {1 << 30, 1};
  if (in_scale != out_scale) {
    EXPECT_TRUE(gemmlowp::QuantizeMultiplierUnbounded(
                    static_cast<double>(in_scale) / out_scale, &built)
                    .ok());
  }
  Requantization requantization(built, rounding);
  requantization.input_zero_point = table.Int32(row, "in_zero_point");
  requantization.output_zero_point = table.Int32(row, "out_zero_point");
  Out out;
  const Status status = gemmlowp::TryRequantize(context, &data, FlatShape(1),
                                                requantization, &out);
  EXPECT_TRUE(status.ok()) << status.message();
  return std::int64_t{out} == table.Int(row, "out");
}

int ComparePublished(const RequantizationTable& table, bool swap,
                     GemmContext* context, int* compared) {
  int mismatches = 0;
  for (std::size_t row = 0; row < table.size(); ++row) {
    if (table.Text(row, "compute_dtype") != "int64") continue;
    ++*compared;
    const bool upward = table.Text(row, "rounding") == "UPWARD";
    const FixedPointRounding rounding = upward != swap
                                            ? FixedPointRounding::kSingleUpward
                                            : FixedPointRounding::kSingleAway;
    const std::string& type = table.Text(row, "out_dtype");
    if (type == "int8") {
      mismatches +=
          !MatchesPublished<std::int8_t>(table, row, rounding, context);
    } else if (type == "uint8") {
      mismatches +=
          !MatchesPublished<std::uint8_t>(table, row, rounding, context);
    } else {
      EXPECT_EQ(type, "int16");
      mismatches +=
          !MatchesPublished<std::int16_t>(table, row, rounding, context);
    }
  }
  return mismatches;
}

TEST_F(GoldenRequantization, TvmPublished) {
  const RequantizationTable table("tvm_requantize_published");
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    int compared = 0;
    EXPECT_EQ(ComparePublished(table, false, &context, &compared), 0);
    EXPECT_GT(compared, 1000);
    EXPECT_GT(ComparePublished(table, true, &context, &compared), 0);
  });
}

template <typename T>
int CompareLeakyRelu(const RequantizationTable& table,
                     FixedPointRounding rounding, GemmContext* context) {
  int mismatches = 0;
  for (std::size_t row = 0; row < table.size(); ++row) {
    OutputStageLeakyRelu leaky;
    EXPECT_TRUE(gemmlowp::MakeLeakyRelu(
                    ScaleAt(table, row, "in"), table.Float(row, "alpha"),
                    ScaleAt(table, row, "out"), rounding, &leaky)
                    .ok());
    const std::vector<T> inputs = InputsAt<T>(table, row);
    std::vector<T> out(inputs.size());
    const Status status = gemmlowp::TryLeakyRelu(
        context, inputs.data(), inputs.size(), leaky, out.data());
    EXPECT_TRUE(status.ok()) << status.message();
    mismatches += Mismatches(out, table.Ints(row, "y"));
  }
  return mismatches;
}

TEST_F(GoldenRequantization, LeakyRelu) {
  const RequantizationTable bytes("tflm_leaky_relu_int8"),
      bytes_once("tflm_leaky_relu_int8_single_rounding"),
      words("tflm_leaky_relu_int16"),
      words_once("tflm_leaky_relu_int16_single_rounding");
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    const auto twice = FixedPointRounding::kDouble;
    const auto once = FixedPointRounding::kSingleUpward;
    EXPECT_EQ(CompareLeakyRelu<std::int8_t>(bytes, twice, &context), 0);
    EXPECT_EQ(CompareLeakyRelu<std::int8_t>(bytes_once, once, &context), 0);
    EXPECT_EQ(CompareLeakyRelu<std::int16_t>(words, twice, &context), 0);
    EXPECT_EQ(CompareLeakyRelu<std::int16_t>(words_once, once, &context), 0);
    EXPECT_GT(CompareLeakyRelu<std::int8_t>(bytes, once, &context), 0);
    EXPECT_GT(CompareLeakyRelu<std::int16_t>(words, once, &context), 0);
  });
}

// synopsys-caffe: factors in double, a single rounding, no clamp.
TEST_F(GoldenRequantization, SynopsysLeakyRelu) {
  const RequantizationTable table("snps_leaky_relu");
  std::vector<std::int16_t> inputs(256);
  std::iota(inputs.begin(), inputs.end(), std::int16_t{-128});
  const auto mismatches = [&](FixedPointRounding rounding,
                              GemmContext* context) {
    int different = 0;
    for (std::size_t row = 0; row < table.size(); ++row) {
      const TensorScale in = ScaleAt(table, row, "in"),
                        result = ScaleAt(table, row, "out");
      const double slope = static_cast<double>(in.scale) / result.scale;
      FixedPointMultiplier above, below;
      EXPECT_TRUE(gemmlowp::QuantizeMultiplier(slope, &above).ok());
      EXPECT_TRUE(gemmlowp::QuantizeMultiplier(static_cast<double>(in.scale) *
                                                   table.Float(row, "alpha") /
                                                   result.scale,
                                               &below)
                      .ok());
      const OutputStageLeakyRelu leaky = {
          in.zero_point,  above.multiplier,  above.exponent, below.multiplier,
          below.exponent, result.zero_point, rounding};
      std::vector<std::int16_t> out(inputs.size());
      EXPECT_TRUE(gemmlowp::TryLeakyRelu(context, inputs.data(), inputs.size(),
                                         leaky, out.data())
                      .ok());
      different += Mismatches(out, table.Ints(row, "y"));
    }
    return different;
  };
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    EXPECT_EQ(mismatches(FixedPointRounding::kDouble, &context), 0);
    EXPECT_GT(mismatches(FixedPointRounding::kSingleUpward, &context), 0);
  });
}

template <typename Function>
int CompareSigmoid(const RequantizationTable& table, const Function& function,
                   GemmContext* context) {
  int mismatches = 0;
  for (std::size_t row = 0; row < table.size(); ++row) {
    const std::vector<std::int16_t> inputs = InputsAt<std::int16_t>(table, row);
    std::vector<std::int16_t> out(inputs.size());
    const Status status = function(context, inputs.data(), inputs.size(),
                                   table.Float(row, "in_scale"), out.data());
    EXPECT_TRUE(status.ok()) << status.message();
    mismatches += Mismatches(out, table.Ints(row, "y"));
  }
  return mismatches;
}

TEST_F(GoldenRequantization, Sigmoids) {
  const RequantizationTable logistic("tflm_logistic_int16"),
      tanh("tflm_tanh_int16");
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    EXPECT_EQ(
        CompareSigmoid(logistic, gemmlowp::TryLogistic<GemmContext>, &context),
        0);
    EXPECT_EQ(CompareSigmoid(tanh, gemmlowp::TryTanh<GemmContext>, &context),
              0);
    EXPECT_GT(
        CompareSigmoid(tanh, gemmlowp::TryLogistic<GemmContext>, &context), 0);
  });
}

}  // namespace
}  // namespace lowp_test
