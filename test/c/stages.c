/* Stages: pipelines that compute, and the doors of each kind.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

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
  stages[1].as.scale.result_rounding = LOWP_ROUNDING_SINGLE_UPWARD;
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
  EXPECT(strcmp(lowp_error_message(),
                "result.type = 2: is not LOWP_INT16, which "
                "the last stage yields") == 0);
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
#define EXPECT_STAGE_FIELD(stage, type, field, good, bad)         \
  do {                                                            \
    lowp_stage stage_ = stage;                                    \
    stage_.as.field = good;                                       \
    EXPECT_OK(Multiply(&stage_, 1, type, sums));                  \
    stage_.as.field = bad;                                        \
    Refused(__LINE__, __FILE__, Multiply(&stage_, 1, type, sums), \
            LOWP_INVALID_ARGUMENT, FieldName(#field, name));      \
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

/* Entries are values as any others: without a cast, before another stage and a
 * cast to another type. */
static void TestTableWithoutCast(void) {
  static int8_t table[256];
  uint8_t bytes[kM * kN];
  lowp_stage stages[3];
  int i, j;
  for (i = 0; i < 256; ++i) table[i] = (int8_t)(i * 37 % 256 - 128);
  stages[0] = Stage(LOWP_STAGE_TABLE);
  stages[0].as.table.table = table;
  stages[0].as.table.type = LOWP_INT8;
  stages[1] = Stage(LOWP_STAGE_CLAMP);
  stages[1].as.clamp.min = -1000;
  stages[1].as.clamp.max = 100;
  stages[2] = Stage(LOWP_STAGE_SATURATING_CAST);
  stages[2].as.saturating_cast.type = LOWP_UINT8;
  EXPECT_OK(Multiply(stages, 1, LOWP_INT32, sums));
  EXPECT_OK(Multiply(stages, 3, LOWP_UINT8, bytes));
  for (i = 0; i < kM; ++i) {
    for (j = 0; j < kN; ++j) {
      const int x = Sum(i, j, 0, 0);
      const int entry = table[(x < -128 ? -128 : x > 127 ? 127 : x) & 255];
      const int clamped = entry < 0 ? 0 : entry > 100 ? 100 : entry;
      EXPECT(sums[i * kN + j] == entry);
      EXPECT(bytes[i * kN + j] == clamped);
    }
  }
}

/* With multipliers of almost 1 and shares of 1: d = 128 * x for x in 0..255,
 * which is 8 bits and more. */
static void TestHardSwishWithoutCast(void) {
  lowp_stage stage = Stage(LOWP_STAGE_HARD_SWISH);
  int i, j;
  stage.as.hard_swish.result_multiplier = 32767;
  stage.as.hard_swish.share_multiplier = 32767;
  stage.as.hard_swish.share_exponent = 31;
  stage.as.hard_swish.result_zero_point = -7;
  EXPECT_OK(Multiply(&stage, 1, LOWP_INT32, sums));
  for (i = 0; i < kM; ++i) {
    for (j = 0; j < kN; ++j) {
      const int x = Sum(i, j, 0, 0);
      const int distance = 128 * (x < -255 ? -255 : x > 255 ? 255 : x);
      const double product = floor(distance * 32767.0 / 32768 + 0.5);
      const double share = x > 0 ? 32767 : x < 0 ? 0 : 16384;
      const double want = share * product / 32768;
      EXPECT(sums[i * kN + j] == (want < 0 ? ceil(want) : floor(want)) - 7);
    }
  }
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

void TestStages(void) {
  TestRequantization();
  TestCall();
  TestLongPipeline();
  TestStageHeads();
  TestIntegerStages();
  TestTablesAndMatrices();
  TestTableWithoutCast();
  TestHardSwishWithoutCast();
  TestFloatStages();
}
