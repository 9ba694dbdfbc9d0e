// Convolutions for tests: random geometries, and the six-loop definition.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_CONV_CASE_H_
#define LOWP_TEST_SUPPORT_CONV_CASE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "../../public/convolution/conv_geometry.h"
#include "random_matrix.h"

namespace lowp_test {

// What a failure says of the case that runs.
inline std::string* CurrentCase() {
  static std::string text;
  return &text;
}

using gemmlowp::ConvAxis;
using gemmlowp::ConvGeometry;
using gemmlowp::ConvOrder;
using gemmlowp::ConvShape;

inline const char* Text(ConvOrder order) {
  return order == ConvOrder::kChannelsFirst ? " first" : " last";
}

inline std::string Text(const ConvGeometry& g) {
  std::ostringstream text;
  text << "batch " << g.batch << ", channels " << g.input_channels << " ("
       << g.input_stride << Text(g.input_order) << ") to " << g.output_channels
       << " (" << g.output_stride << Text(g.output_order) << "), groups "
       << g.groups << (g.transposed ? ", transposed" : "");
  for (const ConvAxis* axis : {&g.depth, &g.height, &g.width}) {
    text << " | input " << axis->input << " kernel " << axis->kernel
         << " stride " << axis->stride << " dilation " << axis->dilation
         << " pad " << axis->pad_before << " " << axis->pad_after << " output "
         << axis->output_padding;
  }
  return text.str();
}

inline int Positions(const ConvShape& s) {
  return s.batch * s.depth * s.height * s.width;
}

// Where a tensor has its elements.
struct TensorPlaces {
  ConvOrder order;
  std::int64_t positions, of_image;  // of all images, and of one
  int channels, stride;              // stride 0: `channels`

  // The index of channel c of position p, which counts over all images.
  std::int64_t At(std::int64_t p, int c) const {
    const std::int64_t wide = stride != 0 ? stride : channels;
    return order == ConvOrder::kChannelsLast
               ? p * wide + c
               : (p / of_image * wide + c) * of_image + p % of_image;
  }
  // From the first element to the last one.
  std::size_t Elements() const {
    return positions == 0
               ? 0
               : static_cast<std::size_t>(At(positions - 1, channels - 1) + 1);
  }
};
inline TensorPlaces InputPlaces(const ConvGeometry& g) {
  const std::int64_t of_image =
      std::int64_t{g.depth.input} * g.height.input * g.width.input;
  return {g.input_order, g.batch * of_image, of_image, g.input_channels,
          g.input_stride};
}
inline TensorPlaces OutputPlaces(const ConvGeometry& g,
                                 const ConvShape& shape) {
  const std::int64_t of_image =
      std::int64_t{shape.depth} * shape.height * shape.width;
  return {g.output_order, shape.batch * of_image, of_image, g.output_channels,
          g.output_stride};
}

// Writes results, rows of channels without gaps, to their places.
template <typename T>
void PutInPlace(const TensorPlaces& places, const T* results, T* tensor) {
  for (std::int64_t p = 0; p < places.positions; ++p) {
    for (int c = 0; c < places.channels; ++c) {
      tensor[places.At(p, c)] = *results++;
    }
  }
}

// Both ends of the type in one case of four.
template <typename T>
std::vector<T> RandomValues(Random* random, std::size_t count) {
  std::vector<T> values(count);
  const bool extreme = random->OneIn(4);
  for (T& value : values) {
    value = extreme ? random->OneIn(2) ? std::numeric_limits<T>::min()
                                       : std::numeric_limits<T>::max()
                    : static_cast<T>(random->Bits());
  }
  return values;
}

// A value of the input or the filter, zero point subtracted.
template <typename T>
struct CentredTensor {
  const T* data;
  std::int32_t zero_point;
  const std::int32_t* zero_points;  // of channels; null: zero_point
  std::int64_t At(std::int64_t index, int channel) const {
    return std::int64_t{data[index]} -
           (zero_points != nullptr ? zero_points[channel] : zero_point);
  }
};

// The sums by definition, of an ODHWI filter: batch, depth, height, width,
// channels without gaps, whatever the output's order. Ordinary convolutions
// gather, transposed ones scatter. For inputs of bytes and of int16_t, and for
// filters of bytes.
template <typename In, typename Filter>
std::vector<std::int64_t> ReferenceSums(const ConvGeometry& g,
                                        const ConvShape& shape,
                                        const CentredTensor<In>& in,
                                        const CentredTensor<Filter>& filter);

// The same modulo 2^32.
template <typename In, typename Filter>
std::vector<std::int32_t> ReferenceConvolution(
    const ConvGeometry& g, const ConvShape& shape, const CentredTensor<In>& in,
    const CentredTensor<Filter>& filter) {
  std::vector<std::int32_t> wrapped;
  for (std::int64_t sum : ReferenceSums(g, shape, in, filter)) {
    wrapped.push_back(
        static_cast<std::int32_t>(static_cast<std::uint32_t>(sum)));
  }
  return wrapped;
}

// The elements of tensors, up to the last one, and of a filter.
inline std::size_t InputElements(const ConvGeometry& g) {
  return InputPlaces(g).Elements();
}
inline std::size_t OutputElements(const ConvGeometry& g,
                                  const ConvShape& shape) {
  return OutputPlaces(g, shape).Elements();
}
inline std::size_t FilterElements(const ConvGeometry& g) {
  return static_cast<std::size_t>(g.output_channels) *
         (g.input_channels / g.groups) * g.depth.kernel * g.height.kernel *
         g.width.kernel;
}

inline ConvAxis RandomAxis(Random* random, bool transposed, int max_input) {
  ConvAxis axis;
  axis.input = random->Between(1, max_input);
  axis.kernel = random->Between(1, random->OneIn(3) ? 7 : 3);
  axis.stride = random->Between(1, 3);
  axis.dilation = random->OneIn(3) ? random->Between(2, 3) : 1;
  axis.pad_before = random->Between(0, 3);
  axis.pad_after = random->Between(0, 3);
  if (transposed && random->OneIn(2)) {
    axis.output_padding =
        random->Between(0, std::max(axis.stride, axis.dilation) - 1);
  }
  return axis;
}

// A geometry that OutputShape accepts: mostly of two axes, sometimes of one or
// three.
inline ConvGeometry RandomGeometry(Random* random, ConvShape* shape) {
  for (;;) {
    ConvGeometry g;
    g.transposed = random->OneIn(3);
    g.batch = random->Between(1, 3);
    g.groups = random->OneIn(2) ? 1 : random->Between(1, 5);
    const int of_group = random->Between(1, 70 / g.groups);
    g.input_channels = g.groups * of_group;
    g.output_channels = g.groups * random->Between(1, 70 / g.groups);
    if (random->OneIn(3)) {  // depthwise
      g.groups = g.input_channels = random->Between(1, 70);
      g.output_channels = g.groups * random->Between(1, 3);
    }
    if (random->OneIn(4)) {
      g.input_stride = g.input_channels + random->Between(0, 9);
      g.output_stride = g.output_channels + random->Between(0, 9);
    }
    const int axes = random->OneIn(6) ? 3 : random->OneIn(6) ? 1 : 2;
    g.width = RandomAxis(random, g.transposed, axes == 1 ? 80 : 12);
    if (axes > 1) g.height = RandomAxis(random, g.transposed, 9);
    if (axes > 2) g.depth = RandomAxis(random, g.transposed, 4);
    if (random->OneIn(8)) {  // pointwise
      for (ConvAxis* axis : {&g.depth, &g.height, &g.width}) {
        const int input = axis->input;
        *axis = ConvAxis();
        axis->input = input;
      }
    }
    if (gemmlowp::OutputShape(g, shape).ok() &&
        std::int64_t{shape->batch} * shape->depth * shape->height *
                shape->width <
            4000) {
      return g;
    }
  }
}

// Channels first in one tensor of three.
inline void ChooseOrders(Random* random, ConvGeometry* g) {
  for (ConvOrder* order : {&g->input_order, &g->output_order}) {
    if (random->OneIn(3)) *order = ConvOrder::kChannelsFirst;
  }
}

inline ConvGeometry Square(int size, int inputs, int outputs, int kernel) {
  ConvGeometry g;
  g.input_channels = inputs;
  g.output_channels = outputs;
  g.height.input = g.width.input = size;
  g.height.kernel = g.width.kernel = kernel;
  SetSamePadding(&g.height);
  SetSamePadding(&g.width);
  return g;
}

template <typename T>
std::int32_t RandomZeroPoint(Random* random) {
  return random->OneIn(2) ? 0
                          : random->Between(std::numeric_limits<T>::min(),
                                            std::numeric_limits<T>::max());
}

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_CONV_CASE_H_
