// Pooling on every backend: against its definitions, for random geometries,
// between guard pages, on several threads.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/operators/pooling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "../support/for_each_backend.h"
#include "../support/guarded_buffer.h"
#include "../support/repeated_memory.h"
#include "../support/rescaled_tensors.h"
#include "../support/sample.h"
#include "pooling_by_definition.h"

namespace lowp_test {
namespace {

using gemmlowp::AverageForm;
using gemmlowp::AveragePooling;
using gemmlowp::ConvAxis;
using gemmlowp::ConvGeometry;
using gemmlowp::ConvShape;
using gemmlowp::FixedPointMultiplier;
using gemmlowp::GemmContext;
using gemmlowp::QuantizedRange;
using gemmlowp::Status;
using gemmlowp::internal::Backend;

class Cases {
 public:
  explicit Cases(unsigned seed) : random_(seed) {}

  int Between(int low, int high) {
    return low +
           static_cast<int>(random_() % static_cast<unsigned>(high - low + 1));
  }

  ConvGeometry Geometry(bool pads) {
    ConvGeometry g;
    g.batch = Between(1, 2);
    g.input_channels = Between(0, 6) == 0 ? Between(500, 1100) : Between(1, 40);
    for (ConvAxis* axis : {&g.depth, &g.height, &g.width}) {
      if (axis == &g.depth && Between(0, 3) != 0) continue;
      axis->kernel = Between(1, 4);
      axis->stride = Between(1, 3);
      axis->dilation = Between(1, 2);
      const int extent = (axis->kernel - 1) * axis->dilation + 1;
      axis->input = std::max(Between(1, 9), axis->dilation);
      if (pads) {
        axis->pad_before = Between(0, extent - 1);
        axis->pad_after = Between(0, extent - 1);
      }
      axis->input =
          std::max(axis->input, extent - axis->pad_before - axis->pad_after);
    }
    if (Between(0, 2) == 0) g.input_stride = g.input_channels + Between(0, 5);
    if (Between(0, 2) == 0) g.output_stride = g.input_channels + Between(0, 5);
    return g;
  }

  AveragePooling Average(AverageForm form, std::int32_t low,
                         std::int32_t high) {
    AveragePooling average;
    average.form = form;
    average.counts_padding = Between(0, 1) == 0;
    average.input_zero_point = Between(low, high);
    average.output_zero_point = Between(low, high);
    average.multiplier = {Between(1 << 28, INT32_MAX), Between(-6, 2)};
    average.rounding = kFixedPointRoundings[Between(0, 4)];
    average.input_scale = static_cast<float>(Between(1, 1000)) / 512;
    average.output_scale = static_cast<float>(Between(1, 1000)) / 512;
    return average;
  }

  template <typename T>
  std::vector<T> Values(std::size_t count) {
    return AwkwardIntegers<T>(count, static_cast<unsigned>(random_()));
  }

 private:
  std::mt19937 random_;
};

struct Memory {
  GuardedBuffer input{std::size_t{1} << 22};
  GuardedBuffer output{std::size_t{1} << 22};
};

// Calls pool(input, output) for random memory of the geometry's size, and
// compares each value with expected(window). Elements between rows of channels
// stay as they are.
template <typename T, typename PoolFunction, typename Expected>
void ExpectPooled(const ConvGeometry& g, Cases* cases, Memory* memory,
                  const PoolFunction& pool, const Expected& expected) {
  ConvGeometry whole = g;
  whole.output_channels = whole.groups = g.input_channels;
  ConvShape shape;
  ASSERT_TRUE(gemmlowp::OutputShape(whole, &shape).ok());
  const auto elements = [](std::int64_t positions, int channels, int stride) {
    return static_cast<std::size_t>(
        (positions - 1) * (stride != 0 ? stride : channels) + channels);
  };
  const std::size_t inputs = elements(
      std::int64_t{g.batch} * g.depth.input * g.height.input * g.width.input,
      g.input_channels, g.input_stride);
  const std::size_t outputs = elements(
      std::int64_t{shape.batch} * shape.depth * shape.height * shape.width,
      g.input_channels, g.output_stride);
  const std::vector<T> values = cases->Values<T>(inputs);
  const Placement placement = cases->Between(0, 1) == 0
                                  ? Placement::kAgainstStart
                                  : Placement::kAgainstEnd;
  T* const in = reinterpret_cast<T*>(
      memory->input.Place(inputs * sizeof(T), placement, sizeof(T)));
  T* const out = reinterpret_cast<T*>(
      memory->output.Place(outputs * sizeof(T), placement, sizeof(T)));
  std::copy(values.begin(), values.end(), in);
  std::memset(out, 0x5A, outputs * sizeof(T));
  const Status status = pool(in, out);
  ASSERT_TRUE(status.ok()) << status.message();
  std::vector<T> want(outputs);
  std::memset(want.data(), 0x5A, outputs * sizeof(T));
  const int stride = g.output_stride != 0 ? g.output_stride : g.input_channels;
  std::int64_t position = 0;
  for (int b = 0; b < shape.batch; ++b) {
    for (int z = 0; z < shape.depth; ++z) {
      for (int y = 0; y < shape.height; ++y) {
        for (int x = 0; x < shape.width; ++x, ++position) {
          for (int c = 0; c < g.input_channels; ++c) {
            want[static_cast<std::size_t>(position * stride + c)] =
                static_cast<T>(expected(WindowAt(g, in, b, z, y, x, c)));
          }
        }
      }
    }
  }
  ASSERT_EQ(std::memcmp(out, want.data(), outputs * sizeof(T)), 0)
      << g.input_channels << " channels, kernel " << g.depth.kernel << "x"
      << g.height.kernel << "x" << g.width.kernel << ", input " << g.depth.input
      << "x" << g.height.input << "x" << g.width.input;
}

template <typename T>
void ExpectPooling(GemmContext* context, unsigned seed) {
  constexpr AverageForm kForms[] = {
      AverageForm::kDivide, AverageForm::kRescaleThenDivide,
      AverageForm::kRescale, AverageForm::kRealEven, AverageForm::kRealAway};
  Cases cases(seed);
  Memory memory;
  const QuantizedRange all = gemmlowp::QuantizedRangeOf<T>();
  for (int i = 0; i < 55; ++i) {
    if (!TakesCase()) continue;
    const AverageForm form = kForms[i % 5];
    const ConvGeometry g = cases.Geometry(form != AverageForm::kRescale);
    const QuantizedRange range = {
        all.low + (i % 3 == 0 ? cases.Between(0, 100) : 0),
        all.high - (i % 3 == 1 ? cases.Between(0, 100) : 0)};
    const auto clamped = [range](std::int64_t x) {
      return std::clamp<std::int64_t>(x, range.low, range.high);
    };
    const AveragePooling average = cases.Average(form, all.low, all.high);
    ASSERT_NO_FATAL_FAILURE(ExpectPooled<T>(
        g, &cases, &memory,
        [&](const T* in, T* out) {
          return gemmlowp::TryAveragePool(context, in, g, average, out, range);
        },
        [&](const Window& window) {
          return clamped(AverageByDefinition(window, average));
        }))
        << "form " << static_cast<int>(form);
    ASSERT_NO_FATAL_FAILURE(ExpectPooled<T>(
        g, &cases, &memory,
        [&](const T* in, T* out) {
          return gemmlowp::TryMaxPool(context, in, g, out, range);
        },
        [&](const Window& window) {
          return clamped(
              *std::max_element(window.values.begin(), window.values.end()));
        }));
  }
}

TEST(PoolingTest, EveryFormIsItsDefinition) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    ExpectPooling<std::uint8_t>(&context, 1);
    context.set_max_num_threads(3);
    ExpectPooling<std::int8_t>(&context, 2);
    context.set_max_num_threads(2);
    ExpectPooling<std::int16_t>(&context, 3);
  });
}

// An average and a maximum.
template <typename T>
void ExpectBoth(GemmContext* context, const ConvGeometry& g, AverageForm form,
                Cases* cases, Memory* memory) {
  const QuantizedRange all = gemmlowp::QuantizedRangeOf<T>();
  const AveragePooling average = cases->Average(form, all.low, all.high);
  ASSERT_NO_FATAL_FAILURE(ExpectPooled<T>(
      g, cases, memory,
      [&](const T* in, T* out) {
        return gemmlowp::TryAveragePool(context, in, g, average, out);
      },
      [&](const Window& window) {
        return std::clamp<std::int64_t>(AverageByDefinition(window, average),
                                        all.low, all.high);
      }));
  ASSERT_NO_FATAL_FAILURE(ExpectPooled<T>(
      g, cases, memory,
      [&](const T* in, T* out) {
        return gemmlowp::TryMaxPool(context, in, g, out, {-5, 99});
      },
      [&](const Window& window) {
        return std::clamp(
            *std::max_element(window.values.begin(), window.values.end()), -5,
            99);
      }));
}

// Every number of channels around the ends of registers, and more taps than a
// family takes at once; values of which sums are as large as they can be.
template <typename T>
void ExpectManyTapsAndChannels(GemmContext* context, unsigned seed) {
  Cases cases(seed);
  Memory memory;
  for (int channels = 1; channels <= 130; channels += channels < 40 ? 1 : 3) {
    if (!TakesCase()) continue;
    ConvGeometry g;
    g.input_channels = channels;
    g.height.input = 4 + channels % 15;
    g.width.input = 12;
    g.height.kernel = g.height.input - (channels % 8 == 0 ? 1 : 0);
    g.width.kernel = 12 - (channels % 4 == 0 ? 1 : 0);
    g.input_stride = channels + (channels % 3 == 0 ? 5 : 0);
    g.output_stride = channels + (channels % 5 == 0 ? 3 : 0);
    const AverageForm form = channels % 2 == 0
                                 ? AverageForm::kDivide
                                 : AverageForm::kRescaleThenDivide;
    ASSERT_NO_FATAL_FAILURE(ExpectBoth<T>(context, g, form, &cases, &memory));
  }
}

TEST(PoolingTest, ManyTapsAndChannels) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    ExpectManyTapsAndChannels<std::int8_t>(&context, 4);
    ExpectManyTapsAndChannels<std::int16_t>(&context, 5);
  });
}

// A window for each of many images that are rows: the mean of each row.
template <typename T>
void ExpectRows(GemmContext* context, unsigned seed) {
  Cases cases(seed);
  Memory memory;
  for (int i = 0; i < 60; ++i) {
    if (!TakesCase()) continue;
    ConvGeometry g;
    const bool many = i % 4 == 0;
    g.batch = many ? cases.Between(250, 530) : cases.Between(1, 9);
    g.input_channels = cases.Between(1, many ? 3 : 10);
    g.width.input = cases.Between(1, many ? 9 : 99);
    g.width.kernel = g.width.input;
    g.width.stride = cases.Between(1, 5);
    // Values side by side, rather than channels.
    if (i % 8 >= 5) g.input_channels = 1;
    if (i % 3 == 0) g.input_stride = g.input_channels + cases.Between(0, 5);
    if (i % 5 == 0) g.output_stride = g.input_channels + cases.Between(0, 5);
    // Less than a row, rows with borders, rows that are not the image.
    if (i % 7 == 1) g.width.input += 1;
    if (i % 7 == 2) g.width.pad_after = g.width.kernel - 1;
    if (i % 7 == 3) g.height.input = g.height.kernel = 2;
    if (i % 7 == 4) g.height.input = 2;
    if (i % 7 == 5) {
      g.width.pad_before = g.width.kernel - 1;
      g.width.stride = g.width.kernel;
    }
    if (i % 7 == 6) {
      g.width.dilation = 2;
      g.width.input = 2 * g.width.kernel - 1;
    }
    const AverageForm form =
        i % 2 == 0 || g.width.pad_after > 0 || g.width.pad_before > 0
            ? AverageForm::kDivide
            : AverageForm::kRescale;
    ASSERT_NO_FATAL_FAILURE(ExpectBoth<T>(context, g, form, &cases, &memory));
  }
}

TEST(PoolingTest, RowsAreWindows) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    ExpectRows<std::int8_t>(&context, 6);
    context.set_max_num_threads(3);
    ExpectRows<std::int16_t>(&context, 7);
  });
}

// Lines of one channel that have more windows than are transposed at a time.
TEST(PoolingTest, LongLinesOfOneChannel) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    Cases cases(8);
    Memory memory;
    for (const int kernel : {1, 2, 3, 60}) {
      ConvGeometry g;
      g.height.input = 5;
      g.height.kernel = 2;
      g.width.input = 70 * kernel + 5003;
      g.width.kernel = kernel;
      g.width.stride = kernel == 60 ? 33 : 2;
      g.width.pad_before = kernel / 2;
      const auto form = AverageForm::kDivide;
      ExpectBoth<std::int8_t>(&context, g, form, &cases, &memory);
      ExpectBoth<std::int16_t>(&context, g, form, &cases, &memory);
    }
  });
}

// Enough work for several threads, of extreme values.
TEST(PoolingTest, ThreadsShareLargeTensors) {
  ConvGeometry g;
  g.input_channels = 1030;
  g.height.input = g.height.kernel = 31;
  g.width.input = g.width.kernel = 33;
  const std::vector<std::int8_t> input(31 * 33 * 1030, -128);
  std::vector<std::int8_t> output(1030);
  GemmContext context;
  context.set_max_num_threads(4);
  ASSERT_TRUE(gemmlowp::TryAveragePool(&context, input.data(), g,
                                       AveragePooling(), output.data())
                  .ok());
  EXPECT_EQ(output, std::vector<std::int8_t>(1030, -128));
}

#ifdef __unix__

// The last piece of the longest line ends where an int does.
TEST(PoolingTest, TheLongestLineIsPooledToItsEnd) {
  if (sizeof(void*) < 8) GTEST_SKIP() << "there are no such addresses";
  if (CasesForOne() > 1) GTEST_SKIP() << "takes long where all is slower";
  ConvGeometry g;
  g.width.input = INT32_MAX;
  const std::size_t count = INT32_MAX;
  const RepeatedMemory input(count), output(count + 1);
  std::uint8_t* const last = output.data() + count - 1;
  input.data()[count - 1] = 5;
  GemmContext context;
  last[0] = last[1] = 77;
  ASSERT_TRUE(
      gemmlowp::TryMaxPool(&context, input.data(), g, output.data()).ok());
  EXPECT_EQ(last[0], 5);
  last[0] = 77;
  ASSERT_TRUE(gemmlowp::TryAveragePool(&context, input.data(), g,
                                       AveragePooling(), output.data())
                  .ok());
  EXPECT_EQ(last[0], 5);
  EXPECT_EQ(last[1], 77);
}

#endif  // __unix__

TEST(PoolingTest, MeanMultiplierDividesAsTensorFlowLiteDoes) {
  FixedPointMultiplier mean;
  ASSERT_TRUE(gemmlowp::MeanMultiplier({1 << 30, 1}, 49, &mean).ok());
  EXPECT_EQ(mean.multiplier, static_cast<std::int32_t>((1LL << 35) / 49));
  EXPECT_EQ(mean.exponent, 1 - 5);
  ASSERT_TRUE(gemmlowp::MeanMultiplier({1 << 30, -31}, 49, &mean).ok());
  EXPECT_EQ(mean.multiplier, (1 << 30) / 49);
  EXPECT_EQ(mean.exponent, -31);
  EXPECT_FALSE(gemmlowp::MeanMultiplier({1 << 30, 0}, 0, &mean).ok());
  EXPECT_FALSE(gemmlowp::MeanMultiplier({1 << 30, 32}, 1, &mean).ok());
  EXPECT_FALSE(gemmlowp::MeanMultiplier({1 << 30, 0}, 1, nullptr).ok());
}

}  // namespace
}  // namespace lowp_test
