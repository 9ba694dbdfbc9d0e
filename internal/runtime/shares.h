// The work items of a product, as threads take them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_RUNTIME_SHARES_H_
#define LOWP_INTERNAL_RUNTIME_SHARES_H_

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The minimum number of work items per thread that are worth waking threads
// for: a delayed thread costs the others at most one item, and so does the last
// one to finish.
constexpr int kSharesPerThread = 4;

// The same if `threads_to_wake` threads are woken, or none (kOnlyAwake). Those
// that are awake begin at once; a second item would take as long as it saves.
constexpr int SharesPerThread(int threads_to_wake) {
  return threads_to_wake > 0 ? kSharesPerThread : 1;
}

// The number of panels per work item that gives every thread enough items.
inline int PanelsPerShare(int panels, int threads) {
  return threads == 1 ? panels
                      : std::max(1, panels / (threads * kSharesPerThread));
}

// Each thread takes the items of its own run of neighbours, one after another,
// and then helps with the other runs. Neighbours read the same panels and write
// the same cache lines, so threads that took them in turn would contend for
// memory. A late or absent thread delays nobody.
class Shares {
 public:
  Shares(int count, int threads) : runs_(std::min(threads, kMaxRuns)) {
    for (int i = 0; i < runs_; ++i) {
      run_[i].next.store(Begin(count, i), std::memory_order_relaxed);
      run_[i].end = Begin(count, i + 1);
    }
  }

  // Calls take(share) for every item that no other thread has taken, until none
  // is left. `slot` is the thread's index.
  template <typename Function>
  void Take(int slot, const Function& take) {
    for (int i = 0; i < runs_; ++i) {
      Run& run = run_[(slot + i) % runs_];
      for (;;) {
        const int share = run.next.fetch_add(1, std::memory_order_relaxed);
        if (share >= run.end) break;
        take(share);
      }
    }
  }

 private:
  // Above this number, threads share runs.
  static constexpr int kMaxRuns = 16;
  struct alignas(64) Run {
    std::atomic<int> next;
    int end;
  };

  int Begin(int count, int run) const {
    return static_cast<int>(static_cast<std::int64_t>(count) * run / runs_);
  }

  const int runs_;
  Run run_[kMaxRuns];
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_RUNTIME_SHARES_H_
