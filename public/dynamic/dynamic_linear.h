// A linear layer with 8-bit weights whose input is quantized as it arrives:
// floats in, floats out, an exact integer product in between.
//
//   std::vector<float> scales = ...;  // one for each column of the weights
//   gemmlowp::DynamicLinearParameters parameters;
//   parameters.scales = {scales.data(), n};
//   gemmlowp::DynamicLinear layer;
//   gemmlowp::Status status = gemmlowp::DynamicLinear::Prepare(
//       &context, weights, parameters, &layer);
//   ...
//   status = layer.Run(&context, x, y);  // any number of rows, any thread
//
// Batch invariance: where the scope of the arithmetic is a row, the bytes of a
// row of the result depend on the same row of the input, on the layer, and on
// nothing else: not on other rows or their number, threads, strides, or the
// instruction set.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_DYNAMIC_DYNAMIC_LINEAR_H_
#define LOWP_PUBLIC_DYNAMIC_DYNAMIC_LINEAR_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>

#include "../../internal/contract/dynamic_linear.h"
#include "../../internal/frontend/erase_reals.h"
#include "../../internal/frontend/front_end.h"
#include "../executor.h"
#include "../half.h"
#include "../map.h"
#include "../packed_matrix.h"
#include "../status.h"
#include "dynamic_arithmetic.h"

namespace gemmlowp {
inline namespace lowp {

// What a layer has besides its weights, k x n. The vectors are copied when the
// layer is prepared.
struct DynamicLinearParameters {
  // The weights' scales: one for all, or one for each of the n columns. Finite.
  VectorMap<const float, VectorShape::Row> scales;
  // The weights' zero points: none, which is 0; one for all; or n.
  VectorMap<const std::int32_t, VectorShape::Row> zero_points;
  // Added to the result in float: none, or n. Finite.
  VectorMap<const float, VectorShape::Row> bias;
  // SmoothQuant's factors: none, or k, finite. x(i, l) * factors(l), rounded to
  // float, is used instead of x(i, l). A factor is the reciprocal of what row l
  // of the weights was multiplied by before it was quantized.
  VectorMap<const float, VectorShape::Row> factors;
  // The result is min(max(y, low), high): {0, infinity} is ReLU. Neither is
  // NaN, and low is at most high. With bounds other than these, a y that an
  // overflow made NaN becomes low; rows that are NaN stay NaN.
  float low = -std::numeric_limits<float>::infinity();
  float high = std::numeric_limits<float>::infinity();
  DynamicArithmetic arithmetic = SymmetricRows();
};

// y = clamp(dequantized(quantized(x * factors) * weights) + bias), by
// DynamicArithmetic's formulas, rounded to the type of y.
//
// x and y are row-major matrices of float, Bfloat16 or Float16, in any
// combination; 16-bit values are read exactly and written to nearest, ties to
// even. NaN in y is quiet, positive, and has no payload.
//
// Immutable: threads may run one at the same time, each with its own context or
// workspace, and copies are cheap, since they share what was prepared.
class DynamicLinear {
 public:
  // Empty; running it is an error.
  DynamicLinear() = default;

  // `weights` are a k x n matrix of int8_t or uint8_t in either order, which is
  // packed here, or a PackedMatrix of Side::kRhs, whose memory is shared; k and
  // n are at least 1. If a backend or a kernel is set on the context, all runs
  // use it.
  //
  // Fails, and changes nothing, with kInvalidArgument, kUnsupported if the
  // weights are packed for another machine, and kResourceExhausted if memory
  // runs out.
  template <typename Context, typename Weights>
  static Status Prepare(Context* context, const Weights& weights,
                        const DynamicLinearParameters& parameters,
                        DynamicLinear* layer);

  bool empty() const { return state_ == nullptr; }
  int inputs() const { return empty() ? 0 : internal::InputsOf(*state_); }
  int outputs() const { return empty() ? 0 : internal::OutputsOf(*state_); }

  // Computes y with the memory and threads of a context. x is m x inputs(), y
  // is m x outputs(), for any m from 0; they must not share memory. Fails, with
  // nothing written, with kInvalidArgument, or with kResourceExhausted if
  // memory runs out.
  template <typename Context, typename In, typename Out>
  Status Run(Context* context, const MatrixMap<In, MapOrder::RowMajor>& x,
             const MatrixMap<Out, MapOrder::RowMajor>& y) const {
    if (context == nullptr) return internal::NullPointer("context");
    return internal::RunDynamicLinear(state_.get(), internal::EraseReals(x),
                                      internal::EraseReals(y),
                                      internal::ResourcesOf(context));
  }

  // The bytes that a run with this number of rows needs on an executor of this
  // concurrency; 0 if an argument is wrong or the size exceeds the address
  // space.
  std::size_t workspace_bytes(int rows, int concurrency = 1) const {
    return internal::DynamicWorkspaceBytes(state_.get(), rows, concurrency);
  }

  // The same with the caller's memory and threads; allocates nothing.
  // `workspace` has any alignment and
  // workspace_bytes(x.rows(), executor.concurrency) bytes,
  // which the run overwrites. Without an executor the calling thread computes
  // everything.
  template <typename In, typename Out>
  Status Run(const MatrixMap<In, MapOrder::RowMajor>& x,
             const MatrixMap<Out, MapOrder::RowMajor>& y, void* workspace,
             std::size_t bytes, const Executor& executor = Executor()) const {
    return internal::RunDynamicLinear(state_.get(), internal::EraseReals(x),
                                      internal::EraseReals(y), workspace, bytes,
                                      executor);
  }

  // Null when empty.
  const internal::DynamicLinearState* state() const { return state_.get(); }

 private:
  std::shared_ptr<const internal::DynamicLinearState> state_;
};

template <typename Context, typename Weights>
Status DynamicLinear::Prepare(Context* context, const Weights& weights,
                              const DynamicLinearParameters& parameters,
                              DynamicLinear* layer) {
  if (context == nullptr || layer == nullptr) {
    return internal::NullPointer(context == nullptr ? "context" : "layer");
  }
  const internal::GemmResources resources = internal::ResourcesOf(context);
  const internal::DynamicLinearProblem problem = {
      {parameters.scales.data(), parameters.scales.size()},
      {parameters.zero_points.data(), parameters.zero_points.size()},
      {parameters.bias.data(), parameters.bias.size()},
      {parameters.factors.data(), parameters.factors.size()},
      parameters.low,
      parameters.high,
      parameters.arithmetic};
  if constexpr (std::is_same_v<Weights, PackedMatrix>) {
    return internal::PrepareDynamicLinear(problem, weights, resources,
                                          &layer->state_);
  } else {
    PackedMatrix packed;
    const Status status =
        PackedMatrix::Pack(weights, Side::kRhs, &packed, context->backend());
    return status.ok() ? internal::PrepareDynamicLinear(
                             problem, packed, resources, &layer->state_)
                       : status;
  }
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_DYNAMIC_DYNAMIC_LINEAR_H_
