/* Operators: each once with values that are easy to see, and what is refused.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

static void TestPooling(void) {
  const uint8_t x[8] = {1, 2, 30, 4, 5, 6, 7, 8}; /* 4 positions, 2 channels */
  uint8_t y[4] = {0};
  lowp_conv_geometry geometry;
  lowp_pooling pooling;
  lowp_multiplier multiplier = {1 << 30, 1}, mean = {0, 0};
  memset(&geometry, 0, sizeof(geometry));
  geometry.size = sizeof(geometry);
  geometry.input_channels = 2;
  geometry.width.input = 4;
  geometry.width.kernel = geometry.width.stride = 2;
  memset(&pooling, 0, sizeof(pooling));
  pooling.size = sizeof(pooling);
  pooling.type = LOWP_UINT8;
  pooling.geometry = &geometry;
  pooling.input = x;
  pooling.output = y;
  EXPECT_OK(lowp_pool(context, &pooling));
  EXPECT(y[0] == 30 && y[1] == 4 && y[2] == 7 && y[3] == 8);
  pooling.range.high = 8;
  EXPECT_OK(lowp_pool(context, &pooling));
  EXPECT(y[0] == 8);
  pooling.range.high = 0;
  pooling.form = LOWP_POOL_DIVIDE;
  EXPECT_OK(lowp_pool(context, &pooling));
  EXPECT(y[0] == 16 && y[1] == 3 && y[2] == 6 && y[3] == 7); /* 15.5: away */
  pooling.form = LOWP_POOL_REAL_EVEN;
  pooling.average.input_scale = pooling.average.output_scale = 0.5f;
  EXPECT_OK(lowp_pool(context, &pooling));
  EXPECT(y[0] == 16); /* 15.5: to even */
  EXPECT_SHAPE(lowp_pool, lowp_pooling, pooling, "pooling");
#define EXPECT_POOL(field, value, argument) \
  EXPECT_WITHOUT(lowp_pool, lowp_pooling, pooling, field, value, argument)
  EXPECT_POOL(type, LOWP_INT32, "pooling.type");
  EXPECT_POOL(form, 6, "pooling.form");
  EXPECT_POOL(form, -1, "pooling.form");
  EXPECT_POOL(geometry, NULL, "pooling.geometry");
  EXPECT_POOL(input, NULL, "input");
  EXPECT_POOL(output, NULL, "output");
  EXPECT_POOL(range.high, 256, "range.high");
  EXPECT_POOL(average.counts_padding, 2, "average.counts_padding");
  EXPECT_POOL(average.rounding, 5, "average.rounding");
  EXPECT_POOL(average.input_scale, 0, "average.input_scale");
  EXPECT_POOL(average.output_zero_point, 256, "average.output_zero_point");
  geometry.groups = 2;
  EXPECT_REFUSED(lowp_pool(context, &pooling), "geometry.groups");
  EXPECT_OK(lowp_mean_multiplier(&multiplier, 4, &mean));
  EXPECT(mean.multiplier == 1 << 30 && mean.exponent == -1);
  EXPECT_REFUSED(lowp_mean_multiplier(&multiplier, 0, &mean), "n");
  EXPECT_REFUSED(lowp_mean_multiplier(NULL, 1, &mean), "multiplier");
  EXPECT_REFUSED(lowp_mean_multiplier(&multiplier, 1, NULL), "mean");
}

static void TestPreparedSum(const lowp_addition* addition) {
  lowp_prepared_addition* sum = NULL;
  int8_t r[4] = {0};
  lowp_addition wide = *addition;
  lowp_operands operands = addition->operands;
  EXPECT_OK(lowp_prepare_addition(context, addition, &sum));
  operands.result = r;
  operands.type = 99; /* is not looked at */
  EXPECT_OK(lowp_prepared_addition_run(sum, context, &operands));
  EXPECT(memcmp(r, addition->operands.result, 4) == 0);
  EXPECT_REFUSED(lowp_prepared_addition_run(NULL, context, &operands),
                 "prepared");
  EXPECT_REFUSED(lowp_prepared_addition_run(sum, NULL, &operands), "context");
  EXPECT_REFUSED(lowp_prepared_addition_run(sum, context, NULL), "operands");
  operands.y_count = 3;
  EXPECT_REFUSED(lowp_prepared_addition_run(sum, context, &operands),
                 "y_count");
  lowp_prepared_addition_destroy(sum);
  lowp_prepared_addition_destroy(NULL);
  EXPECT_REFUSED(lowp_prepare_addition(NULL, addition, &sum), "context");
  EXPECT_REFUSED(lowp_prepare_addition(context, NULL, &sum), "addition");
  EXPECT_REFUSED(lowp_prepare_addition(context, addition, NULL), "prepared");
  wide.operands.type = LOWP_INT16;
  EXPECT_REFUSED(lowp_prepare_addition(context, &wide, &sum), "operands.type");
}

static void TestSum(void) {
  const int8_t x[4] = {10, -20, 127, 0};
  const int8_t y[2] = {1, -128};
  int8_t r[4] = {0};
  const lowp_tensor_scale one = {1, 0}, half = {0.5f, 0}, none = {0, 0};
  lowp_addition addition;
  memset(&addition, 0, sizeof(addition));
  addition.size = sizeof(addition);
  addition.operands.type = LOWP_INT8;
  addition.operands.x = x;
  addition.operands.x_count = 4;
  addition.operands.y = y;
  addition.operands.y_count = 2;
  addition.operands.result = r;
  EXPECT_OK(
      lowp_make_sum_numbers(&half, &one, &one, 20, 0, &addition.addition));
  EXPECT_OK(lowp_add(context, &addition));
  EXPECT(r[0] == 6 && r[1] == -128 && r[2] == 65 && r[3] == -128);
  TestPreparedSum(&addition);
  EXPECT_SHAPE(lowp_add, lowp_addition, addition, "addition");
#define EXPECT_ADD(field, value, argument) \
  EXPECT_WITHOUT(lowp_add, lowp_addition, addition, field, value, argument)
  EXPECT_ADD(operands.type, LOWP_FLOAT32, "operands.type");
  EXPECT_ADD(operands.x, NULL, "x");
  EXPECT_ADD(operands.y, NULL, "y");
  EXPECT_ADD(operands.result, NULL, "result");
  EXPECT_ADD(operands.y_count, 3, "y_count");
  EXPECT_ADD(operands.range.low, -129, "range.low");
  EXPECT_ADD(addition.left_shift, 31, "addition.left_shift");
  EXPECT_ADD(addition.rounding, 5, "addition.rounding");
  EXPECT_REFUSED(
      lowp_make_sum_numbers(&none, &one, &one, 20, 0, &addition.addition),
      "input.scale");
  EXPECT_REFUSED(
      lowp_make_sum_numbers(&one, &one, &one, 20, 5, &addition.addition),
      "rounding");
  EXPECT_REFUSED(
      lowp_make_sum_numbers(&one, &one, &one, 31, 0, &addition.addition),
      "left_shift");
  EXPECT_REFUSED(
      lowp_make_sum_numbers(&one, NULL, &one, 20, 0, &addition.addition),
      "residual");
  EXPECT_REFUSED(lowp_make_sum_numbers(&one, &one, &one, 20, 0, NULL),
                 "numbers");
}

static void TestSquaredDifference(void) {
  const int8_t x[4] = {10, -20, 100, 0};
  const int8_t y[2] = {6, -10};
  int8_t r[4] = {0};
  const lowp_tensor_scale one = {1, 0}, none = {0, 0};
  lowp_addition difference;
  memset(&difference, 0, sizeof(difference));
  difference.size = sizeof(difference);
  difference.operands.type = LOWP_INT8;
  difference.operands.x = x;
  difference.operands.x_count = 4;
  difference.operands.y = y;
  difference.operands.y_count = 2;
  difference.operands.result = r;
  EXPECT_OK(lowp_make_difference_numbers(&one, &one, &one, 7, 0,
                                         &difference.addition));
  EXPECT_OK(lowp_square_difference(context, &difference));
  EXPECT(r[0] == 16 && r[1] == 100 && r[2] == 127 && r[3] == 100);
  EXPECT_SHAPE(lowp_square_difference, lowp_addition, difference, "difference");
  EXPECT_WITHOUT(lowp_square_difference, lowp_addition, difference,
                 addition.left_shift, 31, "difference.left_shift");
  EXPECT_REFUSED(lowp_make_difference_numbers(&none, &one, &one, 7, 0,
                                              &difference.addition),
                 "x.scale");
  EXPECT_REFUSED(lowp_make_difference_numbers(&one, NULL, &one, 7, 0,
                                              &difference.addition),
                 "y");
}

static void TestProductOfTensors(void) {
  const int16_t x[2] = {100, -7};
  const int16_t y[1] = {10};
  int16_t r[2] = {0};
  lowp_multiplication product;
  memset(&product, 0, sizeof(product));
  product.size = sizeof(product);
  product.operands.type = LOWP_INT16;
  product.operands.x = x;
  product.operands.x_count = 2;
  product.operands.y = y;
  product.operands.y_count = 1;
  product.operands.result = r;
  product.y_zero_point = 5;
  product.result_zero_point = 1;
  product.multiplier.multiplier = 1 << 30; /* 1/2 */
  EXPECT_OK(lowp_multiply(context, &product));
  EXPECT(r[0] == 251 && r[1] == -16); /* -17.5, ties up: -17 + 1 */
  product.form = LOWP_PRODUCT_REAL;
  product.real_multiplier = 0.5f;
  EXPECT_OK(lowp_multiply(context, &product));
  EXPECT(r[0] == 251 && r[1] == -17); /* -17.5 to even: -18 + 1 */
  product.real_rounding = LOWP_FLOAT_ROUNDING_TRUNCATE;
  EXPECT_OK(lowp_multiply(context, &product));
  EXPECT(r[1] == -16);
  EXPECT_SHAPE(lowp_multiply, lowp_multiplication, product, "multiplication");
#define EXPECT_MULTIPLY(field, value, argument)                             \
  EXPECT_WITHOUT(lowp_multiply, lowp_multiplication, product, field, value, \
                 argument)
  EXPECT_MULTIPLY(form, 2, "multiplication.form");
  EXPECT_MULTIPLY(rounding, 5, "multiplication.rounding");
  EXPECT_MULTIPLY(real_rounding, 5, "multiplication.real_rounding");
  EXPECT_MULTIPLY(real_order, 2, "multiplication.real_order");
  EXPECT_MULTIPLY(real_multiplier, HUGE_VALF, "multiplication.real_multiplier");
  EXPECT(strstr(lowp_error_message(), "real_multiplier = inf:") != NULL);
  EXPECT_MULTIPLY(operands.type, 0, "operands.type");
  EXPECT_MULTIPLY(operands.x, NULL, "x");
}

static void TestPreparedProduct(void) {
  const int8_t x[4] = {10, -20, 127, 0}, y[2] = {3, -128};
  int8_t r[4] = {0}, expected[4] = {0};
  lowp_prepared_multiplication* prepared = NULL;
  lowp_operands operands;
  lowp_multiplication product;
  memset(&product, 0, sizeof(product));
  product.size = sizeof(product);
  product.operands.type = LOWP_INT8;
  product.operands.x = x;
  product.operands.x_count = 4;
  product.operands.y = y;
  product.operands.y_count = 2;
  product.operands.result = expected;
  product.multiplier.multiplier = 1610612736; /* 3/16 */
  product.multiplier.exponent = -2;
  EXPECT_OK(lowp_multiply(context, &product));
  /* 5.625; 480, clamped; 71.4, which is 286 / 4 after the first rounding */
  EXPECT(expected[0] == 6 && expected[1] == 127 && expected[2] == 72);
  EXPECT_OK(lowp_prepare_multiplication(context, &product, &prepared));
  operands = product.operands;
  operands.result = r;
  operands.type = 99; /* is not looked at */
  EXPECT_OK(lowp_prepared_multiplication_run(prepared, context, &operands));
  EXPECT(memcmp(r, expected, 4) == 0);
  EXPECT_REFUSED(lowp_prepared_multiplication_run(NULL, context, &operands),
                 "prepared");
  EXPECT_REFUSED(lowp_prepared_multiplication_run(prepared, NULL, &operands),
                 "context");
  EXPECT_REFUSED(lowp_prepared_multiplication_run(prepared, context, NULL),
                 "operands");
  operands.y_count = 3;
  EXPECT_REFUSED(lowp_prepared_multiplication_run(prepared, context, &operands),
                 "y_count");
  lowp_prepared_multiplication_destroy(prepared);
  lowp_prepared_multiplication_destroy(NULL);
  EXPECT_REFUSED(lowp_prepare_multiplication(NULL, &product, &prepared),
                 "context");
  EXPECT_REFUSED(lowp_prepare_multiplication(context, NULL, &prepared),
                 "multiplication");
  EXPECT_REFUSED(lowp_prepare_multiplication(context, &product, NULL),
                 "prepared");
  product.form = LOWP_PRODUCT_REAL;
  EXPECT_REFUSED(lowp_prepare_multiplication(context, &product, &prepared),
                 "multiplication.form");
  product.form = LOWP_PRODUCT_FIXED_POINT;
  product.rounding = 5;
  EXPECT_REFUSED(lowp_prepare_multiplication(context, &product, &prepared),
                 "multiplication.rounding");
  product.rounding = 0;
  product.operands.type = LOWP_INT16;
  EXPECT_REFUSED(lowp_prepare_multiplication(context, &product, &prepared),
                 "operands.type");
}

static void TestParts(void) {
  const uint8_t x[2] = {1, 2}, y[4] = {10, 20, 30, 40};
  uint8_t r[12] = {0};
  lowp_concat_part parts[2];
  lowp_concatenation all;
  lowp_pad_axis axes[6];
  lowp_padding padding;
  memset(parts, 0, sizeof(parts));
  parts[0].data = x;
  parts[0].size = 1;
  parts[0].quantization.scale = 1;
  parts[1].data = y;
  parts[1].size = 2;
  parts[1].quantization.scale = 0.5f;
  memset(&all, 0, sizeof(all));
  all.size = sizeof(all);
  all.type = LOWP_UINT8;
  all.parts = parts;
  all.part_count = 2;
  all.outer = 2;
  all.inner = 1;
  all.result_quantization.scale = 1;
  all.result = r;
  EXPECT_OK(lowp_concat(context, &all));
  EXPECT(r[0] == 1 && r[1] == 5 && r[2] == 10 && r[3] == 2 && r[5] == 20);
  EXPECT_SHAPE(lowp_concat, lowp_concatenation, all, "concatenation");
#define EXPECT_CONCAT(field, value, argument) \
  EXPECT_WITHOUT(lowp_concat, lowp_concatenation, all, field, value, argument)
  EXPECT_CONCAT(type, LOWP_INT32, "concatenation.type");
  EXPECT_CONCAT(part_count, 0, "part_count");
  EXPECT_CONCAT(parts, NULL, "parts");
  EXPECT_CONCAT(result, NULL, "result");
  EXPECT_CONCAT(result_quantization.scale, 0, "result_quantization.scale");
  EXPECT_CONCAT(type, LOWP_INT16, "parts.quantization");

  memset(axes, 0, sizeof(axes));
  axes[0].size = axes[1].size = 2;
  axes[0].before = axes[1].after = 1;
  memset(&padding, 0, sizeof(padding));
  padding.size = sizeof(padding);
  padding.type = LOWP_UINT8;
  padding.axes = axes;
  padding.axis_count = 2;
  padding.input = y;
  padding.result = r;
  padding.value = 7;
  EXPECT_OK(lowp_pad(context, &padding));
  EXPECT(r[0] == 7 && r[2] == 7 && r[3] == 10 && r[4] == 20 && r[5] == 7);
  EXPECT_SHAPE(lowp_pad, lowp_padding, padding, "padding");
#define EXPECT_PAD(field, value, argument) \
  EXPECT_WITHOUT(lowp_pad, lowp_padding, padding, field, value, argument)
  EXPECT_PAD(type, LOWP_INT32, "padding.type");
  EXPECT_PAD(axes, NULL, "axes");
  EXPECT_PAD(axis_count, 0, "axis_count");
  EXPECT_PAD(axis_count, 6, "axis_count");
  axes[2].size = -1;
  EXPECT_PAD(axis_count, 3, "axes.size");
  EXPECT_PAD(value, 256, "value");
  EXPECT_PAD(input, NULL, "input");
  axes[1].size = 0;
  padding.input = NULL;
  r[3] = 0;
  EXPECT_OK(lowp_pad(context, &padding));
  EXPECT(r[0] == 7 && r[1] == 7 && r[2] == 7 && r[3] == 0);
}

static void TestResizing(void) {
  const int8_t x[2] = {0, 10};
  int8_t y[4] = {0};
  lowp_resizing resizing;
  memset(&resizing, 0, sizeof(resizing));
  resizing.size = sizeof(resizing);
  resizing.type = LOWP_INT8;
  resizing.geometry.input_height = resizing.geometry.output_height = 1;
  resizing.geometry.input_width = 2;
  resizing.geometry.output_width = 4;
  resizing.geometry.channels = 1;
  resizing.input = x;
  resizing.output = y;
  EXPECT_OK(lowp_resize(context, &resizing));
  EXPECT(y[0] == 0 && y[1] == 0 && y[2] == 10 && y[3] == 10);
  resizing.form = LOWP_RESIZE_FIXED_POINT;
  EXPECT_OK(lowp_resize(context, &resizing));
  EXPECT(y[0] == 0 && y[1] == 5 && y[2] == 10 && y[3] == 10);
  EXPECT_SHAPE(lowp_resize, lowp_resizing, resizing, "resizing");
#define EXPECT_RESIZE(field, value, argument) \
  EXPECT_WITHOUT(lowp_resize, lowp_resizing, resizing, field, value, argument)
  EXPECT_RESIZE(type, LOWP_INT32, "resizing.type");
  EXPECT_RESIZE(form, 3, "resizing.form");
  EXPECT_RESIZE(geometry.channels, 0, "geometry.channels");
  EXPECT_RESIZE(geometry.align_corners, 2, "geometry.align_corners");
  EXPECT_RESIZE(geometry.half_pixel_centers, 2, "geometry.half_pixel_centers");
  EXPECT_RESIZE(geometry.batch, -2, "geometry.batch");
  EXPECT_RESIZE(output, NULL, "output");
  resizing.geometry.batch = LOWP_NO_IMAGES;
  resizing.input = resizing.output = NULL;
  EXPECT_OK(lowp_resize(context, &resizing));
}

void TestOperators(void) {
  TestPooling();
  TestSum();
  TestSquaredDifference();
  TestProductOfTensors();
  TestPreparedProduct();
  TestParts();
  TestResizing();
}
