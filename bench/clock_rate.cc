// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "clock_rate.h"

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace lowp_bench {

double ClockRate() {
  using Clock = std::chrono::steady_clock;
  // A chain of additions, a cycle each.
  constexpr int kAdditions = 1 << 21;
  double shortest = 1e300;
  for (int round = 0; round < 20; ++round) {
    const Clock::time_point start = Clock::now();
    std::uint64_t x = 1;
    for (int i = 0; i < kAdditions; i += 8) {
      for (int j = 0; j < 8; ++j) {
        x += x;
        __asm__ volatile("" : "+r"(x));
      }
    }
    const std::chrono::duration<double> seconds = Clock::now() - start;
    shortest = std::min(shortest, seconds.count());
  }
  return kAdditions / shortest;
}

}  // namespace lowp_bench
