/* Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

int failures = 0;
lowp_context* context;
uint8_t a[kMaxEntries];
int8_t b[kMaxEntries];
int32_t sums[kMaxEntries];

void Refused(int line, const char* file, lowp_status got, lowp_status wanted,
             const char* argument) {
  const char* const message = lowp_error_message();
  const size_t length = strlen(argument);
  if (got == wanted && strncmp(message, argument, length) == 0 &&
      (message[length] == ' ' || message[length] == ':')) {
    return;
  }
  printf("%s:%d: status %d, \"%s\"; expected %d, \"%s = ...\"\n", file, line,
         got, message, wanted, argument);
  ++failures;
}

uint32_t Next(void) {
  static uint32_t state = 1;
  state = state * 1664525u + 1013904223u;
  return state >> 16;
}

int32_t Sum(int i, int j, int32_t a_offset, int32_t b_offset) {
  int32_t sum = 0;
  int l;
  for (l = 0; l < kK; ++l) {
    sum += (a[i * kK + l] + a_offset) * (b[l * kN + j] + b_offset);
  }
  return sum;
}

lowp_product Product(void) {
  lowp_product product;
  memset(&product, 0, sizeof(product));
  product.size = sizeof(product);
  product.lhs = lowp_row_major(a, LOWP_UINT8, kM, kK);
  product.rhs = lowp_row_major(b, LOWP_INT8, kK, kN);
  product.result = lowp_row_major(sums, LOWP_INT32, kM, kN);
  return product;
}

lowp_stage Stage(lowp_stage_kind kind) {
  lowp_stage stage;
  memset(&stage, 0, sizeof(stage));
  stage.size = sizeof(stage);
  stage.kind = kind;
  return stage;
}

int SumsAre(int32_t a_offset, int32_t b_offset) {
  int i, j;
  for (i = 0; i < kM; ++i) {
    for (j = 0; j < kN; ++j) {
      if (sums[i * kN + j] != Sum(i, j, a_offset, b_offset)) return 0;
    }
  }
  return 1;
}

lowp_status Multiply(const lowp_stage* stages, int32_t count, lowp_type type,
                     void* result) {
  lowp_product product = Product();
  product.result = lowp_row_major(result, type, kM, kN);
  product.stages = stages;
  product.stage_count = count;
  return lowp_gemm(context, &product);
}
