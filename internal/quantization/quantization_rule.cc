// Checks the fields of a rule.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "quantization_rule.h"

#include <limits>

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr char kNoScale[] = "is negative or not a finite float";

bool IsScaleOrZero(double value) {
  return value >= 0 && value <= std::numeric_limits<float>::max();
}

}  // namespace

Status ValidateRule(const QuantizationRule& rule) {
  if (rule.symmetry > Symmetry::kSymmetricAboutTheMiddle) {
    return InvalidArgument("rule.symmetry", static_cast<int>(rule.symmetry),
                           "is not a Symmetry");
  }
  if (rule.scale_precision > ScalePrecision::kFloatInTheEnd) {
    return InvalidArgument("rule.scale_precision",
                           static_cast<int>(rule.scale_precision),
                           "is not a ScalePrecision");
  }
  if (rule.power_of_two > PowerOfTwoScale::kInTheEnd) {
    return InvalidArgument("rule.power_of_two",
                           static_cast<int>(rule.power_of_two),
                           "is not a PowerOfTwoScale");
  }
  if (!IsScaleOrZero(rule.scale_of_zero)) {
    return InvalidReal("rule.scale_of_zero", rule.scale_of_zero, kNoScale);
  }
  if (!IsScaleOrZero(rule.min_scale)) {
    return InvalidReal("rule.min_scale", rule.min_scale, kNoScale);
  }
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
