// Padded tensors on every backend: against the definition, for random borders,
// between guard pages, on several threads; and what is refused.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/operators/pad.h"

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
using gemmlowp::PadAxis;
using gemmlowp::Status;
using gemmlowp::internal::Backend;

template <typename T>
std::vector<T> PadByDefinition(const std::vector<T>& input,
                               const std::vector<PadAxis>& axes, T value) {
  std::size_t all = 1;
  for (const PadAxis& axis : axes) {
    all *= static_cast<std::size_t>(axis.before + axis.size + axis.after);
  }
  std::vector<T> result(all);
  for (std::size_t i = 0; i < all; ++i) {
    std::size_t left = i, at = 0, size = 1;
    bool inside = true;
    for (std::size_t a = axes.size(); a-- > 0;) {
      const PadAxis& axis = axes[a];
      const int extent = axis.before + axis.size + axis.after;
      const int index =
          static_cast<int>(left % static_cast<std::size_t>(extent)) -
          axis.before;
      left /= static_cast<std::size_t>(extent);
      inside = inside && index >= 0 && index < axis.size;
      if (inside) at += static_cast<std::size_t>(index) * size;
      size *= static_cast<std::size_t>(axis.size);
    }
    result[i] = inside ? input[at] : value;
  }
  return result;
}

std::size_t Elements(const std::vector<PadAxis>& axes) {
  std::size_t all = 1;
  for (const PadAxis& axis : axes) all *= static_cast<std::size_t>(axis.size);
  return all;
}

template <typename T>
void ExpectPadded(GemmContext* context, const std::vector<PadAxis>& axes,
                  T value) {
  const std::vector<T> values = AwkwardIntegers<T>(Elements(axes), 3);
  const std::vector<T> expected = PadByDefinition(values, axes, value);
  static GuardedBuffer* const in = new GuardedBuffer(1 << 21);
  static GuardedBuffer* const out = new GuardedBuffer(1 << 21);
  for (const Placement at :
       {Placement::kAgainstStart, Placement::kAgainstEnd}) {
    T* const input = reinterpret_cast<T*>(
        in->Place(values.size() * sizeof(T), at, sizeof(T)));
    T* const result = reinterpret_cast<T*>(
        out->Place(expected.size() * sizeof(T), at, sizeof(T)));
    std::copy(values.begin(), values.end(), input);
    const Status status =
        gemmlowp::TryPad(context, input, axes.data(),
                         static_cast<int>(axes.size()), value, result);
    ASSERT_TRUE(status.ok()) << status.message();
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(result[i], expected[i]) << i << " of " << expected.size();
    }
  }
}

TEST(PadTest, BordersSurroundTheInput) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    std::mt19937 random(5);
    const auto below = [&random](unsigned n) {
      return static_cast<int>(random() % n);
    };
    for (int i = 0; i < 200; ++i) {
      std::vector<PadAxis> axes(static_cast<std::size_t>(1 + i % 5));
      for (PadAxis& axis : axes) {
        axis.size = below(12) == 0 ? 0 : 1 + below(6);
        if (below(2) == 0) axis.before = below(4);
        if (below(2) == 0) axis.after = below(4);
      }
      ASSERT_NO_FATAL_FAILURE(ExpectPadded<std::uint8_t>(&context, axes, 200));
      ASSERT_NO_FATAL_FAILURE(ExpectPadded<std::int8_t>(&context, axes, -128));
      ASSERT_NO_FATAL_FAILURE(
          ExpectPadded<std::int16_t>(&context, axes, -32768));
    }
  });
}

// Without elements of the input, or of both tensors, their pointers may be
// null; sizes beside one of 0 may be anything.
TEST(PadTest, AxesOfNoElementsAreAllBorder) {
  GemmContext context;
  const auto pad = [&](const std::vector<PadAxis>& axes, std::int8_t* result) {
    return gemmlowp::TryPad(&context, static_cast<const std::int8_t*>(nullptr),
                            axes.data(), static_cast<int>(axes.size()), 7,
                            result);
  };
  std::vector<std::int8_t> result(13, 0);
  EXPECT_TRUE(pad({{0, 1, 1}, {3, 0, 1}}, result.data()).ok());
  EXPECT_TRUE(pad({{2, 0, 0}, {0, 2, 0}}, result.data() + 8).ok());
  EXPECT_EQ(result,
            (std::vector<std::int8_t>{7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 0}));
  EXPECT_TRUE(pad({{0, 0, 0}, {3, 1, 0}}, nullptr).ok());
  const PadAxis large = {INT32_MAX, INT32_MAX, INT32_MAX};
  EXPECT_TRUE(pad({large, large, {0, 0, 0}, large, large}, nullptr).ok());
  EXPECT_STREQ(pad({{0, 1, 0}}, nullptr).argument(), "result");
  EXPECT_STREQ(pad({{1, 1, 0}}, result.data()).argument(), "input");
}

TEST(PadTest, ThreadsShareLargeTensors) {
  GemmContext context;
  context.set_max_num_threads(4);
  ExpectPadded<std::int8_t>(
      &context, {{2, 0, 0}, {100, 1, 2}, {101, 3, 0}, {30, 0, 0}}, 5);
  ExpectPadded<std::int8_t>(
      &context, {{2, 0, 0}, {0, 100, 2}, {101, 3, 0}, {30, 0, 0}}, 5);
}

TEST(PadTest, RefusesByName) {
  GemmContext context;
  std::int8_t x[12] = {}, r[64] = {};
  const auto argument = [&](const std::int8_t* input,
                            const std::vector<PadAxis>& axes,
                            std::int32_t value, std::int8_t* result) {
    return std::string(gemmlowp::TryPad(&context, input, axes.data(),
                                        static_cast<int>(axes.size()), value,
                                        result)
                           .argument());
  };
  const std::vector<PadAxis> right = {{3, 1, 0}, {4, 0, 1}};
  EXPECT_EQ(argument(x, right, 127, r), "");
  EXPECT_EQ(argument(x, right, 128, r), "value");
  EXPECT_EQ(argument(x, right, -129, r), "value");
  EXPECT_EQ(argument(x, {}, 0, r), "axis_count");
  EXPECT_EQ(argument(x, std::vector<PadAxis>(6), 0, r), "axis_count");
  EXPECT_EQ(argument(x, std::vector<PadAxis>(5), 0, r), "");
  EXPECT_EQ(argument(x, {{-1, 1, 1}}, 0, r), "axes.size");
  EXPECT_EQ(argument(x, {{1, -1, 1}}, 0, r), "axes.before");
  EXPECT_EQ(argument(x, {{1, 1, -1}}, 0, r), "axes.after");
  EXPECT_EQ(argument(x, std::vector<PadAxis>(3, {1, INT32_MAX, 0}), 0, r),
            "axes");
  EXPECT_EQ(argument(nullptr, right, 0, r), "input");
  EXPECT_EQ(argument(x, right, 0, nullptr), "result");
  EXPECT_EQ(argument(r, right, 0, r + 11), "result");
  EXPECT_EQ(argument(r, right, 0, r + 12), "");
  EXPECT_STREQ(gemmlowp::TryPad(&context, x, nullptr, 1, 0, r).argument(),
               "axes");
}

}  // namespace
}  // namespace lowp_test
