/* Convolutions of 8-bit tensors, exact, with the output pipelines of products.
 *
 *   lowp_conv_geometry geometry = {
 *       .size = sizeof(geometry), .input_channels = 64, .output_channels = 128,
 *       .height = {.input = 56, .kernel = 3},
 *       .width = {.input = 56, .kernel = 3}};
 *   lowp_conv_set_same_padding(&geometry.height);
 *   lowp_conv_set_same_padding(&geometry.width);
 *   lowp_filter_pack(&geometry, weights, LOWP_INT8, LOWP_FILTER_ODHWI, NULL,
 *                    &filter);
 *   const lowp_conv conv = {
 *       .size = sizeof(conv), .geometry = &geometry, .filter = filter,
 *       .input_type = LOWP_UINT8, .output_type = LOWP_UINT8,
 *       .input_zero_point = 128, .stages = stages, .stage_count = 4};
 *   lowp_prepare_conv(context, &conv, &prepared);
 *   lowp_prepared_conv_run(prepared, context, input, output);
 *
 * Tensors are NHWC: batch, depth, height, width, channels, with the channels of
 * a position contiguous; or NCHW, where that is asked for. A 2-D convolution
 * leaves `depth` as it is, all zeros, and a 1-D one `height` too.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#ifndef LOWP_PUBLIC_C_LOWP_CONVOLUTION_H_
#define LOWP_PUBLIC_C_LOWP_CONVOLUTION_H_

#include <stddef.h>
#include <stdint.h>

#include "context.h"
#include "matrix.h"
#include "stages.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One spatial axis. Tap t of the filter meets, for output position y,
 *   input position  y * stride + t * dilation - pad_before;
 * transposed, input position i and tap t add to
 *   output position i * stride + t * dilation - pad_before.
 * Positions outside the input hold its zero point, those outside the output do
 * not exist. This struct does not grow. */
typedef struct lowp_conv_axis {
  int32_t input;    /* positions; 0: 1 */
  int32_t kernel;   /* taps; 0: 1 */
  int32_t stride;   /* 0: 1; transposed, in the output, and the axes' product
                       is at most 4096 */
  int32_t dilation; /* between taps; 0: 1 */
  int32_t pad_before;
  int32_t pad_after;
  /* Extra positions at the end of a transposed convolution's output, fewer than
   * the larger of stride and dilation; otherwise 0. */
  int32_t output_padding;
} lowp_conv_axis;

/* The order of a tensor's dimensions, the last one contiguous. */
typedef int32_t lowp_conv_order;
enum {
  /* NHWC of TensorFlow: batch, depth, height, width, channels */
  LOWP_CHANNELS_LAST = 0,
  /* NCHW of ONNX, PyTorch and Caffe: channels behind the batch */
  LOWP_CHANNELS_FIRST = 1
};

/* An empty batch, which 0 is not. Everything is checked as for one image, and
 * nothing is computed; tensors may be NULL. */
enum { LOWP_NO_IMAGES = -1 };

/* output(b, y, o) = stages(
 *     sum over taps t and channels i of o's group of
 *       (input(b, y * stride + t * dilation - pad_before, i) -
 *        input_zero_point) * (filter(o, t, i) - filter zero point(o)))
 *
 * Group g has input channels [g, g + 1) * input_channels / groups and as many
 * shares of output channels. A depthwise convolution with multiplier m has
 * groups = input_channels and output_channels = m * input_channels. */
typedef struct lowp_conv_geometry {
  size_t size;   /* sizeof(lowp_conv_geometry) */
  int32_t batch; /* 0: 1; LOWP_NO_IMAGES: none */
  int32_t input_channels;
  int32_t output_channels;
  int32_t groups; /* 0: 1 */
  lowp_conv_axis depth;
  lowp_conv_axis height;
  lowp_conv_axis width;
  int32_t transposed; /* 0 or 1 */
  /* For a tensor that is a slice of the channels of a wider one, the number of
   * channels of the wider one: elements from one position to the next or, with
   * channels first, planes from one image to the next. 0: input_channels or
   * output_channels. */
  int32_t input_stride;
  int32_t output_stride;
  lowp_conv_order input_order;
  lowp_conv_order output_order;
} lowp_conv_geometry;

typedef struct lowp_conv_shape {
  size_t size; /* sizeof(lowp_conv_shape), set by the caller */
  int32_t batch;
  int32_t depth;
  int32_t height;
  int32_t width;
  int32_t channels;
} lowp_conv_shape;

/* The shape of the output. Along each axis, with extent = (kernel - 1) *
 * dilation + 1 and pad = pad_before + pad_after,
 *   (input + pad - extent) / stride + 1, rounded down, or transposed
 *   (input - 1) * stride + extent - pad + output_padding.
 * A refusal names the field: "geometry.width.stride". */
LOWP_C_API lowp_status lowp_conv_output_shape(
    const lowp_conv_geometry* geometry, lowp_conv_shape* shape);

/* Sets the padding so that the output has ceil(input / stride) positions, as
 * TensorFlow's "SAME" does: of an odd padding the larger half comes after. If
 * input, kernel, stride or dilation is negative, or the padding would exceed
 * 2^31 - 1, it changes nothing, and succeeds. */
LOWP_C_API lowp_status lowp_conv_set_same_padding(lowp_conv_axis* axis);

/* ---- Filters ------------------------------------------------------------ */

/* A filter in the layout of one backend's kernels, packed once for use in many
 * convolutions: all with the same channels, groups and kernel and, if they are
 * transposed, the same strides and dilations. Immutable, as a lowp_packed. */
typedef struct lowp_filter lowp_filter;

/* The order of the dimensions of weights, the last one contiguous: O counts
 * output channels, I the input channels of a group, D, H and W taps. */
typedef int32_t lowp_filter_layout;
enum {
  LOWP_FILTER_ODHWI = 0, /* OHWI of TFLite */
  LOWP_FILTER_OIDHW = 1, /* OIHW of ONNX and PyTorch */
  LOWP_FILTER_DHWIO = 2, /* HWIO of TensorFlow */
  /* IOHW of ONNX's and PyTorch's transposed convolutions: I counts all input
   * channels, O the output channels of a group. */
  LOWP_FILTER_IODHW = 3
};

/* Packs contiguous weights of LOWP_UINT8 or LOWP_INT8. A NULL backend means the
 * one that convolutions use by default. */
LOWP_C_API lowp_status lowp_filter_pack(const lowp_conv_geometry* geometry,
                                        const void* weights, lowp_type type,
                                        lowp_filter_layout layout,
                                        const char* backend,
                                        lowp_filter** filter);

/* Saved bytes (lowp_filter_info), copied or used where they are: as
 * lowp_packed_load and lowp_packed_map. */
LOWP_C_API lowp_status lowp_filter_load(const void* blob, size_t bytes,
                                        lowp_filter** filter);
LOWP_C_API lowp_status lowp_filter_map(const void* blob, size_t bytes,
                                       lowp_filter** filter);

/* Convolutions prepared with it keep what they need of it. */
LOWP_C_API void lowp_filter_destroy(lowp_filter* filter);

typedef struct lowp_filter_info {
  size_t size;      /* sizeof(lowp_filter_info), set by the caller */
  const void* data; /* the bytes to save, */
  size_t bytes;     /* and how many */
  /* Whose format it has; "any" if the values are stored plainly and arranged
   * when a convolution is prepared. */
  const char* backend;
} lowp_filter_info;

/* The string and the bytes belong to the filter. */
LOWP_C_API lowp_status lowp_filter_get_info(const lowp_filter* filter,
                                            lowp_filter_info* info);

/* ---- Convolutions ------------------------------------------------------- */

/* The output is a matrix to the stages: a row for each position, in order of
 * batch, depth, height and width, and a column for each output channel. So
 * parameters of each channel are LOWP_PER_COLUMN. Zero points are subtracted.
 * Sums of LOWP_INT16 are exact int64 values: see int16.h. */
typedef struct lowp_conv {
  size_t size; /* sizeof(lowp_conv) */
  const lowp_conv_geometry* geometry;
  const lowp_filter* filter;
  lowp_type input_type;      /* LOWP_UINT8, LOWP_INT8 or LOWP_INT16 */
  lowp_type output_type;     /* what the last stage yields */
  int32_t input_zero_point;  /* also what the padding holds */
  int32_t filter_zero_point; /* of the filter's type, for all output channels */
  /* If not NULL, one for each output channel, and filter_zero_point must be 0.
   */
  const int32_t* filter_zero_points;
  const lowp_stage* stages;
  int32_t stage_count;
} lowp_conv;

/* A convolution that is ready to run. Immutable, as a lowp_prepared. */
typedef struct lowp_prepared_conv lowp_prepared_conv;

/* For as many threads as the context allows. Geometry, filter, zero points and
 * stages are kept; vectors, tables, matrices and state that stages refer to
 * must outlive the prepared convolution, and vectors must keep their values. */
LOWP_C_API lowp_status lowp_prepare_conv(lowp_context* context,
                                         const lowp_conv* conv,
                                         lowp_prepared_conv** prepared);
LOWP_C_API void lowp_prepared_conv_destroy(lowp_prepared_conv* prepared);

/* The bytes that lowp_prepared_conv_run_in needs, at any alignment. */
LOWP_C_API lowp_status lowp_prepared_conv_workspace_bytes(
    const lowp_prepared_conv* prepared, size_t* bytes);

/* How runs compute, in words; text, capacity and length as in lowp_plan_gemm.
 */
LOWP_C_API lowp_status
lowp_prepared_conv_plan(const lowp_prepared_conv* prepared, char* text,
                        size_t capacity, size_t* length);

/* Computes with the memory and threads of a context, or with the caller's,
 * which allocates nothing. If `executor` is NULL, the calling thread computes
 * everything. Input and output point to the first elements of tensors, which
 * must not overlap. */
LOWP_C_API lowp_status
lowp_prepared_conv_run(const lowp_prepared_conv* prepared,
                       lowp_context* context, const void* input, void* output);
LOWP_C_API lowp_status lowp_prepared_conv_run_in(
    const lowp_prepared_conv* prepared, const void* input, void* output,
    void* workspace, size_t workspace_bytes, const lowp_executor* executor);

/* ---- Windows as matrices ------------------------------------------------ */

/* Copies the windows of one group of a convolution, which is not transposed,
 * into `rows`, a row-major matrix of the input's type, LOWP_UINT8, LOWP_INT8 or
 * LOWP_INT16: row r is what output position r sums, in order of depth, height,
 * width and channels, with zero_point in the padding. Of LOWP_INT16 zero_point
 * has to be 0. */
LOWP_C_API lowp_status lowp_im2col(const lowp_conv_geometry* geometry,
                                   int32_t group, const void* input,
                                   int32_t zero_point, const lowp_matrix* rows);

/* Adds rows into one group of the output of a transposed convolution: `rows`,
 * row-major LOWP_INT32, has a row for each position of the input, what it adds
 * to the positions around it. Each element of the group's output becomes the
 * sum, modulo 2^32, of all values that are added to it, or 0 if there are
 * none. */
LOWP_C_API lowp_status lowp_col2im(const lowp_conv_geometry* geometry,
                                   int32_t group, const lowp_matrix* rows,
                                   int32_t* output);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_PUBLIC_C_LOWP_CONVOLUTION_H_ */
