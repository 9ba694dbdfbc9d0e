// Dequantizes integers that a float does not hold, in float and in double.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "../../public/tensor/transforms.h"
#include "../support/for_each_backend.h"

namespace lowp_test {
namespace {

using gemmlowp::FlatShape;
using gemmlowp::GemmContext;
using gemmlowp::TensorQuantization;
using gemmlowp::TensorShape;
using gemmlowp::internal::Backend;

// TensorFlow Lite multiplies in double: integers beyond 2^24 differ.
TEST(Dequantize, InFloatOrInDouble) {
  constexpr std::int32_t kMax = std::numeric_limits<std::int32_t>::max();
  std::vector<std::int32_t> values = {kMax, -kMax, -kMax - 1, 1 << 24,
                                      (1 << 24) + 1};
  std::mt19937 random(17);
  while (values.size() < 503) {
    values.push_back(static_cast<std::int32_t>(random()));
  }
  const float scale = 0.1f;
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    for (const std::int32_t zero_point : {0, 7, kMax}) {
      std::vector<float> narrow(values.size()), wide(values.size());
      const TensorQuantization by(scale, zero_point);
      ASSERT_TRUE(gemmlowp::TryDequantize(&context, values.data(),
                                          FlatShape(values.size()), by,
                                          narrow.data())
                      .ok());
      ASSERT_TRUE(gemmlowp::TryDequantize(
                      &context, values.data(), FlatShape(values.size()), by,
                      wide.data(), gemmlowp::RealPrecision::kDouble)
                      .ok());
      int others = 0;
      for (std::size_t i = 0; i < values.size(); ++i) {
        const std::int32_t difference =
            static_cast<std::int32_t>(static_cast<std::uint32_t>(values[i]) -
                                      static_cast<std::uint32_t>(zero_point));
        ASSERT_EQ(narrow[i], static_cast<float>(difference) * scale);
        ASSERT_EQ(wide[i], static_cast<float>(static_cast<double>(difference) *
                                              static_cast<double>(scale)));
        others += narrow[i] != wide[i];
      }
      EXPECT_GT(others, 20);
    }
  });
}

// Channels and small types use different code.
TEST(Dequantize, InDoubleByChannel) {
  constexpr std::int32_t kMax = std::numeric_limits<std::int32_t>::max();
  const std::vector<float> scales = {0.1f, 3e-5f, 7, 0x1.fffffep-3f, 1e20f};
  const std::vector<std::int32_t> zero_points = {0, kMax, -kMax - 1, 128, -3};
  const std::size_t channels = scales.size();
  const TensorQuantization by(scales.data(), zero_points.data(),
                              static_cast<int>(channels));
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    for (const std::size_t inner : {1, 3, 67}) {
      const std::size_t all = 9 * channels * inner;
      std::vector<std::int8_t> values(all);
      for (std::size_t i = 0; i < all; ++i) {
        values[i] = static_cast<std::int8_t>(i * 37);
      }
      std::vector<float> out(all);
      ASSERT_TRUE(gemmlowp::TryDequantize(
                      &context, values.data(), TensorShape{9, channels, inner},
                      by, out.data(), gemmlowp::RealPrecision::kDouble)
                      .ok());
      for (std::size_t i = 0; i < all; ++i) {
        const std::size_t c = i / inner % channels;
        const std::int32_t difference = static_cast<std::int32_t>(
            static_cast<std::uint32_t>(values[i]) -
            static_cast<std::uint32_t>(zero_points[c]));
        ASSERT_EQ(out[i], static_cast<float>(static_cast<double>(difference) *
                                             static_cast<double>(scales[c])));
      }
    }
  });
}

}  // namespace
}  // namespace lowp_test
