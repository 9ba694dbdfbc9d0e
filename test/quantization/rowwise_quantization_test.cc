// Row-wise formats: known bytes, round trips within half a step, refusals, and
// half precision against its definition.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/rowwise/rowwise_quantization.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "../../internal/quantization/half.h"
#include "../support/expect_refused.h"

namespace lowp_test {
namespace {

using gemmlowp::FloatRows;
using gemmlowp::FusedRowBytes;
using gemmlowp::FusedRowFormat;
using gemmlowp::QuantizationRule;
using gemmlowp::RowCoding;
using gemmlowp::Status;
using gemmlowp::internal::FloatOfHalf;
using gemmlowp::internal::HalfOf;

constexpr FusedRowFormat kFormats[] = {
    FusedRowFormat::k8BitFloat, FusedRowFormat::k8BitHalf,
    FusedRowFormat::k4BitFloat, FusedRowFormat::k4BitHalf};
constexpr RowCoding kCodings[] = {RowCoding::kDivide,
                                  RowCoding::kMultiplyByReciprocal};

TEST(Half, EveryHalfComesBack) {
  for (int half = 0; half < 0x10000; ++half) {
    const float value = FloatOfHalf(static_cast<std::uint16_t>(half));
    if (!std::isfinite(value)) continue;
    EXPECT_EQ(HalfOf(value), half) << value;
  }
}

TEST(Half, RoundsToNearestTiesToEven) {
  // Between each pair of neighbours: the midpoint rounds to the even one, and
  // one float beside it to the nearer one.
  for (int half = 0; half < 0x7BFF; ++half) {
    const float below = FloatOfHalf(static_cast<std::uint16_t>(half));
    const float above = FloatOfHalf(static_cast<std::uint16_t>(half + 1));
    const float middle = below + (above - below) / 2;
    const int even = half % 2 == 0 ? half : half + 1;
    ASSERT_EQ(HalfOf(middle), even) << middle;
    ASSERT_EQ(HalfOf(std::nextafter(middle, 0.0f)), half) << middle;
    ASSERT_EQ(HalfOf(std::nextafter(middle, 1e9f)), half + 1) << middle;
    ASSERT_EQ(HalfOf(-middle), even | 0x8000) << middle;
  }
  EXPECT_EQ(HalfOf(65519.996f), 0x7BFF);
  EXPECT_EQ(HalfOf(65520.0f), 0x7C00);
}

TEST(FusedRows, KnownBytes) {
  // From 1 to 4 in steps of 1/85: codes 0, 85, 170, 255; scale 3/255.
  const float values[] = {1, 2, 3, 4};
  const FloatRows rows = {values, 1, 4, 4};
  ASSERT_EQ(FusedRowBytes(FusedRowFormat::k8BitFloat, 4), 12u);
  std::uint8_t fused[12];
  ASSERT_TRUE(gemmlowp::QuantizeFusedRows(rows, FusedRowFormat::k8BitFloat,
                                          RowCoding::kDivide, fused, 12)
                  .ok());
  // 3/255 = 0x3C40C0C1, 1 = 0x3F800000
  const std::uint8_t expected[] = {0,    85,   170,  255,  0xC1, 0xC0,
                                   0x40, 0x3C, 0x00, 0x00, 0x80, 0x3F};
  for (int i = 0; i < 12; ++i) EXPECT_EQ(fused[i], expected[i]) << i;
  // Codes 0, 5, 10, 15 and scale 0.2 = 0x3266 as a half, 1 = 0x3C00.
  ASSERT_EQ(FusedRowBytes(FusedRowFormat::k4BitHalf, 4), 6u);
  ASSERT_TRUE(gemmlowp::QuantizeFusedRows(rows, FusedRowFormat::k4BitHalf,
                                          RowCoding::kDivide, fused, 6)
                  .ok());
  const std::uint8_t nibbles[] = {0x50, 0xFA, 0x66, 0x32, 0x00, 0x3C};
  for (int i = 0; i < 6; ++i) EXPECT_EQ(fused[i], nibbles[i]) << i;
}

TEST(FusedRows, RoundTripsWithinHalfAStep) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> uniform(-3, 5);
  for (const FusedRowFormat format : kFormats) {
    for (const RowCoding coding : kCodings) {
      for (const int columns : {1, 2, 7, 64, 65}) {
        const int rows = 5, stride = columns + 3;
        std::vector<float> values(static_cast<std::size_t>(rows * stride));
        for (float& value : values) value = uniform(random);
        const std::ptrdiff_t fused_stride =
            static_cast<std::ptrdiff_t>(FusedRowBytes(format, columns)) + 1;
        std::vector<std::uint8_t> fused(
            static_cast<std::size_t>(rows * fused_stride), 0xEE);
        std::vector<float> back(static_cast<std::size_t>(rows * columns));
        ASSERT_TRUE(gemmlowp::QuantizeFusedRows(
                        {values.data(), rows, columns, stride}, format, coding,
                        fused.data(), fused_stride)
                        .ok());
        ASSERT_TRUE(gemmlowp::DequantizeFusedRows(fused.data(), fused_stride,
                                                  format, rows, columns,
                                                  back.data(), columns)
                        .ok());
        const bool nibbles = format == FusedRowFormat::k4BitFloat ||
                             format == FusedRowFormat::k4BitHalf;
        const float step = 8.0f / (nibbles ? 15 : 255);
        for (int r = 0; r < rows; ++r) {
          for (int c = 0; c < columns; ++c) {
            ASSERT_NEAR(back[r * columns + c], values[r * stride + c],
                        step * 0.6f);
          }
          EXPECT_EQ(fused[(r + 1) * fused_stride - 1], 0xEE);
        }
      }
    }
  }
}

TEST(FusedRows, ARowOfOneValue) {
  const float values[] = {-2.5f, -2.5f, -2.5f};
  for (const FusedRowFormat format : kFormats) {
    for (const RowCoding coding : kCodings) {
      std::uint8_t fused[16];
      float back[3];
      ASSERT_TRUE(gemmlowp::QuantizeFusedRows({values, 1, 3, 3}, format, coding,
                                              fused, 16)
                      .ok());
      ASSERT_TRUE(
          gemmlowp::DequantizeFusedRows(fused, 16, format, 1, 3, back, 3).ok());
      for (const float value : back) EXPECT_EQ(value, -2.5f);
    }
  }
}

TEST(Rows, SignedCodesAreUnsignedOnesMinus128) {
  std::mt19937 random(4);
  std::normal_distribution<float> normal(2, 1);
  std::vector<float> values(200);
  for (float& value : values) value = normal(random);
  const FloatRows rows = {values.data(), 4, 50, 50};
  std::uint8_t unsigned_codes[200];
  std::int8_t signed_codes[200];
  float scales[4], offsets[4], other_scales[4], other_offsets[4];
  ASSERT_TRUE(gemmlowp::QuantizeRows(rows, RowCoding::kDivide, unsigned_codes,
                                     50, scales, offsets)
                  .ok());
  ASSERT_TRUE(gemmlowp::QuantizeRows(rows, RowCoding::kDivide, signed_codes, 50,
                                     other_scales, other_offsets)
                  .ok());
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(unsigned_codes[i], signed_codes[i] + 128);
    const int r = i / 50;
    EXPECT_EQ(scales[r], other_scales[r]);
    EXPECT_NEAR(static_cast<float>(unsigned_codes[i]) * scales[r] + offsets[r],
                values[static_cast<std::size_t>(i)], scales[r] * 0.51f);
  }
}

TEST(Rows, ZeroPointsAreThoseOfTheRule) {
  const float values[] = {0, 1, 2, 3, -4, -2, 0, 4};
  const FloatRows rows = {values, 2, 4, 4};
  std::int8_t codes[8];
  float scales[2];
  std::int32_t zero_points[2];
  const QuantizationRule rule =
      gemmlowp::ProfileRule(gemmlowp::Symmetry::kAsymmetric);
  ASSERT_TRUE(
      gemmlowp::QuantizeRows(rows, rule, codes, 4, scales, zero_points).ok());
  EXPECT_EQ(scales[0], 3.0f / 255);
  EXPECT_EQ(zero_points[0], -128);
  EXPECT_EQ(zero_points[1], 0);
  // -4 is quantized to -127.49999: 8 / 255 rounded to float is slightly larger.
  const std::int8_t expected[] = {-128, -43, 42, 127, -127, -64, 0, 127};
  for (int i = 0; i < 8; ++i) EXPECT_EQ(codes[i], expected[i]) << i;
}

TEST(Rows, NothingIsWrittenBeforeARefusal) {
  const float values[] = {-1, 1, 0, 0};  // the second row has no scale
  std::uint8_t codes[4] = {9, 9, 9, 9};
  float scales[2] = {9, 9};
  std::int32_t zero_points[2] = {9, 9};
  const Status status = gemmlowp::QuantizeRows(
      {values, 2, 2, 2}, gemmlowp::DoubleRule(), codes, 2, scales, zero_points);
  ExpectRefused(status, "rule");
  EXPECT_EQ(status.value(), 1);
  EXPECT_EQ(codes[0], 9);
  EXPECT_EQ(scales[0], 9);
  EXPECT_EQ(zero_points[0], 9);
}

TEST(Rows, WiderThanAFloatAreRefusedWhereTheCodingIsInFloat) {
  const float values[] = {-1, 1, -3e38f, 3e38f};
  std::uint8_t codes[4] = {9, 9, 9, 9};
  float scales[2] = {9, 9}, offsets[2] = {9, 9};
  const Status status = gemmlowp::QuantizeRows({values, 2, 2, 2},
                                               RowCoding::kMultiplyByReciprocal,
                                               codes, 2, scales, offsets);
  ExpectRefused(status, "values.data");
  EXPECT_EQ(status.value(), 1);
  EXPECT_EQ(codes[0], 9);
  EXPECT_EQ(scales[0], 9);
  std::uint8_t fused[40] = {9};
  ExpectRefused(
      gemmlowp::QuantizeFusedRows({values, 2, 2, 2}, FusedRowFormat::k4BitHalf,
                                  RowCoding::kMultiplyByReciprocal, fused, 20),
      "values.data");
  EXPECT_EQ(fused[0], 9);
  EXPECT_TRUE(gemmlowp::QuantizeRows({values, 2, 2, 2}, RowCoding::kDivide,
                                     codes, 2, scales, offsets)
                  .ok());
}

TEST(Rows, RefuseNullPointersAndUnknownNames) {
  float values[] = {0, 1};
  std::uint8_t codes[40];
  float numbers[1], *none = nullptr;
  std::int32_t zero_points[1], *no_points = nullptr;
  const FloatRows row = {values, 1, 2, 2};
  const auto coded = [&](RowCoding coding, std::uint8_t* out, float* scales,
                         float* offsets) {
    return gemmlowp::QuantizeRows(row, coding, out, 2, scales, offsets);
  };
  ExpectRefused(coded(RowCoding::kDivide, codes, values + 1, numbers),
                "scales");
  ExpectRefused(coded(RowCoding::kDivide, codes, numbers, values), "offsets");
  ExpectRefused(coded(RowCoding::kDivide, nullptr, numbers, numbers),
                "quantized");
  ExpectRefused(
      coded(RowCoding::kDivide, reinterpret_cast<std::uint8_t*>(values + 1) + 3,
            numbers, numbers),
      "quantized");
  ExpectRefused(coded(RowCoding::kDivide, codes, none, numbers), "scales");
  ExpectRefused(coded(RowCoding::kDivide, codes, numbers, none), "offsets");
  ExpectRefused(coded(static_cast<RowCoding>(2), codes, numbers, numbers),
                "coding");
  const gemmlowp::QuantizationRule rule = gemmlowp::DoubleRule();
  ExpectRefused(gemmlowp::QuantizeRows(row, rule, codes, 2, none, zero_points),
                "scales");
  ExpectRefused(gemmlowp::QuantizeRows(row, rule, codes, 2, numbers, no_points),
                "zero_points");
  const auto unknown = static_cast<FusedRowFormat>(4);
  ExpectRefused(
      gemmlowp::QuantizeFusedRows(row, unknown, RowCoding::kDivide, codes, 20),
      "format");
  float back[2];
  ExpectRefused(
      gemmlowp::DequantizeFusedRows(codes, 20, unknown, 1, 2, back, 2),
      "format");
  constexpr auto kFormat = FusedRowFormat::k8BitHalf;
  ExpectRefused(gemmlowp::QuantizeFusedRows(row, kFormat, RowCoding::kDivide,
                                            nullptr, 20),
                "fused");
  ExpectRefused(
      gemmlowp::QuantizeFusedRows(row, kFormat, RowCoding::kDivide, codes, 5),
      "fused_stride");
  EXPECT_TRUE(
      gemmlowp::QuantizeFusedRows(row, kFormat, RowCoding::kDivide, codes, 6)
          .ok());
  ExpectRefused(
      gemmlowp::DequantizeFusedRows(nullptr, 20, kFormat, 1, 2, back, 2),
      "fused");
  ExpectRefused(
      gemmlowp::DequantizeFusedRows(codes, 20, kFormat, 1, 2, nullptr, 2),
      "values");
  ExpectRefused(
      gemmlowp::DequantizeFusedRows(reinterpret_cast<std::uint8_t*>(back + 1),
                                    20, kFormat, 1, 2, back, 2),
      "fused");
  ExpectRefused(
      gemmlowp::DequantizeFusedRows(codes, 20, kFormat, 1, 2, back, 2,
                                    static_cast<gemmlowp::RealPrecision>(2)),
      "precision");
}

TEST(Rows, ThatLeaveTheAddressSpaceAreRefused) {
  constexpr std::ptrdiff_t kMax = std::numeric_limits<std::ptrdiff_t>::max();
  const float values[] = {0, 1};
  std::uint8_t codes[2];
  float scales[2], offsets[2], back[2];
  for (const int rows : {2, 3}) {
    ExpectRefused(
        gemmlowp::QuantizeRows({values, rows, 2, kMax / 4}, RowCoding::kDivide,
                               codes, 2, scales, offsets),
        "values.stride");
    ExpectRefused(gemmlowp::DequantizeFusedRows(
                      codes, kMax, FusedRowFormat::k8BitHalf, rows, 2, back, 2),
                  "fused_stride");
    ExpectRefused(
        gemmlowp::DequantizeFusedRows(codes, 6, FusedRowFormat::k8BitHalf, rows,
                                      2, back, kMax / 4),
        "stride");
  }
  // The stride of a single row may be anything.
  EXPECT_TRUE(gemmlowp::QuantizeRows({values, 1, 2, kMax}, RowCoding::kDivide,
                                     codes, kMax, scales, offsets)
                  .ok());
}

TEST(Rows, BytesOfWrongFusedRows) {
  EXPECT_EQ(gemmlowp::FusedRowBytes(FusedRowFormat::k4BitHalf, 1), 5u);
  EXPECT_EQ(gemmlowp::FusedRowBytes(FusedRowFormat::k4BitHalf, 0), 0u);
  EXPECT_EQ(gemmlowp::FusedRowBytes(FusedRowFormat::k8BitFloat, -5), 0u);
  EXPECT_EQ(gemmlowp::FusedRowBytes(static_cast<FusedRowFormat>(4), 1), 0u);
  constexpr int kMax = std::numeric_limits<int>::max();
  EXPECT_EQ(gemmlowp::FusedRowBytes(FusedRowFormat::k4BitFloat, kMax),
            (std::size_t{1} << 30) + 8);
}

// In double, the sum is rounded once, as in a fused multiply-add.
TEST(Rows, DequantizedInFloatOrInDouble) {
  std::vector<float> values(2 * 255);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(i * 7919 % 1009) * 0.0137f - 3.3f;
  }
  for (const FusedRowFormat format :
       {FusedRowFormat::k8BitFloat, FusedRowFormat::k8BitHalf,
        FusedRowFormat::k4BitFloat, FusedRowFormat::k4BitHalf}) {
    const std::size_t stride = gemmlowp::FusedRowBytes(format, 255);
    std::vector<std::uint8_t> fused(2 * stride);
    ASSERT_TRUE(gemmlowp::QuantizeFusedRows(
                    {values.data(), 2, 255, 255}, format, RowCoding::kDivide,
                    fused.data(), static_cast<std::ptrdiff_t>(stride))
                    .ok());
    std::vector<float> narrow(values.size()), wide(values.size());
    const auto dequantize = [&](gemmlowp::RealPrecision precision,
                                std::vector<float>* out) {
      EXPECT_TRUE(gemmlowp::DequantizeFusedRows(
                      fused.data(), static_cast<std::ptrdiff_t>(stride), format,
                      2, 255, out->data(), 255, precision)
                      .ok());
    };
    dequantize(gemmlowp::RealPrecision::kFloat, &narrow);
    dequantize(gemmlowp::RealPrecision::kDouble, &wide);
    if (format != FusedRowFormat::k8BitFloat) continue;
    int others = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::uint8_t* const row = fused.data() + i / 255 * stride;
      float scale, offset;
      std::memcpy(&scale, row + 255, sizeof(scale));
      std::memcpy(&offset, row + 259, sizeof(offset));
      const float code = row[i % 255];
      const float product = code * scale;
      EXPECT_EQ(narrow[i], product + offset);
      EXPECT_EQ(wide[i], static_cast<float>(static_cast<double>(code) *
                                                static_cast<double>(scale) +
                                            static_cast<double>(offset)));
      EXPECT_EQ(wide[i], std::fma(code, scale, offset));
      others += narrow[i] != wide[i];
    }
    EXPECT_GT(others, 30);
  }
}

TEST(Rows, Refusals) {
  const float values[] = {0, 1, std::numeric_limits<float>::infinity(), 2};
  std::uint8_t codes[4] = {9, 9, 9, 9};
  float scales[2] = {}, offsets[2] = {};
  const Status status = gemmlowp::QuantizeRows(
      {values, 2, 2, 2}, RowCoding::kDivide, codes, 2, scales, offsets);
  ExpectRefused(status, "values.data");
  EXPECT_EQ(status.value(), 1);
  EXPECT_EQ(codes[0], 9);
  ExpectRefused(gemmlowp::QuantizeRows({values, 1, 0, 2}, RowCoding::kDivide,
                                       codes, 2, scales, offsets),
                "values.columns");
  ExpectRefused(gemmlowp::QuantizeRows({values, 1, 2, 1}, RowCoding::kDivide,
                                       codes, 2, scales, offsets),
                "values.stride");
  ExpectRefused(gemmlowp::QuantizeRows({values, 1, 2, 2}, RowCoding::kDivide,
                                       codes, 1, scales, offsets),
                "quantized_stride");
  ExpectRefused(gemmlowp::QuantizeRows({nullptr, 1, 2, 2}, RowCoding::kDivide,
                                       codes, 2, scales, offsets),
                "values.data");
  gemmlowp::QuantizationRule rule;
  rule.scale_precision = static_cast<gemmlowp::ScalePrecision>(3);
  std::int32_t unused[1];
  ExpectRefused(
      gemmlowp::QuantizeRows({values, 1, 2, 2}, rule, codes, 2, scales, unused),
      "rule.scale_precision");
  std::int32_t zero_points[2];
  const float zeros[] = {0, 0};
  ExpectRefused(gemmlowp::QuantizeRows({zeros, 1, 2, 2}, gemmlowp::DoubleRule(),
                                       codes, 2, scales, zero_points),
                "rule");
  float back[2];
  ExpectRefused(gemmlowp::DequantizeFusedRows(
                    codes, 4, FusedRowFormat::k8BitHalf, 1, 2, back, 2),
                "fused_stride");
}

}  // namespace
}  // namespace lowp_test
