// Contexts: the state that a caller keeps between products. The class hierarchy
// is gemmlowp's, so that code which derives from any of its classes still
// compiles.
//
// A context serves one calling thread at a time. Any number of contexts can
// work at once, and they may share PackedMatrix operands and executors. An
// output stage or executor that itself multiplies needs a context of its own: a
// product on the context that it was called for is refused.
//
// A context owns its threads and ends them. After fork(), an inherited context
// works in the child with new threads, unless a call on it was in progress in
// another thread: then it stays in use for ever. Delete contexts before the
// library's code is unloaded (dlclose). A calling thread may end at any time
// between its calls: contexts do not keep track of callers.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_GEMM_CONTEXT_H_
#define LOWP_PUBLIC_GEMM_CONTEXT_H_

#include <cstddef>

#include "../internal/compat/allocator.h"
#include "../internal/compat/common.h"
#include "../internal/compat/workers_pool.h"
#include "../internal/contract/context_state.h"
#include "executor.h"
#include "export.h"
#include "status.h"

namespace gemmlowp {
inline namespace lowp {

namespace internal {
// The number of CPUs that this process may use, by affinity and cgroup quota.
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
  Status set_backend(const char* name) { return state_.SetBackend(name); }
  // The name that was set; null for the automatic choice, also where
  // LOWP_BACKEND decides it. GemmPlan says which one a product runs on.
  const char* backend() const { return state_.BackendName(); }

  // Forces a kernel of the backend by name ("4x64"), for tests and benchmarks:
  // a product that the kernel does not fit is refused, with the reason. Null
  // returns to the cheapest kernel that fits, which is the better choice.
  // GemmPlan names the kernels of a backend. A name that no backend of the
  // build has is an error and changes nothing.
  Status set_kernel(const char* name) { return state_.SetKernel(name); }
  // The name that was set; null for the automatic choice, also where
  // LOWP_KERNEL decides it.
  const char* kernel() const { return state_.KernelName(); }

  // Lends the memory that calls work in, instead of memory that the context
  // would allocate; null takes it back. A call that needs more than `bytes`,
  // counted from the first multiple of 64, fails with kResourceExhausted;
  // GemmPlan::workspace_bytes says how much it needs. The memory must stay
  // valid until it is taken back.
  void set_workspace(void* memory, std::size_t bytes) {
    state_.SetWorkspace(memory, bytes);
  }

  internal::EngineState* engine_state() { return state_.engine(); }

  // gemmlowp's tuning knobs: stored, and otherwise ignored. The engine sizes
  // its blocks by the caches that the machine reports, and allocates from its
  // own workspace.
  Allocator* allocator() { return &allocator_; }
  void set_l1_bytes_to_use(int n) { l1_bytes_to_use_ = n; }
  void set_l2_bytes_to_use(int n) { l2_bytes_to_use_ = n; }
  void set_l2_rhs_factor(float n) { l2_rhs_factor_ = n; }
  int l1_bytes_to_use() const { return l1_bytes_to_use_; }
  int l2_bytes_to_use() const { return l2_bytes_to_use_; }
  float l2_rhs_factor() const { return l2_rhs_factor_; }

 protected:
  Allocator allocator_;
  int l1_bytes_to_use_ = kDefaultL1CacheSize;
  int l2_bytes_to_use_ = kDefaultL2CacheSize;
  float l2_rhs_factor_ = kDefaultL2RhsFactor;

 private:
  internal::ContextState state_;
};

// Adds the number of threads and where they come from. A derived class with its
// own `workers_pool()` supplies the threads: the engine calls
// `workers_pool()->Execute(const std::vector<Task*>&)`, and the pool deletes
// the tasks.
class MultiThreadGemmContextBase : public SingleThreadGemmContext {
 public:
  // The maximum number of threads per product, 1 by default. 0 means the number
  // of CPUs that this process may use, counted now. Small products use fewer.
  // With a negative number, calls on the context fail.
  void set_max_num_threads(int n) {
    max_num_threads_ = n;
    if (n == 0) usable_cpus_ = internal::UsableCpusForContext();
  }
  int max_num_threads() const { return max_num_threads_; }

  // Runs parallel work on `executor` from now on, and sets max_num_threads() to
  // its concurrency; an Executor without a function returns to the context's
  // own threads, and leaves max_num_threads() as it is. What the executor's
  // state points to must outlive its use here.
  void set_executor(const Executor& executor) {
    executor_ = executor;
    if (executor.parallel_for != nullptr) {
      set_max_num_threads(executor.concurrency);
    }
  }
  const Executor& executor() const { return executor_; }

  // max_num_threads(), with 0 replaced by the number of CPUs.
  int thread_limit() const {
    return max_num_threads_ == 0 ? usable_cpus_ : max_num_threads_;
  }

 protected:
  int max_num_threads_ = 1;

 private:
  int usable_cpus_ = 1;  // as counted for set_max_num_threads(0)
  Executor executor_;
};

// A context with threads of its own, started when they are first needed.
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
