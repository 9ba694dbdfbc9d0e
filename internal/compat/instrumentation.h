// Assertions that stay in release builds, mutexes, and labels that mark code
// for the profiler. Reached as profiling/instrumentation.h.
//
// A label costs nothing unless GEMMLOWP_PROFILING is defined; profiler.h then
// prints where the labelled threads spent their time.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_COMPAT_INSTRUMENTATION_H_
#define LOWP_INTERNAL_COMPAT_INSTRUMENTATION_H_

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "pthread_everywhere.h"

#ifdef GEMMLOWP_PROFILING
#include <cstring>
#include <set>
#endif

namespace gemmlowp {
inline namespace lowp {

// Prints `message` to stderr and aborts unless `condition` holds.
inline void ReleaseBuildAssertion(bool condition, const char* message) {
  if (!condition) {
    std::fprintf(stderr, "lowp: %s\n", message);
    std::abort();
  }
}

class Mutex {
 public:
  Mutex() = default;
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void Lock() { mutex_.lock(); }
  void Unlock() { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

// Holds a lock for the duration of its scope.
struct ScopedLock {
  explicit ScopedLock(Mutex* mutex) : mutex_(mutex) { mutex_->Lock(); }
  ~ScopedLock() { mutex_->Unlock(); }
  ScopedLock(const ScopedLock&) = delete;
  ScopedLock& operator=(const ScopedLock&) = delete;

 private:
  Mutex* mutex_;
};

// One of each per process. EightBitIntGemm() exists for callers that name it:
// lowp's EightBitIntGemm takes no global lock.
class GlobalMutexes {
 public:
  static Mutex* Profiler() {
    static Mutex mutex;
    return &mutex;
  }
  static Mutex* EightBitIntGemm() {
    static Mutex mutex;
    return &mutex;
  }
};

#ifdef GEMMLOWP_PROFILING

// A separate namespace, so that objects compiled with and without profiling do
// not share the symbols of two different ScopedProfilingLabels.
inline namespace profiling {

// The labels that one thread is in, outermost first. Labels are string
// literals, or live as long as the profile.
struct ProfilingStack {
  static constexpr std::size_t kMaxSize = 30;
  const char* labels[kMaxSize] = {};
  std::size_t size = 0;

  void Push(const char* label) {
    ReleaseBuildAssertion(size < kMaxSize, "too many nested profiling labels");
    labels[size++] = label;
  }
  void Pop() {
    ReleaseBuildAssertion(size > 0, "no profiling label to end");
    --size;
  }
  void UpdateTop(const char* label) {
    ReleaseBuildAssertion(size > 0, "no profiling label to update");
    labels[size - 1] = label;
  }
};

struct ThreadInfo;

// The threads that are sampled; guarded by GlobalMutexes::Profiler(). Never
// destroyed, because threads may outlive static objects.
inline std::set<ThreadInfo*>& ThreadsUnderProfiling() {
  static auto* threads = new std::set<ThreadInfo*>;
  return *threads;
}

// What the profiler knows about one thread. `lock` guards `stack`.
struct ThreadInfo {
  Mutex lock;
  ProfilingStack stack;

  ~ThreadInfo() {
    ScopedLock held(GlobalMutexes::Profiler());
    ThreadsUnderProfiling().erase(this);
  }
};

inline ThreadInfo& ThreadLocalThreadInfo() {
  thread_local ThreadInfo info;
  return info;
}

// Names what the current thread does while the object exists.
class ScopedProfilingLabel {
 public:
  explicit ScopedProfilingLabel(const char* label)
      : thread_(&ThreadLocalThreadInfo()) {
    ScopedLock held(&thread_->lock);
    thread_->stack.Push(label);
  }
  ~ScopedProfilingLabel() {
    ScopedLock held(&thread_->lock);
    thread_->stack.Pop();
  }
  ScopedProfilingLabel(const ScopedProfilingLabel&) = delete;
  ScopedProfilingLabel& operator=(const ScopedProfilingLabel&) = delete;

  void Update(const char* label) {
    ScopedLock held(&thread_->lock);
    thread_->stack.UpdateTop(label);
  }

 private:
  ThreadInfo* thread_;
};

// Only threads that have called this are sampled.
inline void RegisterCurrentThreadForProfiling() {
  ThreadInfo* thread = &ThreadLocalThreadInfo();
  ScopedLock held(GlobalMutexes::Profiler());
  ThreadsUnderProfiling().insert(thread);
}

}  // namespace profiling

#else  // GEMMLOWP_PROFILING

struct ScopedProfilingLabel {
  explicit ScopedProfilingLabel(const char*) {}
  void Update(const char*) {}
};

inline void RegisterCurrentThreadForProfiling() {}

#endif  // GEMMLOWP_PROFILING

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_COMPAT_INSTRUMENTATION_H_
