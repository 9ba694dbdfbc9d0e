// Times one contestant's turn.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_TIMER_H_
#define LOWP_BENCH_TIMER_H_

#include <cstdint>
#include <functional>

#include "buffer.h"

namespace lowp_bench {

class Timer {
 public:
  // A cold timer flushes the caches before each call by reading twice the size
  // of the last level.
  explicit Timer(bool cold);

  // How many calls make a turn of a few milliseconds; if not cold, at least
  // `min_calls`. Also makes the first call.
  int CallsPerTurn(const std::function<void()>& call, double min_calls = 1);

  // The average seconds per call over a turn of `calls` consecutive calls. If
  // cold, each call is timed separately.
  double SecondsPerCall(const std::function<void()>& call, int calls);

 private:
  void Flush();

  bool cold_;
  Buffer<std::uint64_t> flushing_;
};

// The seconds that function() takes.
double Seconds(const std::function<void()>& function);

}  // namespace lowp_bench

#endif  // LOWP_BENCH_TIMER_H_
