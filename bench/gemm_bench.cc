// Benchmarks whole products on every backend and in every installed peer, in
// turns within one run; see options.cc for the options.
//
// A benchmark of Google Benchmark is a contest, <shape>/<mode>, and each of its
// repetitions is a round in which every contestant has a turn. Its counters are
// the seconds per product of each contestant.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <benchmark/benchmark.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "chart.h"
#include "contest.h"
#include "json.h"
#include "lineup.h"
#include "loaded.h"
#include "markdown.h"
#include "options.h"
#include "other_version.h"
#include "results.h"

namespace lowp_bench {
namespace {

// Reports the progress on the standard error stream.
class Progress : public benchmark::BenchmarkReporter {
 public:
  explicit Progress(std::size_t benchmarks) : benchmarks_(benchmarks) {}
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    if (runs[0].run_type != Run::RT_Iteration) return;
    for (const Run& run : runs) failed_ |= run.error_occurred;
    std::fprintf(stderr, "%zu of %zu: %s%s%s\n", ++done_, benchmarks_,
                 runs[0].run_name.function_name.c_str(),
                 runs[0].error_occurred ? ": " : "",
                 runs[0].error_message.c_str());
  }
  // Whether a contestant computed a wrong result without saturating.
  bool failed() const { return failed_; }

 private:
  std::size_t benchmarks_, done_ = 0;
  bool failed_ = false;
};

// The contest of the running benchmark. It keeps its memory for as long as its
// repetitions follow one another.
Contest* CurrentContest(const Series* series, const Options& options) {
  static std::unique_ptr<Contest> contest;
  static const Series* current = nullptr;
  if (current != series) {
    contest.reset();  // frees its memory before the next one allocates
    contest = std::make_unique<Contest>(series->shape, series->mode, options);
    current = series;
  }
  return contest.get();
}

void RunRound(benchmark::State& state, const Options& options, Series* series) {
  Contest* const contest = CurrentContest(series, options);
  if (!contest->wrong().empty()) {
    state.SkipWithError(("wrong result of " + contest->wrong()).c_str());
    return;
  }
  series->wrong_peers = contest->wrong_peers();
  for (auto _ : state) {
    for (const auto& [name, seconds] : contest->Round()) {
      state.counters[name] = seconds;
      series->seconds[name].push_back(seconds);
    }
  }
}

void RunLoaded(benchmark::State& state, const Options& options,
               Series* series) {
  for (auto _ : state) {
    for (const auto& [name, seconds] :
         MeasureLoaded(series->shape, options.reduced_range)) {
      std::vector<double>& all = series->seconds[name];
      all.insert(all.end(), seconds.begin(), seconds.end());
      state.counters[name] = SpreadOf(seconds).median;
    }
  }
}

std::vector<Series> PlanSeries(const Options& options) {
  std::vector<Mode> modes = {Mode::kPacked, Mode::kOneShot};
  if (options.threads > 1) {
    modes.insert(modes.end(), {Mode::kThreadsPacked, Mode::kThreadsOneShot});
  }
  if (options.loaded) modes.push_back(Mode::kLoaded);
  std::vector<Series> all;
  for (const Mode mode : modes) {
    for (const Shape& shape : options.shapes) all.push_back({shape, mode, {}});
  }
  return all;
}

void Register(const Options& options, Series* series) {
  const std::string name =
      ShapeName(series->shape) + "/" + ModeName(series->mode);
  benchmark::RegisterBenchmark(name.c_str(),
                               [&options, series](benchmark::State& state) {
                                 if (series->mode == Mode::kLoaded) {
                                   RunLoaded(state, options, series);
                                 } else {
                                   RunRound(state, options, series);
                                 }
                               })
      ->Iterations(1)
      ->UseRealTime();
}

int Main(int argc, char** argv) {
  // Options on the command line come later and win. Rounds are shuffled,
  // because a machine may be slow for as long as all rounds of a product take.
  std::string rounds = "--benchmark_repetitions=9";
  std::string shuffled = "--benchmark_enable_random_interleaving=true";
  std::vector<char*> arguments = {argv[0], rounds.data(), shuffled.data()};
  arguments.insert(arguments.end(), argv + 1, argv + argc);
  int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  benchmark::Initialize(&count, arguments.data(), &PrintHelp);
  Options options;
  if (!ParseOptions(count, arguments.data(), &options)) return 2;

  std::vector<Series> results = PlanSeries(options);
  for (Series& series : results) Register(options, &series);
  Progress progress(results.size());
  benchmark::RunSpecifiedBenchmarks(&progress);
  if (options.against.empty()) {
    PrintMarkdown(results, options);
  } else {
    PrintComparison(results, options);
  }
  const bool written =
      WriteJson(results, options) && WriteChart(results, options);
  return written && !progress.failed() ? 0 : 1;
}

}  // namespace
}  // namespace lowp_bench

int main(int argc, char** argv) { return lowp_bench::Main(argc, argv); }
