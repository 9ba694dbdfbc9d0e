// PreparedGemm, and what stands for it where the library is a version without.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_PREPARED_H_
#define LOWP_BENCH_PREPARED_H_

#include "public/gemmlowp.h"

#if __has_include("public/prepared_gemm.h")
#include "public/prepared_gemm.h"

namespace lowp_bench {
constexpr bool kHasPreparedGemm = true;
using gemmlowp::PreparedGemm;
}  // namespace lowp_bench
#else
namespace lowp_bench {
constexpr bool kHasPreparedGemm = false;
struct PreparedGemm {
  template <typename... Arguments>
  static gemmlowp::Status Prepare(const Arguments&...) {
    return gemmlowp::Status();
  }
  template <typename... Arguments>
  gemmlowp::Status Run(const Arguments&...) const {
    return gemmlowp::Status();
  }
};
}  // namespace lowp_bench
#endif

#endif  // LOWP_BENCH_PREPARED_H_
