// Convolutions of 8-bit tensors, and of 16-bit ones with 8-bit filters, exact,
// with the output pipelines of products.
//
//   ConvGeometry geometry;            // 56x56x64 to 56x56x128, 3x3
//   geometry.input_channels = 64;
//   geometry.output_channels = 128;
//   geometry.height.input = geometry.width.input = 56;
//   geometry.height.kernel = geometry.width.kernel = 3;
//   SetSamePadding(&geometry.height);
//   SetSamePadding(&geometry.width);
//
//   PackedFilter filter;
//   Status status = PackedFilter::Pack(geometry, weights,
//                                      FilterLayout::kODHWI, &filter);
//   PreparedConvolution convolution;
//   if (status.ok()) {
//     status = PreparedConvolution::Prepare<std::int8_t>(
//         &context, geometry, filter, zero_points,
//         std::make_tuple(bias, scale, clamp, cast), &convolution);
//   }
//   if (status.ok()) status = convolution.Run(&context, input, output);
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_CONVOLUTION_PREPARED_CONVOLUTION_H_
#define LOWP_PUBLIC_CONVOLUTION_PREPARED_CONVOLUTION_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <tuple>
#include <type_traits>

#include "../../internal/contract/convolution.h"
#include "../../internal/frontend/front_end.h"
#include "../../internal/frontend/int64_stages.h"
#include "../../internal/frontend/owned_pipeline.h"
#include "../executor.h"
#include "../status.h"
#include "conv_geometry.h"
#include "packed_filter.h"

namespace gemmlowp {
inline namespace lowp {

// What stands for zero. All of them are subtracted.
struct ConvZeroPoints {
  // Also what the padding holds: a value of the input's type.
  std::int32_t input = 0;
  std::int32_t filter = 0;
  // If not null, output_channels zero points of the filter, in place of
  // `filter`; copied.
  const std::int32_t* filter_of_channel = nullptr;
};

// A convolution that is ready to run. The output is a matrix to the pipeline: a
// row for each position, in order of batch, depth, height, width, and a column
// for each output channel. So parameters for each channel are row vectors
// (VectorShape::Row) of output_channels values.
//
// The accumulator is the sum modulo 2^32; no backend, number of threads or path
// changes a byte.
//
// Immutable: threads may run one at the same time, each with a workspace of its
// own, and copies are cheap, since they share what was prepared.
class PreparedConvolution {
 public:
  // Empty; running it is an error.
  PreparedConvolution() = default;

  // Prepares a convolution of Input, uint8_t, int8_t or int16_t, for as many
  // threads as the context allows. The filter is shared, and where kernels need
  // zeros between its values, copied with them; the pipeline is copied. Vectors
  // that the pipeline refers to, and matrices that stages add, must outlive
  // this object and its copies, and the vectors must keep their values.
  //
  // The sums of an int16_t input are exact int64 values. The pipeline begins
  // with the stages of stages/int64.h, if there are any, which bring them to
  // int32; the others follow. For a product of int16_t rows, see
  // int16_product.h.
  //
  // Fails, and changes nothing, with the status of OutputShape; with
  // kInvalidArgument if the filter is empty or was packed for another geometry
  // or backend, a zero point is not a value of its tensor's type, or a stage's
  // parameter is wrong; with kUnsupported if this machine cannot run the
  // filter's format, if the sums of an int16_t input may exceed 39 bits, which
  // takes more than 33,025 products for each output, or more than 65,793 if the
  // filter is int8_t and its zero points are 0, or if positions of an int64_t
  // output lie more than 2^30 - 1 elements apart; and with kResourceExhausted
  // if memory runs out.
  template <typename Input, typename Context, typename... Stages>
  static Status Prepare(Context* context, const ConvGeometry& geometry,
                        const PackedFilter& filter,
                        const ConvZeroPoints& zero_points,
                        const std::tuple<Stages...>& pipeline,
                        PreparedConvolution* prepared);

  bool empty() const { return state_ == nullptr; }

  // The bytes of memory that a run needs; 0 when empty.
  std::size_t workspace_bytes() const {
    return empty() ? 0 : internal::WorkspaceBytes(*state_);
  }

  // How runs compute, in words: what is multiplied, with which kernel, and why.
  std::string Describe() const {
    return empty() ? std::string() : internal::Describe(*state_);
  }

  // Computes with the caller's memory and threads; allocates nothing. Input
  // and output are the first elements of tensors of the prepared geometry, and
  // the output shares no byte with the input. `workspace` has any alignment and
  // workspace_bytes() bytes, which the run overwrites. `executor` may have any
  // number of threads; without one the calling thread computes everything.
  // Fails, with nothing written, if an argument is null, if tensors overlap, or
  // what stages read overlaps an output with channels last, unless it is a
  // matrix that is the output (stages/matrices.h), or if the workspace is too
  // small. An output with channels first is written last: stages may read it.
  Status Run(const void* input, void* output, void* workspace,
             std::size_t workspace_bytes,
             const Executor& executor = Executor()) const {
    if (empty()) return EmptyStatus();
    return internal::RunConvolution(*state_, {input, output}, workspace,
                                    workspace_bytes, executor);
  }

  // The same with the memory and threads of a context.
  template <typename Context>
  Status Run(Context* context, const void* input, void* output) const {
    if (empty()) return EmptyStatus();
    if (context == nullptr) {
      return internal::NullPointer("context");
    }
    return internal::RunConvolution(*state_, {input, output},
                                    internal::ResourcesOf(context));
  }

 private:
  // With the pipeline divided into stages that take int64 and int32.
  template <typename Input, typename Context, typename... Stages>
  static Status PrepareStages(Context* context, const ConvGeometry& geometry,
                              const PackedFilter& filter,
                              const ConvZeroPoints& zero_points,
                              const internal::Int64Stages& int64,
                              const std::tuple<Stages...>& pipeline,
                              PreparedConvolution* prepared);

  static Status EmptyStatus() {
    return internal::InvalidArgument("prepared", 0, "is empty");
  }

  std::shared_ptr<const internal::ConvState> state_;
};

template <typename Input, typename Context, typename... Stages>
Status PreparedConvolution::Prepare(Context* context,
                                    const ConvGeometry& geometry,
                                    const PackedFilter& filter,
                                    const ConvZeroPoints& zero_points,
                                    const std::tuple<Stages...>& pipeline,
                                    PreparedConvolution* prepared) {
  static_assert(
      internal::kIsOperandScalar<Input> || std::is_same_v<Input, std::int16_t>,
      "lowp: convolutions take uint8_t, int8_t or int16_t");
  static_assert(std::is_same_v<Input, std::int16_t> ||
                    internal::kInt64Count<Stages...> == 0,
                "lowp: only the sums of int16_t inputs are int64");
  static_assert(internal::AreInt64StagesInOrder<Stages...>(),
                "lowp: stages that take int64 come first: a bias, then a scale "
                "or, as the last stage, a store");
  return PrepareStages<Input>(context, geometry, filter, zero_points,
                              internal::Int64StagesOf(pipeline),
                              internal::Int32StagesOf(pipeline), prepared);
}

template <typename Input, typename Context, typename... Stages>
Status PreparedConvolution::PrepareStages(
    Context* context, const ConvGeometry& geometry, const PackedFilter& filter,
    const ConvZeroPoints& zero_points, const internal::Int64Stages& int64,
    const std::tuple<Stages...>& pipeline, PreparedConvolution* prepared) {
  using Result = typename internal::PipelineResult<std::tuple<Stages...>>::Type;
  using Owned = internal::OwnedPipeline<Stages...>;
  if (context == nullptr || prepared == nullptr) {
    return internal::NullPointer(context == nullptr ? "context" : "prepared");
  }
  Owned* const owned = new (std::nothrow) Owned(pipeline);
  if (owned == nullptr) {
    return internal::OutOfMemory("prepared", sizeof(Owned));
  }
  internal::ConvProblem problem;
  problem.geometry = &geometry;
  problem.filter = filter.state();
  problem.input = internal::ScalarOf<Input>();
  problem.output = internal::ScalarOf<Result>();
  problem.int64 = int64;
  problem.input_zero_point = zero_points.input;
  problem.filter_zero_point = zero_points.filter;
  problem.filter_zero_points = zero_points.filter_of_channel;
  problem.ops = owned->lowered.ops();
  problem.op_count = owned->lowered.count();
  problem.uses_floats = internal::LoweredPipeline<Stages...>::kUsesFloats;
  problem.pipeline = owned;
  problem.destroy = [](void* p) { delete static_cast<Owned*>(p); };
  const Status status = internal::PrepareConvolution(
      problem, internal::ResourcesOf(context), &prepared->state_);
  if (!status.ok()) delete owned;
  return status;
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_CONVOLUTION_PREPARED_CONVOLUTION_H_
