// Validates transforms of tensors.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "validate_transform.h"

#include <cmath>
#include <cstdint>

#include "../contract/quantized_values.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

Status ValidateQuantizedZeroPoint(const TransformProblem& problem,
                                  std::int32_t zero_point,
                                  const char* argument) {
  return problem.kind == TransformKind::kQuantize
             ? ValidateZeroPoint(problem.scalar, zero_point, argument)
             : Status();
}

// Whether a tensor with parameters per channel has one for each channel.
Status ValidateChannels(const TransformProblem& problem, const char* argument) {
  if (!problem.per_channel) return Status();
  return problem.parameter_count >= 0 &&
                 static_cast<std::size_t>(problem.parameter_count) ==
                     problem.channels
             ? Status()
             : InvalidArgument(
                   argument, problem.parameter_count,
                   "differs from the number of channels of the tensor");
}

// The number of parameters of each kind.
int ParameterCount(const TransformProblem& problem) {
  return problem.per_channel ? problem.parameter_count : 1;
}

Status ValidateQuantization(const TransformProblem& problem) {
  if (!problem.per_channel) {
    if (!IsScale(problem.scale)) {
      return InvalidReal("quantization.scale", problem.scale,
                         "is not positive and finite");
    }
    return ValidateQuantizedZeroPoint(problem, problem.zero_point,
                                      "quantization.zero_point");
  }
  const Status status = ValidateChannels(problem, "quantization.channels");
  if (!status.ok()) return status;
  if (problem.scales == nullptr) {
    return NullPointer("quantization.scales");
  }
  if (problem.zero_points == nullptr) {
    return NullPointer("quantization.zero_points");
  }
  for (int i = 0; i < problem.parameter_count; ++i) {
    if (!IsScale(problem.scales[i])) {
      return InvalidArgument(
          "quantization.scales", i,
          "is the channel of a scale that is not positive and finite");
    }
    const Status zero_point = ValidateQuantizedZeroPoint(
        problem, problem.zero_points[i], "quantization.zero_points");
    if (!zero_point.ok()) return zero_point;
  }
  return Status();
}

Status ValidateFakeQuant(const FakeQuantParameters& p) {
  if (p.form > FakeQuantForm::kFromZeroByDivision) {
    return InvalidArgument("form", static_cast<int>(p.form),
                           "is not a FakeQuantForm");
  }
  const bool from_zero = p.form == FakeQuantForm::kFromZero ||
                         p.form == FakeQuantForm::kFromZeroByDivision;
  const bool by_reciprocal =
      p.form == FakeQuantForm::kUpward || p.form == FakeQuantForm::kAway;
  if (!IsScale(p.scale)) {
    return InvalidReal("range.scale", p.scale, "is not positive and finite");
  }
  if (by_reciprocal && !std::isfinite(1.0f / p.scale)) {
    return InvalidReal("range.scale", p.scale, "has no finite reciprocal");
  }
  if (from_zero && !IsScale(p.inverse)) {
    return InvalidReal("range.inverse", p.inverse,
                       "is not positive and finite");
  }
  if (!(std::isfinite(p.min) && std::isfinite(p.max) && p.min < p.max)) {
    return InvalidReal("range.min", p.min,
                       "is not a finite number below range.max");
  }
  return Status();
}

struct RescaleNames {
  const char* multipliers;
  const char* exponents;
  const char* rounding;
};

Status ValidateRescale(const IntegerRescale& rescale, int count,
                       const RescaleNames& names) {
  if (rescale.rounding > FixedPointRounding::kSingleUpward15Bits) {
    return InvalidArgument(names.rounding, static_cast<int>(rescale.rounding),
                           "is not a FixedPointRounding");
  }
  if (rescale.multipliers == nullptr) {
    return NullPointer(names.multipliers);
  }
  if (rescale.exponents == nullptr) {
    return NullPointer(names.exponents);
  }
  for (int i = 0; i < count; ++i) {
    if (rescale.exponents[i] < -31 || rescale.exponents[i] > 31) {
      return InvalidArgument(names.exponents, rescale.exponents[i],
                             "is outside -31..31");
    }
  }
  return Status();
}

Status ValidateZeroPoints(Scalar scalar, const std::int32_t* zero_points,
                          int count, const char* argument) {
  for (int i = 0; i < count; ++i) {
    const Status status = ValidateZeroPoint(scalar, zero_points[i], argument);
    if (!status.ok()) return status;
  }
  return Status();
}

// Checks RescaleParameters or RealParameters with `count` channels.
template <typename Parameters>
Status ValidateZeroPointsAndRange(const TransformProblem& problem,
                                  const Parameters& parameters, int count) {
  Status status =
      ValidateZeroPoints(problem.input_scalar, parameters.input_zero_points,
                         parameters.input_zero_points_vary ? count : 1,
                         "requantization.input_zero_point");
  if (!status.ok()) return status;
  status = ValidateZeroPoints(problem.scalar, parameters.output_zero_points,
                              parameters.output_zero_points_vary ? count : 1,
                              "requantization.output_zero_point");
  return status.ok() ? ValidateBounds(problem.scalar, problem.low, problem.high)
                     : status;
}

Status ValidateRequantization(const TransformProblem& problem) {
  const RescaleParameters& parameters = problem.rescale;
  Status status = ValidateChannels(problem, "requantization.channels");
  if (!status.ok()) return status;
  const int count = ParameterCount(problem);
  status =
      ValidateRescale(parameters.rescale, count,
                      {"requantization.multipliers", "requantization.exponents",
                       "requantization.rounding"});
  return status.ok() ? ValidateZeroPointsAndRange(problem, parameters, count)
                     : status;
}

template <typename Real>
Status ValidateScales(const RealParameters& parameters, int count) {
  const Real* scales = static_cast<const Real*>(parameters.scales);
  for (int i = 0; i < count; ++i) {
    if (!std::isfinite(scales[i])) {
      return InvalidArgument("requantization.scales", i,
                             "is the channel of a scale that is not finite");
    }
  }
  return Status();
}

Status ValidateRequantizationInFloat(const TransformProblem& problem) {
  const RealParameters& parameters = problem.real;
  Status status = ValidateChannels(problem, "requantization.channels");
  if (!status.ok()) return status;
  if (parameters.rounding > FloatRounding::kAwayBySum) {
    return InvalidArgument("requantization.rounding",
                           static_cast<int>(parameters.rounding),
                           "is not a FloatRounding");
  }
  if (parameters.order > ZeroPointOrder::kBeforeRounding) {
    return InvalidArgument("requantization.order",
                           static_cast<int>(parameters.order),
                           "is not a ZeroPointOrder");
  }
  if (parameters.scales == nullptr) {
    return NullPointer("requantization.scales");
  }
  const int count = ParameterCount(problem);
  status = parameters.in_double ? ValidateScales<double>(parameters, count)
                                : ValidateScales<float>(parameters, count);
  return status.ok() ? ValidateZeroPointsAndRange(problem, parameters, count)
                     : status;
}

Status ValidateLeakyRelu(const TransformProblem& problem) {
  const RescaleParameters& parameters = problem.rescale;
  Status status =
      ValidateRescale(parameters.rescale, 1,
                      {"identity_multiplier", "identity_exponent", "rounding"});
  if (!status.ok()) return status;
  status = ValidateRescale(parameters.below, 1,
                           {"alpha_multiplier", "alpha_exponent", "rounding"});
  if (!status.ok()) return status;
  status = ValidateZeroPoint(problem.scalar, parameters.input_zero_points[0],
                             "input_zero_point");
  if (!status.ok()) return status;
  return ValidateZeroPoint(problem.scalar, parameters.output_zero_points[0],
                           "result_zero_point");
}

// The maximum number of 16-bit exponentials whose sum is less than 2^31.
constexpr std::size_t kMaxWideSoftmaxColumns = 65535;

constexpr char kNoTable[] =
    "has no exponential of 0: it was not built, or not for this";
// The maximum left shift of a 16-bit difference in 32 bits.
constexpr int kMaxWideSoftmaxExponent = 14;

Status ValidateSoftmax(const TransformProblem& problem) {
  const SoftmaxParameters& p = problem.softmax;
  if (problem.input_scalar != Scalar::kInt16) {
    return p.exponentials[0] > 0 ? Status()
                                 : InvalidArgument("table", 0, kNoTable);
  }
  if (problem.inner > kMaxWideSoftmaxColumns) {
    return InvalidArgument("columns", static_cast<std::int64_t>(problem.inner),
                           "is more than 65535");
  }
  if (p.exponent < -31 || p.exponent > kMaxWideSoftmaxExponent) {
    return InvalidArgument("tables.exponent", p.exponent, "is outside -31..14");
  }
  if (p.rounding > FixedPointRounding::kSingleAway) {
    return InvalidArgument("tables.rounding", static_cast<int>(p.rounding),
                           "is not a rounding by 31 bits");
  }
  return p.exponentials[511] > 0 ? Status()
                                 : InvalidArgument("tables", 0, kNoTable);
}

Status ValidateAffine(const TransformProblem& problem) {
  const AffineParameters& p = problem.affine;
  const struct {
    const char* name;
    float value;
  } numbers[] = {{"input.min", p.min},
                 {"input.offset", p.offset},
                 {"input.scale", p.scale},
                 {"bias_range.min", p.bias_min},
                 {"bias_range.scale", p.bias_scale},
                 {"range.min", p.result_min},
                 {"range.scale", p.result_scale},
                 {"range.offset", p.result_offset}};
  for (const auto& number : numbers) {
    if (!std::isfinite(number.value)) {
      return InvalidReal(number.name, number.value, "is not finite");
    }
  }
  if (!std::isfinite(1.0f / p.result_scale)) {
    return InvalidReal("range.scale", p.result_scale, "has no finite inverse");
  }
  return ValidateBounds(problem.scalar, problem.low, problem.high);
}

}  // namespace

Status ValidateTransform(const TransformProblem& problem) {
  switch (problem.kind) {
    case TransformKind::kQuantize: {
      if (problem.rounding > ValueRounding::kAwayInDouble) {
        return InvalidArgument("rounding", static_cast<int>(problem.rounding),
                               "is not a ValueRounding");
      }
      const Status status = ValidateQuantization(problem);
      return status.ok()
                 ? ValidateBounds(problem.scalar, problem.low, problem.high)
                 : status;
    }
    case TransformKind::kDequantize:
      if (problem.precision > RealPrecision::kDouble) {
        return InvalidArgument("precision", static_cast<int>(problem.precision),
                               "is not a RealPrecision");
      }
      return ValidateQuantization(problem);
    case TransformKind::kFakeQuant:
      return ValidateFakeQuant(problem.fake_quant);
    case TransformKind::kRequantize:
      return ValidateRequantization(problem);
    case TransformKind::kRequantizeFloat:
      return ValidateRequantizationInFloat(problem);
    case TransformKind::kLeakyRelu:
      return ValidateLeakyRelu(problem);
    case TransformKind::kSoftmax:
      return ValidateSoftmax(problem);
    case TransformKind::kAffine:
      return ValidateAffine(problem);
    case TransformKind::kTable:
    case TransformKind::kFlipSigns:
    case TransformKind::kMinMax:
    case TransformKind::kLogistic:
    case TransformKind::kTanh:
    case TransformKind::kQuantizeRow:
    case TransformKind::kRange:
    case TransformKind::kReadReals:
      break;
  }
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
