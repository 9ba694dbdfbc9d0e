// Extremes along an axis on every backend: against the definition, for random
// shapes, between guard pages, on several threads; and what is refused.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/operators/reduce_max.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "../support/for_each_backend.h"
#include "../support/guarded_buffer.h"
#include "../support/rescaled_tensors.h"
#include "../support/sample.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;
using gemmlowp::TensorShape;
using gemmlowp::internal::Backend;

template <typename T>
void ExpectExtremes(GemmContext* context, const TensorShape& shape,
                    unsigned seed) {
  const std::size_t count = shape.outer * shape.channels * shape.inner;
  const std::size_t places = shape.outer * shape.inner;
  const std::vector<T> values = AwkwardIntegers<T>(count, seed);
  GuardedBuffer in(count * sizeof(T)), out(places * sizeof(T));
  const Placement placement =
      seed % 2 == 0 ? Placement::kAgainstStart : Placement::kAgainstEnd;
  T* const input =
      reinterpret_cast<T*>(in.Place(count * sizeof(T), placement, sizeof(T)));
  std::copy(values.begin(), values.end(), input);
  T* const result =
      reinterpret_cast<T*>(out.Place(places * sizeof(T), placement, sizeof(T)));
  for (const bool minimum : {false, true}) {
    const Status status =
        minimum ? gemmlowp::TryReduceMin(context, input, shape, result)
                : gemmlowp::TryReduceMax(context, input, shape, result);
    ASSERT_TRUE(status.ok()) << status.message();
    for (std::size_t place = 0; place < places; ++place) {
      const T* const first =
          values.data() + place / shape.inner * shape.channels * shape.inner +
          place % shape.inner;
      T expected = *first;
      for (std::size_t c = 1; c < shape.channels; ++c) {
        const T value = first[c * shape.inner];
        expected =
            minimum ? std::min(expected, value) : std::max(expected, value);
      }
      ASSERT_EQ(int{result[place]}, int{expected})
          << place << " of " << shape.outer << "x" << shape.channels << "x"
          << shape.inner;
    }
  }
}

TEST(ReduceMaxTest, ExtremesAreTheirDefinition) {
  ForEachBackend([](const Backend& backend) {
    std::mt19937 random(3);
    const auto below = [&random](std::size_t end) {
      return std::size_t{1} + random() % end;
    };
    GemmContext context;
    UseBackend(backend, &context);
    for (unsigned i = 0; i < 120; ++i) {
      // Rows that are transposed and rows that are not, neighbours of which
      // there are few or many.
      const TensorShape shape = {below(i % 3 == 0 ? 600 : 9),
                                 below(i % 4 == 0 ? 300 : 20),
                                 i % 3 != 1 ? 1 : below(i % 2 == 0 ? 700 : 9)};
      if (!TakesCase()) continue;
      context.set_max_num_threads(1 + static_cast<int>(i % 3));
      ExpectExtremes<std::uint8_t>(&context, shape, i);
      ExpectExtremes<std::int8_t>(&context, shape, i);
      ExpectExtremes<std::int16_t>(&context, shape, i);
    }
  });
}

TEST(ReduceMaxTest, ThreadsShareLargeTensors) {
  GemmContext context;
  context.set_max_num_threads(4);
  ExpectExtremes<std::int8_t>(&context, {7, 30, 1999}, 1);
  ExpectExtremes<std::int8_t>(&context, {4001, 99, 1}, 2);
  ExpectExtremes<std::int16_t>(&context, {1001, 399, 1}, 3);
}

TEST(ReduceMaxTest, RefusesByName) {
  GemmContext context;
  std::int8_t x[64] = {}, r[8] = {};
  const auto argument = [&](const std::int8_t* values, const TensorShape& shape,
                            std::int8_t* result) {
    return std::string(
        gemmlowp::TryReduceMax(&context, values, shape, result).argument());
  };
  EXPECT_EQ(argument(x, {2, 3, 4}, r), "");
  EXPECT_EQ(argument(nullptr, {0, 3, 4}, nullptr), "");
  EXPECT_EQ(argument(x, {2, 0, 4}, r), "shape.channels");
  EXPECT_EQ(argument(x, {SIZE_MAX / 20, 1, 32}, r), "shape");
  EXPECT_EQ(argument(nullptr, {2, 3, 4}, r), "values");
  EXPECT_EQ(argument(x, {2, 3, 4}, nullptr), "result");
  EXPECT_EQ(argument(x, {2, 3, 4}, x + 23), "result");
  EXPECT_EQ(argument(x, {2, 3, 4}, x + 24), "");
}

}  // namespace
}  // namespace lowp_test
