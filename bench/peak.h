// Measures the limits of a backend on this machine, with loops that only
// multiply and add, or only read. The demo and the benchmarks compare a
// product's rate with them.
//
// peak_<backend>.cc holds a backend's loops and is compiled with the backend's
// flags; the build lists the existing ones in peaks.inc. The scalar backend has
// no special instruction, and so no peak.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_PEAK_H_
#define LOWP_BENCH_PEAK_H_

#include <cstdint>

namespace lowp_bench {

struct PeakLoop {
  const char* backend;
  // The multiply-adds per turn of `run`.
  int multiply_adds;
  // Independent dot products on registers. Returns a value that depends on all
  // of them.
  std::int32_t (*run)(std::int64_t turns);
  // A plain sum of memory, which starts on a cache line and is read to the end
  // of its last line.
  std::int32_t (*sum)(const void* memory, std::int64_t bytes);
};

// The loops of a backend, or null if it has none.
const PeakLoop* PeakLoopOf(const char* backend);

// The best rate of one core within a few tens of milliseconds, in 10^9
// operations per second; 0 for a backend without a peak. The backend must be
// supported. Not for concurrent use.
double MeasurePeakGops(const char* backend);

}  // namespace lowp_bench

#endif  // LOWP_BENCH_PEAK_H_
