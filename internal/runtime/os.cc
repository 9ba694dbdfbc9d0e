// The implementation of os.h: for Linux, and with the C++ library elsewhere.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "os.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <new>
#include <thread>

#if defined(__linux__)
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include "found_once.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Longer than any cgroup path that occurs in practice; a longer one is
// truncated, and its quota is not seen.
constexpr int kPathSize = 4096;

struct Path {
  char text[kPathSize] = "";
  bool Set(const char* mount, const char* hierarchy, const char* group,
           const char* file) {
    const int length = std::snprintf(text, sizeof(text), "%s%s%s%s", mount,
                                     hierarchy, group, file);
    return length > 0 && length < kPathSize;
  }
};

// Reads the numbers at the start of a file; a word that is not a number ("max")
// yields -1. Returns the number of words.
int ReadNumbers(const Path& path, double* numbers, int count) {
  std::FILE* const file = std::fopen(path.text, "re");
  if (file == nullptr) return 0;
  char word[32];
  int found = 0;
  while (found < count && std::fscanf(file, "%31s", word) == 1) {
    char* end = word;
    const double number = std::strtod(word, &end);
    numbers[found++] = end != word && *end == '\0' ? number : -1;
  }
  std::fclose(file);
  return found;
}

double Quotient(double quota, double period) {
  return quota > 0 && period > 0 ? quota / period : -1;
}

// Version 2: one file with "<quota> <period>" or "max <period>".
double QuotaOfGroup2(const char* mount, const char* group) {
  Path path;
  double numbers[2];
  if (!path.Set(mount, "", group, "/cpu.max")) return -1;
  if (ReadNumbers(path, numbers, 2) != 2) return -1;
  return Quotient(numbers[0], numbers[1]);
}

// Version 1: two files; the quota is -1 if there is none.
double QuotaOfGroup1(const char* mount, const char* group) {
  for (const char* hierarchy : {"/cpu", "/cpu,cpuacct"}) {
    Path path;
    double quota;
    double period;
    if (path.Set(mount, hierarchy, group, "/cpu.cfs_quota_us") &&
        ReadNumbers(path, &quota, 1) == 1 &&
        path.Set(mount, hierarchy, group, "/cpu.cfs_period_us") &&
        ReadNumbers(path, &period, 1) == 1) {
      return Quotient(quota, period);
    }
  }
  return -1;
}

double Tighter(double a, double b) {
  return a < 0 ? b : b < 0 ? a : std::min(a, b);
}

// The tightest quota from the group up to the root of the mount. A container
// sees its own group at the root, and often has no directory with its group's
// name.
double QuotaOfAncestry(const char* mount, char* group,
                       double (*quota_of_group)(const char*, const char*)) {
  if (std::strcmp(group, "/") == 0) group[0] = '\0';
  double tightest = quota_of_group(mount, group);
  while (char* const slash = std::strrchr(group, '/')) {
    *slash = '\0';
    tightest = Tighter(tightest, quota_of_group(mount, group));
  }
  return tightest;
}

// Whether a comma-separated list contains the word.
bool HasWord(const char* list, const char* word) {
  const std::size_t length = std::strlen(word);
  while (list != nullptr) {
    if (std::strncmp(list, word, length) == 0 &&
        (list[length] == ',' || list[length] == '\0')) {
      return true;
    }
    list = std::strchr(list, ',');
    if (list != nullptr) ++list;
  }
  return false;
}

#if defined(__linux__)
// The number of CPUs in the calling thread's affinity mask; 0 if unknown.
int CpusOfAffinity() {
  cpu_set_t set[16];  // 16 * 1024 CPUs: more than a kernel can be built for
  if (sched_getaffinity(0, sizeof(set), set) != 0) return 0;
  return CPU_COUNT_S(sizeof(set), set);
}
#else
int CpusOfAffinity() { return 0; }
#endif

#if defined(MADV_HUGEPAGE)
// Many systems give huge pages only to programs that ask. A refusal does no
// harm.
void AskForHugePages(void* memory, std::size_t bytes) {
  madvise(memory, bytes / kHugePageBytes * kHugePageBytes, MADV_HUGEPAGE);
}
#else
void AskForHugePages(void*, std::size_t) {}
#endif

std::align_val_t AlignmentOf(std::size_t bytes, std::size_t alignment) {
  return std::align_val_t{
      bytes < kHugePageBytes ? alignment : std::max(alignment, kHugePageBytes)};
}

}  // namespace

void* AlignedAllocate(std::size_t bytes, std::size_t alignment) noexcept {
  const std::align_val_t aligned = AlignmentOf(bytes, alignment);
  // Some libraries round the size up to the alignment without checking for
  // overflow.
  if (bytes > PTRDIFF_MAX - static_cast<std::size_t>(aligned)) return nullptr;
  void* const memory = ::operator new(bytes, aligned, std::nothrow);
  if (memory != nullptr && bytes >= kHugePageBytes) {
    AskForHugePages(memory, bytes);
  }
  return memory;
}

void AlignedFree(void* memory, std::size_t bytes,
                 std::size_t alignment) noexcept {
  ::operator delete(memory, AlignmentOf(bytes, alignment));
}

double CgroupCpuQuota(const char* membership, const char* mount) noexcept {
  std::FILE* const file = std::fopen(membership, "re");
  if (file == nullptr) return -1;
  double tightest = -1;
  char line[kPathSize];
  while (std::fgets(line, sizeof(line), file) != nullptr) {
    // <number>:<controllers>:<group>, without controllers in version 2.
    line[std::strcspn(line, "\n")] = '\0';
    char* const controllers = std::strchr(line, ':');
    char* const group =
        controllers == nullptr ? nullptr : std::strchr(controllers + 1, ':');
    if (group == nullptr) continue;
    *group = '\0';
    if (controllers[1] == '\0') {
      tightest =
          Tighter(tightest, QuotaOfAncestry(mount, group + 1, &QuotaOfGroup2));
    } else if (HasWord(controllers + 1, "cpu")) {
      tightest =
          Tighter(tightest, QuotaOfAncestry(mount, group + 1, &QuotaOfGroup1));
    }
  }
  std::fclose(file);
  return tightest;
}

int CpusWithinQuota(int cpus, double quota) noexcept {
  if (quota > 0 && quota < cpus) {
    const int whole = static_cast<int>(quota);
    cpus = whole < quota ? whole + 1 : whole;
  }
  return std::max(cpus, 1);
}

int UsableCpus() noexcept {
  int cpus = CpusOfAffinity();
  if (cpus == 0) {
    cpus = static_cast<int>(std::thread::hardware_concurrency());
  }
  return CpusWithinQuota(cpus,
                         CgroupCpuQuota("/proc/self/cgroup", "/sys/fs/cgroup"));
}

#if defined(__linux__)
int CurrentCpu() noexcept { return sched_getcpu(); }
#else
int CurrentCpu() noexcept { return kNoCpu; }
#endif

#if defined(__linux__) && defined(__x86_64__)
// arch_prctl's ARCH_REQ_XCOMP_PERM, for the state component of tiles' contents:
// Linux's documentation, "Using XSTATE features in user space applications".
bool MayUseTiles() noexcept {
  constexpr long kRequestPermission = 0x1023, kTileContents = 18;
  return syscall(SYS_arch_prctl, kRequestPermission, kTileContents) == 0;
}
#else
bool MayUseTiles() noexcept { return false; }
#endif

#if defined(__linux__)
namespace {
std::atomic<unsigned> fork_generation{0};
void CountFork() { fork_generation.fetch_add(1, std::memory_order_relaxed); }
}  // namespace

unsigned ForkGeneration() noexcept {
  static FoundOnce<int> registered;
  registered.Get([] { return pthread_atfork(nullptr, nullptr, &CountFork); });
  return fork_generation.load(std::memory_order_relaxed);
}

void AroundForks(void (*before)(), void (*after)()) noexcept {
  pthread_atfork(before, after, after);
}
#else
unsigned ForkGeneration() noexcept { return 0; }
void AroundForks(void (*)(), void (*)()) noexcept {}
#endif

#if defined(__GLIBC__)
void WakingPlace::KeepFrom(int cpu, std::thread* thread) noexcept {
  const pthread_t handle = thread->native_handle();
  cpu_set_t cpus;
  if (cpu == kNoCpu || kept_from_.load(std::memory_order_acquire) != kNoCpu ||
      pthread_getaffinity_np(handle, sizeof(cpus), &cpus) != 0 ||
      !CPU_ISSET(static_cast<unsigned>(cpu), &cpus) || CPU_COUNT(&cpus) == 1) {
    return;
  }
  CPU_CLR(static_cast<unsigned>(cpu), &cpus);
  kept_from_.store(cpu, std::memory_order_release);
  pthread_setaffinity_np(handle, sizeof(cpus), &cpus);
}

void WakingPlace::Release() noexcept {
  const int cpu = kept_from_.exchange(kNoCpu, std::memory_order_acq_rel);
  cpu_set_t cpus;
  if (cpu == kNoCpu || sched_getaffinity(0, sizeof(cpus), &cpus) != 0) return;
  CPU_SET(static_cast<unsigned>(cpu), &cpus);
  sched_setaffinity(0, sizeof(cpus), &cpus);
}
#else
// Kept from none: C libraries other than glibc have no call for that, or none
// that takes std::thread's handle.
void WakingPlace::KeepFrom(int, std::thread*) noexcept {
  kept_from_.store(kNoCpu, std::memory_order_relaxed);
}
void WakingPlace::Release() noexcept {}
#endif

const char* GetEnv(const char* name) noexcept { return std::getenv(name); }

double MonotonicSeconds() noexcept {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
