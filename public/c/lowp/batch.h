/* Many products in one call: as batches, and as groups of rows.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#ifndef LOWP_PUBLIC_C_LOWP_BATCH_H_
#define LOWP_PUBLIC_C_LOWP_BATCH_H_

#include <stddef.h>
#include <stdint.h>

#include "context.h"
#include "matrix.h"
#include "product.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Batches ------------------------------------------------------------ */

/* The first element of each of many matrices: pointers[i] (then `first` is
 * NULL), or if `pointers` is NULL, i * stride bytes after `first`. With a
 * stride of 0 all products have the same matrix; the stride of results is a
 * multiple of the size of an entry. All fields are zero for a packed operand.
 * This struct does not grow. */
typedef struct lowp_batch_operand {
  const void* first;
  int64_t stride; /* bytes */
  const void* const* pointers;
} lowp_batch_operand;

/* For each i below `count`, computes result[i] from lhs[i] and rhs[i] as
 * lowp_prepared_run does, with the same bytes: with `product` or, if that is
 * NULL, with products[i], each of which has weights, offsets, stages and a
 * shape of its own. One of the two is NULL. Threads share the work of all
 * products. Results must not share memory with one another, with an operand,
 * or with what the stages and offsets of another product read. */
typedef struct lowp_batch {
  size_t size; /* sizeof(lowp_batch) */
  const lowp_prepared* product;
  const lowp_prepared* const* products;
  lowp_batch_operand lhs;
  lowp_batch_operand rhs;
  lowp_batch_operand result;
  int32_t count;
} lowp_batch;

LOWP_C_API lowp_status lowp_run_batch(lowp_context* context,
                                      const lowp_batch* batch);

/* Runs a batch of one product in the caller's memory and on the caller's
 * threads, and allocates nothing. lowp_batch_workspace_bytes says how many
 * bytes that takes, for any count, on an executor of this concurrency. If
 * `executor` is NULL, the calling thread computes everything. */
LOWP_C_API lowp_status lowp_batch_workspace_bytes(const lowp_prepared* product,
                                                  int32_t concurrency,
                                                  size_t* bytes);
LOWP_C_API lowp_status lowp_run_batch_in(const lowp_batch* batch,
                                         void* workspace,
                                         size_t workspace_bytes,
                                         const lowp_executor* executor);

/* ---- Groups of rows ----------------------------------------------------- */

/* A mixture of experts whose scales are known beforehand: rows offsets[g] up to
 * offsets[g + 1] of y are products[g] of the same rows of x or, where `index`
 * is not NULL, of rows index[offsets[g]], index[offsets[g] + 1], ... of x.
 *
 * `offsets` has groups + 1 entries that ascend from 0 to the rows of y. The
 * product of an empty group may be NULL. Every other product must have been
 * prepared for the types of x and y, row-major, with a packed rhs, and for any
 * number of rows but 0. A stage that is LOWP_PER_ROW, lhs_offsets, and a matrix
 * that a stage adds have an entry or row for each row of y. */
typedef struct lowp_groups {
  size_t size; /* sizeof(lowp_groups) */
  const lowp_prepared* const* products;
  const int32_t* offsets;
  const int32_t* index;
  lowp_matrix x;
  lowp_matrix y;
  int32_t groups;
} lowp_groups;

LOWP_C_API lowp_status lowp_run_groups(lowp_context* context,
                                       const lowp_groups* groups);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_PUBLIC_C_LOWP_BATCH_H_ */
