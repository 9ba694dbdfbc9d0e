// Requantizes a tensor's integers from one range of real values to another, in
// float, with or without a bias: gemmlowp's transforms Requantize and BiasAdd,
// with their formulas and their order of operations. Vector code in every
// backend, with the same bits in all of them; large tensors are divided among
// the context's threads.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_TENSOR_AFFINE_REQUANTIZATION_H_
#define LOWP_PUBLIC_TENSOR_AFFINE_REQUANTIZATION_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/contract/requantization.h"
#include "../../internal/contract/run_transform.h"
#include "../../internal/frontend/front_end.h"
#include "../quantization/quantization_params.h"
#include "../status.h"
#include "transforms.h"

namespace gemmlowp {
inline namespace lowp {

// The integer x means min + scale * (x - offset).
struct AffineRange {
  float min = 0;
  float scale = 1;
  float offset = 0;
};

namespace internal {
template <typename In, typename Out>
TransformProblem MakeAffine(const In* values, const TensorShape& shape,
                            const AffineRange& input, const AffineRange& range,
                            Out* result) {
  static_assert(kIsRescaledScalar<In> && kIsRescaledScalar<Out>,
                "lowp: uint8_t, int8_t, int16_t and int32_t are requantized");
  TransformProblem problem =
      MakeTransform(TransformKind::kAffine, values, result, shape);
  problem.input_scalar = ScalarOf<In>();
  problem.scalar = ScalarOf<Out>();
  problem.low = QuantizedRangeOf<Out>().low;
  problem.high = QuantizedRangeOf<Out>().high;
  problem.affine = {};
  AffineParameters& parameters = problem.affine;
  parameters.min = input.min;
  parameters.offset = input.offset;
  parameters.scale = input.scale;
  parameters.result_min = range.min;
  parameters.result_scale = range.scale;
  parameters.result_offset = range.offset;
  return problem;
}
}  // namespace internal

// trunc((real - range.min) * (1 / range.scale) + range.offset), saturated to
// Out, where real = (x - input.offset) * input.scale + input.min. trunc goes
// toward zero, so an offset larger by one half rounds. For int32_t the largest
// result is 2^31 - 128. All fields must be finite, and 1 / range.scale, too.
// Input and output may be the same memory if their elements have the same size;
// otherwise they must not overlap.
template <typename Context, typename In, typename Out>
Status TryRequantizeAffine(Context* context, const In* values,
                           std::size_t count, const AffineRange& input,
                           const AffineRange& range, Out* result) {
  return internal::RunTransform(
      internal::MakeAffine(values, {1, 1, count}, input, range, result),
      internal::ResourcesOf(context));
}

// The same for the sum of each of `rows` rows of `columns` values with a row of
// biases, whose real values are b * bias_range.scale + bias_range.min;
// bias_range.offset is not used.
template <typename Context, typename In, typename Bias, typename Out>
Status TryAddBias(Context* context, const In* values, std::size_t rows,
                  std::size_t columns, const AffineRange& input,
                  const Bias* bias, const AffineRange& bias_range,
                  const AffineRange& range, Out* result) {
  static_assert(internal::kIsRescaledScalar<Bias>,
                "lowp: a bias is of uint8_t, int8_t, int16_t or int32_t");
  if (bias == nullptr) {
    return internal::NullPointer("bias");
  }
  internal::TransformProblem problem =
      internal::MakeAffine(values, {rows, 1, columns}, input, range, result);
  problem.affine.bias = bias;
  problem.affine.bias_scalar = internal::ScalarOf<Bias>();
  problem.affine.bias_min = bias_range.min;
  problem.affine.bias_scale = bias_range.scale;
  return internal::RunTransform(problem, internal::ResourcesOf(context));
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_TENSOR_AFFINE_REQUANTIZATION_H_
