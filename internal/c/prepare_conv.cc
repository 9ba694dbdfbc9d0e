// Makes prepared convolutions of C descriptions.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "prepare_conv.h"

#include "../frontend/front_end.h"
#include "handles.h"
#include "read_stages.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

lowp_status ReadOutput(const ConvGeometry& geometry, MatrixRef* output) {
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

lowp_status PrepareConvInC(const ConvInC& call, const MatrixRef& output,
                           lowp_context* context, const ConvNames& names,
                           std::shared_ptr<const ConvState>* state) {
  const ConvZeroPointsInC& zero_points = call.zero_points;
  if (zero_points.filter_of_channel != nullptr && zero_points.filter != 0) {
    return Fail(LOWP_INVALID_ARGUMENT,
                "%s = %d: is not 0, but there are %s as well",
                zero_points.filter_name, zero_points.filter,
                zero_points.filter_of_channel_name);
  }
  auto stages = std::make_unique<StageList>();
  ConvProblem problem = {};
  problem.int64.stores = call.stores_int64;
  const bool is_int64 = call.input == Scalar::kInt16;
  const lowp_status status =
      stages->Read(call.stages, call.stage_count, output, call.result_type_name,
                   is_int64 ? &problem.int64 : nullptr);
  if (status != LOWP_OK) return status;
  problem.geometry = call.geometry;
  problem.filter = call.filter->filter.state();
  problem.input = call.input;
  problem.output = output.scalar;
  problem.input_zero_point = zero_points.input;
  problem.filter_zero_point = zero_points.filter;
  problem.filter_zero_points = zero_points.filter_of_channel;
  stages->SetOps(&problem);
  problem.uses_floats = stages->uses_floats();
  problem.pipeline = stages.get();
  problem.destroy = [](void* p) { delete static_cast<StageList*>(p); };
  const Status result =
      PrepareConvolution(problem, ResourcesOf(&context->context), state);
  if (!result.ok()) return stages->Refuse(Renamed(result, names), output);
  static_cast<void>(stages.release());  // the prepared convolution has it
  return LOWP_OK;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
