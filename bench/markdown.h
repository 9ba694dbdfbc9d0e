// Prints the report of a run: Markdown tables, aligned for reading as plain
// text.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_MARKDOWN_H_
#define LOWP_BENCH_MARKDOWN_H_

#include <vector>

#include "options.h"
#include "results.h"

namespace lowp_bench {

// Prints the tables of all measurements to the standard output.
void PrintMarkdown(const std::vector<Series>& results, const Options& options);

}  // namespace lowp_bench

#endif  // LOWP_BENCH_MARKDOWN_H_
