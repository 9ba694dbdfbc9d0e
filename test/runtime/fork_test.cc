// A context in a process made by fork(): its threads do not exist there, but it
// works, does not restrict the process's CPUs, and can be deleted.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <memory>
#include <thread>
#include <tuple>
#include <vector>

#include "../../internal/compat/eight_bit_int_gemm.h"
#include "../../internal/runtime/found_once.h"
#include "../../public/gemmlowp.h"
#include "../support/owned_matrix.h"

namespace lowp_test {
namespace {

constexpr int kSize = 300;

class ForkTest : public ::testing::Test {
 protected:
  bool Multiply(gemmlowp::GemmContext* context) {
    OwnedMatrix<std::int32_t> sums(kSize, kSize, 3);
    auto result = sums.map();
    return gemmlowp::TryGemm(context, lhs_.const_map(), rhs_.const_map(),
                             &result, 3, -7, std::tuple<>())
               .ok() &&
           std::memcmp(sums.entries().data(), expected_.data(),
                       expected_.size() * sizeof(std::int32_t)) == 0;
  }

  // What the child does; returns its exit code. A child that hangs is killed.
  template <typename Work>
  static int ExitCodeOfChild(const Work& work) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(20);
      _exit(work());
    }
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  OwnedMatrix<std::uint8_t> lhs_{kSize, kSize, 1};
  OwnedMatrix<std::uint8_t, MapOrder::ColMajor> rhs_{kSize, kSize, 2};
  const std::vector<std::int32_t> expected_ =
      ReferenceSums(lhs_.const_map(), rhs_.const_map(), 3, -7);
};

TEST_F(ForkTest, AnInheritedContextWorksAndCanBeDeleted) {
  auto context = std::make_unique<gemmlowp::GemmContext>();
  context->set_max_num_threads(4);
  ASSERT_TRUE(Multiply(context.get()));
  // Let the threads fall asleep, so that waking them is attempted.
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  const int code = ExitCodeOfChild([&] {
    cpu_set_t before, after;
    sched_getaffinity(0, sizeof(before), &before);
    for (int i = 0; i < 3; ++i) {
      if (!Multiply(context.get())) return 1;
    }
    sched_getaffinity(0, sizeof(after), &after);
    if (!CPU_EQUAL(&before, &after)) return 2;
    context.reset();
    return 0;
  });
  EXPECT_EQ(code, 0);
  EXPECT_TRUE(Multiply(context.get()));
}

// The child starts no thread, because an emulator could not follow.
TEST_F(ForkTest, AnInheritedContextWorksOnOneThread) {
  auto context = std::make_unique<gemmlowp::GemmContext>();
  context->set_max_num_threads(4);
  ASSERT_TRUE(Multiply(context.get()));
  EXPECT_EQ(ExitCodeOfChild([&] {
              context->set_max_num_threads(1);
              if (!Multiply(context.get())) return 1;
              context.reset();
              return 0;
            }),
            0);
  EXPECT_TRUE(Multiply(context.get()));
}

TEST_F(ForkTest, AContextThatIsNotUsedInTheChildCanBeDeleted) {
  auto context = std::make_unique<gemmlowp::GemmContext>();
  context->set_max_num_threads(4);
  ASSERT_TRUE(Multiply(context.get()));
  EXPECT_EQ(ExitCodeOfChild([&] {
              context.reset();
              return 0;
            }),
            0);
}

// A child of a child, and a pool that was started in the child.
TEST_F(ForkTest, GrandchildrenWork) {
  gemmlowp::GemmContext context;
  context.set_max_num_threads(4);
  ASSERT_TRUE(Multiply(&context));
  EXPECT_EQ(
      ExitCodeOfChild([&] {
        if (!Multiply(&context)) return 1;
        return ExitCodeOfChild([&] { return Multiply(&context) ? 0 : 2; });
      }),
      0);
}

// A child does not wait for a thread that only its parent has.
TEST_F(ForkTest, FindsOutWhatAnotherThreadWasFindingOut) {
  static gemmlowp::internal::FoundOnce<int> found;
  std::atomic<bool> began{false}, may_end{false};
  std::thread other([&] {
    found.Get([&] {
      began = true;
      while (!may_end) std::this_thread::yield();
      return 5;
    });
  });
  while (!began) std::this_thread::yield();
  EXPECT_EQ(ExitCodeOfChild([&] { return found.Get([] { return 7; }); }), 7);
  may_end = true;
  other.join();
  EXPECT_EQ(found.Get([] { return 9; }), 5);
}

// The child can lock the list of idle contexts, even if another thread held it
// in the parent.
TEST_F(ForkTest, EightBitIntGemmWorksWhileOthersMultiply) {
  namespace gemm = gemmlowp::eight_bit_int_gemm;
  const auto multiply = [] {
    const std::uint8_t a[] = {3}, b[] = {5};
    std::uint8_t c[] = {0};
    gemm::EightBitIntGemm(false, false, false, 1, 1, 1, a, 0, 1, b, 0, 1, c, 0,
                          1, 0, 1, gemm::BitDepthSetting::A8B8);
    return c[0] == 15;
  };
  std::atomic<bool> stop{false};
  std::vector<std::thread> others;
  for (int i = 0; i < 2; ++i) {
    others.emplace_back([&] {
      while (!stop) multiply();
    });
  }
  for (int i = 0; i < 200; ++i) {
    const int code = ExitCodeOfChild([&] { return multiply() ? 0 : 1; });
    EXPECT_EQ(code, 0);
    if (code != 0) break;
  }
  stop = true;
  for (std::thread& thread : others) thread.join();
}

}  // namespace
}  // namespace lowp_test
