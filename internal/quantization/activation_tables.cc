// Computes the entries of activation tables, in terms of int8.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/quantization/activation_tables.h"

#include <algorithm>
#include <cmath>

#include "../../fixedpoint/fixedpoint.h"
#include "../../public/quantization/multiplier_builders.h"
#include "../../public/stages/activations.h"
#include "../runtime/float_environment.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Inputs of logistic and tanh are Q4.27.
constexpr int kInputIntegerBits = 4;

std::int32_t ClampToInt8(std::int32_t x) {
  return std::min(std::max(x, -128), 127);
}

// Entries of a sigmoid: `of_raw` maps a Q4.27 input to a Q0.31 result.
template <typename Stage, typename Function>
void SigmoidEntries(const Stage& stage, const Function& of_raw,
                    std::int32_t (*entries)[256]) {
  for (int q = -128; q < 128; ++q) {
    const std::int32_t x = q - stage.input_zero_point;
    std::int32_t* entry = &(*entries)[q + 128];
    if (x <= -stage.input_radius) {
      *entry = stage.result_min;
    } else if (x >= stage.input_radius) {
      *entry = stage.result_max;
    } else {
      const std::int32_t shifted = static_cast<std::int32_t>(
          static_cast<std::uint32_t>(x) << stage.input_exponent);
      const std::int32_t raw =
          SaturatingRoundingDoublingHighMul(shifted, stage.input_multiplier);
      const std::int32_t result =
          RoundingDivideByPOT(of_raw(raw), stage.result_shift);
      *entry = ClampToInt8(result + stage.result_zero_point);
    }
  }
}

std::int16_t Saturate16(std::int32_t x) {
  return static_cast<std::int16_t>(std::min(std::max(x, -32768), 32767));
}

// x * 2^shift, saturated.
std::int16_t SaturatingShiftLeft(std::int16_t x, int shift) {
  const std::int64_t wide = x * (std::int64_t{1} << std::min(shift, 31));
  return static_cast<std::int16_t>(
      std::min<std::int64_t>(std::max<std::int64_t>(wide, -32768), 32767));
}

// a * b / 2^15, truncated toward zero.
std::int16_t TruncatingDoublingHighMul(std::int16_t a, std::int16_t b) {
  return Saturate16(std::int32_t{a} * b / (1 << 15));
}

// Scales the input, which has 7 more fraction bits, so that -3..3 fills 16
// bits; values beyond that saturate.
std::int16_t Reluish(std::int16_t input, const OutputStageHardSwish& numbers) {
  const int exponent = numbers.share_exponent;
  std::int16_t x = input;
  if (exponent > 0) x = SaturatingShiftLeft(x, exponent - 1);
  x = SaturatingRoundingDoublingHighMul(
      x, static_cast<std::int16_t>(numbers.share_multiplier));
  if (exponent > 0) x = SaturatingShiftLeft(x, 1);
  // In 32 bits, which hold the shift of any exponent.
  if (exponent < 0) {
    x = static_cast<std::int16_t>(
        RoundingDivideByPOT(std::int32_t{x}, -exponent));
  }
  return x;
}

}  // namespace

Status ValidateTensorScale(const TensorScale& tensor, const char* argument) {
  return std::isfinite(tensor.scale) && tensor.scale > 0
             ? Status()
             : InvalidReal(argument, tensor.scale,
                           "is not positive and finite");
}

Status ValidateTableResult(const TensorScale& result, TableRounding rounding) {
  const internal::FloatEnvironment environment;
  if (rounding > TableRounding::kEvenWithZeroPoint) {
    return InvalidArgument("rounding", static_cast<int>(rounding),
                           "is not a TableRounding");
  }
  if (rounding == TableRounding::kAwayAfterReciprocal && result.scale > 0 &&
      std::isinf(1.0f / result.scale)) {
    return InvalidReal("result.scale", result.scale,
                       "has no finite reciprocal");
  }
  return ValidateTensorScale(result, "result.scale");
}

float DequantizeTableIndex(int x, const TensorScale& input) {
  const internal::FloatEnvironment environment;
  return input.scale *
         static_cast<float>(std::int64_t{x} - std::int64_t{input.zero_point});
}

std::int32_t QuantizeTableEntry(float real, const TensorScale& result,
                                TableRounding rounding, std::int32_t low,
                                std::int32_t high) {
  const internal::FloatEnvironment environment;
  const float zero_point = static_cast<float>(result.zero_point);
  float quantized = 0;
  switch (rounding) {
    case TableRounding::kAwayAfterReciprocal:
      quantized = std::round(real * (1.0f / result.scale)) + zero_point;
      break;
    case TableRounding::kAwayAfterDivision:
      quantized = std::round(real / result.scale) + zero_point;
      break;
    case TableRounding::kEvenAfterDivision:
      quantized = std::nearbyint(real / result.scale) + zero_point;
      break;
    case TableRounding::kEvenWithZeroPoint:
      quantized = std::nearbyint(real / result.scale + zero_point);
      break;
  }
  const float clamped = std::min(std::max(quantized, static_cast<float>(low)),
                                 static_cast<float>(high));
  return static_cast<std::int32_t>(clamped);
}

Status LogisticEntries(const TensorScale& input, std::int32_t (*entries)[256]) {
  using Input = FixedPoint<std::int32_t, kInputIntegerBits>;
  OutputStageLogisticQ4 stage;
  const Status status = MakeLogisticQ4(input, &stage);
  if (!status.ok()) return status;
  SigmoidEntries(
      stage,
      [](std::int32_t raw) { return logistic(Input::FromRaw(raw)).raw(); },
      entries);
  return Status();
}

Status TanhEntries(const TensorScale& input, std::int32_t (*entries)[256]) {
  using Input = FixedPoint<std::int32_t, kInputIntegerBits>;
  OutputStageTanhQ4 stage;
  const Status status = MakeTanhQ4(input, &stage);
  if (!status.ok()) return status;
  SigmoidEntries(
      stage, [](std::int32_t raw) { return tanh(Input::FromRaw(raw)).raw(); },
      entries);
  return Status();
}

Status HardSwishEntries(const TensorScale& input, const TensorScale& result,
                        std::int32_t (*entries)[256]) {
  OutputStageHardSwish numbers;
  const Status status = MakeHardSwish(input, result, &numbers);
  if (!status.ok()) return status;
  const std::int16_t to_result =
      static_cast<std::int16_t>(numbers.result_multiplier);
  for (int q = -128; q < 128; ++q) {
    const std::int16_t fine =
        static_cast<std::int16_t>((q - input.zero_point) * 128);
    const std::int16_t scaled =
        SaturatingRoundingDoublingHighMul(fine, to_result);
    // -1..1 becomes 0..1: the share of the input that passes.
    const std::int16_t share =
        static_cast<std::int16_t>((Reluish(fine, numbers) + (1 << 15)) >> 1);
    const std::int16_t passed = TruncatingDoublingHighMul(share, scaled);
    const std::int32_t rounded =
        RoundingDivideByPOT(passed, -numbers.result_exponent);
    (*entries)[q + 128] = ClampToInt8(rounded + result.zero_point);
  }
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
