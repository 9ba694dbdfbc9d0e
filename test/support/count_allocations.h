// Counts the allocations of a test program, by any thread, and refuses those
// beyond a limit. count_allocations.cc, a source of that program, replaces
// malloc.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_COUNT_ALLOCATIONS_H_
#define LOWP_TEST_SUPPORT_COUNT_ALLOCATIONS_H_

#include <gtest/gtest.h>

#include <atomic>
#include <limits>

// The C library's allocator can be replaced where it is glibc's and no
// sanitizer has replaced it already.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LOWP_TEST_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define LOWP_TEST_SANITIZED 1
#endif
#endif
#if defined(__GLIBC__) && !defined(LOWP_TEST_SANITIZED)
#define LOWP_TEST_COUNTS_ALLOCATIONS 1
#endif

namespace lowp_test {
inline std::atomic<bool> counting{false};
inline std::atomic<int> allocations{0};

// Counted allocations beyond this many are refused.
inline std::atomic<int> max_allocations{std::numeric_limits<int>::max()};

// Counts an allocation; returns whether it is refused.
[[maybe_unused]] inline bool Count() {
  return counting.load(std::memory_order_relaxed) &&
         ++allocations > max_allocations;
}

template <typename Function>
int AllocationsOf(const Function& function) {
  allocations = 0;
  counting = true;
  function();
  counting = false;
  return allocations;
}

class AllocationTest : public ::testing::Test {
 protected:
  void SetUp() override {
#if !defined(LOWP_TEST_COUNTS_ALLOCATIONS)
    GTEST_SKIP() << "allocations cannot be counted here: a sanitizer owns the "
                    "allocator, or the C library is not glibc";
#endif
  }
};

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_COUNT_ALLOCATIONS_H_
