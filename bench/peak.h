// The peak of a backend's multiply-add instruction on this machine, measured: a
// loop of independent dot products that touches no memory. What the demo and
// the benchmarks hold a product's rate against.
//
// peak_<backend>.cc holds a backend's loop and is compiled with the backend's
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
  // What each turn of the loop multiplies and adds, counted as two operations.
  int multiply_adds;
  // Returns a value that depends on every product.
  std::int32_t (*run)(std::int64_t turns);
};

// The best rate of one core in a few tens of milliseconds, in 10^9 operations a
// second; 0 for a backend without a peak. The backend must be supported. Not
// for several threads at once.
double MeasurePeakGops(const char* backend);

}  // namespace lowp_bench

#endif  // LOWP_BENCH_PEAK_H_
