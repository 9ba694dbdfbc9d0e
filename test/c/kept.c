/* What programs keep: packed matrices and prepared products.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

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

void TestKept(void) {
  TestPacking();
  TestPrepared();
}
