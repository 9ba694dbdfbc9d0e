// The library's own threads. Every context has a pool; gemmlowp's WorkersPool
// wraps one.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_RUNTIME_THREAD_POOL_H_
#define LOWP_INTERNAL_RUNTIME_THREAD_POOL_H_

#include <atomic>

#include "../../public/executor.h"
#include "../../public/export.h"
#include "helper_distance.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Costs nothing until first used. Threads start when a call needs more than
// there are, and are kept. Between calls they look for work for some
// microseconds and then sleep; at once if they run on the caller's CPU.
//
// A forked process inherits none of the threads: there the pool starts its own
// at the next use, unless a call was in progress on it; such a pool never
// starts threads again.
class ThreadPool {
 public:
  // How long a thread without work spins before it sleeps: longer than waking
  // it takes, and than the gap between two layers of a network; short enough
  // not to waste the processor.
  static constexpr double kSpinSeconds = 50e-6;
  // How long calls have to follow one another, each within kSpinSeconds, for a
  // thread to be woken that none of them is worth: what waking one takes.
  static constexpr double kSecondsToWake = 30e-6;

  ThreadPool() = default;
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  // Ends the threads. No call may be in progress.
  LOWP_EXPORT ~ThreadPool();

  // Calls task(argument, index) once for each index from 0 to count - 1, and
  // returns when all calls have returned and their writes are visible. At most
  // `threads` calls run at once, one of them on the calling thread; each thread
  // takes the next index when it has finished its last. A task must not throw.
  //
  // If the system refuses to start more threads, fewer take part, and the pool
  // stops asking. While another call is in progress on this pool, from another
  // thread or from one of its own tasks, a call runs all its tasks itself, one
  // after another. Allocates only to start threads.
  //
  // Wakes at most `wake` sleeping threads; if that is 0, one in a stream of
  // calls that has lasted for kSecondsToWake, where the next call finds it
  // awake.
  LOWP_EXPORT void ParallelFor(int threads, int count, int wake,
                               void (*task)(void* argument, int index),
                               void* argument) noexcept;
  // The same without that limit.
  void ParallelFor(int threads, int count,
                   void (*task)(void* argument, int index),
                   void* argument) noexcept {
    ParallelFor(threads, count, threads, task, argument);
  }

  // This pool as an executor of `threads` threads; valid as long as the pool.
  // The number belongs to the pool: the last one requested applies to all its
  // executors.
  LOWP_EXPORT Executor executor(int threads) noexcept;

  // Whether `executor` is a pool's, whose helpers begin soon enough to share
  // work of a few microseconds.
  static bool SharesSmallJob(const Executor& executor) noexcept;

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
  HelperDistance distance_;
  // Null until a call needs a second thread; owned by the holder of busy_.
  Threads* threads_ = nullptr;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_RUNTIME_THREAD_POOL_H_
