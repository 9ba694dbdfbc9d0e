// A sample of a sweep, where a test runs in an emulator or under a sanitizer:
// with LOWP_TEST_ONE_IN=n in the environment, one case in n. n should be a
// prime number that does not divide the length of any loop of a sweep but the
// outermost; then every value of every loop is met. samples.cmake has it.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_SAMPLE_H_
#define LOWP_TEST_SUPPORT_SAMPLE_H_

#include <cstdio>
#include <cstdlib>

namespace lowp_test {

// Whether the case that a sweep has come to is to be run.
inline bool TakesCase() {
  static const int one_in = [] {
    const char* const text = std::getenv("LOWP_TEST_ONE_IN");
    const int n = text == nullptr ? 1 : std::atoi(text);
    if (n > 1) std::printf("SAMPLED: one case in %d\n", n);
    return n > 1 ? n : 1;
  }();
  static int count = 0;
  return count++ % one_in == 0;
}

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_SAMPLE_H_
