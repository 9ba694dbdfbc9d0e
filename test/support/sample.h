// A sample of a sweep, for tests in an emulator or under a sanitizer: with
// LOWP_TEST_ONE_IN=n in the environment, one case in n runs. n should be a
// prime that divides the length of no loop of a sweep except the outermost;
// then every value of every loop occurs. samples.cmake sets it.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_SAMPLE_H_
#define LOWP_TEST_SUPPORT_SAMPLE_H_

#include <cstdio>
#include <cstdlib>

namespace lowp_test {

// In how many cases of a sweep one runs.
inline int CasesForOne() {
  static const int one_in = [] {
    const char* const text = std::getenv("LOWP_TEST_ONE_IN");
    const int n = text == nullptr ? 1 : std::atoi(text);
    if (n > 1) std::printf("SAMPLED: one case in %d\n", n);
    return n > 1 ? n : 1;
  }();
  return one_in;
}

// Whether the current case of a sweep is to run.
inline bool TakesCase() {
  static int count = 0;
  return count++ % CasesForOne() == 0;
}

// How many of `count` random cases run.
inline int SampleOf(int count) { return (count - 1) / CasesForOne() + 1; }

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_SAMPLE_H_
