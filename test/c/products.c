/* Matrices, offsets, plans.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

static void TestMatrices(void) {
  lowp_product product = Product();
  EXPECT_FIELD(lhs.type, LOWP_INT8, LOWP_INT16, "lhs.type");
  EXPECT_FIELD(lhs.type, LOWP_UINT8, 0, "lhs.type");
  EXPECT_FIELD(rhs.type, LOWP_UINT8, LOWP_FLOAT32, "rhs.type");
  EXPECT_FIELD(result.type, LOWP_INT32, LOWP_FLOAT32 + 1, "result.type");
  EXPECT_FIELD(result.type, LOWP_INT32, LOWP_FLOAT32, "result.type");
  EXPECT_FIELD(lhs.rows, kM, kM - 1, "result.rows");
  EXPECT_FIELD(lhs.rows, kM, -1, "lhs.rows");
  EXPECT_FIELD(lhs.rows, kM, (int64_t)1 << 31, "lhs.rows");
  EXPECT_FIELD(lhs.cols, kK, -1, "lhs.cols");
  EXPECT_FIELD(rhs.rows, kK, kK - 1, "rhs.rows");
  EXPECT_FIELD(result.cols, kN, kN - 1, "result.cols");
  EXPECT_FIELD(lhs.row_stride, kK, kK - 1, "lhs.row_stride");
  EXPECT_FIELD(lhs.row_stride, kK, -kK, "lhs.row_stride");
  EXPECT_FIELD(lhs.col_stride, 1, 2, "lhs.col_stride");
  EXPECT_FIELD(result.row_stride, 4 * kN, 4 * kN + 2, "result.row_stride");
  EXPECT_FIELD(result.row_stride, 4 * kN, (int64_t)4 << 31,
               "result.row_stride");
  EXPECT_FIELD(lhs.data, a, NULL, "lhs.data");
  EXPECT_FIELD(result.data, sums, NULL, "result.data");
  EXPECT_FIELD(result.data, sums, a, "result.data");

  product.lhs = lowp_col_major(a, LOWP_UINT8, kM, kK);
  EXPECT_OK(lowp_gemm(context, &product));
  product.lhs.col_stride = kM - 1;
  EXPECT_REFUSED(lowp_gemm(context, &product), "lhs.col_stride");
  product = Product();
  EXPECT_REFUSED(lowp_gemm(NULL, &product), "context");
  EXPECT_REFUSED(lowp_gemm(context, NULL), "product");
  EXPECT(lowp_row_major(a, 99, 3, 4).row_stride == 0);
}

/* Strides of matrices of one row or column do not matter. */
static void TestVectors(void) {
  lowp_product product = Product();
  int32_t dot = -1;
  product.lhs.rows = 1;
  product.lhs.row_stride = -12345;
  product.rhs.cols = 1;
  product.rhs.col_stride = 0;
  product.rhs.row_stride = kN;
  product.result = lowp_col_major(&dot, LOWP_INT32, 1, 1);
  EXPECT_OK(lowp_gemm(context, &product));
  EXPECT(dot == Sum(0, 0, 0, 0));
  /* A row of every second entry, and a result in a column. */
  product.lhs = lowp_row_major(a, LOWP_UINT8, 1, kK);
  product.lhs.col_stride = 2;
  EXPECT_OK(lowp_gemm(context, &product));
  product.lhs.col_stride = 0;
  EXPECT_REFUSED(lowp_gemm(context, &product), "lhs.col_stride");
}

static void TestOffsets(void) {
  static const int32_t rows[kM] = {3, 3, 3, 3, 3};
  static const int32_t cols[kN] = {-4, -4, -4, -4, -4, -4, -4};
  lowp_product product = Product();
  product.lhs_offset = 3;
  product.rhs_offset = -4;
  EXPECT_OK(lowp_gemm(context, &product));
  EXPECT(SumsAre(3, -4));
  product.lhs_offsets = rows;
  EXPECT_REFUSED(lowp_gemm(context, &product), "product.lhs_offset");
  product.lhs_offset = 0;
  product.rhs_offsets = cols;
  EXPECT_REFUSED(lowp_gemm(context, &product), "product.rhs_offset");
  product.rhs_offset = 0;
  memset(sums, 0, sizeof(sums));
  EXPECT_OK(lowp_gemm(context, &product));
  EXPECT(SumsAre(3, -4));
}

/* Structs of programs that were compiled with another header. */
static void TestSizes(void) {
  struct {
    lowp_product product;
    int64_t unknown[2];
  } newer;
  struct {
    lowp_stage stage;
    int64_t unknown;
  } stages[2];
  EXPECT_FIELD(size, sizeof(lowp_product), sizeof(lowp_product) - 1,
               "product.size");
  EXPECT_FIELD(size, sizeof(lowp_product), 0, "product.size");
  memset(&newer, 0, sizeof(newer));
  newer.product = Product();
  newer.product.size = sizeof(newer);
  memset(sums, 0, sizeof(sums));
  EXPECT_OK(lowp_gemm(context, &newer.product));
  EXPECT(SumsAre(0, 0));
  newer.unknown[1] = 1;
  EXPECT_STATUS(lowp_gemm(context, &newer.product), LOWP_UNSUPPORTED,
                "product.size");
  memset(stages, 0, sizeof(stages));
  stages[0].stage = Stage(LOWP_STAGE_CLAMP);
  stages[1].stage = Stage(LOWP_STAGE_BIAS);
  stages[0].stage.size = stages[1].stage.size = sizeof(stages[0]);
  stages[1].stage.as.bias.bias_vector.value = 77;
  EXPECT_OK(Multiply(&stages[0].stage, 2, LOWP_INT32, sums));
  EXPECT(sums[0] == 77 && sums[kM * kN - 1] == 77);
  stages[1].unknown = 1;
  EXPECT_STATUS(Multiply(&stages[0].stage, 2, LOWP_INT32, sums),
                LOWP_UNSUPPORTED, "stages[1].size");
}

static void TestPlan(void) {
  lowp_product product = Product();
  char text[4096], start[8];
  size_t length = 0, again = 0;
  EXPECT_OK(lowp_plan_gemm(context, &product, text, sizeof(text), &length));
  EXPECT(length == strlen(text) && strstr(text, "kernel") != NULL);
  EXPECT_OK(lowp_plan_gemm(context, &product, start, sizeof(start), &again));
  EXPECT(again == length && strncmp(start, text, 7) == 0 && start[7] == 0);
  EXPECT_OK(lowp_plan_gemm(context, &product, NULL, 0, NULL));
  EXPECT_REFUSED(lowp_plan_gemm(context, &product, NULL, 1, NULL), "text");
  product.lhs.cols = -1;
  EXPECT_REFUSED(lowp_plan_gemm(context, &product, NULL, 0, NULL), "lhs.cols");
}

void TestProducts(void) {
  TestMatrices();
  TestVectors();
  TestOffsets();
  TestSizes();
  TestPlan();
}
