// Convolutions of the C API: prepared and run.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <memory>

#include "../contract/convolution.h"
#include "../frontend/front_end.h"
#include "error.h"
#include "executor.h"
#include "handles.h"
#include "prepare_conv.h"
#include "read_geometry.h"
#include "read_matrix.h"
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

lowp_status ReadConv(const lowp_conv& conv, ConvGeometry* geometry,
                     MatrixRef* output, ConvInC* call) {
  if (conv.geometry == nullptr) return FailForNull("conv.geometry");
  if (conv.filter == nullptr) return FailForNull("conv.filter");
  lowp_status status = ReadGeometry(conv.geometry, geometry);
  if (status != LOWP_OK) return status;
  status = ReadType(conv.input_type, TypeSet::kQuantized, "conv.input_type",
                    &call->input);
  if (status != LOWP_OK) return status;
  call->stores_int64 =
      conv.output_type == LOWP_INT64 && call->input == Scalar::kInt16;
  if (call->stores_int64) {
    output->scalar = Scalar::kInt32;
  } else {
    status = ReadType(conv.output_type, TypeSet::kAll, "conv.output_type",
                      &output->scalar);
    if (status != LOWP_OK) return status;
  }
  call->geometry = geometry;
  call->filter = conv.filter;
  call->result_type_name = "conv.output_type";
  call->zero_points = {conv.input_zero_point, conv.filter_zero_point,
                       conv.filter_zero_points, "conv.filter_zero_point",
                       "filter_zero_points"};
  call->stages = conv.stages;
  call->stage_count = conv.stage_count;
  return LOWP_OK;
}

lowp_status Prepare(lowp_context* context, const lowp_conv* conv,
                    lowp_prepared_conv** prepared) {
  lowp_conv read;
  lowp_status status = ReadStruct(conv, "conv", &read);
  if (status != LOWP_OK) return status;
  ConvGeometry geometry;
  MatrixRef output = {};
  ConvInC call;
  status = ReadConv(read, &geometry, &output, &call);
  if (status == LOWP_OK) status = ReadOutput(geometry, &output);
  if (status != LOWP_OK) return status;
  auto made = std::make_unique<lowp_prepared_conv>();
  status = PrepareConvInC(call, output, context, kConvNames, &made->state);
  if (status == LOWP_OK) *prepared = made.release();
  return status;
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
