// Rescales the integers of a tensor, and applies activations with integer
// arithmetic: the steps between two quantized operators. Vector code in every
// backend, with the same bits in all of them; large tensors are divided among
// the context's threads.
//
//   TryRequantize  8-, 16- or 32-bit integers to 8, 16 or 32 bits
//   TryLeakyRelu   8- and 16-bit integers
//   TryLogistic    16-bit integers
//   TryTanh        16-bit integers
//
// All other activations of 8-bit integers are tables: activation_tables.h.
//
// Input and output may be the same memory if their elements have the same size;
// otherwise they must not overlap. Nothing is written if the status is not ok.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_TENSOR_REQUANTIZATION_H_
#define LOWP_PUBLIC_TENSOR_REQUANTIZATION_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/contract/requantization.h"
#include "../../internal/contract/run_transform.h"
#include "../../internal/frontend/front_end.h"
#include "../quantization/multiplier_builders.h"
#include "../quantization/quantization_params.h"
#include "../rounding.h"
#include "../stages/activations.h"
#include "../status.h"
#include "transforms.h"

namespace gemmlowp {
inline namespace lowp {

// One multiplier and two zero points for a tensor or, with `channels` > 0,
// arrays with one entry per channel; a null array of zero points means that the
// single one applies. Exponents lie in -31..31.
struct Requantization {
  Requantization(const FixedPointMultiplier& the_multiplier,
                 FixedPointRounding the_rounding)
      : multiplier(the_multiplier), rounding(the_rounding) {}
  Requantization(const std::int32_t* the_multipliers,
                 const std::int32_t* the_exponents, int count,
                 FixedPointRounding the_rounding)
      : multipliers(the_multipliers),
        exponents(the_exponents),
        channels(count),
        rounding(the_rounding) {}

  FixedPointMultiplier multiplier;
  std::int32_t input_zero_point = 0;
  std::int32_t output_zero_point = 0;
  const std::int32_t* multipliers = nullptr;
  const std::int32_t* exponents = nullptr;
  const std::int32_t* input_zero_points = nullptr;
  const std::int32_t* output_zero_points = nullptr;
  int channels = 0;
  FixedPointRounding rounding;
};

namespace internal {
// A rescale by a multiplier and an exponent, which must outlive it.
inline IntegerRescale RescaleBy(const std::int32_t& multiplier,
                                const std::int32_t& exponent,
                                FixedPointRounding rounding) {
  IntegerRescale rescale = {};
  rescale.multipliers = &multiplier;
  rescale.exponents = &exponent;
  rescale.rounding = rounding;
  return rescale;
}

template <typename In, typename Out>
TransformProblem MakeRescaling(TransformKind kind, const In* values,
                               const TensorShape& shape, QuantizedRange range,
                               Out* result) {
  TransformProblem problem = MakeTransform(kind, values, result, shape);
  problem.input_scalar = ScalarOf<In>();
  problem.scalar = ScalarOf<Out>();
  problem.low = range.low;
  problem.high = range.high;
  return problem;
}
}  // namespace internal

// min(max(rescaled(x - input_zero_point) + output_zero_point, range.low),
// range.high), with difference and sum modulo 2^32. rescaled(x) is
// x * multiplier * 2^(exponent - 31), rounded as by
// OutputStageScaleInt32ByFixedPoint. In and Out are uint8_t, int8_t, int16_t or
// int32_t; zero points lie in the ranges of their types.
template <typename Context, typename In, typename Out>
Status TryRequantize(Context* context, const In* values,
                     const TensorShape& shape,
                     const Requantization& requantization, Out* result,
                     QuantizedRange range = QuantizedRangeOf<Out>()) {
  static_assert(
      internal::kIsRescaledScalar<In> && internal::kIsRescaledScalar<Out>,
      "lowp: uint8_t, int8_t, int16_t and int32_t are requantized");
  internal::TransformProblem problem = internal::MakeRescaling(
      internal::TransformKind::kRequantize, values, shape, range, result);
  problem.rescale = {};
  internal::RescaleParameters& parameters = problem.rescale;
  parameters.input_zero_points = &requantization.input_zero_point;
  parameters.output_zero_points = &requantization.output_zero_point;
  parameters.rescale = internal::RescaleBy(requantization.multiplier.multiplier,
                                           requantization.multiplier.exponent,
                                           requantization.rounding);
  if (requantization.channels != 0 || requantization.multipliers != nullptr ||
      requantization.exponents != nullptr ||
      requantization.input_zero_points != nullptr ||
      requantization.output_zero_points != nullptr) {
    problem.per_channel = true;
    problem.parameter_count = requantization.channels;
    parameters.rescale.multipliers = requantization.multipliers;
    parameters.rescale.exponents = requantization.exponents;
    if (requantization.input_zero_points != nullptr) {
      parameters.input_zero_points = requantization.input_zero_points;
      parameters.input_zero_points_vary = true;
    }
    if (requantization.output_zero_points != nullptr) {
      parameters.output_zero_points = requantization.output_zero_points;
      parameters.output_zero_points_vary = true;
    }
  }
  return internal::RunTransform(problem, internal::ResourcesOf(context));
}

// OutputStageLeakyRelu applied to each element, clamped to T's range. T is
// uint8_t, int8_t or int16_t; zero points lie in its range.
template <typename Context, typename T>
Status TryLeakyRelu(Context* context, const T* values, std::size_t count,
                    const OutputStageLeakyRelu& leaky_relu, T* result) {
  static_assert(internal::kIsQuantizedScalar<T>,
                "lowp: leaky ReLU is of uint8_t, int8_t or int16_t");
  internal::TransformProblem problem =
      internal::MakeRescaling(internal::TransformKind::kLeakyRelu, values,
                              FlatShape(count), QuantizedRangeOf<T>(), result);
  problem.rescale = {};
  internal::RescaleParameters& parameters = problem.rescale;
  parameters.input_zero_points = &leaky_relu.input_zero_point;
  parameters.output_zero_points = &leaky_relu.result_zero_point;
  parameters.rescale =
      internal::RescaleBy(leaky_relu.identity_multiplier,
                          leaky_relu.identity_exponent, leaky_relu.rounding);
  parameters.below =
      internal::RescaleBy(leaky_relu.alpha_multiplier,
                          leaky_relu.alpha_exponent, leaky_relu.rounding);
  return internal::RunTransform(problem, internal::ResourcesOf(context));
}

// 1 / (1 + exp(-input_scale * x)) in units of 2^-15, and tanh likewise, as
// TensorFlow Lite computes them: by linear interpolation of the logistic
// function between steps of 1/24. The input is scaled by at most 16 significant
// bits of input_scale, truncated. input_scale lies in (0, 16/3).
template <typename Context>
Status TryLogistic(Context* context, const std::int16_t* values,
                   std::size_t count, float input_scale, std::int16_t* result) {
  internal::TransformProblem problem = internal::MakeTransform(
      internal::TransformKind::kLogistic, values, result, FlatShape(count));
  const Status status =
      internal::ChooseSigmoidParameters(input_scale, 0, &problem.sigmoid);
  return status.ok()
             ? internal::RunTransform(problem, internal::ResourcesOf(context))
             : status;
}
template <typename Context>
Status TryTanh(Context* context, const std::int16_t* values, std::size_t count,
               float input_scale, std::int16_t* result) {
  internal::TransformProblem problem = internal::MakeTransform(
      internal::TransformKind::kTanh, values, result, FlatShape(count));
  const Status status =
      internal::ChooseSigmoidParameters(input_scale, 1, &problem.sigmoid);
  return status.ok()
             ? internal::RunTransform(problem, internal::ResourcesOf(context))
             : status;
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_TENSOR_REQUANTIZATION_H_
