// Derives the parameters of the stages of stages/activations.h.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cmath>
#include <cstdint>

#include "../../public/quantization/multiplier_builders.h"
#include "../../public/stages/activations.h"
#include "../runtime/float_environment.h"

namespace gemmlowp {
inline namespace lowp {
namespace {

using internal::InvalidArgument;
using internal::InvalidReal;
using internal::NullPointer;

// Inputs of logistic and tanh are Q4.27.
constexpr int kInputIntegerBits = 4;
constexpr int kInputFractionBits = 31 - kInputIntegerBits;

// Sets the scaling to Q4.27, and the smallest |input| that does not fit there.
template <typename Stage>
Status SetInput(const TensorScale& input, Stage* stage) {
  const Status status = internal::ValidateTensorScale(input, "input.scale");
  if (!status.ok()) return status;
  if (input.scale < 0x1p-18f || input.scale > 8) {
    return InvalidReal("input.scale", input.scale, "is outside 2^-18..8");
  }
  FixedPointMultiplier quantized;
  const Status built = QuantizeMultiplierUnbounded(
      static_cast<double>(input.scale) * (1 << kInputFractionBits), &quantized);
  if (!built.ok()) return built;
  stage->input_zero_point = input.zero_point;
  stage->input_multiplier = quantized.multiplier;
  stage->input_exponent = quantized.exponent;
  const double limit = static_cast<double>((1 << kInputIntegerBits) - 1) *
                       static_cast<double>(1 << kInputFractionBits);
  stage->input_radius = static_cast<std::int32_t>(
      std::floor(std::ldexp(limit, -quantized.exponent)));
  return Status();
}

// An int8 result with `bits` fraction bits.
template <typename Stage>
void SetResult(int bits, std::int32_t zero_point, Stage* stage) {
  stage->result_shift = 31 - bits;
  stage->result_zero_point = zero_point;
  stage->result_min = -128;
  stage->result_max = 127;
}

Status QuantizeShort(float real, std::int32_t* multiplier,
                     std::int32_t* exponent) {
  FixedPointMultiplier wide;
  Status status = QuantizeMultiplier(static_cast<double>(real), &wide);
  if (!status.ok()) return status;
  std::int16_t reduced;
  status = ReduceMultiplierTo15Bits(wide.multiplier, &reduced);
  if (!status.ok()) return status;
  *multiplier = reduced;
  *exponent = wide.exponent;
  return Status();
}

Status ValidateRounding(FixedPointRounding rounding) {
  return rounding > FixedPointRounding::kSingleUpward15Bits
             ? InvalidArgument("rounding", static_cast<int>(rounding),
                               "is not a FixedPointRounding")
             : Status();
}

Status ValidateScales(const TensorScale& input, const TensorScale& result) {
  const Status status = internal::ValidateTensorScale(input, "input.scale");
  return status.ok() ? internal::ValidateTensorScale(result, "result.scale")
                     : status;
}

}  // namespace

Status MakeLeakyRelu(const TensorScale& input, float alpha,
                     const TensorScale& result, FixedPointRounding rounding,
                     OutputStageLeakyRelu* stage) {
  const internal::FloatEnvironment environment;
  if (stage == nullptr) return NullPointer("stage");
  Status status = ValidateScales(input, result);
  if (!status.ok()) return status;
  if (!std::isfinite(alpha)) {
    return InvalidReal("alpha", alpha, "is not finite");
  }
  status = ValidateRounding(rounding);
  if (!status.ok()) return status;
  FixedPointMultiplier identity, negative;
  if (!QuantizeMultiplier(static_cast<double>(input.scale / result.scale),
                          &identity)
           .ok()) {
    return InvalidReal("input.scale", input.scale,
                       "over result.scale is not finite in float");
  }
  if (!QuantizeMultiplier(
           static_cast<double>(input.scale * alpha / result.scale), &negative)
           .ok()) {
    return InvalidArgument(
        "alpha", 0, "times input.scale / result.scale is not finite in float");
  }
  *stage = {input.zero_point,  identity.multiplier,
            identity.exponent, negative.multiplier,
            negative.exponent, result.zero_point,
            rounding};
  return Status();
}

Status MakeLogisticQ4(const TensorScale& input, OutputStageLogisticQ4* stage) {
  const internal::FloatEnvironment environment;
  if (stage == nullptr) return NullPointer("stage");
  OutputStageLogisticQ4 made;
  const Status status = SetInput(input, &made);
  if (!status.ok()) return status;
  SetResult(8, -128, &made);
  *stage = made;
  return Status();
}

Status MakeTanhQ4(const TensorScale& input, OutputStageTanhQ4* stage) {
  const internal::FloatEnvironment environment;
  if (stage == nullptr) return NullPointer("stage");
  OutputStageTanhQ4 made;
  const Status status = SetInput(input, &made);
  if (!status.ok()) return status;
  SetResult(7, 0, &made);
  *stage = made;
  return Status();
}

Status MakeHardSwish(const TensorScale& input, const TensorScale& result,
                     OutputStageHardSwish* stage) {
  const internal::FloatEnvironment environment;
  if (stage == nullptr) return NullPointer("stage");
  Status status = ValidateScales(input, result);
  if (!status.ok()) return status;
  const float ratio = input.scale / result.scale;
  if (!(ratio >= 0x1p-8f && ratio < 128.0f)) {
    return InvalidReal("input.scale", input.scale,
                       "is not 2^-8 to 128 times the result's");
  }
  OutputStageHardSwish made;
  const float fine_scale = input.scale * (1.0f / 128.0f);
  status = QuantizeShort(fine_scale / result.scale, &made.result_multiplier,
                         &made.result_exponent);
  // It is below 1, unless a subnormal 128th was rounded up.
  if (!status.ok() || made.result_exponent > 0) {
    return InvalidReal("input.scale", input.scale,
                       "is so small that its 128th is rounded up");
  }
  status = QuantizeShort(fine_scale / (3.0f / 32768.0f), &made.share_multiplier,
                         &made.share_exponent);
  if (!status.ok()) {
    return InvalidReal("input.scale", input.scale,
                       "is so large that it is not finite in units of the "
                       "function's range");
  }
  made.input_zero_point = input.zero_point;
  made.result_zero_point = result.zero_point;
  *stage = made;
  return Status();
}

}  // namespace lowp
}  // namespace gemmlowp
