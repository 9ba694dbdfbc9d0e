// Contexts: what a caller keeps between products. The hierarchy is gemmlowp's,
// so that code which derives from any of its classes goes on compiling.
//
// A context belongs to one calling thread at a time; any number of contexts can
// work at once, and they may share PackedMatrix operands and executors. A
// caller's output stage or executor that multiplies takes a context of its own:
// a product with the one that it was called for is refused.
//
// A context's threads end with it. In a process made by fork() an inherited
// context works as before, with threads of its own; one whose call was in
// progress in another thread is in use there for ever. Contexts are deleted
// before the library's code is unloaded (dlclose). A thread of the caller's may
// end at any time between its calls: contexts know nothing of it.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_GEMM_CONTEXT_H_
#define LOWP_PUBLIC_GEMM_CONTEXT_H_

#include <cstddef>

#include "../internal/compat/allocator.h"
#include "../internal/compat/workers_pool.h"
#include "../internal/contract/engine_state.h"
#include "executor.h"
#include "export.h"
#include "status.h"

namespace gemmlowp {
inline namespace lowp {

namespace internal {
// The backend of that name, if this machine can run it; null stands for the
// automatic choice.
LOWP_EXPORT Status FindBackend(const char* name, const Backend** backend);
// The CPUs that this process may use: affinity and cgroup quota included.
LOWP_EXPORT int UsableCpusForContext();
}  // namespace internal

// One thread.
class SingleThreadGemmContext {
 public:
  SingleThreadGemmContext() = default;
  SingleThreadGemmContext(const SingleThreadGemmContext&) = delete;
  SingleThreadGemmContext& operator=(const SingleThreadGemmContext&) = delete;

  // Forces a backend by name ("avx2"); null returns to the automatic choice.
  // An unknown name, or one that this machine cannot run, is an error and
  // changes nothing.
  Status set_backend(const char* name) {
    return internal::FindBackend(name, &engine_state_.backend);
  }

  // Lends memory for the calls' packed operands, instead of memory that the
  // context would allocate; null takes it back. A call that needs more than
  // `bytes` fails with kResourceExhausted; GemmPlan::workspace_bytes tells how
  // much it needs. The memory must stay valid until it is taken back.
  void set_workspace(void* memory, std::size_t bytes) {
    engine_state_.lent_workspace = memory;
    engine_state_.lent_bytes = memory == nullptr ? 0 : bytes;
  }

  internal::EngineState* engine_state() { return &engine_state_; }

  // gemmlowp's knobs, accepted and kept. The engine sizes its blocks by the
  // caches that the machine reports, and allocates from its own workspace.
  Allocator* allocator() { return &allocator_; }
  void set_l1_bytes_to_use(int n) { l1_bytes_to_use_ = n; }
  void set_l2_bytes_to_use(int n) { l2_bytes_to_use_ = n; }
  void set_l2_rhs_factor(float n) { l2_rhs_factor_ = n; }
  int l1_bytes_to_use() const { return l1_bytes_to_use_; }
  int l2_bytes_to_use() const { return l2_bytes_to_use_; }
  float l2_rhs_factor() const { return l2_rhs_factor_; }

 protected:
  Allocator allocator_;

 private:
  internal::EngineState engine_state_;
  int l1_bytes_to_use_ = 16 * 1024;
  int l2_bytes_to_use_ = 384 * 1024;
  float l2_rhs_factor_ = 0.75f;
};

// A number of threads, and where they come from. A class derived from this one
// that has its own `workers_pool()` supplies the threads: the engine calls
// `workers_pool()->Execute(const std::vector<Task*>&)`, and the pool deletes
// the tasks.
class MultiThreadGemmContextBase : public SingleThreadGemmContext {
 public:
  // The most threads a product may use, 1 by default. 0 stands for the CPUs
  // that this process may use, counted now. Small products use fewer.
  void set_max_num_threads(int n) {
    max_num_threads_ = n;
    thread_limit_ = n == 0 ? internal::UsableCpusForContext() : n;
  }
  int max_num_threads() const { return max_num_threads_; }

  // Work is handed to `executor` from now on, and at most executor.concurrency
  // threads are used; an Executor without a function returns to the threads
  // that the context owns. What the executor's state points to must outlive its
  // use here.
  void set_executor(const Executor& executor) {
    executor_ = executor;
    if (executor.parallel_for != nullptr) {
      set_max_num_threads(executor.concurrency);
    }
  }
  const Executor& executor() const { return executor_; }

  // max_num_threads() with 0 resolved.
  int thread_limit() const { return thread_limit_; }

 private:
  int max_num_threads_ = 1;
  int thread_limit_ = 1;
  Executor executor_;
};

// Threads of its own, started when they are first needed.
class MultiThreadGemmContext : public MultiThreadGemmContextBase {
 public:
  WorkersPool* workers_pool() { return &workers_pool_; }

 private:
  WorkersPool workers_pool_;
};

class GemmContext : public MultiThreadGemmContext {};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_GEMM_CONTEXT_H_
