// The entries of activation tables, in int8 terms.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../public/activation_tables.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../fixedpoint/fixedpoint.h"
#include "../public/multiplier_builders.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Inputs of logistic and tanh are Q4.27.
constexpr int kInputIntegerBits = 4;
constexpr int kInputFractionBits = 31 - kInputIntegerBits;

std::int32_t ClampToInt8(std::int32_t x) {
  return std::min(std::max(x, -128), 127);
}

// What scales a quantized input to Q4.27, and the least |input| that does not
// fit there.
struct InputScaling {
  std::int32_t multiplier;
  int left_shift;
  std::int32_t radius;
};

Status ScaleInput(const TensorScale& input, InputScaling* scaling) {
  const Status status = ValidateTensorScale(input, "input.scale");
  if (!status.ok()) return status;
  if (input.scale < 0x1p-18f || input.scale > 8) {
    return Status(StatusCode::kInvalidArgument, "input.scale", 0,
                  "is outside 2^-18..8");
  }
  const double real =
      static_cast<double>(input.scale) * (1 << kInputFractionBits);
  FixedPointMultiplier quantized;
  const Status built = QuantizeMultiplierUnbounded(real, &quantized);
  if (!built.ok()) return built;
  scaling->multiplier = quantized.multiplier;
  scaling->left_shift = quantized.exponent;
  const double limit = static_cast<double>((1 << kInputIntegerBits) - 1) *
                       static_cast<double>(1 << kInputFractionBits);
  scaling->radius = static_cast<std::int32_t>(
      std::floor(std::ldexp(limit, -quantized.exponent)));
  return Status();
}

// Entries of a sigmoid: `of_raw` maps a Q4.27 input to a Q0.31 result, of which
// all but `result_bits` are rounded off.
template <typename Function>
Status SigmoidEntries(const TensorScale& input, int result_bits,
                      std::int32_t result_zero_point, const Function& of_raw,
                      std::int32_t (*entries)[256]) {
  InputScaling scaling;
  const Status status = ScaleInput(input, &scaling);
  if (!status.ok()) return status;
  for (int q = -128; q < 128; ++q) {
    const std::int32_t x = q - input.zero_point;
    std::int32_t* entry = &(*entries)[q + 128];
    if (x <= -scaling.radius) {
      *entry = -128;
    } else if (x >= scaling.radius) {
      *entry = 127;
    } else {
      const std::int32_t shifted = static_cast<std::int32_t>(
          static_cast<std::uint32_t>(x) << scaling.left_shift);
      const std::int32_t raw =
          SaturatingRoundingDoublingHighMul(shifted, scaling.multiplier);
      const std::int32_t result =
          RoundingDivideByPOT(of_raw(raw), 31 - result_bits);
      *entry = ClampToInt8(result + result_zero_point);
    }
  }
  return Status();
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

// a * b / 2^15, truncated towards zero.
std::int16_t TruncatingDoublingHighMul(std::int16_t a, std::int16_t b) {
  return Saturate16(std::int32_t{a} * b / (1 << 15));
}

// 15 bits of a multiplier, and its exponent.
struct ShortMultiplier {
  std::int16_t multiplier;
  int exponent;
};

Status QuantizeShort(float real, ShortMultiplier* quantized) {
  FixedPointMultiplier wide;
  Status status = QuantizeMultiplier(static_cast<double>(real), &wide);
  if (!status.ok()) return status;
  quantized->exponent = wide.exponent;
  return ReduceMultiplierTo15Bits(wide.multiplier, &quantized->multiplier);
}

// The input, with 7 more fraction bits, scaled so that -3..3 fills 16 bits and
// what lies beyond saturates.
std::int16_t Reluish(std::int16_t input, const ShortMultiplier& scale) {
  std::int16_t x = input;
  if (scale.exponent > 0) x = SaturatingShiftLeft(x, scale.exponent - 1);
  x = SaturatingRoundingDoublingHighMul(x, scale.multiplier);
  if (scale.exponent > 0) x = SaturatingShiftLeft(x, 1);
  if (scale.exponent < 0) x = RoundingDivideByPOT(x, -scale.exponent);
  return x;
}

}  // namespace

Status ValidateTensorScale(const TensorScale& tensor, const char* argument) {
  return std::isfinite(tensor.scale) && tensor.scale > 0
             ? Status()
             : Status(StatusCode::kInvalidArgument, argument, 0,
                      "is not positive and finite");
}

std::int32_t QuantizeTableEntry(float real, const TensorScale& result,
                                TableRounding rounding, std::int32_t low,
                                std::int32_t high) {
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
  return SigmoidEntries(
      input, 8, -128,
      [](std::int32_t raw) { return logistic(Input::FromRaw(raw)).raw(); },
      entries);
}

Status TanhEntries(const TensorScale& input, std::int32_t (*entries)[256]) {
  using Input = FixedPoint<std::int32_t, kInputIntegerBits>;
  return SigmoidEntries(
      input, 7, 0,
      [](std::int32_t raw) { return tanh(Input::FromRaw(raw)).raw(); },
      entries);
}

Status HardSwishEntries(const TensorScale& input, const TensorScale& result,
                        std::int32_t (*entries)[256]) {
  Status status = ValidateTensorScale(input, "input.scale");
  if (!status.ok()) return status;
  status = ValidateTensorScale(result, "result.scale");
  if (!status.ok()) return status;
  const float ratio = input.scale / result.scale;
  if (!(ratio >= 0x1p-8f && ratio < 128.0f)) {
    return Status(StatusCode::kInvalidArgument, "input.scale", 0,
                  "is not 2^-8 to 128 times the result's");
  }
  if (input.zero_point < -128 || input.zero_point > 127) {
    return Status(StatusCode::kInvalidArgument, "input.zero_point",
                  input.zero_point, "is not a value of the type");
  }
  const float fine_scale = input.scale * (1.0f / 128.0f);
  ShortMultiplier to_result, to_reluish;
  status = QuantizeShort(fine_scale / result.scale, &to_result);
  if (!status.ok()) return status;
  status = QuantizeShort(fine_scale / (3.0f / 32768.0f), &to_reluish);
  if (!status.ok()) return status;
  for (int q = -128; q < 128; ++q) {
    const std::int16_t fine =
        static_cast<std::int16_t>((q - input.zero_point) * 128);
    const std::int16_t scaled =
        SaturatingRoundingDoublingHighMul(fine, to_result.multiplier);
    // -1..1 becomes 0..1: the share of the input that passes.
    const std::int16_t share =
        static_cast<std::int16_t>((Reluish(fine, to_reluish) + (1 << 15)) >> 1);
    const std::int16_t passed = TruncatingDoublingHighMul(share, scaled);
    const std::int32_t rounded =
        RoundingDivideByPOT(passed, -to_result.exponent);
    (*entries)[q + 128] = ClampToInt8(rounded + result.zero_point);
  }
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
