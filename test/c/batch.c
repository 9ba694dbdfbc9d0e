/* Batches and groups of rows: their sums, and what is refused.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

enum { kCount = 3 };

static int32_t results[kCount][kM * kN];
static lowp_prepared* prepared;
static lowp_packed* packed;

static int ResultIs(int index) {
  memcpy(sums, results[index], sizeof(results[index]));
  return SumsAre(0, 0);
}

/* kCount times the same product, whose results lie apart. */
static lowp_batch Batch(void) {
  lowp_batch batch;
  memset(&batch, 0, sizeof(batch));
  memset(results, 0, sizeof(results));
  batch.size = sizeof(batch);
  batch.product = prepared;
  batch.lhs.first = a;
  batch.rhs.first = b;
  batch.result.first = results;
  batch.result.stride = sizeof(results[0]);
  batch.count = kCount;
  return batch;
}

static void TestBatches(void) {
  const lowp_prepared* products[kCount];
  const void* places[kCount];
  lowp_batch batch = Batch();
  size_t bytes = 0;
  void* workspace;
  int i;
  EXPECT_OK(lowp_run_batch(context, &batch));
  for (i = 0; i < kCount; ++i) EXPECT(ResultIs(i));
  batch = Batch();
  for (i = 0; i < kCount; ++i) {
    products[i] = prepared;
    places[i] = results[kCount - 1 - i];
  }
  batch.product = NULL;
  batch.products = products;
  batch.result.first = NULL;
  batch.result.pointers = places;
  EXPECT_OK(lowp_run_batch(context, &batch));
  for (i = 0; i < kCount; ++i) EXPECT(ResultIs(i));
  products[1] = NULL;
  EXPECT_REFUSED(lowp_run_batch(context, &batch), "batch.products");
  places[1] = NULL;
  products[1] = prepared;
  EXPECT_REFUSED(lowp_run_batch(context, &batch), "result.data");

  batch = Batch();
  EXPECT_OK(lowp_batch_workspace_bytes(prepared, 1, &bytes));
  {
    /* Far more threads than a product has parts. */
    size_t for_many = 0;
    const lowp_status many =
        lowp_batch_workspace_bytes(prepared, INT32_MAX, &for_many);
    EXPECT(many == LOWP_OK ? for_many >= bytes
                           : many == LOWP_RESOURCE_EXHAUSTED);
  }
  workspace = malloc(bytes + 1);
  EXPECT_OK(lowp_run_batch_in(&batch, workspace, bytes, NULL));
  for (i = 0; i < kCount; ++i) EXPECT(ResultIs(i));
  if (bytes > 0) {
    EXPECT_STATUS(lowp_run_batch_in(&batch, workspace, 0, NULL),
                  LOWP_RESOURCE_EXHAUSTED, "workspace");
  }
  free(workspace);
}

static void TestBatchRefusals(void) {
  const void* places[kCount] = {results[0], results[1], results[2]};
  const lowp_prepared* products[kCount] = {NULL, NULL, NULL};
  lowp_batch batch = Batch();
  size_t bytes = 0;
#define EXPECT_BATCH_REFUSED(argument)                       \
  EXPECT_REFUSED(lowp_run_batch(context, &batch), argument); \
  batch = Batch()
  EXPECT_REFUSED(lowp_run_batch(NULL, &batch), "context");
  EXPECT_REFUSED(lowp_run_batch(context, NULL), "batch");
  batch.size -= 1;
  EXPECT_BATCH_REFUSED("batch.size");
  batch.count = -1;
  EXPECT_BATCH_REFUSED("batch.count");
  batch.count = 0;
  EXPECT_OK(lowp_run_batch(context, &batch));
  batch.product = NULL;
  EXPECT_OK(lowp_run_batch(context, &batch));
  batch.count = 1;
  EXPECT_BATCH_REFUSED("batch.products");
  batch.products = products;
  EXPECT_BATCH_REFUSED("batch.product");
  batch.lhs.first = NULL;
  EXPECT_BATCH_REFUSED("lhs.data");
  batch.result.pointers = places;
  EXPECT_BATCH_REFUSED("batch.result.first");
  batch.result.stride = kN * 4;
  EXPECT_BATCH_REFUSED("batch.result.stride"); /* the others' second rows */
  batch.result.stride = kN * 4 - 4;
  EXPECT_BATCH_REFUSED("batch.result.stride");
  batch.result.stride += 1;
  EXPECT_BATCH_REFUSED("batch.result.stride");
  /* Strides that lead out of the address space. */
  batch.result.stride = INT64_MAX - 7;
  EXPECT_BATCH_REFUSED("batch.result.stride");
  batch.result.stride = INT64_MIN;
  EXPECT_BATCH_REFUSED("batch.result.stride");
  batch.lhs.stride = INT64_MAX;
  EXPECT_BATCH_REFUSED("batch.lhs.stride");
  batch.rhs.stride = INT64_MIN;
  EXPECT_BATCH_REFUSED("batch.rhs.stride");
  EXPECT_REFUSED(lowp_batch_workspace_bytes(NULL, 1, &bytes), "product");
  EXPECT_REFUSED(lowp_batch_workspace_bytes(prepared, 0, &bytes),
                 "concurrency");
  EXPECT_REFUSED(lowp_batch_workspace_bytes(prepared, 1, NULL), "bytes");
  batch.product = NULL;
  batch.count = 0;
  EXPECT_REFUSED(lowp_run_batch_in(&batch, NULL, 0, NULL), "batch.product");
  EXPECT_REFUSED(lowp_run_batch_in(NULL, NULL, 0, NULL), "batch");
}

/* Rows of a in another order, two of which are of one expert. */
static void TestGroups(void) {
  const int32_t offsets[kCount + 1] = {0, 2, 2, kM};
  const int32_t index[kM] = {4, 1, 0, 3, 2};
  const lowp_prepared* products[kCount];
  lowp_groups groups;
  lowp_product product = Product();
  lowp_prepared* expert = NULL;
  int32_t wrong_index[kM];
  int i, j;
  product.rhs_packed = packed;
  EXPECT_OK(lowp_prepare_gemm(context, &product, &expert));
  products[0] = products[2] = expert;
  products[1] = NULL; /* of an empty group */
  memset(&groups, 0, sizeof(groups));
  groups.size = sizeof(groups);
  groups.products = products;
  groups.offsets = offsets;
  groups.index = index;
  groups.x = lowp_row_major(a, LOWP_UINT8, kM, kK);
  groups.y = lowp_row_major(results, LOWP_INT32, kM, kN);
  groups.groups = kCount;
  EXPECT_OK(lowp_run_groups(context, &groups));
  for (i = 0; i < kM; ++i) {
    for (j = 0; j < kN; ++j) {
      EXPECT(results[0][i * kN + j] == Sum(index[i], j, 0, 0));
    }
  }
  groups.index = NULL;
  EXPECT_OK(lowp_run_groups(context, &groups));
  EXPECT(ResultIs(0));
  EXPECT_REFUSED(lowp_run_groups(NULL, &groups), "context");
  EXPECT_REFUSED(lowp_run_groups(context, NULL), "groups");
  groups.size -= 1;
  EXPECT_REFUSED(lowp_run_groups(context, &groups), "groups.size");
  groups.size += 1;
  memcpy(wrong_index, index, sizeof(index));
  wrong_index[1] = kM;
  groups.index = wrong_index;
  EXPECT_REFUSED(lowp_run_groups(context, &groups), "index");
  groups.index = index;
  products[2] = NULL;
  EXPECT_REFUSED(lowp_run_groups(context, &groups), "products");
  products[2] = prepared; /* whose rhs is not packed */
  EXPECT_REFUSED(lowp_run_groups(context, &groups), "products");
  products[2] = expert;
  groups.offsets = NULL;
  EXPECT_REFUSED(lowp_run_groups(context, &groups), "offsets");
  groups.offsets = offsets;
  groups.groups = -1;
  EXPECT_REFUSED(lowp_run_groups(context, &groups), "groups");
  groups.groups = kCount;
  groups.x.type = LOWP_INT32;
  EXPECT_REFUSED(lowp_run_groups(context, &groups), "x.type");
  groups.x.type = LOWP_UINT8;
  groups.y = lowp_col_major(results, LOWP_INT32, kM, kN);
  EXPECT_REFUSED(lowp_run_groups(context, &groups), "y.col_stride");
  lowp_prepared_destroy(expert);
}

void TestBatch(void) {
  const lowp_matrix source = lowp_row_major(b, LOWP_INT8, kK, kN);
  lowp_product product = Product();
  EXPECT_OK(lowp_pack(&source, LOWP_RHS, NULL, &packed));
  EXPECT_OK(lowp_prepare_gemm(context, &product, &prepared));
  TestBatches();
  TestBatchRefusals();
  TestGroups();
  lowp_prepared_destroy(prepared);
  lowp_packed_destroy(packed);
}
