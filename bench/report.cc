// Collecting and printing the figures of a benchmark run.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "peak.h"
#include "shapes.h"

namespace lowp_bench {
namespace {

double UpperQuartile(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() - 1 - values.size() / 4];
}

}  // namespace

bool Report::ReportContext(const Context&) {
  std::printf("Measuring. The tables come when all is done.\n");
  std::fflush(stdout);
  return true;
}

void Report::ReportRuns(const std::vector<Run>& runs) {
  std::vector<double> gops;
  for (const Run& run : runs) {
    if (run.run_type != Run::RT_Iteration) continue;
    if (run.error_occurred) {
      std::printf("%s: %s\n", run.run_name.function_name.c_str(),
                  run.error_message.c_str());
      failed_ = true;
      return;
    }
    gops.push_back(run.counters.at("GOPS").value);
  }
  if (gops.empty()) return;
  gops_[runs[0].run_name.function_name] = UpperQuartile(gops);
}

double Report::Gops(const Contestant& contestant, const std::string& shape,
                    const std::string& mode) const {
  const std::string prefix = contestant.name + "/" + shape + "/";
  auto found = gops_.find(prefix + mode);
  if (found == gops_.end() && !contestant.is_lowp) {
    found = gops_.find(prefix + "one-shot");
  }
  return found == gops_.end() ? 0 : found->second;
}

void Report::PrintHead(const std::string& mode) const {
  std::printf("\n%-16s", mode.c_str());
  for (const Contestant& contestant : contestants_) {
    std::printf(" %11s", contestant.name.c_str());
    if (contestant.peak_gops > 0) std::printf("  peak");
  }
  std::printf("   ratio\n");
}

double Report::PrintRow(const std::string& shape,
                        const std::string& mode) const {
  std::printf("%-16s", shape.c_str());
  double best_lowp = 0, best_peer = 0;
  for (const Contestant& contestant : contestants_) {
    const double gops = Gops(contestant, shape, mode);
    double& best = contestant.is_lowp ? best_lowp : best_peer;
    best = std::max(best, gops);
    if (gops > 0) {
      std::printf(" %11.4g", gops);
    } else {
      std::printf(" %11s", "-");
    }
    if (contestant.peak_gops == 0) continue;
    if (gops > 0) {
      std::printf(" %4.0f%%", 100 * gops / contestant.peak_gops);
    } else {
      std::printf(" %5s", "-");
    }
  }
  const double ratio =
      best_lowp > 0 && best_peer > 0 ? best_lowp / best_peer : 0;
  if (ratio > 0) std::printf(" %7.2f", ratio);
  std::printf("\n");
  return ratio;
}

void Report::Finalize() {
  std::printf(
      "10^9 operations a second (a multiply-add is two), one thread.\n");
  for (Contestant& contestant : contestants_) {
    if (contestant.peak_gops == 0) continue;
    contestant.peak_gops = std::max(contestant.peak_gops,
                                    MeasurePeakGops(contestant.name.c_str()));
    std::printf("Peak of %s: %.1f\n", contestant.name.c_str(),
                contestant.peak_gops);
  }
  for (const std::string mode : {"packed", "one-shot"}) {
    PrintHead(mode);
    double log_sum = 0;
    int ratios = 0;
    for (const Shape& shape : kShapes) {
      const std::string name = ShapeName(shape);
      const bool measured = std::any_of(
          contestants_.begin(), contestants_.end(),
          [&](const Contestant& c) { return Gops(c, name, mode) > 0; });
      if (!measured) continue;
      const double ratio = PrintRow(name, mode);
      if (ratio == 0) continue;
      log_sum += std::log(ratio);
      ++ratios;
    }
    if (ratios == 0) continue;
    std::printf("geometric mean of the ratios to the best peer: %.3f\n",
                std::exp(log_sum / ratios));
  }
}

}  // namespace lowp_bench
