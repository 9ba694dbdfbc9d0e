// Quantized and dequantized values on every backend, against the results of
// other systems' own code.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "../../public/tensor/transforms.h"
#include "../support/for_each_backend.h"
#include "requantization_table.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;
using gemmlowp::TensorQuantization;
using gemmlowp::TensorShape;
using gemmlowp::ValueRounding;
using gemmlowp::internal::Backend;

class GoldenTransforms : public GoldenTableTest {};

// The rows of a table whose type is `type`, quantized with one channel per row.
template <typename T>
int CompareQuantized(const RequantizationTable& table, const std::string& type,
                     const std::string& value, const std::string& zero_point,
                     ValueRounding form, GemmContext* context,
                     bool expect_equal = true) {
  std::vector<float> values, scales;
  std::vector<std::int32_t> zero_points;
  std::vector<std::int64_t> expected;
  for (std::size_t row = 0; row < table.size(); ++row) {
    if (!type.empty() && table.Text(row, "type") != type) continue;
    values.push_back(table.Float(row, value));
    scales.push_back(table.Float(row, "scale"));
    zero_points.push_back(
        static_cast<std::int32_t>(table.Int(row, zero_point)));
    expected.push_back(table.Int(row, "out"));
  }
  std::vector<T> out(values.size());
  const Status status = gemmlowp::TryQuantize(
      context, values.data(), TensorShape{1, values.size(), 1},
      TensorQuantization(scales.data(), zero_points.data(),
                         static_cast<int>(values.size())),
      form, out.data());
  EXPECT_TRUE(status.ok()) << status.message();
  int different = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    different += out[i] != expected[i];
    if (expect_equal) {
      EXPECT_EQ(out[i], expected[i]) << values[i] << " / " << scales[i];
    }
  }
  return different;
}

TEST_F(GoldenTransforms, Quantize) {
  const RequantizationTable tflite("tflm_quantize"),
      mlas("mlas_quantize_linear"), onnx("onnx_reference_quantize_linear"),
      fbgemm("fbgemm_quantize"), glow("glow_quantize"),
      caffe2("caffe2_quantize_uint8");
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    CompareQuantized<std::int8_t>(tflite, "int8", "src", "zero_point",
                                  ValueRounding::kAway, &context);
    CompareQuantized<std::int16_t>(tflite, "int16", "src", "zero_point",
                                   ValueRounding::kAway, &context);
    for (const RequantizationTable* table : {&mlas, &onnx}) {
      CompareQuantized<std::int8_t>(*table, "int8", "src", "zero_point",
                                    ValueRounding::kEven, &context);
      CompareQuantized<std::uint8_t>(*table, "uint8", "src", "zero_point",
                                     ValueRounding::kEven, &context);
    }
    CompareQuantized<std::int8_t>(fbgemm, "int8", "src", "zero_point",
                                  ValueRounding::kEvenByReciprocal, &context);
    CompareQuantized<std::uint8_t>(fbgemm, "uint8", "src", "zero_point",
                                   ValueRounding::kEvenByReciprocal, &context);
    CompareQuantized<std::int8_t>(glow, "", "src", "offset",
                                  ValueRounding::kEvenWithZeroPoint, &context);
    CompareQuantized<std::uint8_t>(caffe2, "", "value", "zero_point",
                                   ValueRounding::kEven, &context);
    // Controls: another definition gives another result.
    EXPECT_GT(
        CompareQuantized<std::int8_t>(mlas, "int8", "src", "zero_point",
                                      ValueRounding::kAway, &context, false),
        0);
    EXPECT_GT(CompareQuantized<std::int8_t>(mlas, "int8", "src", "zero_point",
                                            ValueRounding::kEvenByReciprocal,
                                            &context, false),
              0);
  });
}

template <typename T>
void CompareDequantized(const RequantizationTable& table,
                        const std::string& type, const std::string& quantized,
                        const std::string& zero_point, const std::string& real,
                        GemmContext* context) {
  std::vector<T> values;
  std::vector<float> scales, expected;
  std::vector<std::int32_t> zero_points;
  for (std::size_t row = 0; row < table.size(); ++row) {
    if (!type.empty() && table.Text(row, "type") != type) continue;
    values.push_back(static_cast<T>(table.Int(row, quantized)));
    scales.push_back(table.Float(row, "scale"));
    zero_points.push_back(
        static_cast<std::int32_t>(table.Int(row, zero_point)));
    expected.push_back(table.Float(row, real));
  }
  std::vector<float> out(values.size());
  const Status status = gemmlowp::TryDequantize(
      context, values.data(), TensorShape{1, values.size(), 1},
      TensorQuantization(scales.data(), zero_points.data(),
                         static_cast<int>(values.size())),
      out.data());
  ASSERT_TRUE(status.ok()) << status.message();
  for (std::size_t i = 0; i < out.size(); ++i) {
    EXPECT_EQ(out[i], expected[i]) << type << i;
  }
}

TEST_F(GoldenTransforms, Dequantize) {
  const RequantizationTable tflite("tflm_dequantize"),
      onnx("onnx_reference_quantize_linear"), fbgemm("fbgemm_quantize"),
      glow("glow_quantize");
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    CompareDequantized<std::int8_t>(tflite, "int8", "q", "zero_point", "out",
                                    &context);
    CompareDequantized<std::uint8_t>(tflite, "uint8", "q", "zero_point", "out",
                                     &context);
    CompareDequantized<std::int16_t>(tflite, "int16", "q", "zero_point", "out",
                                     &context);
    CompareDequantized<std::int8_t>(onnx, "int8", "out", "zero_point", "back",
                                    &context);
    CompareDequantized<std::uint8_t>(fbgemm, "uint8", "out", "zero_point",
                                     "back", &context);
    CompareDequantized<std::int8_t>(glow, "", "out", "offset", "back",
                                    &context);
  });
}

}  // namespace
}  // namespace lowp_test
