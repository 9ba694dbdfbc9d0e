// Prepared squared differences beside TrySquareDifference, which other tests
// hold to TensorFlow Lite.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/operators/prepared_squared_difference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "../../public/gemm_context.h"
#include "../../public/stages/matrices.h"
#include "../support/for_each_backend.h"
#include "../support/guarded_buffer.h"

namespace lowp_test {
namespace {

using gemmlowp::FixedPointRounding;
using gemmlowp::GemmContext;
using gemmlowp::OperandCount;
using gemmlowp::PreparedSquaredDifference;
using gemmlowp::QuantizedRange;
using gemmlowp::ResidualAdditionNumbers;
using gemmlowp::Status;
using gemmlowp::TensorScale;

ResidualAdditionNumbers DifferenceOf(const TensorScale& x, const TensorScale& y,
                                     const TensorScale& result) {
  ResidualAdditionNumbers numbers = {};
  const Status status = gemmlowp::MakeSquaredDifference(
      x, y, result, 7, FixedPointRounding::kDouble, &numbers);
  EXPECT_TRUE(status.ok()) << status.message();
  return numbers;
}

// Compares all pairs of bytes, and returns whether there was a form in floats.
template <typename T>
bool ExpectSameSquares(GemmContext* context,
                       const ResidualAdditionNumbers& numbers,
                       QuantizedRange range) {
  constexpr std::size_t kCount = 65536 + 77;
  std::vector<T> x, y, expected(kCount), squares(kCount);
  for (std::size_t i = 0; i < kCount; ++i) {
    x.push_back(static_cast<T>(i >> 8));
    y.push_back(static_cast<T>(i));
  }
  Status status =
      gemmlowp::TrySquareDifference(context, x.data(), kCount, y.data(), kCount,
                                    numbers, expected.data(), range);
  EXPECT_TRUE(status.ok()) << status.message();
  PreparedSquaredDifference<T> prepared;
  status =
      PreparedSquaredDifference<T>::Prepare(context, numbers, range, &prepared);
  EXPECT_TRUE(status.ok()) << status.message();
  status =
      prepared.Run(context, x.data(), kCount, y.data(), kCount, squares.data());
  EXPECT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(squares, expected);
  return prepared.is_in_floats();
}

// Operands whose scales differ by a factor of up to 20; results that fill
// their range, or a part of it, or exceed it.
template <typename T>
int ExpectSameSquaresOfRandomNumbers(GemmContext* context, int rounds) {
  const QuantizedRange all = gemmlowp::QuantizedRangeOf<T>();
  std::mt19937 random(9);
  const auto scale = [&](double least, double ratio) {
    return TensorScale{
        static_cast<float>(
            least *
            std::pow(ratio, static_cast<double>(random() % 1000) / 1000)),
        all.low + static_cast<int>(random() % 256)};
  };
  int in_floats = 0;
  for (int round = 0; round < rounds; ++round) {
    const TensorScale x = scale(0.01, 5), y = scale(0.005, 20);
    const double largest = std::max(x.scale, y.scale);
    const TensorScale result = scale(largest * largest * 30, 20);
    const QuantizedRange range =
        round % 3 == 0 ? QuantizedRange{result.zero_point, all.high} : all;
    in_floats +=
        ExpectSameSquares<T>(context, DifferenceOf(x, y, result), range);
  }
  return in_floats;
}

TEST(PreparedSquaredDifferenceTest, HasTheSameBytesForAllPairs) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    context.set_max_num_threads(2);
    // Floats are worthwhile only if they serve most of them.
    EXPECT_GE(ExpectSameSquaresOfRandomNumbers<std::int8_t>(&context, 25), 20);
    EXPECT_GE(ExpectSameSquaresOfRandomNumbers<std::uint8_t>(&context, 25), 20);
  });
}

TEST(PreparedSquaredDifferenceTest, HasTheSameBytesOfExtremeNumbers) {
  const QuantizedRange all = gemmlowp::QuantizedRangeOf<std::int8_t>();
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    // With a multiplier of one, squares exceed int32.
    const auto usual = DifferenceOf({0.02f, -128}, {0.03f, -128}, {0.1f, -128});
    // Shifts and factors with which terms and squares exceed what floats and
    // int32 hold.
    for (int left_shift : {0, 7, 22, 30}) {
      for (std::int32_t exponent : {-31, 0, 2, 31}) {
        for (std::int32_t multiplier : {0, -1, INT32_MIN, INT32_MAX}) {
          ResidualAdditionNumbers n = usual;
          n.left_shift = left_shift;
          n.input_exponent = exponent;
          n.input_multiplier = multiplier;
          ExpectSameSquares<std::int8_t>(&context, n, all);
        }
      }
    }
    for (std::int32_t exponent : {-31, -20, -10, 0, 31}) {
      for (std::int32_t multiplier : {0, -5, INT32_MIN, INT32_MAX}) {
        ResidualAdditionNumbers n = usual;
        n.result_exponent = exponent;
        n.result_multiplier = multiplier;
        ExpectSameSquares<std::int8_t>(&context, n, all);
        ExpectSameSquares<std::int8_t>(&context, n, {-7, -7});
      }
    }
    // Zero points with which differences are not those of bytes.
    for (std::int32_t zero_point : {-129, 128, INT32_MIN, INT32_MAX}) {
      ResidualAdditionNumbers n = usual;
      n.input_zero_point = zero_point;
      EXPECT_FALSE(ExpectSameSquares<std::int8_t>(&context, n, all));
      n = usual;
      n.residual_zero_point = zero_point;
      EXPECT_FALSE(ExpectSameSquares<std::int8_t>(&context, n, all));
    }
  });
}

TEST(PreparedSquaredDifferenceTest, RepeatsOperandsWithinTheirTensors) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    const auto numbers = DifferenceOf({0.02f, 3}, {0.03f, -12}, {0.1f, -128});
    PreparedSquaredDifference<std::int8_t> prepared;
    ASSERT_TRUE(PreparedSquaredDifference<std::int8_t>::Prepare(
                    &context, numbers, {-128, 100}, &prepared)
                    .ok());
    EXPECT_TRUE(prepared.is_in_floats());
    constexpr std::size_t kRows = 3;
    GuardedBuffer large(600), small(600), squares(600);
    for (std::size_t columns = 1; columns <= 150; ++columns) {
      const std::size_t count = kRows * columns;
      // A value for each row, and one for each column.
      for (const OperandCount y_count :
           {OperandCount(kRows, columns), OperandCount(columns)}) {
        for (Placement placement :
             {Placement::kAgainstStart, Placement::kAgainstEnd}) {
          const auto place = [&](GuardedBuffer& buffer, std::size_t size) {
            return reinterpret_cast<std::int8_t*>(
                buffer.Place(size, placement, 1));
          };
          std::int8_t* const x = place(large, count);
          std::int8_t* const y = place(small, y_count.elements);
          std::int8_t* const result = place(squares, count);
          for (std::size_t i = 0; i < count; ++i) {
            x[i] = static_cast<std::int8_t>(i * 37);
          }
          for (std::size_t i = 0; i < y_count.elements; ++i) {
            y[i] = static_cast<std::int8_t>(i * 91 + 5);
          }
          std::vector<std::int8_t> expected(count);
          ASSERT_TRUE(gemmlowp::TrySquareDifference(
                          &context, x, count, y, y_count, numbers,
                          expected.data(), QuantizedRange{-128, 100})
                          .ok());
          ASSERT_TRUE(
              prepared.Run(&context, x, count, y, y_count, result).ok());
          EXPECT_TRUE(std::equal(expected.begin(), expected.end(), result))
              << columns;
        }
      }
    }
  });
}

TEST(PreparedSquaredDifferenceTest, RefusesWhatTrySquareDifferenceRefuses) {
  GemmContext context;
  PreparedSquaredDifference<std::int8_t> prepared;
  auto numbers = DifferenceOf({0.02f, 3}, {0.03f, -12}, {0.1f, -128});
  const QuantizedRange all = gemmlowp::QuantizedRangeOf<std::int8_t>();
  numbers.left_shift = 31;
  EXPECT_EQ(PreparedSquaredDifference<std::int8_t>::Prepare(&context, numbers,
                                                            all, &prepared)
                .message(),
            "difference.left_shift = 31: is not in 0..30");
  numbers.left_shift = 7;
  ASSERT_TRUE(PreparedSquaredDifference<std::int8_t>::Prepare(&context, numbers,
                                                              all, &prepared)
                  .ok());
  std::int8_t value = 1, square = 5;
  EXPECT_STREQ(
      prepared.Run(&context, &value, 1, nullptr, 1, &square).argument(), "y");
  EXPECT_EQ(square, 5);
}

}  // namespace
}  // namespace lowp_test
