// Computes parameters of the transforms that rescale integers.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/requantization.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "../../public/quantization/activation_tables.h"
#include "../runtime/float_environment.h"
#include "../runtime/found_once.h"

namespace gemmlowp {
inline namespace lowp {
namespace {

// The minimum of a sigmoid's multiplier before it is truncated, and the maximum
// of its shift.
constexpr double kMinSigmoidMultiplier = 32767.0 / 2.0;
constexpr int kMaxSigmoidShift = 31;
// Integer bits of a sigmoid's input, out of 15.
constexpr int kSigmoidIntegerBits = 3;
// The input's units are 2^-12 / 3: nine bits between table entries.
constexpr int kSigmoidUnits = 3 << 12;

struct SigmoidTable {
  std::int32_t values_and_steps[256];
  static SigmoidTable Make() {
    SigmoidTable table;
    for (int i = 0; i < 256; ++i) {
      table.values_and_steps[i] = Value(i) + (Value(i + 1) - Value(i)) * 65536;
    }
    return table;
  }
  // A chord lies below the curve. Entries are raised by half of the gap in the
  // middle, which halves the interpolation error. The last one, from which on
  // results are the largest, is the largest itself.
  static std::int32_t Value(int i) {
    if (i == 255) return 65535;
    const double value = Logistic(i);
    const double middle = (value + Logistic(i + 1)) / 2;
    return static_cast<std::int32_t>(
        std::round(value + (Logistic(i + 0.5) - middle) / 2));
  }
  static double Logistic(double i) {
    return 65536.0 / (1.0 + std::exp(-i / 24.0));
  }
};

// The maximum left shift that a difference of two values of at most 16 bits
// survives.
constexpr int kMaxNarrowShift = 14;

}  // namespace

namespace internal {

void ChooseRescalePath(Scalar scalar, int count, IntegerRescale* rescale) {
  const auto exponents =
      std::minmax_element(rescale->exponents, rescale->exponents + count);
  const auto multipliers =
      std::minmax_element(rescale->multipliers, rescale->multipliers + count);
  const std::int32_t max_exponent = *exponents.second;
  // The multiplier -2^31 has no positive counterpart, and a left shift before a
  // single rounding must not lose bits that the definition keeps.
  rescale->fused = *multipliers.first != INT32_MIN;
  rescale->special = *multipliers.first < 0 || max_exponent >= 0;
  rescale->path = PathOf(rescale->rounding);
  if (rescale->path == FixedPointPath::kSingleAway) {
    rescale->fused = rescale->fused && max_exponent < 0;
  } else if (rescale->rounding == FixedPointRounding::kSingleUpward) {
    rescale->fused =
        rescale->fused &&
        max_exponent <= (scalar == Scalar::kInt32 ? 0 : kMaxNarrowShift);
  } else if (ReducesMultiplier(rescale->rounding)) {
    rescale->fused = false;
  }
}

Status ChooseSigmoidParameters(float input_scale, int max_left_shift,
                               SigmoidParameters* parameters) {
  const FloatEnvironment environment;
  const Status status = ValidateTensorScale({input_scale, 0}, "input_scale");
  if (!status.ok()) return status;
  static FoundOnce<SigmoidTable> table;
  parameters->values_and_steps =
      table.Get(&SigmoidTable::Make).values_and_steps;
  int exponent;
  const bool is_power = std::frexp(input_scale, &exponent) == 0.5f;
  const int left = exponent - 1 + 15 - kSigmoidIntegerBits;
  if (is_power && left >= 0 && left <= max_left_shift) {
    parameters->multiplier = 3 << left;
    parameters->shift = 0;
    return Status();
  }
  double multiplier = static_cast<double>(input_scale) * kSigmoidUnits;
  parameters->shift = 0;
  while (multiplier <= kMinSigmoidMultiplier &&
         parameters->shift < kMaxSigmoidShift) {
    ++parameters->shift;
    multiplier *= 2;
  }
  if (multiplier >= 65536.0) {
    return InvalidReal("input_scale", input_scale,
                       "is more than 16 bits of input need");
  }
  parameters->multiplier = static_cast<std::int32_t>(multiplier);
  return Status();
}

}  // namespace internal

}  // namespace lowp
}  // namespace gemmlowp
