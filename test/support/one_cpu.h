// Runs part of a test on a single CPU, on Linux.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_ONE_CPU_H_
#define LOWP_TEST_SUPPORT_ONE_CPU_H_

#if defined(__linux__)

#include <gtest/gtest.h>
#include <sched.h>

#include <thread>
#include <vector>

namespace lowp_test {

// The CPUs that the calling thread may use.
inline std::vector<int> AllowedCpus() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  EXPECT_EQ(sched_getaffinity(0, sizeof(allowed), &allowed), 0);
  std::vector<int> cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &allowed)) cpus.push_back(cpu);
  }
  return cpus;
}

// Calls function() in a thread that is pinned to the CPU.
template <typename Function>
void OnCpu(int cpu, const Function& function) {
  std::thread([cpu, &function] {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
    function();
  }).join();
}

}  // namespace lowp_test

#endif  // defined(__linux__)

#endif  // LOWP_TEST_SUPPORT_ONE_CPU_H_
