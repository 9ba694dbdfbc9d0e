// gemmlowp's single-threaded product with an explicit kernel. Reached as
// internal/single_thread_gemm.h.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_COMPAT_SINGLE_THREAD_GEMM_H_
#define LOWP_INTERNAL_COMPAT_SINGLE_THREAD_GEMM_H_

#include "../../public/gemmlowp.h"
#include "../../public/map.h"
#include "allocator.h"
#include "common.h"
#include "kernel.h"

namespace gemmlowp {
inline namespace lowp {

// GemmWithOutputPipelinePC on the calling thread. `kernel` and its format are
// accepted and not used. Any shape is valid, including more columns than rows.
template <typename KernelFormat, typename InputScalar, typename OutputScalar,
          typename BitDepthParams, MapOrder LhsOrder, MapOrder RhsOrder,
          MapOrder ResultOrder, typename LhsOffset, typename RhsOffset,
          typename OutputPipelineType>
void SingleThreadGemm(SingleThreadGemmContext* context,
                      const KernelBase& kernel,
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

#endif  // LOWP_INTERNAL_COMPAT_SINGLE_THREAD_GEMM_H_
