/* Linear layers with 8-bit weights whose input is quantized as it arrives:
 * floats in, floats out, an exact integer product in between.
 *
 *   y = clamp(dequantized(quantized(x * factors) * weights) + bias)
 *
 *   const lowp_dynamic_linear linear = {
 *       .size = sizeof(linear), .weights = lowp_row_major(w, LOWP_INT8, k, n),
 *       .scales = scales, .scale_count = n};
 *   lowp_prepare_dynamic(context, &linear, &layer);
 *   const lowp_matrix x = lowp_row_major(input, LOWP_FLOAT32, m, k);
 *   const lowp_matrix y = lowp_row_major(output, LOWP_FLOAT32, m, n);
 *   lowp_dynamic_run(layer, context, &x, &y);
 *
 * Where the scope of the arithmetic is a row, the bytes of a row of the result
 * depend on the same row of the input and on the layer, and on nothing else.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#ifndef LOWP_PUBLIC_C_LOWP_DYNAMIC_H_
#define LOWP_PUBLIC_C_LOWP_DYNAMIC_H_

#include <stddef.h>
#include <stdint.h>

#include "context.h"
#include "dynamic_arithmetic.h"
#include "matrix.h"
#include "packed.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The vectors are copied when the layer is prepared. */
typedef struct lowp_dynamic_linear {
  size_t size; /* sizeof(lowp_dynamic_linear) */
  /* k x n, both at least 1, of LOWP_UINT8 or LOWP_INT8. */
  lowp_matrix weights;
  /* If not NULL, used instead of `weights`; packed for LOWP_RHS. Its memory is
   * shared. */
  const lowp_packed* weights_packed;
  /* The scales of the weights: one for all columns, or n. */
  const float* scales;
  /* The zero points of the weights: none, which is 0, one for all, or n. */
  const int32_t* zero_points;
  int32_t scale_count;      /* 1 or n */
  int32_t zero_point_count; /* 0, 1 or n */
  /* NULL, or n values that are added to the result in float. */
  const float* bias;
  /* NULL, or k factors of SmoothQuant: x(i, l) * factors(l), rounded to float,
   * takes the place of x(i, l). */
  const float* factors;
  /* 1: the result is min(max(y, low), high); 0: it is y. */
  int32_t clamps;
  float low;
  float high;
  /* NULL: LOWP_PRESET_SYMMETRIC_ROWS. */
  const lowp_dynamic_arithmetic* arithmetic;
} lowp_dynamic_linear;

/* A layer that is ready to run. Immutable, as a lowp_prepared. */
typedef struct lowp_dynamic lowp_dynamic;

/* If a backend is set on the context, all runs use it. */
LOWP_C_API lowp_status lowp_prepare_dynamic(lowp_context* context,
                                            const lowp_dynamic_linear* linear,
                                            lowp_dynamic** layer);
LOWP_C_API void lowp_dynamic_destroy(lowp_dynamic* layer);

typedef struct lowp_dynamic_info {
  size_t size;     /* sizeof(lowp_dynamic_info), set by the caller */
  int32_t inputs;  /* k */
  int32_t outputs; /* n */
} lowp_dynamic_info;
LOWP_C_API lowp_status lowp_dynamic_get_info(const lowp_dynamic* layer,
                                             lowp_dynamic_info* info);

/* x is m x k, y m x n, for any m from 0: row-major matrices of LOWP_FLOAT32,
 * LOWP_FLOAT16 or LOWP_BFLOAT16, in any combination, that share no memory.
 * 16-bit values are read exactly and written to nearest, ties to even. */
LOWP_C_API lowp_status lowp_dynamic_run(const lowp_dynamic* layer,
                                        lowp_context* context,
                                        const lowp_matrix* x,
                                        const lowp_matrix* y);

/* lowp_dynamic_run_in allocates nothing. lowp_dynamic_workspace_bytes says how
 * many bytes it needs for this number of rows on an executor of this
 * concurrency. If `executor` is NULL, the calling thread computes everything.
 */
LOWP_C_API lowp_status lowp_dynamic_workspace_bytes(const lowp_dynamic* layer,
                                                    int32_t rows,
                                                    int32_t concurrency,
                                                    size_t* bytes);
LOWP_C_API lowp_status lowp_dynamic_run_in(
    const lowp_dynamic* layer, const lowp_matrix* x, const lowp_matrix* y,
    void* workspace, size_t workspace_bytes, const lowp_executor* executor);

/* A mixture of experts: rows offsets[g] up to offsets[g + 1] of y are those of
 * layers[g], for the same rows of x if `index` is NULL, otherwise for rows
 * index[offsets[g]], ... of x. `offsets` has groups + 1 entries that ascend
 * from 0 to the rows of y. The layer of an empty group may be NULL. */
LOWP_C_API lowp_status lowp_dynamic_run_groups(
    lowp_context* context, const lowp_dynamic* const* layers, int32_t groups,
    const int32_t* offsets, const lowp_matrix* x, const int32_t* index,
    const lowp_matrix* y);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_PUBLIC_C_LOWP_DYNAMIC_H_ */
