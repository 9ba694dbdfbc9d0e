// What pooling makes of a window, written out.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_OPERATORS_POOLING_BY_DEFINITION_H_
#define LOWP_TEST_OPERATORS_POOLING_BY_DEFINITION_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "../../public/operators/pooling.h"
#include "../support/rescaled_tensors.h"

namespace lowp_test {

inline std::int64_t RoundedQuotient(std::int64_t sum, std::int64_t n) {
  return (sum > 0 ? sum + n / 2 : sum - n / 2) / n;
}

// A window's values of one channel.
struct Window {
  std::vector<std::int32_t> values;
  std::int64_t positions;  // with those in the padding
};

template <typename T>
Window WindowAt(const gemmlowp::ConvGeometry& g, const T* input, int image,
                int z, int y, int x, int channel) {
  Window window;
  window.positions =
      std::int64_t{g.depth.kernel} * g.height.kernel * g.width.kernel;
  const int stride = g.input_stride != 0 ? g.input_stride : g.input_channels;
  const auto at = [](const gemmlowp::ConvAxis& axis, int position, int tap) {
    return position * axis.stride + tap * axis.dilation - axis.pad_before;
  };
  for (int d = 0; d < g.depth.kernel; ++d) {
    for (int h = 0; h < g.height.kernel; ++h) {
      for (int w = 0; w < g.width.kernel; ++w) {
        const int iz = at(g.depth, z, d), iy = at(g.height, y, h);
        const int ix = at(g.width, x, w);
        if (iz < 0 || iz >= g.depth.input || iy < 0 || iy >= g.height.input ||
            ix < 0 || ix >= g.width.input) {
          continue;
        }
        const std::int64_t position =
            ((std::int64_t{image} * g.depth.input + iz) * g.height.input + iy) *
                g.width.input +
            ix;
        window.values.push_back(input[position * stride + channel]);
      }
    }
  }
  return window;
}

inline std::int64_t AverageByDefinition(
    const Window& window, const gemmlowp::AveragePooling& average) {
  const std::int64_t n = average.counts_padding
                             ? window.positions
                             : static_cast<std::int64_t>(window.values.size());
  std::int64_t plain = 0, sum = 0;
  for (std::int32_t x : window.values) {
    plain += x;
    sum += x - average.input_zero_point;
  }
  plain += (n - static_cast<std::int64_t>(window.values.size())) *
           average.input_zero_point;
  const auto rescaled = [&](std::int64_t x, std::int32_t zero_point) {
    return ReferenceScale(
        static_cast<std::int32_t>(x), average.multiplier.multiplier,
        average.multiplier.exponent, zero_point, average.rounding);
  };
  const float scale =
      average.input_scale / (average.output_scale * static_cast<float>(n));
  const float real = static_cast<float>(sum) * scale;
  switch (average.form) {
    case gemmlowp::AverageForm::kDivide:
      return RoundedQuotient(plain, n);
    case gemmlowp::AverageForm::kRescaleThenDivide:
      return RoundedQuotient(rescaled(sum, 0), n) + average.output_zero_point;
    case gemmlowp::AverageForm::kRescale:
      return rescaled(sum, average.output_zero_point);
    case gemmlowp::AverageForm::kRealEven:
      return static_cast<std::int64_t>(
                 std::nearbyint(std::clamp(real, -1e6f, 1e6f))) +
             average.output_zero_point;
    case gemmlowp::AverageForm::kRealAway:
      return static_cast<std::int64_t>(
                 std::round(std::clamp(real, -1e6f, 1e6f))) +
             average.output_zero_point;
  }
  return 0;
}

}  // namespace lowp_test

#endif  // LOWP_TEST_OPERATORS_POOLING_BY_DEFINITION_H_
