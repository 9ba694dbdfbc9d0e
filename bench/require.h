// What a benchmark does when the library refuses a call.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_REQUIRE_H_
#define LOWP_BENCH_REQUIRE_H_

#include <cstdio>
#include <cstdlib>

// Not by a relative path: lowp_library.cc is also compiled against other
// versions of the library.
#include "public/status.h"

namespace lowp_bench {

// Ends the program with the message of a status that is not ok.
inline void Require(const gemmlowp::Status& status) {
  if (status.ok()) return;
  std::fprintf(stderr, "%s\n", status.message().c_str());
  std::exit(1);
}

}  // namespace lowp_bench

#endif  // LOWP_BENCH_REQUIRE_H_
