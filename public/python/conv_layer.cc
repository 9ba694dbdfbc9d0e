// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "conv_layer.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include "caller.h"
#include "parameter.h"

namespace nb = nanobind;

namespace gemmlowp {
inline namespace lowp {
namespace python {
namespace {

constexpr std::int64_t kMaxInt = std::numeric_limits<int>::max();

int SizeOfDimension(const Array& array, int dimension, const char* name) {
  const std::int64_t size = array.size(dimension);
  if (size > kMaxInt) {
    Refuse(name, "array of shape " + array.ShapeText(),
           "a dimension is 2^31 or more");
  }
  return static_cast<int>(size);
}

// The last `axes` of depth, height and width.
std::array<ConvAxis*, ConvLayer::kMaxAxes> AxesOf(ConvGeometry* geometry,
                                                  int axes) {
  ConvAxis* const all[] = {&geometry->depth, &geometry->height,
                           &geometry->width};
  std::array<ConvAxis*, ConvLayer::kMaxAxes> last = {};
  std::copy(std::end(all) - axes, std::end(all), last.begin());
  return last;
}

// Where the dimensions of weights of `axes` axes are.
struct LayoutPlaces {
  int outputs, taps, inputs;
};
LayoutPlaces PlacesIn(FilterLayout layout, int axes) {
  switch (layout) {
    case FilterLayout::kODHWI:
      return {0, 1, axes + 1};
    case FilterLayout::kOIDHW:
      return {0, 2, 1};
    case FilterLayout::kDHWIO:
      return {axes + 1, 0, axes};
    case FilterLayout::kIODHW:
      break;
  }
  return {1, 2, 0};
}

// Where an array of a tensor has its channels and the first of its axes.
struct TensorPlaces {
  int channels, axes;
};
TensorPlaces PlacesIn(ConvOrder order, int axes) {
  return order == ConvOrder::kChannelsLast ? TensorPlaces{axes + 1, 1}
                                           : TensorPlaces{1, 2};
}

[[noreturn]] void RefusePlanes(const Array& array, const char* name) {
  Refuse(name, "array of shape " + array.ShapeText(),
         "its images are not of contiguous planes, a whole number of them from "
         "one image to the next; numpy.ascontiguousarray copies it");
}

// `count` times `groups`, which may exceed an int.
int TimesGroups(int count, int groups, const char* what) {
  const std::int64_t product = std::int64_t{count} * groups;
  if (product > kMaxInt) {
    Refuse("groups", groups,
           std::string("times the ") + what + " of weights is 2^31 or more");
  }
  return static_cast<int>(product);
}

}  // namespace

void ConvLayer::OpenTensor(nb::handle object, const char* name, bool is_int16,
                           Array* array) const {
  array->OpenArray(object, name);
  const ElementType type = array->type();
  if (is_int16 ? type != ElementType::kInt16
               : type != ElementType::kUint8 && type != ElementType::kInt8) {
    Refuse(name, "array " + array->TypeText(),
           is_int16 ? "its elements must be int16, the input_dtype"
                    : "its elements must be uint8 or int8");
  }
  if (array->dimensions() != axes_ + 2) {
    Refuse(name, "array of shape " + array->ShapeText(),
           "it must have " + std::to_string(axes_ + 2) + " dimensions");
  }
}

// The order of shape().
ConvLayer::Sizes ConvLayer::CanonicalSizes(const Array& weights,
                                           FilterLayout layout,
                                           int groups) const {
  const LayoutPlaces places = PlacesIn(layout, axes_);
  Sizes sizes = {};
  sizes[0] = SizeOfDimension(weights, places.outputs, "weights");
  for (int i = 0; i < axes_; ++i) {
    sizes[1 + i] = SizeOfDimension(weights, places.taps + i, "weights");
  }
  sizes[axes_ + 1] = SizeOfDimension(weights, places.inputs, "weights");
  if (layout == FilterLayout::kIODHW) {
    sizes[0] = TimesGroups(sizes[0], groups, "second dimension");
    if (sizes[axes_ + 1] % groups != 0) {
      Refuse("groups", groups,
             "does not divide the first dimension of "
             "weights");
    }
    sizes[axes_ + 1] /= groups;
  }
  return sizes;
}

// A packed filter and its shape, in place of weights. Whether they belong
// together shows when a convolution is prepared.
ConvLayer::Sizes ConvLayer::TakeFilter(const nb::tuple& packed) {
  if (packed.size() != 2 || !nb::isinstance<Filter>(packed[0]) ||
      !nb::isinstance<nb::tuple>(packed[1])) {
    RefuseType("weights", packed, "not an array");
  }
  filter_ = nb::cast<Filter>(packed[0]);
  const nb::tuple shape = nb::cast<nb::tuple>(packed[1]);
  Sizes sizes = {};
  if (static_cast<int>(shape.size()) != axes_ + 2) {
    Refuse("shape", static_cast<std::int64_t>(shape.size()),
           "sizes are not those of the weights");
  }
  for (int i = 0; i < axes_ + 2; ++i) sizes[i] = ReadInt32(shape[i], "shape");
  return sizes;
}

void ConvLayer::SetGeometry(const Sizes& weights, const Arguments& arguments,
                            int groups) {
  geometry_.transposed = arguments.transposed;
  geometry_.input_order =
      static_cast<ConvOrder>(nb::cast<int>(arguments.orders[0]));
  geometry_.output_order =
      static_cast<ConvOrder>(nb::cast<int>(arguments.orders[1]));
  geometry_.groups = groups;
  geometry_.output_channels = weights[0];
  geometry_.input_channels =
      TimesGroups(weights[axes_ + 1], groups, "input channels");
  const auto axes = AxesOf(&geometry_, axes_);
  for (int i = 0; i < axes_; ++i) {
    const nb::tuple given = nb::cast<nb::tuple>(arguments.axes[i]);
    axes[i]->kernel = weights[1 + i];
    axes[i]->stride = ReadInt32(given[0], "stride");
    axes[i]->dilation = ReadInt32(given[1], "dilation");
    axes[i]->pad_before = ReadInt32(given[2], "padding");
    axes[i]->pad_after = ReadInt32(given[3], "padding");
    axes[i]->output_padding = ReadInt32(given[4], "output_padding");
  }
}

void ConvLayer::Read(const Arguments& arguments) {
  axes_ = static_cast<int>(arguments.axes.size());
  same_ = arguments.same;
  takes_int16_ = arguments.takes_int16;
  const int groups = ReadInt32(arguments.groups, "groups");
  if (groups < 1) Refuse("groups", groups, "is less than 1");
  if (nb::isinstance<nb::tuple>(arguments.weights)) {
    SetGeometry(TakeFilter(nb::borrow<nb::tuple>(arguments.weights)), arguments,
                groups);
    return;
  }
  Array array;
  OpenTensor(arguments.weights, "weights", false, &array);
  if (!array.IsContiguous()) {
    Refuse("weights", "array of shape " + array.ShapeText(),
           "is not contiguous in C's order");
  }
  const auto layout = static_cast<FilterLayout>(arguments.layout);
  SetGeometry(CanonicalSizes(array, layout, groups), arguments, groups);
  Pack(array, layout);
}

// Packs for the smallest input: one as large as the filter or, transposed, one
// whose output is larger than the padding. The filter fits all other inputs,
// too.
void ConvLayer::Pack(const Array& weights, FilterLayout layout) {
  ConvGeometry geometry = geometry_;
  const auto axes = AxesOf(&geometry, axes_);
  for (int i = 0; i < axes_; ++i) {
    ConvAxis& axis = *axes[i];
    const std::int64_t extent =
        (std::int64_t{axis.kernel} - 1) * axis.dilation + 1;
    const std::int64_t pad = std::int64_t{axis.pad_before} + axis.pad_after;
    const std::int64_t needed =
        geometry.transposed ? pad / std::max(axis.stride, 1) + 2 : extent;
    axis.input = static_cast<int>(std::clamp<std::int64_t>(needed, 1, kMaxInt));
  }
  const void* const data = weights.data();
  const bool is_signed = weights.type() == ElementType::kInt8;
  Status status;
  {
    nb::gil_scoped_release released;
    status = is_signed ? PackedFilter::Pack(
                             geometry, static_cast<const std::int8_t*>(data),
                             layout, &filter_.weights, BackendSetting())
                       : PackedFilter::Pack(
                             geometry, static_cast<const std::uint8_t*>(data),
                             layout, &filter_.weights, BackendSetting());
  }
  Check(status, kConvNames);
}

// Elements from one position to the next, or planes from one image to the next.
int ConvLayer::StrideOf(const Array& tensor, const char* name,
                        ConvOrder order) {
  if (order == ConvOrder::kChannelsLast) return RowsOf(tensor, name).stride;
  const int channels = SizeOfDimension(tensor, 1, name);
  if (tensor.count() == 0) return channels;
  std::int64_t plane = SizeOf(tensor.type());
  for (int i = tensor.dimensions() - 1; i > 1; --i) {
    if (tensor.size(i) > 1 && tensor.stride(i) != plane) {
      RefusePlanes(tensor, name);
    }
    plane *= tensor.size(i);
  }
  if (channels > 1 && tensor.stride(1) != plane) RefusePlanes(tensor, name);
  if (tensor.size(0) == 1) return channels;
  const std::int64_t image = tensor.stride(0);
  if (image % plane != 0 || image / plane < channels ||
      image / plane > kMaxInt) {
    RefusePlanes(tensor, name);
  }
  return static_cast<int>(image / plane);
}

ConvGeometry ConvLayer::GeometryFor(const Array& x) const {
  ConvGeometry geometry = geometry_;
  const TensorPlaces places = PlacesIn(geometry.input_order, axes_);
  if (x.size(places.channels) != geometry.input_channels) {
    Refuse("x", "array of shape " + x.ShapeText(),
           std::string("its ") + (places.channels == 1 ? "second" : "last") +
               " dimension must be the channels of the weights times groups, " +
               std::to_string(geometry.input_channels));
  }
  geometry.batch = SizeOfDimension(x, 0, "x");
  const auto axes = AxesOf(&geometry, axes_);
  for (int i = 0; i < axes_; ++i) {
    axes[i]->input = SizeOfDimension(x, places.axes + i, "x");
    if (same_) SetSamePadding(axes[i]);
  }
  geometry.input_stride = StrideOf(x, "x", geometry.input_order);
  return geometry;
}

ResultShape ConvLayer::ShapeOf(const ConvShape& shape) const {
  const int sizes[] = {shape.depth, shape.height, shape.width};
  ResultShape result;
  result.dimensions = axes_ + 2;
  result.sizes[0] = shape.batch;
  const TensorPlaces places = PlacesIn(geometry_.output_order, axes_);
  std::copy(std::end(sizes) - axes_, std::end(sizes),
            result.sizes + places.axes);
  result.sizes[places.channels] = shape.channels;
  return result;
}

nb::tuple ConvLayer::shape() const {
  nb::list sizes;
  sizes.append(geometry_.output_channels);
  ConvGeometry geometry = geometry_;
  const auto axes = AxesOf(&geometry, axes_);
  for (int i = 0; i < axes_; ++i) sizes.append(axes[i]->kernel);
  sizes.append(geometry_.input_channels / geometry_.groups);
  return nb::tuple(sizes);
}

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp
