// Checks the parameters of floating-point output stages.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "validate_float_ops.h"

#include <cmath>

#include "validate_parameter.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct FloatNames {
  const char* value;
  ParameterNames vector;
};
constexpr FloatNames kScale = {"result_scale",
                               {"result_scale.data", "result_scale.size"}};
constexpr FloatNames kFactor = {"factor", {"factor.data", "factor.size"}};
constexpr FloatNames kDivisor = {"divisor", {"divisor.data", "divisor.size"}};
constexpr FloatNames kSlope = {"negative_slope",
                               {"negative_slope.data", "negative_slope.size"}};
constexpr FloatNames kBias = {"bias_vector",
                              {"bias_vector.data", "bias_vector.size"}};

const char* NameOf(double value) {
  return std::isnan(value) ? "nan"
         : value == 0      ? "0"
         : value < 0       ? "-inf"
                           : "inf";
}

template <typename Real>
bool IsFinite(Real value) {
  return std::isfinite(value);
}
bool IsDivisor(float value) { return std::isfinite(value) && value != 0; }

// The messages for an invalid single value, and for an entry of a vector.
struct Problems {
  const char* of_value;
  const char* of_entry;
};
constexpr Problems kNotFinite = {"is not finite",
                                 "is the index of a value that is not finite"};
constexpr Problems kNoDivisor = {
    "is not finite and other than 0",
    "is the index of a value that is not finite and other than 0"};

template <typename Parameter, typename Real>
Status ValidateNumbers(const Parameter& parameter, const MatrixRef& result,
                       const FloatNames& names, bool (*is_good)(Real),
                       const Problems& problems) {
  const Status status = ValidateParameter(parameter, result, names.vector);
  if (!status.ok()) return status;
  if (parameter.along == Along::kAll) {
    if (is_good(parameter.value)) return Status();
    return Status::OfWord(StatusCode::kInvalidArgument, names.value,
                          NameOf(parameter.value), problems.of_value);
  }
  for (int i = 0; i < parameter.size; ++i) {
    if (!is_good(parameter.data[i])) {
      return InvalidArgument(names.vector.data, i, problems.of_entry);
    }
  }
  return Status();
}

Status ValidateFinite(const FloatParameter& parameter, const MatrixRef& result,
                      const FloatNames& names) {
  return ValidateNumbers(parameter, result, names, &IsFinite<float>,
                         kNotFinite);
}

Status ValidateBounds(const EpilogueOp& op) {
  if (std::isnan(op.float_low) || std::isnan(op.float_high)) {
    return Status::OfWord(StatusCode::kInvalidArgument,
                          std::isnan(op.float_low) ? "min" : "max", "nan",
                          "is not a number");
  }
  return Status();
}

Status ValidateRounding(const EpilogueOp& op) {
  if (op.float_rounding > FloatRounding::kAwayBySum) {
    return InvalidArgument("result_rounding",
                           static_cast<int>(op.float_rounding),
                           "is not a FloatRounding");
  }
  if (op.order > ZeroPointOrder::kBeforeRounding) {
    return InvalidArgument("result_order", static_cast<int>(op.order),
                           "is not a ZeroPointOrder");
  }
  return Status();
}

}  // namespace

Status ValidateFloatOp(const EpilogueOp& op, const MatrixRef& result) {
  switch (op.kind) {
    case EpilogueKind::kDequantize:
      return ValidateFinite(op.factor, result, kScale);
    case EpilogueKind::kAddFloat:
      return ValidateFinite(op.factor, result, kBias);
    case EpilogueKind::kMultiplyFloat:
      return ValidateFinite(op.factor, result, kFactor);
    case EpilogueKind::kDivideFloat:
      return ValidateNumbers(op.factor, result, kDivisor, &IsDivisor,
                             kNoDivisor);
    case EpilogueKind::kLeakyFloat:
      return ValidateFinite(op.factor, result, kSlope);
    case EpilogueKind::kClampFloat:
      return ValidateBounds(op);
    case EpilogueKind::kQuantize:
      return ValidateRounding(op);
    case EpilogueKind::kScaleFloat: {
      const Status status = ValidateRounding(op);
      return status.ok() ? ValidateFinite(op.factor, result, kScale) : status;
    }
    case EpilogueKind::kScaleDouble: {
      const Status status = ValidateRounding(op);
      return status.ok() ? ValidateNumbers(op.wide_factor, result, kScale,
                                           &IsFinite<double>, kNotFinite)
                         : status;
    }
    default:
      return Status();
  }
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
