// TOSA's RESCALE is a requantization by kDouble or kSingleUpward: its formula,
// written out from its specification, against every backend.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "../../public/tensor/requantization.h"
#include "../support/context_for.h"
#include "../support/for_each_backend.h"

namespace lowp_test {
namespace {

using gemmlowp::FixedPointMultiplier;
using gemmlowp::FixedPointRounding;
using gemmlowp::QuantizedRange;
using gemmlowp::Requantization;

// The function apply_scale_32 of TOSA 1.0, "Precision Scaling": the sum of the
// product and half of 2^shift, shifted right arithmetically. With double_round
// a shift beyond 31 adds 2^30 more to it, or subtracts it where the value is
// negative. It wants a multiplier that is not negative, a shift in 2..62, and a
// value of at most `shift` bits.
std::int32_t ApplyScale32(std::int32_t value, std::int32_t multiplier,
                          int shift, bool double_round) {
  std::int64_t half = std::int64_t{1} << (shift - 1);
  if (double_round && shift > 31) {
    half += value < 0 ? -(std::int64_t{1} << 30) : std::int64_t{1} << 30;
  }
  return static_cast<std::int32_t>((std::int64_t{value} * multiplier + half) >>
                                   shift);
}

bool IsOfShiftBits(std::int64_t value, int shift) {
  const std::int64_t bound = std::int64_t{1} << (std::min(shift, 32) - 1);
  return value >= -bound && value < bound;
}

// Values around those whose product is a tie, or nearly one.
std::vector<std::int32_t> Values(std::int32_t multiplier, int shift,
                                 std::mt19937* random) {
  std::vector<std::int32_t> values;
  const auto add = [&](std::int64_t value) {
    if (IsOfShiftBits(value, shift)) {
      values.push_back(static_cast<std::int32_t>(value));
    }
  };
  for (std::int64_t i = -40; i <= 40; ++i) {
    add(i);
    add(INT32_MAX - 40 + i);
    add(INT32_MIN + 40 + i);
  }
  const double step =
      static_cast<double>(std::int64_t{1} << shift) / std::max(multiplier, 1);
  for (int i = 0; i < 60; ++i) {
    const double tie = (static_cast<int>((*random)() % 513) - 256 + 0.5) * step;
    if (tie < -2e9 || tie > 2e9) continue;
    for (int d = -1; d <= 1; ++d) add(static_cast<std::int64_t>(tie) + d);
    add(static_cast<std::int32_t>((*random)()) >> (i % 31));
  }
  return values;
}

void ExpectRescale(bool double_round) {
  std::mt19937 random(9);
  std::vector<std::int32_t> multipliers = {1 << 30, (1 << 30) + 1, INT32_MAX,
                                           INT32_MAX - 1, 3 << 29};
  for (int i = 0; i < 12; ++i) {
    multipliers.push_back(static_cast<std::int32_t>(random() >> 2) | 1 << 30);
  }
  // Without double_round any multiplier may come.
  if (!double_round) multipliers.insert(multipliers.end(), {0, 1, 3, 77777});
  for (int shift = 2; shift <= 62; ++shift) {
    for (const std::int32_t multiplier : multipliers) {
      const std::vector<std::int32_t> values =
          Values(multiplier, shift, &random);
      std::vector<std::int32_t> expected, result(values.size());
      for (const std::int32_t value : values) {
        expected.push_back(
            ApplyScale32(value, multiplier, shift, double_round));
      }
      ForEachBackend([&](const Backend& backend) {
        const Status status = gemmlowp::TryRequantize(
            ContextFor(backend), values.data(),
            gemmlowp::FlatShape(values.size()),
            Requantization(FixedPointMultiplier{multiplier, 31 - shift},
                           double_round ? FixedPointRounding::kDouble
                                        : FixedPointRounding::kSingleUpward),
            result.data());
        ASSERT_TRUE(status.ok()) << status.message();
        for (std::size_t i = 0; i < values.size(); ++i) {
          ASSERT_EQ(result[i], expected[i])
              << values[i] << " * " << multiplier << " >> " << shift;
        }
      });
    }
  }
}

TEST(TosaRescaleTest, DoubleRoundIsDouble) { ExpectRescale(true); }

TEST(TosaRescaleTest, SingleRoundIsSingleUpward) { ExpectRescale(false); }

// Both zero points of RESCALE, and its result's type.
TEST(TosaRescaleTest, ZeroPointsAndBounds) {
  const std::int32_t multiplier = 1518500250;
  constexpr int kShift = 31;
  ForEachBackend([&](const Backend& backend) {
    for (const bool double_round : {false, true}) {
      std::vector<std::int8_t> values, result(256);
      for (int x = -128; x < 128; ++x) {
        values.push_back(static_cast<std::int8_t>(x));
      }
      Requantization requantization(
          FixedPointMultiplier{multiplier, 31 - kShift},
          double_round ? FixedPointRounding::kDouble
                       : FixedPointRounding::kSingleUpward);
      requantization.input_zero_point = -7;
      requantization.output_zero_point = 90;
      ASSERT_TRUE(gemmlowp::TryRequantize(ContextFor(backend), values.data(),
                                          gemmlowp::FlatShape(values.size()),
                                          requantization, result.data())
                      .ok());
      for (std::size_t i = 0; i < values.size(); ++i) {
        const std::int32_t scaled =
            ApplyScale32(values[i] + 7, multiplier, kShift, double_round);
        EXPECT_EQ(int{result[i]}, std::clamp(scaled + 90, -128, 127));
      }
    }
  });
}

}  // namespace
}  // namespace lowp_test
