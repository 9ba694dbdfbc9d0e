// Writes the figures of a run for other programs.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_JSON_H_
#define LOWP_BENCH_JSON_H_

#include <vector>

#include "options.h"
#include "results.h"

namespace lowp_bench {

// Writes options.json, if it names a file, with the fields that
// doc/benchmarks.md lists. On failure, reports it and returns false.
bool WriteJson(const std::vector<Series>& results, const Options& options);

}  // namespace lowp_bench

#endif  // LOWP_BENCH_JSON_H_
