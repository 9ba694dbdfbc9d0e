// lowp's backends as the benchmarks see them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_LOWP_LIBRARY_H_
#define LOWP_BENCH_LOWP_LIBRARY_H_

#include "work.h"

namespace lowp_bench {

// The named backend, which this machine must be able to run.
Library LowpLibrary(const char* backend);

}  // namespace lowp_bench

#endif  // LOWP_BENCH_LOWP_LIBRARY_H_
