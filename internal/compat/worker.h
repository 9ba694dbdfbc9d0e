// One thread that runs the tasks handed to it, and the wait that gemmlowp's own
// threads are built on. Part of internal/multi_thread_gemm.h; lowp's pools use
// neither.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_COMPAT_WORKER_H_
#define LOWP_INTERNAL_COMPAT_WORKER_H_

#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "pthread_everywhere.h"
#include "workers_pool.h"

namespace gemmlowp {
inline namespace lowp {

// How long gemmlowp's threads spin before they sleep, in no-operations. Kept
// for code that names it.
constexpr int kMaxBusyWaitNOPs = 4 * 1000 * 1000;

// Returns a value of `*variable` that differs from `initial_value`. Spins for a
// moment, then waits on `condition`: a thread that changes the variable must
// hold `mutex`, and signal afterwards.
template <typename T>
T WaitForVariableChange(std::atomic<T>* variable, T initial_value,
                        pthread_cond_t* condition, pthread_mutex_t* mutex) {
  constexpr int kLooks = 4000;
  for (int look = 0; look < kLooks; ++look) {
    const T value = variable->load(std::memory_order_acquire);
    if (value != initial_value) return value;
  }
  pthread_mutex_lock(mutex);
  T value = variable->load(std::memory_order_acquire);
  while (value == initial_value) {
    pthread_cond_wait(condition, mutex);
    value = variable->load(std::memory_order_acquire);
  }
  pthread_mutex_unlock(mutex);
  return value;
}

// Decrements the counter once when the thread is ready for its first task, and
// once after each task.
class Worker {
 public:
  explicit Worker(BlockingCounter* counter_to_decrement_when_ready)
      : counter_(counter_to_decrement_when_ready),
        thread_([this] { Loop(); }) {}
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Runs the task that was handed over, then ends the thread.
  ~Worker() {
    {
      std::lock_guard<std::mutex> held(mutex_);
      stop_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }

  // The worker must be ready. Does not wait; the task stays with its owner.
  void StartWork(Task* task) {
    {
      std::lock_guard<std::mutex> held(mutex_);
      assert(task_ == nullptr && "the worker is busy");
      task->local_allocator = &local_allocator_;
      task_ = task;
    }
    changed_.notify_one();
  }

 private:
  void Loop() {
    counter_->DecrementCount();
    std::unique_lock<std::mutex> held(mutex_);
    for (;;) {
      changed_.wait(held, [this] { return stop_ || task_ != nullptr; });
      if (task_ == nullptr) return;
      Task* const task = task_;
      held.unlock();
      task->Run();
      held.lock();
      task_ = nullptr;
      counter_->DecrementCount();
    }
  }

  BlockingCounter* const counter_;
  Allocator local_allocator_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Task* task_ = nullptr;
  bool stop_ = false;
  // Last, because the thread uses the other members at once.
  std::thread thread_;
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_COMPAT_WORKER_H_
