/* The C API as a program in C sees it: every function, and for each argument
 * the last accepted value and the first refused one.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lowp.h"

enum { kM = 5, kN = 7, kK = 9, kMaxEntries = 128 };

static int failures = 0;

#define EXPECT(condition)                                                   \
  do {                                                                      \
    if (!(condition)) {                                                     \
      printf("%s:%d: %s; last error: %s\n", __FILE__, __LINE__, #condition, \
             lowp_error_message());                                         \
      ++failures;                                                           \
    }                                                                       \
  } while (0)
#define EXPECT_OK(call) EXPECT((call) == LOWP_OK)

/* A refusal with a message that begins with `argument`. */
static void Refused(int line, lowp_status got, lowp_status wanted,
                    const char* argument) {
  const char* const message = lowp_error_message();
  const size_t length = strlen(argument);
  if (got == wanted && strncmp(message, argument, length) == 0 &&
      (message[length] == ' ' || message[length] == ':')) {
    return;
  }
  printf("%s:%d: status %d, \"%s\"; expected %d, \"%s = ...\"\n", __FILE__,
         line, got, message, wanted, argument);
  ++failures;
}
#define EXPECT_REFUSED(call, argument) \
  Refused(__LINE__, call, LOWP_INVALID_ARGUMENT, argument)
#define EXPECT_STATUS(call, status, argument) \
  Refused(__LINE__, call, status, argument)

static lowp_context* context;
static uint8_t a[kMaxEntries];
static int8_t b[kMaxEntries];
static int32_t sums[kMaxEntries];

static uint32_t Next(void) {
  static uint32_t state = 1;
  state = state * 1664525u + 1013904223u;
  return state >> 16;
}

static void FillOperands(void) {
  int i;
  for (i = 0; i < kMaxEntries; ++i) {
    a[i] = (uint8_t)Next();
    b[i] = (int8_t)Next();
  }
}

/* kM x kN sums of the row-major operands. */
static int32_t Sum(int i, int j, int32_t a_offset, int32_t b_offset) {
  int32_t sum = 0;
  int l;
  for (l = 0; l < kK; ++l) {
    sum += (a[i * kK + l] + a_offset) * (b[l * kN + j] + b_offset);
  }
  return sum;
}

static lowp_product Product(void) {
  lowp_product product;
  memset(&product, 0, sizeof(product));
  product.size = sizeof(product);
  product.lhs = lowp_row_major(a, LOWP_UINT8, kM, kK);
  product.rhs = lowp_row_major(b, LOWP_INT8, kK, kN);
  product.result = lowp_row_major(sums, LOWP_INT32, kM, kN);
  return product;
}

static lowp_stage Stage(lowp_stage_kind kind) {
  lowp_stage stage;
  memset(&stage, 0, sizeof(stage));
  stage.size = sizeof(stage);
  stage.kind = kind;
  return stage;
}

static int SumsAre(int32_t a_offset, int32_t b_offset) {
  int i, j;
  for (i = 0; i < kM; ++i) {
    for (j = 0; j < kN; ++j) {
      if (sums[i * kN + j] != Sum(i, j, a_offset, b_offset)) return 0;
    }
  }
  return 1;
}

static void TestLibrary(void) {
  int32_t multiplier = 0, exponent = 0;
  int i;
  EXPECT(strlen(lowp_version()) >= 5);
  EXPECT(lowp_backend_name(-1) == NULL);
  for (i = 0; lowp_backend_name(i) != NULL; ++i) {
    const int supported = lowp_backend_is_supported(lowp_backend_name(i));
    EXPECT(supported == 0 || supported == 1);
  }
  EXPECT(i > 0 && lowp_backend_name(i + 1) == NULL);
  EXPECT(lowp_backend_is_supported("scalar") == 1);
  EXPECT(lowp_backend_is_supported("abacus") == 0);
  EXPECT(lowp_backend_is_supported(NULL) == 0);
  EXPECT_OK(lowp_quantize_multiplier(0.25, &multiplier, &exponent));
  EXPECT(multiplier == 1 << 30 && exponent == -1);
  EXPECT_REFUSED(lowp_quantize_multiplier(HUGE_VAL, &multiplier, &exponent),
                 "real");
  EXPECT_REFUSED(lowp_quantize_multiplier(1, NULL, &exponent), "multiplier");
  EXPECT_REFUSED(lowp_quantize_multiplier(1, &multiplier, NULL), "exponent");
}

static void ParallelFor(void* state, int32_t count,
                        void (*task)(void* argument, int32_t index),
                        void* argument) {
  int32_t i;
  *(int*)state += 1;
  for (i = count - 1; i >= 0; --i) task(argument, i);
}

static void TestContext(void) {
  lowp_product product = Product();
  lowp_executor executor;
  int calls = 0;
  EXPECT_REFUSED(lowp_context_create(NULL), "context");
  EXPECT_OK(lowp_context_set_threads(context, 0));
  EXPECT_REFUSED(lowp_context_set_threads(context, -1), "threads");
  EXPECT_REFUSED(lowp_context_set_threads(NULL, 1), "context");
  EXPECT_OK(lowp_context_set_backend(context, "scalar"));
  EXPECT_REFUSED(lowp_context_set_backend(context, "abacus"), "backend");
  EXPECT_REFUSED(lowp_context_set_backend(NULL, "scalar"), "context");
  EXPECT_OK(lowp_gemm(context, &product));
  EXPECT(SumsAre(0, 0));
  EXPECT_OK(lowp_context_set_backend(context, NULL));

  memset(&executor, 0, sizeof(executor));
  executor.size = sizeof(executor);
  executor.state = &calls;
  executor.parallel_for = ParallelFor;
  executor.concurrency = 1;
  EXPECT_OK(lowp_context_set_executor(context, &executor));
  executor.concurrency = 0;
  EXPECT_REFUSED(lowp_context_set_executor(context, &executor),
                 "executor.concurrency");
  executor.concurrency = 2;
  executor.parallel_for = NULL;
  EXPECT_REFUSED(lowp_context_set_executor(context, &executor),
                 "executor.parallel_for");
  executor.size -= 1;
  EXPECT_REFUSED(lowp_context_set_executor(context, &executor),
                 "executor.size");
  EXPECT_OK(lowp_context_set_executor(context, NULL));
  EXPECT_REFUSED(lowp_context_set_executor(NULL, NULL), "context");
  EXPECT_OK(lowp_context_set_threads(context, 1));
  lowp_context_destroy(NULL);
}

/* A larger product on the caller's threads. */
static void TestExecutor(void) {
  enum { kSize = 300 };
  uint8_t* const left = calloc(kSize * kSize, 1);
  int8_t* const right = calloc(kSize * kSize, 1);
  int32_t* const result = calloc(kSize * kSize, sizeof(int32_t));
  lowp_product product = Product();
  lowp_executor executor;
  int calls = 0, i;
  for (i = 0; i < kSize * kSize; ++i) left[i] = (uint8_t)(right[i] = 1);
  memset(&executor, 0, sizeof(executor));
  executor.size = sizeof(executor);
  executor.state = &calls;
  executor.parallel_for = ParallelFor;
  executor.concurrency = 3;
  product.lhs = lowp_row_major(left, LOWP_UINT8, kSize, kSize);
  product.rhs = lowp_row_major(right, LOWP_INT8, kSize, kSize);
  product.result = lowp_row_major(result, LOWP_INT32, kSize, kSize);
  EXPECT_OK(lowp_context_set_executor(context, &executor));
  EXPECT_OK(lowp_gemm(context, &product));
  EXPECT(calls > 0);
  EXPECT(result[0] == kSize && result[kSize * kSize - 1] == kSize);
  EXPECT_OK(lowp_context_set_executor(context, NULL));
  free(left);
  free(right);
  free(result);
}

static void TestWorkspace(void) {
  lowp_product product = Product();
  size_t bytes = 0;
  char* memory;
  EXPECT_OK(lowp_gemm_workspace_bytes(context, &product, &bytes));
  EXPECT_REFUSED(lowp_gemm_workspace_bytes(context, &product, NULL), "bytes");
  memory = malloc(bytes + 64);
  EXPECT_OK(lowp_context_set_workspace(context, memory, bytes + 64));
  EXPECT_OK(lowp_gemm(context, &product));
  EXPECT(SumsAre(0, 0));
  if (bytes > 0) {
    EXPECT_OK(lowp_context_set_workspace(context, memory, bytes - 1));
    EXPECT_STATUS(lowp_gemm(context, &product), LOWP_RESOURCE_EXHAUSTED,
                  "workspace");
  }
  EXPECT_OK(lowp_context_set_workspace(context, NULL, 0));
  EXPECT_REFUSED(lowp_context_set_workspace(context, NULL, 1), "bytes");
  EXPECT_REFUSED(lowp_context_set_workspace(NULL, NULL, 0), "context");
  free(memory);
}

/* One product whose field is set to a value that is accepted or refused. */
#define EXPECT_FIELD(field, good, bad, argument)             \
  do {                                                       \
    lowp_product product_ = Product();                       \
    product_.field = good;                                   \
    EXPECT_OK(lowp_gemm(context, &product_));                \
    product_.field = bad;                                    \
    EXPECT_REFUSED(lowp_gemm(context, &product_), argument); \
  } while (0)

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

static int Multiply(const lowp_stage* stages, int32_t count, lowp_type type,
                    void* result) {
  lowp_product product = Product();
  product.result = lowp_row_major(result, type, kM, kN);
  product.stages = stages;
  product.stage_count = count;
  return lowp_gemm(context, &product);
}

/* The pipeline of the header's example. */
static void TestRequantization(void) {
  int8_t result[kM * kN];
  int32_t bias[kN], multiplier, exponent;
  lowp_stage stages[3];
  int i, j;
  for (j = 0; j < kN; ++j) bias[j] = 1000 * j - 3000;
  EXPECT_OK(lowp_quantize_multiplier(1.0 / 300, &multiplier, &exponent));
  stages[0] = Stage(LOWP_STAGE_BIAS);
  stages[0].per = LOWP_PER_COLUMN;
  stages[0].as.bias.bias_vector.values = bias;
  stages[1] = Stage(LOWP_STAGE_SCALE);
  stages[1].as.scale.result_fixedpoint_multiplier.value = multiplier;
  stages[1].as.scale.result_exponent.value = exponent;
  stages[1].as.scale.result_offset_after_shift = -5;
  stages[1].as.scale.result_rounding = LOWP_SINGLE_UPWARD;
  stages[2] = Stage(LOWP_STAGE_SATURATING_CAST);
  stages[2].as.saturating_cast.type = LOWP_INT8;
  EXPECT_OK(Multiply(stages, 3, LOWP_INT8, result));
  for (i = 0; i < kM; ++i) {
    for (j = 0; j < kN; ++j) {
      const double exact =
          (Sum(i, j, 0, 0) + bias[j]) * ldexp(multiplier, exponent - 31);
      double want = floor(exact + 0.5) - 5;
      want = want < -128 ? -128 : want > 127 ? 127 : want;
      EXPECT(result[i * kN + j] == want);
    }
  }
}

/* Adds the position to each value. */
static void AddPosition(void* state, void* values, int32_t count, int32_t row,
                        int32_t column, int32_t down) {
  int32_t* const x = values;
  int32_t i;
  for (i = 0; i < count; ++i) {
    x[i] += *(const int32_t*)state * (down ? row + i : row) +
            (down ? column : column + i);
  }
}

static void TestCall(void) {
  int32_t hundred = 100;
  int i, j;
  lowp_stage stage = Stage(LOWP_STAGE_CALL);
  stage.as.call.function = AddPosition;
  stage.as.call.state = &hundred;
  stage.as.call.takes = stage.as.call.yields = LOWP_INT32;
  EXPECT_OK(Multiply(&stage, 1, LOWP_INT32, sums));
  for (i = 0; i < kM; ++i) {
    for (j = 0; j < kN; ++j) {
      EXPECT(sums[i * kN + j] == Sum(i, j, 0, 0) + 100 * i + j);
    }
  }
  stage.as.call.takes = LOWP_FLOAT32;
  EXPECT_REFUSED(Multiply(&stage, 1, LOWP_INT32, sums), "stages[0].kind");
  stage.as.call.takes = LOWP_INT16;
  EXPECT_REFUSED(Multiply(&stage, 1, LOWP_INT32, sums), "stages[0].takes");
  stage.as.call.takes = LOWP_INT32;
  stage.as.call.yields = LOWP_INT8;
  EXPECT_REFUSED(Multiply(&stage, 1, LOWP_INT32, sums), "stages[0].yields");
  stage.as.call.yields = LOWP_INT32;
  stage.as.call.function = NULL;
  EXPECT_REFUSED(Multiply(&stage, 1, LOWP_INT32, sums), "stages[0].function");
}

/* Longer than what fits without memory from the heap. */
static void TestLongPipeline(void) {
  enum { kLength = 100 };
  lowp_stage stages[kLength];
  int i, j;
  for (i = 0; i < kLength; ++i) {
    stages[i] = Stage(LOWP_STAGE_CLAMP);
    stages[i].as.clamp.min = -1000 + i;
    stages[i].as.clamp.max = 1000 - i;
  }
  EXPECT_OK(Multiply(stages, kLength, LOWP_INT32, sums));
  for (i = 0; i < kM; ++i) {
    for (j = 0; j < kN; ++j) {
      const int32_t sum = Sum(i, j, 0, 0);
      EXPECT(sums[i * kN + j] == (sum < -901 ? -901 : sum > 901 ? 901 : sum));
    }
  }
}

#define EXPECT_STAGE_REFUSED(stage, type, argument) \
  EXPECT_REFUSED(Multiply(stage, 1, type, sums), argument)

static void TestStageHeads(void) {
  lowp_stage stages[2];
  lowp_product product = Product();
  stages[0] = stages[1] = Stage(LOWP_STAGE_CLAMP);
  EXPECT_OK(Multiply(stages, 2, LOWP_INT32, sums));
  stages[1].size += 8;
  EXPECT_REFUSED(Multiply(stages, 2, LOWP_INT32, sums), "stages[1].size");
  stages[1] = Stage(LOWP_STAGE_SATURATING_CAST);
  stages[1].as.saturating_cast.type = LOWP_INT16;
  EXPECT_OK(Multiply(stages, 2, LOWP_INT16, sums));
  EXPECT_REFUSED(Multiply(stages, 2, LOWP_INT8, sums), "result.type");
  stages[1].as.saturating_cast.type = LOWP_INT32;
  EXPECT_REFUSED(Multiply(stages, 2, LOWP_INT32, sums), "stages[1].type");
  stages[0] = Stage(LOWP_STAGE_TRUNCATING_CAST);
  EXPECT_OK(Multiply(stages, 1, LOWP_UINT8, sums));
  EXPECT_REFUSED(Multiply(stages, 2, LOWP_UINT8, sums), "stages[0].kind");
  stages[0] = Stage(LOWP_STAGE_SCALE_BY_DOUBLE);
  EXPECT_OK(Multiply(stages, 1, LOWP_INT32, sums));
  stages[0].kind = LOWP_STAGE_SCALE_BY_DOUBLE + 1;
  EXPECT_STAGE_REFUSED(stages, LOWP_INT32, "stages[0].kind");
  stages[0].kind = 0;
  EXPECT_STAGE_REFUSED(stages, LOWP_INT32, "stages[0].kind");
  stages[0] = Stage(LOWP_STAGE_BIAS);
  stages[0].per = LOWP_PER_COLUMN + 1;
  EXPECT_STAGE_REFUSED(stages, LOWP_INT32, "stages[0].per");
  stages[0].per = LOWP_PER_COLUMN;
  EXPECT_STAGE_REFUSED(stages, LOWP_INT32, "stages[0].bias_vector.data");
  stages[0] = Stage(LOWP_STAGE_CLAMP);
  stages[0].per = LOWP_PER_ROW;
  EXPECT_STAGE_REFUSED(stages, LOWP_INT32, "stages[0].per");
  stages[0] = Stage(LOWP_STAGE_MULTIPLY_FLOAT);
  EXPECT_STAGE_REFUSED(stages, LOWP_INT32, "stages[0].kind");
  product.stage_count = -1;
  EXPECT_REFUSED(lowp_gemm(context, &product), "stage_count");
  product.stage_count = 1;
  EXPECT_REFUSED(lowp_gemm(context, &product), "stages");
}

/* Sets one field of a stage that is in order. */
#define EXPECT_STAGE_FIELD(stage, type, field, good, bad)                      \
  do {                                                                         \
    lowp_stage stage_ = stage;                                                 \
    stage_.as.field = good;                                                    \
    EXPECT_OK(Multiply(&stage_, 1, type, sums));                               \
    stage_.as.field = bad;                                                     \
    Refused(__LINE__, Multiply(&stage_, 1, type, sums), LOWP_INVALID_ARGUMENT, \
            FieldName(#field, name));                                          \
  } while (0)

/* "scale.result_exponent.value" as messages have it. */
static const char* FieldName(const char* field, char* name) {
  char* end;
  sprintf(name, "stages[0].%s", strchr(field, '.') + 1);
  end = strstr(name, ".value");
  if (end != NULL) *end = '\0';
  return name;
}

static void TestIntegerStages(void) {
  char name[128];
  lowp_stage stage = Stage(LOWP_STAGE_SCALE);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, scale.result_exponent.value, 31, 32);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, scale.result_exponent.value, -31, -32);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, scale.result_rounding, 4, 5);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, scale.result_rounding, 0, -1);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, scale.result_rounding, 0, 256);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, scale.result_overflow, 1, 2);
  stage = Stage(LOWP_STAGE_QUANTIZE_DOWN);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, quantize_down.result_shift, 31, 32);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, quantize_down.result_shift, 0, -1);
  stage = Stage(LOWP_STAGE_PRE_AND_POST_SHIFT);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32,
                     pre_and_post_shift.result_pre_shift.value, 31, 32);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32,
                     pre_and_post_shift.result_post_shift.value, 0, -1);
  stage = Stage(LOWP_STAGE_TANH);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, tanh.real_amplitude_as_int32, 1, 0);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, tanh.real_amplitude_as_int32,
                     (1 << 28) - 1, 1 << 28);
  stage = Stage(LOWP_STAGE_LEAKY_RELU);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, leaky_relu.identity_exponent.value, 31,
                     32);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, leaky_relu.alpha_exponent.value, -31,
                     -32);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, leaky_relu.rounding, 4, 5);
  stage = Stage(LOWP_STAGE_LOGISTIC_Q4);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, sigmoid.input_radius, 0, -1);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, sigmoid.result_shift, 31, 32);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, sigmoid.result_min, 0, 1);
  stage = Stage(LOWP_STAGE_TANH_Q4);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, sigmoid.input_exponent.value, 31, 32);
  stage = Stage(LOWP_STAGE_HARD_SWISH);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, hard_swish.result_multiplier, 32767,
                     32768);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, hard_swish.result_exponent, -31, -32);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, hard_swish.share_exponent, 31, 32);
}

static void TestTablesAndMatrices(void) {
  static const int8_t table[256] = {0};
  static int8_t residual[kM * kN];
  char name[128];
  lowp_stage stage = Stage(LOWP_STAGE_TABLE);
  stage.as.table.table = table;
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, table.type, LOWP_INT8, LOWP_INT16);
  stage.as.table.type = LOWP_UINT8;
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, table.table, table, NULL);
  stage = Stage(LOWP_STAGE_MATRIX_ADDITION);
  stage.as.matrix_addition.addend_matrix =
      lowp_row_major(residual, LOWP_INT8, kM, kN);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, matrix_addition.addend_matrix.rows, kM,
                     kM - 1);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, matrix_addition.addend_matrix.type,
                     LOWP_INT8, 0);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, matrix_addition.addend_matrix.data,
                     residual, NULL);
  stage.as.matrix_addition.addend_matrix.type = LOWP_FLOAT32;
  EXPECT_STAGE_REFUSED(&stage, LOWP_INT32, "stages[0].kind");
  stage = Stage(LOWP_STAGE_RESIDUAL_ADDITION);
  stage.as.residual_addition.residual =
      lowp_col_major(residual, LOWP_INT8, kM, kN);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, residual_addition.left_shift, 30, 31);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, residual_addition.rounding, 4, 5);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, residual_addition.residual.cols, kN,
                     kN + 1);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, residual_addition.residual.type,
                     LOWP_UINT8, LOWP_FLOAT32);
}

static void TestFloatStages(void) {
  char name[128];
  const float infinity = (float)HUGE_VAL;
  float values[kN] = {1, 1, 1, 1, 1, 1, 0};
  lowp_stage stages[2];
  lowp_stage stage = Stage(LOWP_STAGE_DEQUANTIZE);
  EXPECT_STAGE_FIELD(stage, LOWP_FLOAT32, dequantize.result_scale.value, 1.5f,
                     infinity);
  EXPECT_STAGE_REFUSED(&stage, LOWP_INT32, "result.type");
  stage = Stage(LOWP_STAGE_SCALE_BY_FLOAT);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, scale_by_float.result_rounding, 4, 5);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, scale_by_float.result_order, 1, 2);
  stage = Stage(LOWP_STAGE_SCALE_BY_DOUBLE);
  EXPECT_STAGE_FIELD(stage, LOWP_INT32, scale_by_double.result_scale.value, 1e9,
                     HUGE_VAL);
  stages[0] = Stage(LOWP_STAGE_DEQUANTIZE);
  stages[1] = Stage(LOWP_STAGE_DIVIDE_FLOAT);
  stages[1].as.divide_float.divisor.value = 3;
  EXPECT_OK(Multiply(stages, 2, LOWP_FLOAT32, sums));
  stages[1].as.divide_float.divisor.value = 0;
  EXPECT_REFUSED(Multiply(stages, 2, LOWP_FLOAT32, sums), "stages[1].divisor");
  stages[1].per = LOWP_PER_COLUMN;
  stages[1].as.divide_float.divisor.values = values;
  EXPECT_REFUSED(Multiply(stages, 2, LOWP_FLOAT32, sums),
                 "stages[1].divisor.data");
  values[kN - 1] = 1;
  EXPECT_OK(Multiply(stages, 2, LOWP_FLOAT32, sums));
  EXPECT_REFUSED(Multiply(stages, 2, LOWP_INT32, sums), "result.type");
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

static void TestPacking(void) {
  const lowp_matrix source = lowp_row_major(b, LOWP_INT8, kK, kN);
  lowp_matrix wrong = source;
  lowp_product product = Product();
  lowp_packed* packed = NULL;
  lowp_packed* other = NULL;
  lowp_packed_info info;
  size_t bytes = 0;
  char* memory;
  char* aligned;
  EXPECT_OK(lowp_pack(&source, LOWP_RHS, NULL, &packed));
  EXPECT_REFUSED(lowp_pack(&source, 2, NULL, &other), "side");
  EXPECT_REFUSED(lowp_pack(&source, LOWP_RHS, "abacus", &other), "backend");
  EXPECT_REFUSED(lowp_pack(NULL, LOWP_RHS, NULL, &other), "source");
  EXPECT_REFUSED(lowp_pack(&source, LOWP_RHS, NULL, NULL), "packed");
  wrong.type = LOWP_INT32;
  EXPECT_REFUSED(lowp_pack(&wrong, LOWP_RHS, NULL, &other), "source.type");
  EXPECT(other == NULL);

  product.rhs_packed = packed;
  memset(&product.rhs, 0xff, sizeof(product.rhs)); /* is not looked at */
  memset(sums, 0, sizeof(sums));
  EXPECT_OK(lowp_gemm(context, &product));
  EXPECT(SumsAre(0, 0));
  product.lhs_packed = packed;
  EXPECT_REFUSED(lowp_gemm(context, &product), "lhs.side");
  product.lhs_packed = NULL;

  memset(&info, 0, sizeof(info));
  info.size = sizeof(info);
  EXPECT_OK(lowp_packed_get_info(packed, &info));
  EXPECT(info.rows == kK && info.cols == kN && info.type == LOWP_INT8);
  EXPECT(info.side == LOWP_RHS && lowp_backend_is_supported(info.backend));
  {
    int magnitude = 0, i;
    for (i = 0; i < kK * kN; ++i) {
      magnitude = abs(b[i]) > magnitude ? abs(b[i]) : magnitude;
    }
    EXPECT(info.max_magnitude == magnitude || info.max_magnitude == 0);
  }
  EXPECT_REFUSED(lowp_packed_get_info(NULL, &info), "packed");
  EXPECT_REFUSED(lowp_packed_get_info(packed, NULL), "info");
  EXPECT_OK(lowp_pack_bytes(&source, LOWP_RHS, NULL, &bytes));
  EXPECT(bytes == info.bytes);
  EXPECT_REFUSED(lowp_pack_bytes(&source, LOWP_RHS, "abacus", &bytes),
                 "backend");
  EXPECT_REFUSED(lowp_pack_bytes(&source, LOWP_RHS, NULL, NULL), "bytes");

  /* Saved, damaged, loaded, mapped, packed in place. */
  memory = malloc(bytes + 64);
  aligned = memory + 64 - (uintptr_t)memory % 64;
  memcpy(aligned, info.data, bytes);
  lowp_packed_destroy(packed);
  EXPECT_STATUS(lowp_packed_load(aligned, bytes - 1, &other), LOWP_DATA_LOSS,
                "blob.size");
  EXPECT_REFUSED(lowp_packed_load(aligned, bytes, NULL), "packed");
  aligned[bytes - 1] ^= 1;
  EXPECT_STATUS(lowp_packed_map(aligned, bytes, &other), LOWP_DATA_LOSS,
                "blob");
  aligned[bytes - 1] ^= 1;
  EXPECT_OK(lowp_packed_load(aligned, bytes, &packed));
  EXPECT_OK(lowp_packed_map(aligned, bytes, &other));
  product.rhs_packed = packed;
  memset(sums, 0, sizeof(sums));
  EXPECT_OK(lowp_gemm(context, &product));
  EXPECT(SumsAre(0, 0));
  product.rhs_packed = other;
  memset(sums, 0, sizeof(sums));
  EXPECT_OK(lowp_gemm(context, &product));
  EXPECT(SumsAre(0, 0));
  lowp_packed_destroy(packed);
  lowp_packed_destroy(other);
  memset(aligned, 0, bytes);
  EXPECT_STATUS(
      lowp_pack_into(&source, LOWP_RHS, NULL, aligned, bytes - 1, &packed),
      LOWP_RESOURCE_EXHAUSTED, "bytes");
  EXPECT_OK(lowp_pack_into(&source, LOWP_RHS, NULL, aligned, bytes, &packed));
  product.rhs_packed = packed;
  memset(sums, 0, sizeof(sums));
  EXPECT_OK(lowp_gemm(context, &product));
  EXPECT(SumsAre(0, 0));
  lowp_packed_destroy(packed);
  lowp_packed_destroy(NULL);
  free(memory);
}

static void TestPrepared(void) {
  lowp_product product = Product();
  lowp_prepared* prepared = NULL;
  size_t bytes = 0, length = 0;
  char* workspace;
  product.lhs.data = product.rhs.data = product.result.data = NULL;
  EXPECT_OK(lowp_prepare_gemm(context, &product, &prepared));
  EXPECT_REFUSED(lowp_prepare_gemm(context, &product, NULL), "prepared");
  EXPECT_REFUSED(lowp_prepare_gemm(NULL, &product, &prepared), "context");
  memset(sums, 0, sizeof(sums));
  EXPECT_OK(lowp_prepared_run(prepared, context, a, b, sums));
  EXPECT(SumsAre(0, 0));
  EXPECT_REFUSED(lowp_prepared_run(NULL, context, a, b, sums), "prepared");
  EXPECT_REFUSED(lowp_prepared_run(prepared, NULL, a, b, sums), "context");
  EXPECT_REFUSED(lowp_prepared_run(prepared, context, NULL, b, sums),
                 "lhs.data");
  EXPECT_REFUSED(lowp_prepared_run(prepared, context, a, b, NULL),
                 "result.data");
  EXPECT_OK(lowp_prepared_workspace_bytes(prepared, &bytes));
  EXPECT_REFUSED(lowp_prepared_workspace_bytes(prepared, NULL), "bytes");
  workspace = malloc(bytes + 1);
  memset(sums, 0, sizeof(sums));
  EXPECT_OK(lowp_prepared_run_in(prepared, a, b, sums, workspace, bytes, NULL));
  EXPECT(SumsAre(0, 0));
  EXPECT_REFUSED(lowp_prepared_run_in(NULL, a, b, sums, workspace, bytes, NULL),
                 "prepared");
  EXPECT_OK(lowp_prepared_plan(prepared, NULL, 0, &length));
  EXPECT(length > 0);
  EXPECT_REFUSED(lowp_prepared_plan(prepared, NULL, 1, &length), "text");
  EXPECT_REFUSED(lowp_prepared_plan(NULL, NULL, 0, &length), "prepared");
  lowp_prepared_destroy(prepared);
  lowp_prepared_destroy(NULL);
  product.rhs.rows = kK - 1;
  prepared = NULL;
  EXPECT_REFUSED(lowp_prepare_gemm(context, &product, &prepared), "rhs.rows");
  EXPECT(prepared == NULL);
  free(workspace);
}

/* The arguments of a product as the BLAS has them. */
typedef struct Blas {
  lowp_layout layout;
  lowp_transpose trans_a, trans_b;
  lowp_offset offset;
  int64_t m, n, k;
  float alpha;
  const void* a;
  int64_t lda;
  int32_t ao;
  const void* b;
  int64_t ldb;
  int32_t bo;
  float beta;
  int32_t* c;
  int64_t ldc;
  const int32_t* co;
  int a_is_signed, b_is_signed;
} Blas;

static lowp_status RunBlas(const Blas* x) {
#define LOWP_TEST_ARGUMENTS                                                   \
  (context, x->layout, x->trans_a, x->trans_b, x->offset, x->m, x->n, x->k,   \
   x->alpha, x->a, x->lda, x->ao, x->b, x->ldb, x->bo, x->beta, x->c, x->ldc, \
   x->co)
  if (x->a_is_signed) {
    return x->b_is_signed ? lowp_gemm_s8s8s32 LOWP_TEST_ARGUMENTS
                          : lowp_gemm_s8u8s32 LOWP_TEST_ARGUMENTS;
  }
  return x->b_is_signed ? lowp_gemm_u8s8s32 LOWP_TEST_ARGUMENTS
                        : lowp_gemm_u8u8s32 LOWP_TEST_ARGUMENTS;
#undef LOWP_TEST_ARGUMENTS
}

static int64_t Entry(const void* data, int is_signed, int64_t at) {
  return is_signed ? ((const int8_t*)data)[at] : ((const uint8_t*)data)[at];
}

/* The definition, in the terms of the BLAS. */
static int32_t BlasEntry(const Blas* x, int32_t before, int64_t i, int64_t j) {
  const int row_major = x->layout == LOWP_ROW_MAJOR;
  int64_t sum = x->beta == 1 ? before : 0, l;
  for (l = 0; l < x->k; ++l) {
    const int a_by_rows = row_major == (x->trans_a == LOWP_NO_TRANS);
    const int b_by_rows = row_major == (x->trans_b == LOWP_NO_TRANS);
    sum += (Entry(x->a, x->a_is_signed,
                  a_by_rows ? i * x->lda + l : i + l * x->lda) +
            x->ao) *
           (Entry(x->b, x->b_is_signed,
                  b_by_rows ? l * x->ldb + j : l + j * x->ldb) +
            x->bo);
  }
  if (x->co != NULL) {
    sum += x->co[x->offset == LOWP_FIX_OFFSET   ? 0
                 : x->offset == LOWP_COL_OFFSET ? i
                                                : j];
  }
  return (int32_t)(uint32_t)(uint64_t)sum;
}

static void CheckBlas(const Blas* x) {
  const int row_major = x->layout == LOWP_ROW_MAJOR;
  int32_t before[kMaxEntries];
  int64_t i, j;
  for (i = 0; i < kMaxEntries; ++i) before[i] = x->c[i] = (int32_t)Next() * 999;
  EXPECT_OK(RunBlas(x));
  for (i = 0; i < x->m; ++i) {
    for (j = 0; j < x->n; ++j) {
      const int64_t at = row_major ? i * x->ldc + j : i + j * x->ldc;
      EXPECT(x->c[at] == BlasEntry(x, before[at], i, j));
      before[at] = x->c[at];
    }
  }
  EXPECT(memcmp(before, x->c, sizeof(before)) == 0); /* the gaps */
}

static Blas AnyBlas(void) {
  static const int32_t offsets[16] = {1, 20, -300, 4000, -50000, 600000};
  Blas x = {LOWP_ROW_MAJOR,
            LOWP_NO_TRANS,
            LOWP_NO_TRANS,
            LOWP_FIX_OFFSET,
            kM,
            kN,
            kK,
            1,
            NULL,
            10,
            0,
            NULL,
            10,
            0,
            0,
            NULL,
            10,
            NULL,
            0,
            1};
  x.a = a;
  x.b = b;
  x.c = sums;
  x.co = offsets;
  return x;
}

static void TestBlas(void) {
  int i;
  for (i = 0; i < 1536; ++i) {
    Blas x = AnyBlas();
    x.layout = i & 1 ? LOWP_ROW_MAJOR : LOWP_COL_MAJOR;
    x.trans_a = i & 2 ? LOWP_TRANS : LOWP_NO_TRANS;
    x.trans_b = i & 4 ? LOWP_TRANS : LOWP_NO_TRANS;
    x.beta = i & 8 ? 1.0f : 0.0f;
    x.a_is_signed = (i & 16) != 0;
    x.b_is_signed = (i & 32) != 0;
    x.ao = i & 64 ? -128 : 0;
    x.bo = i & 128 ? 77 : 0;
    x.k = i & 256 ? 0 : kK;
    x.offset = LOWP_ROW_OFFSET + i / 512;
    if (x.offset == LOWP_FIX_OFFSET && i & 64) x.co = NULL;
    CheckBlas(&x);
  }
}

#define EXPECT_BLAS(field, good, bad, status)        \
  do {                                               \
    Blas x_ = AnyBlas();                             \
    x_.field = good;                                 \
    EXPECT_OK(RunBlas(&x_));                         \
    x_.field = bad;                                  \
    Refused(__LINE__, RunBlas(&x_), status, #field); \
  } while (0)

static void TestBlasDoors(void) {
  const lowp_status invalid = LOWP_INVALID_ARGUMENT;
  lowp_context* const kept = context;
  Blas x = AnyBlas();
  EXPECT_BLAS(layout, LOWP_ROW_MAJOR, 100, invalid);
  EXPECT_BLAS(layout, LOWP_COL_MAJOR, 103, invalid);
  EXPECT_BLAS(trans_a, LOWP_TRANS, 113, invalid);
  EXPECT_BLAS(trans_b, LOWP_NO_TRANS, 110, invalid);
  EXPECT_BLAS(offset, LOWP_ROW_OFFSET, 170, invalid);
  EXPECT_BLAS(offset, LOWP_FIX_OFFSET, 174, invalid);
  EXPECT_BLAS(m, 0, -1, invalid);
  EXPECT_BLAS(n, 0, -1, invalid);
  EXPECT_BLAS(k, 0, -1, invalid);
  EXPECT_BLAS(m, 0, (int64_t)1 << 31, invalid);
  EXPECT_BLAS(alpha, 1, 0.5f, LOWP_UNSUPPORTED);
  EXPECT_BLAS(beta, 1, 2, LOWP_UNSUPPORTED);
  EXPECT_BLAS(lda, kK, kK - 1, invalid);
  EXPECT_BLAS(ldb, kN, kN - 1, invalid);
  EXPECT_BLAS(ldc, kN, kN - 1, invalid);
  EXPECT_BLAS(a, a, NULL, invalid);
  EXPECT_BLAS(b, b, NULL, invalid);
  EXPECT_BLAS(c, sums, NULL, invalid);
  EXPECT_BLAS(c, sums, (int32_t*)(void*)a, invalid);
  x.offset = LOWP_ROW_OFFSET;
  x.co = sums + 1;
  EXPECT_REFUSED(RunBlas(&x), "co");
  context = NULL;
  EXPECT_REFUSED(RunBlas(&x), "context");
  context = kept;
}

int main(void) {
  FillOperands();
  EXPECT(strcmp(lowp_error_message(), "") == 0);
  EXPECT_OK(lowp_context_create(&context));
  TestLibrary();
  TestContext();
  TestExecutor();
  TestWorkspace();
  TestMatrices();
  TestVectors();
  TestOffsets();
  TestRequantization();
  TestCall();
  TestLongPipeline();
  TestStageHeads();
  TestIntegerStages();
  TestTablesAndMatrices();
  TestFloatStages();
  TestSizes();
  TestPlan();
  TestPacking();
  TestPrepared();
  TestBlas();
  TestBlasDoors();
  lowp_context_destroy(context);
  if (failures == 0) puts("the C API is in order");
  return failures == 0 ? 0 : 1;
}
