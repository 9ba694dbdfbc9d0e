// Products of two tensors scaled in float on every backend: against their
// definition, with every broadcast, in place, on several threads; and what is
// refused.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/operators/real_product.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "../../public/operators/elementwise.h"
#include "../support/for_each_backend.h"
#include "../support/guarded_buffer.h"
#include "../support/rescaled_tensors.h"

namespace lowp_test {
namespace {

using gemmlowp::FloatRounding;
using gemmlowp::GemmContext;
using gemmlowp::QuantizedRange;
using gemmlowp::RealMultiplication;
using gemmlowp::Status;
using gemmlowp::ZeroPointOrder;
using gemmlowp::internal::Backend;

double Rounded(float real, FloatRounding rounding) {
  switch (rounding) {
    case FloatRounding::kEven:
      return std::nearbyint(real);
    case FloatRounding::kAway:
      return std::round(real);
    default:
      return std::trunc(real);
  }
}

// Volatile: every operation is rounded.
std::int32_t ByDefinition(std::int32_t x, std::int32_t y,
                          const RealMultiplication& m, QuantizedRange range) {
  const volatile float product = static_cast<float>(Wrap(
      (std::int64_t{x} - m.x_zero_point) * (std::int64_t{y} - m.y_zero_point)));
  const volatile float real = product * m.multiplier;
  double value = 0;
  if (m.order == ZeroPointOrder::kAfterRounding) {
    value = Rounded(real, m.rounding) + m.result_zero_point;
  } else {
    const volatile float sum = real + static_cast<float>(m.result_zero_point);
    value = Rounded(sum, m.rounding);
  }
  return static_cast<std::int32_t>(
      std::clamp<double>(value, range.low, range.high));
}

template <typename T>
void ExpectRealProducts(GemmContext* context, const RealMultiplication& m,
                        QuantizedRange range) {
  constexpr std::size_t kCounts[][2] = {{1, 1},    {1025, 1025}, {1200, 30},
                                        {1100, 1}, {12, 3},      {1, 77}};
  GuardedBuffer x_memory(1 << 14), y_memory(1 << 14), r_memory(1 << 14);
  const auto place = [](GuardedBuffer* memory, const std::vector<T>& values) {
    T* const to = reinterpret_cast<T*>(memory->Place(
        values.size() * sizeof(T), Placement::kAgainstEnd, sizeof(T)));
    std::copy(values.begin(), values.end(), to);
    return to;
  };
  for (const auto& counts : kCounts) {
    const std::vector<T> x = AwkwardIntegers<T>(counts[0], 5);
    const std::vector<T> y = AwkwardIntegers<T>(counts[1], 6);
    const std::size_t count = std::max(x.size(), y.size());
    for (const int into : {0, 1, 2}) {
      T* const px = place(&x_memory, x);
      T* const py = place(&y_memory, y);
      T* pr = place(&r_memory, std::vector<T>(count));
      if (into == 1 && x.size() == count) pr = px;
      if (into == 2 && y.size() == count) pr = py;
      const Status status = gemmlowp::TryMultiply(context, px, x.size(), py,
                                                  y.size(), m, pr, range);
      ASSERT_TRUE(status.ok()) << status.message();
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(int{pr[i]},
                  ByDefinition(x[i % x.size()], y[i % y.size()], m, range))
            << i;
      }
    }
  }
}

template <typename T>
void ExpectAllProducts(GemmContext* context, std::int32_t zero) {
  const QuantizedRange all = gemmlowp::QuantizedRangeOf<T>();
  for (const FloatRounding rounding :
       {FloatRounding::kEven, FloatRounding::kAway, FloatRounding::kTruncate}) {
    for (const ZeroPointOrder order :
         {ZeroPointOrder::kAfterRounding, ZeroPointOrder::kBeforeRounding}) {
      for (const float multiplier : {0.00390625f, 0.5f, 0.0213f, -3.7e20f}) {
        const RealMultiplication m = {zero,       zero - 5, zero + 1,
                                      multiplier, rounding, order};
        ASSERT_NO_FATAL_FAILURE(ExpectRealProducts<T>(context, m, all));
        ASSERT_NO_FATAL_FAILURE(
            ExpectRealProducts<T>(context, m, {all.low + 40, all.high - 60}));
      }
    }
  }
}

TEST(RealProductTest, ProductsAreTheirDefinition) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    ExpectAllProducts<std::uint8_t>(&context, 130);
    ExpectAllProducts<std::int8_t>(&context, -3);
    ExpectAllProducts<std::int16_t>(&context, 4);
  });
}

TEST(RealProductTest, ThreadsShareLargeTensors) {
  constexpr std::size_t kCount = 200003;
  const auto x = AwkwardIntegers<std::int8_t>(kCount, 7);
  const auto y = AwkwardIntegers<std::int8_t>(kCount, 8);
  const RealMultiplication m = {1, 2, 3, 0.013f};
  std::vector<std::int8_t> r(kCount);
  GemmContext context;
  context.set_max_num_threads(4);
  // The caller's rounding mode does not matter.
  std::fesetround(FE_UPWARD);
  const Status status = gemmlowp::TryMultiply(&context, x.data(), kCount,
                                              y.data(), kCount, m, r.data());
  std::fesetround(FE_TONEAREST);
  ASSERT_TRUE(status.ok()) << status.message();
  for (std::size_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(int{r[i]}, ByDefinition(x[i], y[i], m, {-128, 127})) << i;
  }
}

TEST(RealProductTest, RefusesByName) {
  GemmContext context;
  std::int8_t x[12] = {}, y[12] = {}, r[12] = {};
  RealMultiplication m;
  const auto argument = [&](const std::int8_t* px, std::size_t xs,
                            const std::int8_t* py, std::size_t ys,
                            std::int8_t* pr, QuantizedRange range) {
    return std::string(
        gemmlowp::TryMultiply(&context, px, xs, py, ys, m, pr, range)
            .argument());
  };
  const QuantizedRange all = {-128, 127};
  EXPECT_EQ(argument(x, 12, y, 12, r, all), "");
  EXPECT_EQ(argument(x, 12, y, 5, r, all), "y_count");
  EXPECT_EQ(argument(x, 0, y, 5, r, all), "x_count");
  EXPECT_EQ(argument(nullptr, 0, nullptr, 0, nullptr, all), "");
  EXPECT_EQ(argument(nullptr, 12, y, 12, r, all), "x");
  EXPECT_EQ(argument(x, 12, nullptr, 12, r, all), "y");
  EXPECT_EQ(argument(x, 12, y, 12, nullptr, all), "result");
  EXPECT_EQ(argument(x, 6, y, 6, x + 5, all), "result");
  EXPECT_EQ(argument(x, 6, y, 6, x + 6, all), "");
  EXPECT_EQ(argument(x, 12, x, 6, x, all), "result");
  EXPECT_EQ(argument(x, 12, y, 12, r, {-129, 0}), "range.low");
  EXPECT_EQ(argument(x, 12, y, 12, r, {0, 128}), "range.high");
  EXPECT_EQ(argument(x, SIZE_MAX - 5, y, 1, r, all), "x_count");
  m.result_zero_point = 128;
  EXPECT_EQ(argument(x, 12, y, 12, r, all), "multiplication.result_zero_point");
  m = {};
  m.multiplier = std::numeric_limits<float>::infinity();
  EXPECT_EQ(argument(x, 12, y, 12, r, all), "multiplication.multiplier");
  m = {};
  m.rounding = static_cast<FloatRounding>(5);
  EXPECT_EQ(argument(x, 12, y, 12, r, all), "multiplication.rounding");
  m = {};
  m.order = static_cast<ZeroPointOrder>(2);
  EXPECT_EQ(argument(x, 12, y, 12, r, all), "multiplication.order");
}

}  // namespace
}  // namespace lowp_test
