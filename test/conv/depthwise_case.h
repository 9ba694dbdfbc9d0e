// A depthwise convolution of any form, or one of narrow groups, with its sums
// by the reference, and parameters for epilogues. Copyright 2026 The lowp
// Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_CONV_DEPTHWISE_CASE_H_
#define LOWP_TEST_CONV_DEPTHWISE_CASE_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "../../public/convolution/prepared_convolution.h"
#include "../support/conv_case.h"
#include "../support/sample.h"

namespace lowp_test {

// Kernels share positions along a line: its length, taps, stride, dilation and
// channels decide. Groups of lines share what they read, if they are many.
inline ConvGeometry RandomDepthwise(Random* random, ConvShape* shape) {
  constexpr int kMaxOutputs = 1 << 18;
  for (;;) {
    ConvGeometry g;
    g.batch = random->Between(1, 2);
    g.groups = g.input_channels =
        random->Between(1, random->OneIn(2) ? 70 : 200);
    if (random->OneIn(10)) g.groups = g.input_channels = 1;
    g.output_channels =
        g.groups * (random->OneIn(4) ? random->Between(2, 9) : 1);
    if (random->OneIn(3)) {  // narrow groups
      const int of_group = random->Between(2, 8);
      g.groups = random->Between(1, 160 / of_group);
      g.input_channels = g.groups * of_group;
      g.output_channels = g.input_channels * (random->OneIn(3) ? 2 : 1);
    }
    g.transposed = random->OneIn(6);
    g.width = RandomAxis(random, g.transposed, random->OneIn(3) ? 90 : 20);
    g.width.kernel = random->Between(1, random->OneIn(2) ? 11 : 5);
    g.height = RandomAxis(random, g.transposed, random->OneIn(3) ? 30 : 6);
    if (random->OneIn(3)) g.width.pad_before = g.width.pad_after = 0;
    if (random->OneIn(4)) {
      g.input_stride = g.input_channels + random->Between(0, 9);
      g.output_stride = g.output_channels + random->Between(0, 9);
    }
    if (gemmlowp::OutputShape(g, shape).ok() &&
        std::int64_t{shape->batch} * shape->height * shape->width *
                g.output_channels <
            kMaxOutputs) {
      return g;
    }
  }
}

// Filters of s8 with zero points of 0 are multiplied as bytes. Those of u8 have
// values less their zero points that are none, in places that Fill() chooses.
template <typename In, typename Filter>
struct DepthwiseCase {
  ConvGeometry g;
  ConvShape shape;
  std::vector<In> input;
  std::vector<Filter> filter;
  gemmlowp::ConvZeroPoints zero_points;
  std::vector<std::int32_t> sums;  // bias included
  std::vector<std::int32_t> bias, multiplier, exponent;
  std::vector<float> scale;

  explicit DepthwiseCase(Random* random) {
    g = RandomDepthwise(random, &shape);
    Fill(random);
  }
  DepthwiseCase(Random* random, const ConvGeometry& geometry) : g(geometry) {
    EXPECT_TRUE(gemmlowp::OutputShape(g, &shape).ok());
    Fill(random);
  }
  void Fill(Random* random) {
    const int stride = g.input_stride != 0 ? g.input_stride : g.input_channels;
    const int positions = g.batch * g.height.input * g.width.input;
    input = RandomValues<In>(random,
                             static_cast<std::size_t>(positions - 1) * stride +
                                 static_cast<std::size_t>(g.input_channels));
    filter = RandomValues<Filter>(
        random, static_cast<std::size_t>(g.output_channels) *
                    (g.input_channels / g.groups) * g.height.kernel *
                    g.width.kernel);
    zero_points.input = static_cast<In>(random->Bits());
    if (!std::is_signed_v<Filter>) MoveFilter(random);
    sums = ReferenceConvolution<In, Filter>(
        g, shape, {input.data(), zero_points.input, nullptr},
        {filter.data(), zero_points.filter, nullptr});
    const bool has_dead = random->OneIn(4), has_unshifted = random->OneIn(4);
    for (int c = 0; c < g.output_channels; ++c) {
      bias.push_back(random->Between(-100000, 100000));
      // As converters write it for a channel whose weights are 0.
      const bool is_dead = has_dead && random->OneIn(8);
      multiplier.push_back(is_dead ? 0 : random->Between(1 << 30, INT32_MAX));
      // Scales from 1/2 on.
      const bool is_unshifted = has_unshifted && random->OneIn(8);
      exponent.push_back(is_dead || is_unshifted ? 0
                                                 : random->Between(-14, -6));
      scale.push_back(static_cast<float>(random->Between(1, 1000)) * 1e-5f);
    }
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += bias[ChannelAt(i)];
  }
  // Everywhere, with every zero point; or in few places, so that some channels
  // have none.
  void MoveFilter(Random* random) {
    zero_points.filter = random->OneIn(8) ? 0 : random->Between(0, 255);
    if (random->OneIn(2)) return;
    for (Filter& value : filter) {
      const int within =
          std::min(std::max(int{value}, zero_points.filter - 128),
                   zero_points.filter + 127);
      if (!random->OneIn(500)) value = static_cast<Filter>(within);
    }
  }
  std::size_t ChannelAt(std::size_t i) const {
    return i % static_cast<std::size_t>(g.output_channels);
  }
};

}  // namespace lowp_test

#endif  // LOWP_TEST_CONV_DEPTHWISE_CASE_H_
