// Benchmarks calls on every backend, in turns with a copy of the same number of
// bytes: for both, bytes read and bytes written count. One thread.
//
// A benchmark of Google Benchmark is a call, and each of its repetitions is a
// round in which the copy and all backends have a turn; its counters are the
// seconds per call.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_BESIDE_COPY_H_
#define LOWP_BENCH_BESIDE_COPY_H_

#include <string>
#include <vector>

#include "transform_case.h"

namespace lowp_bench {

// Runs the cases that the command line selects, and prints their shares of the
// copy's rate. Returns what main does.
int RunBesideCopy(const std::string& title,
                  const std::vector<TransformCase>& cases, int argc,
                  char** argv);

}  // namespace lowp_bench

#endif  // LOWP_BENCH_BESIDE_COPY_H_
