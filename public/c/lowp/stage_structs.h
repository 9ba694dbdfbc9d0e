/* The fields of each kind of output stage.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#ifndef LOWP_PUBLIC_C_LOWP_STAGE_STRUCTS_H_
#define LOWP_PUBLIC_C_LOWP_STAGE_STRUCTS_H_

#include <stdint.h>

#include "matrix.h"
#include "stage_values.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The caller's own stage: replaces `count` consecutive values in place.
 * values[i] belongs to (row, column + i), or to (row + i, column) if `down` is
 * not 0. They are int32_t or float, as LOWP_STAGE_CALL's fields say. It is
 * called from several threads, in any order of positions. */
typedef void (*lowp_stage_function)(void* state, void* values, int32_t count,
                                    int32_t row, int32_t column, int32_t down);

typedef struct lowp_stage_bias {
  lowp_int32s bias_vector;
} lowp_stage_bias;

typedef struct lowp_stage_quantize_down {
  lowp_int32s result_offset;
  lowp_int32s result_mult_int;
  int32_t result_shift; /* 0..31 */
} lowp_stage_quantize_down;

typedef struct lowp_stage_scale {
  lowp_int32s result_fixedpoint_multiplier; /* any; Q0.31 */
  lowp_int32s result_exponent;              /* -31..31; positive shifts left */
  int32_t result_offset_after_shift;
  lowp_rounding result_rounding;
  lowp_overflow result_overflow;
} lowp_stage_scale;

typedef struct lowp_stage_pre_and_post_shift {
  lowp_int32s result_pre_shift; /* 0..31 */
  lowp_int32s result_multiplier;
  lowp_int32s result_post_shift; /* 0..31 */
  int32_t result_offset_after_shift;
} lowp_stage_pre_and_post_shift;

typedef struct lowp_stage_clamp {
  int32_t min;
  int32_t max;
} lowp_stage_clamp;

typedef struct lowp_stage_saturating_cast {
  lowp_type type; /* LOWP_UINT8, LOWP_INT8 or LOWP_INT16 */
} lowp_stage_saturating_cast;

typedef struct lowp_stage_tanh {
  int32_t real_zero_as_int32;
  int32_t real_amplitude_as_int32; /* 1..2^28-1 */
} lowp_stage_tanh;

typedef struct lowp_stage_leaky_relu {
  lowp_int32s identity_multiplier; /* any; Q0.31 */
  lowp_int32s identity_exponent;   /* -31..31 */
  lowp_int32s alpha_multiplier;
  lowp_int32s alpha_exponent;
  int32_t input_zero_point;
  int32_t result_zero_point;
  lowp_rounding rounding;
} lowp_stage_leaky_relu;

/* Of LOWP_STAGE_LOGISTIC_Q4 and LOWP_STAGE_TANH_Q4. With
 * d = wrap(x - input_zero_point): result_min for d <= -input_radius, result_max
 * for d >= input_radius, else RDPOT(function(SCALE(d)), result_shift) +
 * result_zero_point, clamped to result_min..result_max. */
typedef struct lowp_stage_sigmoid {
  lowp_int32s input_multiplier; /* any; Q0.31 */
  lowp_int32s input_exponent;   /* -31..31 */
  int32_t input_zero_point;
  int32_t input_radius; /* 0 or more; 2^31 - 1: no radius */
  int32_t result_shift; /* 0..31 */
  int32_t result_zero_point;
  int32_t result_min;
  int32_t result_max;
} lowp_stage_sigmoid;

typedef struct lowp_stage_hard_swish {
  int32_t input_zero_point;
  int32_t result_multiplier; /* -2^15..2^15-1; Q0.15 */
  int32_t result_exponent;   /* -31..0 */
  int32_t share_multiplier;  /* -2^15..2^15-1; Q0.15 */
  int32_t share_exponent;    /* -31..31 */
  int32_t result_zero_point;
} lowp_stage_hard_swish;

typedef struct lowp_stage_table {
  const void* table; /* 256 bytes, that of x at index (uint8_t)x */
  lowp_type type;    /* LOWP_UINT8 or LOWP_INT8 */
} lowp_stage_table;

/* The matrix has the size of the result, and is the result itself (as before
 * the call) or apart from it. */
typedef struct lowp_stage_matrix_addition {
  lowp_matrix addend_matrix; /* LOWP_FLOAT32 where the values are floats, else
                                integers of 8 to 32 bits */
} lowp_stage_matrix_addition;

/* a = SCALE(wrap((x - input_zero_point) * 2^left_shift)) by the input's
 * multiplier and exponent, b the same for the residual's entry; then
 * SCALE(wrap(a + b)) by the result's + result_zero_point. */
typedef struct lowp_stage_residual_addition {
  lowp_matrix residual; /* of integers */
  int32_t left_shift;   /* 0..30 */
  int32_t input_zero_point;
  int32_t input_multiplier;
  int32_t input_exponent; /* exponents: -31..31 */
  int32_t residual_zero_point;
  int32_t residual_multiplier;
  int32_t residual_exponent;
  int32_t result_multiplier;
  int32_t result_exponent;
  int32_t result_zero_point;
  lowp_rounding rounding;
} lowp_stage_residual_addition;

typedef struct lowp_stage_dequantized_addition {
  lowp_matrix residual; /* of integers */
  int32_t residual_zero_point;
  float residual_scale; /* finite */
} lowp_stage_dequantized_addition;

typedef struct lowp_stage_call {
  lowp_stage_function function;
  void* state;
  lowp_type takes;  /* LOWP_INT32 or LOWP_FLOAT32 */
  lowp_type yields; /* the same */
} lowp_stage_call;

/* Of LOWP_STAGE_DEQUANTIZE. All floats are finite, and divisors not 0. */
typedef struct lowp_stage_dequantize {
  lowp_floats result_scale;
} lowp_stage_dequantize;

typedef struct lowp_stage_bias_float {
  lowp_floats bias_vector;
} lowp_stage_bias_float;

typedef struct lowp_stage_multiply_float {
  lowp_floats factor;
} lowp_stage_multiply_float;

typedef struct lowp_stage_divide_float {
  lowp_floats divisor;
} lowp_stage_divide_float;

typedef struct lowp_stage_clamp_float {
  float min; /* not NaN; may be infinite */
  float max;
} lowp_stage_clamp_float;

typedef struct lowp_stage_leaky_relu_float {
  lowp_floats negative_slope;
} lowp_stage_leaky_relu_float;

typedef struct lowp_stage_quantize_float {
  int32_t result_offset;
  lowp_float_rounding result_rounding;
  lowp_zero_point_order result_order;
} lowp_stage_quantize_float;

typedef struct lowp_stage_scale_by_float {
  lowp_floats result_scale;
  int32_t result_offset;
  lowp_float_rounding result_rounding;
  lowp_zero_point_order result_order;
} lowp_stage_scale_by_float;

typedef struct lowp_stage_scale_by_double {
  lowp_doubles result_scale;
  int32_t result_offset;
  lowp_float_rounding result_rounding;
  lowp_zero_point_order result_order;
} lowp_stage_scale_by_double;

/* Of the sums of LOWP_INT16 inputs, which are int64. */
typedef struct lowp_stage_bias_int64 {
  const int64_t* bias_vector; /* -2^46..2^46-1; one for each column; copied */
} lowp_stage_bias_int64;

typedef struct lowp_stage_scale_int64 {
  lowp_int32s result_fixedpoint_multiplier; /* 0 or more; Q0.31; copied */
  lowp_int32s result_exponent;              /* -31..7; copied */
  int32_t result_offset_after_shift;
} lowp_stage_scale_int64;

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_PUBLIC_C_LOWP_STAGE_STRUCTS_H_ */
