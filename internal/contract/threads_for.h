// How many threads work is worth, and how many of them to wake for it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_THREADS_FOR_H_
#define LOWP_INTERNAL_CONTRACT_THREADS_FOR_H_

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "../../public/executor.h"
#include "../runtime/parallel_for.h"
#include "gemm.h"
#include "thread_costs.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// More threads than any machine has, so that a multiple of them is an int.
constexpr int kMaxThreads = 1 << 16;

// `wanted` threads, rounded down, but at least 1 and at most max_threads.
inline int LimitThreads(double wanted, int max_threads) {
  const int limit = std::min(max_threads, kMaxThreads);
  return wanted < limit ? std::max(1, static_cast<int>(wanted)) : limit;
}

struct ThreadsOfWork {
  int count;
  int to_wake;  // or kOnlyAwake
};

// Work is in the units of kWorkPerThread. t threads take work / t, and sharing
// it costs t * kWorkToShare: the last thread pays off as long as
// t (t - 1) kWorkToShare <= work.
inline ThreadsOfWork ThreadsFor(double work, int max_threads) {
  if (max_threads == 1 || work < 2 * kWorkToShare) return {1, kOnlyAwake};
  const double of_any = work / kWorkPerThread;
  const double awake = 0.5 + std::sqrt(0.25 + work / kWorkToShare);
  ThreadsOfWork threads = {LimitThreads(std::max(of_any, awake), max_threads),
                           0};
  const double woken = work / kWorkPerWokenThread;
  threads.to_wake = of_any < 2 ? kOnlyAwake
                    : woken < threads.count
                        ? std::max(0, static_cast<int>(woken) - 1)
                        : threads.count - 1;
  return threads;
}

// The threads that a call gets for its work.
struct ThreadChoice {
  int count = 1;
  int to_wake = 0;  // or kOnlyAwake
  const char* reason = "the context allows one";
  bool depends_on_executor = false;  // another call may get more
};

inline ThreadChoice ChooseThreads(const GemmResources& resources, double work) {
  ThreadChoice choice;
  if (resources.executor_of == nullptr || resources.max_threads == 1) {
    return choice;
  }
  const ThreadsOfWork threads = ThreadsFor(work, resources.max_threads);
  if (threads.count < 2) {
    choice.reason = "the work is too small for more";
    return choice;
  }
  if (resources.MakeExecutor().parallel_for == nullptr) {
    choice.reason = "the context has no more";
    choice.depends_on_executor = true;
    return choice;
  }
  choice.count = threads.count;
  choice.to_wake = threads.to_wake;
  choice.reason = threads.to_wake == kOnlyAwake
                      ? "of a pool, if they are awake and near"
                  : threads.count < std::min(resources.max_threads, kMaxThreads)
                      ? "as many as the work is large enough for"
                      : "all that the context allows";
  return choice;
}

struct Threads {
  int count;
  int to_wake;  // or kOnlyAwake
  Executor executor;

  Crew crew(bool uses_floats) const {
    return {executor, count, to_wake, uses_floats};
  }
};

// Work on a tensor, of whose elements `share` are worth a thread.
inline double WorkOn(std::size_t elements, std::size_t share) {
  return static_cast<double>(elements) *
         (kWorkPerThread / static_cast<double>(share));
}

// Whether that is for the calling thread alone. A short tensor's caller asks
// this first: clearing an executor takes longer than its elements.
inline bool IsForOneThread(const GemmResources& resources, std::size_t elements,
                           std::size_t share) {
  return ThreadsFor(WorkOn(elements, share), resources.max_threads).count < 2;
}

// The threads for some work, and their executor, whose maker is not called for
// work that is worth one thread only.
inline Threads ThreadsFor(const GemmResources& resources, double work) {
  const ThreadsOfWork threads = ThreadsFor(work, resources.max_threads);
  if (threads.count < 2) return {1, 0, Executor{}};
  const Executor executor = resources.MakeExecutor();
  if (executor.parallel_for == nullptr) return {1, 0, executor};
  return {threads.count, threads.to_wake, executor};
}
inline Threads ThreadsFor(const GemmResources& resources, std::size_t elements,
                          std::size_t share) {
  return ThreadsFor(resources, WorkOn(elements, share));
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_THREADS_FOR_H_
