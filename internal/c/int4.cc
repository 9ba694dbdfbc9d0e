// Products with 4-bit weights of the C API.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <memory>

#include "../contract/int4_product.h"
#include "../frontend/front_end.h"
#include "executor.h"
#include "int4_types.h"
#include "read_matrix.h"
#include "read_stages.h"
#include "sized_struct.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

Int4Problem ProblemOf(const PackedInt4& weights) {
  Int4Problem problem;
  problem.header = weights.header();
  problem.panels = weights.panels();
  return problem;
}

lowp_status ReadRows(const lowp_int4_rows* rows, Int4Problem* problem) {
  lowp_int4_rows read;
  const lowp_status status = ReadStruct(rows, "rows", &read);
  if (status != LOWP_OK) return status;
  problem->row_scales = read.scales;
  problem->zero_points = read.zero_points;
  problem->zero_point_count = read.zero_point_count;
  return ReadRowMajor(&read.values, TypeSet::kOperands, "rows.values",
                      &problem->rows);
}

lowp_status ReadFloatResult(const lowp_matrix* result, Int4Problem* problem) {
  RealMatrix matrix;
  const lowp_status status = ReadReals(result, "result", &matrix);
  if (status != LOWP_OK) return status;
  if (matrix.rows != problem->rows.rows) {
    return Fail(LOWP_INVALID_ARGUMENT,
                "result.rows = %d: differs from the number of rows",
                matrix.rows);
  }
  if (problem->header != nullptr && matrix.cols != problem->header->n) {
    return Fail(LOWP_INVALID_ARGUMENT,
                "result.cols = %d: differs from the weights' n", matrix.cols);
  }
  problem->result = const_cast<void*>(matrix.data);
  problem->result_stride = matrix.stride;
  problem->type = matrix.type == Real::kFloat32   ? Int4ResultType::kFloat32
                  : matrix.type == Real::kFloat16 ? Int4ResultType::kFloat16
                                                  : Int4ResultType::kBfloat16;
  return LOWP_OK;
}

// The options of one kind of weights; those of the other kind are refused.
lowp_status ReadOptions(const lowp_int4_options* options, bool floats,
                        lowp_int4_options* read, Int4Problem* problem) {
  *read = {};
  if (options == nullptr) return LOWP_OK;
  lowp_status status = ReadStruct(options, "options", read);
  if (status != LOWP_OK) return status;
  status = ReadBool(read->sum, "options.sum", &problem->fused);
  if (status != LOWP_OK) return status;
  problem->bias = read->bias;
  if (floats && read->stage_count != 0) {
    return Fail(LOWP_INVALID_ARGUMENT,
                "options.stage_count = %d: is for weights with integer scales",
                read->stage_count);
  }
  if (!floats && problem->fused) {
    return Fail(LOWP_INVALID_ARGUMENT,
                "options.sum = 1: is for weights with float scales");
  }
  if (!floats && read->bias != nullptr) {
    return Fail(LOWP_INVALID_ARGUMENT,
                "options.bias = 1: is for weights with float scales");
  }
  return LOWP_OK;
}

lowp_status RunPipeline(lowp_context* context, const lowp_matrix* result,
                        const lowp_int4_options& options,
                        Int4Problem* problem) {
  if (result == nullptr) return FailForNull("result");
  lowp_status status =
      ReadMatrix(*result, TypeSet::kAll, "result", &problem->matrix);
  if (status != LOWP_OK) return status;
  StageList stages;
  status = stages.Read(options.stages, options.stage_count, problem->matrix);
  if (status != LOWP_OK) return status;
  problem->outcome = Int4Outcome::kPipeline;
  stages.SetOps(problem);
  const Status ran = RunInt4(*problem, ResourcesOf(&context->context));
  return ran.ok() ? LOWP_OK : stages.Refuse(ran, problem->matrix);
}

lowp_status Gemm(lowp_context* context, const lowp_int4_rows* rows,
                 const lowp_int4& weights, const lowp_matrix* result,
                 const lowp_int4_options* options) {
  Int4Problem problem = ProblemOf(weights.weights);
  lowp_status status = ReadRows(rows, &problem);
  if (status != LOWP_OK) return status;
  const bool floats = IsFloat(weights.weights.scale_type());
  lowp_int4_options read;
  status = ReadOptions(options, floats, &read, &problem);
  if (status != LOWP_OK) return status;
  if (!floats) return RunPipeline(context, result, read, &problem);
  status = ReadFloatResult(result, &problem);
  if (status != LOWP_OK) return status;
  return ToC(RunInt4(problem, ResourcesOf(&context->context)));
}

// Runs a product whose result is sums of integers.
lowp_status Sums(lowp_context* context, const lowp_int4_rows* rows,
                 const lowp_int4& weights, Int4Outcome outcome, void* sums,
                 std::int64_t row_stride) {
  Int4Problem problem = ProblemOf(weights.weights);
  const lowp_status status = ReadRows(rows, &problem);
  if (status != LOWP_OK) return status;
  problem.outcome = outcome;
  problem.result = sums;
  problem.result_stride = weights.weights.n();
  if (outcome == Int4Outcome::kInt64 && problem.rows.rows > 1) {
    constexpr std::int64_t kBytes = sizeof(std::int64_t);
    const bool is_multiple = row_stride % kBytes == 0;
    if (!is_multiple || row_stride < problem.result_stride * kBytes) {
      return Fail(LOWP_INVALID_ARGUMENT, "row_stride = %lld: is %s",
                  static_cast<long long>(row_stride),
                  is_multiple ? "smaller than a row of the result"
                              : "not a multiple of the size of a sum");
    }
    problem.result_stride = static_cast<std::ptrdiff_t>(row_stride / kBytes);
  }
  return ToC(RunInt4(problem, ResourcesOf(&context->context)));
}

lowp_status Prepare(lowp_context* context, const lowp_int4& weights,
                    int max_rows, const lowp_int4_options* options,
                    lowp_prepared_int4** prepared) {
  Int4Problem problem = ProblemOf(weights.weights);
  auto made = std::make_unique<lowp_prepared_int4>();
  // The engine refuses weights that have no float result.
  lowp_status status = ToC(PrepareInt4(
      problem, max_rows, ResourcesOf(&context->context), &made->preparation));
  if (status != LOWP_OK) return status;
  lowp_int4_options read;
  status = ReadOptions(options, true, &read, &problem);
  if (status != LOWP_OK) return status;
  made->weights = weights.weights;
  made->fused = problem.fused;
  made->bias = problem.bias;
  *prepared = made.release();
  return LOWP_OK;
}

lowp_status ReadPreparedRun(const lowp_prepared_int4& prepared,
                            const lowp_int4_rows* rows,
                            const lowp_matrix* result, Int4Problem* problem) {
  *problem = ProblemOf(prepared.weights);
  problem->fused = prepared.fused;
  problem->bias = prepared.bias;
  const lowp_status status = ReadRows(rows, problem);
  return status == LOWP_OK ? ReadFloatResult(result, problem) : status;
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

using gemmlowp::internal::FailForNull;
using gemmlowp::internal::Guarded;
using gemmlowp::internal::Int4Outcome;
using gemmlowp::internal::Int4Problem;
using gemmlowp::internal::ToC;

lowp_status lowp_gemm_int4(lowp_context* context, const lowp_int4_rows* rows,
                           const lowp_int4* weights, const lowp_matrix* result,
                           const lowp_int4_options* options) {
  if (context == nullptr) return FailForNull("context");
  if (weights == nullptr) return FailForNull("weights");
  return Guarded([&] {
    return gemmlowp::internal::Gemm(context, rows, *weights, result, options);
  });
}

lowp_status lowp_sum_int4(lowp_context* context, const lowp_int4_rows* rows,
                          const lowp_int4* weights, int64_t* sums,
                          int64_t row_stride) {
  if (context == nullptr) return FailForNull("context");
  if (weights == nullptr) return FailForNull("weights");
  return Guarded([&] {
    return gemmlowp::internal::Sums(context, rows, *weights,
                                    Int4Outcome::kInt64, sums, row_stride);
  });
}

lowp_status lowp_group_sums_int4(lowp_context* context,
                                 const lowp_int4_rows* rows,
                                 const lowp_int4* weights, int32_t* sums) {
  if (context == nullptr) return FailForNull("context");
  if (weights == nullptr) return FailForNull("weights");
  return Guarded([&] {
    return gemmlowp::internal::Sums(context, rows, *weights,
                                    Int4Outcome::kGroupSums, sums, 0);
  });
}

lowp_status lowp_prepare_int4(lowp_context* context, const lowp_int4* weights,
                              int32_t max_rows,
                              const lowp_int4_options* options,
                              lowp_prepared_int4** prepared) {
  if (context == nullptr) return FailForNull("context");
  if (weights == nullptr) return FailForNull("weights");
  if (prepared == nullptr) return FailForNull("prepared");
  return Guarded([&] {
    return gemmlowp::internal::Prepare(context, *weights, max_rows, options,
                                       prepared);
  });
}

void lowp_prepared_int4_destroy(lowp_prepared_int4* prepared) {
  delete prepared;
}

lowp_status lowp_prepared_int4_workspace_bytes(
    const lowp_prepared_int4* prepared, size_t* bytes) {
  if (prepared == nullptr) return FailForNull("prepared");
  if (bytes == nullptr) return FailForNull("bytes");
  *bytes = prepared->preparation.workspace_bytes;
  return LOWP_OK;
}

lowp_status lowp_prepared_int4_run(const lowp_prepared_int4* prepared,
                                   lowp_context* context,
                                   const lowp_int4_rows* rows,
                                   const lowp_matrix* result) {
  if (prepared == nullptr) return FailForNull("prepared");
  if (context == nullptr) return FailForNull("context");
  Int4Problem problem;
  const lowp_status status =
      gemmlowp::internal::ReadPreparedRun(*prepared, rows, result, &problem);
  if (status != LOWP_OK) return status;
  return Guarded([&] {
    return ToC(gemmlowp::internal::RunInt4(
        problem, prepared->preparation,
        gemmlowp::internal::ResourcesOf(&context->context)));
  });
}

lowp_status lowp_prepared_int4_run_in(const lowp_prepared_int4* prepared,
                                      const lowp_int4_rows* rows,
                                      const lowp_matrix* result,
                                      void* workspace, size_t workspace_bytes,
                                      const lowp_executor* executor) {
  if (prepared == nullptr) return FailForNull("prepared");
  Int4Problem problem;
  lowp_status status =
      gemmlowp::internal::ReadPreparedRun(*prepared, rows, result, &problem);
  if (status != LOWP_OK) return status;
  gemmlowp::Executor read;
  status = gemmlowp::internal::ReadExecutor(executor, &read);
  if (status != LOWP_OK) return status;
  return Guarded([&] {
    return ToC(gemmlowp::internal::RunInt4(problem, prepared->preparation,
                                           workspace, workspace_bytes, read));
  });
}
