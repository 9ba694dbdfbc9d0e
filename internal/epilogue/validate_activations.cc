// Checks the parameters of the stages of stages/activations.h and
// stages/matrices.h.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "validate_activations.h"

#include <cmath>
#include <limits>

#include "validate_parameter.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr char kNotAnExponent[] = "is outside -31..31";

Status ValidateScalar(std::int32_t value, std::int32_t low, std::int32_t high,
                      const char* name, const char* problem) {
  return value >= low && value <= high ? Status()
                                       : InvalidArgument(name, value, problem);
}

Status ValidateInt16(std::int32_t value, const char* name) {
  return ValidateScalar(value, std::numeric_limits<std::int16_t>::min(),
                        std::numeric_limits<std::int16_t>::max(), name,
                        "is outside -2^15..2^15-1");
}

}  // namespace

Status ValidateLeakyRelu(const EpilogueOp& op, const MatrixRef& result) {
  if (op.rounding > FixedPointRounding::kSingleUpward15Bits) {
    return InvalidArgument("rounding", static_cast<int>(op.rounding),
                           "is not a FixedPointRounding");
  }
  Status status = ValidateParameter(
      op.first, result,
      {"identity_multiplier.data", "identity_multiplier.size"});
  if (!status.ok()) return status;
  status = ValidateNumbers(op.second, result,
                           {"identity_exponent.data", "identity_exponent.size"},
                           {-31, 31, "identity_exponent", kNotAnExponent});
  if (!status.ok()) return status;
  status = ValidateParameter(
      op.more[0], result, {"alpha_multiplier.data", "alpha_multiplier.size"});
  if (!status.ok()) return status;
  return ValidateNumbers(op.more[1], result,
                         {"alpha_exponent.data", "alpha_exponent.size"},
                         {-31, 31, "alpha_exponent", kNotAnExponent});
}

Status ValidateSigmoid(const EpilogueOp& op, const MatrixRef& result) {
  Status status = ValidateParameter(
      op.first, result, {"input_multiplier.data", "input_multiplier.size"});
  if (!status.ok()) return status;
  status = ValidateNumbers(op.second, result,
                           {"input_exponent.data", "input_exponent.size"},
                           {-31, 31, "input_exponent", kNotAnExponent});
  if (!status.ok()) return status;
  const SigmoidConstants& c = op.sigmoid;
  if (c.input_radius < 0) {
    return InvalidArgument("input_radius", c.input_radius, "is negative");
  }
  status =
      ValidateScalar(c.result_shift, 0, 31, "result_shift", "is outside 0..31");
  if (!status.ok()) return status;
  return c.result_min <= c.result_max
             ? Status()
             : InvalidArgument("result_min", c.result_min,
                               "is larger than result_max");
}

Status ValidateHardSwish(const EpilogueOp& op) {
  Status status =
      ValidateInt16(op.hard_swish.result_multiplier, "result_multiplier");
  if (!status.ok()) return status;
  status = ValidateScalar(op.second.value, -31, 0, "result_exponent",
                          "is outside -31..0");
  if (!status.ok()) return status;
  status = ValidateInt16(op.hard_swish.share_multiplier, "share_multiplier");
  if (!status.ok()) return status;
  return ValidateScalar(op.hard_swish.share_exponent, -31, 31, "share_exponent",
                        kNotAnExponent);
}

Status ValidateDequantizedAddition(const EpilogueOp& op) {
  if (std::isfinite(op.factor.value)) return Status();
  return Status::OfWord(StatusCode::kInvalidArgument, "residual_scale",
                        std::isnan(op.factor.value) ? "nan"
                        : op.factor.value < 0       ? "-inf"
                                                    : "inf",
                        "is not finite");
}

Status ValidateResidualAddition(const ResidualAdditionNumbers& numbers) {
  if (numbers.rounding > FixedPointRounding::kSingleUpward15Bits) {
    return InvalidArgument("rounding", static_cast<int>(numbers.rounding),
                           "is not a FixedPointRounding");
  }
  Status status = ValidateScalar(numbers.left_shift, 0, 30, "left_shift",
                                 "is outside 0..30");
  if (!status.ok()) return status;
  status = ValidateScalar(numbers.input_exponent, -31, 31, "input_exponent",
                          kNotAnExponent);
  if (!status.ok()) return status;
  status = ValidateScalar(numbers.residual_exponent, -31, 31,
                          "residual_exponent", kNotAnExponent);
  if (!status.ok()) return status;
  return ValidateScalar(numbers.result_exponent, -31, 31, "result_exponent",
                        kNotAnExponent);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
