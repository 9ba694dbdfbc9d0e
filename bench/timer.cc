// Times turns of calls, warm and cold.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "timer.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "../internal/runtime/cpu_features.h"

namespace lowp_bench {
namespace {

constexpr double kTurnSeconds = 2e-3;
constexpr int kMaxCalls = 1 << 20;
constexpr int kColdCalls = 3;
// Data that only the last-level cache can hold takes some calls to get there,
// because that cache holds what the level before it evicts. On Zen 4, after
// other work has read 32 MB, the fifth pass over 16 MB is the first at full
// speed.
constexpr int kMaxWarmUpCalls = 8;

}  // namespace

double Seconds(const std::function<void()>& function) {
  const auto start = std::chrono::steady_clock::now();
  function();
  const std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  return seconds.count();
}

Timer::Timer(bool cold)
    : cold_(cold),
      flushing_(cold ? 2 * gemmlowp::internal::DetectedCacheSizes().l3 /
                           sizeof(std::uint64_t)
                     : 0) {}

void Timer::Flush() {
  for (std::uint64_t& word : flushing_) ++word;
}

int Timer::CallsPerTurn(const std::function<void()>& call, double min_calls) {
  call();
  if (cold_) return kColdCalls;
  int calls = 1;
  for (;;) {
    const double seconds = Seconds([&] {
      for (int i = 0; i < calls; ++i) call();
    });
    if (seconds >= kTurnSeconds / 4 || calls >= kMaxCalls) {
      const double wanted =
          std::ceil(std::max(calls * kTurnSeconds / seconds, min_calls));
      return static_cast<int>(std::clamp<double>(wanted, 1, kMaxCalls));
    }
    calls *= 4;
  }
}

double Timer::SecondsPerCall(const std::function<void()>& call, int calls) {
  if (cold_) {
    double seconds = 0;
    for (int i = 0; i < calls; ++i) {
      Flush();
      seconds += Seconds(call);
    }
    return seconds / calls;
  }
  // The previous contestant has filled the caches.
  for (int i = 0; i < std::min(calls, kMaxWarmUpCalls); ++i) call();
  const double seconds = Seconds([&] {
    for (int i = 0; i < calls; ++i) call();
  });
  return seconds / calls;
}

}  // namespace lowp_bench
