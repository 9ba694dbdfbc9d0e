// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "conv_case.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lowp_test {

template <typename In, typename Filter>
std::vector<std::int64_t> ReferenceSums(const ConvGeometry& g,
                                        const ConvShape& shape,
                                        const CentredTensor<In>& in,
                                        const CentredTensor<Filter>& filter) {
  std::vector<std::int64_t> sums(static_cast<std::size_t>(shape.batch) *
                                 shape.depth * shape.height * shape.width *
                                 shape.channels);
  const int inputs = g.input_channels / g.groups;
  const int outputs = g.output_channels / g.groups;
  const TensorPlaces in_places = InputPlaces(g);
  // Where output position p of an axis and tap t meet the input, or the other
  // way round.
  const auto meet = [](const ConvAxis& axis, int position, int tap) {
    return std::int64_t{position} * axis.stride +
           std::int64_t{tap} * axis.dilation - axis.pad_before;
  };
  const auto inside = [](std::int64_t at, int size) {
    return at >= 0 && at < size;
  };
  const ConvShape from = g.transposed
                             ? ConvShape{g.batch, g.depth.input, g.height.input,
                                         g.width.input, g.input_channels}
                             : shape;
  const ConvShape to = g.transposed
                           ? shape
                           : ConvShape{g.batch, g.depth.input, g.height.input,
                                       g.width.input, g.input_channels};
  for (int b = 0; b < from.batch; ++b)
    for (int z = 0; z < from.depth; ++z)
      for (int y = 0; y < from.height; ++y)
        for (int x = 0; x < from.width; ++x)
          for (int i = 0; i < g.depth.kernel; ++i)
            for (int j = 0; j < g.height.kernel; ++j)
              for (int k = 0; k < g.width.kernel; ++k) {
                const std::int64_t mz = meet(g.depth, z, i);
                const std::int64_t my = meet(g.height, y, j);
                const std::int64_t mx = meet(g.width, x, k);
                if (!inside(mz, to.depth) || !inside(my, to.height) ||
                    !inside(mx, to.width)) {
                  continue;
                }
                const std::int64_t p =
                    ((std::int64_t{b} * from.depth + z) * from.height + y) *
                        from.width +
                    x;
                const std::int64_t q =
                    ((std::int64_t{b} * to.depth + mz) * to.height + my) *
                        to.width +
                    mx;
                const std::int64_t in_at = g.transposed ? p : q;
                const std::int64_t out_at =
                    (g.transposed ? q : p) * g.output_channels;
                const std::int64_t tap =
                    (std::int64_t{i} * g.height.kernel + j) * g.width.kernel +
                    k;
                const std::int64_t taps = std::int64_t{g.depth.kernel} *
                                          g.height.kernel * g.width.kernel;
                for (int o = 0; o < g.output_channels; ++o) {
                  std::int64_t sum = 0;
                  const int first = o / outputs * inputs;
                  for (int c = 0; c < inputs; ++c) {
                    sum += in.At(in_places.At(in_at, first + c), 0) *
                           filter.At((o * taps + tap) * inputs + c, o);
                  }
                  sums[out_at + o] += sum;
                }
              }
  return sums;
}

template std::vector<std::int64_t> ReferenceSums(
    const ConvGeometry&, const ConvShape&, const CentredTensor<std::uint8_t>&,
    const CentredTensor<std::uint8_t>&);
template std::vector<std::int64_t> ReferenceSums(
    const ConvGeometry&, const ConvShape&, const CentredTensor<std::uint8_t>&,
    const CentredTensor<std::int8_t>&);
template std::vector<std::int64_t> ReferenceSums(
    const ConvGeometry&, const ConvShape&, const CentredTensor<std::int8_t>&,
    const CentredTensor<std::uint8_t>&);
template std::vector<std::int64_t> ReferenceSums(
    const ConvGeometry&, const ConvShape&, const CentredTensor<std::int8_t>&,
    const CentredTensor<std::int8_t>&);
template std::vector<std::int64_t> ReferenceSums(
    const ConvGeometry&, const ConvShape&, const CentredTensor<std::int16_t>&,
    const CentredTensor<std::uint8_t>&);
template std::vector<std::int64_t> ReferenceSums(
    const ConvGeometry&, const ConvShape&, const CentredTensor<std::int16_t>&,
    const CentredTensor<std::int8_t>&);

}  // namespace lowp_test
