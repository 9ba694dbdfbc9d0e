/* Products with the arguments of the BLAS.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#ifndef LOWP_PUBLIC_C_LOWP_BLAS_H_
#define LOWP_PUBLIC_C_LOWP_BLAS_H_

#include <stdint.h>

#include "context.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* C = (op(A) + ao) * (op(B) + bo) + beta * C + co, exact modulo 2^32.
 *
 * op(A) is m x k, op(B) is k x n, C is m x n. Leading dimensions are in
 * entries. The letters of the name are the types of A, of B and of C, in either
 * layout. Constants are those of CBLAS.
 *
 * alpha   1; other values are LOWP_UNSUPPORTED
 * beta    0 (C is not read) or 1; the same
 * ao, bo  are added to the entries. Those of oneDNN's dnnl_gemm are subtracted:
 *         pass them negated.
 * offset  what co holds: LOWP_FIX_OFFSET one value for all of C,
 *         LOWP_COL_OFFSET m values, a column that is added to each column,
 *         LOWP_ROW_OFFSET n values, a row that is added to each row.
 *         NULL: no offset.
 *
 * For k = 0, C becomes beta * C + co. C overlaps neither A, B nor co. */
typedef int32_t lowp_layout;
enum { LOWP_ROW_MAJOR = 101, LOWP_COL_MAJOR = 102 };
typedef int32_t lowp_transpose;
enum { LOWP_NO_TRANS = 111, LOWP_TRANS = 112 };
typedef int32_t lowp_offset;
enum { LOWP_ROW_OFFSET = 171, LOWP_COL_OFFSET = 172, LOWP_FIX_OFFSET = 173 };

LOWP_C_API lowp_status lowp_gemm_s8s8s32(
    lowp_context* context, lowp_layout layout, lowp_transpose trans_a,
    lowp_transpose trans_b, lowp_offset offset, int64_t m, int64_t n, int64_t k,
    float alpha, const int8_t* a, int64_t lda, int32_t ao, const int8_t* b,
    int64_t ldb, int32_t bo, float beta, int32_t* c, int64_t ldc,
    const int32_t* co);
LOWP_C_API lowp_status lowp_gemm_u8s8s32(
    lowp_context* context, lowp_layout layout, lowp_transpose trans_a,
    lowp_transpose trans_b, lowp_offset offset, int64_t m, int64_t n, int64_t k,
    float alpha, const uint8_t* a, int64_t lda, int32_t ao, const int8_t* b,
    int64_t ldb, int32_t bo, float beta, int32_t* c, int64_t ldc,
    const int32_t* co);
LOWP_C_API lowp_status lowp_gemm_s8u8s32(
    lowp_context* context, lowp_layout layout, lowp_transpose trans_a,
    lowp_transpose trans_b, lowp_offset offset, int64_t m, int64_t n, int64_t k,
    float alpha, const int8_t* a, int64_t lda, int32_t ao, const uint8_t* b,
    int64_t ldb, int32_t bo, float beta, int32_t* c, int64_t ldc,
    const int32_t* co);
LOWP_C_API lowp_status lowp_gemm_u8u8s32(
    lowp_context* context, lowp_layout layout, lowp_transpose trans_a,
    lowp_transpose trans_b, lowp_offset offset, int64_t m, int64_t n, int64_t k,
    float alpha, const uint8_t* a, int64_t lda, int32_t ao, const uint8_t* b,
    int64_t ldb, int32_t bo, float beta, int32_t* c, int64_t ldc,
    const int32_t* co);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_PUBLIC_C_LOWP_BLAS_H_ */
