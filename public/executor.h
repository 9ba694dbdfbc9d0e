// An executor: runs the library's parallel work on threads that the caller
// supplies. MultiThreadGemmContextBase::set_executor takes one.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_EXECUTOR_H_
#define LOWP_PUBLIC_EXECUTOR_H_

namespace gemmlowp {
inline namespace lowp {

// One piece of parallel work: call it once with each index.
struct ExecutorTask {
  void (*function)(void* argument, int index);
  void* argument;
  void operator()(int index) const { function(argument, index); }
};

// A plain value. The caller owns what `state` points to, and keeps it alive as
// long as the executor is in use.
//
// parallel_for(state, count, task, argument) calls task(argument, index)
// exactly once for each index from 0 to count - 1, and returns when all those
// calls have returned and their writes are visible to the caller. The calls may
// run in any order, concurrently or one after another, on any threads,
// including the caller's: they do not wait for each other. They do not throw,
// and parallel_for must not throw either.
//
// The library calls parallel_for from the thread that called the library, never
// from inside a task.
struct Executor {
  void* state = nullptr;
  // Null: no executor, everything runs on the caller's thread.
  void (*parallel_for)(void* state, int count,
                       void (*task)(void* argument, int index),
                       void* argument) = nullptr;
  // How many tasks can run at once; the library splits its work accordingly.
  int concurrency = 1;
  // Like parallel_for, but wakes at most `wake` sleeping threads; threads that
  // are already awake take part as well. The library limits the number because
  // waking a thread takes as long as a small product. Null: parallel_for is
  // called instead. Products of a few microseconds, which only threads that are
  // awake on near cores can speed up, run on the caller's thread: the library
  // shares them among its own threads only.
  void (*parallel_for_waking)(void* state, int count, int wake,
                              void (*task)(void* argument, int index),
                              void* argument) = nullptr;
};

// Makes an executor from any object that can be called as
//   (*parallel_for)(int count, ExecutorTask task)
// with the meaning above, for instance a lambda around a pool:
//
//   auto on_pool = [&pool](int count, ExecutorTask task) {
//     pool.ParallelFor(0, count, [task](int index) { task(index); });
//   };
//   context.set_executor(MakeExecutor(&on_pool, pool.thread_count()));
//
// The executor keeps the pointer. If it is null, the executor has no function.
template <typename ParallelFor>
Executor MakeExecutor(ParallelFor* parallel_for, int concurrency) {
  Executor executor;
  if (parallel_for == nullptr) return executor;
  executor.state = const_cast<void*>(static_cast<const void*>(parallel_for));
  executor.parallel_for = [](void* state, int count,
                             void (*task)(void* argument, int index),
                             void* argument) {
    (*static_cast<ParallelFor*>(state))(count, ExecutorTask{task, argument});
  };
  executor.concurrency = concurrency;
  return executor;
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_EXECUTOR_H_
