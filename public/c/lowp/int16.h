/* Products of int16 rows and 8-bit weights.
 *
 * These are the fully connected layers of TensorFlow Lite's 16x8 mode. Its
 * convolutions are those of convolution.h with LOWP_INT16 as input_type.
 *
 *   lowp_conv_geometry geometry = {.size = sizeof(geometry)};
 *   lowp_product_geometry(m, k, n, &geometry);
 *   lowp_filter_pack(&geometry, weights, LOWP_INT8, LOWP_FILTER_ODHWI, NULL,
 *                    &filter);
 *   const lowp_int16_product product = {
 *       .size = sizeof(product), .lhs = lowp_row_major(a, LOWP_INT16, m, k),
 *       .rhs = filter, .result = lowp_row_major(c, LOWP_INT16, m, n),
 *       .stages = stages, .stage_count = 3};
 *   lowp_gemm_int16(context, &product);
 *
 * Sums are exact int64 values. LOWP_STAGE_BIAS_INT64 and LOWP_STAGE_SCALE_INT64
 * take them, and come first, in this order; other stages take the value modulo
 * 2^32, and so does a result of LOWP_INT32 without them.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#ifndef LOWP_PUBLIC_C_LOWP_INT16_H_
#define LOWP_PUBLIC_C_LOWP_INT16_H_

#include <stddef.h>
#include <stdint.h>

#include "context.h"
#include "convolution.h"
#include "matrix.h"
#include "stages.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* result = stages((lhs - lhs_zero_point) * (rhs - rhs_zero_point)) */
typedef struct lowp_int16_product {
  size_t size;            /* sizeof(lowp_int16_product) */
  lowp_matrix lhs;        /* m x k, LOWP_INT16, row-major */
  const lowp_filter* rhs; /* k x n, of a lowp_product_geometry */
  lowp_matrix result; /* m x n, row-major; LOWP_INT64: the sums themselves */
  int32_t lhs_zero_point;
  int32_t rhs_zero_point;
  /* If not NULL, one for each column of the rhs, and rhs_zero_point must be 0.
   */
  const int32_t* rhs_zero_points;
  const lowp_stage* stages;
  int32_t stage_count;
} lowp_int16_product;

/* Fills `geometry`, whose size is set, with the convolution that is a product
 * of rows x k and k x columns; all three are at least 1. Weights of
 * LOWP_FILTER_ODHWI are column by column, those of LOWP_FILTER_DHWIO row by
 * row. One filter serves any number of rows. */
LOWP_C_API lowp_status lowp_product_geometry(int32_t rows, int32_t k,
                                             int32_t columns,
                                             lowp_conv_geometry* geometry);

/* Prepares the product and runs it. If a shape is used again, lowp_prepare_conv
 * of its geometry saves some microseconds and the allocations. LOWP_UNSUPPORTED
 * if sums may exceed 39 bits, which takes a k above 33,025. */
LOWP_C_API lowp_status lowp_gemm_int16(lowp_context* context,
                                       const lowp_int16_product* product);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_PUBLIC_C_LOWP_INT16_H_ */
