/* lowp for C: exact products of 8-bit integer matrices, and what happens to
 * their sums on the way to the result.
 *
 *   result(i, j) = stages( sum over l of (lhs(i, l) + lhs_offset(i)) *
 *                                        (rhs(l, j) + rhs_offset(j)) )
 *
 * lhs is m x k, rhs is k x n, result is m x n. Sums are exact modulo 2^32 for
 * all values. For one input the result's bytes are the same on every machine,
 * with any number of threads. Pointers to int16_t, int32_t, int64_t, float and
 * double are aligned as those types are, results' included.
 *
 *   // int8 result = clamp(round(scale * (a * b + bias)) + zero_point)
 *   lowp_context* context;
 *   lowp_context_create(&context);
 *   const lowp_stage stages[] = {
 *       {.size = sizeof(lowp_stage), .kind = LOWP_STAGE_BIAS,
 *        .per = LOWP_PER_COLUMN, .as.bias.bias_vector.values = bias},
 *       {.size = sizeof(lowp_stage), .kind = LOWP_STAGE_SCALE,
 *        .as.scale = {.result_fixedpoint_multiplier.value = multiplier,
 *                     .result_exponent.value = exponent,
 *                     .result_offset_after_shift = zero_point}},
 *       {.size = sizeof(lowp_stage), .kind = LOWP_STAGE_SATURATING_CAST,
 *        .as.saturating_cast.type = LOWP_INT8}};
 *   const lowp_product product = {
 *       .size = sizeof(lowp_product),
 *       .lhs = lowp_row_major(a, LOWP_UINT8, m, k),
 *       .rhs = lowp_row_major(b, LOWP_INT8, k, n),
 *       .result = lowp_row_major(c, LOWP_INT8, m, n),
 *       .lhs_offset = -a_zero_point, .stages = stages, .stage_count = 3};
 *   if (lowp_gemm(context, &product) != LOWP_OK) puts(lowp_error_message());
 *   lowp_context_destroy(context);
 *
 * Every function checks all its arguments before it writes anything. One that
 * refuses a call returns a status and leaves a message that names the argument;
 * nothing aborts. Handles are created through a pointer to a pointer, which
 * is set only on success, and destroyed once; destroying NULL does nothing.
 *
 * Structs that may grow begin with their size, which the caller sets to
 * sizeof(the struct). A program that was compiled with an older header, whose
 * structs are smaller, and one with a newer header, whose additional fields are
 * all zero, both work. Zero is the usual choice of every field that has one.
 *
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#ifndef LOWP_PUBLIC_C_LOWP_H_
#define LOWP_PUBLIC_C_LOWP_H_

#include "lowp/batch.h"
#include "lowp/blas.h"
#include "lowp/context.h"
#include "lowp/convolution.h"
#include "lowp/dynamic.h"
#include "lowp/dynamic_arithmetic.h"
#include "lowp/int16.h"
#include "lowp/int4.h"
#include "lowp/int4_import.h"
#include "lowp/matrix.h"
#include "lowp/operators.h"
#include "lowp/packed.h"
#include "lowp/product.h"
#include "lowp/stage_structs.h"
#include "lowp/stage_values.h"
#include "lowp/stages.h"
#include "lowp/status.h"

#endif /* LOWP_PUBLIC_C_LOWP_H_ */
