// What a benchmark run prints: for each shape the rates of lowp's backends and
// of its peers, side by side.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_REPORT_H_
#define LOWP_BENCH_REPORT_H_

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <vector>

namespace lowp_bench {

// A column of the tables.
struct Contestant {
  std::string name;
  bool is_lowp;
  double peak_gops;  // measured before the runs; 0: nothing to compare with
};

// Collects the counter "GOPS" of runs named <contestant>/<shape>/<mode>, where
// the mode is "packed" or "one-shot"; of the repetitions the upper quartile
// counts. When all runs are done, measures the peaks once more, since a machine
// that others use has better moments, and prints a table for each mode.
class Report : public benchmark::BenchmarkReporter {
 public:
  explicit Report(const std::vector<Contestant>& contestants)
      : contestants_(contestants) {}

  bool ReportContext(const Context& context) override;
  void ReportRuns(const std::vector<Run>& runs) override;
  void Finalize() override;

  // Whether a run reported an error.
  bool failed() const { return failed_; }

 private:
  // A contestant's figure, 0 if there is none. A peer that cannot pack ahead
  // competes with what it does in one shot.
  double Gops(const Contestant& contestant, const std::string& shape,
              const std::string& mode) const;
  void PrintHead(const std::string& mode) const;
  // Returns the best of lowp's figures over the best of its peers', 0 if there
  // is none of either.
  double PrintRow(const std::string& shape, const std::string& mode) const;

  std::vector<Contestant> contestants_;
  std::map<std::string, double> gops_;  // by the run's name
  bool failed_ = false;
};

}  // namespace lowp_bench

#endif  // LOWP_BENCH_REPORT_H_
