// Elements copied to other places on every backend: against the definition, for
// random axes, between guard pages, on several threads; and what is refused.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/operators/strided_copy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "../support/for_each_backend.h"
#include "../support/guarded_buffer.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;
using gemmlowp::StridedCopyAxis;
using gemmlowp::internal::Backend;

// Elements from the first to the last one that axes reach, and which of them
// has all indices 0.
struct Span {
  std::ptrdiff_t before = 0, behind = 1;
  void Add(int size, std::ptrdiff_t stride) {
    if (size > 0)
      (stride < 0 ? before : behind) += (size - 1) * std::abs(stride);
  }
  std::size_t count() const {
    return static_cast<std::size_t>(before + behind);
  }
};

struct Spans {
  explicit Spans(const std::vector<StridedCopyAxis>& axes) {
    for (const StridedCopyAxis& axis : axes) {
      input.Add(axis.size, axis.input_stride);
      result.Add(axis.size, axis.result_stride);
    }
  }
  Span input, result;
};

template <typename T>
void CopyByDefinition(const std::vector<StridedCopyAxis>& axes, std::size_t a,
                      const T* input, T* result) {
  if (a == axes.size()) {
    *result = *input;
    return;
  }
  for (int i = 0; i < axes[a].size; ++i) {
    CopyByDefinition(axes, a + 1, input + i * axes[a].input_stride,
                     result + i * axes[a].result_stride);
  }
}

// What no index leads to keeps its value.
template <typename T>
void ExpectCopied(GemmContext* context,
                  const std::vector<StridedCopyAxis>& axes) {
  const Spans spans(axes);
  static GuardedBuffer* const in = new GuardedBuffer(1 << 22);
  static GuardedBuffer* const out = new GuardedBuffer(1 << 22);
  std::vector<T> expected(spans.result.count());
  for (const Placement at :
       {Placement::kAgainstStart, Placement::kAgainstEnd}) {
    T* const input = reinterpret_cast<T*>(
        in->Place(spans.input.count() * sizeof(T), at, sizeof(T)));
    T* const result = reinterpret_cast<T*>(
        out->Place(expected.size() * sizeof(T), at, sizeof(T)));
    for (std::size_t i = 0; i < spans.input.count(); ++i) {
      input[i] = static_cast<T>(i * 0x9E3779B97F4A7C15u >> 24);
    }
    std::fill(expected.begin(), expected.end(), static_cast<T>(77));
    std::copy(expected.begin(), expected.end(), result);
    CopyByDefinition(axes, 0, input + spans.input.before,
                     expected.data() + spans.result.before);
    const Status status = gemmlowp::TryStridedCopy(
        context, input + spans.input.before, axes.data(),
        static_cast<int>(axes.size()), result + spans.result.before);
    ASSERT_TRUE(status.ok()) << status.message();
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(result[i], expected[i]) << i << " of " << expected.size();
    }
  }
}

void ExpectCopiedInEachSize(GemmContext* context,
                            const std::vector<StridedCopyAxis>& axes) {
  ASSERT_NO_FATAL_FAILURE(ExpectCopied<std::uint8_t>(context, axes));
  ASSERT_NO_FATAL_FAILURE(ExpectCopied<std::int16_t>(context, axes));
  ASSERT_NO_FATAL_FAILURE(ExpectCopied<std::uint32_t>(context, axes));
  ASSERT_NO_FATAL_FAILURE(ExpectCopied<std::uint64_t>(context, axes));
}

class AxisMaker {
 public:
  // Axes of a dense tensor in some order, whose strides in the result are
  // dense, too, but for gaps, in another order.
  std::vector<StridedCopyAxis> Make(int count, int max_size) {
    std::vector<StridedCopyAxis> axes(static_cast<std::size_t>(count));
    for (StridedCopyAxis& axis : axes) axis.size = 1 + Below(max_size);
    std::ptrdiff_t stride = 1;
    for (StridedCopyAxis& axis : Shuffled(&axes)) {
      axis.input_stride = Below(8) == 0 ? 0 : Sign() * stride;
      stride *= axis.size + (Below(4) == 0 ? Below(3) : 0);
    }
    stride = 1;
    for (StridedCopyAxis& axis : Shuffled(&axes)) {
      axis.result_stride = Sign() * stride;
      stride *= axis.size;
      stride += Below(4) == 0 ? Below(3) : 0;
    }
    return axes;
  }

 private:
  int Below(int n) {
    return static_cast<int>(random_() % static_cast<unsigned>(n));
  }
  int Sign() { return Below(6) == 0 ? -1 : 1; }
  std::vector<StridedCopyAxis>& Shuffled(std::vector<StridedCopyAxis>* axes) {
    if (Below(2) == 0) std::shuffle(axes->begin(), axes->end(), random_);
    return *axes;
  }

  std::mt19937 random_{7};
};

TEST(StridedCopyTest, ElementsComeToTheirPlaces) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    AxisMaker maker;
    for (int i = 0; i < 240; ++i) {
      const int count = i % 9;
      ASSERT_NO_FATAL_FAILURE(
          ExpectCopiedInEachSize(&context, maker.Make(count, count < 3   ? 70
                                                             : count < 5 ? 9
                                                                         : 3)));
    }
  });
}

TEST(StridedCopyTest, MatricesAreTransposed) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    for (int rows : {1, 2, 3, 4, 7, 16, 33, 90}) {
      for (int columns : {1, 3, 8, 16, 17, 64, 130}) {
        ASSERT_NO_FATAL_FAILURE(ExpectCopiedInEachSize(
            &context, {{rows, columns, 1}, {columns, 1, rows}}));
        // Pairs, with gaps in the result.
        ASSERT_NO_FATAL_FAILURE(ExpectCopiedInEachSize(
            &context,
            {{rows, 2 * columns, 2}, {columns, 2, 2 * rows + 3}, {2, 1, 1}}));
      }
    }
  });
}

// Runs of each length that is copied in its own way.
TEST(StridedCopyTest, RunsHaveAnyLength) {
  GemmContext context;
  for (int bytes = 1; bytes < 150; ++bytes) {
    ASSERT_NO_FATAL_FAILURE(ExpectCopied<std::uint8_t>(
        &context, {{5, bytes + 2, 2 * bytes}, {bytes, 1, 1}}));
  }
}

TEST(StridedCopyTest, ThreadsShareLargeTensors) {
  GemmContext context;
  context.set_max_num_threads(4);
  ExpectCopied<std::uint8_t>(
      &context, {{3, 300 * 700, 1}, {300, 700, 3 * 700}, {700, 1, 3}});
  ExpectCopied<std::uint8_t>(&context, {{900, 1, 1000}, {1000, 900, 1}});
  ExpectCopied<std::int16_t>(&context,
                             {{100, 5000, 5000}, {100, 20, 50}, {20, 1, 1}});
  // Of each plane two runs, which are those of another axis.
  ExpectCopied<std::uint8_t>(
      &context, {{300, 3072, 3072}, {2, 1536, 48}, {32, 48, 96}, {48, 1, 1}});
}

TEST(StridedCopyTest, NothingMayBeCopied) {
  GemmContext context;
  const std::vector<StridedCopyAxis> axes = {{3, 1, 1}, {0, 3, 3}};
  const std::uint8_t* const none = nullptr;
  EXPECT_TRUE(gemmlowp::TryStridedCopy(&context, none, axes.data(), 2,
                                       static_cast<std::uint8_t*>(nullptr))
                  .ok());
}

TEST(StridedCopyTest, RefusesByName) {
  GemmContext context;
  std::uint8_t x[64] = {};
  const auto argument = [&](const std::uint8_t* input,
                            const std::vector<StridedCopyAxis>& axes,
                            std::uint8_t* result) {
    return std::string(gemmlowp::TryStridedCopy(&context, input, axes.data(),
                                                static_cast<int>(axes.size()),
                                                result)
                           .argument());
  };
  constexpr std::ptrdiff_t kFar = std::numeric_limits<std::ptrdiff_t>::max();
  EXPECT_EQ(argument(x, {{3, 1, 4}, {4, 3, 1}}, x + 12), "");
  EXPECT_EQ(argument(x, {{3, 1, 4}, {4, 3, 1}}, x + 11), "result");
  EXPECT_EQ(argument(x + 11, {{3, -1, 4}, {4, -3, 1}}, x + 12), "");
  EXPECT_EQ(argument(x + 12, {{3, -1, 4}, {4, -3, 1}}, x + 12), "result");
  EXPECT_EQ(argument(x, std::vector<StridedCopyAxis>(17), x + 32),
            "axis_count");
  EXPECT_EQ(argument(x, std::vector<StridedCopyAxis>(16), x + 32), "");
  EXPECT_EQ(argument(x, {}, x + 32), "");
  EXPECT_EQ(argument(x, {{-1, 1, 1}}, x + 32), "axes.size");
  EXPECT_EQ(argument(x, {{2, 1, 0}}, x + 32), "axes.result_stride");
  EXPECT_EQ(argument(x, {{1, kFar, kFar}}, x + 32), "");
  EXPECT_EQ(argument(x, {{3, 1, 2}, {4, 3, 1}}, x + 32), "axes.result_stride");
  EXPECT_EQ(argument(x, {{3, 1, -3}, {4, 3, 1}}, x + 32), "axes.result_stride");
  EXPECT_EQ(argument(x, {{2, kFar, 1}}, x + 32), "axes");
  EXPECT_EQ(argument(x, {{3, 1, kFar}}, x + 32), "axes");
  EXPECT_EQ(argument(x, {{2, -kFar - 1, 1}}, x + 32), "axes");
  EXPECT_EQ(argument(nullptr, {{2, 1, 1}}, x + 32), "input");
  EXPECT_EQ(argument(x, {{2, 1, 1}}, nullptr), "result");
  EXPECT_STREQ(
      gemmlowp::TryStridedCopy(&context, x, nullptr, 1, x + 32).argument(),
      "axes");
}

}  // namespace
}  // namespace lowp_test
