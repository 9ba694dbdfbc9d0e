// Multipliers that stand for doubles: the doubles' results; and what they
// refuse.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "../../public/quantization/multiplier_builders.h"

namespace lowp_test {
namespace {

using gemmlowp::FixedPointMultiplier;
using gemmlowp::Status;

std::int64_t ClampedByDouble(std::int64_t x, double real, int low, int high) {
  const double scaled = std::round(static_cast<double>(x) * real);
  return static_cast<std::int64_t>(std::min(
      std::max(scaled, static_cast<double>(low)), static_cast<double>(high)));
}

// Around every place where the double's result changes, and at the ends. Where
// multiples of more than 2^22 decide, 31 bits may not do.
void ExpectDoublesResults(double real, int low, int high) {
  FixedPointMultiplier m;
  const Status status = gemmlowp::MultiplierOfDouble(real, low, high, &m);
  if (real < 0x1p-14) {
    EXPECT_TRUE(status.ok() ||
                status.code() == gemmlowp::StatusCode::kUnsupported);
    if (!status.ok()) return;
  }
  ASSERT_TRUE(status.ok()) << real << ": " << status.message();
  const auto expect = [&](std::int64_t x) {
    if (x < INT32_MIN || x > INT32_MAX) return;
    const std::int64_t fixed =
        (x * m.multiplier + (std::int64_t{1} << (30 - m.exponent))) >>
        (31 - m.exponent);
    ASSERT_EQ(
        std::min<std::int64_t>(std::max<std::int64_t>(fixed, low), high),
        std::min<std::int64_t>(
            std::max<std::int64_t>(ClampedByDouble(x, real, low, high), low),
            high))
        << x << " times " << real;
  };
  for (int result = low - 1; result <= high; ++result) {
    const double tie = (result + 0.5) / real;
    if (std::fabs(tie) > 4e9) continue;
    for (int step = -3; step <= 3; ++step) {
      ASSERT_NO_FATAL_FAILURE(expect(std::llround(tie) + step));
    }
  }
  for (const std::int64_t x : {INT32_MIN, INT32_MIN + 1, -1, 0, 1, INT32_MAX}) {
    expect(x);
  }
}

TEST(CertifiedMultiplierTest, HasTheDoublesResults) {
  for (const int zero_point : {0, -128, 127, -37}) {
    const int low = -128 - zero_point, high = 127 - zero_point;
    // Ties, and factors that 31 bits do not hold.
    for (int exponent = 1; exponent <= 24; ++exponent) {
      ExpectDoublesResults(std::ldexp(1.0, -exponent), low, high);
      ExpectDoublesResults(std::ldexp(5.0, -exponent - 3), low, high);
    }
    for (int i = 1; i <= 200; ++i) {
      ExpectDoublesResults(std::ldexp(1 + 1 / (i + 0.37), -1 - i % 22), low,
                           high);
      if (HasFatalFailure()) return;
    }
  }
  ExpectDoublesResults(0.001, -32768, 32767);
}

TEST(CertifiedMultiplierTest, RefusesByName) {
  FixedPointMultiplier m = {1, 2};
  const auto argument = [&m](double real, int low, int high) {
    return std::string(
        gemmlowp::MultiplierOfDouble(real, low, high, &m).argument());
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double real : {0.0, -0.5, 1.0, 1e9, nan}) {
    EXPECT_EQ(argument(real, -128, 127), "real") << real;
  }
  EXPECT_EQ(argument(0.5, 1, 0), "high");
  EXPECT_EQ(argument(0.5, -40000, 40000), "high");
  EXPECT_STREQ(gemmlowp::MultiplierOfDouble(0.5, 0, 1, nullptr).argument(),
               "quantized");
  EXPECT_EQ(m.multiplier, 1);
  EXPECT_EQ(m.exponent, 2);
}

}  // namespace
}  // namespace lowp_test
