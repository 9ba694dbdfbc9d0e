// Which accumulators are compared, in runs: all of them, every float that one
// can become, or a sample.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_EPILOGUE_EXHAUSTIVE_RUNS_H_
#define LOWP_TEST_EPILOGUE_EXHAUSTIVE_RUNS_H_

#include <cstdint>
#include <set>
#include <vector>

#include "exhaustive_stage.h"

namespace lowp_test {

// Accumulators come in runs of this length, each starting at a multiple of it.
constexpr int kRun = 1 << 10;
constexpr std::int64_t kRuns = (std::int64_t{1} << 32) / kRun;
// Beyond 2^24, floats are further apart than integers. This many more runs
// contain each float that an int32 can become once, except 2^31, to which the
// last integers round.
constexpr std::int64_t kFloatRuns =
    (std::int64_t{1} << 25) / kRun + 7 * 2 * (1 << 23) / kRun;

// The run with the given number: of all accumulators, or of all floats.
inline Run RunOf(std::int64_t number) {
  if (number < kRuns) return {INT32_MIN + number * kRun, 1};
  number -= kRuns;
  constexpr std::int64_t kClose = (std::int64_t{1} << 25) / kRun;
  if (number < kClose) return {number * kRun - (1 << 24), 1};
  number -= kClose;
  constexpr std::int64_t kBinade = (1 << 23) / kRun;
  const int exponent = 24 + static_cast<int>(number / (2 * kBinade));
  const bool negative = number / kBinade % 2 != 0;
  const std::int64_t step = std::int64_t{1} << (exponent - 23);
  const std::int64_t lowest =
      negative ? -(std::int64_t{2} << exponent) : std::int64_t{1} << exponent;
  return {lowest + number % kBinade * kRun * step, step};
}

// The runs of the sample: those around the ends, around 0 and around powers of
// two, and one in a prime number of the others.
inline const std::vector<std::int64_t>& SampledRuns() {
  static const auto* const runs = [] {
    std::set<std::int64_t> set = {0, kRuns - 1};
    for (std::int64_t distance = 1; distance < kRuns / 2; distance *= 2) {
      for (const std::int64_t near : {distance - 1, distance}) {
        set.insert(kRuns / 2 + near);
        set.insert(kRuns / 2 - near - 1);
      }
    }
    for (std::int64_t run = 77; run < kRuns; run += 100003) set.insert(run);
    return new std::vector<std::int64_t>(set.begin(), set.end());
  }();
  return *runs;
}

}  // namespace lowp_test

#endif  // LOWP_TEST_EPILOGUE_EXHAUSTIVE_RUNS_H_
