/* Matrices packed once for many products.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#ifndef LOWP_PUBLIC_C_LOWP_PACKED_H_
#define LOWP_PUBLIC_C_LOWP_PACKED_H_

#include <stddef.h>
#include <stdint.h>

#include "matrix.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

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
 * are; they must then outlive the packed matrix. A machine of the same
 * endianness can load them if it can run their backend, or another one with the
 * same format. Damaged bytes are LOWP_DATA_LOSS. */
LOWP_C_API lowp_status lowp_packed_load(const void* blob, size_t bytes,
                                        lowp_packed** packed);
LOWP_C_API lowp_status lowp_packed_map(const void* blob, size_t bytes,
                                       lowp_packed** packed);

/* Products prepared with it stay valid: they share its memory, except memory
 * that the caller supplied. */
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
  /* The largest magnitude of the values, those of LOWP_UINT8 minus 128; 0 if
   * unknown. If it is known, a sum of k products of a LOWP_INT8 matrix with
   * LOWP_UINT8 values lies within +- 255 * k * max_magnitude. */
  int32_t max_magnitude;
} lowp_packed_info;

/* The strings and bytes belong to the packed matrix. */
LOWP_C_API lowp_status lowp_packed_get_info(const lowp_packed* packed,
                                            lowp_packed_info* info);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_PUBLIC_C_LOWP_PACKED_H_ */
