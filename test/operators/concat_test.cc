// Tensors joined on every backend: against the definition, for every value, at
// each axis, between guard pages, on several threads; and what is refused.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/operators/concat.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "../support/for_each_backend.h"
#include "../support/guarded_buffer.h"
#include "../support/rescaled_tensors.h"

namespace lowp_test {
namespace {

using gemmlowp::ConcatPart;
using gemmlowp::GemmContext;
using gemmlowp::Status;
using gemmlowp::TensorScale;
using gemmlowp::internal::Backend;

template <typename T>
T JoinedByDefinition(T x, const TensorScale& part, const TensorScale& result) {
  if (part.scale == result.scale && part.zero_point == result.zero_point) {
    return x;
  }
  // Volatile: every operation is rounded.
  const volatile float inverse = 1.0f / result.scale;
  const volatile float scale = part.scale * inverse;
  const volatile float bias = static_cast<float>(-part.zero_point) * scale;
  const volatile float product = static_cast<float>(x) * scale;
  const double value = std::round(product + bias) + result.zero_point;
  return static_cast<T>(std::clamp<double>(value, std::numeric_limits<T>::min(),
                                           std::numeric_limits<T>::max()));
}

template <typename T>
struct Joined {
  std::vector<std::vector<T>> parts;
  std::vector<std::size_t> sizes;
  std::vector<TensorScale> scales;
  std::size_t outer, inner;
  TensorScale result;

  std::size_t size() const {
    std::size_t all = 0;
    for (const std::size_t each : sizes) all += each;
    return all;
  }

  std::vector<T> Expected() const {
    std::vector<T> expected;
    for (std::size_t o = 0; o < outer; ++o) {
      for (std::size_t p = 0; p < parts.size(); ++p) {
        const std::size_t row = sizes[p] * inner;
        for (std::size_t i = 0; i < row; ++i) {
          expected.push_back(
              JoinedByDefinition(parts[p][o * row + i], scales[p], result));
        }
      }
    }
    return expected;
  }

  std::vector<ConcatPart<T>> Refs() const {
    std::vector<ConcatPart<T>> refs;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      refs.push_back({parts[p].data(), sizes[p], scales[p]});
    }
    return refs;
  }
};

template <typename T>
Joined<T> MakeJoined(std::size_t outer, std::size_t inner,
                     std::vector<std::size_t> sizes,
                     std::vector<TensorScale> scales, TensorScale result) {
  Joined<T> joined;
  unsigned seed = 1;
  for (const std::size_t size : sizes) {
    joined.parts.push_back(AwkwardIntegers<T>(outer * size * inner, ++seed));
  }
  joined.sizes = sizes;
  joined.scales = scales;
  joined.outer = outer;
  joined.inner = inner;
  joined.result = result;
  return joined;
}

template <typename T>
void ExpectJoined(GemmContext* context, const Joined<T>& joined) {
  const std::vector<T> expected = joined.Expected();
  const std::vector<ConcatPart<T>> refs = joined.Refs();
  GuardedBuffer memory(expected.size() * sizeof(T) + 1);
  for (const Placement at :
       {Placement::kAgainstStart, Placement::kAgainstEnd}) {
    T* const result = reinterpret_cast<T*>(
        memory.Place(expected.size() * sizeof(T), at, sizeof(T)));
    // The caller's rounding mode does not matter.
    std::fesetround(FE_UPWARD);
    const Status status =
        gemmlowp::TryConcat(context, refs.data(), static_cast<int>(refs.size()),
                            joined.outer, joined.inner, joined.result, result);
    std::fesetround(FE_TONEAREST);
    ASSERT_TRUE(status.ok()) << status.message();
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(result[i], expected[i]) << i;
    }
  }
}

template <typename T>
void ExpectJoinedEverywhere(GemmContext* context,
                            const std::vector<TensorScale>& scales,
                            TensorScale result) {
  const std::size_t shapes[][2] = {{1, 1}, {1, 300}, {7, 1}, {5, 33}, {40, 3}};
  for (const auto& shape : shapes) {
    ASSERT_NO_FATAL_FAILURE(ExpectJoined(
        context,
        MakeJoined<T>(shape[0], shape[1], {3, 1, 70, 0}, scales, result)));
  }
}

TEST(ConcatTest, PartsAreBroughtToTheResultsScale) {
  const TensorScale result = {0.05f, 7};
  const std::vector<TensorScale> usual = {
      {0.05f, 7}, {0.05f, 8}, {0.021f, 3}, {1, 0}};
  const std::vector<TensorScale> extreme = {
      {1e-30f, 120}, {1e30f, 1}, {0.025f, 0}, {0.1f, 7}};
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    for (const auto& scales : {usual, extreme}) {
      ExpectJoinedEverywhere<std::uint8_t>(&context, scales, result);
      ExpectJoinedEverywhere<std::int8_t>(&context, scales, result);
    }
    ExpectJoinedEverywhere<std::int16_t>(
        &context, std::vector<TensorScale>(4, result), result);
  });
}

TEST(ConcatTest, EveryValueAtManyScales) {
  std::vector<std::uint8_t> every(256);
  for (std::size_t i = 0; i < every.size(); ++i) {
    every[i] = static_cast<std::uint8_t>(i);
  }
  GemmContext context;
  for (int i = 1; i < 400; ++i) {
    const TensorScale part = {static_cast<float>(i) * 0.0071f, i % 256};
    const TensorScale result = {0.5f, (i * 7) % 256};
    const ConcatPart<std::uint8_t> ref = {every.data(), 256, part};
    std::vector<std::uint8_t> joined(256);
    ASSERT_TRUE(
        gemmlowp::TryConcat(&context, &ref, 1, 1, 1, result, joined.data())
            .ok());
    for (std::size_t x = 0; x < 256; ++x) {
      ASSERT_EQ(joined[x], JoinedByDefinition(every[x], part, result)) << x;
    }
  }
}

TEST(ConcatTest, ThreadsShareLargeTensors) {
  GemmContext context;
  context.set_max_num_threads(4);
  const std::vector<TensorScale> scales = {{0.1f, 3}, {0.2f, 4}};
  ASSERT_NO_FATAL_FAILURE(ExpectJoined(
      &context,
      MakeJoined<std::int8_t>(3, 7, {30011, 20000}, scales, {0.1f, 3})));
  ASSERT_NO_FATAL_FAILURE(ExpectJoined(
      &context, MakeJoined<std::int16_t>(1, 1, {300011, 20000},
                                         {{0.1f, 3}, {0.1f, 3}}, {0.1f, 3})));
}

TEST(ConcatTest, RefusesByName) {
  GemmContext context;
  std::uint8_t x[12] = {}, r[24] = {};
  using Part = ConcatPart<std::uint8_t>;
  const auto argument = [&](std::vector<Part> parts, std::size_t outer,
                            std::size_t inner, TensorScale scale,
                            std::uint8_t* result) {
    return std::string(gemmlowp::TryConcat(&context, parts.data(),
                                           static_cast<int>(parts.size()),
                                           outer, inner, scale, result)
                           .argument());
  };
  const Part right = {x, 6, {1, 0}};
  const TensorScale one = {1, 0};
  EXPECT_EQ(argument({right, right}, 1, 2, one, r), "");
  EXPECT_EQ(argument({right, right}, 0, 2, one, nullptr), "");
  EXPECT_EQ(argument({{nullptr, 0, one}}, 1, 1, one, nullptr), "");
  EXPECT_EQ(argument({}, 1, 2, one, r), "part_count");
  EXPECT_STREQ(gemmlowp::TryConcat(&context, static_cast<const Part*>(nullptr),
                                   1, 1, 1, one, r)
                   .argument(),
               "parts");
  EXPECT_EQ(argument({right, {nullptr, 6, one}}, 1, 2, one, r), "parts.data");
  EXPECT_EQ(argument({right, right}, 1, 2, one, nullptr), "result");
  EXPECT_EQ(argument({{r, 6, one}}, 1, 2, one, r + 11), "result");
  EXPECT_EQ(argument({{r, 6, one}}, 1, 2, one, r + 12), "");
  EXPECT_EQ(argument({{x, SIZE_MAX / 3, one}}, 2, 2, one, r), "parts.size");
  EXPECT_EQ(argument({{x, 6, {0, 0}}}, 1, 2, one, r),
            "parts.quantization.scale");
  EXPECT_EQ(argument({{x, 6, {1, 256}}}, 1, 2, one, r),
            "parts.quantization.zero_point");
  EXPECT_EQ(argument({{x, 6, {1, 255}}}, 1, 2, one, r), "");
  EXPECT_EQ(argument({right}, 1, 2, {-1, 0}, r), "result_quantization.scale");
  EXPECT_EQ(argument({right}, 1, 2, {1, -1}, r),
            "result_quantization.zero_point");
  const float low = std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(argument({right}, 1, 2, {low, 0}, r), "parts.quantization.scale");
  EXPECT_EQ(argument({{x, 6, {low, 0}}}, 1, 2, {low, 0}, r), "");
  std::int16_t wide[6] = {}, wide_result[6];
  const ConcatPart<std::int16_t> moved = {wide, 6, {1, 1}};
  EXPECT_STREQ(gemmlowp::TryConcat(&context, &moved, 1, 1, 1, one, wide_result)
                   .argument(),
               "parts.quantization");
}

}  // namespace
}  // namespace lowp_test
