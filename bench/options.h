// The benchmark's command line: its own options, besides Google Benchmark's.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_OPTIONS_H_
#define LOWP_BENCH_OPTIONS_H_

#include <string>
#include <vector>

#include "shapes.h"

namespace lowp_bench {

struct Options {
  std::vector<Shape> shapes;      // the table's, or those of --shape
  std::string contestants = ".";  // a regular expression
  int threads = 1;
  bool loaded = false;
  bool cold = false;
  bool reduced_range = false;
  std::string against;    // another version's module; empty: none
  std::string json, svg;  // files; empty: none
};

// Parses the options that Google Benchmark has left on the command line. On a
// mistake, reports it and returns false.
bool ParseOptions(int argc, char** argv, Options* options);

// Prints all options, including Google Benchmark's.
void PrintHelp();

}  // namespace lowp_bench

#endif  // LOWP_BENCH_OPTIONS_H_
