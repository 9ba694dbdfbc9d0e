// Requantization over ranges, and the addition of a bias, on every backend,
// against their formulas.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/tensor/affine_requantization.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "../support/for_each_backend.h"

namespace lowp_test {
namespace {

using gemmlowp::AffineRange;
using gemmlowp::GemmContext;
using gemmlowp::Status;
using gemmlowp::internal::Backend;

template <typename Out>
Out Result(float real, const AffineRange& range) {
  const float inverse = 1.0f / range.scale;
  const float distance = real - range.min;
  const float scaled = distance * inverse;
  const float value = scaled + range.offset;
  const double most =
      sizeof(Out) == 4 ? 2147483520.0 : std::numeric_limits<Out>::max();
  return static_cast<Out>(
      std::clamp<double>(std::trunc(static_cast<double>(value)),
                         std::numeric_limits<Out>::min(), most));
}

template <typename In>
float Real(In x, const AffineRange& range) {
  const float distance = static_cast<float>(x) - range.offset;
  const float scaled = distance * range.scale;
  return scaled + range.min;
}

template <typename T>
std::vector<T> SomeIntegers(std::size_t count) {
  std::mt19937 random(17);
  std::vector<T> values(count);
  for (T& value : values) value = static_cast<T>(random());
  return values;
}

template <typename In, typename Out>
void ExpectRequantized(const AffineRange& input, const AffineRange& range,
                       GemmContext* context) {
  // The last count is long enough for a table of all results of a byte.
  for (const std::size_t count : {1, 63, 64, 333, 70001}) {
    const std::vector<In> values = SomeIntegers<In>(count);
    std::vector<Out> out(count);
    const Status status = gemmlowp::TryRequantizeAffine(
        context, values.data(), count, input, range, out.data());
    ASSERT_TRUE(status.ok()) << status.message();
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(out[i], Result<Out>(Real(values[i], input), range))
          << std::int64_t{values[i]};
    }
  }
}

TEST(AffineRequantization, IsItsFormula) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    ASSERT_TRUE(context.set_backend(backend.name).ok());
    const AffineRange wide = {-3.0f, 0.7e-6f, -2147483648.0f};
    const AffineRange bytes = {-1.5f, 0.0123f, 0.5f};
    ExpectRequantized<std::int32_t, std::uint8_t>(wide, bytes, &context);
    ExpectRequantized<std::uint8_t, std::int32_t>(bytes, wide, &context);
    ExpectRequantized<std::int32_t, std::int32_t>({0, 3, 0}, {0, 1, 0},
                                                  &context);
    ExpectRequantized<std::int8_t, std::int16_t>(bytes, {-1, 0.001f, 0},
                                                 &context);
    ExpectRequantized<std::int16_t, std::int8_t>({0, 0.01f, 3}, {-9, 2, 0},
                                                 &context);
    ExpectRequantized<std::uint8_t, std::uint8_t>(bytes, {-1, 0.011f, 3},
                                                  &context);
    ExpectRequantized<std::int8_t, std::uint8_t>(bytes, {-3, 0.02f, 0},
                                                 &context);
  });
}

template <typename In, typename Bias, typename Out>
void ExpectBiasAdded(int threads, std::size_t rows, std::size_t columns,
                     GemmContext* context) {
  context->set_max_num_threads(threads);
  const AffineRange input = {-2, 0.02f, 0}, bias_range = {-1, 0.008f, 0},
                    range = {-6, 0.00021f, 0.5f};
  const std::vector<In> values = SomeIntegers<In>(rows * columns);
  const std::vector<Bias> bias = SomeIntegers<Bias>(columns);
  std::vector<Out> out(rows * columns);
  const Status status =
      gemmlowp::TryAddBias(context, values.data(), rows, columns, input,
                           bias.data(), bias_range, range, out.data());
  ASSERT_TRUE(status.ok()) << status.message();
  for (std::size_t i = 0; i < out.size(); ++i) {
    const float sum =
        Real(values[i], input) + Real(bias[i % columns], bias_range);
    ASSERT_EQ(out[i], Result<Out>(sum, range)) << i;
  }
}

TEST(AddBias, IsItsFormula) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    ASSERT_TRUE(context.set_backend(backend.name).ok());
    for (const std::size_t columns : {1, 16, 64, 67, 131}) {
      ExpectBiasAdded<std::uint8_t, std::uint8_t, std::int32_t>(1, 5, columns,
                                                                &context);
      ExpectBiasAdded<std::int8_t, std::int32_t, std::int16_t>(1, 3, columns,
                                                               &context);
    }
    // Rows that are cut into chunks, with several threads.
    ExpectBiasAdded<std::uint8_t, std::uint8_t, std::uint8_t>(3, 7, 40001,
                                                              &context);
    ExpectBiasAdded<std::uint8_t, std::uint8_t, std::int32_t>(3, 3000, 100,
                                                              &context);
  });
}

TEST(AddBias, Refusals) {
  GemmContext context;
  const std::uint8_t values[4] = {}, *none = nullptr;
  std::int32_t out[4] = {7, 7, 7, 7};
  const AffineRange one;
  EXPECT_STREQ(
      gemmlowp::TryAddBias(&context, values, 2, 2, one, none, one, one, out)
          .argument(),
      "bias");
  EXPECT_STREQ(gemmlowp::TryAddBias(&context, values, 2, 2, one, values, one,
                                    {0, 0, 0}, out)
                   .argument(),
               "range.scale");
  EXPECT_STREQ(gemmlowp::TryRequantizeAffine(&context, values, 4,
                                             {0, std::nanf(""), 0}, one, out)
                   .argument(),
               "input.scale");
  EXPECT_STREQ(gemmlowp::TryRequantizeAffine(&context, none, 4, one, one, out)
                   .argument(),
               "values");
  EXPECT_STREQ(gemmlowp::TryAddBias(&context, values, 2, 2, one, values,
                                    {INFINITY, 1, 0}, one, out)
                   .argument(),
               "bias_range.min");
  // The largest scale without a finite inverse, and the next one.
  EXPECT_STREQ(gemmlowp::TryRequantizeAffine(&context, values, 4, one,
                                             {0, 0x1p-128f, 0}, out)
                   .argument(),
               "range.scale");
  std::int32_t least[4];
  EXPECT_TRUE(gemmlowp::TryRequantizeAffine(
                  &context, values, 4, one,
                  {0, std::nextafter(0x1p-128f, 1.0f), 0}, least)
                  .ok());
  // The biases lie in the result.
  std::int32_t shared[6] = {7, 7, 7, 7, 7, 7};
  EXPECT_STREQ(gemmlowp::TryAddBias(&context, values, 2, 2, one, shared + 3,
                                    one, one, shared)
                   .argument(),
               "bias");
  EXPECT_EQ(shared[0], 7);
  EXPECT_TRUE(gemmlowp::TryAddBias(&context, values, 2, 2, one, shared + 4, one,
                                   one, shared)
                  .ok());
  for (const std::int32_t x : out) EXPECT_EQ(x, 7);
}

}  // namespace
}  // namespace lowp_test
