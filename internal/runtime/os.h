// Services of the operating system: memory, the CPUs that this process may use,
// the environment, time. Nothing here throws.
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

// A huge page: what most processors can map at once.
constexpr std::size_t kHugePageBytes = std::size_t{1} << 21;

// Returns `bytes` of uninitialised memory aligned to `alignment`, a power of
// two; null if memory runs out. A block of at least a huge page starts on one,
// and the system is asked for huge pages: one row times 16 MB of weights takes
// 0.5x the time with them. AlignedFree takes the same sizes, and accepts null.
LOWP_EXPORT void* AlignedAllocate(std::size_t bytes,
                                  std::size_t alignment) noexcept;
LOWP_EXPORT void AlignedFree(void* memory, std::size_t bytes,
                             std::size_t alignment) noexcept;

// The number of CPUs that threads started by the calling thread may keep busy,
// at least 1: the calling thread's affinity, limited by the cgroup's CPU quota,
// rounded up. Asks the system every time, which takes tens of microseconds:
// keep the answer.
LOWP_EXPORT int UsableCpus() noexcept;

// The number of CPUs' worth of time that a cgroup quota grants; negative if
// there is no quota. `membership` is the path of the file that names the
// process's groups (/proc/self/cgroup), `mount` the path where the groups are
// mounted (/sys/fs/cgroup). The tightest quota of the group and its ancestors
// applies, for either version of cgroups.
double CgroupCpuQuota(const char* membership, const char* mount) noexcept;

// The CPU on which the calling thread is running, or kNoCpu if the system does
// not tell. Takes a few nanoseconds.
constexpr int kNoCpu = -1;
int CurrentCpu() noexcept;

// Chooses where a thread wakes up. Some kernels let it wait for the waker's
// CPU, which is busy as long as there is work to share, while other CPUs are
// idle.
class WakingPlace {
 public:
  // Called before the thread is woken: keeps it off `cpu`, if it may use
  // another one. Takes a microsecond.
  void KeepFrom(int cpu, std::thread* thread) noexcept;
  // Called by the thread once awake: it may use that CPU again.
  void Release() noexcept;

 private:
  std::atomic<int> kept_from_{kNoCpu};
};

// How many fork() calls separate this process from the one that made the first
// call: threads of another generation are not in this process.
unsigned ForkGeneration() noexcept;

// Calls `before` before each fork() from now on, and `after` after it, in both
// processes.
void AroundForks(void (*before)(), void (*after)()) noexcept;

// Whether this process may use the tiles of AMX from now on. Linux gives them
// to processes that ask, which this does; it refuses where a signal's stack is
// too small to save them. No other system is asked, and the answer is no.
bool MayUseTiles() noexcept;

// `cpus` limited by a quota from CgroupCpuQuota, rounded up, at least 1.
int CpusWithinQuota(int cpus, double quota) noexcept;

// The variable's value, or null.
const char* GetEnv(const char* name) noexcept;

// Seconds since an arbitrary moment, never running backwards.
double MonotonicSeconds() noexcept;

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_RUNTIME_OS_H_
