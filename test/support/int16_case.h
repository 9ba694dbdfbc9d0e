// Convolutions of int16 inputs for tests: what they need, and their results by
// definition.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_INT16_CASE_H_
#define LOWP_TEST_SUPPORT_INT16_CASE_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "../../public/convolution/prepared_convolution.h"
#include "conv_case.h"
#include "random_matrix.h"

namespace lowp_test {

// Both ends of the type half the time.
template <typename T>
void FillRandomly(Random* random, std::vector<T>* values) {
  const bool extreme = random->OneIn(3);
  for (T& value : *values) {
    value = extreme && !random->OneIn(8) ? std::numeric_limits<T>::min()
                                         : static_cast<T>(random->Bits());
  }
}

template <typename Filter>
struct Int16Case {
  ConvGeometry g;
  ConvShape shape;
  std::vector<std::int16_t> input;
  std::vector<Filter> filter;
  gemmlowp::ConvZeroPoints zero_points;
  std::vector<std::int32_t> filter_zero_points;
  std::vector<std::int64_t> sums;  // by definition
  std::vector<std::int64_t> bias;
  std::vector<std::int32_t> multiplier, exponent, row_bias;

  int channels() const { return g.output_channels; }
  std::size_t OutputElements() const {
    return lowp_test::OutputElements(g, shape);
  }

  Int16Case(const ConvGeometry& geometry, Random* random) : g(geometry) {
    EXPECT_TRUE(gemmlowp::OutputShape(g, &shape).ok());
    input.resize(lowp_test::InputElements(g));
    filter.resize(FilterElements(g));
    FillRandomly(random, &input);
    FillRandomly(random, &filter);
    zero_points.input = RandomZeroPoint<std::int16_t>(random);
    zero_points.filter = RandomZeroPoint<Filter>(random);
    if (random->OneIn(3)) {
      for (int i = 0; i < g.output_channels; ++i) {
        filter_zero_points.push_back(RandomZeroPoint<Filter>(random));
      }
      zero_points.filter_of_channel = filter_zero_points.data();
    }
    if (std::is_signed_v<Filter> && random->OneIn(2)) BeSymmetric();
    sums = ReferenceSums<std::int16_t, Filter>(
        g, shape, {input.data(), zero_points.input, nullptr},
        {filter.data(), zero_points.filter, zero_points.filter_of_channel});
    for (int i = 0; i < g.output_channels; ++i) {
      const int bits = random->Between(1, 47);
      bias.push_back(static_cast<std::int64_t>(random->Bits()) >> (64 - bits));
      multiplier.push_back(random->OneIn(9)
                               ? random->OneIn(2) ? INT32_MAX : 0
                               : random->Between(1 << 30, INT32_MAX));
      exponent.push_back(random->OneIn(3) ? random->Between(-31, 7)
                                          : random->Between(-24, -8));
    }
    for (int i = 0; i < Positions(shape); ++i) {
      row_bias.push_back(random->Between(-1000, 1000));
    }
  }

  // Filters as TensorFlow Lite has them: -127..127 without zero points.
  void BeSymmetric() {
    for (Filter& weight : filter) {
      weight = std::max<Filter>(weight, static_cast<Filter>(-127));
    }
    zero_points.filter = 0;
    zero_points.filter_of_channel = nullptr;
    filter_zero_points.clear();
  }

  // The scale by its definition in TensorFlow Lite.
  std::int32_t Scaled(std::size_t i) const {
    const int o = static_cast<int>(i % channels());
    const std::int64_t reduced =
        multiplier[o] < 0x7FFF0000 ? (multiplier[o] + (1 << 15)) >> 16 : 0x7FFF;
    const int shift = 15 - exponent[o];
    return static_cast<std::int32_t>(
        ((sums[i] + bias[o]) * reduced + (std::int64_t{1} << (shift - 1))) >>
        shift);
  }
};

inline std::int32_t Wrapped(std::int64_t value) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
}

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_INT16_CASE_H_
