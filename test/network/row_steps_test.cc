// Shares and sums of rows of any size and scale, in blocks and without.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "../../doc/network/graph.h"
#include "../../public/gemm_context.h"
#include "../../public/tensor/softmax.h"
#include "built_operators.h"

namespace lowp_test {
namespace {

// Element by element, as log_softmax_step.cc has it.
std::vector<std::int8_t> LogarithmsOf(const std::vector<int>& values,
                                      std::size_t columns, float scale) {
  std::vector<std::int8_t> results;
  for (std::size_t row = 0; row < values.size(); row += columns) {
    const int* const x = values.data() + row;
    const int most = *std::max_element(x, x + columns);
    float sum = 0;
    for (std::size_t i = 0; i < columns; ++i) {
      sum += std::exp(-scale * static_cast<float>(most - x[i]));
    }
    const float subtracted =
        (scale * static_cast<float>(most) + std::log(sum)) * 16;
    for (std::size_t i = 0; i < columns; ++i) {
      const float result = scale * 16 * static_cast<float>(x[i]) - subtracted;
      results.push_back(static_cast<std::int8_t>(
          127 + std::rint(std::min(0.0f, std::max(-255.0f, result)))));
    }
  }
  return results;
}

// Sizes on both sides of blocks, rows on both sides of those that run at a
// time, scales on both sides of what fits 16 bits.
TEST(RowStepsTest, LogarithmsOfShares) {
  for (const float scale : {1e-5f, 0.021f, 0.3f, 4.0f, 4.01f, 31.0f, 1e6f}) {
    for (const int columns : {1, 2, 3, 4, 5, 15, 16, 17, 19, 20, 33, 130}) {
      for (const int rows : {1, 3, 4, 5, 9}) {
        const std::vector<std::int32_t> shape = {rows, columns};
        std::vector<int> values(static_cast<std::size_t>(rows * columns));
        int x = 7 * columns + rows;
        for (int& value : values) {
          x = (x * 1103 + 12345) % 65521;
          value = x % 256 - 128;
        }
        // Rows of the lowest and of the highest value.
        std::fill_n(values.begin(), columns, -128);
        if (rows > 3) std::fill_n(values.end() - columns, columns, 127);
        EXPECT_EQ(
            ResultsOf(WithConstants(lowp_network::kLogSoftmax,
                                    Scaled(shape, scale, 3), {},
                                    Scaled(shape, 1.0f / 16, 127)),
                      std::vector<std::int8_t>(values.begin(), values.end())),
            LogarithmsOf(values, static_cast<std::size_t>(columns), scale))
            << rows << " rows of " << columns << ", scale " << scale;
      }
    }
  }
}

// Of all pairs of bytes, each as the library has it alone.
TEST(RowStepsTest, SharesOfTwo) {
  constexpr int kRows = 256 * 256;
  std::vector<std::int8_t> values, expected(2 * kRows);
  for (int row = 0; row < kRows; ++row) {
    values.push_back(static_cast<std::int8_t>(row / 256 - 128));
    values.push_back(static_cast<std::int8_t>(row % 256 - 128));
  }
  gemmlowp::GemmContext context;
  for (const float scale : {0.001f, 0.05f, 2.0f}) {
    gemmlowp::SoftmaxTable table;
    ASSERT_TRUE(gemmlowp::BuildSoftmaxTable(scale, 1, &table).ok());
    for (std::size_t at = 0; at < values.size(); at += 2) {
      ASSERT_TRUE(gemmlowp::TrySoftmax(&context, &values[at], 1, 2, table,
                                       &expected[at])
                      .ok());
    }
    BuiltModel model =
        WithConstants(lowp_network::kSoftmax, Scaled({kRows, 2}, scale, 3), {},
                      Scaled({kRows, 2}, 1.0f / 256, -128));
    model.options = {{0, 4, 0x3F800000}};  // beta, 1 as a float
    EXPECT_EQ(ResultsOf(model, values), expected) << scale;
  }
}

// Near the result's range and far from it, with halves of both signs.
TEST(RowStepsTest, SumsAreRounded) {
  constexpr int kResults = 129;
  std::vector<std::int8_t> values(3 * kResults);
  for (int i = 0; i < 3 * kResults; ++i) {
    values[i] = static_cast<std::int8_t>(i * 89 % 256 - 128);
  }
  for (const float scale : {0.01f, 0.25f, 0.5f, 1.0f, 3.5f, 1e4f, 1e6f}) {
    for (const int zero_point : {0, -128, 77}) {
      const float offset = static_cast<float>(-zero_point) * scale * 3;
      std::vector<std::int8_t> expected;
      for (int i = 0; i < 3 * kResults; i += 3) {
        const int sum = values[i] + values[i + 1] + values[i + 2];
        const float real = std::round(static_cast<float>(sum) * scale + offset);
        expected.push_back(static_cast<std::int8_t>(
            std::min(std::max(real - 5, -128.0f), 127.0f)));
      }
      EXPECT_EQ(
          ResultsOf(WithConstants(lowp_network::kSum,
                                  Scaled({kResults, 3}, scale, zero_point),
                                  {Ints({1})}, Scaled({kResults}, 1, -5)),
                    values),
          expected)
          << scale << ", " << zero_point;
    }
  }
}

// Bytes of LiteRT 2.3's reference kernels.
TEST(RowStepsTest, ProductsAreScaledAtEveryFactor) {
  using Bytes = std::vector<std::int8_t>;
  using Int16s = std::vector<std::int16_t>;
  const auto model = [](std::int32_t axis, float scale, float to) {
    return WithConstants(lowp_network::kReduceProd, Scaled({2, 3}, scale, 3),
                         {Ints({axis})}, Scaled({axis == 0 ? 3 : 2}, to, -2));
  };
  const Bytes values = {4, -5, 127, -128, 2, 30};
  EXPECT_EQ(ResultsOf(model(1, 0.05f, 0.1f), values), (Bytes{-3, 2}));
  EXPECT_EQ(ResultsOf(model(0, 0.05f, 0.1f), values), (Bytes{-5, -2, 82}));
  EXPECT_EQ(ResultsOf(model(1, 2, 0.1f), values), (Bytes{-128, 127}));
  const auto wide = [](std::int32_t code, std::int32_t axis, float to) {
    return ResultsOf(WithConstants(code, Int16({2, 3}, 0.0005f), {Ints({axis})},
                                   Int16({axis == 0 ? 3 : 2}, to)),
                     Int16s{400, -5000, 32767, -32768, 2000, -30000});
  };
  EXPECT_EQ(wide(lowp_network::kReduceProd, 1, 0.002f), (Int16s{-4096, 32767}));
  EXPECT_EQ(wide(lowp_network::kReduceProd, 0, 0.01f),
            (Int16s{-328, -250, -24576}));
  EXPECT_EQ(wide(lowp_network::kReduceMin, 1, 0.0005f),
            (Int16s{-5000, -32768}));
  EXPECT_EQ(MessageOfRun(model(1, 1e4f, 1e-6f)),
            "scales = 20: is the exponent of a factor's scale, beyond -31..7");
  BuiltModel places = model(1, 1, 1);
  places.tensors[2].shape = {3};
  EXPECT_EQ(MessageOfRun(places),
            "output.shape = 3: values are not one for each place that is kept");
}

// Results of LiteRT 2.3's reference kernel.
TEST(RowStepsTest, ElementsAreDividedByTheirNeighbours) {
  using Floats = std::vector<float>;
  constexpr std::int8_t kFloat32 = 0;
  const auto of = [](int radius, float bias, float alpha, float beta) {
    const auto bits = [](float value) {
      std::int32_t word = 0;
      std::memcpy(&word, &value, sizeof(word));
      return word;
    };
    BuiltModel model = WithConstants(lowp_network::kLocalResponseNormalization,
                                     Plain<float>(kFloat32, {2, 1, 1, 3}), {},
                                     Plain<float>(kFloat32, {2, 1, 1, 3}));
    model.options = {{0, 4, radius},
                     {1, 4, bits(bias)},
                     {2, 4, bits(alpha)},
                     {3, 4, bits(beta)}};
    return ResultsOf<float>(model, {-3, -0.5f, 0, 0.25f, 2, 7});
  };
  EXPECT_EQ(
      of(1, 1, 0.5f, 0.75f),
      (Floats{-0.8353130221366882f, -0.13689200580120087f, 0,
              0.2442963868379593f, 0.8705900311470032f, 0.5829060077667236f}));
  EXPECT_EQ(
      of(5, 2, 0.1f, 0.5f),
      (Floats{-1.7541160583496094f, -0.29235267639160156f, 0,
              0.0924895629286766f, 0.7399165034294128f, 2.589707851409912f}));
  EXPECT_EQ(of(0, 4, 1, 0.5f), (Floats{-1.5f, -0.25f, 0, 0.125f, 1, 3.5f}));
}

}  // namespace
}  // namespace lowp_test
