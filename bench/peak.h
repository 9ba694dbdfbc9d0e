// The limits of a backend on this machine, to be measured: loops that do
// nothing but multiply and add, or nothing but read. What the demo and the
// benchmarks hold a product's rate against.
//
// peak_<backend>.cc holds a backend's loops and is compiled with the backend's
// flags; the build lists those that exist in peaks.inc. The scalar backend has
// no instruction of its own, hence no peak.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_PEAK_H_
#define LOWP_BENCH_PEAK_H_

#include <cstdint>

namespace lowp_bench {

struct PeakLoop {
  const char* backend;
  // What each turn of `run` multiplies and adds.
  int multiply_adds;
  // Independent dot products on registers. Returns a value that depends on
  // every one.
  std::int32_t (*run)(std::int64_t turns);
  // A plain sum of memory, which begins with a cache line and is read to the
  // end of the last one.
  std::int32_t (*sum)(const void* memory, std::int64_t bytes);
};

// The loops of a backend, or null if it has none.
const PeakLoop* PeakLoopOf(const char* backend);

// The best rate of one core in a few tens of milliseconds, in 10^9 operations a
// second; 0 for a backend without a peak. The backend must be supported. Not
// for several threads at once.
double MeasurePeakGops(const char* backend);

}  // namespace lowp_bench

#endif  // LOWP_BENCH_PEAK_H_
