/* What the fields of output stages hold: one value or many, and the roundings.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#ifndef LOWP_PUBLIC_C_LOWP_STAGE_VALUES_H_
#define LOWP_PUBLIC_C_LOWP_STAGE_VALUES_H_

#include <stdint.h>

#include "matrix.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One value for the whole result, or one for each of its rows or columns, as
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

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_PUBLIC_C_LOWP_STAGE_VALUES_H_ */
