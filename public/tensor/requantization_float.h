// Rescales the integers of a tensor by a real factor, in float or in double, as
// frameworks without fixed point do. Vector code in every backend, with the
// same bits in all of them; large tensors are divided among the context's
// threads.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_TENSOR_REQUANTIZATION_FLOAT_H_
#define LOWP_PUBLIC_TENSOR_REQUANTIZATION_FLOAT_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../../internal/contract/requantization.h"
#include "../../internal/contract/run_transform.h"
#include "../../internal/frontend/front_end.h"
#include "../quantization/quantization_params.h"
#include "../rounding.h"
#include "../status.h"
#include "transforms.h"

namespace gemmlowp {
inline namespace lowp {

// One scale and two zero points for a tensor or, with `channels` > 0, arrays
// with one entry per channel; a null array of zero points means that the single
// one applies. Real is float or double, the type of the computation.
template <typename Real>
struct RealRequantization {
  static_assert(std::is_same_v<Real, float> || std::is_same_v<Real, double>,
                "lowp: a real number is a float or a double");
  RealRequantization(Real the_scale, FloatRounding the_rounding,
                     ZeroPointOrder the_order)
      : scale(the_scale), rounding(the_rounding), order(the_order) {}
  RealRequantization(const Real* the_scales, int count,
                     FloatRounding the_rounding, ZeroPointOrder the_order)
      : scales(the_scales),
        channels(count),
        rounding(the_rounding),
        order(the_order) {}

  Real scale = 1;
  std::int32_t input_zero_point = 0;
  std::int32_t output_zero_point = 0;
  const Real* scales = nullptr;
  const std::int32_t* input_zero_points = nullptr;
  const std::int32_t* output_zero_points = nullptr;
  int channels = 0;
  FloatRounding rounding;
  ZeroPointOrder order;
};

// With real = (Real(x) - Real(input_zero_point)) * scale, every operation
// rounded to Real:
//   kAfterRounding    round(real) + output_zero_point
//   kBeforeRounding   round(real + Real(output_zero_point))
// clamped to `range`. In is uint8_t, int8_t, int16_t or int32_t; Out is
// uint8_t, int8_t or int16_t. Zero points lie in the ranges of their types;
// scales must be finite.
template <typename Context, typename In, typename Out, typename Real>
Status TryRequantize(Context* context, const In* values,
                     const TensorShape& shape,
                     const RealRequantization<Real>& requantization,
                     Out* result,
                     QuantizedRange range = QuantizedRangeOf<Out>()) {
  static_assert(
      internal::kIsRescaledScalar<In> && internal::kIsQuantizedScalar<Out>,
      "lowp: uint8_t, int8_t, int16_t or int32_t are requantized to "
      "8 or 16 bits");
  internal::TransformProblem problem = internal::MakeTransform(
      internal::TransformKind::kRequantizeFloat, values, result, shape);
  problem.input_scalar = internal::ScalarOf<In>();
  problem.scalar = internal::ScalarOf<Out>();
  problem.low = range.low;
  problem.high = range.high;
  problem.real = {};
  internal::RealParameters& parameters = problem.real;
  parameters.in_double = std::is_same_v<Real, double>;
  parameters.rounding = requantization.rounding;
  parameters.order = requantization.order;
  parameters.low = range.low;
  parameters.high = range.high;
  parameters.scales = &requantization.scale;
  parameters.input_zero_points = &requantization.input_zero_point;
  parameters.output_zero_points = &requantization.output_zero_point;
  if (requantization.channels != 0 || requantization.scales != nullptr ||
      requantization.input_zero_points != nullptr ||
      requantization.output_zero_points != nullptr) {
    problem.per_channel = true;
    problem.parameter_count = requantization.channels;
    parameters.scales = requantization.scales;
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

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_TENSOR_REQUANTIZATION_FLOAT_H_
