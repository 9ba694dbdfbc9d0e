/* Dynamic linear layers: what is refused; c_dynamic_test has the bytes.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

enum { kInputs = 3, kOutputs = 2, kRows = 2 };

static const int8_t weights[kInputs * kOutputs] = {1, 2, 3, 4, 5, 6};
static const float scale = 1;
/* The largest magnitude of each row is 127: codes are the values. */
static const float x[kRows * kInputs] = {127, 1, 2, 3, -127, 0};
static float y[kRows * kOutputs];

static lowp_dynamic_linear Linear(void) {
  lowp_dynamic_linear linear;
  memset(&linear, 0, sizeof(linear));
  linear.size = sizeof(linear);
  linear.weights = lowp_row_major(weights, LOWP_INT8, kInputs, kOutputs);
  linear.scales = &scale;
  linear.scale_count = 1;
  return linear;
}

static void TestPrepare(void) {
  const float infinite[kInputs] = {1, HUGE_VALF, 1};
  const int32_t zero = 0;
  lowp_dynamic* layer = NULL;
  lowp_dynamic_linear linear = Linear();
  lowp_dynamic_arithmetic arithmetic;
#define EXPECT_LINEAR_REFUSED(argument)                                     \
  EXPECT_REFUSED(lowp_prepare_dynamic(context, &linear, &layer), argument); \
  linear = Linear()
  EXPECT_REFUSED(lowp_prepare_dynamic(NULL, &linear, &layer), "context");
  EXPECT_REFUSED(lowp_prepare_dynamic(context, NULL, &layer), "linear");
  EXPECT_REFUSED(lowp_prepare_dynamic(context, &linear, NULL), "layer");
  linear.size -= 1;
  EXPECT_LINEAR_REFUSED("linear.size");
  linear.weights.type = LOWP_FLOAT32;
  EXPECT_LINEAR_REFUSED("weights.type");
  linear.weights.data = NULL;
  EXPECT_LINEAR_REFUSED("weights.data");
  linear.scales = NULL;
  EXPECT_LINEAR_REFUSED("scales");
  linear.scale_count = 3;
  EXPECT_LINEAR_REFUSED("scales");
  linear.zero_points = &zero;
  linear.zero_point_count = -1;
  EXPECT_LINEAR_REFUSED("zero_points");
  linear.bias = infinite;
  EXPECT_LINEAR_REFUSED("bias");
  linear.factors = infinite;
  EXPECT_LINEAR_REFUSED("factors");
  linear.clamps = 2;
  EXPECT_LINEAR_REFUSED("linear.clamps");
  linear.clamps = 1;
  linear.low = 1;
  EXPECT_LINEAR_REFUSED("low");

  memset(&arithmetic, 0, sizeof(arithmetic));
  arithmetic.size = sizeof(arithmetic);
  EXPECT_OK(lowp_dynamic_arithmetic_preset(5, &arithmetic));
  EXPECT_REFUSED(lowp_dynamic_arithmetic_preset(6, &arithmetic), "preset");
  EXPECT_REFUSED(lowp_dynamic_arithmetic_preset(0, NULL), "arithmetic");
#define EXPECT_ARITHMETIC_REFUSED(field, value, argument)                     \
  do {                                                                        \
    const lowp_dynamic_arithmetic before = arithmetic;                        \
    arithmetic.field = value;                                                 \
    linear.arithmetic = &arithmetic;                                          \
    EXPECT_REFUSED(lowp_prepare_dynamic(context, &linear, &layer), argument); \
    arithmetic = before;                                                      \
  } while (0)
  EXPECT_ARITHMETIC_REFUSED(size, 8, "arithmetic.size");
  EXPECT_ARITHMETIC_REFUSED(scope, 2, "arithmetic.scope");
  EXPECT_ARITHMETIC_REFUSED(scope, 256, "arithmetic.scope");
  EXPECT_ARITHMETIC_REFUSED(scale, 4, "arithmetic.scale");
  EXPECT_ARITHMETIC_REFUSED(code, -1, "arithmetic.code");
  EXPECT_ARITHMETIC_REFUSED(order, 3, "arithmetic.order");
  EXPECT_ARITHMETIC_REFUSED(fuses_bias, 2, "arithmetic.fuses_bias");
  EXPECT_ARITHMETIC_REFUSED(codes_high, 256, "arithmetic.codes_high");
  EXPECT_ARITHMETIC_REFUSED(range_low, -1, "arithmetic.range_low");
  EXPECT_ARITHMETIC_REFUSED(rule.symmetry, 4, "arithmetic.rule.symmetry");
  EXPECT_ARITHMETIC_REFUSED(rule.power_of_two, 4,
                            "arithmetic.rule.power_of_two");
  EXPECT_ARITHMETIC_REFUSED(rule.scale_precision, 3,
                            "arithmetic.rule.scale_precision");
  EXPECT_ARITHMETIC_REFUSED(rule.ties_to_even, 2,
                            "arithmetic.rule.ties_to_even");
  EXPECT(layer == NULL);
}

static void TestRuns(const lowp_dynamic* layer) {
  const lowp_matrix in = lowp_row_major(x, LOWP_FLOAT32, kRows, kInputs);
  const lowp_matrix out = lowp_row_major(y, LOWP_FLOAT32, kRows, kOutputs);
  const lowp_dynamic* const layers[1] = {layer};
  const int32_t offsets[2] = {0, kRows};
  lowp_matrix wrong = in;
  size_t bytes = 0;
  char* workspace;
  EXPECT_OK(lowp_dynamic_run(layer, context, &in, &out));
  EXPECT(y[0] == 127 * 1 + 3 + 2 * 5 && y[3] == 3 * 2 - 127 * 4);
  EXPECT_REFUSED(lowp_dynamic_run(NULL, context, &in, &out), "layer");
  EXPECT_REFUSED(lowp_dynamic_run(layer, NULL, &in, &out), "context");
  EXPECT_REFUSED(lowp_dynamic_run(layer, context, NULL, &out), "x");
  EXPECT_REFUSED(lowp_dynamic_run(layer, context, &in, NULL), "y");
  wrong.type = LOWP_INT8;
  EXPECT_REFUSED(lowp_dynamic_run(layer, context, &wrong, &out), "x.type");
  wrong = in;
  wrong.cols = 2;
  EXPECT_REFUSED(lowp_dynamic_run(layer, context, &wrong, &out), "x.cols");
  wrong = in;
  wrong.col_stride = 8;
  EXPECT_REFUSED(lowp_dynamic_run(layer, context, &wrong, &out),
                 "x.col_stride");
  wrong = in;
  wrong.data = NULL;
  EXPECT_REFUSED(lowp_dynamic_run(layer, context, &wrong, &out), "x.data");
  EXPECT_OK(lowp_dynamic_workspace_bytes(layer, kRows, 1, &bytes));
  EXPECT_REFUSED(lowp_dynamic_workspace_bytes(layer, -1, 1, &bytes), "rows");
  EXPECT_REFUSED(lowp_dynamic_workspace_bytes(layer, 1, 0, &bytes),
                 "concurrency");
  EXPECT_REFUSED(lowp_dynamic_workspace_bytes(layer, 1, 1, NULL), "bytes");
  EXPECT_REFUSED(lowp_dynamic_workspace_bytes(NULL, 1, 1, &bytes), "layer");
  workspace = malloc(bytes + 1);
  memset(y, 0, sizeof(y));
  EXPECT_OK(lowp_dynamic_run_in(layer, &in, &out, workspace, bytes, NULL));
  EXPECT(y[3] == 3 * 2 - 127 * 4);
  EXPECT_REFUSED(lowp_dynamic_run_in(NULL, &in, &out, workspace, bytes, NULL),
                 "layer");
  free(workspace);
  memset(y, 0, sizeof(y));
  EXPECT_OK(
      lowp_dynamic_run_groups(context, layers, 1, offsets, &in, NULL, &out));
  EXPECT(y[3] == 3 * 2 - 127 * 4);
  EXPECT_REFUSED(
      lowp_dynamic_run_groups(NULL, layers, 1, offsets, &in, NULL, &out),
      "context");
  EXPECT_REFUSED(
      lowp_dynamic_run_groups(context, NULL, 1, offsets, &in, NULL, &out),
      "layers");
  EXPECT_REFUSED(
      lowp_dynamic_run_groups(context, layers, -1, offsets, &in, NULL, &out),
      "groups");
  EXPECT_REFUSED(
      lowp_dynamic_run_groups(context, layers, 1, NULL, &in, NULL, &out),
      "offsets");
}

void TestDynamic(void) {
  const lowp_dynamic_linear linear = Linear();
  lowp_dynamic* layer = NULL;
  lowp_dynamic_info info;
  TestPrepare();
  EXPECT_OK(lowp_prepare_dynamic(context, &linear, &layer));
  memset(&info, 0, sizeof(info));
  info.size = sizeof(info);
  EXPECT_OK(lowp_dynamic_get_info(layer, &info));
  EXPECT(info.inputs == kInputs && info.outputs == kOutputs);
  EXPECT_REFUSED(lowp_dynamic_get_info(NULL, &info), "layer");
  EXPECT_REFUSED(lowp_dynamic_get_info(layer, NULL), "info");
  TestRuns(layer);
  lowp_dynamic_destroy(layer);
  lowp_dynamic_destroy(NULL);
}
