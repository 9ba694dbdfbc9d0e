// Derives the parameters of the stages of stages/matrices.h.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>

#include "../../public/quantization/multiplier_builders.h"
#include "../../public/stages/matrices.h"
#include "../runtime/float_environment.h"

namespace gemmlowp {
inline namespace lowp {

using internal::InvalidArgument;
using internal::NullPointer;

Status MakeResidualAddition(const TensorScale& input,
                            const TensorScale& residual,
                            const TensorScale& result, int left_shift,
                            FixedPointRounding rounding,
                            ResidualAdditionNumbers* numbers) {
  const internal::FloatEnvironment environment;
  if (numbers == nullptr) return NullPointer("numbers");
  Status status = internal::ValidateTensorScale(input, "input.scale");
  if (!status.ok()) return status;
  status = internal::ValidateTensorScale(residual, "residual.scale");
  if (!status.ok()) return status;
  status = internal::ValidateTensorScale(result, "result.scale");
  if (!status.ok()) return status;
  if (left_shift < 0 || left_shift > 30) {
    return InvalidArgument("left_shift", left_shift, "is outside 0..30");
  }
  if (rounding > FixedPointRounding::kSingleUpward15Bits) {
    return InvalidArgument("rounding", static_cast<int>(rounding),
                           "is not a FixedPointRounding");
  }
  const double input_scale = static_cast<double>(input.scale);
  const double residual_scale = static_cast<double>(residual.scale);
  const double common = 2 * std::max(input_scale, residual_scale);
  FixedPointMultiplier of_input, of_residual, of_result;
  status = QuantizeMultiplier(input_scale / common, &of_input);
  if (!status.ok()) return status;
  status = QuantizeMultiplier(residual_scale / common, &of_residual);
  if (!status.ok()) return status;
  status = QuantizeMultiplier(
      common / std::ldexp(static_cast<double>(result.scale), left_shift),
      &of_result);
  if (!status.ok()) return status;
  *numbers = {left_shift,
              input.zero_point,
              of_input.multiplier,
              of_input.exponent,
              residual.zero_point,
              of_residual.multiplier,
              of_residual.exponent,
              of_result.multiplier,
              of_result.exponent,
              result.zero_point,
              rounding};
  return Status();
}

}  // namespace lowp
}  // namespace gemmlowp
