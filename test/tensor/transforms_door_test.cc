// What transforms of tensors refuse; nothing is written then.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "../../public/tensor/transforms.h"
#include "../support/expect_refused.h"

namespace lowp_test {
namespace {

using gemmlowp::FlatShape;
using gemmlowp::GemmContext;
using gemmlowp::Status;
using gemmlowp::TensorQuantization;
using gemmlowp::TensorShape;
using gemmlowp::ValueRounding;

TEST(TransformsDoor, Refusals) {
  GemmContext context;
  const float values[4] = {1, 2, 3, 4};
  std::int8_t out[4] = {9, 9, 9, 9};
  const float scales[] = {1, std::numeric_limits<float>::infinity()};
  const std::int32_t zero_points[] = {0, 0};
  const auto quantize = [&](const TensorQuantization& quantization,
                            gemmlowp::QuantizedRange range) {
    return gemmlowp::TryQuantize(&context, values, TensorShape{2, 2, 1},
                                 quantization, ValueRounding::kEven, out,
                                 range);
  };
  const gemmlowp::QuantizedRange all = {-128, 127};
  ExpectRefused(quantize(TensorQuantization(0.0f, 0), all),
                "quantization.scale");
  ExpectRefused(quantize(TensorQuantization(std::nanf(""), 0), all),
                "quantization.scale");
  ExpectRefused(quantize(TensorQuantization(1.0f, 128), all),
                "quantization.zero_point");
  ExpectRefused(quantize(TensorQuantization(1.0f, 0), {-129, 0}), "range.low");
  ExpectRefused(quantize(TensorQuantization(1.0f, 0), {1, 0}), "range.low");
  ExpectRefused(quantize(TensorQuantization(1.0f, 0), {0, 128}), "range.high");
  ExpectRefused(quantize(TensorQuantization(scales, zero_points, 3), all),
                "quantization.channels");
  for (const int channels : {1, 0, -2, -5}) {
    ExpectRefused(
        quantize(TensorQuantization(scales, zero_points, channels), all),
        "quantization.channels");
  }
  ExpectRefused(quantize(TensorQuantization(nullptr, nullptr, -2), all),
                "quantization.channels");
  ExpectRefused(gemmlowp::TryQuantize(
                    &context, values, FlatShape(4), TensorQuantization(1.0f, 0),
                    static_cast<ValueRounding>(
                        static_cast<int>(ValueRounding::kAwayInDouble) + 1),
                    out),
                "rounding");
  ExpectRefused(gemmlowp::TryQuantize(
                    static_cast<GemmContext*>(nullptr), values, FlatShape(4),
                    TensorQuantization(1.0f, 0), ValueRounding::kEven, out),
                "context");
  const std::size_t half = std::size_t{1} << (sizeof(std::size_t) * 4);
  for (const TensorShape& shape :
       {TensorShape{half, half, 1}, TensorShape{half, 2, half / 2},
        TensorShape{1, ~std::size_t{0}, 1}}) {
    ExpectRefused(gemmlowp::TryQuantize(&context, values, shape,
                                        TensorQuantization(1.0f, 0),
                                        ValueRounding::kEven, out),
                  "shape");
  }
  const Status status =
      quantize(TensorQuantization(scales, zero_points, 2), all);
  ExpectRefused(status, "quantization.scales");
  EXPECT_EQ(status.value(), 1);
  ExpectRefused(quantize(TensorQuantization(nullptr, zero_points, 2), all),
                "quantization.scales");
  ExpectRefused(quantize(TensorQuantization(scales, nullptr, 2), all),
                "quantization.zero_points");
  ExpectRefused(gemmlowp::TryQuantize(&context, nullptr, FlatShape(4),
                                      TensorQuantization(1.0f, 0),
                                      ValueRounding::kEven, out),
                "values");
  std::int8_t* const nowhere = nullptr;
  ExpectRefused(gemmlowp::TryQuantize(&context, values, FlatShape(4),
                                      TensorQuantization(1.0f, 0),
                                      ValueRounding::kEven, nowhere),
                "quantized");
  float back[4];
  ExpectRefused(gemmlowp::TryDequantize(&context, nowhere, FlatShape(4),
                                        TensorQuantization(1.0f, 0), back),
                "quantized");
  ExpectRefused(gemmlowp::TryDequantize(&context, out, FlatShape(4),
                                        TensorQuantization(1.0f, 0), nullptr),
                "values");
  ExpectRefused(gemmlowp::TryDequantize(
                    &context, out, FlatShape(4), TensorQuantization(1.0f, 0),
                    back, static_cast<gemmlowp::RealPrecision>(2)),
                "precision");
  gemmlowp::ObservedRange range;
  ExpectRefused(gemmlowp::TryFindRange(&context, values, 0, &range), "count");
  ExpectRefused(gemmlowp::TryFindRange(&context, values, 4, nullptr), "range");
  ExpectRefused(gemmlowp::TryFindRange(&context, nullptr, 4, &range), "values");
  for (const int threads : {1, -1}) {
    context.set_max_num_threads(threads);
    const Status one = gemmlowp::TryFindRange(&context, values, 4, &range);
    EXPECT_STREQ(one.argument(), threads < 0 ? "context.max_num_threads" : "");
  }
  context.set_max_num_threads(1);
  gemmlowp::NudgedRange nudged;
  float fake[4];
  ExpectRefused(gemmlowp::TryFakeQuantize(&context, values, 4, nudged, fake),
                "range.min");
  for (const std::int8_t x : out) EXPECT_EQ(x, 9);
  EXPECT_TRUE(gemmlowp::TryQuantize(&context, values, FlatShape(0),
                                    TensorQuantization(1.0f, 0),
                                    ValueRounding::kEven, out)
                  .ok());
}

}  // namespace
}  // namespace lowp_test
