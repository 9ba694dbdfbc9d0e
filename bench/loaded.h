// What two threads gain or lose when other work uses half of one core.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_LOADED_H_
#define LOWP_BENCH_LOADED_H_

#include <map>
#include <string>
#include <vector>

#include "shapes.h"

namespace lowp_bench {

// Names of the compared cases: one thread on an idle machine, and two threads
// while a foreign thread alternately computes and sleeps on one of the two
// cores.
constexpr char kLoadedAlone[] = "one thread alone";
constexpr char kLoadedShared[] = "two threads, half a core taken";

// The seconds of each one-shot call on the best backend, by those names.
std::map<std::string, std::vector<double>> MeasureLoaded(const Shape& shape,
                                                         bool reduced_range);

}  // namespace lowp_bench

#endif  // LOWP_BENCH_LOADED_H_
