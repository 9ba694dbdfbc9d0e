/* 4-bit weights: what is refused; c_int4_test has the bytes.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

enum { kInputs = 32, kOutputs = 2, kRows = 2, kGroup = 16 };

static uint8_t values[kInputs * kOutputs];
static const float scales[2 * kOutputs] = {1, 2, 3, 4};
static const int32_t integer_scales[2 * kOutputs] = {1, 2, 3, 4};
static int8_t bytes_of_b[kInputs * kOutputs];
static int8_t rows_of_a[kRows * kInputs];
static float y[kRows * kOutputs];
static int32_t sums32[kRows * kOutputs * 2];
static int64_t sums64[kRows * kOutputs];

static lowp_int4_source Source(void) {
  lowp_int4_source source;
  memset(&source, 0, sizeof(source));
  source.size = sizeof(source);
  source.values = lowp_row_major(values, LOWP_UINT8, kInputs, kOutputs);
  source.group = kGroup;
  source.scale_type = LOWP_FLOAT32;
  source.scales = scales;
  source.scale_group_stride = kOutputs * 4;
  source.scale_column_stride = 4;
  return source;
}

static lowp_int4_rows Rows(void) {
  lowp_int4_rows rows;
  memset(&rows, 0, sizeof(rows));
  rows.size = sizeof(rows);
  rows.values = lowp_row_major(rows_of_a, LOWP_INT8, kRows, kInputs);
  return rows;
}

/* The sum of a group, of weights with zero points of 8. */
static int32_t GroupSum(int r, int g, int c) {
  int32_t sum = 0;
  int k;
  for (k = g * kGroup; k < (g + 1) * kGroup; ++k) {
    sum += rows_of_a[r * kInputs + k] * (values[k * kOutputs + c] - 8);
  }
  return sum;
}

static void TestPack(void) {
  lowp_int4* weights = NULL;
  lowp_int4_source source = Source();
#define EXPECT_SOURCE_REFUSED(argument)                        \
  EXPECT_REFUSED(lowp_int4_pack(&source, &weights), argument); \
  source = Source()
  EXPECT_REFUSED(lowp_int4_pack(NULL, &weights), "source");
  EXPECT_REFUSED(lowp_int4_pack(&source, NULL), "weights");
  source.size -= 1;
  EXPECT_SOURCE_REFUSED("source.size");
  source.values.type = LOWP_INT32;
  EXPECT_SOURCE_REFUSED("values.type");
  source.values.data = NULL;
  EXPECT_SOURCE_REFUSED("values.data");
  source.group = 8;
  EXPECT_SOURCE_REFUSED("group");
  source.scale_type = LOWP_INT8;
  EXPECT_SOURCE_REFUSED("source.scale_type");
  source.scale_type = 0;
  EXPECT_SOURCE_REFUSED("source.scale_type");
  source.scales = NULL;
  EXPECT_SOURCE_REFUSED("source.scales");
  source.scale_group_stride = 6;
  EXPECT_SOURCE_REFUSED("source.scale_group_stride");
  source.scale_column_stride = 1;
  EXPECT_SOURCE_REFUSED("source.scale_column_stride");
  EXPECT(weights == NULL);
}

static lowp_int4_source BytesSource(void) {
  lowp_int4_source source = Source();
  source.values = lowp_row_major(bytes_of_b, LOWP_INT8, kInputs, kOutputs);
  return source;
}

static void TestPackInt8(void) {
  const lowp_matrix result = lowp_row_major(y, LOWP_FLOAT32, kRows, kOutputs);
  const lowp_int4_rows rows = Rows();
  const uint8_t zeros[2 * kOutputs] = {0};
  lowp_int4* weights = NULL;
  lowp_int4_source source = BytesSource();
  lowp_int4_info info;
  int32_t sums[2] = {0, 0};
  int k;
#define EXPECT_BYTES_REFUSED(argument)                              \
  EXPECT_REFUSED(lowp_int4_pack_int8(&source, &weights), argument); \
  source = BytesSource()
  EXPECT_REFUSED(lowp_int4_pack_int8(NULL, &weights), "source");
  EXPECT_REFUSED(lowp_int4_pack_int8(&source, NULL), "weights");
  source.values.type = LOWP_UINT8;
  EXPECT_BYTES_REFUSED("values.type");
  source.zero_points = zeros;
  EXPECT_BYTES_REFUSED("source.zero_points");
  source.group = 8;
  EXPECT_BYTES_REFUSED("group");
  source.values = lowp_row_major(bytes_of_b, LOWP_INT8, (1 << 15) + 16, 0);
  source.group = 0;
  EXPECT_BYTES_REFUSED("group");
  source.scale_type = 0;
  EXPECT_BYTES_REFUSED("source.scale_type");
  EXPECT(weights == NULL);
  EXPECT_OK(lowp_int4_pack_int8(&source, &weights));
  memset(&info, 0, sizeof(info));
  info.size = sizeof(info);
  EXPECT_OK(lowp_int4_get_info(weights, &info));
  EXPECT(info.bits == 8 && info.groups == 2 && info.has_zero_points == 0);
  EXPECT_OK(lowp_gemm_int4(context, &rows, weights, &result, NULL));
  for (k = 0; k < kInputs; ++k) {
    sums[k / kGroup] += rows_of_a[k] * bytes_of_b[k * kOutputs + 1];
  }
  EXPECT(y[1] == (float)sums[0] * 2 + (float)sums[1] * 4);
  lowp_int4_destroy(weights);
}

static void TestBlob(const lowp_int4* weights) {
  lowp_int4* other = NULL;
  lowp_int4_info info;
  char* copy;
  memset(&info, 0, sizeof(info));
  info.size = sizeof(info);
  EXPECT_OK(lowp_int4_get_info(weights, &info));
  EXPECT(info.k == kInputs && info.n == kOutputs && info.group == kGroup &&
         info.groups == 2 && info.has_zero_points == 0 && info.bits == 4);
  info.size = offsetof(lowp_int4_info, bits); /* an older program's */
  info.bits = -1;
  EXPECT_OK(lowp_int4_get_info(weights, &info));
  EXPECT(info.k == kInputs && info.bits == -1);
  info.size -= 1;
  EXPECT_REFUSED(lowp_int4_get_info(weights, &info), "info.size");
  EXPECT_REFUSED(lowp_int4_get_info(NULL, &info), "weights");
  EXPECT_REFUSED(lowp_int4_get_info(weights, NULL), "info");
  EXPECT_OK(lowp_int4_map(info.data, info.bytes, &other));
  lowp_int4_destroy(other);
  EXPECT_OK(lowp_int4_load(info.data, info.bytes, &other));
  lowp_int4_destroy(other);
  other = NULL;
  copy = malloc(info.bytes);
  memcpy(copy, info.data, info.bytes);
  copy[info.bytes - 1] ^= 1;
  EXPECT_STATUS(lowp_int4_load(copy, info.bytes, &other), LOWP_DATA_LOSS,
                "blob");
  EXPECT_REFUSED(lowp_int4_load(copy, info.bytes, NULL), "weights");
  EXPECT(other == NULL);
  free(copy);
}

static void TestFloats(const lowp_int4* weights) {
  const lowp_matrix result = lowp_row_major(y, LOWP_FLOAT32, kRows, kOutputs);
  lowp_int4_rows rows = Rows();
  lowp_matrix wrong = result;
  lowp_int4_options options;
  memset(&options, 0, sizeof(options));
  options.size = sizeof(options);
  EXPECT_OK(lowp_gemm_int4(context, &rows, weights, &result, &options));
  EXPECT(y[1] == (float)GroupSum(0, 0, 1) * 2 + (float)GroupSum(0, 1, 1) * 4);
  EXPECT_OK(lowp_gemm_int4(context, &rows, weights, &result, NULL));
  EXPECT_REFUSED(lowp_gemm_int4(NULL, &rows, weights, &result, NULL),
                 "context");
  EXPECT_REFUSED(lowp_gemm_int4(context, NULL, weights, &result, NULL), "rows");
  EXPECT_REFUSED(lowp_gemm_int4(context, &rows, NULL, &result, NULL),
                 "weights");
  EXPECT_REFUSED(lowp_gemm_int4(context, &rows, weights, NULL, NULL), "result");
  wrong.type = LOWP_INT32;
  EXPECT_REFUSED(lowp_gemm_int4(context, &rows, weights, &wrong, NULL),
                 "result.type");
  wrong = result;
  wrong.rows = 1;
  EXPECT_REFUSED(lowp_gemm_int4(context, &rows, weights, &wrong, NULL),
                 "result.rows");
  wrong = result;
  wrong.cols = 1;
  EXPECT_REFUSED(lowp_gemm_int4(context, &rows, weights, &wrong, NULL),
                 "result.cols");
  options.sum = 2;
  EXPECT_REFUSED(lowp_gemm_int4(context, &rows, weights, &result, &options),
                 "options.sum");
  options.sum = 0;
  options.stage_count = 1;
  EXPECT_REFUSED(lowp_gemm_int4(context, &rows, weights, &result, &options),
                 "options.stage_count");
  options.size -= 1;
  EXPECT_REFUSED(lowp_gemm_int4(context, &rows, weights, &result, &options),
                 "options.size");
  rows.size -= 1;
  EXPECT_REFUSED(lowp_gemm_int4(context, &rows, weights, &result, NULL),
                 "rows.size");
  rows = Rows();
  rows.values.cols = kInputs - 1;
  rows.values.row_stride = kInputs;
  EXPECT_REFUSED(lowp_gemm_int4(context, &rows, weights, &result, NULL),
                 "rows.values.cols");
  rows = Rows();
  EXPECT_REFUSED(lowp_sum_int4(context, &rows, weights, sums64, kOutputs * 8),
                 "weights.scale_type");
  EXPECT_OK(lowp_group_sums_int4(context, &rows, weights, sums32));
  EXPECT(sums32[(1 * 2 + 1) * kOutputs + 1] == GroupSum(1, 1, 1));
  EXPECT_REFUSED(lowp_group_sums_int4(context, &rows, weights, NULL), "sums");
  EXPECT_REFUSED(lowp_group_sums_int4(NULL, &rows, weights, sums32), "context");
  EXPECT_REFUSED(lowp_group_sums_int4(context, &rows, NULL, sums32), "weights");
}

static void TestPrepared(const lowp_int4* weights) {
  const lowp_matrix result = lowp_row_major(y, LOWP_FLOAT32, kRows, kOutputs);
  const lowp_int4_rows rows = Rows();
  lowp_prepared_int4* prepared = NULL;
  size_t bytes = 0;
  char* workspace;
  EXPECT_REFUSED(lowp_prepare_int4(NULL, weights, 2, NULL, &prepared),
                 "context");
  EXPECT_REFUSED(lowp_prepare_int4(context, NULL, 2, NULL, &prepared),
                 "weights");
  EXPECT_REFUSED(lowp_prepare_int4(context, weights, 2, NULL, NULL),
                 "prepared");
  EXPECT_REFUSED(lowp_prepare_int4(context, weights, -1, NULL, &prepared),
                 "max_rows");
  EXPECT_OK(lowp_prepare_int4(context, weights, kRows, NULL, &prepared));
  memset(y, 0, sizeof(y));
  EXPECT_OK(lowp_prepared_int4_run(prepared, context, &rows, &result));
  EXPECT(y[1] == (float)GroupSum(0, 0, 1) * 2 + (float)GroupSum(0, 1, 1) * 4);
  EXPECT_REFUSED(lowp_prepared_int4_run(NULL, context, &rows, &result),
                 "prepared");
  EXPECT_REFUSED(lowp_prepared_int4_run(prepared, NULL, &rows, &result),
                 "context");
  EXPECT_REFUSED(lowp_prepared_int4_run(prepared, context, NULL, &result),
                 "rows");
  EXPECT_OK(lowp_prepared_int4_workspace_bytes(prepared, &bytes));
  EXPECT_REFUSED(lowp_prepared_int4_workspace_bytes(NULL, &bytes), "prepared");
  EXPECT_REFUSED(lowp_prepared_int4_workspace_bytes(prepared, NULL), "bytes");
  workspace = malloc(bytes + 1);
  EXPECT_OK(lowp_prepared_int4_run_in(prepared, &rows, &result, workspace,
                                      bytes, NULL));
  EXPECT_REFUSED(
      lowp_prepared_int4_run_in(NULL, &rows, &result, workspace, bytes, NULL),
      "prepared");
  free(workspace);
  lowp_prepared_int4_destroy(prepared);
  lowp_prepared_int4_destroy(NULL);
}

static void TestIntegers(void) {
  const lowp_matrix result =
      lowp_row_major(sums32, LOWP_INT32, kRows, kOutputs);
  const lowp_int4_rows rows = Rows();
  lowp_int4_source source = Source();
  lowp_int4* weights = NULL;
  lowp_prepared_int4* prepared = NULL;
  lowp_int4_options options;
  lowp_stage stage = Stage(LOWP_STAGE_SCALE);
  int64_t sum;
  source.scale_type = LOWP_INT32;
  source.scales = integer_scales;
  EXPECT_OK(lowp_int4_pack(&source, &weights));
  sum = (int64_t)GroupSum(1, 0, 0) + 3 * (int64_t)GroupSum(1, 1, 0);
  EXPECT_OK(lowp_sum_int4(context, &rows, weights, sums64, kOutputs * 8));
  EXPECT(sums64[kOutputs] == sum);
  EXPECT_REFUSED(lowp_sum_int4(context, &rows, weights, sums64, 4),
                 "row_stride");
  EXPECT_REFUSED(lowp_sum_int4(context, &rows, weights, sums64, 8),
                 "row_stride");
  EXPECT_REFUSED(lowp_sum_int4(context, &rows, weights, NULL, kOutputs * 8),
                 "sums");
  EXPECT_OK(lowp_gemm_int4(context, &rows, weights, &result, NULL));
  EXPECT(sums32[kOutputs] == sum);
  memset(&options, 0, sizeof(options));
  options.size = sizeof(options);
  options.bias = scales;
  EXPECT_REFUSED(lowp_gemm_int4(context, &rows, weights, &result, &options),
                 "options.bias");
  options.bias = NULL;
  options.sum = LOWP_INT4_FUSED;
  EXPECT_REFUSED(lowp_gemm_int4(context, &rows, weights, &result, &options),
                 "options.sum");
  options.sum = 0;
  options.stages = &stage;
  options.stage_count = 1;
  stage.as.scale.result_exponent.value = 32;
  EXPECT_REFUSED(lowp_gemm_int4(context, &rows, weights, &result, &options),
                 "stages[0].result_exponent");
  EXPECT_REFUSED(lowp_gemm_int4(context, &rows, weights, NULL, NULL), "result");
  EXPECT_REFUSED(lowp_prepare_int4(context, weights, 2, NULL, &prepared),
                 "weights.scale_type");
  EXPECT(prepared == NULL);
  lowp_int4_destroy(weights);
}

static void TestImports(void) {
  const int32_t scattered[16] = {0, 0, 0, 0, 0, 0, 0, 0,
                                 0, 0, 0, 0, 0, 0, 0, 1};
  const uint16_t halves[64] = {0};
  lowp_int4* weights = NULL;
  lowp_matmul_nbits nbits;
  lowp_gptq gptq;
  lowp_awq awq;
  memset(&nbits, 0, sizeof(nbits));
  nbits.size = sizeof(nbits);
  nbits.n = nbits.k = 16;
  nbits.block_size = 16;
  nbits.b = (const uint8_t*)values;
  nbits.scales = halves;
  EXPECT_REFUSED(lowp_int4_import_matmul_nbits(&nbits, &weights),
                 "source.scale_type");
  nbits.scale_type = LOWP_FLOAT16;
  EXPECT_REFUSED(lowp_int4_import_matmul_nbits(&nbits, NULL), "weights");
  EXPECT_REFUSED(lowp_int4_import_matmul_nbits(NULL, &weights), "source");
  nbits.block_size = 8;
  EXPECT_REFUSED(lowp_int4_import_matmul_nbits(&nbits, &weights), "block_size");
  nbits.size -= 1;
  EXPECT_REFUSED(lowp_int4_import_matmul_nbits(&nbits, &weights),
                 "source.size");
  EXPECT_REFUSED(lowp_int4_import_gguf_q4_0(NULL, 1, 32, &weights), "blocks");
  EXPECT_REFUSED(lowp_int4_import_gguf_q8_0(NULL, 1, 32, &weights), "blocks");
  EXPECT_REFUSED(lowp_int4_import_gguf_q8_0(halves, 1, 33, &weights), "k");
  EXPECT_REFUSED(lowp_int4_import_gguf_q8_0(halves, -1, 32, &weights), "n");
  EXPECT_REFUSED(lowp_int4_import_gguf_q8_0(halves, 1, 32, NULL), "weights");
  memset(&gptq, 0, sizeof(gptq));
  gptq.size = sizeof(gptq);
  gptq.k = 16;
  gptq.n = 8;
  gptq.group = 16;
  gptq.version = 1;
  gptq.qweight = gptq.qzeros = integer_scales;
  gptq.scales = halves;
  gptq.g_idx = scattered;
  EXPECT_REFUSED(lowp_int4_import_gptq(&gptq, &weights), "g_idx");
  gptq.version = 3;
  EXPECT_REFUSED(lowp_int4_import_gptq(&gptq, &weights), "source.version");
  gptq.size = 0;
  EXPECT_REFUSED(lowp_int4_import_gptq(&gptq, &weights), "source.size");
  memset(&awq, 0, sizeof(awq));
  EXPECT_REFUSED(lowp_int4_import_awq(&awq, &weights), "source.size");
  awq.size = sizeof(awq);
  awq.k = 16;
  awq.n = 8;
  awq.group = 16;
  EXPECT_REFUSED(lowp_int4_import_awq(&awq, &weights), "qweight");
  EXPECT(weights == NULL);
}

void TestInt4(void) {
  const lowp_int4_source source = Source();
  lowp_int4* weights = NULL;
  int i;
  for (i = 0; i < kInputs * kOutputs; ++i) values[i] = (uint8_t)(Next() & 15);
  for (i = 0; i < kInputs * kOutputs; ++i) bytes_of_b[i] = (int8_t)Next();
  for (i = 0; i < kRows * kInputs; ++i) rows_of_a[i] = (int8_t)Next();
  TestPack();
  TestPackInt8();
  EXPECT_OK(lowp_int4_pack(&source, &weights));
  TestBlob(weights);
  TestFloats(weights);
  TestPrepared(weights);
  TestIntegers();
  TestImports();
  lowp_int4_destroy(weights);
  lowp_int4_destroy(NULL);
}
