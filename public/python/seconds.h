// Times the engine's part of a call, to show what Python adds
// (test/python/overhead.py).
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_PYTHON_SECONDS_H_
#define LOWP_PUBLIC_PYTHON_SECONDS_H_

#include <nanobind/nanobind.h>

#include <chrono>

#include "errors.h"

namespace gemmlowp {
inline namespace lowp {
namespace python {

// The seconds that `count` calls of run(), which returns a Status, take without
// the GIL.
template <typename Run>
double SecondsOf(int count, const ArgumentNames& names, const Run& run) {
  Status status;
  double seconds = 0;
  {
    nanobind::gil_scoped_release released;
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < count && status.ok(); ++i) status = run();
    seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
            .count();
  }
  Check(status, names);
  return seconds;
}

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_PYTHON_SECONDS_H_
