// Dynamic linear layers of the C API.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <limits>
#include <memory>

#include "../contract/dynamic_linear.h"
#include "../frontend/front_end.h"
#include "dynamic_arithmetic.h"
#include "error.h"
#include "executor.h"
#include "handles.h"
#include "read_matrix.h"
#include "sized_struct.h"
#include "with_map.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr Name kDynamicNames[] = {
    {"source.data", "weights.data"},
    {"arithmetic.range.low", "arithmetic.range_low"},
    {"arithmetic.range.high", "arithmetic.range_high"},
    {"arithmetic.codes.low", "arithmetic.codes_low"},
    {"arithmetic.codes.high", "arithmetic.codes_high"}};

// Everything but the weights, which are k x n.
lowp_status ReadLinear(const lowp_dynamic_linear& linear, int k, int n,
                       DynamicLinearProblem* problem) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  problem->scales = {linear.scales, linear.scale_count};
  problem->zero_points = {linear.zero_points, linear.zero_point_count};
  problem->bias = {linear.bias, linear.bias == nullptr ? 0 : n};
  problem->factors = {linear.factors, linear.factors == nullptr ? 0 : k};
  bool clamps = false;
  const lowp_status status = ReadBool(linear.clamps, "linear.clamps", &clamps);
  if (status != LOWP_OK) return status;
  problem->low = clamps ? linear.low : -kInfinity;
  problem->high = clamps ? linear.high : kInfinity;
  return ReadArithmetic(linear.arithmetic, &problem->arithmetic);
}

// Packs the weights for the backend, or for the default one if it is null,
// unless they are packed already.
lowp_status PackWeights(const lowp_dynamic_linear& linear, const char* backend,
                        PackedMatrix* packed) {
  if (linear.weights_packed != nullptr) {
    *packed = linear.weights_packed->matrix;
    return LOWP_OK;
  }
  MatrixRef matrix;
  const lowp_status status =
      ReadMatrix(linear.weights, TypeSet::kOperands, "weights", &matrix);
  if (status != LOWP_OK) return status;
  const Status result = WithMap(matrix, [&](const auto& map) {
    return PackedMatrix::Pack(map, Side::kRhs, packed, backend);
  });
  return ToC(Renamed(result, kDynamicNames));
}

lowp_status Prepare(lowp_context* context, const lowp_dynamic_linear* linear,
                    lowp_dynamic** layer) {
  lowp_dynamic_linear read;
  lowp_status status = ReadStruct(linear, "linear", &read);
  if (status != LOWP_OK) return status;
  const GemmResources resources = ResourcesOf(&context->context);
  PackedMatrix packed;
  status = PackWeights(read, context->context.backend(), &packed);
  if (status != LOWP_OK) return status;
  DynamicLinearProblem problem = {};
  status = ReadLinear(read, packed.rows(), packed.cols(), &problem);
  if (status != LOWP_OK) return status;
  auto made = std::make_unique<lowp_dynamic>();
  const Status result =
      PrepareDynamicLinear(problem, packed, resources, &made->state);
  if (!result.ok()) return FailWith(Renamed(result, kDynamicNames));
  *layer = made.release();
  return LOWP_OK;
}

// Reads the two matrices of a run.
lowp_status ReadRun(const lowp_matrix* x, const lowp_matrix* y,
                    RealMatrix* input, RealMatrix* output) {
  const lowp_status status = ReadReals(x, "x", input);
  return status == LOWP_OK ? ReadReals(y, "y", output) : status;
}

const DynamicLinearState* LayerOf(const void* layers, int group) {
  const lowp_dynamic* const layer =
      static_cast<const lowp_dynamic* const*>(layers)[group];
  return layer == nullptr ? nullptr : layer->state.get();
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

using gemmlowp::internal::Fail;
using gemmlowp::internal::FailForNull;
using gemmlowp::internal::Guarded;
using gemmlowp::internal::ReadRun;
using gemmlowp::internal::RealMatrix;
using gemmlowp::internal::ResourcesOf;
using gemmlowp::internal::ToC;

lowp_status lowp_prepare_dynamic(lowp_context* context,
                                 const lowp_dynamic_linear* linear,
                                 lowp_dynamic** layer) {
  if (context == nullptr) return FailForNull("context");
  if (layer == nullptr) return FailForNull("layer");
  return Guarded(
      [&] { return gemmlowp::internal::Prepare(context, linear, layer); });
}

void lowp_dynamic_destroy(lowp_dynamic* layer) { delete layer; }

lowp_status lowp_dynamic_get_info(const lowp_dynamic* layer,
                                  lowp_dynamic_info* info) {
  if (layer == nullptr) return FailForNull("layer");
  lowp_dynamic_info filled;
  const lowp_status status =
      gemmlowp::internal::ReadStruct(info, "info", &filled);
  if (status != LOWP_OK) return status;
  filled.inputs = gemmlowp::internal::InputsOf(*layer->state);
  filled.outputs = gemmlowp::internal::OutputsOf(*layer->state);
  gemmlowp::internal::WriteStruct(filled, info);
  return LOWP_OK;
}

lowp_status lowp_dynamic_run(const lowp_dynamic* layer, lowp_context* context,
                             const lowp_matrix* x, const lowp_matrix* y) {
  if (layer == nullptr) return FailForNull("layer");
  if (context == nullptr) return FailForNull("context");
  RealMatrix input, output;
  const lowp_status status = ReadRun(x, y, &input, &output);
  if (status != LOWP_OK) return status;
  return Guarded([&] {
    return ToC(gemmlowp::internal::RunDynamicLinear(
        layer->state.get(), input, output, ResourcesOf(&context->context)));
  });
}

lowp_status lowp_dynamic_workspace_bytes(const lowp_dynamic* layer,
                                         int32_t rows, int32_t concurrency,
                                         size_t* bytes) {
  if (layer == nullptr) return FailForNull("layer");
  if (bytes == nullptr) return FailForNull("bytes");
  if (rows < 0) {
    return Fail(LOWP_INVALID_ARGUMENT, "rows = %d: is negative", rows);
  }
  if (concurrency < 1) {
    return Fail(LOWP_INVALID_ARGUMENT, "concurrency = %d: is less than 1",
                concurrency);
  }
  const std::size_t needed = gemmlowp::internal::DynamicWorkspaceBytes(
      layer->state.get(), rows, concurrency);
  if (needed == 0 && rows > 0) {
    return Fail(LOWP_RESOURCE_EXHAUSTED,
                "rows = %d: need more memory than the address space has", rows);
  }
  *bytes = needed;
  return LOWP_OK;
}

lowp_status lowp_dynamic_run_in(const lowp_dynamic* layer, const lowp_matrix* x,
                                const lowp_matrix* y, void* workspace,
                                size_t workspace_bytes,
                                const lowp_executor* executor) {
  if (layer == nullptr) return FailForNull("layer");
  RealMatrix input, output;
  lowp_status status = ReadRun(x, y, &input, &output);
  if (status != LOWP_OK) return status;
  gemmlowp::Executor read;
  status = gemmlowp::internal::ReadExecutor(executor, &read);
  if (status != LOWP_OK) return status;
  return Guarded([&] {
    return ToC(gemmlowp::internal::RunDynamicLinear(
        layer->state.get(), input, output, workspace, workspace_bytes, read));
  });
}

lowp_status lowp_dynamic_run_groups(lowp_context* context,
                                    const lowp_dynamic* const* layers,
                                    int32_t groups, const int32_t* offsets,
                                    const lowp_matrix* x, const int32_t* index,
                                    const lowp_matrix* y) {
  if (context == nullptr) return FailForNull("context");
  RealMatrix input, output;
  const lowp_status status = ReadRun(x, y, &input, &output);
  if (status != LOWP_OK) return status;
  return Guarded([&] {
    return ToC(gemmlowp::internal::RunDynamicGroups(
        {gemmlowp::internal::LayerOf, layers}, {groups, offsets, index}, input,
        output, ResourcesOf(&context->context)));
  });
}
