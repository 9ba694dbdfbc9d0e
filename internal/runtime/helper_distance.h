// Whether the helpers of a pool are near. A helper that waits for work begins
// some 0.2 microseconds after a job is opened if its core shares a cache with
// the caller's; across a large chip, or if a hypervisor has put the cores
// apart, it takes three times as long, as do all the lines that the job moves
// from one core to the other. Then work of a few microseconds is done sooner on
// one thread. Threads are moved, so the pool measures all the time.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_RUNTIME_HELPER_DISTANCE_H_
#define LOWP_INTERNAL_RUNTIME_HELPER_DISTANCE_H_

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

class HelperDistance {
 public:
  // The longest time that a near helper takes to begin.
  static constexpr double kNearSeconds = 0.35e-6;

  // Whether to share a small job. Far helpers are tried from time to time, for
  // enough jobs in a row that one is woken and timed.
  bool SharesSmallJob() {
    if (late_.load(std::memory_order_relaxed) < kMaxLate / 2) return true;
    const std::uint32_t asked = asked_.load(std::memory_order_relaxed) + 1;
    asked_.store(asked, std::memory_order_relaxed);
    return asked % kJobsToNextTrial >= kJobsToNextTrial - kJobsOfTrial;
  }

  // A helper that did not sleep has begun `seconds` after the job was opened.
  void HasBegun(double seconds) {
    const int late = late_.load(std::memory_order_relaxed);
    late_.store(
        std::clamp(late + (seconds > kNearSeconds ? 1 : -1), 0, kMaxLate),
        std::memory_order_relaxed);
  }

 private:
  static constexpr int kMaxLate = 8;
  static constexpr std::uint32_t kJobsToNextTrial = 8192;
  static constexpr std::uint32_t kJobsOfTrial = 128;

  // Late helpers minus punctual ones, of the last ones timed.
  std::atomic<int> late_{0};
  std::atomic<std::uint32_t> asked_{0};
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_RUNTIME_HELPER_DISTANCE_H_
