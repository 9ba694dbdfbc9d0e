// gemmlowp's multi-threaded product with an explicit kernel, and its rule for
// the number of threads. Reached as internal/multi_thread_gemm.h.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_COMPAT_MULTI_THREAD_GEMM_H_
#define LOWP_INTERNAL_COMPAT_MULTI_THREAD_GEMM_H_

#include <algorithm>
#include <cstdint>

#include "single_thread_gemm.h"
#include "worker.h"
#include "workers_pool.h"

namespace gemmlowp {
inline namespace lowp {

// gemmlowp's rule for how many threads a product is worth: each gets at least
// 16 rows, KernelRows rows, and 2^16 multiplications. `max_num_threads` = 0
// means the number of CPUs that this process may use. Valid for all sizes that
// int can hold. The engine has its own rule; GemmPlan reports its decision.
template <int KernelRows>
inline int HowManyThreads(int max_num_threads, int rows, int cols, int depth) {
  if (max_num_threads == 1 || rows <= 0 || cols <= 0 || depth <= 0) return 1;
  constexpr int kRowsPerThread = KernelRows > 16 ? KernelRows : 16;
  constexpr std::uint64_t kProductsPerThread = 1 << 16;
  const std::uint64_t area = std::uint64_t(rows) * std::uint64_t(cols);
  const std::uint64_t products = area > UINT64_MAX / std::uint64_t(depth)
                                     ? UINT64_MAX
                                     : area * std::uint64_t(depth);
  const std::uint64_t worthwhile =
      std::min(std::uint64_t(CeilQuotient(rows, kRowsPerThread)),
               products / kProductsPerThread);
  const int limit = std::max(1, GetHardwareConcurrency(max_num_threads));
  return static_cast<int>(
      std::min(std::uint64_t(limit), std::max(std::uint64_t(1), worthwhile)));
}

// GemmWithOutputPipelinePC on the context's threads. `kernel` and its format
// are accepted and not used. Any shape is valid, including more columns than
// rows.
template <typename KernelFormat, typename InputScalar, typename OutputScalar,
          typename BitDepthParams, MapOrder LhsOrder, MapOrder RhsOrder,
          MapOrder ResultOrder, typename LhsOffset, typename RhsOffset,
          typename OutputPipelineType, typename GemmContextType>
void MultiThreadGemm(GemmContextType* context, const KernelBase& kernel,
                     const MatrixMap<const InputScalar, LhsOrder>& lhs,
                     const MatrixMap<const InputScalar, RhsOrder>& rhs,
                     MatrixMap<OutputScalar, ResultOrder>* result,
                     const LhsOffset& lhs_offset, const RhsOffset& rhs_offset,
                     const OutputPipelineType& output_pipeline) {
  static_cast<void>(kernel);
  GemmWithOutputPipelinePC<InputScalar, OutputScalar, BitDepthParams>(
      context, lhs, rhs, result, lhs_offset, rhs_offset, output_pipeline);
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_COMPAT_MULTI_THREAD_GEMM_H_
