// Maxima of windows, which are found axis by axis where that is faster: on
// every backend against their definition, of as many channels as there are ways
// to find them, with and without padding, in lines of any length.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "../../public/operators/pooling.h"
#include "../support/for_each_backend.h"
#include "../support/guarded_buffer.h"
#include "../support/rescaled_tensors.h"
#include "../support/sample.h"
#include "pooling_by_definition.h"

namespace lowp_test {
namespace {

using gemmlowp::ConvAxis;
using gemmlowp::ConvGeometry;
using gemmlowp::ConvShape;
using gemmlowp::GemmContext;
using gemmlowp::QuantizedRange;
using gemmlowp::internal::Backend;

// Windows that touch, overlap, leave gaps, have holes; lines of more windows
// than are found at a time, also because they are far apart; rows of more taps
// than a task has.
constexpr ConvAxis kWidths[] = {{28, 2, 2},
                                {27, 2, 2, 1, 0, 1},
                                {28, 3, 2, 1, 0, 1},
                                {29, 3, 2, 1, 1, 1},
                                {13, 3, 1, 1, 1, 1},
                                {9, 5, 1, 1, 2, 2},
                                {12, 2, 1},
                                {16, 4, 4},
                                {23, 3, 5, 1, 1, 0},
                                {19, 3, 2, 3, 2, 4},
                                {11, 3, 1, 2, 2, 2},
                                {28, 7, 7, 1, 3, 4},
                                {40, 9, 1, 1, 4, 4},
                                {9203, 60, 33, 1, 30, 2},
                                {1999, 130, 200, 1, 5, 0},
                                {9001, 2, 3000, 1, 0, 1},
                                {5000, 3, 2, 1, 1, 1},
                                {4200, 3, 1, 1, 1, 1},
                                {3000, 700, 500, 4, 9, 0},
                                {1, 1, 1},
                                {31, 1, 1},
                                {31, 1, 3}};
constexpr ConvAxis kHeights[] = {
    {8, 2, 2}, {7, 3, 1, 1, 1, 1}, {9, 3, 2, 2, 2, 1},    {4, 1, 1},
    {5, 1, 2}, {1, 1, 1},          {150, 131, 2, 1, 3, 7}};
constexpr int kChannels[] = {1,  2,  3,  4,  5,  8,   9,   16, 17,
                             31, 33, 63, 64, 65, 130, 512, 513};
constexpr int kChannelCounts = sizeof(kChannels) / sizeof(kChannels[0]);

template <typename T>
std::vector<T> MaximaByDefinition(const ConvGeometry& g, const ConvShape& shape,
                                  const T* input, QuantizedRange range) {
  std::vector<T> maxima;
  for (int b = 0; b < shape.batch; ++b) {
    for (int z = 0; z < shape.depth; ++z) {
      for (int y = 0; y < shape.height; ++y) {
        for (int x = 0; x < shape.width; ++x) {
          for (int c = 0; c < g.input_channels; ++c) {
            const Window window = WindowAt(g, input, b, z, y, x, c);
            maxima.push_back(static_cast<T>(std::clamp<std::int64_t>(
                *std::max_element(window.values.begin(), window.values.end()),
                range.low, range.high)));
          }
        }
      }
    }
  }
  return maxima;
}

struct PoolMemory {
  GuardedBuffer input{std::size_t{1} << 22};
  GuardedBuffer output{std::size_t{1} << 22};
};

// Between guard pages, on one thread and on three.
template <typename T>
void ExpectMaxima(const ConvGeometry& g, QuantizedRange range,
                  PoolMemory* memory) {
  ConvGeometry whole = g;
  whole.output_channels = whole.groups = g.input_channels;
  ConvShape shape;
  ASSERT_TRUE(gemmlowp::OutputShape(whole, &shape).ok());
  const std::size_t inputs =
      static_cast<std::size_t>(g.batch * g.depth.input * g.height.input *
                               g.width.input * g.input_channels);
  const std::vector<T> values = AwkwardIntegers<T>(
      inputs, static_cast<unsigned>(g.width.input + g.input_channels));
  const std::vector<T> expected =
      MaximaByDefinition(g, shape, values.data(), range);
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    for (const int threads : {1, 3}) {
      context.set_max_num_threads(threads);
      const Placement placement =
          threads == 1 ? Placement::kAgainstStart : Placement::kAgainstEnd;
      T* const in = reinterpret_cast<T*>(
          memory->input.Place(inputs * sizeof(T), placement, sizeof(T)));
      T* const out = reinterpret_cast<T*>(memory->output.Place(
          expected.size() * sizeof(T), placement, sizeof(T)));
      std::copy(values.begin(), values.end(), in);
      std::memset(out, 0x5A, expected.size() * sizeof(T));
      ASSERT_TRUE(gemmlowp::TryMaxPool(&context, in, g, out, range).ok());
      ASSERT_EQ(std::memcmp(out, expected.data(), expected.size() * sizeof(T)),
                0)
          << g.input_channels << " channels of " << sizeof(T)
          << " bytes, width " << g.width.input << ", kernel " << g.height.kernel
          << "x" << g.width.kernel << ", stride " << g.height.stride << "x"
          << g.width.stride;
    }
  });
}

template <typename T>
void ExpectMaximaOfAll() {
  const QuantizedRange all = gemmlowp::QuantizedRangeOf<T>();
  PoolMemory memory;
  int number = 0;
  for (const ConvAxis& width : kWidths) {
    for (const ConvAxis& height : kHeights) {
      // Some of them, others each time.
      for (int i = 0; i < 3; ++i) {
        const int channels = kChannels[number % kChannelCounts];
        ConvGeometry g;
        g.width = width;
        g.height = height;
        g.input_channels = channels;
        if (++number % 5 == 0) g.depth = {3, 2, 1, 1, 1, 0};
        g.batch = number % 7 == 0 ? 2 : 1;
        const std::int64_t elements = std::int64_t{width.input} * height.input *
                                      channels * g.depth.input * g.batch;
        if (elements > 60000 || !TakesCase()) continue;
        // What is in the padding changes nothing, whatever the range is.
        const QuantizedRange some = {all.low + 20, all.high - 30};
        ASSERT_NO_FATAL_FAILURE(
            ExpectMaxima<T>(g, number % 3 == 0 ? some : all, &memory));
      }
    }
  }
}

TEST(MaxPoolingTest, OfInt8) { ExpectMaximaOfAll<std::int8_t>(); }
TEST(MaxPoolingTest, OfUint8) { ExpectMaximaOfAll<std::uint8_t>(); }
TEST(MaxPoolingTest, OfInt16) { ExpectMaximaOfAll<std::int16_t>(); }

}  // namespace
}  // namespace lowp_test
