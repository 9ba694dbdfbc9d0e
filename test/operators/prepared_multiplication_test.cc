// Prepared products beside TryMultiply, which other tests hold to TensorFlow
// Lite.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/operators/prepared_multiplication.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "../../public/gemm_context.h"
#include "../../public/operators/elementwise.h"
#include "../../public/quantization/multiplier_builders.h"
#include "../support/for_each_backend.h"
#include "../support/guarded_buffer.h"

namespace lowp_test {
namespace {

using gemmlowp::FixedPointRounding;
using gemmlowp::GemmContext;
using gemmlowp::Multiplication;
using gemmlowp::OperandCount;
using gemmlowp::PreparedMultiplication;
using gemmlowp::QuantizedRange;
using gemmlowp::Status;

template <typename T>
constexpr QuantizedRange kAll = gemmlowp::QuantizedRangeOf<T>();

// All pairs of bytes, and a few more.
template <typename T>
struct Factors {
  static constexpr std::size_t kCount = 65536 + 77;
  std::vector<T> x, y;
  Factors() {
    for (std::size_t i = 0; i < kCount; ++i) {
      x.push_back(static_cast<T>(i >> 8));
      y.push_back(static_cast<T>(i));
    }
  }
};

Multiplication By(double factor, std::int32_t x_zero, std::int32_t y_zero,
                  std::int32_t result_zero) {
  Multiplication m;
  EXPECT_TRUE(gemmlowp::QuantizeMultiplier(factor, &m.multiplier).ok());
  m.x_zero_point = x_zero;
  m.y_zero_point = y_zero;
  m.result_zero_point = result_zero;
  return m;
}

// Compares all pairs, and returns whether there was a form in floats.
template <typename T>
bool ExpectSameProducts(GemmContext* context, const Factors<T>& factors,
                        const Multiplication& m, QuantizedRange range) {
  constexpr std::size_t kCount = Factors<T>::kCount;
  std::vector<T> expected(kCount), products(kCount);
  Status status =
      gemmlowp::TryMultiply(context, factors.x.data(), kCount, factors.y.data(),
                            kCount, m, expected.data(), range);
  EXPECT_TRUE(status.ok()) << status.message();
  PreparedMultiplication<T> prepared;
  status = PreparedMultiplication<T>::Prepare(context, m, range, &prepared);
  EXPECT_TRUE(status.ok()) << status.message();
  status = prepared.Run(context, factors.x.data(), kCount, factors.y.data(),
                        kCount, products.data());
  EXPECT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(products, expected);
  return prepared.is_in_floats();
}

constexpr FixedPointRounding kRoundings[] = {
    FixedPointRounding::kDouble, FixedPointRounding::kSingleUpward,
    FixedPointRounding::kSingleAway, FixedPointRounding::kSingleUpward15Bits};

// Factors from 1 down to 2^-13, any zero points.
template <typename T>
int ExpectSameProductsOfRandomNumbers(GemmContext* context, int rounds) {
  const Factors<T> factors;
  std::mt19937 random(5);
  const auto any = [&] {
    return kAll<T>.low + static_cast<std::int32_t>(random() % 256);
  };
  int in_floats = 0;
  for (int round = 0; round < rounds; ++round) {
    Multiplication m =
        By(std::exp2(-static_cast<double>(random() % 130000) / 10000), any(),
           any(), any());
    m.rounding = kRoundings[round % 4];
    const QuantizedRange range =
        round % 3 == 0 ? QuantizedRange{m.result_zero_point, kAll<T>.high}
                       : kAll<T>;
    in_floats += ExpectSameProducts(context, factors, m, range);
  }
  return in_floats;
}

TEST(PreparedMultiplicationTest, HasTheSameBytesForAllPairs) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    context.set_max_num_threads(2);
    // Floats are worthwhile only if they serve most multiplications.
    EXPECT_GE(ExpectSameProductsOfRandomNumbers<std::int8_t>(&context, 40), 30);
    EXPECT_GE(ExpectSameProductsOfRandomNumbers<std::uint8_t>(&context, 40),
              30);
  });
}

TEST(PreparedMultiplicationTest, HasTheSameBytesAtTiesAndExtremes) {
  const Factors<std::int8_t> factors;
  const QuantizedRange all = kAll<std::int8_t>;
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    for (const FixedPointRounding rounding : kRoundings) {
      // Products at ties: factors that are powers of two.
      for (const double factor : {1.0, 0.5, 0.0078125, 0.00390625}) {
        Multiplication m = By(factor, -128, 0, 3);
        m.rounding = rounding;
        ExpectSameProducts(&context, factors, m, all);
        ExpectSameProducts(&context, factors, m, {-5, 5});
        ExpectSameProducts(&context, factors, m, {7, 7});
      }
      // Factors that are 0, negative, the smallest and the largest.
      for (const std::int32_t multiplier : {0, -1, 1, INT32_MIN, INT32_MAX}) {
        for (const std::int32_t exponent : {-31, -7, 0, 13, 14, 31}) {
          Multiplication m;
          m.multiplier = {multiplier, exponent};
          m.x_zero_point = 127;
          m.y_zero_point = -128;
          m.rounding = rounding;
          ExpectSameProducts(&context, factors, m, all);
        }
      }
    }
    // Ties that both signs take away from zero have a form.
    EXPECT_TRUE(
        ExpectSameProducts(&context, factors, By(0.0078125, 0, 0, 0), all));
    // Zero points with which differences are not those of bytes have none.
    for (const std::int32_t zero_point : {-129, 128, INT32_MIN, INT32_MAX}) {
      EXPECT_FALSE(ExpectSameProducts(&context, factors,
                                      By(0.01, zero_point, 0, 0), all));
      EXPECT_FALSE(ExpectSameProducts(&context, factors,
                                      By(0.01, 0, zero_point, 0), all));
    }
  });
}

PreparedMultiplication<std::int8_t> PreparedBy(GemmContext* context,
                                               const Multiplication& m,
                                               QuantizedRange range) {
  PreparedMultiplication<std::int8_t> prepared;
  const Status status = PreparedMultiplication<std::int8_t>::Prepare(
      context, m, range, &prepared);
  EXPECT_TRUE(status.ok()) << status.message();
  EXPECT_TRUE(prepared.is_in_floats());
  return prepared;
}

// An operand of `few` elements beside one of `many`, as x and as y, into memory
// of its own and into the larger one's.
void ExpectSameRepeatedProducts(GemmContext* context, OperandCount few,
                                std::size_t many) {
  const Multiplication m = By(0.0113, 3, -4, 5);
  const QuantizedRange range = {-100, 90};
  const auto prepared = PreparedBy(context, m, range);
  std::vector<std::int8_t> small(few.elements), large(many), expected(many);
  std::mt19937 random(11);
  for (std::int8_t& x : small) x = static_cast<std::int8_t>(random());
  for (std::int8_t& x : large) x = static_cast<std::int8_t>(random());
  for (const bool small_first : {false, true}) {
    std::vector<std::int8_t> products = large;
    const auto* const x = small_first ? small.data() : products.data();
    const auto* const y = small_first ? products.data() : small.data();
    const OperandCount x_count = small_first ? few : OperandCount(many);
    const OperandCount y_count = small_first ? OperandCount(many) : few;
    ASSERT_TRUE(gemmlowp::TryMultiply(context, x, x_count, y, y_count, m,
                                      expected.data(), range)
                    .ok());
    ASSERT_TRUE(
        prepared.Run(context, x, x_count, y, y_count, products.data()).ok());
    EXPECT_EQ(products, expected) << few.elements << " in " << many;
  }
}

TEST(PreparedMultiplicationTest, RepeatsEitherOperandAcrossBlocksAndShares) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    context.set_max_num_threads(2);
    for (std::size_t few : {1, 3, 12, 64, 100, 5000}) {
      ExpectSameRepeatedProducts(&context, few, few * (84000 / few));
    }
    // A value for each row of 17, and rows of 7 repeated 3 times.
    ExpectSameRepeatedProducts(&context, {4095, 17}, 4095 * 17);
    ExpectSameRepeatedProducts(&context, {7, 1}, 21);
    for (std::size_t count = 1; count < 200; ++count) {
      ExpectSameRepeatedProducts(&context, count, count);
    }
  });
}

TEST(PreparedMultiplicationTest, RepeatsOperandsOfAsManyElements) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    const Multiplication m = By(0.0113, 3, -4, 5);
    const auto prepared = PreparedBy(&context, m, kAll<std::int8_t>);
    const std::vector<std::int8_t> x = {1, -100, 77}, y = {50, -3, 127};
    // Each of x twice, beside all of y twice; then both each twice.
    for (const OperandCount y_count : {OperandCount(3), OperandCount(3, 2)}) {
      const OperandCount x_count(3, 2);
      std::vector<std::int8_t> products(6), expected(6);
      ASSERT_TRUE(gemmlowp::TryMultiply(&context, x.data(), x_count, y.data(),
                                        y_count, m, expected.data())
                      .ok());
      ASSERT_TRUE(prepared
                      .Run(&context, x.data(), x_count, y.data(), y_count,
                           products.data())
                      .ok());
      EXPECT_EQ(products, expected);
    }
  });
}

TEST(PreparedMultiplicationTest, StaysWithinItsTensors) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    const auto prepared =
        PreparedBy(&context, By(0.0113, 3, -4, 5), kAll<std::int8_t>);
    GuardedBuffer x(200), y(200), products(200);
    for (std::size_t count = 1; count <= 150; ++count) {
      for (Placement placement :
           {Placement::kAgainstStart, Placement::kAgainstEnd}) {
        const auto place = [&](GuardedBuffer& buffer) {
          return reinterpret_cast<std::int8_t*>(
              buffer.Place(count, placement, 1));
        };
        std::fill_n(place(x), count, std::int8_t{1});
        std::fill_n(place(y), count, std::int8_t{2});
        EXPECT_TRUE(prepared
                        .Run(&context, place(x), count, place(y), count,
                             place(products))
                        .ok());
      }
    }
  });
}

TEST(PreparedMultiplicationTest, RefusesWhatTryMultiplyRefuses) {
  GemmContext context;
  PreparedMultiplication<std::int8_t> prepared;
  const auto prepare = [&](const Multiplication& m, QuantizedRange range) {
    return PreparedMultiplication<std::int8_t>::Prepare(&context, m, range,
                                                        &prepared)
        .message();
  };
  Multiplication m = By(0.01, 0, 0, 0);
  m.multiplier.exponent = 32;
  EXPECT_EQ(prepare(m, kAll<std::int8_t>),
            "multiplication.multiplier.exponent = 32: is not in -31..31");
  EXPECT_EQ(prepare(By(0.01, 0, 0, 128), kAll<std::int8_t>),
            "multiplication.result_zero_point = 128: is not a value of the "
            "quantized type");
  EXPECT_EQ(prepare(By(0.01, 0, 0, 0), {-129, 0}),
            "range.low = -129: is not a value of the quantized type up to "
            "range.high");
  EXPECT_STREQ(PreparedMultiplication<std::int8_t>::Prepare(
                   &context, By(0.01, 0, 0, 0), kAll<std::int8_t>,
                   static_cast<PreparedMultiplication<std::int8_t>*>(nullptr))
                   .argument(),
               "prepared");
  ASSERT_EQ(prepare(By(0.01, 0, 0, 0), kAll<std::int8_t>), "ok");
  std::int8_t value[2] = {1, 1}, product = 0;
  EXPECT_STREQ(
      prepared.Run(&context, nullptr, 1, value, 1, &product).argument(), "x");
  EXPECT_STREQ(prepared.Run(&context, value, 2, value, 0, &product).argument(),
               "y_count");
  EXPECT_EQ(product, 0);
}

}  // namespace
}  // namespace lowp_test
