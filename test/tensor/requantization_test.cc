// Requantization on every backend: against its definition, at every length,
// between guard pages, on several threads.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/tensor/requantization.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "../support/expect_refused.h"
#include "../support/for_each_backend.h"
#include "../support/guarded_buffer.h"
#include "../support/rescaled_tensors.h"

namespace lowp_test {
namespace {

using gemmlowp::FixedPointMultiplier;
using gemmlowp::FixedPointRounding;
using gemmlowp::FlatShape;
using gemmlowp::GemmContext;
using gemmlowp::QuantizedRange;
using gemmlowp::Requantization;
using gemmlowp::Status;
using gemmlowp::TensorShape;
using gemmlowp::internal::Backend;

constexpr FixedPointMultiplier kMultipliers[] = {
    {1 << 30, 1},     {1 << 30, -3},     {1717986918, 0}, {1294967297, -7},
    {-1500000000, 2}, {INT32_MAX, -1},   {INT32_MIN, -4}, {1234567891, 5},
    {0, 0},           {1073741825, -31}, {-1, 31}};

template <typename In, typename Out>
void ExpectRequantized(std::size_t count, std::int32_t in_zero,
                       std::int32_t out_zero, QuantizedRange range,
                       GemmContext* context) {
  const std::vector<In> values = AwkwardIntegers<In>(count, 3);
  std::vector<Out> out(count);
  for (const FixedPointRounding rounding : kFixedPointRoundings) {
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
    UseBackend(backend, &context);
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

// All 16-bit inputs: 16-bit lanes split a multiplier into two halves, the lower
// one signed, and leave extreme exponents and multipliers to wider lanes.
template <typename Out>
void ExpectAllInt16(const FixedPointMultiplier& m, std::int32_t out_zero,
                    GemmContext* context) {
  std::vector<std::int16_t> values;
  for (int x = INT16_MIN; x <= INT16_MAX; ++x) {
    values.push_back(static_cast<std::int16_t>(x));
  }
  std::vector<Out> out(values.size());
  const QuantizedRange range = gemmlowp::QuantizedRangeOf<Out>();
  for (const FixedPointRounding rounding : kFixedPointRoundings) {
    Requantization requantization(m, rounding);
    requantization.output_zero_point = out_zero;
    ASSERT_TRUE(gemmlowp::TryRequantize(context, values.data(),
                                        FlatShape(values.size()),
                                        requantization, out.data())
                    .ok());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Out expected = RequantizeByDefinition<std::int16_t, Out>(
          values[i], m, 0, out_zero, rounding, range);
      ASSERT_EQ(int{out[i]}, int{expected})
          << values[i] << " * " << m.multiplier << " 2^" << m.exponent
          << " rounding " << static_cast<int>(rounding);
    }
  }
}

TEST(Requantize, AllInputsOf16Bits) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    for (const FixedPointMultiplier& m : {FixedPointMultiplier{1 << 30, -1},
                                          {0x7FFF7FFF, -1},
                                          {0x7FFF8000, -1},
                                          {INT32_MAX, -2},
                                          {0x40008000, -7},
                                          {0x40007FFF, -8},
                                          {1717986918, -7},
                                          {1288490189, -15},
                                          {1288490189, -16},
                                          {0x8000, -3}}) {
      ExpectAllInt16<std::int8_t>(m, -3, &context);
      ExpectAllInt16<std::uint8_t>(m, 131, &context);
      ExpectAllInt16<std::int16_t>(m, 20000, &context);
    }
  });
}

// Any multipliers and exponents, or those that code in 16-bit lanes supports.
enum class Scales { kAny, kOfWords };

struct Channels {
  std::vector<std::int32_t> multipliers, exponents, in_zeros, out_zeros;
  Channels(std::size_t count, Scales scales) {
    for (std::size_t c = 0; c < count; ++c) {
      const FixedPointMultiplier& m =
          kMultipliers[c % (sizeof(kMultipliers) / sizeof(kMultipliers[0]))];
      const int i = static_cast<int>(c);
      multipliers.push_back(scales == Scales::kAny
                                ? m.multiplier
                                : (1 << 30) + i % 128 * 12345679 % (1 << 30));
      exponents.push_back(scales == Scales::kAny ? m.exponent : -1 - i % 15);
      in_zeros.push_back(scales == Scales::kAny ? i % 90 - 40 : i % 90);
      out_zeros.push_back(20 - static_cast<std::int32_t>(c % 70));
    }
  }
};

template <typename In>
void ExpectChannels(const TensorShape& shape, bool zero_points_vary,
                    FixedPointRounding rounding, GemmContext* context,
                    Scales scales = Scales::kAny) {
  const Channels c(shape.channels, scales);
  const std::size_t all = shape.outer * shape.channels * shape.inner;
  const std::vector<In> values = AwkwardIntegers<In>(all, 5);
  std::vector<std::int8_t> out(all);
  Requantization requantization(c.multipliers.data(), c.exponents.data(),
                                static_cast<int>(shape.channels), rounding);
  const std::int32_t in_zero = scales == Scales::kAny ? 11 : 0;
  requantization.input_zero_point = in_zero;
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
        zero_points_vary ? c.in_zeros[k] : in_zero,
        zero_points_vary ? c.out_zeros[k] : -9, rounding, {-128, 127});
    ASSERT_EQ(out[i], expected) << "at " << i << " channel " << k;
  }
}

TEST(Requantize, ChannelsInLanesOf16Bits) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    for (const FixedPointRounding rounding : kFixedPointRoundings) {
      for (const std::size_t channels : {2, 7, 40}) {
        for (const std::size_t inner : {32, 70, 200}) {
          for (const bool vary : {false, true}) {
            const TensorShape shape = {2, channels, inner};
            ExpectChannels<std::uint8_t>(shape, vary, rounding, &context,
                                         Scales::kOfWords);
            ExpectChannels<std::int8_t>(shape, vary, rounding, &context,
                                        Scales::kOfWords);
            ExpectChannels<std::int16_t>(shape, vary, rounding, &context,
                                         Scales::kOfWords);
          }
        }
      }
    }
  });
}

TEST(Requantize, ChannelsAnywhere) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    for (const FixedPointRounding rounding : kFixedPointRoundings) {
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
    // Blocks of channels in 16-bit lanes, of many rows.
    for (const FixedPointRounding rounding : kFixedPointRoundings) {
      for (const bool vary : {false, true}) {
        const TensorShape shape = {21, 203, 1};
        ExpectChannels<std::uint8_t>(shape, vary, rounding, &context,
                                     Scales::kOfWords);
        ExpectChannels<std::int8_t>(shape, vary, rounding, &context,
                                    Scales::kOfWords);
        ExpectChannels<std::int16_t>(shape, vary, rounding, &context,
                                     Scales::kOfWords);
        ExpectChannels<std::int8_t>(shape, vary, rounding, &context);
      }
    }
    // More channels than a chunk has elements, and more rows than a work item.
    ExpectChannels<std::int8_t>({2, 40000, 1}, true,
                                FixedPointRounding::kDouble, &context);
    ExpectChannels<std::int16_t>({50000, 3, 1}, true,
                                 FixedPointRounding::kDouble, &context);
  });
}

TEST(Requantize, TouchesNothingBeyondTheTensor) {
  GuardedBuffer output{8192};
  const Requantization requantization({1717986918, -1},
                                      FixedPointRounding::kDouble);
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    ForEachGuardedTensor([&](const std::int16_t* wide, std::size_t n,
                             Placement at) {
      std::int8_t* bytes =
          reinterpret_cast<std::int8_t*>(output.Place(n, at, 1));
      ASSERT_TRUE(gemmlowp::TryRequantize(&context, wide, FlatShape(n),
                                          requantization, bytes)
                      .ok());
      for (std::size_t i = 0; i < n; ++i) {
        ASSERT_EQ(bytes[i], (RequantizeByDefinition<std::int16_t, std::int8_t>(
                                wide[i], requantization.multiplier, 0, 0,
                                FixedPointRounding::kDouble, {-128, 127})));
      }
    });
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
  two.channels = 0;  // is refused: no uniform multiplier was given
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
  for (const std::int8_t x : out) EXPECT_EQ(x, 9);
}

}  // namespace
}  // namespace lowp_test
