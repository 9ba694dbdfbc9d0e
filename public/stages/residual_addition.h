// The parameters of a quantized residual addition, as plain data;
// OutputStageResidualAddition of stages/matrices.h explains them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_STAGES_RESIDUAL_ADDITION_H_
#define LOWP_PUBLIC_STAGES_RESIDUAL_ADDITION_H_

#include <cstdint>

#include "../rounding.h"

namespace gemmlowp {
inline namespace lowp {

struct ResidualAdditionNumbers {
  std::int32_t left_shift;        // 0..30
  std::int32_t input_zero_point;  // of x; any
  std::int32_t input_multiplier;  // any; Q0.31
  std::int32_t input_exponent;    // -31..31; positive shifts left
  std::int32_t residual_zero_point;
  std::int32_t residual_multiplier;
  std::int32_t residual_exponent;
  std::int32_t result_multiplier;
  std::int32_t result_exponent;
  std::int32_t result_zero_point;
  FixedPointRounding rounding;  // of all three scales
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_STAGES_RESIDUAL_ADDITION_H_
