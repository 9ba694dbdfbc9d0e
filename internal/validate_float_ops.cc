// Checks the parameters of output stages in floating point.
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
constexpr FloatNames kBias = {"bias_vector",
                              {"bias_vector.data", "bias_vector.size"}};

const char* NameOf(float value) {
  return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
}

Status ValidateFinite(const FloatParameter& parameter, int rows, int cols,
                      const FloatNames& names) {
  const Status status = ValidateParameter(parameter, rows, cols, names.vector);
  if (!status.ok()) return status;
  if (parameter.along == Along::kAll) {
    if (std::isfinite(parameter.value)) return Status();
    return Status::OfWord(StatusCode::kInvalidArgument, names.value,
                          NameOf(parameter.value), "is not finite");
  }
  for (int i = 0; i < parameter.size; ++i) {
    if (!std::isfinite(parameter.data[i])) {
      return Invalid(names.vector.data, i,
                     "is the index of a value that is not finite");
    }
  }
  return Status();
}

Status ValidateRounding(const EpilogueOp& op) {
  if (op.float_rounding > FloatRounding::kTruncate) {
    return Invalid("result_rounding", static_cast<int>(op.float_rounding),
                   "is not a FloatRounding");
  }
  if (op.order > ZeroPointOrder::kBeforeRounding) {
    return Invalid("result_order", static_cast<int>(op.order),
                   "is not a ZeroPointOrder");
  }
  return Status();
}

}  // namespace

Status ValidateFloatOp(const EpilogueOp& op, int rows, int cols) {
  switch (op.kind) {
    case EpilogueKind::kDequantize:
      return ValidateFinite(op.factor, rows, cols, kScale);
    case EpilogueKind::kAddFloat:
      return ValidateFinite(op.factor, rows, cols, kBias);
    case EpilogueKind::kQuantize:
      return ValidateRounding(op);
    default:
      return Status();
  }
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
