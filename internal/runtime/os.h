// What depends on the operating system: memory, the CPUs that this process may
// use, the environment, time. Nothing here throws.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_RUNTIME_OS_H_
#define LOWP_INTERNAL_RUNTIME_OS_H_

#include <atomic>
#include <cstddef>
#include <thread>

#include "../../public/export.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// What most processors map at once, if the system lets them: a huge page.
constexpr std::size_t kHugePageBytes = std::size_t{1} << 21;

// `bytes` of uninitialised memory at a multiple of `alignment`, a power of two;
// null when memory is refused. If that makes a huge page or more, it begins
// with one, and the system is asked for huge pages: one row times 16 MB of
// weights took half the time with them. AlignedFree takes the same numbers, and
// null.
LOWP_EXPORT void* AlignedAllocate(std::size_t bytes,
                                  std::size_t alignment) noexcept;
LOWP_EXPORT void AlignedFree(void* memory, std::size_t bytes,
                             std::size_t alignment) noexcept;

// How many CPUs the threads that the calling thread starts may keep busy, at
// least 1: the calling thread's affinity, cut to the cgroup's quota of CPU
// time, rounded up. Asks the system every time, which takes tens of
// microseconds: keep the answer.
LOWP_EXPORT int UsableCpus() noexcept;

// The CPUs' worth of time that a cgroup quota grants, or a negative number when
// there is no quota. `membership` is the path of the file that names the
// process's groups (/proc/self/cgroup), `mount` the one where the groups are
// mounted (/sys/fs/cgroup). The tightest quota of the group and its ancestors
// holds, of either version of cgroups.
double CgroupCpuQuota(const char* membership, const char* mount) noexcept;

// The CPU on which the calling thread runs at the moment, or kNoCpu where the
// system does not tell. Takes some nanoseconds.
constexpr int kNoCpu = -1;
LOWP_EXPORT int CurrentCpu() noexcept;

// Where a thread wakes up. Some kernels let it wait for the CPU of whoever
// wakes it, who is busy for as long as there is work to share, while others are
// idle.
class WakingPlace {
 public:
  // Before the thread is woken: keeps it off `cpu`, if it may use another one.
  // Takes a microsecond.
  void KeepFrom(int cpu, std::thread* thread) noexcept;
  // By the thread when it is awake: from now on it may use that CPU again.
  void Release() noexcept;

 private:
  std::atomic<int> kept_from_{kNoCpu};
};

// How often this process, or one that it comes from, was made by fork() since
// the first call: threads of another number are not in this process.
LOWP_EXPORT unsigned ForkGeneration() noexcept;

// Has `before` called before each fork() from now on, and `after` when it is
// done, in both processes.
LOWP_EXPORT void AroundForks(void (*before)(), void (*after)()) noexcept;

// `cpus` cut to a quota as CgroupCpuQuota gives it, rounded up, at least 1.
int CpusWithinQuota(int cpus, double quota) noexcept;

// The variable's value, or null.
const char* GetEnv(const char* name) noexcept;

// Seconds since an arbitrary moment, never running backwards.
double MonotonicSeconds() noexcept;

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_RUNTIME_OS_H_
