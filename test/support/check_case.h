// Runs a case on one backend, or on all of them, and compares.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_CHECK_CASE_H_
#define LOWP_TEST_SUPPORT_CHECK_CASE_H_

#include <gtest/gtest.h>

#include <string>

#include "for_each_backend.h"
#include "live_case.h"
#include "sample.h"

namespace lowp_test {

// The memory for tests without special needs.
inline Memory* DefaultMemory() {
  static auto* const memory = new HeapMemory;
  return memory;
}

// Runs a case whose pipeline is already set.
inline ::testing::AssertionResult Check(LiveCase* live,
                                        const Backend& backend) {
  const std::string failure = live->RunOn(backend);
  if (failure.empty()) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << live->Describe() << "\n  " << failure;
}

inline ::testing::AssertionResult CheckOnEveryBackend(LiveCase* live) {
  for (const Backend* backend : SupportedBackends()) {
    const ::testing::AssertionResult result = Check(live, *backend);
    if (!result) return result;
  }
  return ::testing::AssertionSuccess();
}

// The same for a case of a sweep, requantized to the type of its result.
inline ::testing::AssertionResult CheckOnEveryBackend(
    const GemmCase& c, Memory* memory = DefaultMemory()) {
  if (!TakesCase()) return ::testing::AssertionSuccess();
  LiveCase live(c, memory);
  live.SetRequantizePipeline();
  return CheckOnEveryBackend(&live);
}

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_CHECK_CASE_H_
