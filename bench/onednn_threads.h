// The number of oneDNN's threads.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_ONEDNN_THREADS_H_
#define LOWP_BENCH_ONEDNN_THREADS_H_

#include <dlfcn.h>

namespace lowp_bench {

// oneDNN takes its number of threads from the OpenMP library that it is linked
// to, so all instances use the number set last.
inline void UseThreads(int threads) {
  using SetThreads = void (*)(int);
  const auto set_threads =
      reinterpret_cast<SetThreads>(dlsym(RTLD_DEFAULT, "omp_set_num_threads"));
  if (set_threads != nullptr) set_threads(threads);
}

}  // namespace lowp_bench

#endif  // LOWP_BENCH_ONEDNN_THREADS_H_
