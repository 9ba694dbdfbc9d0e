// The geometry of a convolution: sizes, and how the filter moves over the
// input.
//
// Tensors are NHWC: batch, depth, height, width, channels, with the channels of
// a position contiguous; or NCHW, where that is asked for. A 2-D convolution
// leaves `depth` as it is, a 1-D one `height` too: an axis of size 1 changes
// nothing.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_CONVOLUTION_CONV_GEOMETRY_H_
#define LOWP_PUBLIC_CONVOLUTION_CONV_GEOMETRY_H_

#include "../export.h"
#include "../status.h"

namespace gemmlowp {
inline namespace lowp {

// One spatial axis. Tap t of the filter meets, for output position y,
//   input position  y * stride + t * dilation - pad_before;
// transposed, input position i and tap t add to
//   output position i * stride + t * dilation - pad_before.
// Positions outside the input hold its zero point, those outside the output do
// not exist.
struct ConvAxis {
  int input = 1;     // positions
  int kernel = 1;    // taps
  int stride = 1;    // transposed, in the output; the axes' product is <= 4096
  int dilation = 1;  // between taps
  int pad_before = 0;
  int pad_after = 0;
  // Extra positions at the end of a transposed convolution's output, fewer than
  // the larger of stride and dilation; otherwise 0.
  int output_padding = 0;
};

// The order of a tensor's dimensions, the last one contiguous.
enum class ConvOrder {
  kChannelsLast,   // NHWC of TensorFlow: batch, depth, height, width, channels
  kChannelsFirst,  // NCHW of ONNX, PyTorch and Caffe: channels behind the batch
};

// output(b, y, o) = pipeline(
//     sum over taps t and channels i of o's group of
//       (input(b, y * stride + t * dilation - pad_before, i) - input zero
//       point)
//         * (filter(o, t, i) - filter zero point(o)))
//
// Group g has input channels [g, g + 1) * input_channels / groups and as many
// shares of output channels. A depthwise convolution with multiplier m has
// groups = input_channels and output_channels = m * input_channels: output
// channel i * m + j belongs to input channel i.
struct ConvGeometry {
  // Images. Of a batch of 0, everything is checked as of one image, and nothing
  // is computed; tensors may be null.
  int batch = 1;
  int input_channels = 1;
  int output_channels = 1;
  int groups = 1;
  ConvAxis depth, height, width;
  bool transposed = false;
  // For a tensor that is a slice of the channels of a wider one, the number of
  // channels of the wider one: elements from one position to the next or, with
  // channels first, planes from one image to the next. 0: input_channels or
  // output_channels.
  int input_stride = 0;
  int output_stride = 0;
  ConvOrder input_order = ConvOrder::kChannelsLast;
  ConvOrder output_order = ConvOrder::kChannelsLast;
};

struct ConvShape {
  int batch, depth, height, width, channels;
};

// The shape of the output. Along each axis, with extent = (kernel - 1) *
// dilation + 1 and pad = pad_before + pad_after,
//   (input + pad - extent) / stride + 1, rounded down, or transposed
//   (input - 1) * stride + extent - pad + output_padding.
// Fails with kInvalidArgument
//   if `shape` is null, the batch or a padding is negative, or another size is
//     less than 1;
//   if the padded input is smaller than the filter or, transposed, the padding
//     takes the whole output;
//   if the taps, the padded input or, transposed, the output with its padding
//     span more than 2^31 - 1 positions along an axis;
//   if `groups` does not divide both numbers of channels;
//   if input_stride or output_stride is not 0 and less than the channels;
//   if the taps times the input channels of a group exceed 2^31 - 1;
//   if a tensor, of one image at least, has more than 2^31 - 1 positions or,
//     with channels first, an image of more than 2^30 - 1 elements, or exceeds
//     the address space;
//   if another limit that ConvAxis states is exceeded, or an order is not a
//     ConvOrder.
// The status names the parameter: "geometry.width.stride".
LOWP_EXPORT Status OutputShape(const ConvGeometry& geometry, ConvShape* shape);

// Sets the padding so that the output has ceil(input / stride) positions, as
// TensorFlow's "SAME" does: of an odd padding the larger half comes after. Does
// nothing if `axis` is null, if its input, kernel, stride or dilation is less
// than 1, or if the padding would exceed 2^31 - 1.
LOWP_EXPORT void SetSamePadding(ConvAxis* axis);

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_CONVOLUTION_CONV_GEOMETRY_H_
