/* Products of 8-bit activations with 4-bit weights.
 *
 * A weight is a value of 4 bits in a group of neighbours along k that share a
 * scale and a zero point:
 *   real weight(k, n) = scale(g, n) * (value(k, n) - zero_point(g, n)),
 *   g = k / group.
 * With S(r, g, c) the exact integer
 *   sum over k of g of (a(r, k) - zero_point(r)) *
 *                      (value(k, c) - zero_point(g, c))
 * the float result is, in float, from total = 0, for groups ascending,
 *   total = total + float(S(r, g, c)) * scale(g, c)
 *   y(r, c) = type(total * row_scale(r) + bias(c)),
 * each operation rounded to nearest, ties to even. The bytes of a row depend on
 * that row and the weights alone.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#ifndef LOWP_PUBLIC_C_LOWP_INT4_H_
#define LOWP_PUBLIC_C_LOWP_INT4_H_

#include <stddef.h>
#include <stdint.h>

#include "context.h"
#include "matrix.h"
#include "stages.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Weights ------------------------------------------------------------ */

/* Packed weights, in a format that is the same for all backends. Immutable, as
 * a lowp_packed. int4_import.h packs those of other programs' files. */
typedef struct lowp_int4 lowp_int4;

typedef struct lowp_int4_source {
  size_t size; /* sizeof(lowp_int4_source) */
  /* k x n values, a byte each: 0..15 as LOWP_UINT8 or -8..7 as LOWP_INT8. */
  lowp_matrix values;
  /* A multiple of 16 that divides k, or 0: one group for each column. At most
   * 2^19 values. */
  int32_t group;
  /* 0: no scales, all are 1. LOWP_FLOAT32, LOWP_FLOAT16, LOWP_BFLOAT16: finite.
   * LOWP_INT32: sums stay integers. */
  lowp_type scale_type;
  /* scale(g, n) lies g * scale_group_stride + n * scale_column_stride bytes
   * behind `scales`; both are multiples of the size of a scale. */
  const void* scales;
  int64_t scale_group_stride;
  int64_t scale_column_stride;
  /* The same of zero points, a byte each of the type of the values; NULL: all
   * are 8 for LOWP_UINT8 and 0 for LOWP_INT8. One may exceed the largest value
   * by one: 16 or 8. */
  const void* zero_points;
  int64_t zero_point_group_stride;
  int64_t zero_point_column_stride;
} lowp_int4_source;

LOWP_C_API lowp_status lowp_int4_pack(const lowp_int4_source* source,
                                      lowp_int4** weights);

/* Packs weights of 8 bits, as PackBytes of C++:
 *   real weight(k, n) = scale(g, n) * value(k, n)
 * with values of LOWP_INT8, -128..127, and no zero points. A group has at most
 * 2^15 values. All products take such weights; they are twice as large. */
LOWP_C_API lowp_status lowp_int4_pack_int8(const lowp_int4_source* source,
                                           lowp_int4** weights);

/* Saved bytes (lowp_int4_info), copied or used where they are: as
 * lowp_packed_load and lowp_packed_map. */
LOWP_C_API lowp_status lowp_int4_load(const void* blob, size_t bytes,
                                      lowp_int4** weights);
LOWP_C_API lowp_status lowp_int4_map(const void* blob, size_t bytes,
                                     lowp_int4** weights);

/* Products prepared with it keep what they need of it. */
LOWP_C_API void lowp_int4_destroy(lowp_int4* weights);

typedef struct lowp_int4_info {
  size_t size;      /* sizeof(lowp_int4_info), set by the caller */
  const void* data; /* the bytes to save, */
  size_t bytes;     /* and how many */
  int32_t k;
  int32_t n;
  int32_t group; /* values of k in a group; k if each column is one */
  int32_t groups;
  lowp_type scale_type; /* as in lowp_int4_source */
  int32_t has_zero_points;
  /* 1: int32 holds the sums of integer products for any activations. Only such
   * weights feed stages. */
  int32_t fits_int32;
  int32_t bits; /* of a weight: 4 or 8 */
} lowp_int4_info;
LOWP_C_API lowp_status lowp_int4_get_info(const lowp_int4* weights,
                                          lowp_int4_info* info);

/* ---- Products ----------------------------------------------------------- */

/* Activations, m x k, row-major, and what they mean:
 *   real value(r, k) = scale(r) * (value(r, k) - zero_point(r)) */
typedef struct lowp_int4_rows {
  size_t size;        /* sizeof(lowp_int4_rows) */
  lowp_matrix values; /* of LOWP_UINT8 or LOWP_INT8 */
  /* NULL: all are 1; else m finite ones. Integer results ignore them. */
  const float* scales;
  /* One for all rows, or one for each: values of the activations' type. */
  const int32_t* zero_points;
  int32_t zero_point_count; /* 0 (all are 0), 1 or m */
} lowp_int4_rows;

/* How the terms of groups are added. */
typedef int32_t lowp_int4_sum;
enum {
  LOWP_INT4_MULTIPLY_THEN_ADD = 0, /* round(total + round(float(S) * scale)) */
  LOWP_INT4_FUSED = 1              /* round(total + float(S) * scale) */
};

/* A NULL pointer to options stands for all zeros. */
typedef struct lowp_int4_options {
  size_t size; /* sizeof(lowp_int4_options) */
  /* Of weights with float scales: */
  const float* bias; /* NULL, or n values */
  lowp_int4_sum sum;
  /* Of weights with integer scales or none: */
  int32_t stage_count;
  const lowp_stage* stages;
} lowp_int4_options;

/* With float scales, y as above: `result` is a row-major matrix of
 * LOWP_FLOAT32, LOWP_FLOAT16 or LOWP_BFLOAT16. With integer scales or none,
 *   result(r, c) = stages(sum over g of scale(g, c) * S(r, g, c))
 * as a product has it; if k is 0, these sums are 0 and the result is written,
 * too. Options for the other kind of weights are refused. */
LOWP_C_API lowp_status lowp_gemm_int4(lowp_context* context,
                                      const lowp_int4_rows* rows,
                                      const lowp_int4* weights,
                                      const lowp_matrix* result,
                                      const lowp_int4_options* options);

/* The sums of integer weights in 64 bits, which hold them for any weights; row
 * r lies r * row_stride bytes behind `sums`. */
LOWP_C_API lowp_status lowp_sum_int4(lowp_context* context,
                                     const lowp_int4_rows* rows,
                                     const lowp_int4* weights, int64_t* sums,
                                     int64_t row_stride);

/* S itself, of weights with any scales: sums[(r * groups + g) * n + c]. */
LOWP_C_API lowp_status lowp_group_sums_int4(lowp_context* context,
                                            const lowp_int4_rows* rows,
                                            const lowp_int4* weights,
                                            int32_t* sums);

/* The float result, with weights, options and a limit of rows prepared once.
 * The bias must outlive it. Immutable, as a lowp_prepared. */
typedef struct lowp_prepared_int4 lowp_prepared_int4;

LOWP_C_API lowp_status lowp_prepare_int4(lowp_context* context,
                                         const lowp_int4* weights,
                                         int32_t max_rows,
                                         const lowp_int4_options* options,
                                         lowp_prepared_int4** prepared);
LOWP_C_API void lowp_prepared_int4_destroy(lowp_prepared_int4* prepared);
/* The bytes that lowp_prepared_int4_run_in needs, at any alignment. */
LOWP_C_API lowp_status lowp_prepared_int4_workspace_bytes(
    const lowp_prepared_int4* prepared, size_t* bytes);

/* Computes with the memory and threads of a context, or with the caller's,
 * which allocates nothing. If `executor` is NULL, the calling thread computes
 * everything. */
LOWP_C_API lowp_status lowp_prepared_int4_run(
    const lowp_prepared_int4* prepared, lowp_context* context,
    const lowp_int4_rows* rows, const lowp_matrix* result);
LOWP_C_API lowp_status lowp_prepared_int4_run_in(
    const lowp_prepared_int4* prepared, const lowp_int4_rows* rows,
    const lowp_matrix* result, void* workspace, size_t workspace_bytes,
    const lowp_executor* executor);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_PUBLIC_C_LOWP_INT4_H_ */
