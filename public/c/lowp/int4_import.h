/* 4-bit weights, and 8-bit ones with scales of groups, as other programs store
 * them, packed: exact shuffles of their bits. Nothing is rounded, and scales
 * keep their type. Words are little-endian.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#ifndef LOWP_PUBLIC_C_LOWP_INT4_IMPORT_H_
#define LOWP_PUBLIC_C_LOWP_INT4_IMPORT_H_

#include <stddef.h>
#include <stdint.h>

#include "int4.h"
#include "matrix.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The inputs B, scales and zero_points of ONNX Runtime's MatMulNBits with
 * bits = 4. With groups = k / block_size:
 *   value(k, n)       half k % 2 (0: low) of b[n * k_total / 2 + k / 2]
 *   scale(g, n)       scales[n * groups + g]
 *   zero_point(g, n)  half g % 2 of zero_points[n * ((groups + 1) / 2) + g / 2]
 */
typedef struct lowp_matmul_nbits {
  size_t size; /* sizeof(lowp_matmul_nbits) */
  int32_t n;
  int32_t k;
  int32_t block_size;   /* a multiple of 16 that divides k */
  lowp_type scale_type; /* LOWP_FLOAT32, LOWP_FLOAT16 or LOWP_BFLOAT16 */
  const uint8_t* b;
  const void* scales;
  const uint8_t* zero_points; /* NULL: all are 8 */
} lowp_matmul_nbits;
LOWP_C_API lowp_status lowp_int4_import_matmul_nbits(
    const lowp_matmul_nbits* source, lowp_int4** weights);

/* GGUF's block_q4_0: rows of n tensors of k values, k a multiple of 32, in
 * blocks of 18 bytes: a half-precision scale d, and 16 bytes, the i-th of which
 * holds value i in its low and value i + 16 in its high half. A weight is
 * d * (value - 8). */
LOWP_C_API lowp_status lowp_int4_import_gguf_q4_0(const void* blocks, int32_t n,
                                                  int32_t k,
                                                  lowp_int4** weights);

/* GGUF's block_q8_0: the same with blocks of 34 bytes, the scale d and 32
 * values of 8 bits, -128..127. A weight is d * value. */
LOWP_C_API lowp_status lowp_int4_import_gguf_q8_0(const void* blocks, int32_t n,
                                                  int32_t k,
                                                  lowp_int4** weights);

/* AutoGPTQ's QuantLinear (version 1: zero points are stored less 1) and
 * GPTQModel's (version 2):
 *   value(k, n)       bits 4 * (k % 8) of qweight[k / 8 * n_total + n]
 *   zero_point(g, n)  bits 4 * (n % 8) of qzeros[(g * n_total + n) / 8], and 1
 *                     more in version 1
 *   scale(g, n)       scales[g * n_total + n], LOWP_FLOAT16 */
typedef struct lowp_gptq {
  size_t size; /* sizeof(lowp_gptq) */
  int32_t k;   /* multiples of 8 */
  int32_t n;
  int32_t group;   /* a multiple of 16 that divides k; -1: k */
  int32_t version; /* 1 or 2 */
  const int32_t* qweight;
  const int32_t* qzeros;
  const void* scales;
  /* The group of each k. NULL or k / group: an order by activation, in which
   * groups are scattered over k, is refused. */
  const int32_t* g_idx;
} lowp_gptq;
LOWP_C_API lowp_status lowp_int4_import_gptq(const lowp_gptq* source,
                                             lowp_int4** weights);

/* AutoAWQ's WQLinear_GEMM. With nibble(n) = 0 4 1 5 2 6 3 7 for n % 8 = 0 .. 7:
 *   value(k, n)       bits 4 * nibble(n) of qweight[(k * n_total + n) / 8]
 *   zero_point(g, n)  the same of qzeros[(g * n_total + n) / 8]
 *   scale(g, n)       scales[g * n_total + n], LOWP_FLOAT16 */
typedef struct lowp_awq {
  size_t size; /* sizeof(lowp_awq) */
  int32_t k;
  int32_t n;     /* a multiple of 8 */
  int32_t group; /* a multiple of 16 that divides k; -1: k */
  const int32_t* qweight;
  const int32_t* qzeros;
  const void* scales;
} lowp_awq;
LOWP_C_API lowp_status lowp_int4_import_awq(const lowp_awq* source,
                                            lowp_int4** weights);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_PUBLIC_C_LOWP_INT4_IMPORT_H_ */
