// Loads another version of lowp from a module (module.cc), and compares this
// version with it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_OTHER_VERSION_H_
#define LOWP_BENCH_OTHER_VERSION_H_

#include <string>
#include <vector>

#include "options.h"
#include "results.h"
#include "work.h"

namespace lowp_bench {

// The other version's backend; ends the program if `file` is not a module.
Library OtherVersion(const std::string& file, const char* backend);

// The name of the other version's contestant for one of this version's.
std::string OtherVersionsName(const std::string& contestant);

// Prints this version's speed relative to the other's: one table per mode and
// backend, with the geometric mean and the smallest ratio.
void PrintComparison(const std::vector<Series>& results,
                     const Options& options);

}  // namespace lowp_bench

#endif  // LOWP_BENCH_OTHER_VERSION_H_
