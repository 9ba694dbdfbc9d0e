// The pool's contract: every index once, no more concurrent threads than
// requested, nothing lost between calls in quick succession or far apart.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../internal/runtime/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "../../internal/runtime/parallel_for.h"
#include "../../public/executor.h"
#include "../support/one_cpu.h"

#if defined(__linux__)
#include <pthread.h>
#endif

namespace gemmlowp {
namespace internal {
namespace {

// ParallelFor with anything callable with an index.
template <typename Function>
void RunOn(ThreadPool* pool, int threads, int count, Function function) {
  pool->ParallelFor(
      threads, count,
      [](void* argument, int index) {
        (*static_cast<Function*>(argument))(index);
      },
      &function);
}

// One int per index, deliberately not atomic: a thread sanitizer then sees a
// second call with the same index, or one that is still running when the pool
// returns.
void ExpectEveryIndexOnce(ThreadPool* pool, int threads, int count) {
  std::vector<int> calls(static_cast<std::size_t>(count), 0);
  RunOn(pool, threads, count,
        [&calls](int index) { ++calls[static_cast<std::size_t>(index)]; });
  for (const int n : calls) ASSERT_EQ(n, 1);
}

void SpinUntil(const std::atomic<int>& value, int target) {
  while (value.load() < target) std::this_thread::yield();
}

TEST(ThreadPoolTest, RunsEveryIndexOnce) {
  ThreadPool pool;
  for (const int threads : {-1, 0, 1, 2, 3, 8}) {
    for (const int count : {0, 1, 2, 3, 7, 64, 1000}) {
      SCOPED_TRACE(testing::Message() << threads << " threads, " << count);
      ExpectEveryIndexOnce(&pool, threads, count);
    }
  }
}

TEST(ThreadPoolTest, CallsInQuickSuccession) {
  ThreadPool pool;
  for (int i = 0; i < 20000; ++i) {
    ExpectEveryIndexOnce(&pool, 1 + i % 4, i % 9);
  }
}

// Tasks that last long enough for helpers to join while others finish.
TEST(ThreadPoolTest, CallsWhoseHelpersComeAndGo) {
  for (const int threads : {2, 3, 4}) {
    ThreadPool pool;
    for (int i = 0; i < 2000; ++i) {
      const int count = 1 + i % 7;
      std::vector<int> calls(static_cast<std::size_t>(count), 0);
      RunOn(&pool, threads, count, [&calls, i](int index) {
        volatile int work = 0;
        while (work < 100 * ((i + index) % 11)) work = work + 1;
        ++calls[static_cast<std::size_t>(index)];
      });
      for (const int n : calls) ASSERT_EQ(n, 1);
    }
  }
}

TEST(ThreadPoolTest, CallsAfterTheWorkersFellAsleep) {
  ThreadPool pool;
  for (int i = 0; i < 30; ++i) {
    ExpectEveryIndexOnce(&pool, 3, 16);
    std::this_thread::sleep_for(std::chrono::microseconds(100 * (i % 5)));
  }
}

// Whether a thread other than the caller's ran one of four tasks, each long
// enough for a helper to wake up meanwhile.
bool AHelperCame(ThreadPool* pool, int wake) {
  struct Call {
    std::thread::id caller;
    std::atomic<bool> helped{false};
  } call;
  call.caller = std::this_thread::get_id();
  pool->ParallelFor(
      2, 4, wake,
      [](void* argument, int) {
        Call* const c = static_cast<Call*>(argument);
        if (std::this_thread::get_id() != c->caller) c->helped = true;
        std::this_thread::sleep_for(std::chrono::milliseconds(3));
      },
      &call);
  return call.helped;
}

// On a busy machine, workers may be slow to fall asleep or to wake up.
TEST(ThreadPoolTest, WakesNoMoreThanItMay) {
  ThreadPool pool;
  ExpectEveryIndexOnce(&pool, 2, 100);
  bool alone = false, helped = false;
  for (int i = 0; i < 20 && !alone; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    alone = !AHelperCame(&pool, 0);
  }
  EXPECT_TRUE(alone);
  for (int i = 0; i < 20 && !helped; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    helped = AHelperCame(&pool, 1);
  }
  EXPECT_TRUE(helped);
}

// A helper is woken although no single call is worth one, whether calls are
// shorter than the pause that would end the stream or longer. They do not
// sleep, as above: that would end it.
TEST(ThreadPoolTest, AStreamOfCallsWakesAHelper) {
  for (const int length : {0, 40}) {
    ThreadPool pool;
    ExpectEveryIndexOnce(&pool, 2, 100);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    struct Call {
      int microseconds;
      std::thread::id caller = std::this_thread::get_id();
      std::atomic<bool> helped{false};
    } call = {length};
    const int max_calls = length == 0 ? 10000000 : 100000;
    for (int i = 0; i < max_calls && !call.helped; ++i) {
      pool.ParallelFor(
          2, 4, /*wake=*/0,
          [](void* argument, int) {
            Call* const c = static_cast<Call*>(argument);
            if (std::this_thread::get_id() != c->caller) c->helped = true;
            const auto end = std::chrono::steady_clock::now() +
                             std::chrono::microseconds(c->microseconds);
            while (std::chrono::steady_clock::now() < end) {
            }
          },
          &call);
    }
    EXPECT_TRUE(call.helped) << length << " us";
  }
}

TEST(ThreadPoolTest, CallerSleepsWhileAHelperWorks) {
  ThreadPool pool;
  int written[2] = {};
  std::atomic<int> started{0};
  RunOn(&pool, 2, 2, [&](int index) {
    started.fetch_add(1);
    SpinUntil(started, 2);
    if (index == 1) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    written[index] = 1;
  });
  EXPECT_EQ(written[0] + written[1], 2);
}

TEST(ThreadPoolTest, UsesAsManyThreadsAsAskedFor) {
  ThreadPool pool;
  constexpr int kThreads = 4;
  std::atomic<int> arrived{0};
  // Each task waits for all the others.
  for (int repeat = 1; repeat <= 200; ++repeat) {
    RunOn(&pool, kThreads, kThreads, [&](int) {
      arrived.fetch_add(1);
      SpinUntil(arrived, repeat * kThreads);
    });
  }
  EXPECT_EQ(arrived.load(), 200 * kThreads);
}

TEST(ThreadPoolTest, UsesNoMoreThreadsThanAskedFor) {
  ThreadPool pool;
  ExpectEveryIndexOnce(&pool, 6, 100);
  for (const int threads : {1, 2, 3}) {
    for (int repeat = 0; repeat < 200; ++repeat) {
      std::atomic<int> running{0};
      std::atomic<int> most{0};
      RunOn(&pool, threads, 20, [&](int) {
        const int now = running.fetch_add(1) + 1;
        int seen = most.load();
        while (seen < now && !most.compare_exchange_weak(seen, now)) {
        }
        std::this_thread::yield();
        running.fetch_sub(1);
      });
      ASSERT_LE(most.load(), threads);
    }
  }
}

TEST(ThreadPoolTest, TheCallerTakesPart) {
  ThreadPool pool;
  std::atomic<int> arrived{0};
  std::mutex mutex;
  std::set<std::thread::id> ids;
  RunOn(&pool, 2, 2, [&](int) {
    arrived.fetch_add(1);
    SpinUntil(arrived, 2);
    std::lock_guard<std::mutex> lock(mutex);
    ids.insert(std::this_thread::get_id());
  });
  EXPECT_EQ(ids.size(), 2u);
  EXPECT_EQ(ids.count(std::this_thread::get_id()), 1u);
}

TEST(ThreadPoolTest, OneThreadIsTheCallers) {
  ThreadPool pool;
  RunOn(&pool, 1, 10, [id = std::this_thread::get_id()](int) {
    EXPECT_EQ(std::this_thread::get_id(), id);
  });
}

TEST(ThreadPoolTest, NestedCallsRunOnTheThreadOfTheirTask) {
  ThreadPool pool;
  std::atomic<int> inner{0};
  RunOn(&pool, 4, 16, [&](int) {
    const std::thread::id id = std::this_thread::get_id();
    RunOn(&pool, 4, 8, [&, id](int) {
      EXPECT_EQ(std::this_thread::get_id(), id);
      inner.fetch_add(1);
    });
  });
  EXPECT_EQ(inner.load(), 16 * 8);
}

TEST(ThreadPoolTest, CallsFromSeveralThreadsAtOnce) {
  ThreadPool pool;
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 3; ++caller) {
    callers.emplace_back([&pool] {
      for (int i = 0; i < 500; ++i) ExpectEveryIndexOnce(&pool, 3, 10);
    });
  }
  for (std::thread& caller : callers) caller.join();
}

TEST(ThreadPoolTest, ManyPoolsComeAndGo) {
  for (int i = 0; i < 100; ++i) {
    ThreadPool used;
    const ThreadPool unused;
    ExpectEveryIndexOnce(&used, 1 + i % 5, 5);
  }
}

#if defined(__linux__)
// With one CPU, no thread may rely on another's progress.
TEST(ThreadPoolTest, WorksOnOneCpu) {
  lowp_test::OnCpu(lowp_test::AllowedCpus().front(), [] {
    ThreadPool pool;
    for (int i = 0; i < 1000; ++i) ExpectEveryIndexOnce(&pool, 4, 12);
  });
}
#endif

#if defined(__GLIBC__)
// Threads with stacks larger than the address space cannot be started.
class NoMoreThreads {
 public:
  NoMoreThreads() {
    pthread_getattr_default_np(&usual_);
    pthread_attr_t attributes;
    pthread_getattr_default_np(&attributes);
    pthread_attr_setstacksize(&attributes, SIZE_MAX / 4);
    pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
  }
  ~NoMoreThreads() {
    pthread_setattr_default_np(&usual_);
    pthread_attr_destroy(&usual_);
  }

 private:
  pthread_attr_t usual_;
};

TEST(ThreadPoolTest, WorksWithoutThreads) {
  const NoMoreThreads refused;
  pthread_t thread;
  EXPECT_NE(
      pthread_create(
          &thread, nullptr, [](void*) -> void* { return nullptr; }, nullptr),
      0);
  ThreadPool pool;
  RunOn(&pool, 4, 10, [id = std::this_thread::get_id()](int) {
    EXPECT_EQ(std::this_thread::get_id(), id);
  });
  ExpectEveryIndexOnce(&pool, 4, 10);
}

TEST(ThreadPoolTest, WorksWithTheThreadsItGot) {
  ThreadPool pool;
  ExpectEveryIndexOnce(&pool, 2, 10);
  const NoMoreThreads refused;
  for (int i = 0; i < 100; ++i) ExpectEveryIndexOnce(&pool, 4, 10);
  std::atomic<int> arrived{0};
  RunOn(&pool, 4, 2, [&](int) {
    arrived.fetch_add(1);
    SpinUntil(arrived, 2);
  });
  EXPECT_EQ(arrived.load(), 2);
}
#endif

TEST(ThreadPoolTest, IsAnExecutor) {
  ThreadPool pool;
  const Executor executor = pool.executor(3);
  EXPECT_EQ(executor.concurrency, 3);
  std::atomic<int> arrived{0};
  executor.parallel_for(
      executor.state, 3,
      [](void* argument, int) {
        auto* const count = static_cast<std::atomic<int>*>(argument);
        count->fetch_add(1);
        SpinUntil(*count, 3);
      },
      &arrived);
  EXPECT_EQ(arrived.load(), 3);
}

TEST(ExecutorTest, DefaultIsNone) {
  const Executor executor;
  EXPECT_EQ(executor.parallel_for, nullptr);
  EXPECT_EQ(executor.concurrency, 1);
}

// Work that is worth only threads that are awake and near.
TEST(ExecutorTest, OnlyAPoolIsAskedForThreadsThatAreAwake) {
  int calls = 0;
  auto counted = [&calls](int count, ExecutorTask task) {
    ++calls;
    for (int i = 0; i < count; ++i) task(i);
  };
  const Executor executor = MakeExecutor(&counted, 2);
  for (const int wake : {kOnlyAwake, 0, kWakeAll}) {
    std::vector<int> runs(5, 0);
    ParallelFor({executor, 2, wake, false}, 5, [&runs](int share) {
      ++runs[static_cast<std::size_t>(share)];
    });
    EXPECT_EQ(runs, std::vector<int>(5, 1));
    EXPECT_EQ(calls, wake == kOnlyAwake ? 0 : 1);
    calls = 0;
  }
}

TEST(ExecutorTest, WrapsALambda) {
  int jobs = 0;
  auto backwards = [&jobs](int count, ExecutorTask task) {
    ++jobs;
    for (int i = count - 1; i >= 0; --i) task(i);
  };
  const Executor executor = MakeExecutor(&backwards, 5);
  EXPECT_EQ(executor.concurrency, 5);
  std::vector<int> order;
  executor.parallel_for(
      executor.state, 3,
      [](void* argument, int index) {
        static_cast<std::vector<int>*>(argument)->push_back(index);
      },
      &order);
  EXPECT_EQ(order, (std::vector<int>{2, 1, 0}));
  EXPECT_EQ(jobs, 1);
}

}  // namespace
}  // namespace internal
}  // namespace gemmlowp
