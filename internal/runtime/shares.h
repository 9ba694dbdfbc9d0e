// Shares of a product's work, as threads take them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_RUNTIME_SHARES_H_
#define LOWP_INTERNAL_RUNTIME_SHARES_H_

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// At least as many for each thread: one that is held up costs the others its
// share, and so does the last one to finish.
constexpr int kSharesPerThread = 4;

// Of `panels` panels, how many a share can have so that there are enough.
inline int PanelsPerShare(int panels, int threads) {
  return threads == 1 ? panels
                      : std::max(1, panels / (threads * kSharesPerThread));
}

// Each thread has a run of neighbouring shares, from which it takes one after
// the other; when its own is used up, it helps with the others'. Neighbours
// read the same panels and write the same cache lines, so that threads that
// took them by turns would wait for each other's memory. A thread that comes
// late or not at all costs nothing but its help.
class Shares {
 public:
  Shares(int count, int threads) : runs_(std::min(threads, kMostRuns)) {
    for (int i = 0; i < runs_; ++i) {
      run_[i].next.store(Begin(count, i), std::memory_order_relaxed);
      run_[i].end = Begin(count, i + 1);
    }
  }

  // Calls take(share) for every share that no other thread has taken, until
  // none is left. `slot` is the thread's number.
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
  // More threads than this share their runs.
  static constexpr int kMostRuns = 16;
  struct alignas(64) Run {
    std::atomic<int> next;
    int end;
  };

  int Begin(int count, int run) const {
    return static_cast<int>(static_cast<std::int64_t>(count) * run / runs_);
  }

  const int runs_;
  Run run_[kMostRuns];
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_RUNTIME_SHARES_H_
