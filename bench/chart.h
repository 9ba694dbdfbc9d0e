// A chart of a run: which share of the limit each shape reaches.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_CHART_H_
#define LOWP_BENCH_CHART_H_

#include <vector>

#include "options.h"
#include "results.h"

namespace lowp_bench {

// Writes options.svg, if a file is named there: a panel for packed weights and
// one for one-shot products, a row for each shape, in it a bar for each backend
// and a mark for the best peer. False, and says why, if that fails.
bool WriteChart(const std::vector<Series>& results, const Options& options);

}  // namespace lowp_bench

#endif  // LOWP_BENCH_CHART_H_
