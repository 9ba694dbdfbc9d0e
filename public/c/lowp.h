/* lowp for C: exact products of 8-bit integer matrices, and what happens to
 * their sums on the way to the result.
 *
 *   result(i, j) = stages( sum over l of (lhs(i, l) + lhs_offset(i)) *
 *                                        (rhs(l, j) + rhs_offset(j)) )
 *
 * lhs is m x k, rhs is k x n, result is m x n. Sums are exact modulo 2^32 for
 * all values. For one input the result's bytes are the same on every machine,
 * with any number of threads.
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

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define LOWP_C_API __attribute__((visibility("default")))
#else
#define LOWP_C_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Errors ------------------------------------------------------------- */

typedef int32_t lowp_status;
enum {
  LOWP_OK = 0,
  /* An argument contradicts itself or another one. */
  LOWP_INVALID_ARGUMENT = 1,
  /* The request is sound, but this machine or this build cannot serve it. */
  LOWP_UNSUPPORTED = 2,
  /* Memory was refused, or the caller's workspace is too small. */
  LOWP_RESOURCE_EXHAUSTED = 3,
  /* Saved bytes are damaged, truncated, or not a packed matrix. */
  LOWP_DATA_LOSS = 4
};

/* Why the last call on this thread that failed did so, for instance
 * "stages[1].result_exponent = 40: is outside -31..31"; "" if none has failed.
 * Valid until another call fails on this thread. */
LOWP_C_API const char* lowp_error_message(void);

/* The version of the library: "0.1.0". */
LOWP_C_API const char* lowp_version(void);

/* ---- Backends ----------------------------------------------------------- */

/* A backend is the code for one instruction set. The first of the build's list
 * that the machine supports is used, or the one that the environment variable
 * LOWP_BACKEND names. */

/* The name of a backend of this build, the best one first; NULL past the last.
 */
LOWP_C_API const char* lowp_backend_name(int32_t index);

/* 1 if this machine can run the backend of that name, otherwise 0. */
LOWP_C_API int32_t lowp_backend_is_supported(const char* name);

/* ---- Contexts ----------------------------------------------------------- */

/* Threads, memory and what was prepared, kept between calls. A context serves
 * one calling thread at a time; any number of contexts can work at once. */
typedef struct lowp_context lowp_context;

LOWP_C_API lowp_status lowp_context_create(lowp_context** context);
LOWP_C_API void lowp_context_destroy(lowp_context* context);

/* The maximum number of threads a product, 1 at first; 0: as many as CPUs that
 * this process may use. Small products use fewer. */
LOWP_C_API lowp_status lowp_context_set_threads(lowp_context* context,
                                                int32_t threads);

/* Uses the backend of that name; NULL returns to the usual choice. */
LOWP_C_API lowp_status lowp_context_set_backend(lowp_context* context,
                                                const char* name);

/* Lends memory in place of memory that the context would allocate; NULL takes
 * it back. A product that needs more fails; lowp_gemm_workspace_bytes says how
 * much. */
LOWP_C_API lowp_status lowp_context_set_workspace(lowp_context* context,
                                                  void* memory, size_t bytes);

/* The caller's threads. parallel_for(state, count, task, argument) calls
 * task(argument, index) once for each index from 0 to count - 1, in any order,
 * on any threads, and returns when all calls have returned. */
typedef struct lowp_executor {
  size_t size; /* sizeof(lowp_executor) */
  void* state;
  void (*parallel_for)(void* state, int32_t count,
                       void (*task)(void* argument, int32_t index),
                       void* argument);
  int32_t concurrency; /* how many tasks can run at once; 1 or more */
  /* Like parallel_for, but wakes at most `wake` sleeping threads, since to wake
   * one takes as long as a small product. May be NULL. */
  void (*parallel_for_waking)(void* state, int32_t count, int32_t wake,
                              void (*task)(void* argument, int32_t index),
                              void* argument);
} lowp_executor;

/* Runs the context's products on the caller's threads; NULL returns to the
 * context's own. Sets the maximum number of threads to its concurrency.
 * `executor` is copied; what its state points to is not. */
LOWP_C_API lowp_status lowp_context_set_executor(lowp_context* context,
                                                 const lowp_executor* executor);

/* ---- Matrices ----------------------------------------------------------- */

typedef int32_t lowp_type;
enum {
  LOWP_UINT8 = 1,
  LOWP_INT8 = 2,
  LOWP_INT16 = 3,
  LOWP_INT32 = 4,
  LOWP_FLOAT32 = 5
};

/* A view of a matrix in the caller's memory. Entry (i, j) lies
 * i * row_stride + j * col_stride bytes behind data. One of the strides is the
 * size of an entry; the other one is a multiple of it and as large as a whole
 * row or column. (Where there is only one row or column, its stride does not
 * matter.) Sizes are at most 2^31 - 1. This struct does not grow. */
typedef struct lowp_matrix {
  const void* data; /* that of a result is written to */
  int64_t rows;
  int64_t cols;
  int64_t row_stride; /* bytes */
  int64_t col_stride; /* bytes */
  lowp_type type;
} lowp_matrix;

/* A row-major matrix and a column-major one, without gaps. An unknown type
 * gives strides of 0. */
LOWP_C_API lowp_matrix lowp_row_major(const void* data, lowp_type type,
                                      int64_t rows, int64_t cols);
LOWP_C_API lowp_matrix lowp_col_major(const void* data, lowp_type type,
                                      int64_t rows, int64_t cols);

/* ---- Packed matrices ---------------------------------------------------- */

/* A matrix in the layout of one backend's kernels, packed once for use in many
 * products: weights, usually. Immutable: any number of threads and contexts may
 * use one at once. It is fastest on the side along which the result is
 * contiguous: as the rhs of a row-major result. */
typedef struct lowp_packed lowp_packed;

typedef int32_t lowp_side;
enum { LOWP_LHS = 0, LOWP_RHS = 1 };

/* Packs `source`, of LOWP_UINT8 or LOWP_INT8, for one side of products. A NULL
 * backend means the one that products use by default. */
LOWP_C_API lowp_status lowp_pack(const lowp_matrix* source, lowp_side side,
                                 const char* backend, lowp_packed** packed);

/* The same in the caller's memory, which is aligned to 64 bytes, holds what
 * lowp_pack_bytes says, and outlives the packed matrix. */
LOWP_C_API lowp_status lowp_pack_bytes(const lowp_matrix* source,
                                       lowp_side side, const char* backend,
                                       size_t* bytes);
LOWP_C_API lowp_status lowp_pack_into(const lowp_matrix* source, lowp_side side,
                                      const char* backend, void* memory,
                                      size_t bytes, lowp_packed** packed);

/* Reads saved bytes (lowp_packed_info): lowp_packed_load copies them,
 * lowp_packed_map uses them where they are, aligned to 64 bytes as mapped files
 * are; they must then outlive the packed matrix. Any machine of the same
 * endianness loads them that can run their backend, or another one of the same
 * format. Damaged bytes are LOWP_DATA_LOSS. */
LOWP_C_API lowp_status lowp_packed_load(const void* blob, size_t bytes,
                                        lowp_packed** packed);
LOWP_C_API lowp_status lowp_packed_map(const void* blob, size_t bytes,
                                       lowp_packed** packed);

/* Products prepared with it keep what they need of it, but for memory that the
 * caller supplied. */
LOWP_C_API void lowp_packed_destroy(lowp_packed* packed);

typedef struct lowp_packed_info {
  size_t size;      /* sizeof(lowp_packed_info), set by the caller */
  const void* data; /* the bytes to save, */
  size_t bytes;     /* and how many */
  int64_t rows;
  int64_t cols;
  lowp_type type;
  lowp_side side;
  const char* backend; /* whose format it has */
  /* What packing proved: the largest magnitude of the values of LOWP_INT8, or
   * of those of LOWP_UINT8 minus 128; 0 if it is not known. No sum of k
   * products of LOWP_INT8 and LOWP_UINT8 values exceeds
   * 255 * k * max_magnitude. */
  int32_t max_magnitude;
} lowp_packed_info;

/* The strings and bytes belong to the packed matrix. */
LOWP_C_API lowp_status lowp_packed_get_info(const lowp_packed* packed,
                                            lowp_packed_info* info);

/* ---- Stages ------------------------------------------------------------- */

/* An output pipeline is an array of stages, applied from the first to the last.
 * Values are int32 sums at first. Stages take and yield int32, unless their
 * kind says float. A cast comes last and gives the result its type; without one
 * the result is int32 or float, as the last stage yields.
 *
 *   wrap(x)      x modulo 2^32, as an int32. Sums and products that are not
 *                said to saturate wrap.
 *   RDPOT(x, n)  x / 2^n to nearest, ties away from zero
 *   SCALE        the stage LOWP_STAGE_SCALE without its offset
 *
 * doc/specification.md has every formula. Fields have the names of those of the
 * C++ stages, and messages use them. */

/* One number for the whole result, or one for each of its rows or columns, as
 * the stage's `per` says. */
typedef union lowp_int32s {
  int32_t value;         /* LOWP_PER_RESULT */
  const int32_t* values; /* as many as the result has rows or columns */
} lowp_int32s;
typedef union lowp_floats {
  float value;
  const float* values;
} lowp_floats;
typedef union lowp_doubles {
  double value;
  const double* values;
} lowp_doubles;

typedef int32_t lowp_per;
enum { LOWP_PER_RESULT = 0, LOWP_PER_ROW = 1, LOWP_PER_COLUMN = 2 };

/* How x * multiplier * 2^(exponent - 31) is rounded to an integer: once, or
 * twice, first x * multiplier * 2^-31 and then the right shift. */
typedef int32_t lowp_rounding;
enum {
  /* twice: ties up, then ties away from zero */
  LOWP_ROUNDING_DOUBLE = 0,
  /* twice: ties up, then ties up */
  LOWP_ROUNDING_DOUBLE_UPWARD = 1,
  /* once: ties up */
  LOWP_ROUNDING_SINGLE_UPWARD = 2,
  /* once: ties away from zero */
  LOWP_ROUNDING_SINGLE_AWAY = 3,
  /* once: ties up, with the upper 15 bits of the multiplier, rounded */
  LOWP_ROUNDING_SINGLE_UPWARD_15_BITS = 4
};

/* What a scaled sum outside the range of int32 becomes. */
typedef int32_t lowp_overflow;
enum { LOWP_OVERFLOW_WRAP = 0, LOWP_OVERFLOW_SATURATE = 1 };

/* How a float or double becomes an integer. */
typedef int32_t lowp_float_rounding;
enum {
  /* to nearest, ties to even */
  LOWP_FLOAT_ROUNDING_EVEN = 0,
  /* to nearest, ties away from zero */
  LOWP_FLOAT_ROUNDING_AWAY = 1,
  /* floor(x + 1/2), the sum rounded to the type */
  LOWP_FLOAT_ROUNDING_UPWARD = 2,
  /* toward zero */
  LOWP_FLOAT_ROUNDING_TRUNCATE = 3,
  /* trunc(x + 1/2) or, for x < 0, trunc(x - 1/2), the sum rounded */
  LOWP_FLOAT_ROUNDING_AWAY_BY_SUM = 4
};

/* When the zero point is added. */
typedef int32_t lowp_zero_point_order;
enum { LOWP_AFTER_ROUNDING = 0, LOWP_BEFORE_ROUNDING = 1 };

/* A stage of the caller's, for `count` consecutive values, which it replaces.
 * values[i] belongs to (row, column + i), or to (row + i, column) if `down` is
 * not 0. They are int32_t or float, as LOWP_STAGE_CALL's fields say. It is
 * called from several threads, in any order of positions. */
typedef void (*lowp_stage_function)(void* state, void* values, int32_t count,
                                    int32_t row, int32_t column, int32_t down);

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
  /* x * min(max(x + 3, 0), 6) / 6 in 16 bits; a cast to 8 bits follows */
  LOWP_STAGE_HARD_SWISH = 12,
  /* table[x], x clamped to the type's range; a cast to that type follows */
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
  LOWP_STAGE_SCALE_BY_DOUBLE = 26
};

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
  lowp_matrix addend_matrix; /* any type; float for floats only */
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
  } as;
} lowp_stage;

/* LOWP_STAGE_SCALE's multiplier and exponent for the real number `scale`: 31
 * bits, ties away from zero. For a requantization the number is
 * lhs_scale * rhs_scale / result_scale. 0 and 0 if it would scale every int32
 * to 0. */
LOWP_C_API lowp_status lowp_quantize_multiplier(double scale,
                                                int32_t* multiplier,
                                                int32_t* exponent);

/* ---- Products ----------------------------------------------------------- */

/* lhs and rhs hold LOWP_UINT8 or LOWP_INT8, in any combination. If a dimension
 * is 0, the result is left untouched. */
typedef struct lowp_product {
  size_t size; /* sizeof(lowp_product) */
  lowp_matrix lhs;
  lowp_matrix rhs;
  lowp_matrix result;
  const lowp_packed* lhs_packed; /* not NULL: takes the place of lhs */
  const lowp_packed* rhs_packed;
  int32_t lhs_offset; /* minus a zero point */
  int32_t rhs_offset;
  const int32_t* lhs_offsets; /* not NULL: one for each row of the lhs, in place
                                 of lhs_offset, which is 0 */
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

/* The bytes of memory that lowp_gemm takes from the context's workspace. */
LOWP_C_API lowp_status lowp_gemm_workspace_bytes(lowp_context* context,
                                                 const lowp_product* product,
                                                 size_t* bytes);

/* A product prepared once, to be run many times with nothing but pointers.
 * Immutable: threads may run one at the same time, each with a workspace of its
 * own. */
typedef struct lowp_prepared lowp_prepared;

/* Prepares a product of matrices with these sizes, strides and types, for as
 * many threads as the context allows. Their data is not looked at. Stages and
 * what packed matrices own are kept; vectors, tables, matrices and state that
 * stages refer to must outlive the prepared product, and vectors of stages must
 * keep their values. */
LOWP_C_API lowp_status lowp_prepare_gemm(lowp_context* context,
                                         const lowp_product* product,
                                         lowp_prepared** prepared);
LOWP_C_API void lowp_prepared_destroy(lowp_prepared* prepared);

LOWP_C_API lowp_status
lowp_prepared_workspace_bytes(const lowp_prepared* prepared, size_t* bytes);

/* As lowp_plan_gemm. */
LOWP_C_API lowp_status lowp_prepared_plan(const lowp_prepared* prepared,
                                          char* text, size_t capacity,
                                          size_t* length);

/* Computes with the memory and threads of a context, or with those of the
 * caller, where nothing is allocated; `executor` may be NULL: the calling
 * thread. Data of packed operands is not looked at. */
LOWP_C_API lowp_status lowp_prepared_run(const lowp_prepared* prepared,
                                         lowp_context* context, const void* lhs,
                                         const void* rhs, void* result);
LOWP_C_API lowp_status lowp_prepared_run_in(const lowp_prepared* prepared,
                                            const void* lhs, const void* rhs,
                                            void* result, void* workspace,
                                            size_t workspace_bytes,
                                            const lowp_executor* executor);

/* ---- Products with the arguments of the BLAS ---------------------------- */

/* C = (op(A) + ao) * (op(B) + bo) + beta * C + co, exact modulo 2^32.
 *
 * op(A) is m x k, op(B) is k x n, C is m x n. Leading dimensions are in
 * entries. The letters of the name are the types of A, of B and of C, in either
 * layout. Constants are those of CBLAS.
 *
 * alpha   1; nothing else is offered
 * beta    0 (C is not read) or 1
 * ao, bo  are added to the entries. Those of oneDNN's dnnl_gemm are subtracted:
 *         pass them negated.
 * offset  what co holds: LOWP_FIX_OFFSET one number for all of C,
 *         LOWP_COL_OFFSET m numbers, a column that is added to each column,
 *         LOWP_ROW_OFFSET n numbers, a row that is added to each row.
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

#endif /* LOWP_PUBLIC_C_LOWP_H_ */
