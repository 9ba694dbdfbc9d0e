// Tasks, and the threads that run them, under gemmlowp's names: what a
// context's workers_pool() returns. Built on internal/runtime/thread_pool.h,
// which the engine uses directly. Reached as internal/multi_thread_gemm.h.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_COMPAT_WORKERS_POOL_H_
#define LOWP_INTERNAL_COMPAT_WORKERS_POOL_H_

#include <atomic>
#include <cassert>
#include <chrono>
#include <cstddef>
#include <deque>
#include <thread>
#include <vector>

#include "../runtime/thread_pool.h"
#include "allocator.h"

namespace gemmlowp {
inline namespace lowp {

// A piece of work. Before it runs, `local_allocator` is set to an allocator
// that no task running at the same time uses.
struct Task {
  Task() = default;
  virtual ~Task() = default;
  virtual void Run() = 0;
  Allocator* local_allocator = nullptr;
};

namespace internal {

// The pause between two checks of a condition: none at first, then the rest of
// the time slice, then sleep, so that a long wait costs no processor time.
class Backoff {
 public:
  void Pause() {
    constexpr int kLooks = 2000;
    constexpr int kYields = 200;
    if (pauses_ < kLooks + kYields) ++pauses_;
    if (pauses_ <= kLooks) return;
    if (pauses_ < kLooks + kYields) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
  }

 private:
  int pauses_ = 0;
};

}  // namespace internal

// Waits for a number of events. After Wait() returns, no thread touches the
// counter for these events any more, so it may be reset or destroyed.
class BlockingCounter {
 public:
  BlockingCounter() = default;
  BlockingCounter(const BlockingCounter&) = delete;
  BlockingCounter& operator=(const BlockingCounter&) = delete;

  // Sets the number of events to wait for. All previous events must have
  // happened.
  void Reset(std::size_t initial_count) {
    assert(count_.load(std::memory_order_relaxed) == 0);
    count_.store(initial_count, std::memory_order_release);
  }

  // Counts one event; true for the last one.
  bool DecrementCount() {
    const std::size_t before = count_.fetch_sub(1, std::memory_order_acq_rel);
    assert(before > 0);
    return before == 1;
  }

  // Everything before the events is visible after Wait() returns.
  void Wait() {
    internal::Backoff backoff;
    while (count_.load(std::memory_order_acquire) != 0) backoff.Pause();
  }

 private:
  std::atomic<std::size_t> count_{0};
};

// Runs each task of a batch on a thread of its own, all at the same time, so
// tasks may wait for each other; tasks share a thread only if the system
// refuses to start more. The caller's thread runs one of them, and threads are
// kept for the next batch. One batch at a time; a task must not throw.
class WorkersPool {
 public:
  WorkersPool() = default;
  WorkersPool(const WorkersPool&) = delete;
  WorkersPool& operator=(const WorkersPool&) = delete;

  // Runs tasks[0] to tasks[tasks_count - 1], of a type derived from Task, and
  // returns when all have run.
  template <typename TaskType>
  void Execute(int tasks_count, TaskType* tasks) {
    RunBatch(tasks_count, tasks, [](void* list, int index) -> Task* {
      return static_cast<TaskType*>(list) + index;
    });
  }

  // The same for tasks made with `new`, which are deleted after all have run.
  void LegacyExecuteAndDestroyTasks(const std::vector<Task*>& tasks) {
    RunBatch(static_cast<int>(tasks.size()), const_cast<Task**>(tasks.data()),
             [](void* list, int index) -> Task* {
               return static_cast<Task**>(list)[index];
             });
    for (Task* task : tasks) delete task;
  }
  void Execute(const std::vector<Task*>& tasks) {
    LegacyExecuteAndDestroyTasks(tasks);
  }

  // The underlying threads, for the engine.
  internal::ThreadPool* thread_pool() { return &threads_; }

 private:
  using TaskAt = Task* (*)(void* list, int index);

  struct Batch {
    WorkersPool* pool;
    void* list;
    TaskAt task_at;
  };

  static void RunTask(void* argument, int index) {
    const Batch& batch = *static_cast<const Batch*>(argument);
    Task* const task = batch.task_at(batch.list, index);
    task->local_allocator =
        &batch.pool->allocators_[static_cast<std::size_t>(index)];
    task->Run();
  }

  void RunBatch(int count, void* list, TaskAt task_at) noexcept {
    if (count <= 0) return;
    while (allocators_.size() < static_cast<std::size_t>(count)) {
      allocators_.emplace_back();
    }
    Batch batch = {this, list, task_at};
    threads_.ParallelFor(count, count, &RunTask, &batch);
  }

  // One per task of a batch; a deque, because allocators cannot move.
  std::deque<Allocator> allocators_;
  internal::ThreadPool threads_;
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_COMPAT_WORKERS_POOL_H_
