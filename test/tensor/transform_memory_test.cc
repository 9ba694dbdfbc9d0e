// Where the tensors and arrays of a transform may lie.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "../../public/tensor/transforms.h"
#include "../support/expect_refused.h"

namespace lowp_test {
namespace {

using gemmlowp::ActivationTable;
using gemmlowp::FlatShape;
using gemmlowp::GemmContext;
using gemmlowp::Status;
using gemmlowp::TensorQuantization;
using gemmlowp::TensorShape;
using gemmlowp::ValueRounding;

// The result must not share a byte with what is read, unless it is the input.
TEST(TransformMemory, ResultsThatOverlapAreRefused) {
  GemmContext context;
  alignas(16) std::uint8_t memory[512] = {};
  const auto flip = [&](int from, int to) {
    return gemmlowp::TryFlipSigns(&context, memory + from, 16,
                                  reinterpret_cast<std::int8_t*>(memory + to));
  };
  EXPECT_TRUE(flip(100, 84).ok());
  ExpectRefused(flip(100, 85), "result");
  EXPECT_TRUE(flip(100, 100).ok());
  ExpectRefused(flip(100, 101), "result");
  ExpectRefused(flip(100, 115), "result");
  EXPECT_TRUE(flip(100, 116).ok());
  // In place, but with elements of another size.
  float* const floats = reinterpret_cast<float*>(memory);
  ExpectRefused(gemmlowp::TryQuantize(&context, floats, FlatShape(4),
                                      TensorQuantization(1, 0),
                                      ValueRounding::kEven, memory),
                "quantized");
  float numbers[6];
  const auto by_channel = [&](int at) {
    std::fill(numbers, numbers + 6, 1.0f);
    const std::int32_t zero_points[] = {0, 0};
    return gemmlowp::TryQuantize(
        &context, floats, TensorShape{2, 2, 1},
        TensorQuantization(numbers + 2, zero_points, 2), ValueRounding::kEven,
        reinterpret_cast<std::uint8_t*>(numbers) + at);
  };
  EXPECT_TRUE(by_channel(4).ok());
  ExpectRefused(by_channel(5), "quantization.scales");
  ExpectRefused(by_channel(15), "quantization.scales");
  EXPECT_TRUE(by_channel(16).ok());
  auto* const table =
      reinterpret_cast<ActivationTable<std::uint8_t>*>(memory + 128);
  const auto apply = [&](int to) {
    return gemmlowp::TryApplyTable(&context, memory, 8, *table, memory + to);
  };
  EXPECT_TRUE(apply(120).ok());
  ExpectRefused(apply(121), "table");
  ExpectRefused(apply(383), "table");
  EXPECT_TRUE(apply(384).ok());
}

}  // namespace
}  // namespace lowp_test
