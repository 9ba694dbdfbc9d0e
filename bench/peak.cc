// Times the loops of peak_<backend>.cc.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "peak.h"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace lowp_bench {

#define LOWP_PEAK(name) extern const PeakLoop name##_peak;
#include "peaks.inc"
#undef LOWP_PEAK

namespace {

constexpr int kRepetitions = 8;
constexpr double kSecondsEach = 0.005;

const PeakLoop* const loops[] = {
#define LOWP_PEAK(name) &name##_peak,
#include "peaks.inc"
#undef LOWP_PEAK
    nullptr};

volatile std::int32_t sink;

double Seconds(const PeakLoop& loop, std::int64_t turns) {
  const auto start = std::chrono::steady_clock::now();
  sink = loop.run(turns);
  const std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  return seconds.count();
}

}  // namespace

const PeakLoop* PeakLoopOf(const char* backend) {
  for (const PeakLoop* loop : loops) {
    if (loop != nullptr && std::strcmp(loop->backend, backend) == 0) {
      return loop;
    }
  }
  return nullptr;
}

double MeasurePeakGops(const char* backend) {
  const PeakLoop* const found = PeakLoopOf(backend);
  if (found == nullptr) return 0;
  const PeakLoop& loop = *found;
  // The first turns also power up the processor's wide units.
  std::int64_t turns = 1 << 14;
  double seconds = Seconds(loop, turns);
  while (seconds < kSecondsEach) {
    turns *= 2;
    seconds = Seconds(loop, turns);
  }
  for (int i = 0; i < kRepetitions; ++i) {
    seconds = std::min(seconds, Seconds(loop, turns));
  }
  return 2e-9 * loop.multiply_adds * static_cast<double>(turns) / seconds;
}

}  // namespace lowp_bench
