// The tasks that a pool written for gemmlowp runs.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <new>
#include <vector>

#include "front_end.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct IndexTask : Task {
  IndexTask(void (*t)(void*, int), void* a, int i)
      : task(t), argument(a), index(i) {}
  void Run() override { task(argument, index); }
  void (*task)(void*, int);
  void* argument;
  int index;
};

}  // namespace

bool MakeTasks(int count, void (*task)(void* argument, int index),
               void* argument, std::vector<Task*>* tasks) noexcept {
  try {
    tasks->reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
      tasks->push_back(new IndexTask(task, argument, i));
    }
    return true;
  } catch (const std::bad_alloc&) {
    for (Task* made : *tasks) delete made;
    tasks->clear();
    return false;
  }
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
