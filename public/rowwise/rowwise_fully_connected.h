// Fully connected layers with weights quantized row by row: each output has its
// own scale and zero point, as QuantizeRows computes them.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_ROWWISE_ROWWISE_FULLY_CONNECTED_H_
#define LOWP_PUBLIC_ROWWISE_ROWWISE_FULLY_CONNECTED_H_

#include <cstdint>
#include <tuple>

#include "../gemmlowp.h"
#include "../status.h"

namespace gemmlowp {
inline namespace lowp {

// What a layer keeps besides its weights: arrays with one entry per output.
struct RowwiseLayer {
  // input scale * weight scale; for a quantized result, also / result scale.
  // Finite.
  const float* scales;
  // Added to the weights: their zero points, negated. Null means zeros.
  const std::int32_t* weight_offsets;
};

namespace internal {
using LayerScales = VectorMap<const float, VectorShape::Row>;
using LayerOffsets = VectorMap<const std::int32_t, VectorShape::Row>;

inline Status ValidateLayer(const RowwiseLayer& layer, int outputs) {
  if (outputs > 0 && layer.scales == nullptr) {
    return internal::NullPointer("layer.scales");
  }
  return Status();
}

template <typename Context, typename Input, typename Weights, typename Result,
          typename Pipeline>
Status RunLayer(Context* context, const Input& input, std::int32_t input_offset,
                const Weights& weights, const RowwiseLayer& layer,
                const Pipeline& pipeline, Result* result) {
  const int outputs = weights.cols();
  if (layer.weight_offsets == nullptr) {
    return TryGemm(context, input, weights, result, input_offset, 0, pipeline);
  }
  return TryGemm(context, input, weights, result, input_offset,
                 LayerOffsets(layer.weight_offsets, outputs), pipeline);
}
}  // namespace internal

// result(i, o) = float(sum over k of (input(i, k) + input_offset) *
//                      (weights(k, o) + weight_offsets[o])) * scales[o] +
//                      bias[o]
// in float, the product rounded first. `result` is a MatrixMap of floats.
// `weights` has one column per output: weights stored as one contiguous row per
// output are such a matrix in column-major order. It may be packed. A null bias
// means none. Fails as TryGemm does.
template <typename Context, typename Input, typename Weights, typename Result>
Status TryRowwiseFullyConnected(Context* context, const Input& input,
                                std::int32_t input_offset,
                                const Weights& weights,
                                const RowwiseLayer& layer, const float* bias,
                                Result* result) {
  const int outputs = weights.cols();
  const Status status = internal::ValidateLayer(layer, outputs);
  if (!status.ok()) return status;
  OutputStageDequantizePC<VectorShape::Row> dequantize;
  dequantize.result_scale = internal::LayerScales(layer.scales, outputs);
  if (bias == nullptr) {
    return internal::RunLayer(context, input, input_offset, weights, layer,
                              std::make_tuple(dequantize), result);
  }
  OutputStageBiasAddition<internal::LayerScales> add;
  add.bias_vector = internal::LayerScales(bias, outputs);
  return internal::RunLayer(context, input, input_offset, weights, layer,
                            std::make_tuple(dequantize, add), result);
}

// The same to int8_t. bias[o], an integer on the scale of the sums, is added to
// the sum; that times scales[o] in float becomes an integer with
// result_zero_point, as `rounding` and `order` say, and saturates. Glow rounds
// ties away from zero, after the zero point has been added.
template <typename Context, typename Input, typename Weights, typename Result>
Status TryRowwiseFullyConnected(
    Context* context, const Input& input, std::int32_t input_offset,
    const Weights& weights, const RowwiseLayer& layer, const std::int32_t* bias,
    std::int32_t result_zero_point, FloatRounding rounding,
    ZeroPointOrder order, Result* result) {
  const int outputs = weights.cols();
  const Status status = internal::ValidateLayer(layer, outputs);
  if (!status.ok()) return status;
  OutputStageDequantizePC<VectorShape::Row> dequantize;
  dequantize.result_scale = internal::LayerScales(layer.scales, outputs);
  const OutputStageQuantizeFloat quantize = {result_zero_point, rounding,
                                             order};
  const OutputStageSaturatingCastToInt8 cast;
  if (bias == nullptr) {
    return internal::RunLayer(context, input, input_offset, weights, layer,
                              std::make_tuple(dequantize, quantize, cast),
                              result);
  }
  OutputStageBiasAddition<internal::LayerOffsets> add;
  add.bias_vector = internal::LayerOffsets(bias, outputs);
  return internal::RunLayer(context, input, input_offset, weights, layer,
                            std::make_tuple(add, dequantize, quantize, cast),
                            result);
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_ROWWISE_ROWWISE_FULLY_CONNECTED_H_
