/* The arithmetic of a layer that quantizes its input as it arrives. All
 * operations are in float, in the order that the formulas state, each rounded
 * to nearest with ties to even; fma(a, b, c) is a * b + c, rounded once.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#ifndef LOWP_PUBLIC_C_LOWP_DYNAMIC_ARITHMETIC_H_
#define LOWP_PUBLIC_C_LOWP_DYNAMIC_ARITHMETIC_H_

#include <stddef.h>
#include <stdint.h>

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What shares a scale and a zero point: each row has its own, or all rows have
 * the same. */
typedef int32_t lowp_dynamic_scope;
enum { LOWP_DYNAMIC_ROW = 0, LOWP_DYNAMIC_TENSOR = 1 };

/* How scale, inverse and zero point follow from the smallest and the largest
 * value in scope, min and max; low and high are the ends of `range`. */
typedef int32_t lowp_dynamic_scale;
enum {
  /* the fields of the rule; inverse = 1 / scale */
  LOWP_DYNAMIC_BY_RULE = 0,
  /* ONNX's DynamicQuantizeLinear; inverse = 1 / scale */
  LOWP_DYNAMIC_ONNX = 1,
  /* inverse = (high - low) / (max(max, 0) - min(min, 0)), scale = 1 / inverse;
   * zero_point = low - min * inverse if the sum of low + min * inverse and
   * high + max * inverse is positive, else high - max * inverse; clamped to
   * low..high, then rounded, ties to even */
  LOWP_DYNAMIC_FROM_INVERSE = 2,
  /* with m = max(|min|, |max|): scale = m / high, inverse = high / m,
   * zero_point = 0 */
  LOWP_DYNAMIC_SYMMETRIC = 3
};

/* How a value x becomes a code, before it is clamped to `codes`; round() goes
 * to nearest, ties to even. */
typedef int32_t lowp_dynamic_code;
enum {
  LOWP_DYNAMIC_DIVIDE = 0,     /* round(x / scale) + zero_point */
  LOWP_DYNAMIC_MULTIPLY = 1,   /* round(x * inverse) + zero_point */
  LOWP_DYNAMIC_ADD_INSIDE = 2, /* round(x / scale + zero_point) */
  LOWP_DYNAMIC_FUSED = 3       /* round(fma(x, inverse, zero_point)) */
};

/* How the result before the bias follows from the integer acc, the sum of
 * products modulo 2^32. */
typedef int32_t lowp_dynamic_order;
enum {
  LOWP_DYNAMIC_ROW_FIRST = 0,    /* (float(acc) * scale) * column_scale */
  LOWP_DYNAMIC_COLUMN_FIRST = 1, /* (float(acc) * column_scale) * scale */
  LOWP_DYNAMIC_PRODUCT_FIRST = 2 /* float(acc) * (scale * column_scale) */
};

/* The rule of LOWP_DYNAMIC_BY_RULE, with the steps and the names of
 * QuantizationRule (public/quantization/quantization_params.h). The range
 * includes zero and the zero point is within it, as dynamic layers need it. */
typedef int32_t lowp_symmetry;
enum {
  LOWP_ASYMMETRIC = 0,
  LOWP_SYMMETRIC = 1,
  LOWP_SYMMETRIC_UNLESS_POSITIVE = 2,
  LOWP_SYMMETRIC_ABOUT_THE_MIDDLE = 3
};
typedef int32_t lowp_scale_precision;
enum {
  LOWP_SCALE_DOUBLE = 0,
  LOWP_SCALE_FLOAT = 1,
  LOWP_SCALE_FLOAT_IN_THE_END = 2
};
typedef int32_t lowp_power_of_two_scale;
enum {
  LOWP_POWER_OF_TWO_NO = 0,
  LOWP_POWER_OF_TWO_SHIFT = 1,
  LOWP_POWER_OF_TWO_SHIFT_BY_QUOTIENT = 2,
  LOWP_POWER_OF_TWO_IN_THE_END = 3
};
/* This struct does not grow. */
typedef struct lowp_quantization_rule {
  lowp_symmetry symmetry;
  lowp_scale_precision scale_precision;
  lowp_power_of_two_scale power_of_two;
  float min_scale;
  double scale_of_zero;
  /* 0 or 1: */
  int32_t float_range;
  int32_t reciprocal_is_finite;
  int32_t subtracts_terms;
  int32_t zero_where_ends_cancel;
  int32_t ties_to_even;
} lowp_quantization_rule;

/* All of it: filled by lowp_dynamic_arithmetic_preset, and changed where it
 * differs. */
typedef struct lowp_dynamic_arithmetic {
  size_t size; /* sizeof(lowp_dynamic_arithmetic) */
  lowp_dynamic_scope scope;
  lowp_dynamic_scale scale;
  int32_t range_low; /* what scale and zero point are chosen for */
  int32_t range_high;
  int32_t codes_low; /* what codes are clamped to */
  int32_t codes_high;
  lowp_dynamic_code code;
  lowp_dynamic_order order;
  int32_t fuses_bias;          /* the bias and the last product are one fma */
  lowp_quantization_rule rule; /* of LOWP_DYNAMIC_BY_RULE */
} lowp_dynamic_arithmetic;

/* Those of other systems. */
typedef int32_t lowp_dynamic_preset;
enum {
  /* rows of -127..127 without a zero point, as vLLM's
   * dynamic_scaled_int8_quant; the usual form for language models */
  LOWP_PRESET_SYMMETRIC_ROWS = 0,
  /* rows of -128..127 by ONNX's rule */
  LOWP_PRESET_ASYMMETRIC_ROWS = 1,
  /* XNNPACK's qd8 operators, where they have fused multiply-adds */
  LOWP_PRESET_ASYMMETRIC_ROWS_BY_INVERSE = 2,
  /* ONNX Runtime's DynamicQuantizeMatMul */
  LOWP_PRESET_ONNX_TENSOR = 3,
  /* PyTorch's dynamic quantized linear on FBGEMM, 2.15 (1.13: with the code
   * LOWP_DYNAMIC_FUSED): codes of 0..127 in its default, reduce_range, and of
   * 0..255 without it */
  LOWP_PRESET_RECIPROCAL_TENSOR_REDUCED = 4,
  LOWP_PRESET_RECIPROCAL_TENSOR = 5
};

/* Fills `arithmetic`, whose size is set. */
LOWP_C_API lowp_status lowp_dynamic_arithmetic_preset(
    lowp_dynamic_preset preset, lowp_dynamic_arithmetic* arithmetic);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_PUBLIC_C_LOWP_DYNAMIC_ARITHMETIC_H_ */
