// Loads another version, and compares with it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "other_version.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

#include "lineup.h"
#include "module.h"
#include "table.h"

#define LOWP_BENCH_STRING_OF(name) #name
#define LOWP_BENCH_STRING(name) LOWP_BENCH_STRING_OF(name)

namespace lowp_bench {
namespace {

// This version's contestants in a mode, in columns.
std::vector<std::string> Columns(const Library& backend, Mode mode,
                                 const Options& options) {
  std::vector<std::string> columns;
  if (IsThreads(mode)) {
    for (const int threads : {1, options.threads}) {
      columns.push_back(ThreadsName(backend.name, threads));
    }
  } else {
    for (const Variant& variant : Variants()) {
      columns.push_back(VariantName(backend.name, variant));
    }
  }
  return columns;
}

struct Worst {
  double ratio = 0;
  std::string where;
};

void PrintBackend(const std::vector<Series>& results, const Library& backend,
                  Mode mode, const Options& options) {
  const std::vector<std::string> columns = Columns(backend, mode, options);
  TableRow head = {"shape"};
  for (const std::string& column : columns) {
    head.push_back(column.substr(column.find('/') + 1));
  }
  Table table(head);
  std::vector<double> ratios;
  Worst worst;
  for (const Series& series : results) {
    if (series.mode != mode || series.seconds.empty()) continue;
    TableRow row = {ShapeName(series.shape)};
    for (const std::string& column : columns) {
      const double ratio =
          series.Ratio(column, OtherVersionsName(column)).median;
      row.push_back(Times(ratio));
      if (ratio == 0) continue;
      ratios.push_back(ratio);
      if (worst.ratio == 0 || ratio < worst.ratio) {
        worst = {ratio, row[0] + " " + column};
      }
    }
    table.Add(row);
  }
  if (ratios.empty()) return;
  table.Print(std::string(backend.name) + ", " + ModeName(mode) +
              ": this version's speed over the other's");
  std::printf("Geometric mean %s of %zu, smallest %s (%s).\n\n",
              Times(GeometricMean(ratios)).c_str(), ratios.size(),
              Times(worst.ratio).c_str(), worst.where.c_str());
}

}  // namespace

Library OtherVersion(const std::string& file, const char* backend) {
  constexpr char kFunction[] = LOWP_BENCH_STRING(LOWP_BENCH_MODULE_FUNCTION);
  static void* const module = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const function = module == nullptr ? nullptr : dlsym(module, kFunction);
  if (function == nullptr) {
    std::fprintf(stderr, "gemm_bench: --against: %s\n", dlerror());
    std::exit(2);
  }
  return reinterpret_cast<decltype(&LOWP_BENCH_MODULE_FUNCTION)>(function)(
      backend);
}

std::string OtherVersionsName(const std::string& contestant) {
  return "other:" + contestant;
}

void PrintComparison(const std::vector<Series>& results,
                     const Options& options) {
  for (const Mode mode : {Mode::kPacked, Mode::kOneShot, Mode::kThreadsPacked,
                          Mode::kThreadsOneShot}) {
    for (const Library& backend : Backends()) {
      PrintBackend(results, backend, mode, options);
    }
  }
}

}  // namespace lowp_bench
