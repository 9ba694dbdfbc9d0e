// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "caller.h"

#include <atomic>

#include "../../internal/backends/backend_list.h"

namespace gemmlowp {
inline namespace lowp {
namespace python {
namespace {

std::atomic<int> threads{0};  // all CPUs that the process may use
std::atomic<const internal::Backend*> backend{nullptr};
// Counts the changes of the settings.
std::atomic<unsigned> version{1};

struct Caller {
  GemmContext context;
  unsigned version = 0;  // of the settings that the context has
};

}  // namespace

GemmContext* ContextOfThisThread() {
  thread_local Caller caller;
  const unsigned current = version.load(std::memory_order_acquire);
  if (caller.version != current) {
    caller.version = current;
    caller.context.set_max_num_threads(threads.load());
    // It was accepted when it was set.
    static_cast<void>(caller.context.set_backend(BackendSetting()));
  }
  return &caller.context;
}

Status SetBackend(const char* name) {
  const internal::Backend* found = nullptr;
  const Status status = internal::FindBackend(name, &found);
  if (status.ok()) {
    backend.store(found);
    version.fetch_add(1, std::memory_order_release);
  }
  return status;
}

const char* BackendSetting() {
  const internal::Backend* set = backend.load();
  return set == nullptr ? nullptr : set->name;
}

void SetThreads(int count) {
  threads.store(count);
  version.fetch_add(1, std::memory_order_release);
}

int ThreadsSetting() { return threads.load(); }

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp
