// Rows quantized with their sums by every backend, against the plain code of
// rowwise_quantization.h.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/tensor/quantize_rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "../support/for_each_backend.h"

namespace lowp_test {
namespace {

using gemmlowp::FloatRows;
using gemmlowp::GemmContext;
using gemmlowp::RowCoding;
using gemmlowp::Status;
using gemmlowp::internal::Backend;

std::vector<float> SomeValues(std::size_t count) {
  std::mt19937 random(21);
  std::normal_distribution<float> normal(0.3f, 2);
  std::vector<float> values(count);
  for (float& value : values) value = normal(random);
  return values;
}

template <typename T>
struct QuantizedRows {
  std::vector<T> codes;
  std::vector<float> scales, offsets;
  std::vector<std::int32_t> zero_points, sums;
  QuantizedRows(int rows, std::ptrdiff_t stride)
      : codes(static_cast<std::size_t>(rows * stride), T{99}),
        scales(static_cast<std::size_t>(rows)),
        offsets(static_cast<std::size_t>(rows)),
        zero_points(static_cast<std::size_t>(rows)),
        sums(static_cast<std::size_t>(rows)) {}
};

template <typename T>
void ExpectSums(const QuantizedRows<T>& result, int rows, int columns,
                std::ptrdiff_t stride) {
  for (int r = 0; r < rows; ++r) {
    const T* row = result.codes.data() + r * stride;
    ASSERT_EQ(result.sums[r], std::accumulate(row, row + columns, 0));
  }
}

template <typename T>
void Compare(const FloatRows& values, std::ptrdiff_t stride,
             GemmContext* context) {
  for (const RowCoding coding :
       {RowCoding::kDivide, RowCoding::kMultiplyByReciprocal}) {
    QuantizedRows<T> plain(values.rows, stride), result(values.rows, stride);
    ASSERT_TRUE(gemmlowp::QuantizeRows(values, coding, plain.codes.data(),
                                       stride, plain.scales.data(),
                                       plain.offsets.data())
                    .ok());
    const Status status = gemmlowp::TryQuantizeRows(
        context, values, coding, result.codes.data(), stride,
        result.scales.data(), result.offsets.data(), result.sums.data());
    ASSERT_TRUE(status.ok()) << status.message();
    ASSERT_EQ(result.codes, plain.codes);
    ASSERT_EQ(result.scales, plain.scales);
    ASSERT_EQ(std::memcmp(result.offsets.data(), plain.offsets.data(),
                          plain.offsets.size() * sizeof(float)),
              0)
        << "signs of zeros, too";
    ExpectSums(result, values.rows, values.columns, stride);
  }
  QuantizedRows<T> plain(values.rows, stride), result(values.rows, stride);
  const gemmlowp::QuantizationRule rule = gemmlowp::ReciprocalRule();
  ASSERT_TRUE(gemmlowp::QuantizeRows(values, rule, plain.codes.data(), stride,
                                     plain.scales.data(),
                                     plain.zero_points.data())
                  .ok());
  ASSERT_TRUE(
      gemmlowp::TryQuantizeRows(context, values, rule, result.codes.data(),
                                stride, result.scales.data(),
                                result.zero_points.data(), result.sums.data())
          .ok());
  ASSERT_EQ(result.codes, plain.codes);
  ASSERT_EQ(result.scales, plain.scales);
  ASSERT_EQ(result.zero_points, plain.zero_points);
  ExpectSums(result, values.rows, values.columns, stride);
}

TEST(QuantizeRows, BackendsEqualThePlainCode) {
  for (const int columns : {1, 3, 16, 63, 64, 65, 129, 1000}) {
    const std::vector<float> data =
        SomeValues(static_cast<std::size_t>(6 * (columns + 2)));
    const FloatRows values = {data.data(), 6, columns, columns + 2};
    ForEachBackend([&](const Backend& backend) {
      GemmContext context;
      ASSERT_TRUE(context.set_backend(backend.name).ok());
      Compare<std::uint8_t>(values, columns + 1, &context);
      Compare<std::int8_t>(values, columns, &context);
    });
  }
}

TEST(QuantizeRows, ThreadsChangeNothing) {
  const std::vector<float> data = SomeValues(300 * 512);
  GemmContext context;
  context.set_max_num_threads(3);
  Compare<std::int8_t>({data.data(), 300, 512, 512}, 512, &context);
}

// Rows are taken some at a time, fewer of them at the end.
TEST(QuantizeRows, EveryNumberOfRows) {
  const std::vector<float> data = SomeValues(40 * 19);
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    ASSERT_TRUE(context.set_backend(backend.name).ok());
    for (int rows = 1; rows <= 40; ++rows) {
      Compare<std::int8_t>({data.data(), rows, 19, 19}, 23, &context);
    }
  });
}

// Sums of such values overflow, but all are finite; and zeros of both signs.
TEST(QuantizeRows, HugeValuesAndZeros) {
  std::vector<float> data(5 * 70);
  for (std::size_t i = 0; i < data.size(); ++i) {
    const float large = 3e38f - static_cast<float>(i % 70) * 1e36f;
    const float of_row[] = {large, -large, 0.0f, -0.0f,
                            i % 2 == 0 ? -0.0f : -large};
    data[i] = of_row[i / 70];
  }
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    ASSERT_TRUE(context.set_backend(backend.name).ok());
    for (const int columns : {1, 16, 64, 67, 70}) {
      Compare<std::uint8_t>({data.data(), 5, columns, 70}, 70, &context);
    }
  });
}

// What is chosen for rows is kept in the context's memory, if there is enough.
TEST(QuantizeRows, LentMemoryChangesNothing) {
  const std::vector<float> data = SomeValues(100 * 50);
  std::vector<std::uint8_t> memory(1 << 16);
  for (const std::size_t bytes : {0, 1, 100, 1 << 16}) {
    GemmContext context;
    context.set_workspace(memory.data(), bytes);
    Compare<std::int8_t>({data.data(), 100, 50, 50}, 50, &context);
  }
}

// Wherever it is, in whatever order threads find it; and writes nothing.
TEST(QuantizeRows, NamesTheFirstRowThatIsNotFinite) {
  constexpr int kRows = 70, kColumns = 1030;
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const std::vector<float> finite = SomeValues(kRows * kColumns);
  ForEachBackend([&](const Backend& backend) {
    for (const int threads : {1, 3}) {
      GemmContext context;
      ASSERT_TRUE(context.set_backend(backend.name).ok());
      context.set_max_num_threads(threads);
      for (const int place : {0, 17, 300, 1023, 1024, 1029}) {
        const int row = (place * 7 + threads) % (kRows - 9);
        std::vector<float> data = finite;
        const auto at = [&](int r, int c) {
          return data.begin() + r * kColumns + c;
        };
        *at(row, place) = place % 2 == 0 ? -kInfinity : std::nanf("");
        *at(row + 8, 5) = kInfinity;
        QuantizedRows<std::int8_t> result(kRows, kColumns);
        const QuantizedRows<std::int8_t> before = result;
        const Status status = gemmlowp::TryQuantizeRows(
            &context, FloatRows{data.data(), kRows, kColumns, kColumns},
            RowCoding::kDivide, result.codes.data(), kColumns,
            result.scales.data(), result.offsets.data(), result.sums.data());
        ASSERT_STREQ(status.argument(), "values.data");
        ASSERT_EQ(status.value(), row);
        ASSERT_EQ(result.codes, before.codes);
        ASSERT_EQ(result.scales, before.scales);
        ASSERT_EQ(result.offsets, before.offsets);
        ASSERT_EQ(result.sums, before.sums);
      }
    }
  });
}

TEST(QuantizeRows, Refusals) {
  std::vector<float> data = SomeValues(20);
  GemmContext context;
  std::vector<std::uint8_t> codes(20, 7);
  float scales[2], offsets[2];
  const auto argument = [&](const FloatRows& values, std::ptrdiff_t stride) {
    return gemmlowp::TryQuantizeRows(&context, values, RowCoding::kDivide,
                                     codes.data(), stride, scales, offsets,
                                     nullptr)
        .argument();
  };
  EXPECT_STREQ(argument({data.data(), -1, 10, 10}, 10), "values.rows");
  EXPECT_STREQ(argument({data.data(), 2, 0, 10}, 10), "values.columns");
  EXPECT_STREQ(argument({data.data(), 2, 10, 9}, 10), "values.stride");
  EXPECT_STREQ(argument({data.data(), 2, 10, 10}, 9), "quantized_stride");
  EXPECT_STREQ(argument({nullptr, 2, 10, 10}, 10), "values.data");
  // Strides that take rows out of the address space.
  constexpr std::ptrdiff_t kMax = std::numeric_limits<std::ptrdiff_t>::max();
  EXPECT_STREQ(argument({data.data(), 2, 10, kMax / 4}, 10), "values.stride");
  EXPECT_STREQ(argument({data.data(), 3, 10, kMax / 4}, 10), "values.stride");
  EXPECT_STREQ(argument({data.data(), 2, 10, 10}, kMax - 9),
               "quantized_stride");
  // Results over the values, up to their last byte.
  const auto over = [&](void* quantized, void* scale, void* offset,
                        void* sums) {
    return gemmlowp::TryQuantizeRows(
               &context, {data.data(), 2, 10, 10}, RowCoding::kDivide,
               static_cast<std::uint8_t*>(quantized), 10,
               static_cast<float*>(scale), static_cast<float*>(offset),
               static_cast<std::int32_t*>(sums))
        .argument();
  };
  float* const last = data.data() + 19;
  EXPECT_STREQ(
      over(reinterpret_cast<std::uint8_t*>(last) + 3, scales, offsets, nullptr),
      "quantized");
  EXPECT_STREQ(over(codes.data(), last, offsets, nullptr), "scales");
  EXPECT_STREQ(over(codes.data(), scales, last, nullptr), "offsets");
  EXPECT_STREQ(over(codes.data(), scales, offsets, last), "sums");
  context.set_max_num_threads(-1);
  EXPECT_STREQ(argument({data.data(), 2, 10, 10}, 10),
               "context.max_num_threads");
  context.set_max_num_threads(1);
  gemmlowp::QuantizationRule rule = gemmlowp::ReciprocalRule();
  std::int32_t zero_points[2];
  const auto by_rule = [&] {
    return gemmlowp::TryQuantizeRows(&context, {data.data(), 2, 10, 10}, rule,
                                     codes.data(), 10, scales, zero_points,
                                     nullptr)
        .argument();
  };
  rule.symmetry = static_cast<gemmlowp::Symmetry>(4);
  EXPECT_STREQ(by_rule(), "rule.symmetry");
  rule.symmetry = gemmlowp::Symmetry::kSymmetric;  // with unsigned codes
  EXPECT_STREQ(by_rule(), "rule");
  EXPECT_STREQ(
      gemmlowp::TryQuantizeRows(static_cast<GemmContext*>(nullptr),
                                {data.data(), 2, 10, 10}, RowCoding::kDivide,
                                codes.data(), 10, scales, offsets, nullptr)
          .argument(),
      "context");
  const float wide[] = {-3e38f, 3e38f};
  EXPECT_STREQ(gemmlowp::TryQuantizeRows(
                   &context, {wide, 1, 2, 2}, RowCoding::kMultiplyByReciprocal,
                   codes.data(), 10, scales, offsets, nullptr)
                   .argument(),
               "values.data");
  for (const float bad : {std::numeric_limits<float>::infinity(),
                          std::numeric_limits<float>::quiet_NaN()}) {
    data[17] = bad;
    EXPECT_STREQ(argument({data.data(), 2, 10, 10}, 10), "values.data");
  }
  for (const std::uint8_t code : codes) EXPECT_EQ(code, 7);
}

}  // namespace
}  // namespace lowp_test
