/* Matrices in the caller's memory.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#ifndef LOWP_PUBLIC_C_LOWP_MATRIX_H_
#define LOWP_PUBLIC_C_LOWP_MATRIX_H_

#include <stdint.h>

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t lowp_type;
enum {
  LOWP_UINT8 = 1,
  LOWP_INT8 = 2,
  LOWP_INT16 = 3,
  LOWP_INT32 = 4,
  LOWP_FLOAT32 = 5,
  LOWP_FLOAT16 = 6, /* IEEE 754 binary16; of dynamic layers and 4-bit weights */
  LOWP_BFLOAT16 = 7, /* the upper half of a LOWP_FLOAT32; the same */
  LOWP_INT64 = 8     /* of the sums of int16 rows, and of indices */
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

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_PUBLIC_C_LOWP_MATRIX_H_ */
