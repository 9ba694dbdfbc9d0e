// Elementwise operators of two tensors on every backend: against their
// definitions, with every broadcast, in place, and on several threads. What is
// refused.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/operators/elementwise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "../../public/stages/matrices.h"
#include "../support/for_each_backend.h"
#include "../support/guarded_buffer.h"
#include "../support/rescaled_tensors.h"
#include "../support/sample.h"

namespace lowp_test {
namespace {

using gemmlowp::FixedPointRounding;
using gemmlowp::GemmContext;
using gemmlowp::Multiplication;
using gemmlowp::OperandCount;
using gemmlowp::QuantizedRange;
using gemmlowp::ResidualAdditionNumbers;
using gemmlowp::Status;
using gemmlowp::internal::Backend;

struct TermValues {
  std::int64_t x, y;
};

// Both operands on the common scale.
TermValues TermsByDefinition(std::int32_t x, std::int32_t y,
                             const ResidualAdditionNumbers& n) {
  const auto term = [&n](std::int32_t value, std::int32_t zero_point,
                         std::int32_t multiplier, std::int32_t exponent) {
    const std::int64_t factor = std::int64_t{1} << n.left_shift;
    return std::int64_t{
        ReferenceScale(Wrap((std::int64_t{value} - zero_point) * factor),
                       multiplier, exponent, 0, n.rounding)};
  };
  return {term(x, n.input_zero_point, n.input_multiplier, n.input_exponent),
          term(y, n.residual_zero_point, n.residual_multiplier,
               n.residual_exponent)};
}

std::int32_t AddByDefinition(std::int32_t x, std::int32_t y,
                             const ResidualAdditionNumbers& n) {
  const TermValues terms = TermsByDefinition(x, y, n);
  return ReferenceScale(Wrap(terms.x + terms.y), n.result_multiplier,
                        n.result_exponent, n.result_zero_point, n.rounding);
}

std::int32_t SquareByDefinition(std::int32_t x, std::int32_t y,
                                const ResidualAdditionNumbers& n) {
  const TermValues terms = TermsByDefinition(x, y, n);
  const std::int64_t difference = Wrap(terms.x - terms.y);
  return ReferenceScale(Wrap(difference * difference), n.result_multiplier,
                        n.result_exponent, n.result_zero_point, n.rounding);
}

std::int32_t MultiplyByDefinition(std::int32_t x, std::int32_t y,
                                  const Multiplication& m) {
  return ReferenceScale(Wrap((std::int64_t{x} - m.x_zero_point) *
                             (std::int64_t{y} - m.y_zero_point)),
                        m.multiplier.multiplier, m.multiplier.exponent,
                        m.result_zero_point, m.rounding);
}

// Both counts of each pair, the second of which serves no more elements.
const OperandCount kCounts[][2] = {
    {1, 1},
    {7, 7},
    {1000, 1000},
    {1025, 1025},
    {3000, 30},
    {2 * 1030, 1030},
    {5000, 1},
    {12, 3},
    {6000, 3000},
    // A value for each row; for each row of each image; and one a channel too.
    {6000, {60, 100}},
    {5000, {1, 5000}},
    {6000, {2, 1500}},
    {1200, {300, 2}},
    {1190, {170, 7}},
    {4760, {280, 17}},
    // As many bytes as short runs have at most, and one value more.
    {2400, {150, 16}},
    {4800, {150, 32}},
    {4950, {150, 33}},
    {{60, 100}, 100},
    {{7, 640}, {640, 7}},
    {{30, 200}, {10, 300}}};

// Runs a call for both orders of the operands, and into either of them.
template <typename T, typename Call, typename Definition>
void ExpectBinary(const Call& call, const Definition& definition,
                  QuantizedRange range) {
  GuardedBuffer x_memory(1 << 16), y_memory(1 << 16), r_memory(1 << 16);
  for (const auto& counts : kCounts) {
    for (const bool swaps : {false, true}) {
      const OperandCount xs = counts[swaps ? 1 : 0], ys = counts[swaps ? 0 : 1];
      const std::size_t count = counts[0].elements * counts[0].each;
      const std::vector<T> x = AwkwardIntegers<T>(xs.elements, 5);
      const std::vector<T> y = AwkwardIntegers<T>(ys.elements, 6);
      const auto place = [](GuardedBuffer* buffer, const std::vector<T>& from) {
        T* const to = reinterpret_cast<T*>(buffer->Place(
            from.size() * sizeof(T), Placement::kAgainstEnd, sizeof(T)));
        std::copy(from.begin(), from.end(), to);
        return to;
      };
      for (const int into : {0, 1, 2}) {
        if ((into == 1 && xs.elements != count) ||
            (into == 2 && ys.elements != count)) {
          continue;
        }
        if (!TakesCase()) continue;
        T* const px = place(&x_memory, x);
        T* const py = place(&y_memory, y);
        T* const pr = into == 1   ? px
                      : into == 2 ? py
                                  : place(&r_memory, std::vector<T>(count));
        const Status status = call(px, xs, py, ys, pr);
        ASSERT_TRUE(status.ok()) << status.message();
        for (std::size_t i = 0; i < count; ++i) {
          const T a = x[i / xs.each % xs.elements];
          const T b = y[i / ys.each % ys.elements];
          ASSERT_EQ(int{pr[i]},
                    std::clamp(definition(a, b), range.low, range.high))
              << int{a} << " and " << int{b} << " of " << xs.elements << " and "
              << ys.elements;
        }
      }
    }
  }
}

template <typename T>
void ExpectSums(GemmContext* context, std::int32_t zero) {
  const QuantizedRange all = gemmlowp::QuantizedRangeOf<T>();
  for (const FixedPointRounding rounding : kFixedPointRoundings) {
    ResidualAdditionNumbers numbers;
    const bool wide = sizeof(T) > 1;
    ASSERT_TRUE(gemmlowp::MakeResidualAddition(
                    {0.034f, zero}, {0.051f, zero - 3}, {0.067f, zero + 2},
                    wide ? 15 : 20, rounding, &numbers)
                    .ok());
    const QuantizedRange ranges[] = {all, {all.low + 40, all.high - 60}};
    for (const QuantizedRange& range : ranges) {
      ASSERT_NO_FATAL_FAILURE(ExpectBinary<T>(
          [&](const T* x, OperandCount xs, const T* y, OperandCount ys, T* r) {
            return gemmlowp::TryAdd(context, x, xs, y, ys, numbers, r, range);
          },
          [&](std::int32_t x, std::int32_t y) {
            return AddByDefinition(x, y, numbers);
          },
          range));
    }
    // Whatever the numbers are.
    numbers = {30,  INT32_MIN,  INT32_MAX, 31,   INT32_MAX, INT32_MIN,
               -31, 1234567891, 5,         zero, rounding};
    ASSERT_NO_FATAL_FAILURE(ExpectBinary<T>(
        [&](const T* x, OperandCount xs, const T* y, OperandCount ys, T* r) {
          return gemmlowp::TryAdd(context, x, xs, y, ys, numbers, r);
        },
        [&](std::int32_t x, std::int32_t y) {
          return AddByDefinition(x, y, numbers);
        },
        all));
  }
}

template <typename T>
void ExpectProducts(GemmContext* context, std::int32_t zero) {
  const QuantizedRange all = gemmlowp::QuantizedRangeOf<T>();
  for (const FixedPointRounding rounding : kFixedPointRoundings) {
    for (const gemmlowp::FixedPointMultiplier& multiplier :
         {gemmlowp::FixedPointMultiplier{1717986918, -6},
          {INT32_MIN, 31},
          {INT32_MAX, -31}}) {
      const Multiplication m = {zero, zero - 5, zero + 1, multiplier, rounding};
      ASSERT_NO_FATAL_FAILURE(ExpectBinary<T>(
          [&](const T* x, OperandCount xs, const T* y, OperandCount ys, T* r) {
            return gemmlowp::TryMultiply(context, x, xs, y, ys, m, r);
          },
          [&](std::int32_t x, std::int32_t y) {
            return MultiplyByDefinition(x, y, m);
          },
          all));
    }
  }
}

template <typename T>
void ExpectSquaredDifferences(GemmContext* context, std::int32_t zero) {
  const QuantizedRange all = gemmlowp::QuantizedRangeOf<T>();
  for (const FixedPointRounding rounding : kFixedPointRoundings) {
    ResidualAdditionNumbers numbers;
    const auto expect = [&](QuantizedRange range) {
      ASSERT_NO_FATAL_FAILURE(ExpectBinary<T>(
          [&](const T* x, OperandCount xs, const T* y, OperandCount ys, T* r) {
            return gemmlowp::TrySquareDifference(context, x, xs, y, ys, numbers,
                                                 r, range);
          },
          [&](std::int32_t x, std::int32_t y) {
            return SquareByDefinition(x, y, numbers);
          },
          range));
    };
    ASSERT_TRUE(gemmlowp::MakeSquaredDifference(
                    {0.034f, zero}, {0.051f, zero - 3}, {0.17f, zero + 2}, 7,
                    rounding, &numbers)
                    .ok());
    expect(all);
    expect({all.low + 40, all.high - 60});
    // Whatever the numbers are.
    numbers = {30,  INT32_MIN,  INT32_MAX, 31,   INT32_MAX, INT32_MIN,
               -31, 1234567891, 5,         zero, rounding};
    expect(all);
  }
}

template <typename T>
void ExpectExtremes(GemmContext* context) {
  const QuantizedRange all = gemmlowp::QuantizedRangeOf<T>();
  ASSERT_NO_FATAL_FAILURE(ExpectBinary<T>(
      [&](const T* x, OperandCount xs, const T* y, OperandCount ys, T* r) {
        return gemmlowp::TryMaximum(context, x, xs, y, ys, r);
      },
      [](std::int32_t x, std::int32_t y) { return std::max(x, y); }, all));
  ASSERT_NO_FATAL_FAILURE(ExpectBinary<T>(
      [&](const T* x, OperandCount xs, const T* y, OperandCount ys, T* r) {
        return gemmlowp::TryMinimum(context, x, xs, y, ys, r);
      },
      [](std::int32_t x, std::int32_t y) { return std::min(x, y); }, all));
}

TEST(ElementwiseTest, MaximaAndMinimaAreTheirDefinition) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    ExpectExtremes<std::uint8_t>(&context);
    ExpectExtremes<std::int8_t>(&context);
    ExpectExtremes<std::int16_t>(&context);
  });
}

TEST(ElementwiseTest, SquaredDifferencesAreTheirDefinition) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    ExpectSquaredDifferences<std::uint8_t>(&context, 130);
    ExpectSquaredDifferences<std::int8_t>(&context, -3);
    ExpectSquaredDifferences<std::int16_t>(&context, 4);
  });
}

TEST(ElementwiseTest, SumsAreTheirDefinition) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    ExpectSums<std::uint8_t>(&context, 130);
    ExpectSums<std::int8_t>(&context, -3);
    ExpectSums<std::int16_t>(&context, 4);
  });
}

TEST(ElementwiseTest, ProductsAreTheirDefinition) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    ExpectProducts<std::uint8_t>(&context, 130);
    ExpectProducts<std::int8_t>(&context, -3);
    ExpectProducts<std::int16_t>(&context, 4);
  });
}

TEST(ElementwiseTest, ThreadsShareLargeTensors) {
  constexpr std::size_t kCount = 200003;
  const auto x = AwkwardIntegers<std::int8_t>(kCount, 7);
  const auto y = AwkwardIntegers<std::int8_t>(kCount, 8);
  const Multiplication m = {
      1, 2, 3, {1 << 30, -5}, FixedPointRounding::kSingleUpward};
  std::vector<std::int8_t> one(kCount), four(kCount);
  GemmContext context;
  ASSERT_TRUE(gemmlowp::TryMultiply(&context, x.data(), kCount, y.data(),
                                    kCount, m, one.data())
                  .ok());
  context.set_max_num_threads(4);
  ASSERT_TRUE(gemmlowp::TryMultiply(&context, x.data(), kCount, y.data(),
                                    kCount, m, four.data())
                  .ok());
  EXPECT_EQ(one, four);
}

TEST(ElementwiseTest, RefusesByName) {
  GemmContext context;
  std::int8_t x[12] = {}, y[12] = {}, r[12] = {};
  Multiplication m;
  const auto argument = [&](const std::int8_t* px, OperandCount xs,
                            const std::int8_t* py, OperandCount ys,
                            std::int8_t* pr, QuantizedRange range) {
    return std::string(
        gemmlowp::TryMultiply(&context, px, xs, py, ys, m, pr, range)
            .argument());
  };
  const QuantizedRange all = {-128, 127};
  EXPECT_EQ(argument(x, 12, y, 12, r, all), "");
  EXPECT_EQ(argument(x, 12, y, 5, r, all), "y_count");
  EXPECT_EQ(argument(x, 0, y, 5, r, all), "x_count");
  EXPECT_EQ(argument(x, 12, y, {4, 3}, r, all), "");
  EXPECT_EQ(argument(x, 12, y, {5, 2}, r, all), "y_count");
  EXPECT_EQ(argument(x, {2, 3}, y, {2, 6}, r, all), "");
  EXPECT_EQ(argument(x, {0, 3}, y, 12, r, all), "x_count");
  EXPECT_EQ(argument(x, {12, 0}, y, 12, r, all), "x_count.each");
  EXPECT_EQ(argument(x, 12, y, {0, 0}, r, all), "y_count.each");
  EXPECT_EQ(argument(x, 3, y, {2, 6}, y, all), "result");
  EXPECT_EQ(argument(x, 3, y, {3, std::size_t{1} << 63}, r, all), "y_count");
  EXPECT_EQ(argument(nullptr, 0, nullptr, 0, nullptr, all), "");
  EXPECT_EQ(argument(nullptr, 12, y, 12, r, all), "x");
  EXPECT_EQ(argument(x, 12, nullptr, 12, r, all), "y");
  EXPECT_EQ(argument(x, 12, y, 12, nullptr, all), "result");
  EXPECT_EQ(argument(x, 6, y, 6, x + 5, all), "result");
  EXPECT_EQ(argument(x, 6, y, 6, x + 6, all), "");
  EXPECT_EQ(argument(x, 12, x, 6, x, all), "result");
  EXPECT_EQ(argument(x, 12, y, 12, r, {-129, 0}), "range.low");
  EXPECT_EQ(argument(x, 12, y, 12, r, {0, 128}), "range.high");
  EXPECT_EQ(argument(x, std::size_t{1} << 63, y, 1, r, all), "x_count");
  m.result_zero_point = 128;
  EXPECT_EQ(argument(x, 12, y, 12, r, all), "multiplication.result_zero_point");
  m = {};
  m.multiplier.exponent = 32;
  EXPECT_EQ(argument(x, 12, y, 12, r, all),
            "multiplication.multiplier.exponent");
  m = {};
  m.rounding = static_cast<FixedPointRounding>(5);
  EXPECT_EQ(argument(x, 12, y, 12, r, all), "multiplication.rounding");
}

TEST(ElementwiseTest, RefusesNumbersOfTermsByName) {
  GemmContext context;
  std::int8_t x[3] = {}, r[3] = {};
  const ResidualAdditionNumbers right = {};
  const auto expect = [&](const ResidualAdditionNumbers& numbers,
                          const std::string& argument) {
    EXPECT_EQ(gemmlowp::TryAdd(&context, x, 3, x, 3, numbers, r).argument(),
              argument);
    const std::string name = argument.substr(argument.find('.') + 1);
    EXPECT_EQ(gemmlowp::TrySquareDifference(&context, x, 3, x, 3, numbers, r)
                  .argument(),
              argument.empty() ? argument : "difference." + name);
  };
  expect(right, "");
  ResidualAdditionNumbers n = right;
  n.left_shift = 31;
  expect(n, "addition.left_shift");
  n.left_shift = -1;
  expect(n, "addition.left_shift");
  n = right;
  n.input_exponent = 32;
  expect(n, "addition.input_exponent");
  n = right;
  n.residual_exponent = -32;
  expect(n, "addition.residual_exponent");
  n = right;
  n.result_exponent = 32;
  expect(n, "addition.result_exponent");
  n = right;
  n.rounding = static_cast<FixedPointRounding>(5);
  expect(n, "addition.rounding");
  n = right;
  n.result_zero_point = -129;
  expect(n, "addition.result_zero_point");
}

TEST(ElementwiseTest, RefusesScalesOfADifferenceByName) {
  ResidualAdditionNumbers numbers;
  const auto argument = [&](float x, float y, float result, int left_shift) {
    return std::string(
        gemmlowp::MakeSquaredDifference({x, 0}, {y, 0}, {result, 0}, left_shift,
                                        FixedPointRounding::kDouble, &numbers)
            .argument());
  };
  EXPECT_EQ(argument(1, 1, 1, 7), "");
  EXPECT_EQ(argument(0, 1, 1, 7), "x.scale");
  EXPECT_EQ(argument(1, -1, 1, 7), "y.scale");
  EXPECT_EQ(argument(1, 1, std::numeric_limits<float>::infinity(), 7),
            "result.scale");
  EXPECT_EQ(argument(1, 1, 1, 31), "left_shift");
}

}  // namespace
}  // namespace lowp_test
