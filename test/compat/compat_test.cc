// The utilities that programs take from gemmlowp besides its products, used as
// those programs use them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

// The labels and the profiler, with a library that is built without them.
#define GEMMLOWP_PROFILING

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "internal/allocator.h"
#include "internal/common.h"
#include "internal/multi_thread_gemm.h"
#include "profiling/instrumentation.h"
#include "profiling/profiler.h"
#include "profiling/pthread_everywhere.h"

namespace {

using gemmlowp::Allocator;
using gemmlowp::BlockingCounter;
using gemmlowp::Task;
using gemmlowp::WorkersPool;

bool IsAligned(const void* pointer, std::size_t alignment) {
  return reinterpret_cast<std::uintptr_t>(pointer) % alignment == 0;
}

TEST(AllocatorTest, PiecesAreAlignedAndDoNotOverlap) {
  Allocator allocator;
  const Allocator::Handle bytes = allocator.Reserve<std::uint8_t>(65);
  const Allocator::Handle nothing = allocator.Reserve<std::int16_t>(0);
  const Allocator::Handle words = allocator.Reserve<std::int32_t>(100);
  allocator.Commit();
  std::uint8_t* const b = allocator.GetPointer<std::uint8_t>(bytes);
  std::int32_t* const w = allocator.GetPointer<std::int32_t>(words);
  EXPECT_TRUE(IsAligned(b, Allocator::kAlignment));
  EXPECT_TRUE(IsAligned(w, Allocator::kAlignment));
  EXPECT_TRUE(IsAligned(allocator.GetPointer<std::int16_t>(nothing),
                        Allocator::kAlignment));
  std::fill(b, b + 65, std::uint8_t{1});
  std::fill(w, w + 100, -1);
  EXPECT_EQ(std::count(b, b + 65, std::uint8_t{1}), 65);
  EXPECT_EQ(allocator.GetPointer<std::int32_t>(words), w);
  allocator.Decommit();
}

TEST(AllocatorTest, KeepsItsMemoryBetweenRounds) {
  Allocator allocator;
  void* previous = nullptr;
  for (const int count : {1000, 900, 1, 1000}) {
    const Allocator::Handle handle = allocator.Reserve<std::int32_t>(count);
    allocator.Commit();
    std::int32_t* const memory = allocator.GetPointer<std::int32_t>(handle);
    if (previous != nullptr) {
      EXPECT_EQ(memory, previous);
    }
    previous = memory;
    allocator.Decommit();
  }
  const Allocator::Handle handle = allocator.Reserve<std::int32_t>(100000);
  allocator.Commit();
  allocator.GetPointer<std::int32_t>(handle)[99999] = 1;
  allocator.Decommit();
}

TEST(AllocatorDeathTest, RefusesTooManyPiecesAndTooMuchMemory) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(
      {
        Allocator allocator;
        for (std::size_t i = 0; i <= Allocator::kMaxBlocks; ++i) {
          allocator.Reserve<std::uint8_t>(1);
        }
      },
      "too many pieces");
  EXPECT_DEATH(
      {
        Allocator allocator;
        allocator.Reserve<std::int32_t>(SIZE_MAX / 2);
      },
      "overflows");
}

TEST(CommonTest, Rounding) {
  EXPECT_EQ(gemmlowp::RoundDown<7>(20), 14);
  EXPECT_EQ(gemmlowp::RoundUp<7>(15), 21);
  EXPECT_EQ(gemmlowp::RoundUp<7>(14), 14);
  EXPECT_EQ(gemmlowp::RoundUp<64>(std::size_t{65}), std::size_t{128});
  EXPECT_EQ(gemmlowp::RoundDown<4>(-1), -4);
  EXPECT_EQ(gemmlowp::RoundUp<16>(std::int8_t{100}), std::int8_t{112});
  EXPECT_EQ(gemmlowp::CeilQuotient(7, 2), 4);
  EXPECT_EQ(gemmlowp::CeilQuotient(-3, 2), -1);
  constexpr int kMax = std::numeric_limits<int>::max();
  EXPECT_EQ(gemmlowp::CeilQuotient(kMax, 16), kMax / 16 + 1);
  static_assert(gemmlowp::RoundUp<8>(9) == 16, "usable in constants");
}

TEST(CommonTest, PowersOfTwo) {
  EXPECT_EQ(gemmlowp::RoundUpToPowerOfTwo(0), 0);
  EXPECT_EQ(gemmlowp::RoundUpToPowerOfTwo(1), 1);
  EXPECT_EQ(gemmlowp::RoundUpToPowerOfTwo(33), 64);
  EXPECT_EQ(gemmlowp::RoundUpToPowerOfTwo(std::int8_t{33}), std::int8_t{64});
  EXPECT_EQ(gemmlowp::RoundUpToPowerOfTwo((std::uint64_t{1} << 40) + 1),
            std::uint64_t{1} << 41);
  EXPECT_TRUE(gemmlowp::IsPowerOfTwo<64>::value);
  EXPECT_FALSE(gemmlowp::IsPowerOfTwo<65>::value);
}

TEST(CommonTest, Platform) {
  for (const std::size_t alignment : {1, 16, 64, 4096}) {
    void* const memory = gemmlowp::aligned_alloc(alignment, 100);
    ASSERT_NE(memory, nullptr);
    EXPECT_TRUE(IsAligned(memory, alignment));
    std::memset(memory, 1, 100);
    gemmlowp::aligned_free(memory);
  }
  gemmlowp::aligned_free(nullptr);
  EXPECT_EQ(gemmlowp::aligned_alloc(64, SIZE_MAX - 8), nullptr);
  EXPECT_EQ(gemmlowp::GetHardwareConcurrency(3), 3);
  EXPECT_GE(gemmlowp::GetHardwareConcurrency(0), 1);
  const double now = gemmlowp::real_time_in_seconds();
  EXPECT_GT(now, 1.5e9);
  EXPECT_GE(gemmlowp::real_time_in_seconds(), now);
  int value = 0;
  gemmlowp::Prefetch(&value);
  gemmlowp::MarkMemoryAsInitialized(&value, 1);
  EXPECT_GE(gemmlowp::kRegisterSize, 16);
}

TEST(InstrumentationDeathTest, AssertionsStayInReleaseBuilds) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  gemmlowp::ReleaseBuildAssertion(true, "never printed");
  EXPECT_DEATH(gemmlowp::ReleaseBuildAssertion(false, "what went wrong"),
               "what went wrong");
}

TEST(InstrumentationTest, MutexesExclude) {
  gemmlowp::Mutex mutex;
  int count = 0;
  const auto work = [&] {
    for (int i = 0; i < 1000; ++i) {
      gemmlowp::ScopedLock lock(&mutex);
      ++count;
    }
  };
  std::thread other(work);
  work();
  other.join();
  EXPECT_EQ(count, 2000);
  EXPECT_NE(gemmlowp::GlobalMutexes::Profiler(),
            gemmlowp::GlobalMutexes::EightBitIntGemm());
}

TEST(ProfilerTest, PrintsWhereTheTimeWent) {
  const auto spin = [] {
    const double end = gemmlowp::real_time_in_seconds() + 0.03;
    while (gemmlowp::real_time_in_seconds() < end) {
    }
  };
  gemmlowp::RegisterCurrentThreadForProfiling();
  testing::internal::CaptureStdout();
  gemmlowp::StartProfiling();
  {
    gemmlowp::ScopedProfilingLabel outer("outer label");
    spin();
    {
      gemmlowp::ScopedProfilingLabel inner("inner label");
      spin();
    }
    outer.Update("another label");
    spin();
  }
  gemmlowp::FinishProfiling();
  const std::string tree = testing::internal::GetCapturedStdout();
  EXPECT_NE(tree.find("% outer label\n    "), std::string::npos) << tree;
  EXPECT_NE(tree.find("% inner label\n"), std::string::npos) << tree;
  EXPECT_NE(tree.find("% another label\n"), std::string::npos) << tree;
  EXPECT_NE(tree.find("% other (outside of any label)"), std::string::npos)
      << tree;
}

TEST(BlockingCounterTest, WaitsForAllAndTellsTheLast) {
  BlockingCounter counter;
  for (int round = 0; round < 20; ++round) {
    constexpr int kThreads = 4;
    constexpr int kEvents = 500;
    counter.Reset(kThreads * kEvents);
    std::atomic<int> last{0};
    int done[kThreads] = {};
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < kEvents; ++i) {
          ++done[t];
          if (counter.DecrementCount()) ++last;
        }
      });
    }
    counter.Wait();
    for (const int events : done) EXPECT_EQ(events, kEvents);
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(last, 1);
  }
  counter.Reset(0);
  counter.Wait();
}

TEST(WorkerTest, RunsWhatItIsHanded) {
  struct Increment : Task {
    void Run() override {
      EXPECT_NE(local_allocator, nullptr);
      ++value;
    }
    int value = 0;
  };
  BlockingCounter counter;
  counter.Reset(1);
  Increment task;
  {
    gemmlowp::Worker worker(&counter);
    counter.Wait();
    for (int i = 0; i < 100; ++i) {
      counter.Reset(1);
      worker.StartWork(&task);
      counter.Wait();
    }
  }
  EXPECT_EQ(task.value, 100);
}

TEST(WorkerTest, WaitForVariableChangeSeesTheChange) {
  pthread_mutex_t mutex;
  pthread_cond_t condition;
  pthread_mutex_init(&mutex, nullptr);
  pthread_cond_init(&condition, nullptr);
  std::atomic<int> variable{1};
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    pthread_mutex_lock(&mutex);
    variable = 2;
    pthread_cond_broadcast(&condition);
    pthread_mutex_unlock(&mutex);
  });
  EXPECT_EQ(gemmlowp::WaitForVariableChange(&variable, 1, &condition, &mutex),
            2);
  EXPECT_EQ(gemmlowp::WaitForVariableChange(&variable, 1, &condition, &mutex),
            2);
  other.join();
  pthread_cond_destroy(&condition);
  pthread_mutex_destroy(&mutex);
}

// A task that ends only when all `expected` of them have begun.
struct MeetingTask : Task {
  MeetingTask(int expected, std::atomic<int>* arrived, std::atomic<int>* alive)
      : expected(expected), arrived(arrived), alive(alive) {
    ++*alive;
  }
  ~MeetingTask() override { --*alive; }
  void Run() override {
    const Allocator::Handle handle =
        local_allocator->Reserve<std::int32_t>(100);
    local_allocator->Commit();
    allocator_used = local_allocator;
    thread = std::this_thread::get_id();
    ++*arrived;
    while (*arrived < expected) std::this_thread::yield();
    local_allocator->GetPointer<std::int32_t>(handle)[99] = 1;
    local_allocator->Decommit();
  }
  int expected;
  std::atomic<int>* arrived;
  std::atomic<int>* alive;
  Allocator* allocator_used = nullptr;
  std::thread::id thread;
};

TEST(WorkersPoolTest, TasksOfABatchRunAtTheSameTime) {
  WorkersPool pool;
  for (const int count : {1, 4, 2, 5}) {
    std::atomic<int> arrived{0};
    std::atomic<int> alive{0};
    std::vector<MeetingTask> tasks;
    tasks.reserve(count);
    for (int i = 0; i < count; ++i) tasks.emplace_back(count, &arrived, &alive);
    pool.Execute(count, tasks.data());
    std::set<Allocator*> allocators;
    std::set<std::thread::id> threads;
    for (const MeetingTask& task : tasks) {
      allocators.insert(task.allocator_used);
      threads.insert(task.thread);
    }
    EXPECT_EQ(arrived, count);
    EXPECT_EQ(alive, count) << "the tasks are the caller's";
    EXPECT_EQ(allocators.size(), static_cast<std::size_t>(count));
    EXPECT_EQ(threads.size(), static_cast<std::size_t>(count));
    EXPECT_EQ(threads.count(std::this_thread::get_id()), 1u);
  }
}

TEST(WorkersPoolTest, DeletesTasksThatItOwns) {
  WorkersPool pool;
  std::atomic<int> alive{0};
  for (const bool legacy_name : {false, true}) {
    for (int round = 0; round < 50; ++round) {
      std::atomic<int> arrived{0};
      std::vector<Task*> tasks;
      for (int i = 0; i < 3; ++i) {
        tasks.push_back(new MeetingTask(3, &arrived, &alive));
      }
      if (legacy_name) {
        pool.LegacyExecuteAndDestroyTasks(tasks);
      } else {
        pool.Execute(tasks);
      }
      ASSERT_EQ(arrived, 3);
      ASSERT_EQ(alive, 0);
    }
  }
  pool.Execute(std::vector<Task*>());
}

TEST(HowManyThreadsTest, FollowsGemmlowpsRule) {
  EXPECT_EQ(gemmlowp::HowManyThreads<4>(1, 1000, 1000, 1000), 1);
  EXPECT_EQ(gemmlowp::HowManyThreads<4>(4, 1000, 1000, 1000), 4);
  EXPECT_EQ(gemmlowp::HowManyThreads<4>(8, 33, 1000, 1000), 3);
  EXPECT_EQ(gemmlowp::HowManyThreads<32>(8, 33, 1000, 1000), 2);
  EXPECT_EQ(gemmlowp::HowManyThreads<4>(8, 1000, 2, 100), 3);
  EXPECT_EQ(gemmlowp::HowManyThreads<4>(8, 1000, 1, 10), 1);
  EXPECT_EQ(gemmlowp::HowManyThreads<4>(8, 0, 0, 0), 1);
  EXPECT_GE(gemmlowp::HowManyThreads<4>(0, 4000, 4000, 4000), 1);
}

TEST(HowManyThreadsTest, SurvivesHugeSizes) {
  constexpr int kMax = std::numeric_limits<int>::max();
  EXPECT_EQ(gemmlowp::HowManyThreads<4>(64, kMax, kMax, kMax), 64);
  EXPECT_EQ(gemmlowp::HowManyThreads<16>(kMax, kMax, kMax, kMax),
            kMax / 16 + 1);
  EXPECT_EQ(gemmlowp::HowManyThreads<4>(64, kMax, 1, 1), 64);
}

}  // namespace
