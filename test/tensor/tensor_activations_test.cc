// Leaky ReLU, logistic and tanh of tensors on every backend: against their
// definitions or against each other, and between guard pages.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "../../public/tensor/requantization.h"
#include "../support/expect_refused.h"
#include "../support/for_each_backend.h"
#include "../support/guarded_buffer.h"
#include "../support/random_matrix.h"
#include "../support/rescaled_tensors.h"

namespace lowp_test {
namespace {

using gemmlowp::FixedPointMultiplier;
using gemmlowp::FixedPointRounding;
using gemmlowp::GemmContext;
using gemmlowp::OutputStageLeakyRelu;
using gemmlowp::internal::Backend;

TEST(TensorLeakyRelu, IsItsDefinition) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    for (const FixedPointRounding rounding : kFixedPointRoundings) {
      const FixedPointMultiplier above = {1717986918, 0};
      const FixedPointMultiplier below = {-1500000000, -2};
      const OutputStageLeakyRelu leaky = {9,
                                          above.multiplier,
                                          above.exponent,
                                          below.multiplier,
                                          below.exponent,
                                          -13,
                                          rounding};
      const auto expect = [&](auto type) {
        using T = decltype(type);
        for (const std::size_t count : {1, 77, 2111}) {
          const std::vector<T> values = AwkwardIntegers<T>(count, 8);
          std::vector<T> out(count);
          ASSERT_TRUE(gemmlowp::TryLeakyRelu(&context, values.data(), count,
                                             leaky, out.data())
                          .ok());
          for (std::size_t i = 0; i < count; ++i) {
            const T expected = RequantizeByDefinition<T, T>(
                values[i], values[i] >= 9 ? above : below, 9, -13, rounding,
                {std::numeric_limits<T>::min(), std::numeric_limits<T>::max()});
            ASSERT_EQ(out[i], expected) << int{values[i]};
          }
        }
      };
      expect(std::int8_t{});
      expect(std::int16_t{});
    }
  });
}

// In 16-bit lanes, and at the edges of what they hold.
TEST(TensorLeakyRelu, IsItsDefinitionForAllInputsOf16Bits) {
  std::vector<std::int16_t> all(65536);
  for (int i = 0; i < 65536; ++i) {
    all[static_cast<std::size_t>(i)] = static_cast<std::int16_t>(i - 32768);
  }
  const FixedPointMultiplier scales[] = {
      {1717986918, 0}, {1 << 30, 1},    {1374389534, -3},
      {1 << 30, 0},    {1 << 30, -15},  {1073742847, -1},
      {INT32_MAX, 0},  {INT32_MAX, -2}, {0, -1}};
  std::vector<std::int16_t> out(all.size());
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    Random random(3);
    for (int round = 0; round < 40; ++round) {
      const auto scale = [&] {
        if (random.OneIn(3)) return random.Pick(scales);
        return FixedPointMultiplier{random.Between(1 << 30, INT32_MAX),
                                    random.Between(-4, 0)};
      };
      const FixedPointMultiplier above = scale(), below = scale();
      const FixedPointRounding rounding = random.Pick(kFixedPointRoundings);
      const int zeros[] = {0, 3, -7, 99, -201, 1000, 32767, -32768};
      const int in_zero = random.Pick(zeros), out_zero = random.Pick(zeros);
      const OutputStageLeakyRelu leaky = {
          in_zero,        above.multiplier, above.exponent, below.multiplier,
          below.exponent, out_zero,         rounding};
      ASSERT_TRUE(gemmlowp::TryLeakyRelu(&context, all.data(), all.size(),
                                         leaky, out.data())
                      .ok());
      for (std::size_t i = 0; i < all.size(); ++i) {
        const auto expected =
            RequantizeByDefinition<std::int16_t, std::int16_t>(
                all[i], all[i] >= in_zero ? above : below, in_zero, out_zero,
                rounding, {INT16_MIN, INT16_MAX});
        ASSERT_EQ(out[i], expected)
            << all[i] << " from " << in_zero << " to " << out_zero << " by "
            << above.multiplier << ", " << above.exponent << ", "
            << below.multiplier << ", " << below.exponent;
      }
    }
  });
}

// Two ways to compute the same: scalar code is the definition, which other
// tests hold to recorded tables.
TEST(TensorSigmoids, AllBackendsAgreeOnEveryInput) {
  std::vector<std::int16_t> all(65536);
  for (int i = 0; i < 65536; ++i) {
    all[static_cast<std::size_t>(i)] = static_cast<std::int16_t>(i - 32768);
  }
  for (const float scale : {0x1p-12f, 0x1p-11f, 0.00031f, 0.5f, 2.5f}) {
    std::vector<std::int16_t> logistic, tanh;
    ForEachBackend([&](const Backend& backend) {
      GemmContext context;
      UseBackend(backend, &context);
      std::vector<std::int16_t> out(all.size());
      for (auto [kept, f] :
           {std::make_pair(&logistic, &gemmlowp::TryLogistic<GemmContext>),
            std::make_pair(&tanh, &gemmlowp::TryTanh<GemmContext>)}) {
        ASSERT_TRUE(
            f(&context, all.data(), all.size(), scale, out.data()).ok());
        if (kept->empty()) *kept = out;
        ASSERT_EQ(*kept, out);
        ASSERT_TRUE(std::is_sorted(out.begin(), out.end()));
      }
    });
    EXPECT_EQ(logistic[32768], 16384);
    EXPECT_EQ(tanh[32768], 0);
  }
}

// What LiteRT's reference kernel computed where the interpolated table ends; no
// recorded table reaches its last step.
TEST(TensorSigmoids, TanhEndsAsItsReferenceDoes) {
  const std::vector<std::int16_t> x = {-32768, -24576, -21800, -21760, -21759,
                                       -21700, -21504, 0,      21504,  21700,
                                       21755,  21760,  32767};
  const std::vector<std::int16_t> expected = {
      -32767, -32767, -32767, -32767, -32767, -32766, -32766,
      0,      32766,  32766,  32767,  32767,  32767};
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    std::vector<std::int16_t> out(x.size());
    ASSERT_TRUE(
        gemmlowp::TryTanh(&context, x.data(), x.size(), 0x1p-12f, out.data())
            .ok());
    EXPECT_EQ(out, expected);
  });
}

TEST(TensorActivations, TouchNothingBeyondTheTensor) {
  GuardedBuffer output{8192};
  const OutputStageLeakyRelu leaky = {
      0, 1717986918, 0, 1717986918, -3, 0, FixedPointRounding::kDouble};
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    ForEachGuardedTensor(
        [&](const std::int16_t* in, std::size_t n, Placement at) {
          std::int16_t* out =
              reinterpret_cast<std::int16_t*>(output.Place(2 * n, at, 2));
          ASSERT_TRUE(gemmlowp::TryLeakyRelu(&context, in, n, leaky, out).ok());
          ASSERT_TRUE(gemmlowp::TryLogistic(&context, in, n, 0.001f, out).ok());
          ASSERT_TRUE(gemmlowp::TryTanh(&context, in, n, 0.001f, out).ok());
        });
  });
}

TEST(TensorActivations, Refusals) {
  GemmContext context;
  const std::int8_t values[4] = {1, 2, 3, 4};
  std::int8_t out[4] = {9, 9, 9, 9};
  OutputStageLeakyRelu leaky = {0, 1, 0, 1, 40, 0, FixedPointRounding::kDouble};
  ExpectRefused(gemmlowp::TryLeakyRelu(&context, values, 4, leaky, out),
                "alpha_exponent");
  leaky.alpha_exponent = 0;
  leaky.result_zero_point = 128;
  ExpectRefused(gemmlowp::TryLeakyRelu(&context, values, 4, leaky, out),
                "result_zero_point");
  const std::int16_t* none = nullptr;
  std::int16_t wide[4];
  ExpectRefused(gemmlowp::TryLogistic(&context, none, 4, 0.1f, wide), "values");
  ExpectRefused(gemmlowp::TryTanh(&context, wide, 4, -0.1f, wide),
                "input_scale");
  ExpectRefused(gemmlowp::TryTanh(&context, wide, 4, 8.0f, wide),
                "input_scale");
  for (const std::int8_t x : out) EXPECT_EQ(x, 9);
}

// For scales of 2^-12 to 2^(left - 12) the multiplier is exact.
TEST(SigmoidParameters, PowersOfTwoAtTheirEnds) {
  constexpr int kMaxLeft = 3;
  for (int left = -1; left <= kMaxLeft + 1; ++left) {
    gemmlowp::internal::SigmoidParameters parameters;
    ASSERT_TRUE(gemmlowp::internal::ChooseSigmoidParameters(
                    std::ldexp(1.0f, left - 12), kMaxLeft, &parameters)
                    .ok());
    const bool as_it_is = left >= 0 && left <= kMaxLeft;
    EXPECT_EQ(parameters.multiplier, as_it_is ? 3 << left : 24576) << left;
    EXPECT_EQ(parameters.shift, as_it_is ? 0 : 13 - left) << left;
  }
}

}  // namespace
}  // namespace lowp_test
