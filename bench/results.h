// What was measured, and the figures that follow from it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_RESULTS_H_
#define LOWP_BENCH_RESULTS_H_

#include <map>
#include <set>
#include <string>
#include <vector>

#include "lineup.h"
#include "shapes.h"

namespace lowp_bench {

// Of a quantity over the rounds. All 0: not measured.
struct Spread {
  double median = 0, low = 0, high = 0;
  bool measured() const { return median > 0; }
};

Spread SpreadOf(std::vector<double> values);

// The contest of one shape in one mode: one entry for each round,
// or, in the mode kLoaded, for each call.
struct Series {
  Shape shape;
  Mode mode;
  std::map<std::string, std::vector<double>> seconds;  // by contestant
  std::set<std::string> wrong_peers = {};  // whose result is another one

  // What a share `at` of the times are below; 0 if nothing was measured.
  double SecondsAt(const std::string& contestant, double at) const;
  // The lower quartile.
  double Seconds(const std::string& contestant) const {
    return SecondsAt(contestant, 0.25);
  }
  // 10^9 operations a second, a multiply-add being two.
  double Gops(const std::string& contestant) const;
  // How many times as fast as `slower`, `faster` was in the same round.
  Spread Ratio(const std::string& faster, const std::string& slower) const;
  // What a product takes at a backend's limit at least, the longer of two
  // times: to multiply at the peak of the backend's instruction, and to read
  // every byte once. 0 if they were not measured.
  double LimitSeconds(const std::string& backend) const;
  // That time over the time that was taken; 0 without either.
  double ShareOfLimit(const std::string& contestant,
                      const std::string& backend) const;
  // Whether reading takes longer than multiplying.
  bool LimitedByMemory(const std::string& backend) const;
};

// The rate of a backend's instruction, over all rounds of all contests: the
// upper quartile, in 10^9 operations a second; 0 if it was not measured.
double PeakGops(const std::vector<Series>& results, const std::string& backend);

// What published figures are rescaled to: 0, which leaves them out, on machines
// without the instruction that they were reached with, and when caches are
// cold, since theirs were warm.
double PublishedPeakHere(const std::vector<Series>& results, bool cold);

// The best rate of any peer with the right result in the mode of the series,
// measured in this run or published and rescaled to this peak (0 leaves those
// out), in 10^9 operations a second; 0 without any.
double BestPeerGops(const Series& series, double peak_gops);

// The mean of logarithms; 0 of nothing.
double GeometricMean(const std::vector<double>& values);

}  // namespace lowp_bench

#endif  // LOWP_BENCH_RESULTS_H_
