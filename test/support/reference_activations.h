// The specification of the activation stages, written from the formulas of
// stages/activations.h in 64-bit arithmetic.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_REFERENCE_ACTIVATIONS_H_
#define LOWP_TEST_SUPPORT_REFERENCE_ACTIVATIONS_H_

#include <algorithm>
#include <cstdint>

#include "../../fixedpoint/fixedpoint.h"
#include "../../public/stages/activations.h"
#include "reference_stages.h"

namespace lowp_test {

inline std::int32_t ReferenceLeakyRelu(
    std::int32_t x, const gemmlowp::OutputStageLeakyRelu& stage) {
  const std::int32_t d = Wrap(std::int64_t{x} - stage.input_zero_point);
  return d < 0 ? ReferenceScale(d, stage.alpha_multiplier, stage.alpha_exponent,
                                stage.result_zero_point, stage.rounding)
               : ReferenceScale(d, stage.identity_multiplier,
                                stage.identity_exponent,
                                stage.result_zero_point, stage.rounding);
}

// `function` maps Q4.27 to Q0.31, as FixedPoints.
template <typename Stage, typename Function>
std::int32_t ReferenceSigmoid(std::int32_t x, const Stage& stage,
                              const Function& function) {
  const std::int32_t d = Wrap(std::int64_t{x} - stage.input_zero_point);
  const std::int64_t wide = d;
  if (wide <= -std::int64_t{stage.input_radius}) return stage.result_min;
  if (wide >= stage.input_radius) return stage.result_max;
  const std::int32_t input =
      ReferenceScale(d, stage.input_multiplier, stage.input_exponent, 0);
  const std::int32_t value =
      function(gemmlowp::FixedPoint<std::int32_t, 4>::FromRaw(input)).raw();
  const std::int32_t rounded =
      ReferenceRoundingDivide(value, stage.result_shift);
  return std::clamp(Wrap(std::int64_t{rounded} + stage.result_zero_point),
                    stage.result_min, stage.result_max);
}

inline std::int32_t ReferenceActivation(
    std::int32_t x, const gemmlowp::OutputStageLogisticQ4& stage) {
  return ReferenceSigmoid(x, stage,
                          [](auto input) { return gemmlowp::logistic(input); });
}

inline std::int32_t ReferenceActivation(
    std::int32_t x, const gemmlowp::OutputStageTanhQ4& stage) {
  return ReferenceSigmoid(x, stage,
                          [](auto input) { return gemmlowp::tanh(input); });
}

inline std::int64_t SaturateToInt16(std::int64_t x) {
  return std::clamp<std::int64_t>(x, -32768, 32767);
}

// a * b / 2^15, ties up, saturated to int16.
inline std::int64_t ReferenceHighMul16(std::int64_t a, std::int64_t b) {
  return SaturateToInt16(FloorDivideByPowerOfTwo(a * b + (1 << 14), 15));
}

inline std::int32_t ReferenceActivation(
    std::int32_t x, const gemmlowp::OutputStageHardSwish& stage) {
  const std::int64_t difference =
      Wrap(std::int64_t{x} - stage.input_zero_point);
  const std::int64_t d = 128 * std::clamp<std::int64_t>(difference, -255, 255);
  const int exponent = stage.share_exponent;
  std::int64_t r = d;
  if (exponent > 0) {
    r = SaturateToInt16(r * (std::int64_t{1} << (exponent - 1)));
  }
  r = ReferenceHighMul16(r, stage.share_multiplier);
  if (exponent > 0) r = SaturateToInt16(2 * r);
  if (exponent < 0) {
    r = ReferenceRoundingDivide(static_cast<std::int32_t>(r), -exponent);
  }
  const std::int64_t share = FloorDivideByPowerOfTwo(r + 32768, 1);
  const std::int64_t scaled = ReferenceHighMul16(d, stage.result_multiplier);
  const std::int64_t passed = share * scaled / 32768;  // toward zero
  return Wrap(ReferenceRoundingDivide(static_cast<std::int32_t>(passed),
                                      -stage.result_exponent) +
              std::int64_t{stage.result_zero_point});
}

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_REFERENCE_ACTIVATIONS_H_
