// Builds multipliers from real factors. Every rounding here is part of a
// definition.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/quantization/multiplier_builders.h"

#include <cmath>
#include <limits>

#include "../runtime/float_environment.h"

namespace gemmlowp {
inline namespace lowp {
namespace {

using internal::InvalidArgument;
using internal::InvalidReal;
using internal::NullPointer;

constexpr std::int64_t kOne = std::int64_t{1} << 31;
// Below this exponent every int32 sum rounds to 0.
constexpr int kMinExponent = -31;
// A single rounding in 64 bits shifts right by 31 - exponent, at least by 1.
constexpr int kMaxSingleRoundingExponent = 30;

bool IsScale(double value) { return std::isfinite(value) && value > 0; }

// Validates three scales, and where their quotient goes.
Status ValidateScales(float lhs_scale, float rhs_scale, float result_scale,
                      const void* real) {
  constexpr const char* kProblem = "is not a positive finite number";
  if (real == nullptr) return NullPointer("real");
  if (!IsScale(lhs_scale)) return InvalidReal("lhs_scale", lhs_scale, kProblem);
  if (!IsScale(rhs_scale)) return InvalidReal("rhs_scale", rhs_scale, kProblem);
  if (!IsScale(result_scale))
    return InvalidReal("result_scale", result_scale, kProblem);
  return Status();
}

// Writes a quotient, if it is finite.
template <typename T>
Status WriteFinite(T quotient, T* real) {
  if (!std::isfinite(quotient)) {
    return InvalidReal("real", quotient, "is not finite");
  }
  *real = quotient;
  return Status();
}

// Validates what is quantized, and where it goes.
Status ValidateFinite(double real, const void* quantized) {
  if (quantized == nullptr) return NullPointer("quantized");
  return std::isfinite(real) ? Status()
                             : InvalidReal("real", real, "is not finite");
}

// A fraction in units of 2^-31, and its exponent.
struct Fraction {
  std::int64_t value;
  int exponent;
};

// A fraction that rounded up to 1 becomes one half with an exponent one larger.
// -1 fits the multiplier as it is.
FixedPointMultiplier Normalize(Fraction fraction) {
  if (fraction.value == kOne) {
    fraction.value /= 2;
    ++fraction.exponent;
  }
  return {static_cast<std::int32_t>(fraction.value), fraction.exponent};
}

FixedPointMultiplier Flush(const FixedPointMultiplier& quantized) {
  return quantized.exponent < kMinExponent ? FixedPointMultiplier() : quantized;
}

// The fraction of `real` in [1/2, 1), rounded by `round` to units of 2^-31.
template <typename Round>
Fraction FractionOf(double real, const Round& round) {
  int exponent = 0;
  const double fraction = std::frexp(real, &exponent);
  return {
      static_cast<std::int64_t>(round(fraction * static_cast<double>(kOne))),
      exponent};
}

FixedPointMultiplier RoundAwayFromZero(double real) {
  return Normalize(FractionOf(real, [](double x) { return std::round(x); }));
}

// The float's 24 significant bits as an integer in [2^23, 2^24), times
// 2^exponent.
struct Significand {
  std::int32_t value;
  int exponent;
};

Significand SignificandOf(float real) {
  int exponent = 0;
  const float fraction = std::frexp(real, &exponent);
  return {static_cast<std::int32_t>(std::ldexp(fraction, 24)), exponent - 24};
}

Status ValidateNormal(float real, const void* quantized) {
  if (quantized == nullptr) return NullPointer("quantized");
  return std::isnormal(real) && real > 0
             ? Status()
             : InvalidReal("real", real, "is not a positive normal number");
}

}  // namespace

Status RealMultiplier(float lhs_scale, float rhs_scale, float result_scale,
                      double* real) {
  const internal::FloatEnvironment environment;
  const Status status =
      ValidateScales(lhs_scale, rhs_scale, result_scale, real);
  if (!status.ok()) return status;
  *real = static_cast<double>(lhs_scale) * static_cast<double>(rhs_scale) /
          static_cast<double>(result_scale);
  return Status();
}

Status RealMultiplierOfFloatProduct(float lhs_scale, float rhs_scale,
                                    float result_scale, double* real) {
  const internal::FloatEnvironment environment;
  const Status status =
      ValidateScales(lhs_scale, rhs_scale, result_scale, real);
  if (!status.ok()) return status;
  const float product = lhs_scale * rhs_scale;
  const double quotient =
      static_cast<double>(product) / static_cast<double>(result_scale);
  return WriteFinite(quotient, real);
}

Status FloatMultiplier(float lhs_scale, float rhs_scale, float result_scale,
                       float* real) {
  const internal::FloatEnvironment environment;
  const Status status =
      ValidateScales(lhs_scale, rhs_scale, result_scale, real);
  if (!status.ok()) return status;
  const float product = lhs_scale * rhs_scale;
  const float quotient = product / result_scale;
  return WriteFinite(quotient, real);
}

Status QuantizeMultiplier(double real, FixedPointMultiplier* quantized) {
  const internal::FloatEnvironment environment;
  const Status status = ValidateFinite(real, quantized);
  if (status.ok()) *quantized = Flush(RoundAwayFromZero(real));
  return status;
}

Status QuantizeMultiplierUnbounded(double real,
                                   FixedPointMultiplier* quantized) {
  const internal::FloatEnvironment environment;
  const Status status = ValidateFinite(real, quantized);
  if (status.ok()) *quantized = RoundAwayFromZero(real);
  return status;
}

Status QuantizeMultiplierSaturating(double real,
                                    FixedPointMultiplier* quantized) {
  const internal::FloatEnvironment environment;
  const Status status = ValidateFinite(real, quantized);
  if (!status.ok()) return status;
  if (real < 0) return InvalidReal("real", real, "is negative");
  *quantized = Flush(RoundAwayFromZero(real));
  if (quantized->exponent > kMaxSingleRoundingExponent) {
    *quantized = {std::numeric_limits<std::int32_t>::max(),
                  kMaxSingleRoundingExponent};
  }
  return Status();
}

Status QuantizeMultiplierHalfToEven(double real,
                                    FixedPointMultiplier* quantized) {
  const internal::FloatEnvironment environment;
  if (quantized == nullptr) return NullPointer("quantized");
  if (!(real >= 0 && real < 1))
    return InvalidReal("real", real, "is outside [0, 1)");
  *quantized =
      Normalize(FractionOf(real, [](double x) { return std::nearbyint(x); }));
  return Status();
}

Status QuantizeMultiplierByTruncation(double real,
                                      FixedPointMultiplier* quantized) {
  const internal::FloatEnvironment environment;
  const Status status = ValidateFinite(real, quantized);
  if (!status.ok()) return status;
  // Ties go toward zero, so only more than half rounds up.
  *quantized = Flush(Normalize(FractionOf(real, [](double x) {
    const double whole = std::trunc(x);
    return std::abs(x - whole) > 0.5 ? whole + std::copysign(1.0, x) : whole;
  })));
  return Status();
}

Status MultiplierOfFloat(float real, FixedPointMultiplier* quantized) {
  const internal::FloatEnvironment environment;
  const Status status = ValidateNormal(real, quantized);
  if (!status.ok()) return status;
  const Significand significand = SignificandOf(real);
  *quantized = {significand.value * 128, significand.exponent + 24};
  return Status();
}

Status QuantizeMultiplierOfPrecision(float real, int precision,
                                     PrecisionMultiplier* quantized) {
  const internal::FloatEnvironment environment;
  if (quantized == nullptr) return NullPointer("quantized");
  if (!IsScale(real))
    return InvalidReal("real", real, "is not positive and finite");
  if (precision < 2 || precision > 32) {
    return InvalidArgument("precision", precision, "is outside 2..32");
  }
  int exponent = 0;
  const float fraction = std::frexp(real, &exponent);
  const std::int64_t one = std::int64_t{1} << (precision - 1);
  std::int64_t value = static_cast<std::int64_t>(
      std::nearbyint(static_cast<double>(fraction) * static_cast<double>(one)));
  if (value == one) {
    value /= 2;
    ++exponent;
  }
  quantized->multiplier = static_cast<std::int32_t>(value);
  quantized->right_shift = 31 - exponent;
  return Status();
}

Status MultiplierOfFloat16(float real, Multiplier16* quantized) {
  const internal::FloatEnvironment environment;
  const Status status = ValidateNormal(real, quantized);
  if (!status.ok()) return status;
  const Significand significand = SignificandOf(real);
  std::int32_t value = (significand.value + (1 << 8)) >> 9;
  int exponent = significand.exponent + 24;
  if (value == 1 << 15) {
    value /= 2;
    ++exponent;
  }
  *quantized = {static_cast<std::int16_t>(value), exponent};
  return Status();
}

Status ReduceMultiplierTo15Bits(std::int32_t multiplier,
                                std::int16_t* reduced) {
  if (reduced == nullptr) return NullPointer("reduced");
  if (multiplier < 0) {
    return InvalidArgument("multiplier", multiplier, "is negative");
  }
  const std::int64_t value = (std::int64_t{multiplier} + (1 << 15)) >> 16;
  *reduced = static_cast<std::int16_t>(value < (1 << 15) ? value : 0x7FFF);
  return Status();
}

Status ChoosePreAndPostShift(float real, PreAndPostShift* chosen,
                             PowerOfTwo power_of_two) {
  const internal::FloatEnvironment environment;
  if (chosen == nullptr) return NullPointer("chosen");
  if (!(real >= 0x1p-17f && real < 0x1p31f)) {
    return InvalidReal("real", real, "is outside [2^-17, 2^31)");
  }
  if (power_of_two > PowerOfTwo::kIsLikeOthers) {
    return InvalidArgument("power_of_two", static_cast<int>(power_of_two),
                           "is not a PowerOfTwo");
  }
  int exponent = 0;
  if (power_of_two == PowerOfTwo::kIsAShift &&
      std::frexp(real, &exponent) == 0.5f) {
    // real = 2^(exponent - 1)
    *chosen = exponent > 1
                  ? PreAndPostShift{0, 0, static_cast<std::int32_t>(real)}
                  : PreAndPostShift{0, 1 - exponent, 1};
    return Status();
  }
  // An 8-bit result leaves room for 15 more bits in the product. A smaller
  // factor can drop low bits of the sum, half as many as are shifted out in the
  // end.
  PreAndPostShift shifts;
  float scaled = real;
  while (scaled < 0.5f || (scaled < 256.0f && shifts.post_shift < 15)) {
    scaled *= 2;
    ++shifts.post_shift;
  }
  while (scaled < 255.0f && shifts.pre_shift < shifts.post_shift / 2) {
    scaled *= 2;
    ++shifts.pre_shift;
  }
  shifts.multiplier = static_cast<std::int32_t>(std::round(scaled));
  *chosen = shifts;
  return Status();
}

Status ScaleByPreAndPostShift(std::int32_t x, const PreAndPostShift& shifts,
                              std::int32_t* scaled) {
  if (scaled == nullptr) return NullPointer("scaled");
  if (shifts.pre_shift < 0 || shifts.pre_shift > 31) {
    return InvalidArgument("shifts.pre_shift", shifts.pre_shift,
                           "is outside 0..31");
  }
  if (shifts.post_shift < 0 || shifts.post_shift > 31) {
    return InvalidArgument("shifts.post_shift", shifts.post_shift,
                           "is outside 0..31");
  }
  const std::uint32_t product =
      static_cast<std::uint32_t>(x >> shifts.pre_shift) *
      static_cast<std::uint32_t>(shifts.multiplier);
  const std::int64_t half =
      shifts.post_shift == 0 ? 0 : std::int64_t{1} << (shifts.post_shift - 1);
  *scaled = static_cast<std::int32_t>(
      (static_cast<std::int32_t>(product) + half) >> shifts.post_shift);
  return Status();
}

Status QuantizeMultipliers(MultiplierBuilder builder, const double* reals,
                           int count, std::int32_t* multipliers,
                           std::int32_t* exponents) {
  const char* const missing = builder == nullptr       ? "builder"
                              : count <= 0             ? nullptr
                              : reals == nullptr       ? "reals"
                              : multipliers == nullptr ? "multipliers"
                              : exponents == nullptr   ? "exponents"
                                                       : nullptr;
  if (count < 0) return InvalidArgument("count", count, "is negative");
  if (missing != nullptr) {
    return NullPointer(missing);
  }
  // Validates every channel before writing anything.
  for (const bool writes : {false, true}) {
    for (int i = 0; i < count; ++i) {
      FixedPointMultiplier quantized;
      const Status status = builder(reals[i], &quantized);
      if (!status.ok()) {
        return Status(status.code(), "reals", i, status.problem());
      }
      if (!writes) continue;
      multipliers[i] = quantized.multiplier;
      exponents[i] = quantized.exponent;
    }
  }
  return Status();
}

}  // namespace lowp
}  // namespace gemmlowp
