// Reads a lowp_executor.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_C_EXECUTOR_H_
#define LOWP_INTERNAL_C_EXECUTOR_H_

#include <cstdint>
#include <type_traits>

#include "../../public/executor.h"
#include "sized_struct.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

static_assert(std::is_same_v<int, std::int32_t>,
              "functions that take an int are called with an int32_t");

// Null stands for no executor.
inline lowp_status ReadExecutor(const lowp_executor* from, Executor* to) {
  *to = Executor();
  if (from == nullptr) return LOWP_OK;
  lowp_executor executor;
  const lowp_status status = ReadStruct(from, "executor", &executor);
  if (status != LOWP_OK) return status;
  if (executor.parallel_for == nullptr) {
    return FailForNull("executor.parallel_for");
  }
  if (executor.concurrency < 1) {
    return Fail(LOWP_INVALID_ARGUMENT,
                "executor.concurrency = %d: is less than 1",
                executor.concurrency);
  }
  *to = {executor.state, executor.parallel_for, executor.concurrency,
         executor.parallel_for_waking};
  return LOWP_OK;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_C_EXECUTOR_H_
