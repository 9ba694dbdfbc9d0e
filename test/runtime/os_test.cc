// The services of the operating system, and the buffer built on them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../internal/runtime/os.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "../../internal/runtime/thread_pool.h"
#include "../../internal/runtime/workspace.h"
#include "../support/one_cpu.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace gemmlowp {
namespace internal {
namespace {

bool IsAligned(const void* memory, std::size_t alignment) {
  return reinterpret_cast<std::uintptr_t>(memory) % alignment == 0;
}

TEST(AlignedAllocateTest, AlignsAndIsWritable) {
  for (std::size_t alignment = 16; alignment <= 4096; alignment *= 2) {
    for (const std::size_t bytes : {1, 63, 64, 65, 10000}) {
      void* const memory = AlignedAllocate(bytes, alignment);
      ASSERT_NE(memory, nullptr);
      EXPECT_TRUE(IsAligned(memory, alignment)) << alignment;
      std::memset(memory, 0xa5, bytes);
      AlignedFree(memory, bytes, alignment);
    }
  }
  AlignedFree(nullptr, 0, 64);
  AlignedFree(nullptr, kHugePageBytes, 64);
}

TEST(AlignedAllocateTest, LargeBlocksBeginWithAHugePage) {
  for (const std::size_t bytes :
       {kHugePageBytes, kHugePageBytes + 1, 3 * kHugePageBytes - 1}) {
    void* const memory = AlignedAllocate(bytes, 64);
    ASSERT_NE(memory, nullptr);
    EXPECT_TRUE(IsAligned(memory, kHugePageBytes));
    std::memset(memory, 0xa5, bytes);
    AlignedFree(memory, bytes, 64);
  }
}

#if defined(MADV_HUGEPAGE)
// Whether huge pages were requested at `address`, according to the kernel's map
// of this process's memory.
bool AsksForHugePages(const void* address) {
  const std::uintptr_t wanted = reinterpret_cast<std::uintptr_t>(address);
  std::ifstream maps("/proc/self/smaps");
  bool inside = false;
  for (std::string line; std::getline(maps, line);) {
    unsigned long long begin, end;
    if (std::sscanf(line.c_str(), "%llx-%llx ", &begin, &end) == 2) {
      inside = begin <= wanted && wanted < end;
    } else if (inside && line.rfind("VmFlags:", 0) == 0) {
      return (line + ' ').find(" hg ") != std::string::npos;
    }
  }
  return false;
}

TEST(AlignedAllocateTest, LargeBlocksAskForHugePages) {
  void* const control = mmap(nullptr, kHugePageBytes, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(control, MAP_FAILED);
  const bool visible = madvise(control, kHugePageBytes, MADV_HUGEPAGE) == 0 &&
                       AsksForHugePages(control);
  munmap(control, kHugePageBytes);
  if (!visible) GTEST_SKIP() << "the system has no huge pages, or hides them";
  const std::size_t bytes = 2 * kHugePageBytes + 77;
  std::uint8_t* const memory =
      static_cast<std::uint8_t*>(AlignedAllocate(bytes, 64));
  ASSERT_NE(memory, nullptr);
  EXPECT_TRUE(AsksForHugePages(memory));
  EXPECT_TRUE(AsksForHugePages(memory + 2 * kHugePageBytes - 1));
  AlignedFree(memory, bytes, 64);
}
#endif

TEST(AlignedAllocateTest, RefusesWhatCannotExist) {
  EXPECT_EQ(AlignedAllocate(SIZE_MAX, 64), nullptr);
  EXPECT_EQ(AlignedAllocate(SIZE_MAX - 64, 64), nullptr);
  EXPECT_EQ(AlignedAllocate(SIZE_MAX / 2 + 1, 64), nullptr);
}

TEST(AlignedBufferTest, GrowsAndNeverShrinks) {
  AlignedBuffer buffer;
  EXPECT_EQ(buffer.data(), nullptr);
  EXPECT_EQ(buffer.size(), 0u);
  EXPECT_TRUE(buffer.Reserve(0));
  EXPECT_EQ(buffer.data(), nullptr);
  ASSERT_TRUE(buffer.Reserve(1000));
  EXPECT_GE(buffer.size(), 1000u);
  EXPECT_TRUE(IsAligned(buffer.data(), AlignedBuffer::kAlignment));
  std::memset(buffer.data(), 7, 1000);
  void* const before = buffer.data();
  EXPECT_TRUE(buffer.Reserve(10));
  EXPECT_TRUE(buffer.Reserve(1000));
  EXPECT_EQ(buffer.data(), before);
  EXPECT_GE(buffer.size(), 1000u);
  ASSERT_TRUE(buffer.Reserve(1 << 20));
  std::memset(buffer.data(), 7, 1 << 20);
}

TEST(AlignedBufferTest, ARefusalChangesNothing) {
  AlignedBuffer buffer;
  ASSERT_TRUE(buffer.Reserve(100));
  std::memset(buffer.data(), 3, 100);
  void* const before = buffer.data();
  EXPECT_FALSE(buffer.Reserve(SIZE_MAX));
  EXPECT_EQ(buffer.data(), before);
  EXPECT_EQ(buffer.size(), 100u);
  EXPECT_EQ(static_cast<char*>(before)[99], 3);
}

TEST(AlignedBufferTest, Moves) {
  AlignedBuffer first;
  ASSERT_TRUE(first.Reserve(100));
  void* const memory = first.data();
  AlignedBuffer second(std::move(first));
  EXPECT_EQ(second.data(), memory);
  EXPECT_EQ(first.data(), nullptr);
  EXPECT_EQ(first.size(), 0u);
  AlignedBuffer third;
  ASSERT_TRUE(third.Reserve(10));
  third = std::move(second);
  EXPECT_EQ(third.data(), memory);
  EXPECT_EQ(third.size(), 100u);
}

TEST(UsableCpusTest, IsAtLeastOneAndAtMostAllOfThem) {
  EXPECT_GE(UsableCpus(), 1);
  const unsigned all = std::thread::hardware_concurrency();
  if (all == 0) return;
  EXPECT_LE(UsableCpus(), static_cast<int>(all));
}

#if defined(__linux__)
TEST(UsableCpusTest, FollowsTheAffinityOfTheCallingThread) {
  lowp_test::OnCpu(lowp_test::AllowedCpus().front(),
                   [] { EXPECT_EQ(UsableCpus(), 1); });
}

TEST(CurrentCpuTest, IsTheOneThatTheThreadIsTiedTo) {
  for (const int cpu : lowp_test::AllowedCpus()) {
    lowp_test::OnCpu(cpu, [cpu] { EXPECT_EQ(CurrentCpu(), cpu); });
  }
}
#endif

#if defined(__GLIBC__)
TEST(WakingPlaceTest, IsAnyCpuButOneUntilTheThreadIsAwake) {
  const std::vector<int> all = lowp_test::AllowedCpus();
  for (const int cpu : all) {
    std::atomic<bool> placed{false}, checked{false};
    std::vector<int> others;
    std::copy_if(all.begin(), all.end(), std::back_inserter(others),
                 [cpu](int other) { return other != cpu; });
    WakingPlace place;
    std::thread thread([&] {
      while (!placed) std::this_thread::yield();
      EXPECT_EQ(lowp_test::AllowedCpus(), others.empty() ? all : others);
      if (!others.empty()) {
        EXPECT_NE(CurrentCpu(), cpu);
      }
      place.Release();
      EXPECT_EQ(lowp_test::AllowedCpus(), all);
      checked = true;
    });
    place.KeepFrom(kNoCpu, &thread);
    place.KeepFrom(cpu, &thread);
    placed = true;
    thread.join();
    EXPECT_TRUE(checked);
  }
}

// A pool's workers may use all CPUs that the thread that started them may use.
TEST(WakingPlaceTest, LeavesWorkersTheirCpus) {
  const std::vector<int> all = lowp_test::AllowedCpus();
  ThreadPool pool;
  for (int i = 0; i < 20; ++i) {
    std::atomic<int> restricted{0};
    struct Job {
      const std::vector<int>& all;
      std::atomic<int>& restricted;
    } job = {all, restricted};
    pool.ParallelFor(
        3, 12,
        [](void* argument, int) {
          const Job& j = *static_cast<Job*>(argument);
          if (lowp_test::AllowedCpus() != j.all) ++j.restricted;
        },
        &job);
    EXPECT_EQ(restricted, 0);
    // Long enough for the workers to fall asleep.
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}
#endif

TEST(UsableCpusTest, QuotasRoundUp) {
  EXPECT_EQ(CpusWithinQuota(8, -1), 8);
  EXPECT_EQ(CpusWithinQuota(8, 0.25), 1);
  EXPECT_EQ(CpusWithinQuota(8, 1), 1);
  EXPECT_EQ(CpusWithinQuota(8, 1.5), 2);
  EXPECT_EQ(CpusWithinQuota(8, 7.01), 8);
  EXPECT_EQ(CpusWithinQuota(8, 1e30), 8);
  EXPECT_EQ(CpusWithinQuota(0, -1), 1);
}

// A tree of control groups in its own folder.
class CgroupTest : public testing::Test {
 protected:
  CgroupTest() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "lowp_cgroup_XXXXXX")
            .string();
    root_ = mkdtemp(pattern.data());
  }
  ~CgroupTest() override { std::filesystem::remove_all(root_); }

  void Write(const std::string& path, const std::string& text) {
    const std::filesystem::path file = root_ / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }

  double Quota(const std::string& membership) {
    Write("membership", membership);
    return CgroupCpuQuota((root_ / "membership").c_str(), root_.c_str());
  }

 private:
  std::filesystem::path root_;
};

TEST_F(CgroupTest, NoFilesNoQuota) {
  EXPECT_LT(CgroupCpuQuota("/nonexistent", "/nonexistent"), 0);
  EXPECT_LT(Quota(""), 0);
  EXPECT_LT(Quota("0::/\n"), 0);
  EXPECT_LT(Quota("garbage\n::\n1:\n"), 0);
}

TEST_F(CgroupTest, Version2) {
  Write("a/b/cpu.max", "150000 100000\n");
  EXPECT_EQ(Quota("0::/a/b\n"), 1.5);
  EXPECT_LT(Quota("0::/a\n"), 0);
}

TEST_F(CgroupTest, Version2WithoutALimit) {
  Write("a/cpu.max", "max 100000\n");
  EXPECT_LT(Quota("0::/a\n"), 0);
  Write("a/cpu.max", "nonsense\n");
  EXPECT_LT(Quota("0::/a\n"), 0);
  Write("a/cpu.max", "100000 0\n");
  EXPECT_LT(Quota("0::/a\n"), 0);
}

TEST_F(CgroupTest, TheTightestAncestorHolds) {
  Write("cpu.max", "800000 100000\n");
  Write("a/cpu.max", "200000 100000\n");
  Write("a/b/cpu.max", "400000 100000\n");
  Write("a/b/c/cpu.max", "max 100000\n");
  EXPECT_EQ(Quota("0::/a/b/c\n"), 2);
}

TEST_F(CgroupTest, InAContainerTheRootIsTheGroup) {
  Write("cpu.max", "50000 100000\n");
  EXPECT_EQ(Quota("0::/\n"), 0.5);
  EXPECT_EQ(Quota("0::/not/mounted/here\n"), 0.5);
}

TEST_F(CgroupTest, Version1) {
  Write("cpu,cpuacct/a/cpu.cfs_quota_us", "300000\n");
  Write("cpu,cpuacct/a/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(Quota("5:memory:/m\n4:cpu,cpuacct:/a\n"), 3);
  EXPECT_EQ(Quota("4:cpuacct,cpu:/a\n"), 3);
  EXPECT_LT(Quota("4:cpuset:/a\n4:cpuacct:/a\n"), 0);
}

TEST_F(CgroupTest, Version1WithoutALimit) {
  Write("cpu/a/cpu.cfs_quota_us", "-1\n");
  Write("cpu/a/cpu.cfs_period_us", "100000\n");
  EXPECT_LT(Quota("4:cpu:/a\n"), 0);
}

TEST(GetEnvTest, ReadsTheEnvironment) {
  ASSERT_EQ(setenv("LOWP_OS_TEST", "value", 1), 0);
  EXPECT_STREQ(GetEnv("LOWP_OS_TEST"), "value");
  ASSERT_EQ(unsetenv("LOWP_OS_TEST"), 0);
  EXPECT_EQ(GetEnv("LOWP_OS_TEST"), nullptr);
}

TEST(MonotonicSecondsTest, Advances) {
  const double start = MonotonicSeconds();
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  const double passed = MonotonicSeconds() - start;
  EXPECT_GE(passed, 0.002);
  EXPECT_LT(passed, 60);
}

}  // namespace
}  // namespace internal
}  // namespace gemmlowp
