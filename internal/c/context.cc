// Contexts of the C API.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "error.h"
#include "executor.h"
#include "handles.h"

using gemmlowp::internal::Fail;
using gemmlowp::internal::FailForNull;
using gemmlowp::internal::Guarded;
using gemmlowp::internal::ToC;

lowp_status lowp_context_create(lowp_context** context) {
  if (context == nullptr) return FailForNull("context");
  return Guarded([&] {
    *context = new lowp_context;
    return LOWP_OK;
  });
}

void lowp_context_destroy(lowp_context* context) { delete context; }

lowp_status lowp_context_set_threads(lowp_context* context, int32_t threads) {
  if (context == nullptr) return FailForNull("context");
  if (threads < 0) {
    return Fail(LOWP_INVALID_ARGUMENT, "threads = %d: is negative", threads);
  }
  context->context.set_max_num_threads(threads);
  return LOWP_OK;
}

lowp_status lowp_context_set_backend(lowp_context* context, const char* name) {
  if (context == nullptr) return FailForNull("context");
  return ToC(context->context.set_backend(name));
}

lowp_status lowp_context_set_workspace(lowp_context* context, void* memory,
                                       size_t bytes) {
  if (context == nullptr) return FailForNull("context");
  if (memory == nullptr && bytes != 0) {
    return Fail(LOWP_INVALID_ARGUMENT, "bytes = %lld: are at a null pointer",
                static_cast<long long>(bytes));
  }
  context->context.set_workspace(memory, bytes);
  return LOWP_OK;
}

lowp_status lowp_context_set_executor(lowp_context* context,
                                      const lowp_executor* executor) {
  if (context == nullptr) return FailForNull("context");
  gemmlowp::Executor read;
  const lowp_status status = gemmlowp::internal::ReadExecutor(executor, &read);
  if (status == LOWP_OK) context->context.set_executor(read);
  return status;
}
