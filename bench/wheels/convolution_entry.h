// The C interface of the modules that convolution.py loads: a convolution of
// one library, timed by a loop in C.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_WHEELS_CONVOLUTION_ENTRY_H_
#define LOWP_BENCH_WHEELS_CONVOLUTION_ENTRY_H_

#include <chrono>
#include <cstdint>

#include "../convolution_work.h"

namespace lowp_bench {

// Of the module's library; the work and what it points at outlive the run.
// Without a function the library does not have such a convolution.
ConvRun MakeModuleConvolution(const ConvWork& work, int threads);

}  // namespace lowp_bench

#define LOWP_ENTRY extern "C" __attribute__((visibility("default")))

// Null if the library does not have such a convolution.
LOWP_ENTRY void* LowpConvolutionCreate(const lowp_bench::ConvWork* work,
                                       int threads) {
  lowp_bench::ConvRun run = lowp_bench::MakeModuleConvolution(*work, threads);
  return run == nullptr ? nullptr : new lowp_bench::ConvRun(std::move(run));
}

// The seconds of `calls` runs.
LOWP_ENTRY double LowpConvolutionSeconds(void* made, std::int8_t* output,
                                         int calls) {
  const lowp_bench::ConvRun& run = *static_cast<lowp_bench::ConvRun*>(made);
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < calls; ++i) run(output);
  const std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  return seconds.count();
}

LOWP_ENTRY void LowpConvolutionDestroy(void* made) {
  delete static_cast<lowp_bench::ConvRun*>(made);
}

#endif  // LOWP_BENCH_WHEELS_CONVOLUTION_ENTRY_H_
