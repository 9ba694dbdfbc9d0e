/* Operators other than matrix products: pooling, sums and products of tensors,
 * joining, padding, copies with strides, resizing, where extremes lie.
 *
 * Each is a struct that describes it and a function that runs it:
 *
 *   lowp_pooling pooling = {
 *       .size = sizeof(pooling), .type = LOWP_UINT8, .form = LOWP_POOL_MAX,
 *       .geometry = &geometry, .input = x, .output = y};
 *   if (lowp_pool(context, &pooling) != LOWP_OK) puts(lowp_error_message());
 *
 * Tensors are contiguous, of LOWP_UINT8, LOWP_INT8 or LOWP_INT16; images are
 * NHWC. The arithmetic is that of the C++ functions, public/operators, whose
 * comments have every formula. Nothing is written by a call that fails.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#ifndef LOWP_PUBLIC_C_LOWP_OPERATORS_H_
#define LOWP_PUBLIC_C_LOWP_OPERATORS_H_

#include <stddef.h>
#include <stdint.h>

#include "context.h"
#include "convolution.h"
#include "matrix.h"
#include "stage_values.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the operators' structs are made of. These do not grow. */

/* Results are clamped to low..high. Both 0: to the range of the type. */
typedef struct lowp_range {
  int32_t low;
  int32_t high;
} lowp_range;

/* The real number multiplier * 2^(exponent - 31); the exponent lies in -31..31
 * (lowp_quantize_multiplier). */
typedef struct lowp_multiplier {
  int32_t multiplier;
  int32_t exponent;
} lowp_multiplier;

/* real = scale * (value - zero_point) */
typedef struct lowp_tensor_scale {
  float scale;
  int32_t zero_point;
} lowp_tensor_scale;

/* ---- Pooling ------------------------------------------------------------ */

/* x are the values of a window in the input, n their number, and
 * S = sum(x - input_zero_point). Divisions of integers round to nearest, ties
 * away from zero. */
typedef int32_t lowp_pool_form;
enum {
  LOWP_POOL_MAX = 0,
  LOWP_POOL_DIVIDE = 1, /* sum(x) / n */
  /* SCALE(S) / n + output_zero_point */
  LOWP_POOL_RESCALE_THEN_DIVIDE = 2,
  /* SCALE(S) + output_zero_point, of windows without padding, whose size the
   * multiplier divides by (lowp_mean_multiplier) */
  LOWP_POOL_RESCALE = 3,
  /* round(float(S) * (input_scale / (output_scale * n))) + output_zero_point,
   * ties to even, or away from zero */
  LOWP_POOL_REAL_EVEN = 4,
  LOWP_POOL_REAL_AWAY = 5
};

/* Of every form but LOWP_POOL_MAX. This struct does not grow. */
typedef struct lowp_average {
  int32_t counts_padding; /* 0 or 1: n counts positions in the padding, which
                             hold the input's zero point */
  int32_t input_zero_point;
  int32_t output_zero_point;
  lowp_multiplier multiplier;
  lowp_rounding rounding; /* of SCALE, as in LOWP_STAGE_SCALE */
  float input_scale;      /* of the two real forms; positive */
  float output_scale;
} lowp_average;

/* The geometry is that of a convolution whose filter takes no part:
 * output_channels, groups and transposed stay 0, and the output has the input's
 * channels. Padding takes no part in maxima. */
typedef struct lowp_pooling {
  size_t size; /* sizeof(lowp_pooling) */
  lowp_type type;
  lowp_pool_form form;
  const lowp_conv_geometry* geometry;
  const void* input;
  void* output;
  lowp_range range;
  lowp_average average;
} lowp_pooling;

LOWP_C_API lowp_status lowp_pool(lowp_context* context,
                                 const lowp_pooling* pooling);

/* `multiplier` divided by n, 1 or more, as TensorFlow Lite's MEAN does. */
LOWP_C_API lowp_status lowp_mean_multiplier(const lowp_multiplier* multiplier,
                                            int64_t n, lowp_multiplier* mean);

/* ---- Sums, products and choices ----------------------------------------- */

/* An operand of fewer elements than the other is repeated: the larger count is
 * a multiple of the smaller one. The result has as many elements as the larger
 * operand, and may be an operand of that size. This struct does not grow. */
typedef struct lowp_operands {
  lowp_type type;
  const void* x;
  size_t x_count;
  const void* y;
  size_t y_count;
  void* result;
  lowp_range range;
} lowp_operands;

/* LOWP_STAGE_RESIDUAL_ADDITION with x as the value and y as the residual. This
 * struct does not grow. */
typedef struct lowp_sum_numbers {
  int32_t left_shift; /* 0..30 */
  int32_t input_zero_point;
  int32_t input_multiplier;
  int32_t input_exponent; /* exponents: -31..31 */
  int32_t residual_zero_point;
  int32_t residual_multiplier;
  int32_t residual_exponent;
  int32_t result_multiplier;
  int32_t result_exponent;
  int32_t result_zero_point;
  lowp_rounding rounding;
} lowp_sum_numbers;

/* Derives the numbers from scales as TensorFlow Lite's ADD does, which shifts
 * values of 8 bits to the left by 20, those of 16 by 15. */
LOWP_C_API lowp_status lowp_make_sum_numbers(const lowp_tensor_scale* input,
                                             const lowp_tensor_scale* residual,
                                             const lowp_tensor_scale* result,
                                             int32_t left_shift,
                                             lowp_rounding rounding,
                                             lowp_sum_numbers* numbers);

typedef struct lowp_addition {
  size_t size; /* sizeof(lowp_addition) */
  lowp_operands operands;
  lowp_sum_numbers addition;
} lowp_addition;

LOWP_C_API lowp_status lowp_add(lowp_context* context,
                                const lowp_addition* addition);

/* The square of the difference of x and y, on the same terms; the numbers are
 * in `addition`. */
LOWP_C_API lowp_status lowp_square_difference(lowp_context* context,
                                              const lowp_addition* difference);

/* Derives its numbers as TensorFlow Lite's SQUARED_DIFFERENCE does, which
 * shifts values of 8 bits to the left by 7. */
LOWP_C_API lowp_status lowp_make_difference_numbers(
    const lowp_tensor_scale* x, const lowp_tensor_scale* y,
    const lowp_tensor_scale* result, int32_t left_shift, lowp_rounding rounding,
    lowp_sum_numbers* numbers);

/* The larger of x and y, which have one scale, or the smaller one. The range of
 * the operands is not looked at. */
typedef struct lowp_choice {
  size_t size; /* sizeof(lowp_choice) */
  lowp_operands operands;
  int32_t takes_smaller; /* 0 or 1 */
} lowp_choice;

LOWP_C_API lowp_status lowp_choose(lowp_context* context,
                                   const lowp_choice* choice);

/* A sum of 8-bit tensors, prepared once: the bytes of lowp_add in a fraction of
 * its time. Of the operands, only type and range are looked at. Immutable:
 * threads may run one at the same time. */
typedef struct lowp_prepared_addition lowp_prepared_addition;

LOWP_C_API lowp_status lowp_prepare_addition(lowp_context* context,
                                             const lowp_addition* addition,
                                             lowp_prepared_addition** prepared);
LOWP_C_API void lowp_prepared_addition_destroy(
    lowp_prepared_addition* prepared);

/* Type and range of the operands are those that were prepared; the fields are
 * not looked at. */
LOWP_C_API lowp_status lowp_prepared_addition_run(
    const lowp_prepared_addition* prepared, lowp_context* context,
    const lowp_operands* operands);

typedef int32_t lowp_product_form;
enum {
  /* SCALE((x - x_zero_point) * (y - y_zero_point)) + result_zero_point */
  LOWP_PRODUCT_FIXED_POINT = 0,
  /* round(float((x - x_zero_point) * (y - y_zero_point)) * real_multiplier) +
   * result_zero_point, which is added as real_order says */
  LOWP_PRODUCT_REAL = 1
};

typedef struct lowp_multiplication {
  size_t size; /* sizeof(lowp_multiplication) */
  lowp_operands operands;
  lowp_product_form form;
  int32_t x_zero_point;
  int32_t y_zero_point;
  int32_t result_zero_point;
  lowp_multiplier multiplier;        /* x_scale * y_scale / result_scale */
  lowp_rounding rounding;            /* as in LOWP_STAGE_SCALE */
  float real_multiplier;             /* the same of LOWP_PRODUCT_REAL */
  lowp_float_rounding real_rounding; /* ONNX Runtime: 0 */
  lowp_zero_point_order real_order;  /* ONNX Runtime: LOWP_BEFORE_ROUNDING */
} lowp_multiplication;

LOWP_C_API lowp_status lowp_multiply(lowp_context* context,
                                     const lowp_multiplication* multiplication);

/* A product of 8-bit tensors in fixed point, prepared once: the bytes of
 * lowp_multiply in a fraction of its time. Of the operands, only type and range
 * are looked at. Immutable: threads may run one at the same time. */
typedef struct lowp_prepared_multiplication lowp_prepared_multiplication;

LOWP_C_API lowp_status lowp_prepare_multiplication(
    lowp_context* context, const lowp_multiplication* multiplication,
    lowp_prepared_multiplication** prepared);
LOWP_C_API void lowp_prepared_multiplication_destroy(
    lowp_prepared_multiplication* prepared);

/* As lowp_prepared_addition_run. */
LOWP_C_API lowp_status lowp_prepared_multiplication_run(
    const lowp_prepared_multiplication* prepared, lowp_context* context,
    const lowp_operands* operands);

/* ---- Parts of tensors --------------------------------------------------- */

/* A tensor of outer x size x inner elements. This struct does not grow. */
typedef struct lowp_concat_part {
  const void* data;
  size_t size; /* along the axis */
  lowp_tensor_scale quantization;
} lowp_concat_part;

/* Tensors side by side along an axis. The result has outer x (the sum of the
 * sizes) x inner elements. A part of another scale than the result's is
 * rescaled in float; values of 16 bits are only copied. */
typedef struct lowp_concatenation {
  size_t size; /* sizeof(lowp_concatenation) */
  lowp_type type;
  int32_t part_count;
  const lowp_concat_part* parts;
  size_t outer;
  size_t inner;
  lowp_tensor_scale result_quantization;
  void* result;
} lowp_concatenation;

LOWP_C_API lowp_status lowp_concat(lowp_context* context,
                                   const lowp_concatenation* concatenation);

/* The extent of a tensor along an axis, and the constants on both sides. This
 * struct does not grow. */
typedef struct lowp_pad_axis {
  int32_t size;
  int32_t before;
  int32_t after;
} lowp_pad_axis;

/* A tensor of 1 to 5 axes, the last one contiguous, with a border of `value`,
 * which is one of the type. An axis of size 0 is all border. */
typedef struct lowp_padding {
  size_t size; /* sizeof(lowp_padding) */
  lowp_type type;
  int32_t axis_count;
  const lowp_pad_axis* axes;
  const void* input;
  void* result;
  int32_t value;
} lowp_padding;

LOWP_C_API lowp_status lowp_pad(lowp_context* context,
                                const lowp_padding* padding);

/* Positions along an axis of two tensors, and the bytes from one to the next in
 * each of them, which are multiples of the element size. Those of the input may
 * be negative or 0, those of the result negative. This struct does not grow. */
typedef struct lowp_copied_axis {
  int32_t size;
  ptrdiff_t input_stride;
  ptrdiff_t result_stride;
} lowp_copied_axis;

/* Elements of a tensor in other places, such as those of axes in another order:
 *   result[i0 * r0 + i1 * r1 + ...] = input[i0 * s0 + i1 * s1 + ...]
 * The pointers are those of the elements of all indices 0. Elements that could
 * meet in the result, and tensors that overlap, are refused. */
typedef struct lowp_strided_copying {
  size_t size;          /* sizeof(lowp_strided_copying) */
  int32_t element_size; /* 1, 2, 4 or 8 bytes */
  int32_t axis_count;   /* up to 16 */
  const lowp_copied_axis* axes;
  const void* input;
  void* result;
} lowp_strided_copying;

LOWP_C_API lowp_status lowp_strided_copy(lowp_context* context,
                                         const lowp_strided_copying* copying);

/* ---- Images in another size --------------------------------------------- */

typedef int32_t lowp_resize_form;
enum {
  LOWP_RESIZE_NEAREST = 0,
  /* between two rows and two columns, in fixed point: TensorFlow Lite's of int8
   * and int16; or in float, its uint8 */
  LOWP_RESIZE_FIXED_POINT = 1,
  LOWP_RESIZE_REAL = 2
};

/* The fields are those of C++'s ResizeGeometry. This struct does not grow. */
typedef struct lowp_resize_geometry {
  int32_t batch; /* 0: 1; LOWP_NO_IMAGES: none */
  int32_t input_height;
  int32_t input_width;
  int32_t output_height;
  int32_t output_width;
  int32_t channels;
  int32_t align_corners;      /* 0 or 1 */
  int32_t half_pixel_centers; /* 0 or 1 */
} lowp_resize_geometry;

typedef struct lowp_resizing {
  size_t size; /* sizeof(lowp_resizing) */
  lowp_type type;
  lowp_resize_form form;
  const void* input;
  void* output;
  lowp_resize_geometry geometry;
} lowp_resizing;

LOWP_C_API lowp_status lowp_resize(lowp_context* context,
                                   const lowp_resizing* resizing);

/* ---- Extremes, and where they lie --------------------------------------- */

/* The elements of a tensor along an axis. This struct does not grow. */
typedef struct lowp_tensor_shape {
  size_t outer;
  size_t channels;
  size_t inner;
} lowp_tensor_shape;

/* The first channel with the largest value at each of outer x inner places, or
 * with the smallest one. */
typedef struct lowp_arg_extreme {
  size_t size; /* sizeof(lowp_arg_extreme) */
  lowp_type type;
  lowp_type index_type;  /* LOWP_INT32 or LOWP_INT64 */
  int32_t finds_minimum; /* 0 or 1 */
  lowp_tensor_shape shape;
  const void* values;
  void* indices;
} lowp_arg_extreme;

LOWP_C_API lowp_status lowp_find_extreme(lowp_context* context,
                                         const lowp_arg_extreme* extreme);

/* The largest value of the channels at each of outer x inner places, or the
 * smallest one. */
typedef struct lowp_extreme {
  size_t size; /* sizeof(lowp_extreme) */
  lowp_type type;
  int32_t finds_minimum; /* 0 or 1 */
  lowp_tensor_shape shape;
  const void* values;
  void* result;
} lowp_extreme;

LOWP_C_API lowp_status lowp_reduce_extreme(lowp_context* context,
                                           const lowp_extreme* extreme);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_PUBLIC_C_LOWP_OPERATORS_H_ */
