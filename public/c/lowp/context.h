/* Contexts: threads, memory, the choice of a backend.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#ifndef LOWP_PUBLIC_C_LOWP_CONTEXT_H_
#define LOWP_PUBLIC_C_LOWP_CONTEXT_H_

#include <stddef.h>
#include <stdint.h>

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Threads, memory and what was prepared, kept between calls. A context serves
 * one calling thread at a time; any number of contexts can work at once. */
typedef struct lowp_context lowp_context;

LOWP_C_API lowp_status lowp_context_create(lowp_context** context);
LOWP_C_API void lowp_context_destroy(lowp_context* context);

/* The maximum number of threads per product, 1 by default. 0 means the number
 * of CPUs that this process may use, counted now. Small products use fewer. */
LOWP_C_API lowp_status lowp_context_set_threads(lowp_context* context,
                                                int32_t threads);

/* Uses the backend of this name; NULL returns to the automatic choice. A name
 * that the build does not have is LOWP_INVALID_ARGUMENT, a backend that this
 * machine cannot run LOWP_UNSUPPORTED; then nothing changes. */
LOWP_C_API lowp_status lowp_context_set_backend(lowp_context* context,
                                                const char* name);

/* Lends the memory that calls work in, instead of memory that the context would
 * allocate; NULL, with 0 bytes, takes it back. A product that needs more bytes,
 * counted from the first multiple of 64, fails with LOWP_RESOURCE_EXHAUSTED;
 * lowp_gemm_workspace_bytes says how many it needs. The memory must stay valid
 * until it is taken back. */
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
  /* Like parallel_for, but wakes at most `wake` sleeping threads, because
   * waking one takes as long as a small product. May be NULL. */
  void (*parallel_for_waking)(void* state, int32_t count, int32_t wake,
                              void (*task)(void* argument, int32_t index),
                              void* argument);
} lowp_executor;

/* Runs the context's products on the caller's threads, and sets the maximum
 * number of threads to the executor's concurrency; NULL returns to the
 * context's own threads, and leaves the maximum as it is. `executor` is copied;
 * what its state points to is not. */
LOWP_C_API lowp_status lowp_context_set_executor(lowp_context* context,
                                                 const lowp_executor* executor);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_PUBLIC_C_LOWP_CONTEXT_H_ */
