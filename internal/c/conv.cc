// Convolutions of the C API: prepared and run.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <memory>
#include <string>

#include "../contract/convolution.h"
#include "../frontend/front_end.h"
#include "error.h"
#include "executor.h"
#include "handles.h"
#include "read_geometry.h"
#include "read_matrix.h"
#include "read_stages.h"
#include "sized_struct.h"
#include "text.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr Name kConvNames[] = {
    {"zero_points.input", "conv.input_zero_point"},
    {"zero_points.filter", "conv.filter_zero_point"},
    {"zero_points.filter_of_channel", "conv.filter_zero_points"}};

// The output as a matrix to the stages.
lowp_status ReadOutput(const ConvGeometry& geometry, lowp_type type,
                       MatrixRef* output) {
  const lowp_status status =
      ReadType(type, TypeSet::kAll, "conv.output_type", &output->scalar);
  if (status != LOWP_OK) return status;
  ConvShape shape;
  const Status found = OutputShape(geometry, &shape);
  if (!found.ok()) return FailWith(found);
  const std::int64_t positions =
      std::int64_t{shape.batch} * shape.depth * shape.height * shape.width;
  output->data = nullptr;
  output->rows = static_cast<int>(positions);
  output->cols = shape.channels;
  output->stride =
      geometry.output_stride == 0 ? shape.channels : geometry.output_stride;
  output->row_major = true;
  return LOWP_OK;
}

lowp_status ReadConv(const lowp_conv& conv, ConvGeometry* geometry,
                     MatrixRef* output, StageList* stages,
                     ConvProblem* problem) {
  if (conv.geometry == nullptr) return FailForNull("conv.geometry");
  if (conv.filter == nullptr) return FailForNull("conv.filter");
  lowp_status status = ReadGeometry(conv.geometry, geometry);
  if (status != LOWP_OK) return status;
  status = ReadType(conv.input_type, TypeSet::kOperands, "conv.input_type",
                    &problem->input);
  if (status != LOWP_OK) return status;
  status = ReadOutput(*geometry, conv.output_type, output);
  if (status != LOWP_OK) return status;
  if (conv.filter_zero_points != nullptr && conv.filter_zero_point != 0) {
    return Fail(LOWP_INVALID_ARGUMENT,
                "conv.filter_zero_point = %d: is not 0, but there are "
                "filter_zero_points as well",
                conv.filter_zero_point);
  }
  status =
      stages->Read(conv.stages, conv.stage_count, *output, "conv.output_type");
  if (status != LOWP_OK) return status;
  problem->geometry = geometry;
  problem->filter = conv.filter->filter.state();
  problem->output = output->scalar;
  problem->input_zero_point = conv.input_zero_point;
  problem->filter_zero_point = conv.filter_zero_point;
  problem->filter_zero_points = conv.filter_zero_points;
  stages->SetOps(problem);
  problem->uses_floats = stages->uses_floats();
  problem->pipeline = stages;
  problem->destroy = [](void* p) { delete static_cast<StageList*>(p); };
  return LOWP_OK;
}

lowp_status Prepare(lowp_context* context, const lowp_conv* conv,
                    lowp_prepared_conv** prepared) {
  lowp_conv read;
  lowp_status status = ReadStruct(conv, "conv", &read);
  if (status != LOWP_OK) return status;
  auto stages = std::make_unique<StageList>();
  auto made = std::make_unique<lowp_prepared_conv>();
  ConvGeometry geometry;
  MatrixRef output = {};
  ConvProblem problem = {};
  status = ReadConv(read, &geometry, &output, stages.get(), &problem);
  if (status != LOWP_OK) return status;
  const Status result =
      PrepareConvolution(problem, ResourcesOf(&context->context), &made->state);
  if (!result.ok()) {
    return FailForStages(Renamed(result, kConvNames), problem.ops,
                         problem.op_count, output);
  }
  static_cast<void>(stages.release());  // the prepared convolution has it
  *prepared = made.release();
  return LOWP_OK;
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

using gemmlowp::internal::FailForNull;
using gemmlowp::internal::Guarded;
using gemmlowp::internal::ToC;

lowp_status lowp_prepare_conv(lowp_context* context, const lowp_conv* conv,
                              lowp_prepared_conv** prepared) {
  if (context == nullptr) return FailForNull("context");
  if (prepared == nullptr) return FailForNull("prepared");
  return Guarded(
      [&] { return gemmlowp::internal::Prepare(context, conv, prepared); });
}

void lowp_prepared_conv_destroy(lowp_prepared_conv* prepared) {
  delete prepared;
}

lowp_status lowp_prepared_conv_workspace_bytes(
    const lowp_prepared_conv* prepared, size_t* bytes) {
  if (prepared == nullptr) return FailForNull("prepared");
  if (bytes == nullptr) return FailForNull("bytes");
  *bytes = gemmlowp::internal::WorkspaceBytes(*prepared->state);
  return LOWP_OK;
}

lowp_status lowp_prepared_conv_plan(const lowp_prepared_conv* prepared,
                                    char* text, size_t capacity,
                                    size_t* length) {
  if (prepared == nullptr) return FailForNull("prepared");
  const lowp_status status = gemmlowp::internal::CheckText(text, capacity);
  if (status != LOWP_OK) return status;
  return Guarded([&] {
    gemmlowp::internal::CopyText(gemmlowp::internal::Describe(*prepared->state),
                                 text, capacity, length);
    return LOWP_OK;
  });
}

lowp_status lowp_prepared_conv_run(const lowp_prepared_conv* prepared,
                                   lowp_context* context, const void* input,
                                   void* output) {
  if (prepared == nullptr) return FailForNull("prepared");
  if (context == nullptr) return FailForNull("context");
  return Guarded([&] {
    return ToC(gemmlowp::internal::RunConvolution(
        *prepared->state, {input, output},
        gemmlowp::internal::ResourcesOf(&context->context)));
  });
}

lowp_status lowp_prepared_conv_run_in(const lowp_prepared_conv* prepared,
                                      const void* input, void* output,
                                      void* workspace, size_t workspace_bytes,
                                      const lowp_executor* executor) {
  if (prepared == nullptr) return FailForNull("prepared");
  gemmlowp::Executor read;
  const lowp_status status = gemmlowp::internal::ReadExecutor(executor, &read);
  if (status != LOWP_OK) return status;
  return Guarded([&] {
    return ToC(gemmlowp::internal::RunConvolution(
        *prepared->state, {input, output}, workspace, workspace_bytes, read));
  });
}
