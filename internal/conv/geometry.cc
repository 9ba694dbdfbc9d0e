// Checks geometries and derives the output's shape.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "geometry.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <limits>

#include "../runtime/extent.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr std::int64_t kMaxSize = std::numeric_limits<int>::max();
constexpr std::uint64_t kMaxPhases = 4096;

struct AxisNames {
  const char *input, *kernel, *stride, *dilation, *pad_before, *pad_after,
      *output_padding;
};
constexpr AxisNames kAxisNames[kConvAxes] = {
    {"geometry.depth.input", "geometry.depth.kernel", "geometry.depth.stride",
     "geometry.depth.dilation", "geometry.depth.pad_before",
     "geometry.depth.pad_after", "geometry.depth.output_padding"},
    {"geometry.height.input", "geometry.height.kernel",
     "geometry.height.stride", "geometry.height.dilation",
     "geometry.height.pad_before", "geometry.height.pad_after",
     "geometry.height.output_padding"},
    {"geometry.width.input", "geometry.width.kernel", "geometry.width.stride",
     "geometry.width.dilation", "geometry.width.pad_before",
     "geometry.width.pad_after", "geometry.width.output_padding"}};

struct Field {
  const char* name;
  int value;
};

// Says which field is the first one below `least`, if any is. Short calls ask
// before they list fields with their names, which takes longer.
Status CheckAtLeast(int least, std::initializer_list<Field> fields) {
  for (const Field& field : fields) {
    if (field.value < least) {
      return InvalidArgument(field.name, field.value,
                             least == 1 ? "is less than 1" : "is negative");
    }
  }
  return Status();
}

Status CheckAxis(const ConvAxis& axis, bool transposed,
                 const AxisNames& names) {
  if (axis.input < 1 || axis.kernel < 1 || axis.stride < 1 ||
      axis.dilation < 1) {
    return CheckAtLeast(1, {{names.input, axis.input},
                            {names.kernel, axis.kernel},
                            {names.stride, axis.stride},
                            {names.dilation, axis.dilation}});
  }
  if (axis.pad_before < 0 || axis.pad_after < 0 || axis.output_padding < 0) {
    return CheckAtLeast(0, {{names.pad_before, axis.pad_before},
                            {names.pad_after, axis.pad_after},
                            {names.output_padding, axis.output_padding}});
  }
  if (!transposed && axis.output_padding != 0) {
    return InvalidArgument(names.output_padding, axis.output_padding,
                           "is for transposed convolutions only");
  }
  if (transposed &&
      axis.output_padding >= std::max(axis.stride, axis.dilation)) {
    return InvalidArgument(names.output_padding, axis.output_padding,
                           "is not less than the stride or the dilation");
  }
  return Status();
}

// The positions of the output along an axis that passed CheckAxis.
Status OutputAlong(const ConvAxis& axis, bool transposed,
                   const AxisNames& names, int* output) {
  const std::int64_t extent =
      (std::int64_t{axis.kernel} - 1) * axis.dilation + 1;
  const std::int64_t pad = std::int64_t{axis.pad_before} + axis.pad_after;
  const std::int64_t input = axis.input;
  if (extent > kMaxSize || input + pad > kMaxSize) {
    return InvalidArgument(extent > kMaxSize ? names.kernel : names.input,
                           extent > kMaxSize ? axis.kernel : axis.input,
                           "spans more than 2^31 - 1 positions");
  }
  if (!transposed) {
    if (input + pad < extent) {
      return InvalidArgument(names.input, axis.input,
                             "is, padded, smaller than the filter");
    }
    *output = static_cast<int>((input + pad - extent) / axis.stride + 1);
    return Status();
  }
  const std::int64_t whole =
      (input - 1) * axis.stride + extent + axis.output_padding;
  const std::int64_t size = whole - pad;
  if (size < 1) {
    return InvalidArgument(names.pad_before, axis.pad_before,
                           "and pad_after leave nothing of the output");
  }
  if (whole > kMaxSize) {
    return InvalidArgument(names.input, axis.input,
                           "makes the output larger than 2^31 - 1 positions");
  }
  *output = static_cast<int>(size);
  return Status();
}

Status CheckChannels(const ConvGeometry& g) {
  if (g.batch < 0) return CheckAtLeast(0, {{"geometry.batch", g.batch}});
  if (g.input_channels < 1 || g.output_channels < 1 || g.groups < 1) {
    return CheckAtLeast(1, {{"geometry.input_channels", g.input_channels},
                            {"geometry.output_channels", g.output_channels},
                            {"geometry.groups", g.groups}});
  }
  if (g.input_channels % g.groups != 0) {
    return InvalidArgument("geometry.groups", g.groups,
                           "does not divide input_channels");
  }
  if (g.output_channels % g.groups != 0) {
    return InvalidArgument("geometry.groups", g.groups,
                           "does not divide output_channels");
  }
  if (g.input_stride != 0 && g.input_stride < g.input_channels) {
    return InvalidArgument("geometry.input_stride", g.input_stride,
                           "is less than input_channels");
  }
  if (g.output_stride != 0 && g.output_stride < g.output_channels) {
    return InvalidArgument("geometry.output_stride", g.output_stride,
                           "is less than output_channels");
  }
  return Status();
}

// What is said about a tensor that is too large, or in no order.
struct TensorNames {
  const char* positions;       // the problem
  const char *stride, *order;  // the arguments
};

// Checks the positions of a tensor, its bytes with the widest elements, and the
// elements of an image of planes. A tensor without images has to be possible
// with one: sizes of images fit an int.
Status CheckTensor(const ConvShape& shape, int stride, ConvOrder order,
                   const TensorNames& names) {
  Extent of_image = 1;
  for (int size : {shape.depth, shape.height, shape.width}) {
    of_image = of_image * static_cast<std::uint64_t>(size);
  }
  const Extent positions =
      of_image * static_cast<std::uint64_t>(std::max(shape.batch, 1));
  if (positions.value() > static_cast<std::uint64_t>(kMaxSize)) {
    return InvalidArgument("geometry.batch", shape.batch, names.positions);
  }
  if (order != ConvOrder::kChannelsLast && order != ConvOrder::kChannelsFirst) {
    return InvalidArgument(names.order, static_cast<int>(order),
                           "is none of the orders of ConvOrder");
  }
  if (order == ConvOrder::kChannelsFirst &&
      (of_image * static_cast<std::uint64_t>(stride)).value() >
          static_cast<std::uint64_t>(kMaxSize / 2)) {
    return InvalidArgument(names.order, static_cast<int>(order),
                           "makes planes of images of more than 2^30 - 1 "
                           "elements");
  }
  if (!(positions * static_cast<std::uint64_t>(stride) * 4).FitsMemory()) {
    return InvalidArgument(names.stride, stride,
                           "elements for each position exceed the address "
                           "space");
  }
  return Status();
}

// A transposed convolution has as many phases as the strides' product.
Status CheckPhases(const ConvGeometry& g) {
  if (!g.transposed) return Status();
  Extent phases = 1;
  for (int axis = 0; axis < kConvAxes; ++axis) {
    phases = phases * static_cast<std::uint64_t>(AxisOf(g, axis).stride);
    if (phases.value() > kMaxPhases) {
      return InvalidArgument(kAxisNames[axis].stride, AxisOf(g, axis).stride,
                             "makes the product of the strides of a transposed "
                             "convolution more than 4096");
    }
  }
  return Status();
}

// Checks the number of terms of an output, and the size of the filter.
Status CheckTerms(const ConvGeometry& g) {
  Extent terms = static_cast<std::uint64_t>(GroupInputs(g));
  for (int axis = 0; axis < kConvAxes; ++axis) {
    terms = terms * static_cast<std::uint64_t>(AxisOf(g, axis).kernel);
  }
  if (terms.value() > static_cast<std::uint64_t>(kMaxSize)) {
    return InvalidArgument("geometry.input_channels", g.input_channels,
                           "times the taps of the filter is more than "
                           "2^31 - 1");
  }
  const Extent elements = terms * static_cast<std::uint64_t>(g.output_channels);
  return elements.FitsMemory()
             ? Status()
             : InvalidArgument("geometry.output_channels", g.output_channels,
                               "makes the filter exceed the address space");
}

}  // namespace
}  // namespace internal

Status OutputShape(const ConvGeometry& geometry, ConvShape* shape) {
  using internal::AxisOf;
  using internal::kAxisNames;
  if (shape == nullptr) {
    return internal::NullPointer("shape");
  }
  const Status of_channels = internal::CheckChannels(geometry);
  if (!of_channels.ok()) return of_channels;
  int sizes[internal::kConvAxes] = {};
  for (int i = 0; i < internal::kConvAxes; ++i) {
    const ConvAxis& axis = AxisOf(geometry, i);
    const Status of_axis =
        internal::CheckAxis(axis, geometry.transposed, kAxisNames[i]);
    if (!of_axis.ok()) return of_axis;
    const Status of_output = internal::OutputAlong(axis, geometry.transposed,
                                                   kAxisNames[i], &sizes[i]);
    if (!of_output.ok()) return of_output;
  }
  const Status of_phases = internal::CheckPhases(geometry);
  if (!of_phases.ok()) return of_phases;
  const Status of_terms = internal::CheckTerms(geometry);
  if (!of_terms.ok()) return of_terms;
  const ConvShape input = {geometry.batch, geometry.depth.input,
                           geometry.height.input, geometry.width.input,
                           geometry.input_channels};
  const Status of_input = internal::CheckTensor(
      input, internal::InputStride(geometry), geometry.input_order,
      {"images have more than 2^31 - 1 positions of the input",
       "geometry.input_stride", "geometry.input_order"});
  if (!of_input.ok()) return of_input;
  const ConvShape output = {geometry.batch, sizes[0], sizes[1], sizes[2],
                            geometry.output_channels};
  const Status of_output = internal::CheckTensor(
      output, internal::OutputStride(geometry), geometry.output_order,
      {"images have more than 2^31 - 1 positions of the output",
       "geometry.output_stride", "geometry.output_order"});
  if (of_output.ok()) *shape = output;
  return of_output;
}

void SetSamePadding(ConvAxis* axis) {
  if (axis == nullptr || axis->input < 1 || axis->kernel < 1 ||
      axis->stride < 1 || axis->dilation < 1) {
    return;
  }
  const std::int64_t output = (axis->input - 1) / axis->stride + 1;
  const std::int64_t extent =
      (std::int64_t{axis->kernel} - 1) * axis->dilation + 1;
  const std::int64_t pad = (output - 1) * axis->stride + extent - axis->input;
  if (pad > internal::kMaxSize) return;
  const int total = static_cast<int>(std::max<std::int64_t>(pad, 0));
  axis->pad_before = total / 2;
  axis->pad_after = total - total / 2;
}

}  // namespace lowp
}  // namespace gemmlowp
