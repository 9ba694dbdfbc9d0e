// Products of the C API: run, planned, prepared.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/gemm.h"

#include <memory>

#include "../frontend/front_end.h"
#include "error.h"
#include "executor.h"
#include "handles.h"
#include "read_product.h"
#include "sized_struct.h"
#include "text.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Reads a product and calls f(problem, resources), which returns a Status.
template <typename F>
lowp_status WithProblem(lowp_context* context, const lowp_product* product,
                        StageList* stages, F f) {
  return Guarded([&]() -> lowp_status {
    if (context == nullptr) return FailForNull("context");
    lowp_product read;
    lowp_status status = ReadStruct(product, "product", &read);
    if (status != LOWP_OK) return status;
    GemmProblem problem = {};  // what C does not offer is not set
    status = ReadProduct(read, stages, &problem);
    if (status != LOWP_OK) return status;
    const Status result = f(read, problem, ResourcesOf(&context->context));
    return result.ok() ? LOWP_OK : stages->Refuse(result, problem.result);
  });
}

lowp_status Plan(lowp_context* context, const lowp_product* product,
                 GemmPlan* plan) {
  StageList stages;
  return WithProblem(context, product, &stages,
                     [plan](const lowp_product&, const GemmProblem& problem,
                            const GemmResources& resources) {
                       return PlanProblem(problem, resources, plan);
                     });
}

const PackedMatrix* MatrixOf(const lowp_packed* packed) {
  return packed == nullptr ? nullptr : &packed->matrix;
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

using gemmlowp::GemmPlan;
using gemmlowp::Status;
using gemmlowp::internal::FailForNull;
using gemmlowp::internal::GemmProblem;
using gemmlowp::internal::GemmResources;
using gemmlowp::internal::Guarded;
using gemmlowp::internal::StageList;
using gemmlowp::internal::ToC;

lowp_status lowp_gemm(lowp_context* context, const lowp_product* product) {
  StageList stages;
  return gemmlowp::internal::WithProblem(
      context, product, &stages,
      [](const lowp_product&, const GemmProblem& problem,
         const GemmResources& resources) {
        return gemmlowp::internal::RunGemm(problem, resources);
      });
}

lowp_status lowp_plan_gemm(lowp_context* context, const lowp_product* product,
                           char* text, size_t capacity, size_t* length) {
  GemmPlan plan;
  lowp_status status = gemmlowp::internal::CheckText(text, capacity);
  if (status != LOWP_OK) return status;
  status = gemmlowp::internal::Plan(context, product, &plan);
  if (status != LOWP_OK) return status;
  return Guarded([&] {
    gemmlowp::internal::CopyText(plan.Describe(), text, capacity, length);
    return LOWP_OK;
  });
}

lowp_status lowp_gemm_workspace_bytes(lowp_context* context,
                                      const lowp_product* product,
                                      size_t* bytes) {
  if (bytes == nullptr) return FailForNull("bytes");
  GemmPlan plan;
  const lowp_status status = gemmlowp::internal::Plan(context, product, &plan);
  if (status == LOWP_OK) *bytes = plan.workspace_bytes;
  return status;
}

lowp_status lowp_prepare_gemm(lowp_context* context,
                              const lowp_product* product,
                              lowp_prepared** prepared) {
  if (prepared == nullptr) return FailForNull("prepared");
  return Guarded([&]() -> lowp_status {
    auto stages = std::make_unique<StageList>();
    auto made = std::make_unique<lowp_prepared>();
    const lowp_status status = gemmlowp::internal::WithProblem(
        context, product, stages.get(),
        [&](const lowp_product& read, const GemmProblem& problem,
            const GemmResources& resources) {
          return gemmlowp::internal::PrepareGemm(
              problem,
              {gemmlowp::internal::MatrixOf(read.lhs_packed),
               gemmlowp::internal::MatrixOf(read.rhs_packed), stages.get(),
               [](void* p) { delete static_cast<StageList*>(p); }},
              resources, &made->state);
        });
    if (status != LOWP_OK) return status;
    static_cast<void>(stages.release());  // the prepared product has it
    *prepared = made.release();
    return LOWP_OK;
  });
}

void lowp_prepared_destroy(lowp_prepared* prepared) { delete prepared; }

lowp_status lowp_prepared_workspace_bytes(const lowp_prepared* prepared,
                                          size_t* bytes) {
  if (prepared == nullptr) return FailForNull("prepared");
  if (bytes == nullptr) return FailForNull("bytes");
  *bytes = gemmlowp::internal::WorkspaceBytes(*prepared->state);
  return LOWP_OK;
}

lowp_status lowp_prepared_plan(const lowp_prepared* prepared, char* text,
                               size_t capacity, size_t* length) {
  if (prepared == nullptr) return FailForNull("prepared");
  const lowp_status status = gemmlowp::internal::CheckText(text, capacity);
  if (status != LOWP_OK) return status;
  return Guarded([&] {
    GemmPlan plan;
    gemmlowp::internal::Describe(*prepared->state, &plan);
    gemmlowp::internal::CopyText(plan.Describe(), text, capacity, length);
    return LOWP_OK;
  });
}

lowp_status lowp_prepared_run(const lowp_prepared* prepared,
                              lowp_context* context, const void* lhs,
                              const void* rhs, void* result) {
  if (prepared == nullptr) return FailForNull("prepared");
  if (context == nullptr) return FailForNull("context");
  return Guarded([&] {
    return ToC(gemmlowp::internal::RunPreparedGemm(
        *prepared->state, {lhs, rhs, result},
        gemmlowp::internal::ResourcesOf(&context->context)));
  });
}

lowp_status lowp_prepared_run_in(const lowp_prepared* prepared, const void* lhs,
                                 const void* rhs, void* result, void* workspace,
                                 size_t workspace_bytes,
                                 const lowp_executor* executor) {
  if (prepared == nullptr) return FailForNull("prepared");
  return Guarded([&]() -> lowp_status {
    gemmlowp::Executor read;
    const lowp_status status =
        gemmlowp::internal::ReadExecutor(executor, &read);
    if (status != LOWP_OK) return status;
    return ToC(gemmlowp::internal::RunPreparedGemm(
        *prepared->state, {lhs, rhs, result}, workspace, workspace_bytes,
        read));
  });
}
