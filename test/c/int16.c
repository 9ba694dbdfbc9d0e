/* Products and convolutions of int16 rows: their sums, and what is refused.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

static int16_t rows[kM * kK];
static int64_t wide[kM * kN];
static lowp_filter* filter;

static int64_t WideSum(int i, int j) {
  int64_t sum = 0;
  int l;
  for (l = 0; l < kK; ++l) {
    sum += (int64_t)(rows[i * kK + l] - 5) * (b[l * kN + j] + 3);
  }
  return sum;
}

static lowp_int16_product Int16Product(void) {
  lowp_int16_product product;
  memset(&product, 0, sizeof(product));
  product.size = sizeof(product);
  product.lhs = lowp_row_major(rows, LOWP_INT16, kM, kK);
  product.rhs = filter;
  product.result = lowp_row_major(wide, LOWP_INT64, kM, kN);
  product.lhs_zero_point = 5;
  product.rhs_zero_point = -3;
  return product;
}

static void TestGeometry(void) {
  lowp_conv_geometry geometry;
  lowp_conv_shape shape;
  memset(&shape, 0, sizeof(shape));
  shape.size = sizeof(shape);
  memset(&geometry, 0, sizeof(geometry));
  EXPECT_REFUSED(lowp_product_geometry(kM, kK, kN, NULL), "geometry");
  EXPECT_REFUSED(lowp_product_geometry(kM, kK, kN, &geometry), "geometry.size");
  /* An older program's struct ends before the orders, and so do the writes. */
  geometry.size = offsetof(lowp_conv_geometry, input_order);
  geometry.input_order = -7;
  EXPECT_REFUSED(lowp_product_geometry(0, kK, kN, &geometry), "rows");
  EXPECT_REFUSED(lowp_product_geometry(kM, 0, kN, &geometry), "k");
  EXPECT_REFUSED(lowp_product_geometry(kM, kK, 0, &geometry), "columns");
  EXPECT(geometry.width.input == 0 && geometry.input_channels == 0);
  EXPECT_OK(lowp_product_geometry(1, 1, 1, &geometry));
  EXPECT(geometry.size == offsetof(lowp_conv_geometry, input_order));
  EXPECT(geometry.input_order == -7);
  geometry.input_order = 0;
  geometry.size = sizeof(geometry);
  EXPECT_OK(lowp_product_geometry(kM, kK, kN, &geometry));
  EXPECT_OK(lowp_conv_output_shape(&geometry, &shape));
  EXPECT(shape.width == kM && shape.channels == kN);
  EXPECT_OK(lowp_filter_pack(&geometry, b, LOWP_INT8, LOWP_FILTER_DHWIO, NULL,
                             &filter));
}

static void TestSums(void) {
  lowp_int16_product product = Int16Product();
  int i, j;
  EXPECT_OK(lowp_gemm_int16(context, &product));
  for (i = 0; i < kM; ++i) {
    for (j = 0; j < kN; ++j) EXPECT(wide[i * kN + j] == WideSum(i, j));
  }
  /* Without a stage, the low 32 bits. */
  product.result = lowp_row_major(sums, LOWP_INT32, kM, kN);
  EXPECT_OK(lowp_gemm_int16(context, &product));
  for (i = 0; i < kM; ++i) {
    for (j = 0; j < kN; ++j) {
      EXPECT((uint32_t)sums[i * kN + j] == (uint32_t)WideSum(i, j));
    }
  }
  /* Without rows nothing is computed, and everything else is checked. */
  product.lhs = lowp_row_major(NULL, LOWP_INT16, 0, kK);
  product.result = lowp_row_major(NULL, LOWP_INT32, 0, kN);
  EXPECT_OK(lowp_gemm_int16(context, &product));
  product.lhs.cols += 1;
  product.lhs.row_stride += 2;
  EXPECT_REFUSED(lowp_gemm_int16(context, &product), "geometry.input_channels");
}

static void TestStages64(void) {
  int64_t bias[kN];
  int16_t result[kM * kN];
  lowp_stage stages[4];
  lowp_int16_product product = Int16Product();
  int i, j;
  for (j = 0; j < kN; ++j) bias[j] = 1000000000000 * (j - 3);
  stages[0] = Stage(LOWP_STAGE_BIAS_INT64);
  stages[0].per = LOWP_PER_COLUMN;
  stages[0].as.bias_int64.bias_vector = bias;
  stages[1] = Stage(LOWP_STAGE_SCALE_INT64);
  stages[1].as.scale_int64.result_fixedpoint_multiplier.value = 1 << 30;
  stages[1].as.scale_int64.result_exponent.value = -28;
  stages[2] = Stage(LOWP_STAGE_CLAMP);
  stages[2].as.clamp.min = -1500;
  stages[2].as.clamp.max = 1500;
  stages[3] = Stage(LOWP_STAGE_SATURATING_CAST);
  stages[3].as.saturating_cast.type = LOWP_INT16;
  product.result = lowp_row_major(result, LOWP_INT16, kM, kN);
  product.stages = stages;
  product.stage_count = 4;
  EXPECT_OK(lowp_gemm_int16(context, &product));
  for (i = 0; i < kM; ++i) {
    for (j = 0; j < kN; ++j) {
      /* x / 2^29, rounded, ties upward: a half is added, and the floor taken */
      const double half = (double)(WideSum(i, j) + bias[j]) / (1 << 29) + 0.5;
      const double limited = floor(half) < -1500  ? -1500
                             : floor(half) > 1500 ? 1500
                                                  : floor(half);
      EXPECT(result[i * kN + j] == limited);
    }
  }
#define EXPECT_STAGE_REFUSED(count, argument)                   \
  product.stage_count = count;                                  \
  EXPECT_REFUSED(lowp_gemm_int16(context, &product), argument); \
  product.stage_count = 4
  EXPECT_STAGE_REFUSED(2, "result.type");
  stages[0].per = LOWP_PER_RESULT;
  EXPECT_STAGE_REFUSED(4, "stages[0].per");
  stages[0].per = LOWP_PER_COLUMN;
  stages[1].per = LOWP_PER_ROW;
  EXPECT_STAGE_REFUSED(4, "stages[1].per");
  stages[1].per = LOWP_PER_RESULT;
  stages[1].as.scale_int64.result_exponent.value = 7;
  EXPECT_OK(lowp_gemm_int16(context, &product));
  stages[1].as.scale_int64.result_exponent.value = 8;
  EXPECT_STAGE_REFUSED(4, "stages[1].result_exponent");
  stages[1].as.scale_int64.result_exponent.value = -28;
  stages[1].as.scale_int64.result_fixedpoint_multiplier.value = -1;
  EXPECT_STAGE_REFUSED(4, "stages[1].result_fixedpoint_multiplier");
  stages[1].as.scale_int64.result_fixedpoint_multiplier.value = 1 << 30;
  bias[2] = ((int64_t)1 << 46) - 1;
  EXPECT_OK(lowp_gemm_int16(context, &product));
  bias[2] = (int64_t)1 << 46;
  EXPECT_STAGE_REFUSED(4, "stages[0].bias_vector");
  bias[2] = 0;
  stages[0].as.bias_int64.bias_vector = NULL;
  EXPECT_STAGE_REFUSED(4, "stages[0].bias_vector.data");
  stages[0].as.bias_int64.bias_vector = bias;
  stages[2] = stages[1];
  EXPECT_STAGE_REFUSED(4, "stages[2].kind"); /* takes int64, gets int32 */
  stages[2] = stages[1] = stages[0];
  EXPECT_STAGE_REFUSED(4, "stages[1].kind"); /* twice */
}

static void TestRefusals(void) {
  const lowp_int16_product right = Int16Product();
  const int32_t zero_points[kN] = {0, 1, -128, 127, 0, 0, 128};
  lowp_int16_product wrong = right;
  lowp_stage stage = Stage(LOWP_STAGE_BIAS_INT64);
#define EXPECT_INT16_REFUSED(argument)                        \
  EXPECT_REFUSED(lowp_gemm_int16(context, &wrong), argument); \
  wrong = right
  EXPECT_REFUSED(lowp_gemm_int16(NULL, &right), "context");
  EXPECT_REFUSED(lowp_gemm_int16(context, NULL), "product");
  wrong.size -= 1;
  EXPECT_INT16_REFUSED("product.size");
  wrong.rhs = NULL;
  EXPECT_INT16_REFUSED("product.rhs");
  wrong.lhs.type = LOWP_INT8;
  wrong.lhs.col_stride = 1;
  EXPECT_INT16_REFUSED("lhs.type");
  wrong.lhs = lowp_col_major(rows, LOWP_INT16, kM, kK);
  EXPECT_INT16_REFUSED("lhs.col_stride");
  wrong.lhs.data = NULL;
  EXPECT_INT16_REFUSED("lhs.data");
  wrong.lhs.cols -= 1;
  EXPECT_INT16_REFUSED("geometry.input_channels");
  wrong.result.rows -= 1;
  EXPECT_INT16_REFUSED("result.rows");
  wrong.result.data = NULL;
  EXPECT_INT16_REFUSED("result.data");
  wrong.result = lowp_row_major(wide, LOWP_FLOAT32, kM, kN);
  EXPECT_INT16_REFUSED("result.type");
  wrong.result = lowp_row_major(wide, LOWP_FLOAT16, kM, kN);
  EXPECT_INT16_REFUSED("result.type");
  wrong.lhs_zero_point = 32768;
  EXPECT_INT16_REFUSED("product.lhs_zero_point");
  wrong.rhs_zero_point = 128;
  EXPECT_INT16_REFUSED("product.rhs_zero_point");
  wrong.rhs_zero_points = zero_points;
  EXPECT_INT16_REFUSED("product.rhs_zero_point");
  wrong.rhs_zero_points = zero_points;
  wrong.rhs_zero_point = 0;
  EXPECT_INT16_REFUSED("product.rhs_zero_points");
  /* Where the sums are int32, no stage takes int64, and none is the result. */
  EXPECT_REFUSED(Multiply(&stage, 1, LOWP_INT32, sums), "stages[0].kind");
  EXPECT_REFUSED(Multiply(NULL, 0, LOWP_INT64, wide), "result.type");
}

void TestInt16(void) {
  int i;
  for (i = 0; i < kM * kK; ++i) rows[i] = (int16_t)Next();
  TestGeometry();
  TestSums();
  TestStages64();
  TestRefusals();
  lowp_filter_destroy(filter);
}
