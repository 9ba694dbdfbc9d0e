// Reads the command line with getopt_long, which also reports errors.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "options.h"

#include <benchmark/benchmark.h>
#include <getopt.h>

#include <cstdio>
#include <cstdlib>
#include <regex>

namespace lowp_bench {
namespace {

constexpr char kUsage[] =
    R"(usage: gemm_bench [option...]

Times whole products on every backend of lowp and in the installed peers, turn
by turn, and prints Markdown tables: rates, shares of what the machine allows,
ratios to the peers. Progress goes to the standard error stream.

  --shape=RxCxD       rows, columns and depth of the only product to measure;
                      may be given several times; default: the whole table
  --contestants=REGEX measures only those whose names match, such as
                      "avx512_vnni/u8.s8|onednn"; the limits always stay
  --threads=N         also measures N threads against one
  --loaded            also measures two threads while other work takes half of
                      one core, against one thread alone
  --cold              before each call the caches are flushed
  --reduced-range     weights are from -64 to 64, as quantization to 7 bits makes
                      them
  --against=MODULE    measures another version of lowp beside this one, in place
                      of peers and limits; ./dev bench against builds the module
  --json=FILE         writes every figure, as doc/benchmarks.md describes
  --svg=FILE          writes a chart: shares of the limit by shape and backend

Rounds over the contestants are Google Benchmark's repetitions, and a benchmark
is <shape>/<mode>: --benchmark_filter=/packed --benchmark_repetitions=21. What
Google Benchmark understands:

)";

enum Choice {
  kShape = 1,
  kContestants,
  kThreads,
  kLoaded,
  kCold,
  kReducedRange,
  kAgainst,
  kJson,
  kSvg
};

const option kOptions[] = {
    {"shape", required_argument, nullptr, kShape},
    {"contestants", required_argument, nullptr, kContestants},
    {"threads", required_argument, nullptr, kThreads},
    {"loaded", no_argument, nullptr, kLoaded},
    {"cold", no_argument, nullptr, kCold},
    {"reduced-range", no_argument, nullptr, kReducedRange},
    {"against", required_argument, nullptr, kAgainst},
    {"json", required_argument, nullptr, kJson},
    {"svg", required_argument, nullptr, kSvg},
    {nullptr, 0, nullptr, 0}};

bool Complain(const char* option, const char* value) {
  std::fprintf(stderr, "gemm_bench: %s: cannot be %s\n", option, value);
  return false;
}

bool IsRegex(const std::string& text) {
  try {
    const std::regex regex(text);
    return true;
  } catch (const std::regex_error&) {
    return false;
  }
}

bool Take(int choice, const char* value, Options* options) {
  switch (choice) {
    case kShape: {
      Shape shape;
      if (!ParseShape(value, &shape)) return Complain("--shape", value);
      for (const Shape& known : ShapeTable()) {
        if (ShapeName(known) == ShapeName(shape)) shape = known;
      }
      options->shapes.push_back(shape);
      return true;
    }
    case kContestants:
      if (!IsRegex(value)) return Complain("--contestants", value);
      options->contestants = value;
      return true;
    case kThreads:
      options->threads = std::atoi(value);
      return options->threads >= 1 || Complain("--threads", value);
    case kLoaded:
      options->loaded = true;
      return true;
    case kCold:
      options->cold = true;
      return true;
    case kReducedRange:
      options->reduced_range = true;
      return true;
    case kAgainst:
      options->against = value;
      return true;
    case kJson:
      options->json = value;
      return true;
    case kSvg:
      options->svg = value;
      return true;
    default:
      return false;  // getopt_long has printed the reason
  }
}

}  // namespace

void PrintHelp() {
  std::fputs(kUsage, stdout);
  benchmark::PrintDefaultHelp();
}

bool ParseOptions(int argc, char** argv, Options* options) {
  int choice = 0;
  while ((choice = getopt_long(argc, argv, "", kOptions, nullptr)) != -1) {
    if (!Take(choice, optarg, options)) return false;
  }
  if (optind < argc) {
    return Complain("an argument", argv[optind]);
  }
  if (options->shapes.empty()) options->shapes = ShapeTable();
  return true;
}

}  // namespace lowp_bench
