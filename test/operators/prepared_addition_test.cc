// Prepared additions on every backend: TryAdd's bytes for all pairs of
// elements, for parameters of every kind, with a linear form or without.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/operators/prepared_addition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "../../public/operators/prepared_multiplication.h"
#include "../../public/operators/prepared_squared_difference.h"
#include "../../public/stages/matrices.h"
#include "../support/for_each_backend.h"
#include "../support/guarded_buffer.h"

namespace lowp_test {
namespace {

using gemmlowp::FixedPointRounding;
using gemmlowp::GemmContext;
using gemmlowp::PreparedAddition;
using gemmlowp::QuantizedRange;
using gemmlowp::ResidualAdditionNumbers;
using gemmlowp::Status;
using gemmlowp::TensorScale;

ResidualAdditionNumbers Numbers(const TensorScale& x, const TensorScale& y,
                                const TensorScale& result,
                                FixedPointRounding rounding) {
  ResidualAdditionNumbers numbers = {};
  const Status status =
      gemmlowp::MakeResidualAddition(x, y, result, 20, rounding, &numbers);
  EXPECT_TRUE(status.ok()) << status.message();
  return numbers;
}

// All pairs of elements, and a few more.
template <typename T>
struct Pairs {
  static constexpr std::size_t kCount = 65536 + 77;
  std::vector<T> x, y;
  Pairs() {
    for (std::size_t i = 0; i < kCount; ++i) {
      x.push_back(static_cast<T>(i >> 8));
      y.push_back(static_cast<T>(i));
    }
  }
};

// Compares all pairs, and returns whether there was a linear form.
template <typename T>
bool ExpectSameBytes(GemmContext* context, const Pairs<T>& pairs,
                     const ResidualAdditionNumbers& numbers,
                     QuantizedRange range) {
  constexpr std::size_t kCount = Pairs<T>::kCount;
  std::vector<T> expected(kCount), sums(kCount);
  Status status =
      gemmlowp::TryAdd(context, pairs.x.data(), kCount, pairs.y.data(), kCount,
                       numbers, expected.data(), range);
  EXPECT_TRUE(status.ok()) << status.message();
  PreparedAddition<T> prepared;
  status = PreparedAddition<T>::Prepare(context, numbers, range, &prepared);
  EXPECT_TRUE(status.ok()) << status.message();
  status = prepared.Run(context, pairs.x.data(), kCount, pairs.y.data(), kCount,
                        sums.data());
  EXPECT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(sums, expected);
  return prepared.is_linear();
}

template <typename T>
void ExpectSameBytesForRandomScales(GemmContext* context, int rounds,
                                    int* linear) {
  const Pairs<T> pairs;
  const QuantizedRange all = gemmlowp::QuantizedRangeOf<T>();
  std::mt19937 random(7);
  const auto scale = [&] {
    const float fraction = static_cast<float>(random() % 100000) / 100000;
    const int zero = all.low + static_cast<int>(random() % 256);
    return TensorScale{0.003f + 0.05f * fraction, zero};
  };
  for (int round = 0; round < rounds; ++round) {
    const auto rounding = round % 3 == 0 ? FixedPointRounding::kSingleUpward
                                         : FixedPointRounding::kDouble;
    const TensorScale result = scale();
    const QuantizedRange range =
        round % 2 == 0 ? all : QuantizedRange{result.zero_point, all.high};
    *linear += ExpectSameBytes(
        context, pairs, Numbers(scale(), scale(), result, rounding), range);
  }
}

TEST(PreparedAdditionTest, HasTheSameBytesForAllPairs) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    context.set_max_num_threads(2);
    int linear = 0;
    ExpectSameBytesForRandomScales<std::int8_t>(&context, 30, &linear);
    ExpectSameBytesForRandomScales<std::uint8_t>(&context, 30, &linear);
    // The linear form is worthwhile only if most additions have one.
    EXPECT_GE(linear, 50);
  });
}

TEST(PreparedAdditionTest, HasTheSameBytesAtTiesAndWithoutALinearForm) {
  const Pairs<std::int8_t> pairs;
  const QuantizedRange all = gemmlowp::QuantizedRangeOf<std::int8_t>();
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    // Ties go away from zero: a factor above a half does it.
    EXPECT_TRUE(ExpectSameBytes(
        &context, pairs,
        Numbers({1, 0}, {1, 0}, {2, 0}, FixedPointRounding::kDouble), all));
    // A factor of just less than a power of two, which becomes 2^30.
    ResidualAdditionNumbers numbers = {};
    numbers.left_shift = 20;
    numbers.input_multiplier = INT32_MAX;
    numbers.residual_multiplier = numbers.result_multiplier = 1 << 30;
    numbers.result_exponent = -19;
    ExpectSameBytes(&context, pairs, numbers, all);
    numbers.input_multiplier = INT32_MIN;
    ExpectSameBytes(&context, pairs, numbers, all);
    // Factors that no form takes.
    EXPECT_FALSE(ExpectSameBytes(
        &context, pairs,
        Numbers({1, 0}, {1, 0}, {4096, 0}, FixedPointRounding::kDouble), all));
  });
}

TEST(PreparedAdditionTest, RepeatsAnOperandAndReplacesOne) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    const auto numbers = Numbers({0.02f, 3}, {0.031f, -4}, {0.04f, 5},
                                 FixedPointRounding::kDouble);
    const QuantizedRange range = {-100, 90};
    PreparedAddition<std::int8_t> prepared;
    ASSERT_TRUE(PreparedAddition<std::int8_t>::Prepare(&context, numbers, range,
                                                       &prepared)
                    .ok());
    for (std::size_t count : {1, 7, 15, 16, 17, 31, 64, 65, 129, 1000}) {
      std::vector<std::int8_t> x(count), expected(count), one = {-77};
      for (std::size_t i = 0; i < count; ++i) {
        x[i] = static_cast<std::int8_t>(i * 37);
      }
      ASSERT_TRUE(gemmlowp::TryAdd(&context, x.data(), count, one.data(), 1,
                                   numbers, expected.data(), range)
                      .ok());
      std::vector<std::int8_t> sums(count);
      ASSERT_TRUE(
          prepared.Run(&context, x.data(), count, one.data(), 1, sums.data())
              .ok());
      EXPECT_EQ(sums, expected);
      ASSERT_TRUE(gemmlowp::TryAdd(&context, x.data(), count, x.data(), count,
                                   numbers, expected.data(), range)
                      .ok());
      ASSERT_TRUE(
          prepared.Run(&context, x.data(), count, x.data(), count, x.data())
              .ok());
      EXPECT_EQ(x, expected);
    }
  });
}

// An operand of `few` elements beside one of `repeats` times as many, as x and
// as y, into memory of its own and into the larger one's.
void ExpectSameRepeatedSums(GemmContext* context, std::size_t few,
                            std::size_t repeats) {
  const auto numbers = Numbers({0.021f, 3}, {0.031f, -4}, {0.043f, 5},
                               FixedPointRounding::kDouble);
  const QuantizedRange range = {-100, 90};
  PreparedAddition<std::int8_t> prepared;
  ASSERT_TRUE(
      PreparedAddition<std::int8_t>::Prepare(context, numbers, range, &prepared)
          .ok());
  EXPECT_TRUE(prepared.is_linear());
  const std::size_t many = few * repeats;
  std::vector<std::int8_t> small(few), large(many), expected(many), sums(many);
  std::mt19937 random(11);
  for (std::int8_t& x : small) x = static_cast<std::int8_t>(random());
  for (std::int8_t& x : large) x = static_cast<std::int8_t>(random());
  for (const bool small_first : {false, true}) {
    const std::vector<std::int8_t>& x = small_first ? small : large;
    const std::vector<std::int8_t>& y = small_first ? large : small;
    ASSERT_TRUE(gemmlowp::TryAdd(context, x.data(), x.size(), y.data(),
                                 y.size(), numbers, expected.data(), range)
                    .ok());
    ASSERT_TRUE(
        prepared
            .Run(context, x.data(), x.size(), y.data(), y.size(), sums.data())
            .ok());
    EXPECT_EQ(sums, expected) << few << " x " << repeats;
    sums = large;
    ASSERT_TRUE(prepared
                    .Run(context, small_first ? small.data() : sums.data(),
                         x.size(), small_first ? sums.data() : small.data(),
                         y.size(), sums.data())
                    .ok());
    EXPECT_EQ(sums, expected) << few << " x " << repeats << " in place";
  }
}

TEST(PreparedAdditionTest, RepeatsEitherOperandAcrossBlocksAndShares) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    context.set_max_num_threads(2);
    for (std::size_t few : {1, 3, 12, 64, 100}) {
      ExpectSameRepeatedSums(&context, few, 84000 / few);
    }
    ExpectSameRepeatedSums(&context, 4095, 3);
    ExpectSameRepeatedSums(&context, 5000, 17);
  });
}

TEST(PreparedAdditionTest, StaysWithinItsTensors) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    const auto numbers = Numbers({0.02f, 3}, {0.031f, -4}, {0.04f, 5},
                                 FixedPointRounding::kDouble);
    PreparedAddition<std::int8_t> prepared;
    ASSERT_TRUE(PreparedAddition<std::int8_t>::Prepare(
                    &context, numbers,
                    gemmlowp::QuantizedRangeOf<std::int8_t>(), &prepared)
                    .ok());
    GuardedBuffer x(200), y(200), sums(200);
    for (std::size_t count = 1; count <= 150; ++count) {
      for (Placement placement :
           {Placement::kAgainstStart, Placement::kAgainstEnd}) {
        auto* const from =
            reinterpret_cast<std::int8_t*>(x.Place(count, placement, 1));
        auto* const and_from =
            reinterpret_cast<std::int8_t*>(y.Place(count, placement, 1));
        std::fill_n(from, count, std::int8_t{1});
        std::fill_n(and_from, count, std::int8_t{2});
        EXPECT_TRUE(prepared
                        .Run(&context, from, count, and_from, count,
                             reinterpret_cast<std::int8_t*>(
                                 sums.Place(count, placement, 1)))
                        .ok());
      }
    }
  });
}

TEST(PreparedAdditionTest, RefusesWhatTryAddRefuses) {
  GemmContext context;
  ResidualAdditionNumbers numbers =
      Numbers({1, 0}, {1, 0}, {1, 0}, FixedPointRounding::kDouble);
  PreparedAddition<std::int8_t> prepared;
  numbers.left_shift = 31;
  const QuantizedRange all = gemmlowp::QuantizedRangeOf<std::int8_t>();
  EXPECT_EQ(
      PreparedAddition<std::int8_t>::Prepare(&context, numbers, all, &prepared)
          .message(),
      "addition.left_shift = 31: is not in 0..30");
  numbers.left_shift = 20;
  EXPECT_STREQ(PreparedAddition<std::int8_t>::Prepare(
                   &context, numbers, all,
                   static_cast<PreparedAddition<std::int8_t>*>(nullptr))
                   .argument(),
               "prepared");
  ASSERT_TRUE(
      PreparedAddition<std::int8_t>::Prepare(&context, numbers, all, &prepared)
          .ok());
  std::int8_t value = 1, sum = 0;
  EXPECT_STREQ(prepared.Run(&context, nullptr, 1, &value, 1, &sum).argument(),
               "x");
  EXPECT_EQ(sum, 0);
  EXPECT_FALSE(prepared.empty());
}

template <typename Prepared>
void ExpectRefusedUnprepared() {
  GemmContext context;
  const Prepared empty;
  const std::int8_t value = 1;
  std::int8_t result = 77;
  EXPECT_TRUE(empty.empty());
  EXPECT_EQ(empty.Run(&context, &value, 1, &value, 1, &result).message(),
            "prepared = 0: is empty");
  EXPECT_EQ(result, 77);
}

TEST(PreparedAdditionTest, NoOperatorRunsUnprepared) {
  ExpectRefusedUnprepared<PreparedAddition<std::int8_t>>();
  ExpectRefusedUnprepared<gemmlowp::PreparedMultiplication<std::int8_t>>();
  ExpectRefusedUnprepared<gemmlowp::PreparedSquaredDifference<std::int8_t>>();
}

}  // namespace
}  // namespace lowp_test
