// What two threads gain, or lose, when other work takes half of one core.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_LOADED_H_
#define LOWP_BENCH_LOADED_H_

#include <map>
#include <string>
#include <vector>

#include "shapes.h"

namespace lowp_bench {

// Names of what is compared: one thread on an idle machine, and two threads
// while a foreign thread computes and sleeps by turns on one of the two cores.
constexpr char kLoadedAlone[] = "one thread alone";
constexpr char kLoadedShared[] = "two threads, half a core taken";

// The seconds of each call of the best backend, one-shot, by those names.
std::map<std::string, std::vector<double>> MeasureLoaded(const Shape& shape,
                                                         bool reduced_range);

}  // namespace lowp_bench

#endif  // LOWP_BENCH_LOADED_H_
