// How fast a core runs.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_CLOCK_RATE_H_
#define LOWP_BENCH_CLOCK_RATE_H_

namespace lowp_bench {

// Cycles a second of a core at work. Takes some 10 ms.
double ClockRate();

}  // namespace lowp_bench

#endif  // LOWP_BENCH_CLOCK_RATE_H_
