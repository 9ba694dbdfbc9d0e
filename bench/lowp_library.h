// lowp's backends as the benchmarks see them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_LOWP_LIBRARY_H_
#define LOWP_BENCH_LOWP_LIBRARY_H_

#include <vector>

#include "work.h"

namespace lowp_bench {

// One for each backend that this machine runs, best first, named like it.
std::vector<Library> LowpLibraries();

}  // namespace lowp_bench

#endif  // LOWP_BENCH_LOWP_LIBRARY_H_
