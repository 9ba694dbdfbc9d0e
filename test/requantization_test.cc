// Requantization and the activations beside it on every backend: against
// definitions written out here, at every length, between guard pages, on
// several threads. Copyright 2026 The lowp Authors.
// SPDX-License-Identifier: Apache-2.0

#include "../public/requantization.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "../fixedpoint/fixedpoint.h"
#include "for_each_backend.h"
#include "guarded_buffer.h"

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
using gemmlowp::TensorShape;
using gemmlowp::internal::Backend;

constexpr FixedPointRounding kRoundings[] = {
    FixedPointRounding::kDouble, FixedPointRounding::kDoubleUpward,
    FixedPointRounding::kSingleUpward, FixedPointRounding::kSingleAway,
    FixedPointRounding::kSingleUpward15Bits};

constexpr FixedPointMultiplier kMultipliers[] = {
    {1 << 30, 1},     {1 << 30, -3},     {1717986918, 0}, {1294967297, -7},
    {-1500000000, 2}, {INT32_MAX, -1},   {INT32_MIN, -4}, {1234567891, 5},
    {0, 0},           {1073741825, -31}, {-1, 31}};

std::int32_t Wrapped(std::int64_t x) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(x));
}

// x * multiplier * 2^(exponent - 31) by the words of output_stages.h.
std::int32_t RescaleByDefinition(std::int32_t x, const FixedPointMultiplier& m,
                                 FixedPointRounding rounding) {
  const bool twice = rounding == FixedPointRounding::kDouble ||
                     rounding == FixedPointRounding::kDoubleUpward;
  if (!twice) {
    const int shift = 31 - m.exponent;
    std::int64_t multiplier = m.multiplier;
    if (rounding == FixedPointRounding::kSingleUpward15Bits) {
      multiplier = std::min<std::int64_t>((multiplier + (1 << 15)) >> 16,
                                          (1 << 15) - 1) *
                   (1 << 16);
    }
    const std::int64_t product = std::int64_t{x} * multiplier;
    if (shift == 0) return Wrapped(product);
    const std::int64_t half = std::int64_t{1} << (shift - 1);
    const bool down =
        rounding == FixedPointRounding::kSingleAway && product < 0;
    return Wrapped((product + half - (down ? 1 : 0)) >> shift);
  }
  const std::int64_t shifted = std::clamp<std::int64_t>(
      std::int64_t{x} * (std::int64_t{1} << std::max(m.exponent, 0)), INT32_MIN,
      INT32_MAX);
  if (shifted == INT32_MIN && m.multiplier == INT32_MIN) {
    // The only product that saturates.
    const int right = std::max(-m.exponent, 0);
    return gemmlowp::RoundingDivideByPOT(INT32_MAX, right);
  }
  const std::int64_t high =
      (shifted * m.multiplier + (std::int64_t{1} << 30)) >> 31;
  const int right = std::max(-m.exponent, 0);
  if (right == 0) return Wrapped(high);
  const std::int64_t half = std::int64_t{1} << (right - 1);
  const bool down = rounding == FixedPointRounding::kDouble && high < 0;
  return Wrapped((high + half - (down ? 1 : 0)) >> right);
}

template <typename In, typename Out>
Out RequantizeByDefinition(In x, const FixedPointMultiplier& m,
                           std::int32_t in_zero, std::int32_t out_zero,
                           FixedPointRounding rounding, QuantizedRange range) {
  const std::int32_t distance = Wrapped(std::int64_t{x} - in_zero);
  const std::int32_t value = Wrapped(
      std::int64_t{RescaleByDefinition(distance, m, rounding)} + out_zero);
  return static_cast<Out>(std::clamp(value, range.low, range.high));
}

template <typename T>
std::vector<T> AwkwardIntegers(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<T> values(count);
  for (T& value : values) {
    switch (random() % 4) {
      case 0:
        value = static_cast<T>(random() % 64);
        break;
      case 1:
        value = random() % 2 == 0 ? std::numeric_limits<T>::min()
                                  : std::numeric_limits<T>::max();
        break;
      default:
        value = static_cast<T>(random());
        break;
    }
  }
  return values;
}

void Use(const Backend& backend, GemmContext* context) {
  ASSERT_TRUE(context->set_backend(backend.name).ok());
}

template <typename In, typename Out>
void ExpectRequantized(std::size_t count, std::int32_t in_zero,
                       std::int32_t out_zero, QuantizedRange range,
                       GemmContext* context) {
  const std::vector<In> values = AwkwardIntegers<In>(count, 3);
  std::vector<Out> out(count);
  for (const FixedPointRounding rounding : kRoundings) {
    for (const FixedPointMultiplier& m : kMultipliers) {
      Requantization requantization(m, rounding);
      requantization.input_zero_point = in_zero;
      requantization.output_zero_point = out_zero;
      const Status status =
          gemmlowp::TryRequantize(context, values.data(), FlatShape(count),
                                  requantization, out.data(), range);
      ASSERT_TRUE(status.ok()) << status.message();
      for (std::size_t i = 0; i < count; ++i) {
        const Out expected = RequantizeByDefinition<In, Out>(
            values[i], m, in_zero, out_zero, rounding, range);
        ASSERT_EQ(std::int64_t{out[i]}, std::int64_t{expected})
            << std::int64_t{values[i]} << " * " << m.multiplier << " 2^"
            << m.exponent << " rounding " << static_cast<int>(rounding);
      }
    }
  }
}

TEST(Requantize, EveryTypeIsItsDefinition) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    Use(backend, &context);
    // By arithmetic and by a table.
    for (const std::size_t count : {333, 3001}) {
      ExpectRequantized<std::int8_t, std::int8_t>(count, -7, 5, {-128, 127},
                                                  &context);
      ExpectRequantized<std::uint8_t, std::int8_t>(count, 128, -1, {-100, 90},
                                                   &context);
      ExpectRequantized<std::int8_t, std::uint8_t>(count, 0, 128, {0, 255},
                                                   &context);
    }
    ExpectRequantized<std::int16_t, std::int8_t>(777, 0, 3, {-128, 127},
                                                 &context);
    ExpectRequantized<std::int8_t, std::int16_t>(777, -128, 0, {-32768, 32767},
                                                 &context);
    ExpectRequantized<std::int16_t, std::int16_t>(777, 32767, -32768,
                                                  {-32768, 32767}, &context);
    ExpectRequantized<std::int32_t, std::uint8_t>(777, 100, 100, {10, 200},
                                                  &context);
    ExpectRequantized<std::int32_t, std::int16_t>(777, INT32_MIN, 0,
                                                  {-32768, 32767}, &context);
    ExpectRequantized<std::int16_t, std::int32_t>(
        777, 0, INT32_MAX, {INT32_MIN, INT32_MAX}, &context);
    ExpectRequantized<std::int32_t, std::int32_t>(
        777, 1, -1, {INT32_MIN, INT32_MAX}, &context);
  });
}

struct Channels {
  std::vector<std::int32_t> multipliers, exponents, in_zeros, out_zeros;
  explicit Channels(std::size_t count) {
    for (std::size_t c = 0; c < count; ++c) {
      const FixedPointMultiplier& m =
          kMultipliers[c % (sizeof(kMultipliers) / sizeof(kMultipliers[0]))];
      multipliers.push_back(m.multiplier);
      exponents.push_back(m.exponent);
      in_zeros.push_back(static_cast<std::int32_t>(c % 90) - 40);
      out_zeros.push_back(20 - static_cast<std::int32_t>(c % 70));
    }
  }
};

template <typename In>
void ExpectChannels(const TensorShape& shape, bool zero_points_vary,
                    FixedPointRounding rounding, GemmContext* context) {
  const Channels c(shape.channels);
  const std::size_t all = shape.outer * shape.channels * shape.inner;
  const std::vector<In> values = AwkwardIntegers<In>(all, 5);
  std::vector<std::int8_t> out(all);
  Requantization requantization(c.multipliers.data(), c.exponents.data(),
                                static_cast<int>(shape.channels), rounding);
  requantization.input_zero_point = 11;
  requantization.output_zero_point = -9;
  if (zero_points_vary) {
    requantization.input_zero_points = c.in_zeros.data();
    requantization.output_zero_points = c.out_zeros.data();
  }
  const Status status = gemmlowp::TryRequantize(context, values.data(), shape,
                                                requantization, out.data());
  ASSERT_TRUE(status.ok()) << status.message();
  for (std::size_t i = 0; i < all; ++i) {
    const std::size_t k = i / shape.inner % shape.channels;
    const std::int8_t expected = RequantizeByDefinition<In, std::int8_t>(
        values[i], {c.multipliers[k], c.exponents[k]},
        zero_points_vary ? c.in_zeros[k] : 11,
        zero_points_vary ? c.out_zeros[k] : -9, rounding, {-128, 127});
    ASSERT_EQ(out[i], expected) << "at " << i << " channel " << k;
  }
}

TEST(Requantize, ChannelsAnywhere) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    Use(backend, &context);
    for (const FixedPointRounding rounding : kRoundings) {
      for (const std::size_t channels : {1, 5, 64, 67, 131}) {
        for (const std::size_t inner : {1, 4, 70}) {
          for (const bool vary : {false, true}) {
            ExpectChannels<std::int8_t>({3, channels, inner}, vary, rounding,
                                        &context);
            ExpectChannels<std::int16_t>({2, channels, inner}, vary, rounding,
                                         &context);
          }
        }
      }
    }
    // More channels than a chunk has elements, and more rows than a share.
    ExpectChannels<std::int8_t>({2, 40000, 1}, true,
                                FixedPointRounding::kDouble, &context);
    ExpectChannels<std::int16_t>({50000, 3, 1}, true,
                                 FixedPointRounding::kDouble, &context);
  });
}

TEST(LeakyReluTest, IsItsDefinition) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    Use(backend, &context);
    for (const FixedPointRounding rounding : kRoundings) {
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

// Two ways of computing the same: scalar code is the definition, and the
// recorded tables are what it is held to elsewhere.
TEST(Sigmoids, AllBackendsAgreeOnEveryInput) {
  std::vector<std::int16_t> all(65536);
  for (int i = 0; i < 65536; ++i) {
    all[static_cast<std::size_t>(i)] = static_cast<std::int16_t>(i - 32768);
  }
  for (const float scale : {0x1p-12f, 0x1p-11f, 0.00031f, 0.5f, 2.5f}) {
    std::vector<std::int16_t> logistic, tanh;
    ForEachBackend([&](const Backend& backend) {
      GemmContext context;
      Use(backend, &context);
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

TEST(Requantize, TouchesNothingBeyondTheTensor) {
  GuardedBuffer input{8192}, output{8192};
  const Requantization requantization({1717986918, -1},
                                      FixedPointRounding::kDouble);
  const OutputStageLeakyRelu leaky = {
      0, 1717986918, 0, 1717986918, -3, 0, FixedPointRounding::kDouble};
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    Use(backend, &context);
    for (std::size_t n = 1; n <= 140; ++n) {
      for (const Placement at :
           {Placement::kAgainstStart, Placement::kAgainstEnd}) {
        std::int16_t* wide =
            reinterpret_cast<std::int16_t*>(input.Place(2 * n, at, 2));
        for (std::size_t i = 0; i < n; ++i) {
          wide[i] = static_cast<std::int16_t>(i * 517);
        }
        std::int8_t* bytes =
            reinterpret_cast<std::int8_t*>(output.Place(n, at, 1));
        ASSERT_TRUE(gemmlowp::TryRequantize(&context, wide, FlatShape(n),
                                            requantization, bytes)
                        .ok());
        for (std::size_t i = 0; i < n; ++i) {
          ASSERT_EQ(bytes[i],
                    (RequantizeByDefinition<std::int16_t, std::int8_t>(
                        wide[i], requantization.multiplier, 0, 0,
                        FixedPointRounding::kDouble, {-128, 127})));
        }
        std::int16_t* out =
            reinterpret_cast<std::int16_t*>(output.Place(2 * n, at, 2));
        ASSERT_TRUE(gemmlowp::TryLeakyRelu(&context, wide, n, leaky, out).ok());
        ASSERT_TRUE(gemmlowp::TryLogistic(&context, wide, n, 0.001f, out).ok());
        ASSERT_TRUE(gemmlowp::TryTanh(&context, wide, n, 0.001f, out).ok());
      }
    }
  });
}

TEST(Requantize, ThreadsChangeNothing) {
  const std::size_t kCount = 700001;
  const std::vector<std::int16_t> values =
      AwkwardIntegers<std::int16_t>(kCount, 2);
  std::vector<std::int8_t> one(kCount), many(kCount);
  const Requantization requantization({1717986918, -9},
                                      FixedPointRounding::kDouble);
  GemmContext context;
  for (const int threads : {1, 3}) {
    context.set_max_num_threads(threads);
    ASSERT_TRUE(gemmlowp::TryRequantize(&context, values.data(),
                                        FlatShape(kCount), requantization,
                                        threads == 1 ? one.data() : many.data())
                    .ok());
  }
  EXPECT_EQ(one, many);
}

void ExpectRefused(const Status& status, const std::string& argument) {
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(status.argument(), argument);
}

TEST(Requantize, Refusals) {
  GemmContext context;
  const std::int8_t values[4] = {1, 2, 3, 4};
  std::int8_t out[4] = {9, 9, 9, 9};
  const auto refused = [&](const Requantization& requantization,
                           const std::string& argument,
                           QuantizedRange range = {-128, 127}) {
    ExpectRefused(
        gemmlowp::TryRequantize(&context, values, TensorShape{2, 2, 1},
                                requantization, out, range),
        argument);
  };
  Requantization one({1 << 30, 32}, FixedPointRounding::kDouble);
  refused(one, "requantization.exponents");
  one.multiplier.exponent = 0;
  one.input_zero_point = 128;
  refused(one, "requantization.input_zero_point");
  one.input_zero_point = 0;
  one.output_zero_point = -129;
  refused(one, "requantization.output_zero_point");
  one.output_zero_point = 0;
  refused(one, "range.low", {5, 4});
  refused(one, "range.high", {5, 128});
  one.rounding = static_cast<FixedPointRounding>(7);
  refused(one, "requantization.rounding");
  const std::int32_t m[] = {1, 2}, e[] = {0, -32}, zeros[] = {0, 200};
  Requantization two(m, e, 3, FixedPointRounding::kDouble);
  refused(two, "requantization.channels");
  two.channels = -1;
  refused(two, "requantization.channels");
  two.channels = 2;
  refused(two, "requantization.exponents");
  two.exponents = nullptr;
  refused(two, "requantization.exponents");
  two.exponents = m;
  two.multipliers = nullptr;
  refused(two, "requantization.multipliers");
  two.multipliers = m;
  two.output_zero_points = zeros;
  refused(two, "requantization.output_zero_point");
  OutputStageLeakyRelu leaky = {0, 1, 0, 1, 40, 0, FixedPointRounding::kDouble};
  ExpectRefused(gemmlowp::TryLeakyRelu(&context, values, 4, leaky, out),
                "alpha_exponent");
  leaky.alpha_exponent = 0;
  leaky.result_zero_point = 128;
  ExpectRefused(gemmlowp::TryLeakyRelu(&context, values, 4, leaky, out),
                "result_zero_point");
  const std::int16_t* none = nullptr;
  std::int16_t wide[4];
  ExpectRefused(gemmlowp::TryLogistic(&context, none, 4, 0.1f, wide), "input");
  ExpectRefused(gemmlowp::TryTanh(&context, wide, 4, -0.1f, wide),
                "input_scale");
  ExpectRefused(gemmlowp::TryTanh(&context, wide, 4, 8.0f, wide),
                "input_scale");
  for (const std::int8_t x : out) EXPECT_EQ(x, 9);
}

}  // namespace
}  // namespace lowp_test
