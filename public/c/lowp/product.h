/* Products with output pipelines: run, planned, prepared.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#ifndef LOWP_PUBLIC_C_LOWP_PRODUCT_H_
#define LOWP_PUBLIC_C_LOWP_PRODUCT_H_

#include <stddef.h>
#include <stdint.h>

#include "context.h"
#include "matrix.h"
#include "packed.h"
#include "stages.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* lhs and rhs hold LOWP_UINT8 or LOWP_INT8, in any combination. The result must
 * not overlap an operand, or a vector of an offset or of a stage. If a
 * dimension is 0, the result is left untouched. */
typedef struct lowp_product {
  size_t size; /* sizeof(lowp_product) */
  lowp_matrix lhs;
  lowp_matrix rhs;
  lowp_matrix result;
  const lowp_packed* lhs_packed; /* if not NULL, used instead of lhs */
  const lowp_packed* rhs_packed;
  int32_t lhs_offset; /* minus a zero point */
  int32_t rhs_offset;
  const int32_t* lhs_offsets; /* if not NULL, one for each row of the lhs, and
                                 lhs_offset must be 0 */
  const int32_t* rhs_offsets; /* the same for each column of the rhs */
  const lowp_stage* stages;
  int32_t stage_count;
} lowp_product;

LOWP_C_API lowp_status lowp_gemm(lowp_context* context,
                                 const lowp_product* product);

/* Describes what lowp_gemm would do, without doing it, in a few lines of text.
 * Like snprintf, it writes at most `capacity` bytes, the last of them 0, and
 * sets *length to the length of the whole text. `text` may be NULL if
 * `capacity` is 0; `length` may be NULL. */
LOWP_C_API lowp_status lowp_plan_gemm(lowp_context* context,
                                      const lowp_product* product, char* text,
                                      size_t capacity, size_t* length);

/* The bytes of memory that lowp_gemm takes from the context's workspace, from a
 * multiple of 64 on. */
LOWP_C_API lowp_status lowp_gemm_workspace_bytes(lowp_context* context,
                                                 const lowp_product* product,
                                                 size_t* bytes);

/* A product prepared once, to be run many times with nothing but pointers.
 * Immutable: threads may run one at the same time, each with a workspace of its
 * own. */
typedef struct lowp_prepared lowp_prepared;

/* Prepares a product of matrices with these sizes, strides and types, for as
 * many threads as the context allows. Their data pointers are ignored. Stages,
 * and the memory that packed matrices own, are kept; vectors, tables, matrices
 * and state that stages refer to must outlive the prepared product, and vectors
 * of stages must keep their values. */
LOWP_C_API lowp_status lowp_prepare_gemm(lowp_context* context,
                                         const lowp_product* product,
                                         lowp_prepared** prepared);
LOWP_C_API void lowp_prepared_destroy(lowp_prepared* prepared);

/* The bytes that lowp_prepared_run_in needs, at any alignment. */
LOWP_C_API lowp_status
lowp_prepared_workspace_bytes(const lowp_prepared* prepared, size_t* bytes);

/* As lowp_plan_gemm. */
LOWP_C_API lowp_status lowp_prepared_plan(const lowp_prepared* prepared,
                                          char* text, size_t capacity,
                                          size_t* length);

/* Computes with the memory and threads of a context, or with the caller's,
 * which allocates nothing. If `executor` is NULL, the calling thread computes
 * everything. The pointer for a packed operand is ignored. */
LOWP_C_API lowp_status lowp_prepared_run(const lowp_prepared* prepared,
                                         lowp_context* context, const void* lhs,
                                         const void* rhs, void* result);
LOWP_C_API lowp_status lowp_prepared_run_in(const lowp_prepared* prepared,
                                            const void* lhs, const void* rhs,
                                            void* result, void* workspace,
                                            size_t workspace_bytes,
                                            const lowp_executor* executor);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_PUBLIC_C_LOWP_PRODUCT_H_ */
