// Builds the tables of softmax.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/tensor/softmax.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "../../fixedpoint/fixedpoint.h"
#include "../../public/quantization/multiplier_builders.h"
#include "../runtime/float_environment.h"

namespace gemmlowp {
inline namespace lowp {
namespace {

using internal::InvalidArgument;
using internal::InvalidReal;
using internal::NullPointer;

// Bits of the integer part of an exponential's argument.
constexpr int kIntegerBits = 5;
constexpr double kArgumentUnits = 1 << (31 - kIntegerBits);
// The argument that the minimum of 16 bits represents.
constexpr float kWideRange = 10.0f;
constexpr int kSteps = 512;

Status ValidateScales(float input_scale, float beta) {
  if (!(std::isfinite(input_scale) && input_scale > 0)) {
    return InvalidReal("input_scale", input_scale,
                       "is not positive and finite");
  }
  if (!(std::isfinite(beta) && beta > 0)) {
    return InvalidReal("beta", beta, "is not positive and finite");
  }
  return Status();
}

template <typename Real>
Real ClampedTo16(Real value) {
  return std::min(std::max(value, Real{-32768}), Real{32767});
}

// function(first + i * (last - first) / 512) in units of 2^-15, all in Real.
// The table is interpolated linearly between entries; each value is moved by
// half of the interpolation error at the midpoint.
template <typename Real, typename Function>
void FillSteps(Real first, Real last, const Function& function,
               std::int32_t (&entries)[kSteps]) {
  constexpr Real kUnits = 32768;
  const Real step = (last - first) / kSteps;
  Real values[kSteps + 1];
  for (int i = 0; i < kSteps; ++i) {
    const Real at = first + static_cast<Real>(i) * step;
    const Real next_at = first + static_cast<Real>(i + 1) * step;
    const Real value = std::round(function(at) * kUnits);
    const Real middle = std::round(function(at + step / 2) * kUnits);
    const Real line = std::round((function(next_at) * kUnits + value) / 2);
    values[i] = ClampedTo16(value - std::round((line - middle) / 2));
  }
  values[kSteps] = ClampedTo16(std::round(function(last) * kUnits));
  for (int i = 0; i < kSteps; ++i) {
    const std::int32_t value = static_cast<std::int32_t>(values[i]);
    const std::int32_t next = static_cast<std::int32_t>(values[i + 1]);
    entries[i] = value + (next - value) * 65536;
  }
}

template <typename Real>
void FillTables(WideSoftmaxTables* tables) {
  FillSteps<Real>(
      -kWideRange, 0, [](Real x) { return std::exp(x); }, tables->exponentials);
  FillSteps<Real>(
      0, 1, [](Real x) { return 1 / (1 + x); }, tables->reciprocals);
}

}  // namespace

Status BuildSoftmaxTable(float input_scale, float beta, SoftmaxTable* table) {
  const internal::FloatEnvironment environment;
  if (table == nullptr) return NullPointer("table");
  Status status = ValidateScales(input_scale, beta);
  if (!status.ok()) return status;
  const double real = static_cast<double>(beta) *
                      static_cast<double>(input_scale) * kArgumentUnits;
  FixedPointMultiplier scale;
  status = QuantizeMultiplier(std::min(real, 2147483647.0), &scale);
  if (!status.ok()) return status;
  if (scale.exponent < 0) {
    return InvalidReal("input_scale", input_scale,
                       "times beta is less than 2^-27");
  }
  using Argument = FixedPoint<std::int32_t, kIntegerBits>;
  const std::int64_t max_distance =
      (((std::int64_t{1} << kIntegerBits) - 1) << (31 - kIntegerBits)) >>
      scale.exponent;
  for (int distance = 0; distance < 256; ++distance) {
    if (distance > max_distance) {
      table->exponentials[distance] = 0;
      continue;
    }
    const std::int32_t argument = SaturatingRoundingDoublingHighMul(
        -distance * (std::int32_t{1} << scale.exponent), scale.multiplier);
    table->exponentials[distance] =
        exp_on_negative_values(Argument::FromRaw(argument)).raw();
  }
  return Status();
}

Status BuildWideSoftmaxTables(float input_scale, float beta,
                              FixedPointRounding rounding,
                              WideSoftmaxTables* tables,
                              TableArithmetic arithmetic) {
  const internal::FloatEnvironment environment;
  if (tables == nullptr) return NullPointer("tables");
  Status status = ValidateScales(input_scale, beta);
  if (!status.ok()) return status;
  if (rounding > FixedPointRounding::kSingleAway) {
    return InvalidArgument("rounding", static_cast<int>(rounding),
                           "is not a rounding by 31 bits");
  }
  const double real = static_cast<double>(input_scale) *
                      static_cast<double>(beta) /
                      static_cast<double>(kWideRange / 65535.0f);
  FixedPointMultiplier scale;
  status = QuantizeMultiplier(real, &scale);
  if (!status.ok()) return status;
  // The scaled 16-bit distance must fit 32 bits.
  if (scale.exponent > 14) {
    return InvalidReal("input_scale", input_scale, "times beta is above 2.5");
  }
  tables->multiplier = scale.multiplier;
  tables->exponent = scale.exponent;
  tables->rounding = rounding;
  if (arithmetic == TableArithmetic::kFloat) {
    FillTables<float>(tables);
  } else {
    FillTables<double>(tables);
  }
  return Status();
}

}  // namespace lowp
}  // namespace gemmlowp
