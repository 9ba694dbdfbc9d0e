/* Output pipelines.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#ifndef LOWP_PUBLIC_C_LOWP_STAGES_H_
#define LOWP_PUBLIC_C_LOWP_STAGES_H_

#include <stddef.h>
#include <stdint.h>

#include "stage_structs.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An output pipeline is an array of stages, applied from the first to the last.
 * Values are int32 sums at first. Stages take and yield int32, unless their
 * kind says float. A cast comes last and gives the result its type; without one
 * the result is int32 or float, as the last stage yields. The sums of
 * LOWP_INT16 inputs are int64: stages that take them come first, and what takes
 * int32 behind them takes wrap(x).
 *
 *   wrap(x)      x modulo 2^32, as an int32. Sums and products that are not
 *                said to saturate wrap.
 *   RDPOT(x, n)  x / 2^n to nearest, ties away from zero
 *   SCALE        the stage LOWP_STAGE_SCALE without its offset
 *
 * doc/specification.md has every formula. Fields have the names of those of the
 * C++ stages, and messages use them. */

typedef int32_t lowp_stage_kind;
enum {
  /* x + bias_vector */
  LOWP_STAGE_BIAS = 1,
  /* RDPOT(wrap((x + result_offset) * result_mult_int), result_shift) */
  LOWP_STAGE_QUANTIZE_DOWN = 2,
  /* x * multiplier * 2^(exponent - 31), rounded, + offset */
  LOWP_STAGE_SCALE = 3,
  /* floor(wrap(floor(x / 2^pre) * multiplier) / 2^post + 1/2) + offset, without
   * the 1/2 if post = 0 */
  LOWP_STAGE_PRE_AND_POST_SHIFT = 4,
  /* min(max(x, min), max) */
  LOWP_STAGE_CLAMP = 5,
  /* clamped to the type's range; the last stage */
  LOWP_STAGE_SATURATING_CAST = 6,
  /* the low 8 bits of x, as a LOWP_UINT8; the last stage; has no fields */
  LOWP_STAGE_TRUNCATING_CAST = 7,
  /* zero + amplitude * tanh((x - zero) / amplitude) in fixed point */
  LOWP_STAGE_TANH = 8,
  /* with d = wrap(x - input_zero_point): SCALE(d) by the identity's multiplier
   * and exponent, or by alpha's if d < 0, + result_zero_point */
  LOWP_STAGE_LEAKY_RELU = 9,
  /* the logistic function and tanh of a Q4.27 value */
  LOWP_STAGE_LOGISTIC_Q4 = 10,
  LOWP_STAGE_TANH_Q4 = 11,
  /* x * min(max(x + 3, 0), 6) / 6 in 16 bits, not clamped to 8 */
  LOWP_STAGE_HARD_SWISH = 12,
  /* table[x], x clamped to the type's range; fastest if no stage follows but a
   * cast to that type */
  LOWP_STAGE_TABLE = 13,
  /* x + matrix(row, column): int32, or float where the values are floats */
  LOWP_STAGE_MATRIX_ADDITION = 14,
  /* the sum of two quantized values with different scales */
  LOWP_STAGE_RESIDUAL_ADDITION = 15,
  /* float: x + float(wrap(residual - residual_zero_point)) * residual_scale */
  LOWP_STAGE_DEQUANTIZED_ADDITION = 16,
  /* the caller's function */
  LOWP_STAGE_CALL = 17,
  /* int32 to float: float(x) * result_scale */
  LOWP_STAGE_DEQUANTIZE = 18,
  /* float to float: x + bias_vector, x * factor, x / divisor */
  LOWP_STAGE_BIAS_FLOAT = 19,
  LOWP_STAGE_MULTIPLY_FLOAT = 20,
  LOWP_STAGE_DIVIDE_FLOAT = 21,
  /* float to float: min(max(x, min), max); NaN counts as min */
  LOWP_STAGE_CLAMP_FLOAT = 22,
  /* float to float: x > 0 ? x : x * negative_slope */
  LOWP_STAGE_LEAKY_RELU_FLOAT = 23,
  /* float to int32: round(x) + result_offset, in the order that it says */
  LOWP_STAGE_QUANTIZE_FLOAT = 24,
  /* LOWP_STAGE_DEQUANTIZE and LOWP_STAGE_QUANTIZE_FLOAT, in float or double */
  LOWP_STAGE_SCALE_BY_FLOAT = 25,
  LOWP_STAGE_SCALE_BY_DOUBLE = 26,
  /* int64 to int64, of LOWP_PER_COLUMN: x + bias_vector */
  LOWP_STAGE_BIAS_INT64 = 27,
  /* int64 to int32, for the result or per column: with the multiplier rounded
   * to 15 bits, r = min(floor((multiplier + 2^15) / 2^16), 2^15 - 1), and
   * t = 15 - exponent: wrap(floor((x * r + 2^(t - 1)) / 2^t)) + offset */
  LOWP_STAGE_SCALE_INT64 = 28
};

/* All stages of an array have the same size. */
typedef struct lowp_stage {
  size_t size; /* sizeof(lowp_stage) */
  lowp_stage_kind kind;
  lowp_per per; /* of the fields that are unions; 0 where there is none */
  union {
    lowp_stage_bias bias;
    lowp_stage_quantize_down quantize_down;
    lowp_stage_scale scale;
    lowp_stage_pre_and_post_shift pre_and_post_shift;
    lowp_stage_clamp clamp;
    lowp_stage_saturating_cast saturating_cast;
    lowp_stage_tanh tanh;
    lowp_stage_leaky_relu leaky_relu;
    lowp_stage_sigmoid sigmoid;
    lowp_stage_hard_swish hard_swish;
    lowp_stage_table table;
    lowp_stage_matrix_addition matrix_addition;
    lowp_stage_residual_addition residual_addition;
    lowp_stage_dequantized_addition dequantized_addition;
    lowp_stage_call call;
    lowp_stage_dequantize dequantize;
    lowp_stage_bias_float bias_float;
    lowp_stage_multiply_float multiply_float;
    lowp_stage_divide_float divide_float;
    lowp_stage_clamp_float clamp_float;
    lowp_stage_leaky_relu_float leaky_relu_float;
    lowp_stage_quantize_float quantize_float;
    lowp_stage_scale_by_float scale_by_float;
    lowp_stage_scale_by_double scale_by_double;
    lowp_stage_bias_int64 bias_int64;
    lowp_stage_scale_int64 scale_int64;
  } as;
} lowp_stage;

/* LOWP_STAGE_SCALE's multiplier and exponent for the real number `scale`: 31
 * bits, ties away from zero. For a requantization the number is
 * lhs_scale * rhs_scale / result_scale. 0 and 0 if it would scale every int32
 * to 0. */
LOWP_C_API lowp_status lowp_quantize_multiplier(double scale,
                                                int32_t* multiplier,
                                                int32_t* exponent);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_PUBLIC_C_LOWP_STAGES_H_ */
