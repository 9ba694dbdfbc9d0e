// Computes rates, ratios and shares from seconds.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "results.h"

#include <algorithm>

#include "contest.h"
#include "published_peers.h"

namespace lowp_bench {
namespace {

// The value below which a fraction `at` of the values lies.
double Quantile(std::vector<double> values, double at) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(
      at * static_cast<double>(values.size() - 1) + 0.5)];
}

}  // namespace

Spread SpreadOf(std::vector<double> values) {
  if (values.empty()) return {};
  return {Quantile(values, 0.5),
          *std::min_element(values.begin(), values.end()),
          *std::max_element(values.begin(), values.end())};
}

double Series::SecondsAt(const std::string& contestant, double at) const {
  const auto found = seconds.find(contestant);
  return found == seconds.end() ? 0 : Quantile(found->second, at);
}

double Series::Gops(const std::string& contestant) const {
  const double taken = Seconds(contestant);
  return taken == 0 ? 0 : 2e-9 * MultiplyAdds(shape) / taken;
}

Spread Series::Ratio(const std::string& faster,
                     const std::string& slower) const {
  const auto a = seconds.find(faster);
  const auto b = seconds.find(slower);
  if (a == seconds.end() || b == seconds.end()) return {};
  std::vector<double> ratios;
  for (std::size_t i = 0; i < std::min(a->second.size(), b->second.size());
       ++i) {
    ratios.push_back(b->second[i] / a->second[i]);
  }
  return SpreadOf(ratios);
}

double Series::LimitSeconds(const std::string& backend) const {
  return std::max(Seconds(PeakName(backend)), Seconds(SumName(backend)));
}

double Series::ShareOfLimit(const std::string& contestant,
                            const std::string& backend) const {
  const double taken = Seconds(contestant);
  return taken == 0 ? 0 : LimitSeconds(backend) / taken;
}

bool Series::LimitedByMemory(const std::string& backend) const {
  return Seconds(SumName(backend)) > Seconds(PeakName(backend));
}

double PeakGops(const std::vector<Series>& results,
                const std::string& backend) {
  std::vector<double> rates;
  for (const Series& series : results) {
    const auto found = series.seconds.find(PeakName(backend));
    if (found == series.seconds.end()) continue;
    for (const double seconds : found->second) {
      rates.push_back(2e-9 * MultiplyAdds(series.shape) / seconds);
    }
  }
  return Quantile(rates, 0.75);
}

double PublishedPeakHere(const std::vector<Series>& results, bool cold) {
  return cold ? 0 : PeakGops(results, kPublishedBackend);
}

double BestPeerGops(const Series& series, double peak_gops) {
  int peer = 0;
  double best = BestPublishedGops(series.shape, series.mode == Mode::kPacked,
                                  peak_gops, &peer);
  for (const Library& library : Peers()) {
    if (series.wrong_peers.count(library.name) > 0) continue;
    best = std::max(best, series.Gops(library.name));
  }
  return best;
}

}  // namespace lowp_bench
