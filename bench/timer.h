// Timing one contestant's turn.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_TIMER_H_
#define LOWP_BENCH_TIMER_H_

#include <cstdint>
#include <functional>

#include "buffer.h"

namespace lowp_bench {

class Timer {
 public:
  // A cold timer flushes the caches before each call: it walks through twice
  // the last level.
  explicit Timer(bool cold);

  // How many calls make a turn of a few milliseconds, and when not cold, no
  // fewer than `least`; also the first call.
  int CallsPerTurn(const std::function<void()>& call, double least = 1);

  // Seconds that a call took, on average over a turn of so many that follow one
  // another. When cold, each call is timed on its own.
  double SecondsPerCall(const std::function<void()>& call, int calls);

 private:
  void Flush();

  bool cold_;
  Buffer<std::uint64_t> flushing_;
};

// Seconds that function() takes.
double Seconds(const std::function<void()>& function);

}  // namespace lowp_bench

#endif  // LOWP_BENCH_TIMER_H_
