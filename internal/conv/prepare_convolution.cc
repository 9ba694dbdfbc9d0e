// Prepares convolutions: checks everything, then plans.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdint>
#include <new>

#include "../backends/backend_list.h"
#include "../contract/engine_state.h"
#include "../contract/quantized_values.h"
#include "../epilogue/validate_stages.h"
#include "../runtime/extent.h"
#include "conv_state.h"
#include "int16_state.h"
#include "pipeline_rows.h"
#include "prepare_depthwise.h"
#include "prepare_products.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

Status CheckEqual(const char* name, int value, int expected,
                  const char* problem) {
  return value == expected ? Status() : InvalidArgument(name, value, problem);
}

// Whether the filter was packed for such a geometry.
Status CheckFilter(const ConvGeometry& g, const FilterHeader& header) {
  static constexpr const char* kKernels[] = {"geometry.depth.kernel",
                                             "geometry.height.kernel",
                                             "geometry.width.kernel"};
  static constexpr const char* kStrides[] = {"geometry.depth.stride",
                                             "geometry.height.stride",
                                             "geometry.width.stride"};
  static constexpr const char* kDilations[] = {"geometry.depth.dilation",
                                               "geometry.height.dilation",
                                               "geometry.width.dilation"};
  static constexpr const char* kOther = "differs from the filter's";
  Status status = CheckEqual("geometry.input_channels", g.input_channels,
                             header.input_channels, kOther);
  if (status.ok()) {
    status = CheckEqual("geometry.output_channels", g.output_channels,
                        header.output_channels, kOther);
  }
  if (status.ok()) {
    status = CheckEqual("geometry.groups", g.groups, header.groups, kOther);
  }
  if (status.ok()) {
    status = CheckEqual("geometry.transposed", g.transposed, header.transposed,
                        kOther);
  }
  for (int i = 0; i < kConvAxes && status.ok(); ++i) {
    const ConvAxis& axis = AxisOf(g, i);
    status = CheckEqual(kKernels[i], axis.kernel, header.kernel[i], kOther);
    if (!g.transposed || !status.ok()) continue;
    status = CheckEqual(kStrides[i], axis.stride, header.stride[i], kOther);
    if (!status.ok()) break;
    status =
        CheckEqual(kDilations[i], axis.dilation, header.dilation[i], kOther);
  }
  return status;
}

Status CheckZeroPoints(const ConvProblem& problem) {
  Status status = ValidateZeroPoint(problem.input, problem.input_zero_point,
                                    "zero_points.input");
  const Scalar scalar = static_cast<Scalar>(problem.filter->header.scalar);
  if (!status.ok() || problem.filter_zero_points == nullptr) {
    return status.ok() ? ValidateZeroPoint(scalar, problem.filter_zero_point,
                                           "zero_points.filter")
                       : status;
  }
  for (int i = 0; i < problem.geometry->output_channels && status.ok(); ++i) {
    status = ValidateZeroPoint(scalar, problem.filter_zero_points[i],
                               "zero_points.filter_of_channel");
  }
  return status;
}

void SetMatrices(ConvState* state) {
  const ConvGeometry& g = state->geometry;
  const PlanarTensors& planes = state->planes;
  state->input_memory =
      planes.input.is_planar()
          ? MemoryOf(planes.input, state->input)
          : MatrixRef{
                nullptr, InputPositions(g), g.input_channels, InputStride(g),
                true,    state->input};
  state->output_matrix = {nullptr,
                          Positions(state->shape),
                          g.output_channels,
                          OutputStride(g),
                          true,
                          state->output};
  state->output_memory = planes.output.is_planar()
                             ? MemoryOf(planes.output, state->output)
                             : state->output_matrix;
  state->output_bytes = static_cast<std::size_t>(
      BytesOfRows(state->output_matrix.rows, state->output_matrix.cols,
                  state->output_matrix.stride,
                  static_cast<std::size_t>(SizeOf(state->output)))
          .value());
}

void SetState(const ConvProblem& problem, const ConvShape& shape,
              ConvState* state) {
  state->geometry = *problem.geometry;
  state->shape = shape;
  state->planes = TakePlanes(shape, &state->geometry);
  state->filter = problem.filter;
  state->input = problem.input;
  state->output = problem.output;
  state->uses_floats = problem.uses_floats;
  state->sums_stay = problem.sums_stay;
  state->may_copy_lines = problem.may_copy_lines;
  state->ops.assign(problem.ops, problem.ops + problem.op_count);
  state->input_offset = -problem.input_zero_point;
  state->filter_offset = -problem.filter_zero_point;
  if (problem.filter_zero_points != nullptr) {
    for (int i = 0; i < state->geometry.output_channels; ++i) {
      state->filter_offsets.push_back(-problem.filter_zero_points[i]);
    }
  }
  state->scatters = false;
  for (int i = 0; i < kConvAxes; ++i) {
    state->scatters |=
        PhasesAlong(AxisOf(state->geometry, i), state->geometry.transposed) > 1;
  }
  state->depends_on_rows =
      std::any_of(state->ops.begin(), state->ops.end(), DependsOnRows);
  SetMatrices(state);
  state->reads = ReadsOf(problem.ops, problem.op_count, state->output_memory);
}

Status Check(const ConvProblem& problem, const GemmResources& resources,
             ConvShape* shape) {
  if (resources.max_threads < 1) return NegativeThreads(resources.max_threads);
  Status status = OutputShape(*problem.geometry, shape);
  if (!status.ok()) return status;
  if (problem.filter == nullptr) {
    return InvalidArgument("filter", 0, "is empty");
  }
  status = CheckFilter(*problem.geometry, problem.filter->header);
  return status.ok() ? CheckZeroPoints(problem) : status;
}

// Which kernels a convolution may have.
enum class Kernels { kAny, kOfProducts };

Status PrepareChecked(const ConvProblem& problem, const ConvShape& shape,
                      const GemmResources& resources, Kernels kernels,
                      ConvState* state) {
  SetState(problem, shape, state);
  Status status =
      ValidateStages(state->ops.data(), static_cast<int>(state->ops.size()),
                     state->output_matrix);
  if (!status.ok()) return status;
  const int output_size = problem.int64.stores ? 8 : SizeOf(state->output);
  status = LayOutPlanes(SizeOf(state->input), output_size, &state->planes);
  if (!status.ok()) return status;
  // Parts of the filter that are packed for another one choose that.
  status = BackendOf(*resources.state, &state->backend);
  if (!status.ok()) return status;
  if (state->input == Scalar::kInt16) {
    return PrepareInt16(problem, resources, state);
  }
  return kernels == Kernels::kAny && state->has_images() &&
                 TakesDepthwiseKernels(state)
             ? PrepareDepthwise(resources, state)
             : PrepareProducts(resources, state);
}

// Replaces narrow groups that depthwise kernels compute by products, if these
// take less time. The halves of an int16 input, whose sums stay, have to be
// computed alike.
void PreferProducts(const ConvProblem& problem, const ConvShape& shape,
                    const GemmResources& resources,
                    std::shared_ptr<ConvState>* state) {
  if ((*state)->depthwise.empty() || problem.sums_stay ||
      IsDepthwise((*state)->geometry)) {
    return;
  }
  const auto products = std::make_shared<ConvState>();
  const Status status = PrepareChecked(problem, shape, resources,
                                       Kernels::kOfProducts, products.get());
  const float product_cycle = (*state)->backend->windows.product_cycle;
  if (status.ok() && products->cycles * product_cycle < (*state)->cycles) {
    *state = products;
  }
}

}  // namespace

Status PrepareConvolution(const ConvProblem& problem,
                          const GemmResources& resources,
                          std::shared_ptr<const ConvState>* prepared) {
  ConvShape shape;
  Status status = Check(problem, resources, &shape);
  if (!status.ok()) return status;
  try {
    auto state = std::make_shared<ConvState>();
    status =
        PrepareChecked(problem, shape, resources, Kernels::kAny, state.get());
    if (!status.ok()) return status;
    PreferProducts(problem, shape, resources, &state);
    state->pipeline = problem.pipeline;
    state->destroy = problem.destroy;
    *prepared = state;
  } catch (const std::bad_alloc&) {
    return Status(StatusCode::kResourceExhausted, "prepared",
                  static_cast<std::int64_t>(sizeof(ConvState)),
                  "or more bytes were needed and refused by the system");
  }
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
