// The one loop over shares of work that threads take: of products, transforms
// and sums.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_RUNTIME_PARALLEL_FOR_H_
#define LOWP_INTERNAL_RUNTIME_PARALLEL_FOR_H_

#include <algorithm>

#include "../../public/executor.h"
#include "float_environment.h"
#include "shares.h"
#include "thread_pool.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Values of Crew::wake beside numbers of sleeping threads to wake. kOnlyAwake:
// none is woken, and the caller's thread does all the work if the others are
// not the library's, or are far.
constexpr int kWakeAll = -1;
constexpr int kOnlyAwake = -2;

// How many threads take part, and where they come from.
struct Crew {
  const Executor& executor;  // without a function: the caller's thread alone
  int threads;
  int wake;  // as Executor::parallel_for_waking has it, or one of the above
  bool uses_floats;
};

// Calls function(share, worker) for each share below `count`. Each thread has a
// Worker of its own, whose `slot` is below crew.threads.
template <typename Worker, typename Function>
void ParallelFor(const Crew& crew, int count, const Function& function) {
  const Executor& executor = crew.executor;
  if (crew.threads == 1 || executor.parallel_for == nullptr ||
      (crew.wake == kOnlyAwake && !ThreadPool::SharesSmallJob(executor))) {
    Worker worker;
    worker.slot = 0;
    for (int share = 0; share < count; ++share) function(share, &worker);
    return;
  }
  struct Job {
    const Function& function;
    Shares shares;
    bool uses_floats;
  };
  const int threads = std::min(crew.threads, count);
  Job job = {function, Shares(count, threads), crew.uses_floats};
  const auto work = [](void* argument, int slot) {
    Job& j = *static_cast<Job*>(argument);
    const FloatEnvironment environment(j.uses_floats);
    Worker worker;
    worker.slot = slot;
    j.shares.Take(slot, [&](int share) { j.function(share, &worker); });
  };
  if (executor.parallel_for_waking != nullptr && crew.wake != kWakeAll) {
    executor.parallel_for_waking(executor.state, threads,
                                 std::max(crew.wake, 0), work, &job);
  } else {
    executor.parallel_for(executor.state, threads, work, &job);
  }
}

// The same where shares need nothing of their thread: function(share).
template <typename Function>
void ParallelFor(const Crew& crew, int count, const Function& function) {
  struct Worker {
    int slot;
  };
  ParallelFor<Worker>(crew, count,
                      [&](int share, Worker*) { function(share); });
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_RUNTIME_PARALLEL_FOR_H_
