// How many threads work is worth, and how many of them to wake for it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_THREADS_FOR_H_
#define LOWP_INTERNAL_CONTRACT_THREADS_FOR_H_

#include <algorithm>
#include <cstddef>

#include "../../public/executor.h"
#include "../runtime/os.h"
#include "../runtime/thread_pool.h"
#include "engine_state.h"
#include "gemm.h"
#include "thread_costs.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// More threads than any machine has, so that a multiple of them is an int.
constexpr int kMaxThreads = 1 << 16;

struct ThreadsOfWork {
  int count;
  int to_wake;
};

// Work is in the units of kWorkPerThread.
inline ThreadsOfWork ThreadsFor(double work, int max_threads) {
  ThreadsOfWork threads = {std::min(max_threads, kMaxThreads), 0};
  if (work / kWorkPerThread < threads.count) {
    threads.count = std::max(1, static_cast<int>(work / kWorkPerThread));
  }
  const double woken = work / kWorkPerWokenThread;
  threads.to_wake = woken < threads.count
                        ? std::max(0, static_cast<int>(woken) - 1)
                        : threads.count - 1;
  return threads;
}

struct Threads {
  int count;
  Executor executor;
};

// The threads of work on a tensor, one for each `share` of its elements, and
// their executor. Small tensors are worth one, and ask for none.
inline Threads ThreadsFor(const GemmResources& resources, std::size_t elements,
                          std::size_t share) {
  if (elements / share < 2) return {1, Executor{}};
  const Executor executor = resources.MakeExecutor();
  if (executor.parallel_for == nullptr) return {1, executor};
  const double work = static_cast<double>(elements / share) * kWorkPerThread;
  return {ThreadsFor(work, resources.max_threads).count, executor};
}

// How many threads to wake where `planned` are worth it by themselves. In a
// stream of calls, each too short to wake a thread for, one is woken all the
// same: the next call finds it awake.
inline int ThreadsToWake(int planned, const EngineState& state) {
  if (planned > 0 || state.last_shared_product < 0) return planned;
  return MonotonicSeconds() - state.last_shared_product <
                 ThreadPool::kSpinSeconds
             ? 1
             : 0;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_THREADS_FOR_H_
