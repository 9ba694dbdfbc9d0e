// The transforms of tensors on every backend: against definitions written out
// here, at every length, between guard pages, on several threads.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/tensor/transforms.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "../support/for_each_backend.h"
#include "../support/guarded_buffer.h"

namespace lowp_test {
namespace {

using gemmlowp::ActivationTable;
using gemmlowp::FlatShape;
using gemmlowp::GemmContext;
using gemmlowp::Status;
using gemmlowp::TensorQuantization;
using gemmlowp::TensorShape;
using gemmlowp::ValueRounding;
using gemmlowp::internal::Backend;

constexpr ValueRounding kForms[] = {ValueRounding::kEven,
                                    ValueRounding::kEvenByReciprocal,
                                    ValueRounding::kAway,
                                    ValueRounding::kEvenWithZeroPoint,
                                    ValueRounding::kAwayWithZeroPointInDouble,
                                    ValueRounding::kTruncatedWithZeroPoint,
                                    ValueRounding::kAwayInDouble};

// A quantized value by the definitions of value_rounding.h.
std::int32_t QuantizeByDefinition(float x, float scale, std::int32_t zero_point,
                                  ValueRounding form, std::int32_t low,
                                  std::int32_t high) {
  const float zero = static_cast<float>(zero_point);
  const float reciprocal = 1.0f / scale;
  const float quotient = x / scale;
  const float sum = quotient + zero;
  double value = 0;
  switch (form) {
    case ValueRounding::kEven:
      value = static_cast<double>(std::nearbyint(quotient)) + zero_point;
      break;
    case ValueRounding::kEvenByReciprocal: {
      const float product = x * reciprocal;
      value = static_cast<double>(std::nearbyint(product)) + zero_point;
      break;
    }
    case ValueRounding::kAway:
      value = static_cast<double>(std::round(quotient)) + zero_point;
      break;
    case ValueRounding::kEvenWithZeroPoint:
      value = std::nearbyint(sum);
      break;
    case ValueRounding::kAwayWithZeroPointInDouble:
      value = std::round(static_cast<double>(x) / static_cast<double>(scale) +
                         zero_point);
      break;
    case ValueRounding::kTruncatedWithZeroPoint:
      value = std::trunc(sum);
      break;
    case ValueRounding::kAwayInDouble:
      value = std::round(static_cast<double>(x) / static_cast<double>(scale)) +
              zero_point;
      break;
  }
  if (!(value > low)) return low;
  return value < high ? static_cast<std::int32_t>(value) : high;
}

// Values that are ties, near ties, large, tiny or arbitrary.
std::vector<float> AwkwardValues(std::size_t count, float scale,
                                 unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> uniform(-400, 400);
  std::vector<float> values(count);
  for (float& value : values) {
    const float steps = uniform(random);
    switch (random() % 6) {
      case 0:
        value = steps * scale;
        break;
      case 1:
        value = (std::floor(steps) + 0.5f) * scale;
        break;
      case 2:
        value = std::nextafter((std::floor(steps) + 0.5f) * scale, 0.0f);
        break;
      case 3:
        value = std::ldexp(steps, static_cast<int>(random() % 200) - 100);
        break;
      case 4:
        value = steps < 0 ? -0.0f : std::numeric_limits<float>::max();
        break;
      default:
        value = std::floor(steps) * scale;
        break;
    }
  }
  return values;
}

template <typename T>
void ExpectQuantized(const std::vector<float>& values, float scale,
                     std::int32_t zero_point, ValueRounding form,
                     GemmContext* context) {
  constexpr int kLow = std::numeric_limits<T>::min();
  constexpr int kHigh = std::numeric_limits<T>::max();
  std::vector<T> out(values.size());
  const Status status = gemmlowp::TryQuantize(
      context, values.data(), FlatShape(values.size()),
      TensorQuantization(scale, zero_point), form, out.data());
  ASSERT_TRUE(status.ok()) << status.message();
  for (std::size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(out[i], QuantizeByDefinition(values[i], scale, zero_point, form,
                                           kLow, kHigh))
        << values[i] << " scale " << scale << " form " << static_cast<int>(form)
        << " at " << i;
  }
}

TEST(Quantize, EveryFormIsItsDefinition) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    for (const ValueRounding form : kForms) {
      for (const float scale : {1.0f, 0.1f, 3.1415927f, 0x1p-20f, 1e5f}) {
        const std::vector<float> values = AwkwardValues(3001, scale, 7);
        ExpectQuantized<std::uint8_t>(values, scale, 131, form, &context);
        ExpectQuantized<std::int8_t>(values, scale, -3, form, &context);
        ExpectQuantized<std::int16_t>(values, scale, 1000, form, &context);
      }
    }
  });
}

TEST(Quantize, WhatIsNoNumberIsTheLowest) {
  const float kInfinity = std::numeric_limits<float>::infinity();
  const float values[] = {std::nanf(""), kInfinity, -kInfinity};
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    for (const ValueRounding form : kForms) {
      std::int8_t out[3];
      ASSERT_TRUE(gemmlowp::TryQuantize(&context, values, FlatShape(3),
                                        TensorQuantization(0.5f, 4), form, out,
                                        {-100, 90})
                      .ok());
      EXPECT_EQ(out[0], -100);
      EXPECT_EQ(out[1], 90);
      EXPECT_EQ(out[2], -100);
    }
  });
}

TEST(Quantize, ChannelsAnywhere) {
  const std::size_t kOuter = 3;
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    for (const std::size_t channels : {1, 5, 16, 67}) {
      for (const std::size_t inner : {1, 4, 35}) {
        const std::size_t all = kOuter * channels * inner;
        const std::vector<float> values = AwkwardValues(all, 0.5f, 9);
        std::vector<float> scales(channels);
        std::vector<std::int32_t> zero_points(channels);
        for (std::size_t c = 0; c < channels; ++c) {
          scales[c] = 0.25f + static_cast<float>(c) / 7;
          zero_points[c] = static_cast<std::int32_t>(c) - 20;
        }
        std::vector<std::int8_t> out(all);
        const Status status = gemmlowp::TryQuantize(
            &context, values.data(), TensorShape{kOuter, channels, inner},
            TensorQuantization(scales.data(), zero_points.data(),
                               static_cast<int>(channels)),
            ValueRounding::kEven, out.data());
        ASSERT_TRUE(status.ok()) << status.message();
        std::vector<float> back(all);
        ASSERT_TRUE(gemmlowp::TryDequantize(
                        &context, out.data(),
                        TensorShape{kOuter, channels, inner},
                        TensorQuantization(scales.data(), zero_points.data(),
                                           static_cast<int>(channels)),
                        back.data())
                        .ok());
        for (std::size_t i = 0; i < all; ++i) {
          const std::size_t c = i / inner % channels;
          ASSERT_EQ(out[i],
                    QuantizeByDefinition(values[i], scales[c], zero_points[c],
                                         ValueRounding::kEven, -128, 127));
          ASSERT_EQ(back[i],
                    static_cast<float>(out[i] - zero_points[c]) * scales[c]);
        }
      }
    }
  });
}

struct Guarded {
  GuardedBuffer input{8192};
  GuardedBuffer output{8192};
};

TEST(Transforms, TouchNothingBeyondTheTensor) {
  Guarded guarded;
  ActivationTable<std::uint8_t> table;
  for (int i = 0; i < 256; ++i) {
    table.results[i] = static_cast<std::uint8_t>(i * 7 + 3);
  }
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    for (std::size_t n = 1; n <= 140; ++n) {
      for (const Placement at :
           {Placement::kAgainstStart, Placement::kAgainstEnd}) {
        float* floats =
            reinterpret_cast<float*>(guarded.input.Place(4 * n, at, 4));
        for (std::size_t i = 0; i < n; ++i) {
          floats[i] = static_cast<float>(i) * 3 - 200;
        }
        std::int8_t* bytes =
            reinterpret_cast<std::int8_t*>(guarded.output.Place(n, at, 1));
        ASSERT_TRUE(gemmlowp::TryQuantize(&context, floats, FlatShape(n),
                                          TensorQuantization(2.0f, 1),
                                          ValueRounding::kAway, bytes)
                        .ok());
        for (std::size_t i = 0; i < n; ++i) {
          ASSERT_EQ(bytes[i],
                    QuantizeByDefinition(floats[i], 2, 1, ValueRounding::kAway,
                                         -128, 127));
        }
        gemmlowp::ObservedRange range;
        ASSERT_TRUE(gemmlowp::TryFindRange(&context, floats, n, &range).ok());
        ASSERT_EQ(range.min, -200);
        ASSERT_EQ(range.max, static_cast<float>(n - 1) * 3 - 200);
        ASSERT_TRUE(gemmlowp::TryDequantize(&context, bytes, FlatShape(n),
                                            TensorQuantization(2.0f, 1), floats)
                        .ok());
        for (std::size_t i = 0; i < n; ++i) {
          ASSERT_EQ(floats[i], static_cast<float>(bytes[i] - 1) * 2);
        }
        std::uint8_t* in = guarded.input.Place(n, at, 1);
        std::uint8_t* out = guarded.output.Place(n, at, 1);
        for (std::size_t i = 0; i < n; ++i) {
          in[i] = static_cast<std::uint8_t>(i * 37 + n);
        }
        ASSERT_TRUE(gemmlowp::TryApplyTable(&context, in, n, table, out).ok());
        for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(out[i], table(in[i]));
        ASSERT_TRUE(gemmlowp::TryFlipSigns(&context, in, n,
                                           reinterpret_cast<std::int8_t*>(out))
                        .ok());
        for (std::size_t i = 0; i < n; ++i) {
          ASSERT_EQ(static_cast<std::int8_t>(out[i]), in[i] - 128);
        }
      }
    }
  });
}

TEST(Transforms, ATableHasAnEntryForEveryByte) {
  std::vector<std::uint8_t> all(256 * 3), out(256 * 3);
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i] = static_cast<std::uint8_t>(i);
  }
  std::mt19937 random(5);
  std::shuffle(all.begin(), all.end(), random);
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    ActivationTable<std::uint8_t> table;
    for (int i = 0; i < 256; ++i) {
      table.results[i] = static_cast<std::uint8_t>(random());
    }
    ASSERT_TRUE(gemmlowp::TryApplyTable(&context, all.data(), all.size(), table,
                                        out.data())
                    .ok());
    for (std::size_t i = 0; i < all.size(); ++i) {
      ASSERT_EQ(out[i], table(all[i])) << int{all[i]};
    }
  });
}

// MLIR folds constants differently for types that do not have 8 bits.
TEST(Quantize, InDoubleTheZeroPointIsAddedBeforeOrAfter) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    const float value = 323;
    const TensorQuantization by(2, -19129);
    std::int16_t out = 0;
    ASSERT_TRUE(gemmlowp::TryQuantize(&context, &value, FlatShape(1), by,
                                      ValueRounding::kAwayInDouble, &out)
                    .ok());
    EXPECT_EQ(out, -18967);
    ASSERT_TRUE(gemmlowp::TryQuantize(&context, &value, FlatShape(1), by,
                                      ValueRounding::kAwayWithZeroPointInDouble,
                                      &out)
                    .ok());
    EXPECT_EQ(out, -18968);
  });
}

TEST(Transforms, ThreadsChangeNothing) {
  const std::size_t kCount = 1000003;
  const std::vector<float> values = AwkwardValues(kCount, 0.3f, 13);
  std::vector<std::int16_t> one(kCount), many(kCount);
  gemmlowp::ObservedRange range_of_one, range_of_many;
  GemmContext context;
  const TensorQuantization quantization(0.3f, 5);
  for (const int threads : {1, 3}) {
    context.set_max_num_threads(threads);
    std::vector<std::int16_t>& out = threads == 1 ? one : many;
    ASSERT_TRUE(gemmlowp::TryQuantize(&context, values.data(),
                                      FlatShape(kCount), quantization,
                                      ValueRounding::kEven, out.data())
                    .ok());
    ASSERT_TRUE(
        gemmlowp::TryFindRange(&context, values.data(), kCount,
                               threads == 1 ? &range_of_one : &range_of_many)
            .ok());
  }
  EXPECT_EQ(one, many);
  const auto [min, max] = std::minmax_element(values.begin(), values.end());
  EXPECT_EQ(range_of_one.min, *min);
  EXPECT_EQ(range_of_one.max, *max);
  EXPECT_EQ(range_of_many.min, *min);
  EXPECT_EQ(range_of_many.max, *max);
}

}  // namespace
}  // namespace lowp_test
