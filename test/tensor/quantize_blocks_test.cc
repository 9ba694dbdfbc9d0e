// Quantization to bytes of blocks with and without one value close to a tie,
// which backends may handle differently: every form on every backend against
// its definition in double.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "../../public/tensor/transforms.h"
#include "../support/for_each_backend.h"
#include "../support/sample.h"

namespace lowp_test {
namespace {

using gemmlowp::FlatShape;
using gemmlowp::GemmContext;
using gemmlowp::QuantizedRange;
using gemmlowp::TensorQuantization;
using gemmlowp::ValueRounding;
using gemmlowp::internal::Backend;

// The definitions of value_rounding.h, in their own operations.
int DefinitionOfQuantize(float x, float scale, int zero_point,
                         ValueRounding form, QuantizedRange range) {
  const float zero = static_cast<float>(zero_point);
  float value = 0;
  switch (form) {
    case ValueRounding::kEven:
      value = std::nearbyint(x / scale) + zero;
      break;
    case ValueRounding::kEvenByReciprocal: {
      const float reciprocal = 1.0f / scale;
      value = std::nearbyint(x * reciprocal) + zero;
      break;
    }
    case ValueRounding::kAway:
      value = std::round(x / scale) + zero;
      break;
    case ValueRounding::kAwayWithZeroPointInDouble: {
      const double sum = static_cast<double>(x) / scale + zero_point;
      return static_cast<int>(
          sum > range.low ? std::min<double>(std::round(sum), range.high)
                          : range.low);
    }
    case ValueRounding::kAwayInDouble: {
      const double sum =
          std::round(static_cast<double>(x) / scale) + zero_point;
      return static_cast<int>(
          sum > range.low ? std::min<double>(sum, range.high) : range.low);
    }
    case ValueRounding::kTruncatedWithZeroPoint: {
      const float quotient = x / scale;
      value = std::trunc(quotient + zero);
      break;
    }
    default: {
      const float quotient = x / scale;
      value = std::nearbyint(quotient + zero);
      break;
    }
  }
  if (!(value > static_cast<float>(range.low))) return range.low;
  return value < static_cast<float>(range.high) ? static_cast<int>(value)
                                                : range.high;
}

// Blocks of ordinary values; every other block has a value within a few units
// in the last place of the boundary between two results.
std::vector<float> Blocks(float scale, int zero_point, unsigned seed) {
  const int kBlocks = SampleOf(600);
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(0, 60);
  std::vector<float> values(static_cast<std::size_t>(64 * kBlocks));
  for (float& value : values) value = normal(random) * scale;
  for (int block = 0; block < kBlocks; block += 2) {
    const float half =
        static_cast<float>(static_cast<int>(random() % 280) - 140) + 0.5f;
    float value = half * scale;
    const int steps = static_cast<int>(random() % 9) - 4;
    for (int i = 0; i < std::abs(steps); ++i) {
      value = std::nextafter(value, steps < 0 ? -1e30f : 1e30f);
    }
    values[static_cast<std::size_t>(64 * block + random() % 64)] = value;
  }
  values[70] = std::numeric_limits<float>::infinity();
  values[71] = -std::numeric_limits<float>::infinity();
  values[72] = std::numeric_limits<float>::quiet_NaN();
  values[73] = std::numeric_limits<float>::max();
  values[74] = (127.0f - static_cast<float>(zero_point)) * scale;
  return values;
}

template <typename T>
void ExpectQuantized(float scale, int zero_point, QuantizedRange range) {
  const std::vector<float> values = Blocks(scale, zero_point, 31);
  for (const ValueRounding form :
       {ValueRounding::kEven, ValueRounding::kEvenByReciprocal,
        ValueRounding::kAway, ValueRounding::kEvenWithZeroPoint,
        ValueRounding::kAwayWithZeroPointInDouble,
        ValueRounding::kTruncatedWithZeroPoint, ValueRounding::kAwayInDouble}) {
    std::vector<T> expected;
    for (const float value : values) {
      expected.push_back(static_cast<T>(
          DefinitionOfQuantize(value, scale, zero_point, form, range)));
    }
    ForEachBackend([&](const Backend& backend) {
      GemmContext context;
      ASSERT_TRUE(context.set_backend(backend.name).ok());
      std::vector<T> out(values.size());
      ASSERT_TRUE(gemmlowp::TryQuantize(&context, values.data(),
                                        FlatShape(values.size()),
                                        TensorQuantization(scale, zero_point),
                                        form, out.data(), range)
                      .ok());
      const std::size_t i =
          std::mismatch(out.begin(), out.end(), expected.begin()).first -
          out.begin();
      if (i < out.size()) {
        FAIL() << int{out[i]} << " is not " << int{expected[i]} << ": "
               << values[i] << " / " << scale << " form "
               << static_cast<int>(form) << " at " << i;
      }
    });
  }
}

TEST(QuantizeBlocks, AreTheirDefinition) {
  for (const float scale : {1.0f, 0.1f, 3.1415927f, 0.0078125f, 0x1.fffffep-3f,
                            1e-25f, 1e25f, 0x1p-120f, 0x1p-140f, 0x1p110f}) {
    ExpectQuantized<std::int8_t>(scale, 0, {-128, 127});
    ExpectQuantized<std::int8_t>(scale, -7, {-100, 90});
    ExpectQuantized<std::uint8_t>(scale, 131, {0, 255});
    ExpectQuantized<std::uint8_t>(scale, 255, {3, 200});
  }
}

}  // namespace
}  // namespace lowp_test
