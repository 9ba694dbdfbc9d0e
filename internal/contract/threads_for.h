// How many threads work on a tensor is worth.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_THREADS_FOR_H_
#define LOWP_INTERNAL_CONTRACT_THREADS_FOR_H_

#include <algorithm>
#include <cstddef>

#include "../../public/executor.h"
#include "gemm.h"
#include "thread_costs.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

struct Threads {
  int count;
  Executor executor;
};

// As many threads as the number of elements justifies, one for each `share` of
// them, and their executor.
inline Threads ThreadsFor(const GemmResources& resources, std::size_t elements,
                          std::size_t share) {
  const std::size_t worthwhile = elements / share;
  if (worthwhile < 2) return {1, Executor{}};
  const Executor executor = resources.MakeExecutor();
  if (executor.parallel_for == nullptr) return {1, executor};
  return {static_cast<int>(std::min<std::size_t>(
              static_cast<std::size_t>(resources.max_threads), worthwhile)),
          executor};
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_THREADS_FOR_H_
