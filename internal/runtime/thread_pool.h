// The library's own threads. A context has a pool; gemmlowp's WorkersPool is
// one by another name.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_RUNTIME_THREAD_POOL_H_
#define LOWP_INTERNAL_RUNTIME_THREAD_POOL_H_

#include <atomic>

#include "../../public/executor.h"
#include "../../public/export.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Costs nothing until it is first used. Threads are started when a call asks
// for more than there are, and kept; between calls they look for work for some
// microseconds, then sleep, or at once when they run where the caller does.
//
// A process made by fork() has none of them: there the pool starts its own when
// it is next used, unless a call was in progress on it, whose pool never starts
// threads again.
class LOWP_EXPORT ThreadPool {
 public:
  // For how long a thread without work looks for more before it sleeps. Longer
  // than waking it takes and than the gap between two layers of a network,
  // short enough that nobody misses the processor.
  static constexpr double kSpinSeconds = 50e-6;

  ThreadPool() = default;
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  // Ends the threads. No call may be in progress.
  ~ThreadPool();

  // Calls task(argument, index) once for each index from 0 to count - 1 and
  // returns when all have returned; what they wrote is visible then. At most
  // `threads` of the calls run at once, one of them on the calling thread; each
  // thread takes the next index when it is done with its last. A task must not
  // throw.
  //
  // Fewer threads take part when the system refuses to start more; the pool
  // asks for no further ones then. While another call is in progress on this
  // pool, made by another thread or by one of its own tasks, a call runs all of
  // its tasks itself, one after the other. Allocates only when it starts
  // threads.
  //
  // Of threads that sleep, at most `wake` are woken.
  void ParallelFor(int threads, int count, int wake,
                   void (*task)(void* argument, int index),
                   void* argument) noexcept;
  // The same with no limit.
  void ParallelFor(int threads, int count,
                   void (*task)(void* argument, int index),
                   void* argument) noexcept {
    ParallelFor(threads, count, threads, task, argument);
  }

  // This pool as an executor of that many threads; valid as long as the pool.
  // The number belongs to the pool: the last one asked for counts for all
  // executors it gave.
  Executor executor(int threads) noexcept;

 private:
  struct Threads;

  static void RunExecutor(void* state, int count,
                          void (*task)(void* argument, int index),
                          void* argument);
  static void RunExecutorWaking(void* state, int count, int wake,
                                void (*task)(void* argument, int index),
                                void* argument);

  std::atomic<bool> busy_{false};
  std::atomic<int> executor_threads_{1};
  // Null until a call wants a second thread. Belongs to whoever holds busy_.
  Threads* threads_ = nullptr;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_RUNTIME_THREAD_POOL_H_
