// Requantization in float and double on every backend: against its definition,
// and against the results of TVM's own code.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/tensor/requantization_float.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "../golden/requantization_table.h"
#include "../support/for_each_backend.h"

namespace lowp_test {
namespace {

using gemmlowp::FlatShape;
using gemmlowp::FloatRounding;
using gemmlowp::GemmContext;
using gemmlowp::RealRequantization;
using gemmlowp::Status;
using gemmlowp::TensorShape;
using gemmlowp::ZeroPointOrder;
using gemmlowp::internal::Backend;

constexpr FloatRounding kRoundings[] = {
    FloatRounding::kEven, FloatRounding::kAway, FloatRounding::kUpward,
    FloatRounding::kTruncate, FloatRounding::kAwayBySum};
constexpr ZeroPointOrder kOrders[] = {ZeroPointOrder::kAfterRounding,
                                      ZeroPointOrder::kBeforeRounding};

template <typename Real>
Real Rounded(Real x, FloatRounding rounding) {
  switch (rounding) {
    case FloatRounding::kEven:
      return std::nearbyint(x);
    case FloatRounding::kAway:
      return std::round(x);
    case FloatRounding::kUpward: {
      const Real sum = x + Real{0.5f};
      return std::floor(sum);
    }
    case FloatRounding::kAwayBySum: {
      const Real sum = x < 0 ? x - Real{0.5f} : x + Real{0.5f};
      return std::trunc(sum);
    }
    default:
      return std::trunc(x);
  }
}

template <typename In, typename Out, typename Real>
Out Definition(In x, Real scale, std::int32_t in_zero, std::int32_t out_zero,
               FloatRounding rounding, ZeroPointOrder order) {
  const Real distance = static_cast<Real>(x) - static_cast<Real>(in_zero);
  const Real real = distance * scale;
  double value;
  if (order == ZeroPointOrder::kBeforeRounding) {
    const Real sum = real + static_cast<Real>(out_zero);
    value = static_cast<double>(Rounded(sum, rounding));
  } else {
    value = static_cast<double>(Rounded(real, rounding)) + out_zero;
  }
  return static_cast<Out>(std::clamp<double>(
      value, std::numeric_limits<Out>::min(), std::numeric_limits<Out>::max()));
}

template <typename In, typename Out, typename Real>
void ExpectRequantized(std::size_t count, Real scale, std::int32_t in_zero,
                       std::int32_t out_zero, GemmContext* context) {
  std::mt19937 random(2);
  std::vector<In> values(count);
  for (In& value : values) {
    value = static_cast<In>(random() % 3 == 0 ? random() : random() % 600);
  }
  std::vector<Out> out(count);
  for (const FloatRounding rounding : kRoundings) {
    for (const ZeroPointOrder order : kOrders) {
      RealRequantization<Real> requantization(scale, rounding, order);
      requantization.input_zero_point = in_zero;
      requantization.output_zero_point = out_zero;
      const Status status = gemmlowp::TryRequantize(
          context, values.data(), FlatShape(count), requantization, out.data());
      ASSERT_TRUE(status.ok()) << status.message();
      for (std::size_t i = 0; i < count; ++i) {
        const Out expected = Definition<In, Out, Real>(
            values[i], scale, in_zero, out_zero, rounding, order);
        ASSERT_EQ(out[i], expected) << std::int64_t{values[i]} << " rounding "
                                    << static_cast<int>(rounding) << " order "
                                    << static_cast<int>(order);
      }
    }
  }
}

template <typename Real>
void ExpectAllTypes(GemmContext* context) {
  for (const Real scale : {Real{0.5}, Real{0.1}, Real{-0.3}, Real{3}, Real{1e9},
                           static_cast<Real>(1e-9)}) {
    ExpectRequantized<std::int8_t, std::int8_t>(100, scale, -7, 5, context);
    ExpectRequantized<std::int8_t, std::int8_t>(2001, scale, -7, 5, context);
    ExpectRequantized<std::uint8_t, std::int8_t>(333, scale, 128, -1, context);
    ExpectRequantized<std::int16_t, std::uint8_t>(333, scale, 0, 131, context);
    ExpectRequantized<std::int32_t, std::int8_t>(777, scale, 3, 0, context);
    ExpectRequantized<std::int32_t, std::int16_t>(777, scale, INT32_MAX, -32768,
                                                  context);
  }
}

TEST(RequantizeInFloat, IsItsDefinition) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    ExpectAllTypes<float>(&context);
    ExpectAllTypes<double>(&context);
  });
}

template <typename Real>
void ExpectChannels(std::size_t channels, std::size_t inner,
                    GemmContext* context) {
  constexpr std::size_t kOuter = 3;
  std::vector<Real> scales(channels);
  std::vector<std::int32_t> in_zeros(channels), out_zeros(channels);
  for (std::size_t c = 0; c < channels; ++c) {
    scales[c] = static_cast<Real>(c % 13) / 7 + Real{0.25};
    in_zeros[c] = static_cast<std::int32_t>(c % 50);
    out_zeros[c] = static_cast<std::int32_t>(c % 40) - 20;
  }
  std::vector<std::int16_t> values(kOuter * channels * inner);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<std::int16_t>(i * 7 % 500);
  }
  RealRequantization<Real> requantization(
      scales.data(), static_cast<int>(channels), FloatRounding::kEven,
      ZeroPointOrder::kBeforeRounding);
  requantization.input_zero_points = in_zeros.data();
  requantization.output_zero_points = out_zeros.data();
  std::vector<std::int8_t> out(values.size());
  const Status status = gemmlowp::TryRequantize(
      context, values.data(), TensorShape{kOuter, channels, inner},
      requantization, out.data());
  ASSERT_TRUE(status.ok()) << status.message();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t c = i / inner % channels;
    const std::int8_t expected = Definition<std::int16_t, std::int8_t, Real>(
        values[i], scales[c], in_zeros[c], out_zeros[c], FloatRounding::kEven,
        ZeroPointOrder::kBeforeRounding);
    ASSERT_EQ(out[i], expected) << i;
  }
}

TEST(RequantizeInFloat, ChannelsAnywhere) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    for (const std::size_t channels : {1, 5, 64, 131}) {
      for (const std::size_t inner : {1, 3, 70}) {
        ExpectChannels<float>(channels, inner, &context);
        ExpectChannels<double>(channels, inner, &context);
      }
    }
  });
}

TEST(RequantizeInFloat, Refusals) {
  GemmContext context;
  const std::int8_t values[2] = {1, 2};
  std::int8_t out[2] = {9, 9};
  const auto argument = [&](const RealRequantization<float>& requantization) {
    return std::string(gemmlowp::TryRequantize(&context, values,
                                               TensorShape{1, 2, 1},
                                               requantization, out)
                           .argument());
  };
  RealRequantization<float> one(std::nanf(""), FloatRounding::kEven,
                                ZeroPointOrder::kAfterRounding);
  EXPECT_EQ(argument(one), "requantization.scales");
  one.scale = 1;
  one.output_zero_point = 128;
  EXPECT_EQ(argument(one), "requantization.output_zero_point");
  one.output_zero_point = 0;
  one.rounding = static_cast<FloatRounding>(9);
  EXPECT_EQ(argument(one), "requantization.rounding");
  const float scales[] = {1, std::numeric_limits<float>::infinity()};
  RealRequantization<float> two(scales, 3, FloatRounding::kEven,
                                ZeroPointOrder::kAfterRounding);
  EXPECT_EQ(argument(two), "requantization.channels");
  two.channels = 0;
  EXPECT_EQ(argument(two), "requantization.channels");
  two.channels = 2;
  EXPECT_EQ(argument(two), "requantization.scales");
  two.scales = nullptr;
  EXPECT_EQ(argument(two), "requantization.scales");
  EXPECT_EQ(out[0], 9);
}

// All rows of TVM's table as the channels of one tensor.
template <typename Real>
int CompareTvm(const RequantizationTable& table, const std::string& column,
               FloatRounding rounding, GemmContext* context) {
  std::vector<std::int32_t> acc, in_zeros, out_zeros;
  std::vector<Real> scales;
  for (std::size_t row = 0; row < table.size(); ++row) {
    acc.push_back(static_cast<std::int32_t>(table.Int(row, "acc")));
    in_zeros.push_back(
        static_cast<std::int32_t>(table.Int(row, "in_zero_point")));
    out_zeros.push_back(
        static_cast<std::int32_t>(table.Int(row, "out_zero_point")));
    scales.push_back(
        static_cast<Real>(static_cast<double>(table.Float(row, "in_scale")) /
                          table.Float(row, "out_scale")));
  }
  RealRequantization<Real> requantization(
      scales.data(), static_cast<int>(scales.size()), rounding,
      ZeroPointOrder::kBeforeRounding);
  requantization.input_zero_points = in_zeros.data();
  requantization.output_zero_points = out_zeros.data();
  std::vector<std::int8_t> out(acc.size());
  const Status status = gemmlowp::TryRequantize(context, acc.data(),
                                                TensorShape{1, acc.size(), 1},
                                                requantization, out.data());
  EXPECT_TRUE(status.ok()) << status.message();
  int mismatches = 0;
  for (std::size_t row = 0; row < out.size(); ++row) {
    mismatches += out[row] != table.Int(row, column);
  }
  return mismatches;
}

class GoldenRequantizationInFloat : public GoldenTableTest {};

TEST_F(GoldenRequantizationInFloat, Tvm) {
  const RequantizationTable table("tvm_requantize");
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    const auto up = FloatRounding::kUpward;
    const auto away = FloatRounding::kAway;
    EXPECT_EQ(CompareTvm<float>(table, "f32_up", up, &context), 0);
    EXPECT_EQ(CompareTvm<float>(table, "f32_tn", away, &context), 0);
    EXPECT_EQ(CompareTvm<float>(table, "f32n_up", up, &context), 0);
    EXPECT_EQ(CompareTvm<float>(table, "f32n_tn", FloatRounding::kAwayBySum,
                                &context),
              0);
    EXPECT_GT(CompareTvm<float>(table, "f32n_tn", away, &context), 0);
    EXPECT_EQ(CompareTvm<double>(table, "f64_up", up, &context), 0);
    EXPECT_EQ(CompareTvm<double>(table, "f64_tn", away, &context), 0);
    EXPECT_GT(CompareTvm<float>(table, "f64_up", up, &context), 0);
    EXPECT_GT(CompareTvm<float>(table, "f32_up", away, &context), 0);
  });
}

// 32-bit sums: the zero point is subtracted in real arithmetic.
TEST(RequantizationFloat, SubtractsZeroPointsInRealArithmetic) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    ASSERT_TRUE(context.set_backend(backend.name).ok());
    RealRequantization<double> wide(
        static_cast<double>(0x1.ebcae2p-16f) / static_cast<double>(0x1.5p-2f),
        FloatRounding::kUpward, ZeroPointOrder::kBeforeRounding);
    wide.input_zero_point = -57;
    const std::int32_t largest = 2147483647;
    std::int8_t byte = 0;
    ASSERT_TRUE(
        gemmlowp::TryRequantize(&context, &largest, FlatShape(1), wide, &byte)
            .ok());
    EXPECT_EQ(byte, 127);
    RealRequantization<float> narrow(
        static_cast<float>(0x1p-17 / static_cast<double>(0x1.000002p0f)),
        FloatRounding::kUpward, ZeroPointOrder::kBeforeRounding);
    narrow.input_zero_point = -174;
    const std::int32_t value = 37551957;
    std::int16_t word = 0;
    ASSERT_TRUE(
        gemmlowp::TryRequantize(&context, &value, FlatShape(1), narrow, &word)
            .ok());
    EXPECT_EQ(word, 286);
  });
}

template <typename Real, typename Out>
bool MatchesPublished(const RequantizationTable& table, std::size_t row,
                      GemmContext* context) {
  const std::int32_t data = static_cast<std::int32_t>(table.Int(row, "data"));
  const float in = std::strtof(table.Text(row, "in_scale").c_str(), nullptr);
  const float out = std::strtof(table.Text(row, "out_scale").c_str(), nullptr);
  RealRequantization<Real> requantization(
      static_cast<Real>(static_cast<double>(in) / out),
      table.Text(row, "rounding") == "UPWARD" ? FloatRounding::kUpward
                                              : FloatRounding::kAway,
      ZeroPointOrder::kBeforeRounding);
  requantization.input_zero_point =
      static_cast<std::int32_t>(table.Int(row, "in_zero_point"));
  requantization.output_zero_point =
      static_cast<std::int32_t>(table.Int(row, "out_zero_point"));
  Out result;
  EXPECT_TRUE(gemmlowp::TryRequantize(context, &data, FlatShape(1),
                                      requantization, &result)
                  .ok());
  return result == table.Int(row, "out");
}

template <typename Real>
int ComparePublished(const RequantizationTable& table,
                     const std::string& compute, GemmContext* context) {
  int mismatches = 0, compared = 0;
  for (std::size_t row = 0; row < table.size(); ++row) {
    if (table.Text(row, "compute_dtype") != compute) continue;
    ++compared;
    const std::string& type = table.Text(row, "out_dtype");
    mismatches +=
        type == "int8"
            ? !MatchesPublished<Real, std::int8_t>(table, row, context)
        : type == "uint8"
            ? !MatchesPublished<Real, std::uint8_t>(table, row, context)
            : !MatchesPublished<Real, std::int16_t>(table, row, context);
  }
  EXPECT_GT(compared, 500);
  return mismatches;
}

TEST_F(GoldenRequantizationInFloat, TvmPublished) {
  const RequantizationTable table("tvm_requantize_published");
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    EXPECT_EQ(ComparePublished<float>(table, "float32", &context), 0);
    EXPECT_EQ(ComparePublished<double>(table, "float64", &context), 0);
  });
}

}  // namespace
}  // namespace lowp_test
