// The entry points: the one header that a program needs in order to multiply.
//
//   result(i, j) = pipeline( sum over l of (lhs(i, l) + lhs_offset(i)) *
//                                          (rhs(l, j) + rhs_offset(j)) )
//
// lhs is m x k, rhs is k x n, result is m x n; each is row- or column-major,
// with its own stride. Operands are uint8_t or int8_t, in any combination. Sums
// are exact modulo 2^32 for all values. The pipeline is a std::tuple of output
// stages (output_stages.h); its last stage decides the type of the result. For
// one input the result's bytes are the same on every machine, with any number
// of threads.
//
// If a dimension is zero, the call returns and leaves the result untouched. The
// result must not overlap an operand, or a vector of an offset or of a stage.
//
// There are two families of functions. The Try functions return a Status and
// deduce every template argument. gemmlowp's functions return void and hand a
// bad Status to the handler of status.h, which by default prints it and aborts.
// Either way, a call that fails writes nothing. It fails with kInvalidArgument
// if an argument is wrong; with kUnsupported if this machine cannot run the
// backend that LOWP_BACKEND names, or the format of a packed operand; and with
// kResourceExhausted if memory runs out or a lent workspace is too small.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_GEMMLOWP_H_
#define LOWP_PUBLIC_GEMMLOWP_H_

#include <tuple>

#include "../internal/frontend/front_end.h"
#include "bit_depth.h"
#include "gemm_context.h"
#include "gemm_plan.h"
#include "map.h"
#include "output_stages.h"
#include "packed_matrix.h"
#include "stages/activations.h"
#include "stages/matrices.h"
#include "status.h"

namespace gemmlowp {
inline namespace lowp {

// Computes the product. `lhs` and `rhs` are MatrixMaps or PackedMatrices. The
// offsets are ints, or VectorMaps or VectorDups of int32 (a column vector for
// the lhs, a row vector for the rhs).
template <typename Context, typename Lhs, typename Rhs, typename ResultScalar,
          MapOrder ResultOrder, typename LhsOffset, typename RhsOffset,
          typename... Stages>
LOWP_ALWAYS_INLINE Status TryGemm(Context* context, const Lhs& lhs,
                                  const Rhs& rhs,
                                  MatrixMap<ResultScalar, ResultOrder>* result,
                                  const LhsOffset& lhs_offset,
                                  const RhsOffset& rhs_offset,
                                  const std::tuple<Stages...>& pipeline) {
  internal::LoweredPipeline<Stages...> lowered(pipeline);
  return internal::CallEngine(context, lhs, rhs, result, lhs_offset, rhs_offset,
                              &lowered,
                              [](const internal::GemmProblem& problem,
                                 const internal::GemmResources& resources) {
                                return internal::RunGemm(problem, resources);
                              });
}

// Describes what the same call of TryGemm would do, without doing it.
template <typename Context, typename Lhs, typename Rhs, typename ResultScalar,
          MapOrder ResultOrder, typename LhsOffset, typename RhsOffset,
          typename... Stages>
Status PlanGemm(Context* context, const Lhs& lhs, const Rhs& rhs,
                MatrixMap<ResultScalar, ResultOrder>* result,
                const LhsOffset& lhs_offset, const RhsOffset& rhs_offset,
                const std::tuple<Stages...>& pipeline, GemmPlan* plan) {
  internal::LoweredPipeline<Stages...> lowered(pipeline);
  return internal::CallEngine(
      context, lhs, rhs, result, lhs_offset, rhs_offset, &lowered,
      [plan](const internal::GemmProblem& problem,
             const internal::GemmResources& resources) {
        return internal::PlanProblem(problem, resources, plan);
      });
}

// gemmlowp's product, with all template arguments deduced.
template <typename Context, typename Lhs, typename Rhs, typename ResultScalar,
          MapOrder ResultOrder, typename LhsOffset, typename RhsOffset,
          typename... Stages>
void GemmWithOutputPipeline(Context* context, const Lhs& lhs, const Rhs& rhs,
                            MatrixMap<ResultScalar, ResultOrder>* result,
                            const LhsOffset& lhs_offset,
                            const RhsOffset& rhs_offset,
                            const std::tuple<Stages...>& pipeline) {
  const Status status =
      TryGemm(context, lhs, rhs, result, lhs_offset, rhs_offset, pipeline);
  if (!status.ok()) internal::ReportError(status);
}

// gemmlowp's product with one lhs_offset per row and one rhs_offset per column.
// BitDepthParams is accepted and not needed.
template <typename InputScalar, typename OutputScalar, typename BitDepthParams,
          MapOrder LhsOrder, MapOrder RhsOrder, MapOrder ResultOrder,
          typename LhsOffset, typename RhsOffset, typename OutputPipelineType,
          typename GemmContextType>
void GemmWithOutputPipelinePC(GemmContextType* context,
                              const MatrixMap<const InputScalar, LhsOrder>& lhs,
                              const MatrixMap<const InputScalar, RhsOrder>& rhs,
                              MatrixMap<OutputScalar, ResultOrder>* result,
                              const LhsOffset& lhs_offset,
                              const RhsOffset& rhs_offset,
                              const OutputPipelineType& output_pipeline) {
  GemmWithOutputPipeline(context, lhs, rhs, result, lhs_offset, rhs_offset,
                         output_pipeline);
}

// gemmlowp's product with one offset for each side.
template <typename InputScalar, typename OutputScalar, typename BitDepthParams,
          MapOrder LhsOrder, MapOrder RhsOrder, MapOrder ResultOrder,
          typename OutputPipelineType, typename GemmContextType>
void GemmWithOutputPipeline(GemmContextType* context,
                            const MatrixMap<const InputScalar, LhsOrder>& lhs,
                            const MatrixMap<const InputScalar, RhsOrder>& rhs,
                            MatrixMap<OutputScalar, ResultOrder>* result,
                            int lhs_offset, int rhs_offset,
                            const OutputPipelineType& output_pipeline) {
  GemmWithOutputPipelinePC<InputScalar, OutputScalar, BitDepthParams>(
      context, lhs, rhs, result, lhs_offset, rhs_offset, output_pipeline);
}

// gemmlowp's first interface: (sum + result_offset) * result_mult_int, shifted
// right by result_shift and saturated to uint8.
template <typename Scalar, typename BitDepthParams, MapOrder LhsOrder,
          MapOrder RhsOrder, MapOrder ResultOrder, typename GemmContextType>
void Gemm(GemmContextType* context,
          const MatrixMap<const Scalar, LhsOrder>& lhs,
          const MatrixMap<const Scalar, RhsOrder>& rhs,
          MatrixMap<Scalar, ResultOrder>* result, int lhs_offset,
          int rhs_offset, int result_offset, int result_mult_int,
          int result_shift) {
  GemmWithOutputPipeline<Scalar, Scalar, BitDepthParams>(
      context, lhs, rhs, result, lhs_offset, rhs_offset,
      MakeStandardOutputPipeline(result_offset, result_mult_int, result_shift));
}

}  // namespace lowp
}  // namespace gemmlowp

// Further names that gemmlowp's header declares and programs rely on. This
// header uses the entry points above.
#include "../internal/compat/transitive.h"

#endif  // LOWP_PUBLIC_GEMMLOWP_H_
