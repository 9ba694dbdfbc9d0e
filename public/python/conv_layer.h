// The layer of a convolution as Python gives it: weights, packed once, and how
// they move over an input of 1 to 3 axes.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_PYTHON_CONV_LAYER_H_
#define LOWP_PUBLIC_PYTHON_CONV_LAYER_H_

#include <nanobind/nanobind.h>

#include <array>

#include "../convolution/packed_filter.h"
#include "array.h"
#include "blob.h"
#include "errors.h"
#include "result.h"

namespace gemmlowp {
inline namespace lowp {
namespace python {

using Filter = Blob<PackedFilter>;

// What Python's arguments and those of a status are called.
inline constexpr ArgumentNames kConvNames = {"x", "weights", "out"};

class ConvLayer {
 public:
  static constexpr int kMaxAxes = 3;

  struct Arguments {
    // An array in `layout`, or a tuple of a Filter and the shape that shape()
    // gave.
    nanobind::handle weights;
    // For each axis (stride, dilation, padding before, padding after, output
    // padding).
    nanobind::tuple axes;
    bool same;  // the padding follows from the input's size
    bool transposed;
    int layout;              // a FilterLayout
    nanobind::tuple orders;  // a ConvOrder of the input, one of the output
    nanobind::handle groups;
    bool takes_int16;  // inputs are int16, else uint8 or int8
  };

  // Packs the weights. Raises for wrong arguments.
  void Read(const Arguments& arguments);

  // The geometry for an input whose positions, or planes, are evenly spaced.
  ConvGeometry GeometryFor(const Array& x) const;

  // The output_stride for an array that receives the output.
  int OutputStrideOf(const Array& out) const {
    return StrideOf(out, "out", geometry_.output_order);
  }

  // The shape of an output, as arrays have it.
  ResultShape ShapeOf(const ConvShape& shape) const;

  // (output channels, taps along each axis, input channels of a group)
  nanobind::tuple shape() const;
  int output_channels() const { return geometry_.output_channels; }
  const Filter& filter() const { return filter_; }

  // Opens x, which must have a batch, the axes and channels.
  void OpenInput(nanobind::handle x, Array* input) const {
    OpenTensor(x, "x", takes_int16_, input);
  }

 private:
  using Sizes = std::array<int, kMaxAxes + 2>;

  void OpenTensor(nanobind::handle object, const char* name, bool is_int16,
                  Array* array) const;
  Sizes CanonicalSizes(const Array& weights, FilterLayout layout,
                       int groups) const;
  Sizes TakeFilter(const nanobind::tuple& packed);
  void SetGeometry(const Sizes& weights, const Arguments& arguments,
                   int groups);
  void Pack(const Array& weights, FilterLayout layout);
  static int StrideOf(const Array& tensor, const char* name, ConvOrder order);

  ConvGeometry geometry_;  // all but the input's sizes
  int axes_ = 0;
  bool same_ = false;
  bool takes_int16_ = false;
  Filter filter_;
};

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_PYTHON_CONV_LAYER_H_
