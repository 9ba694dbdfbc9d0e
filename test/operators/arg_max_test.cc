// Indices of extremes on every backend: against the definition, with many equal
// values, between guard pages, on several threads; and what is refused.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/operators/arg_max.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "../support/for_each_backend.h"
#include "../support/guarded_buffer.h"
#include "../support/rescaled_tensors.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;
using gemmlowp::TensorShape;
using gemmlowp::internal::Backend;

template <typename T, typename Index>
void ExpectExtremes(GemmContext* context, const TensorShape& shape,
                    bool few_values) {
  const std::size_t count = shape.outer * shape.channels * shape.inner;
  std::vector<T> values = AwkwardIntegers<T>(count, 11);
  if (few_values) {
    for (T& value : values) value = static_cast<T>(value % 3);
  }
  GuardedBuffer in(count * sizeof(T)), out(count * sizeof(Index));
  T* const input = reinterpret_cast<T*>(
      in.Place(count * sizeof(T), Placement::kAgainstEnd, sizeof(T)));
  std::copy(values.begin(), values.end(), input);
  const std::size_t places = shape.outer * shape.inner;
  Index* const indices = reinterpret_cast<Index*>(
      out.Place(places * sizeof(Index), Placement::kAgainstEnd, sizeof(Index)));
  for (const bool minimum : {false, true}) {
    const Status status =
        minimum ? gemmlowp::TryArgMin(context, input, shape, indices)
                : gemmlowp::TryArgMax(context, input, shape, indices);
    ASSERT_TRUE(status.ok()) << status.message();
    for (std::size_t place = 0; place < places; ++place) {
      const auto at = [&](std::size_t channel) {
        return values[(place / shape.inner * shape.channels + channel) *
                          shape.inner +
                      place % shape.inner];
      };
      std::size_t best = 0;
      for (std::size_t c = 1; c < shape.channels; ++c) {
        if (minimum ? at(c) < at(best) : at(c) > at(best)) best = c;
      }
      ASSERT_EQ(indices[place], static_cast<Index>(best)) << place;
    }
  }
}

TEST(ArgMaxTest, TheFirstOfEqualsIsFound) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    const TensorShape shapes[] = {{1, 1, 1},   {1, 1000, 1}, {9, 13, 1},
                                  {1, 40, 5},  {3, 7, 255},  {2, 5, 256},
                                  {2, 70, 600}};
    for (const TensorShape& shape : shapes) {
      for (const bool few : {false, true}) {
        ExpectExtremes<std::uint8_t, std::int32_t>(&context, shape, few);
        ExpectExtremes<std::int8_t, std::int64_t>(&context, shape, few);
        ExpectExtremes<std::int16_t, std::int32_t>(&context, shape, few);
        ExpectExtremes<std::int16_t, std::int64_t>(&context, shape, few);
      }
    }
  });
}

TEST(ArgMaxTest, AnExtremeIsFoundAnywhere) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    for (const std::size_t count : {1, 63, 64, 65, 130}) {
      for (std::size_t at = 0; at < count; ++at) {
        std::vector<std::uint8_t> values(count, 128);
        std::int32_t index = -1;
        // Values on both sides of the sign of int8.
        values[at] = static_cast<std::uint8_t>(at % 2 == 0 ? 129 : 255);
        ASSERT_TRUE(gemmlowp::TryArgMax(&context, values.data(),
                                        TensorShape{1, count, 1}, &index)
                        .ok());
        ASSERT_EQ(index, static_cast<std::int32_t>(at)) << count;
        values[at] = static_cast<std::uint8_t>(at % 2 == 0 ? 127 : 0);
        ASSERT_TRUE(gemmlowp::TryArgMin(&context, values.data(),
                                        TensorShape{1, count, 1}, &index)
                        .ok());
        ASSERT_EQ(index, static_cast<std::int32_t>(at)) << count;
      }
    }
  });
}

TEST(ArgMaxTest, ThreadsShareLargeTensors) {
  GemmContext context;
  context.set_max_num_threads(4);
  ExpectExtremes<std::int8_t, std::int32_t>(&context, {7, 30, 1999}, false);
  ExpectExtremes<std::int8_t, std::int32_t>(&context, {4001, 99, 1}, false);
}

TEST(ArgMaxTest, RefusesByName) {
  GemmContext context;
  alignas(8) std::int8_t x[64] = {};
  std::int32_t r[8] = {};
  const auto argument = [&](const std::int8_t* values, const TensorShape& shape,
                            std::int32_t* indices) {
    return std::string(
        gemmlowp::TryArgMax(&context, values, shape, indices).argument());
  };
  EXPECT_EQ(argument(x, {2, 3, 4}, r), "");
  EXPECT_EQ(argument(nullptr, {0, 3, 4}, nullptr), "");
  EXPECT_EQ(argument(x, {2, 0, 4}, r), "shape.channels");
  EXPECT_EQ(argument(nullptr, {0, INT32_MAX, 1}, r), "");
  EXPECT_EQ(argument(nullptr, {0, std::size_t{1} << 31, 1}, r),
            "shape.channels");
  EXPECT_EQ(argument(x, {SIZE_MAX / 20, 1, 16}, r), "shape");
  // The values fit, the indices do not.
  EXPECT_EQ(argument(x, {SIZE_MAX / 4, 1, 1}, r), "shape");
  EXPECT_EQ(argument(nullptr, {2, 3, 4}, r), "values");
  EXPECT_EQ(argument(x, {2, 3, 4}, nullptr), "indices");
  EXPECT_EQ(argument(x, {2, 3, 4}, reinterpret_cast<std::int32_t*>(x + 20)),
            "indices");
  EXPECT_EQ(argument(x, {2, 3, 4}, reinterpret_cast<std::int32_t*>(x + 24)),
            "");
}

}  // namespace
}  // namespace lowp_test
