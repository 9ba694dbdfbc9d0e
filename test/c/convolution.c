/* Convolutions: one with sums that are easy to see, and what is refused.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

enum { kChannels = 3, kOutputs = 2, kSize = 5 };

static uint8_t input[kSize * kSize * kChannels];
static int8_t weights[kOutputs * 3 * 3 * kChannels];
static int32_t output[kSize * kSize * kOutputs];

static lowp_conv_geometry Geometry(void) {
  lowp_conv_geometry geometry;
  memset(&geometry, 0, sizeof(geometry));
  geometry.size = sizeof(geometry);
  geometry.input_channels = kChannels;
  geometry.output_channels = kOutputs;
  geometry.height.input = geometry.width.input = kSize;
  geometry.height.kernel = geometry.width.kernel = 3;
  EXPECT_OK(lowp_conv_set_same_padding(&geometry.height));
  EXPECT_OK(lowp_conv_set_same_padding(&geometry.width));
  return geometry;
}

static void TestGeometry(void) {
  lowp_conv_geometry geometry = Geometry();
  lowp_conv_shape shape;
  memset(&shape, 0, sizeof(shape));
  shape.size = sizeof(shape);
  EXPECT_OK(lowp_conv_output_shape(&geometry, &shape));
  EXPECT(shape.batch == 1 && shape.depth == 1 && shape.height == kSize &&
         shape.width == kSize && shape.channels == kOutputs);
  EXPECT_REFUSED(lowp_conv_output_shape(NULL, &shape), "geometry");
  EXPECT_REFUSED(lowp_conv_output_shape(&geometry, NULL), "shape");
  shape.size -= 1;
  EXPECT_REFUSED(lowp_conv_output_shape(&geometry, &shape), "shape.size");
  shape.size = sizeof(shape);
  geometry.width.stride = -1;
  EXPECT_REFUSED(lowp_conv_output_shape(&geometry, &shape),
                 "geometry.width.stride");
  geometry.width.stride = 0;
  geometry.transposed = 2;
  EXPECT_REFUSED(lowp_conv_output_shape(&geometry, &shape),
                 "geometry.transposed");
  geometry.transposed = 1;
  EXPECT_OK(lowp_conv_output_shape(&geometry, &shape));
  geometry.transposed = 0;
  geometry.input_order = geometry.output_order = LOWP_CHANNELS_FIRST;
  EXPECT_OK(lowp_conv_output_shape(&geometry, &shape));
  geometry.input_order = 2;
  EXPECT_REFUSED(lowp_conv_output_shape(&geometry, &shape),
                 "geometry.input_order");
  geometry.input_order = LOWP_CHANNELS_LAST;
  geometry.output_order = -1;
  EXPECT_REFUSED(lowp_conv_output_shape(&geometry, &shape),
                 "geometry.output_order");
  /* The struct's size before it had orders, which are then not read. */
  geometry.size = offsetof(lowp_conv_geometry, input_order);
  EXPECT_OK(lowp_conv_output_shape(&geometry, &shape));
  geometry.size -= 1;
  EXPECT_REFUSED(lowp_conv_output_shape(&geometry, &shape), "geometry.size");
  EXPECT_REFUSED(lowp_conv_set_same_padding(NULL), "axis");
}

static void TestFilter(void) {
  const lowp_conv_geometry geometry = Geometry();
  lowp_filter* filter = NULL;
  lowp_filter* other = NULL;
  lowp_filter_info info;
  char* copy;
  memset(&info, 0, sizeof(info));
  info.size = sizeof(info);
  EXPECT_OK(lowp_filter_pack(&geometry, weights, LOWP_INT8, LOWP_FILTER_ODHWI,
                             NULL, &filter));
  EXPECT_REFUSED(lowp_filter_pack(NULL, weights, LOWP_INT8, 0, NULL, &other),
                 "geometry");
  EXPECT_REFUSED(lowp_filter_pack(&geometry, NULL, LOWP_INT8, 0, NULL, &other),
                 "weights");
  EXPECT_REFUSED(
      lowp_filter_pack(&geometry, weights, LOWP_INT16, 0, NULL, &other),
      "type");
  EXPECT_REFUSED(
      lowp_filter_pack(&geometry, weights, LOWP_INT8, 4, NULL, &other),
      "layout");
  EXPECT_REFUSED(
      lowp_filter_pack(&geometry, weights, LOWP_INT8, 0, "abacus", &other),
      "backend");
  EXPECT_REFUSED(lowp_filter_pack(&geometry, weights, LOWP_INT8, 0, NULL, NULL),
                 "filter");
  EXPECT(other == NULL);
  EXPECT_REFUSED(lowp_filter_get_info(NULL, &info), "filter");
  EXPECT_REFUSED(lowp_filter_get_info(filter, NULL), "info");
  EXPECT_OK(lowp_filter_get_info(filter, &info));
  EXPECT(info.bytes > 0 && strlen(info.backend) > 0);
  copy = malloc(info.bytes);
  memcpy(copy, info.data, info.bytes);
  EXPECT_OK(lowp_filter_map(info.data, info.bytes, &other));
  lowp_filter_destroy(other);
  other = NULL;
  EXPECT_REFUSED(lowp_filter_load(copy, info.bytes, NULL), "filter");
  EXPECT_STATUS(lowp_filter_load(copy, info.bytes - 1, &other), LOWP_DATA_LOSS,
                "blob.size");
  copy[info.bytes - 1] ^= 1;
  EXPECT_STATUS(lowp_filter_load(copy, info.bytes, &other), LOWP_DATA_LOSS,
                "blob");
  EXPECT(other == NULL);
  free(copy);
  lowp_filter_destroy(filter);
  lowp_filter_destroy(NULL);
}

/* The sum at the middle position of the output. */
static int32_t MiddleSum(void) {
  int32_t sum = 0;
  int y, x, c;
  for (y = 0; y < 3; ++y) {
    for (x = 0; x < 3; ++x) {
      for (c = 0; c < kChannels; ++c) {
        sum += (input[((y + 1) * kSize + x + 1) * kChannels + c] - 7) *
               weights[(y * 3 + x) * kChannels + c];
      }
    }
  }
  return sum;
}

static void TestRuns(const lowp_prepared_conv* prepared) {
  const int32_t* const middle = output + kSize * kSize / 2 * kOutputs;
  size_t bytes = 0, length = 0;
  char* workspace;
  memset(output, 0, sizeof(output));
  EXPECT_OK(lowp_prepared_conv_run(prepared, context, input, output));
  EXPECT(*middle == MiddleSum());
  EXPECT_REFUSED(lowp_prepared_conv_run(NULL, context, input, output),
                 "prepared");
  EXPECT_REFUSED(lowp_prepared_conv_run(prepared, NULL, input, output),
                 "context");
  EXPECT_REFUSED(lowp_prepared_conv_run(prepared, context, NULL, output),
                 "input");
  EXPECT_REFUSED(lowp_prepared_conv_run(prepared, context, input, NULL),
                 "output");
  EXPECT_OK(lowp_prepared_conv_workspace_bytes(prepared, &bytes));
  EXPECT_REFUSED(lowp_prepared_conv_workspace_bytes(prepared, NULL), "bytes");
  EXPECT_REFUSED(lowp_prepared_conv_workspace_bytes(NULL, &bytes), "prepared");
  workspace = malloc(bytes + 1);
  memset(output, 0, sizeof(output));
  EXPECT_OK(lowp_prepared_conv_run_in(prepared, input, output, workspace, bytes,
                                      NULL));
  EXPECT(*middle == MiddleSum());
  EXPECT_REFUSED(
      lowp_prepared_conv_run_in(NULL, input, output, workspace, bytes, NULL),
      "prepared");
  if (bytes > 0) {
    EXPECT_STATUS(
        lowp_prepared_conv_run_in(prepared, input, output, workspace, 0, NULL),
        LOWP_RESOURCE_EXHAUSTED, "workspace");
  }
  free(workspace);
  EXPECT_OK(lowp_prepared_conv_plan(prepared, NULL, 0, &length));
  EXPECT(length > 0);
  EXPECT_REFUSED(lowp_prepared_conv_plan(prepared, NULL, 1, &length), "text");
  EXPECT_REFUSED(lowp_prepared_conv_plan(NULL, NULL, 0, &length), "prepared");
}

/* What lowp_prepare_conv refuses, each field by its name. */
static void TestRefusals(lowp_conv conv) {
  const int32_t zero_points[kOutputs] = {0, 128};
  lowp_prepared_conv* prepared = NULL;
  lowp_conv wrong = conv;
  lowp_stage stage = Stage(LOWP_STAGE_SCALE);
#define EXPECT_CONV_REFUSED(argument)                                      \
  EXPECT_REFUSED(lowp_prepare_conv(context, &wrong, &prepared), argument); \
  wrong = conv
  EXPECT_REFUSED(lowp_prepare_conv(NULL, &conv, &prepared), "context");
  EXPECT_REFUSED(lowp_prepare_conv(context, NULL, &prepared), "conv");
  EXPECT_REFUSED(lowp_prepare_conv(context, &conv, NULL), "prepared");
  wrong.size -= 1;
  EXPECT_CONV_REFUSED("conv.size");
  wrong.geometry = NULL;
  EXPECT_CONV_REFUSED("conv.geometry");
  wrong.filter = NULL;
  EXPECT_CONV_REFUSED("conv.filter");
  wrong.input_type = LOWP_INT32;
  EXPECT_CONV_REFUSED("conv.input_type");
  wrong.output_type = LOWP_UINT8;
  EXPECT_CONV_REFUSED("conv.output_type");
  wrong.output_type = 99;
  EXPECT_CONV_REFUSED("conv.output_type");
  wrong.input_zero_point = 256;
  EXPECT_CONV_REFUSED("conv.input_zero_point");
  wrong.filter_zero_point = 128;
  EXPECT_CONV_REFUSED("conv.filter_zero_point");
  wrong.filter_zero_points = zero_points;
  EXPECT_CONV_REFUSED("conv.filter_zero_points");
  wrong.filter_zero_points = zero_points;
  wrong.filter_zero_point = 1;
  EXPECT_CONV_REFUSED("conv.filter_zero_point");
  stage.as.scale.result_exponent.value = 32;
  wrong.stages = &stage;
  wrong.stage_count = 1;
  EXPECT_CONV_REFUSED("stages[0].result_exponent");
  wrong.stage_count = 1;
  EXPECT_CONV_REFUSED("stages");
  EXPECT(prepared == NULL);
}

static void TestIm2colRefusals(void) {
  lowp_conv_geometry geometry = Geometry();
  uint8_t windows[kSize * kSize * 9 * kChannels];
  int16_t words[kSize * kSize * 9 * kChannels];
  const int16_t input_words[kSize * kSize * kChannels] = {1};
  lowp_matrix rows =
      lowp_row_major(windows, LOWP_UINT8, kSize * kSize, 9 * kChannels);
  EXPECT_OK(lowp_im2col(&geometry, 0, input, 7, &rows));
  EXPECT(windows[0] == 7);
  EXPECT_REFUSED(lowp_im2col(&geometry, 1, input, 7, &rows), "group");
  EXPECT_REFUSED(lowp_im2col(&geometry, 0, input, 256, &rows), "zero_point");
  EXPECT_REFUSED(lowp_im2col(&geometry, 0, NULL, 7, &rows), "input");
  EXPECT_REFUSED(lowp_im2col(&geometry, 0, input, 7, NULL), "rows");
  EXPECT_REFUSED(lowp_col2im(&geometry, 0, NULL, output), "rows");
  EXPECT_REFUSED(lowp_col2im(&geometry, 0, &rows, output), "rows.type");
  rows.col_stride = 2;
  EXPECT_REFUSED(lowp_im2col(&geometry, 0, input, 7, &rows), "rows.col_stride");
  rows = lowp_col_major(windows, LOWP_UINT8, kSize * kSize, 9 * kChannels);
  EXPECT_REFUSED(lowp_im2col(&geometry, 0, input, 7, &rows), "rows.col_stride");
  rows = lowp_row_major(words, LOWP_INT16, kSize * kSize, 9 * kChannels);
  EXPECT_OK(lowp_im2col(&geometry, 0, input_words, 0, &rows));
  EXPECT(words[0] == 0 && words[4 * kChannels] == 1);
  EXPECT_REFUSED(lowp_im2col(&geometry, 0, input_words, 7, &rows),
                 "zero_point");
  rows = lowp_row_major(words, LOWP_INT32, kSize * kSize, 9 * kChannels / 2);
  EXPECT_REFUSED(lowp_im2col(&geometry, 0, input_words, 0, &rows), "rows.type");
}

/* Of no images, at the places of `conv`'s. */
static void TestNoImages(lowp_conv conv) {
  lowp_conv_geometry geometry = Geometry();
  lowp_conv_shape shape;
  lowp_prepared_conv* prepared = NULL;
  lowp_matrix rows = lowp_row_major(NULL, LOWP_UINT8, 0, 9 * kChannels);
  size_t bytes = 1;
  memset(&shape, 0, sizeof(shape));
  shape.size = sizeof(shape);
  geometry.batch = -2;
  EXPECT_REFUSED(lowp_conv_output_shape(&geometry, &shape), "geometry.batch");
  geometry.batch = LOWP_NO_IMAGES;
  EXPECT_OK(lowp_conv_output_shape(&geometry, &shape));
  EXPECT(shape.batch == 0 && shape.height == kSize);
  EXPECT_OK(lowp_im2col(&geometry, 0, NULL, 7, &rows));
  conv.geometry = &geometry;
  conv.input_zero_point = -1;
  EXPECT_REFUSED(lowp_prepare_conv(context, &conv, &prepared),
                 "conv.input_zero_point");
  conv.input_zero_point = 7;
  EXPECT_OK(lowp_prepare_conv(context, &conv, &prepared));
  EXPECT_OK(lowp_prepared_conv_workspace_bytes(prepared, &bytes));
  EXPECT(bytes == 0);
  EXPECT_OK(lowp_prepared_conv_run(prepared, context, NULL, NULL));
  EXPECT_OK(lowp_prepared_conv_run_in(prepared, NULL, NULL, NULL, 0, NULL));
  lowp_prepared_conv_destroy(prepared);
}

void TestConvolution(void) {
  const lowp_conv_geometry geometry = Geometry();
  lowp_filter* filter = NULL;
  lowp_prepared_conv* prepared = NULL;
  lowp_conv conv;
  size_t i;
  for (i = 0; i < sizeof(input); ++i) input[i] = (uint8_t)Next();
  for (i = 0; i < sizeof(weights); ++i) weights[i] = (int8_t)Next();
  TestGeometry();
  TestFilter();
  EXPECT_OK(lowp_filter_pack(&geometry, weights, LOWP_INT8, LOWP_FILTER_ODHWI,
                             NULL, &filter));
  memset(&conv, 0, sizeof(conv));
  conv.size = sizeof(conv);
  conv.geometry = &geometry;
  conv.filter = filter;
  conv.input_type = LOWP_UINT8;
  conv.output_type = LOWP_INT32;
  conv.input_zero_point = 7;
  TestRefusals(conv);
  TestNoImages(conv);
  EXPECT_OK(lowp_prepare_conv(context, &conv, &prepared));
  lowp_filter_destroy(filter);
  TestRuns(prepared);
  TestIm2colRefusals();
  lowp_prepared_conv_destroy(prepared);
  lowp_prepared_conv_destroy(NULL);
}
