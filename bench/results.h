// The measurements, and the figures computed from them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_RESULTS_H_
#define LOWP_BENCH_RESULTS_H_

#include <map>
#include <set>
#include <string>
#include <vector>

#include "lineup.h"
#include "mean.h"
#include "shapes.h"

namespace lowp_bench {

// The spread of a quantity over the rounds. All 0: not measured.
struct Spread {
  double median = 0, low = 0, high = 0;
  bool measured() const { return median > 0; }
};

Spread SpreadOf(std::vector<double> values);

// The contest of one shape in one mode: one entry per round or, in mode
// kLoaded, per call.
struct Series {
  Shape shape;
  Mode mode;
  std::map<std::string, std::vector<double>> seconds;  // by contestant
  std::set<std::string> wrong_peers = {};  // peers with a different result

  // The time below which a fraction `at` of the times lies; 0 if nothing was
  // measured.
  double SecondsAt(const std::string& contestant, double at) const;
  // The lower quartile.
  double Seconds(const std::string& contestant) const {
    return SecondsAt(contestant, 0.25);
  }
  // 10^9 operations per second; a multiply-add counts as two.
  double Gops(const std::string& contestant) const;
  // The speed of `faster` relative to that of `slower` in the same round.
  Spread Ratio(const std::string& faster, const std::string& slower) const;
  // The minimum time of a product at a backend's limit, the longer of two
  // times: multiplying at the peak of the backend's instruction, and reading
  // every byte once. 0 if they were not measured.
  double LimitSeconds(const std::string& backend) const;
  // That time divided by the measured time; 0 without either.
  double ShareOfLimit(const std::string& contestant,
                      const std::string& backend) const;
  // Whether reading takes longer than multiplying.
  bool LimitedByMemory(const std::string& backend) const;
};

// The rate of a backend's instruction over all rounds of all contests: the
// upper quartile, in 10^9 operations per second; 0 if it was not measured.
double PeakGops(const std::vector<Series>& results, const std::string& backend);

// The peak to which published figures are rescaled. 0, which omits them, on
// machines without their instruction, and with cold caches, because theirs were
// warm.
double PublishedPeakHere(const std::vector<Series>& results, bool cold);

// The best rate of any peer with the right result in the mode of the series,
// measured in this run or published and rescaled to this peak (0 omits
// published ones), in 10^9 operations per second; 0 if there is none.
double BestPeerGops(const Series& series, double peak_gops);

}  // namespace lowp_bench

#endif  // LOWP_BENCH_RESULTS_H_
