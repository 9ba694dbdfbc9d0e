// Tasks, and the threads that run them, by gemmlowp's names: what a context's
// workers_pool() returns. Sits on internal/runtime/thread_pool.h, which the
// engine uses directly. Reached as internal/multi_thread_gemm.h.
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

// A piece of work. Whoever runs it sets `local_allocator` first, to one that no
// task running at the same time uses.
struct Task {
  Task() = default;
  virtual ~Task() = default;
  virtual void Run() = 0;
  Allocator* local_allocator = nullptr;
};

namespace internal {

// The pause between two looks at a condition: nothing at first, then the rest
// of the time slice, then sleep, so that a wait that lasts costs no processor.
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

// Waits for a number of events. Once Wait() has returned, no thread touches the
// counter any more on behalf of the events, so it may be reset or destroyed.
class BlockingCounter {
 public:
  BlockingCounter() = default;
  BlockingCounter(const BlockingCounter&) = delete;
  BlockingCounter& operator=(const BlockingCounter&) = delete;

  // The events to wait for. The previous ones must all have happened.
  void Reset(std::size_t initial_count) {
    assert(count_.load(std::memory_order_relaxed) == 0);
    count_.store(initial_count, std::memory_order_release);
  }

  // One event; true for the last one.
  bool DecrementCount() {
    const std::size_t before = count_.fetch_sub(1, std::memory_order_acq_rel);
    assert(before > 0);
    return before == 1;
  }

  // What happened before the events is visible afterwards.
  void Wait() {
    internal::Backoff backoff;
    while (count_.load(std::memory_order_acquire) != 0) backoff.Pause();
  }

 private:
  std::atomic<std::size_t> count_{0};
};

// Runs each task of a batch on a thread of its own, all at the same time, so
// that tasks may wait for each other; only where the system refuses threads do
// tasks share one. The caller's thread runs one of them, and threads are kept
// for the next batch. One batch at a time; a task must not throw.
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

  // The same for tasks from `new`, which are deleted after all have run.
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

  // The threads themselves, for the engine.
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
    task->local_allocator = &batch.pool->allocators_[index];
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

  // One for each task of a batch; a deque, because they cannot move.
  std::deque<Allocator> allocators_;
  internal::ThreadPool threads_;
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_COMPAT_WORKERS_POOL_H_
