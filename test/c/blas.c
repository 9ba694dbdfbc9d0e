/* Products with the arguments of the BLAS, against their definition.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

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

static void TestBlasProducts(void) {
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

#define EXPECT_BLAS(field, good, bad, status)                  \
  do {                                                         \
    Blas x_ = AnyBlas();                                       \
    x_.field = good;                                           \
    EXPECT_OK(RunBlas(&x_));                                   \
    x_.field = bad;                                            \
    Refused(__LINE__, __FILE__, RunBlas(&x_), status, #field); \
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

void TestBlas(void) {
  TestBlasProducts();
  TestBlasDoors();
}
