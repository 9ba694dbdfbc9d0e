/* Status codes, messages, and what there is: the version and the backends.
 * Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
 */
#ifndef LOWP_PUBLIC_C_LOWP_STATUS_H_
#define LOWP_PUBLIC_C_LOWP_STATUS_H_

#include <stdint.h>

#if defined(__GNUC__) && !defined(_WIN32)
#define LOWP_C_API __attribute__((visibility("default")))
#else
#define LOWP_C_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t lowp_status;
enum {
  LOWP_OK = 0,
  /* An argument contradicts itself or another one. */
  LOWP_INVALID_ARGUMENT = 1,
  /* The request is sound, but this machine or this build cannot serve it. */
  LOWP_UNSUPPORTED = 2,
  /* Memory was refused, or the caller's workspace is too small. */
  LOWP_RESOURCE_EXHAUSTED = 3,
  /* Saved bytes are damaged, truncated, or not of the kind that is loaded. */
  LOWP_DATA_LOSS = 4
};

/* Why the last call on this thread that failed did so, for instance
 * "stages[1].result_exponent = 40: is outside -31..31"; "" if none has failed.
 * Valid until another call fails on this thread. */
LOWP_C_API const char* lowp_error_message(void);

/* The version of the library: "0.1.0". */
LOWP_C_API const char* lowp_version(void);

/* A backend is the code for one instruction set. The first of the build's list
 * that the machine supports is used, or the one that the environment variable
 * LOWP_BACKEND names. */

/* The name of a backend of this build, the best one first; NULL past the last.
 */
LOWP_C_API const char* lowp_backend_name(int32_t index);

/* 1 if this machine can run the backend of that name, otherwise 0. */
LOWP_C_API int32_t lowp_backend_is_supported(const char* name);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_PUBLIC_C_LOWP_STATUS_H_ */
