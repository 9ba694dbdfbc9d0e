/* The C API as a program in C sees it: every function, and for each argument
 * the last accepted value and the first refused one.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

static void FillOperands(void) {
  int i;
  for (i = 0; i < kMaxEntries; ++i) {
    a[i] = (uint8_t)Next();
    b[i] = (int8_t)Next();
  }
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

int main(void) {
  FillOperands();
  EXPECT(strcmp(lowp_error_message(), "") == 0);
  EXPECT_OK(lowp_context_create(&context));
  TestLibrary();
  TestContext();
  TestExecutor();
  TestWorkspace();
  TestProducts();
  TestStages();
  TestKept();
  TestBlas();
  TestConvolution();
  TestDynamic();
  TestInt4();
  TestInt16();
  TestBatch();
  TestOperators();
  TestStridedCopy();
  TestExtremes();
  lowp_context_destroy(context);
  if (failures == 0) puts("the C API is in order");
  return failures == 0 ? 0 : 1;
}
