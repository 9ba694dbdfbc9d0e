// Chooses scales and zero points.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "row_code.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct Chosen {
  float scale;
  float inverse;
  std::int32_t zero_point;
};

// What stands for a range that a rule refuses: it is too wide, or its scale is
// 0. There is no other reason if the arithmetic is valid.
Chosen Refused(float scale) { return {scale, 1 / scale, 0}; }

Chosen ByRule(const DynamicArithmetic& arithmetic, float min, float max) {
  QuantizationParams params;
  const Status status = ChooseQuantizationParams(min, max, arithmetic.range,
                                                 arithmetic.rule, &params);
  if (!status.ok()) return Refused(std::numeric_limits<float>::infinity());
  const float scale = static_cast<float>(params.scale);
  return {scale, 1 / scale, params.zero_point};
}

Chosen ByOnnx(const DynamicArithmetic& arithmetic, float min, float max) {
  QuantizationParams params;
  const Status status = ChooseDynamicQuantizationParams(
      min, max, arithmetic.range, 1.0f, &params);
  if (!status.ok()) {
    return Refused(std::max(std::fabs(min), std::fabs(max)) < 1
                       ? 0.0f
                       : std::numeric_limits<float>::infinity());
  }
  const float scale = static_cast<float>(params.scale);
  return {scale, 1 / scale, params.zero_point};
}

Chosen ByInverse(const DynamicArithmetic& arithmetic, float min, float max) {
  const float low = static_cast<float>(arithmetic.range.low);
  const float high = static_cast<float>(arithmetic.range.high);
  min = std::min(min, 0.0f);
  max = std::max(max, 0.0f);
  const float inverse = (high - low) / (max - min);
  if (!std::isfinite(inverse)) return Refused(0);
  const float at_min = min * inverse, at_max = max * inverse;
  const float real =
      (low + at_min) + (high + at_max) > 0 ? low - at_min : high - at_max;
  return {1 / inverse, inverse,
          static_cast<std::int32_t>(
              std::nearbyint(std::min(std::max(real, low), high)))};
}

Chosen BySymmetry(const DynamicArithmetic& arithmetic, float min, float max) {
  const float high = static_cast<float>(arithmetic.range.high);
  const float magnitude = std::max(std::fabs(min), std::fabs(max));
  return {magnitude / high, high / magnitude, 0};
}

Chosen Choose(const DynamicArithmetic& arithmetic, float min, float max) {
  switch (arithmetic.scale) {
    case DynamicScale::kByRule:
      return ByRule(arithmetic, min, max);
    case DynamicScale::kOnnx:
      return ByOnnx(arithmetic, min, max);
    case DynamicScale::kFromInverse:
      return ByInverse(arithmetic, min, max);
    case DynamicScale::kSymmetric:
      break;
  }
  return BySymmetry(arithmetic, min, max);
}

bool Contains(QuantizedRange outer, QuantizedRange inner) {
  return outer.low <= inner.low && inner.high <= outer.high;
}

Status ValidateEnums(const DynamicArithmetic& arithmetic) {
  if (arithmetic.scope > DynamicScope::kTensor) {
    return InvalidArgument("arithmetic.scope",
                           static_cast<int>(arithmetic.scope),
                           "is not a DynamicScope");
  }
  if (arithmetic.scale > DynamicScale::kSymmetric) {
    return InvalidArgument("arithmetic.scale",
                           static_cast<int>(arithmetic.scale),
                           "is not a DynamicScale");
  }
  if (arithmetic.code > DynamicCode::kFused) {
    return InvalidArgument("arithmetic.code", static_cast<int>(arithmetic.code),
                           "is not a DynamicCode");
  }
  if (arithmetic.order > DynamicOrder::kProductFirst) {
    return InvalidArgument("arithmetic.order",
                           static_cast<int>(arithmetic.order),
                           "is not a DynamicOrder");
  }
  return Status();
}

Status ValidateRule(const DynamicArithmetic& arithmetic) {
  if (!arithmetic.rule.extend_to_zero) {
    return InvalidArgument("arithmetic.rule.extend_to_zero", 0,
                           "is false, and a row may exclude 0");
  }
  if (!arithmetic.rule.nudge_zero_point) {
    return InvalidArgument("arithmetic.rule.nudge_zero_point", 0,
                           "is false, and codes need a zero point in range");
  }
  QuantizationParams params;
  return ChooseQuantizationParams(-1, 1, arithmetic.range, arithmetic.rule,
                                  &params);
}

}  // namespace

Status ValidateArithmetic(const DynamicArithmetic& arithmetic) {
  const Status status = ValidateEnums(arithmetic);
  if (!status.ok()) return status;
  const QuantizedRange range = arithmetic.range, codes = arithmetic.codes;
  constexpr std::int32_t kFarthest = 1 << 20;  // exact as a float
  if (codes.low < -kFarthest || codes.high > kFarthest ||
      codes.low >= codes.high || codes.high - codes.low > UINT8_MAX) {
    return InvalidArgument("arithmetic.codes.high", codes.high,
                           "is not 1 to 255 above codes.low");
  }
  if (range.low >= range.high) {
    return InvalidArgument("arithmetic.range.high", range.high,
                           "is not above range.low");
  }
  if (!Contains(codes, range)) {
    return InvalidArgument("arithmetic.range.low", range.low,
                           "begins a range that is not within the codes");
  }
  if (arithmetic.scale == DynamicScale::kSymmetric &&
      !(range.low < 0 && range.high > 0)) {
    return InvalidArgument("arithmetic.range.low", range.low,
                           "begins a range that does not have 0 inside");
  }
  return arithmetic.scale == DynamicScale::kByRule ? ValidateRule(arithmetic)
                                                   : Status();
}

DynamicRowCode ChooseRowCode(const DynamicArithmetic& arithmetic,
                             const ValueRange& range) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const bool multiplies = arithmetic.code == DynamicCode::kMultiply ||
                          arithmetic.code == DynamicCode::kFused;
  const std::int32_t zero =
      std::min(std::max(0, arithmetic.codes.low), arithmetic.codes.high);
  // Every finite value becomes the zero point.
  const DynamicRowCode zeros = {1, multiplies ? 0 : kInfinity, zero};
  const DynamicRowCode nothing = {std::numeric_limits<float>::quiet_NaN(),
                                  zeros.factor, zero};
  if (!range.all_finite()) return nothing;
  // Adding 0 turns -0 into 0.
  const Chosen chosen = Choose(arithmetic, range.min + 0.0f, range.max + 0.0f);
  if (chosen.scale == kInfinity) return nothing;
  const float factor = multiplies ? chosen.inverse : chosen.scale;
  if (!(chosen.scale > 0 && factor > 0 && factor < kInfinity)) return zeros;
  return {chosen.scale, factor, chosen.zero_point};
}

RowCodeForm FormOf(DynamicCode code) {
  switch (code) {
    case DynamicCode::kDivide:
      return RowCodeForm::kQuotient;
    case DynamicCode::kMultiply:
      return RowCodeForm::kProduct;
    case DynamicCode::kFused:
      return RowCodeForm::kFused;
    case DynamicCode::kAddInside:
      break;
  }
  return RowCodeForm::kZeroPoint;
}

bool HasNoZeroPoint(const DynamicArithmetic& arithmetic) {
  return arithmetic.scale == DynamicScale::kSymmetric;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
