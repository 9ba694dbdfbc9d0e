// Im2col and Col2im: their values, and that they write nothing else.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/convolution/im2col.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../../public/convolution/conv_geometry.h"
#include "../support/conv_case.h"
#include "../support/guarded_buffer.h"

namespace lowp_test {
namespace {

using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::Status;

// Nothing is written between rows or after the last one, whatever pieces the
// copy of a short window consists of.
TEST(Im2colTest, WritesOnlyRows) {
  Random random(9);
  for (int n = 0; n < 400; ++n) {
    ConvGeometry g;
    g.batch = 1 + random.Between(0, 1);
    g.input_channels = 1 + random.Between(0, 6);
    g.output_channels = 1;
    for (ConvAxis* axis : {&g.height, &g.width}) {
      axis->kernel = 1 + random.Between(0, 3);
      axis->pad_before = random.Between(0, 2);
      axis->pad_after = random.Between(0, 2);
      axis->stride = 1 + random.Between(0, 2);
      axis->input = axis->kernel + random.Between(0, 19);
    }
    SCOPED_TRACE(Text(g));
    ConvShape shape;
    ASSERT_TRUE(gemmlowp::OutputShape(g, &shape).ok());
    const int rows = shape.batch * shape.height * shape.width;
    const int k = g.height.kernel * g.width.kernel * g.input_channels;
    const int stride = k + (n % 2 == 0 ? 0 : random.Between(0, 69));
    const std::size_t inputs = static_cast<std::size_t>(g.batch) *
                               g.height.input * g.width.input *
                               g.input_channels;
    const std::size_t bytes = static_cast<std::size_t>(rows - 1) * stride + k;
    GuardedBuffer input_pages(inputs), row_pages(bytes);
    auto* const input = reinterpret_cast<std::int8_t*>(
        input_pages.Place(inputs, Placement::kAgainstEnd, 1));
    auto* const to = reinterpret_cast<std::int8_t*>(
        row_pages.Place(bytes, Placement::kAgainstEnd, 1));
    for (std::size_t i = 0; i < inputs; ++i) {
      input[i] = static_cast<std::int8_t>(random.Between(0, 100));
    }
    constexpr std::int8_t kUntouched = -77, kPadding = -3;
    std::fill(to, to + bytes, kUntouched);
    const Status status = gemmlowp::Im2col<std::int8_t>(
        g, 0, input, kPadding,
        MatrixMap<std::int8_t, MapOrder::RowMajor>(to, rows, k, stride));
    ASSERT_TRUE(status.ok()) << status.message();
    for (std::size_t i = 0; i < bytes; ++i) {
      ASSERT_EQ(to[i] == kUntouched, static_cast<int>(i) % stride >= k) << i;
    }
  }
}

// Im2col times the filter is the convolution; rows times the filter, added up
// by Col2im, the transposed one.
TEST(Im2colTest, EqualsTheDefinition) {
  Random random(8);
  for (int n = 0; n < 120; ++n) {
    ConvShape shape;
    const ConvGeometry g = RandomGeometry(&random, &shape);
    SCOPED_TRACE(Text(g));
    const int in_stride = g.input_stride ? g.input_stride : g.input_channels;
    const int out_stride =
        g.output_stride ? g.output_stride : g.output_channels;
    const int positions =
        g.batch * g.depth.input * g.height.input * g.width.input;
    const int outputs = shape.batch * shape.depth * shape.height * shape.width;
    const int taps = g.depth.kernel * g.height.kernel * g.width.kernel;
    const int inputs = g.input_channels / g.groups;
    const int channels = g.output_channels / g.groups;
    std::vector<std::int8_t> input((positions - 1) * in_stride +
                                   g.input_channels);
    std::vector<std::int8_t> filter(g.output_channels * taps * inputs);
    for (auto* values : {&input, &filter}) {
      for (std::int8_t& v : *values)
        v = static_cast<std::int8_t>(random.Bits());
    }
    const std::vector<std::int32_t> expected =
        ReferenceConvolution<std::int8_t, std::int8_t>(
            g, shape, {input.data(), 3, nullptr}, {filter.data(), 0, nullptr});
    std::vector<std::int32_t> output((outputs - 1) * out_stride +
                                     g.output_channels);
    for (int group = 0; group < g.groups; ++group) {
      const std::int8_t* const weights =
          filter.data() + group * channels * taps * inputs;
      if (g.transposed) {
        std::vector<std::int32_t> rows(positions * taps * channels);
        for (int p = 0; p < positions; ++p)
          for (int t = 0; t < taps; ++t)
            for (int o = 0; o < channels; ++o)
              for (int c = 0; c < inputs; ++c) {
                rows[(p * taps + t) * channels + o] +=
                    (input[p * in_stride + group * inputs + c] - 3) *
                    weights[(o * taps + t) * inputs + c];
              }
        const MatrixMap<const std::int32_t, MapOrder::RowMajor> map(
            rows.data(), positions, taps * channels);
        ASSERT_TRUE(gemmlowp::Col2im(g, group, map, output.data()).ok());
        continue;
      }
      std::vector<std::int8_t> rows(outputs * taps * inputs);
      const Status status = gemmlowp::Im2col<std::int8_t>(
          g, group, input.data(), 3,
          MatrixMap<std::int8_t, MapOrder::RowMajor>(rows.data(), outputs,
                                                     taps * inputs));
      ASSERT_TRUE(status.ok()) << status.message();
      for (int p = 0; p < outputs; ++p)
        for (int o = 0; o < channels; ++o) {
          std::int32_t sum = 0;
          for (int i = 0; i < taps * inputs; ++i) {
            sum += (rows[p * taps * inputs + i] - 3) *
                   weights[o * taps * inputs + i];
          }
          output[p * out_stride + group * channels + o] = sum;
        }
    }
    for (int p = 0; p < outputs; ++p) {
      for (int o = 0; o < g.output_channels; ++o) {
        ASSERT_EQ(output[p * out_stride + o],
                  expected[p * g.output_channels + o]);
      }
    }
  }
}

}  // namespace
}  // namespace lowp_test
