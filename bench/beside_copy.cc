// Times calls in turns with a copy of as many bytes.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "beside_copy.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>

#include "../internal/backends/backend_list.h"
#include "buffer.h"
#include "table.h"
#include "timer.h"

namespace lowp_bench {
namespace {

using gemmlowp::internal::AllBackends;
using gemmlowp::internal::Backend;

constexpr char kCopy[] = "copy";

struct Contestant {
  std::string name;
  std::function<void()> call;
  int calls;  // per turn
};

// Half of the bytes are read, and half written.
std::function<void()> CopyOf(std::size_t bytes) {
  const auto in = std::make_shared<Buffer<unsigned char>>(bytes / 2);
  const auto out = std::make_shared<Buffer<unsigned char>>(bytes / 2);
  return [in, out] {
    std::memcpy(out->data(), in->data(), in->size());
    benchmark::DoNotOptimize(out->data());
    benchmark::ClobberMemory();
  };
}

std::vector<Contestant> ContestantsOf(const TransformCase& transform,
                                      Timer* timer) {
  std::vector<Contestant> all = {{kCopy, CopyOf(transform.bytes), 0}};
  for (const Backend* backend : AllBackends()) {
    if (!IsSupported(*backend)) continue;
    all.push_back({backend->name, transform.on(*backend), 0});
  }
  for (Contestant& contestant : all) {
    contestant.calls = timer->CallsPerTurn(contestant.call);
  }
  return all;
}

// The seconds of each round, by contestant.
struct TransformSeries {
  TransformCase transform;
  std::map<std::string, std::vector<double>> seconds;
};

void RunRound(benchmark::State& state, TransformSeries* series) {
  static Timer timer(false);
  static std::vector<Contestant> contestants;
  static const TransformSeries* current = nullptr;
  if (current != series) {
    contestants = ContestantsOf(series->transform, &timer);
    current = series;
  }
  for (auto _ : state) {
    for (const Contestant& contestant : contestants) {
      const double seconds =
          timer.SecondsPerCall(contestant.call, contestant.calls);
      state.counters[contestant.name] = seconds;
      series->seconds[contestant.name].push_back(seconds);
    }
  }
}

// The fastest round's time: other work on the machine only makes rounds slower.
double Seconds(const TransformSeries& series, const std::string& contestant) {
  const std::vector<double>& seconds = series.seconds.at(contestant);
  return *std::min_element(seconds.begin(), seconds.end());
}

void PrintShares(const std::string& title,
                 const std::vector<TransformSeries>& results) {
  TableRow head = {"call", "copy, GB/s", "copy, us"};
  for (const Backend* backend : AllBackends()) {
    if (IsSupported(*backend)) head.push_back(backend->name);
  }
  Table table(head);
  for (const TransformSeries& series : results) {
    if (series.seconds.empty()) continue;  // excluded by a filter
    const double copy = Seconds(series, kCopy);
    TableRow row = {
        series.transform.name,
        Number(1e-9 * static_cast<double>(series.transform.bytes) / copy),
        Microseconds(copy)};
    for (std::size_t i = 3; i < head.size(); ++i) {
      row.push_back(Percent(copy / Seconds(series, head[i])));
    }
    table.Add(row);
  }
  table.Print(title + ": share of the rate of a copy");
}

class Quiet : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>&) override {}
};

}  // namespace

int RunBesideCopy(const std::string& title,
                  const std::vector<TransformCase>& cases, int argc,
                  char** argv) {
  // Options on the command line come later and win.
  std::string rounds = "--benchmark_repetitions=15";
  std::vector<char*> arguments = {argv[0], rounds.data()};
  arguments.insert(arguments.end(), argv + 1, argv + argc);
  int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;

  std::vector<TransformSeries> results;
  for (const TransformCase& transform : cases) {
    results.push_back({transform, {}});
  }
  for (TransformSeries& series : results) {
    benchmark::RegisterBenchmark(
        series.transform.name.c_str(),
        [&series](benchmark::State& state) { RunRound(state, &series); })
        ->Iterations(1)
        ->UseRealTime();
  }
  Quiet quiet;
  benchmark::RunSpecifiedBenchmarks(&quiet);
  PrintShares(title, results);
  return 0;
}

}  // namespace lowp_bench
