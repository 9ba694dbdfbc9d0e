// A chart of a run: which share of the limit each shape reaches.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_CHART_H_
#define LOWP_BENCH_CHART_H_

#include <vector>

#include "options.h"
#include "results.h"

namespace lowp_bench {

// Writes options.svg, if it names a file: one panel for packed weights and one
// for one-shot products, with one row per shape, which has a bar for each
// backend and a mark for the best peer. On failure, reports it and returns
// false.
bool WriteChart(const std::vector<Series>& results, const Options& options);

}  // namespace lowp_bench

#endif  // LOWP_BENCH_CHART_H_
