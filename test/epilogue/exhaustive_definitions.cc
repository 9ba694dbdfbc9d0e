// The expected results of stages that scale an accumulator and round: the
// definitions of reference_stages.h and reference_float_stages.h written again
// for speed. All 2^32 accumulators times eight factors are 2^35 evaluations,
// which would take hours with divisions and the C library's rounding functions.
// Here a rounding is an addition and a shift of 64-bit integers, or the
// truncation of a real number and a comparison of the part cut off, without a
// branch, so that the compiler can vectorize it. A test compares these
// definitions with the original ones.
//
// Compiled twice, as kDefinitions and as kWideDefinitions (LOWP_DEFINITIONS).
// Everything else is local, so that neither copy can replace the other.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <type_traits>

#include "exhaustive_stage.h"

namespace lowp_test {
namespace {

using gemmlowp::FixedPointRounding;
using gemmlowp::FloatRounding;
using gemmlowp::ZeroPointOrder;
using gemmlowp::internal::EpilogueKind;

template <typename T>
T Clamped(T x, T low, T high) {
  x = x < low ? low : x;
  return x > high ? high : x;
}

// floor((x + half) / 2^shift), with half reduced by 1 if ties of negative x go
// away from zero.
std::int64_t RoundingShift(std::int64_t x, int shift, bool away) {
  const std::int64_t half = (std::int64_t{1} << shift) >> 1;
  return (x + half - (away && shift > 0 && x < 0 ? 1 : 0)) >> shift;
}

// x * multiplier * 2^(exponent - 31), as output_stages.h defines it.
template <FixedPointRounding kRounding>
std::int32_t ScaledByFixedPoint(std::int32_t x, FixedPointFactor f) {
  if constexpr (kRounding != FixedPointRounding::kDouble &&
                kRounding != FixedPointRounding::kDoubleUpward) {
    return static_cast<std::int32_t>(
        RoundingShift(std::int64_t{x} * f.multiplier, 31 - f.exponent,
                      kRounding == FixedPointRounding::kSingleAway));
  } else {
    const int left = f.exponent > 0 ? f.exponent : 0;
    const int right = f.exponent < 0 ? -f.exponent : 0;
    const std::int64_t shifted = Clamped<std::int64_t>(
        std::int64_t{x} * (std::int64_t{1} << left), INT32_MIN, INT32_MAX);
    const std::int64_t high = Clamped<std::int64_t>(
        RoundingShift(shifted * f.multiplier, 31, false), INT32_MIN, INT32_MAX);
    return static_cast<std::int32_t>(
        RoundingShift(high, right, kRounding == FixedPointRounding::kDouble));
  }
}

// Rounds a real number far from int64's ends to an integer.
template <FloatRounding kRounding, typename Real>
std::int64_t Rounded(Real x) {
  using Int = std::int64_t;
  if constexpr (kRounding == FloatRounding::kUpward) x += Real{0.5f};
  if constexpr (kRounding == FloatRounding::kAwayBySum) {
    x += x < 0 ? Real{-0.5f} : Real{0.5f};
  }
  const Int whole = static_cast<Int>(x);
  const double rest = static_cast<double>(x) - static_cast<double>(whole);
  if constexpr (kRounding == FloatRounding::kUpward) {
    return whole - Int{rest < 0};
  } else if constexpr (kRounding == FloatRounding::kAway) {
    return whole + Int{rest >= 0.5} - Int{rest <= -0.5};
  } else if constexpr (kRounding == FloatRounding::kEven) {
    const Int up = Int{rest > 0.5} | (Int{rest == 0.5} & whole);
    const Int down = Int{rest < -0.5} | (Int{rest == -0.5} & whole);
    return whole + (up & 1) - (down & 1);
  } else {
    return whole;
  }
}

// x * scale, rounded, plus the offset, as stages/float.h defines it.
template <typename Real, FloatRounding kRounding, ZeroPointOrder kOrder>
std::int32_t ScaledByReal(std::int32_t x, Real scale, std::int32_t offset) {
  constexpr bool kBefore = kOrder == ZeroPointOrder::kBeforeRounding;
  // The outermost floats inside int32's range.
  constexpr std::int64_t kMax =
      std::is_same_v<Real, float> ? INT32_MAX - 127 : INT32_MAX;
  Real product = static_cast<Real>(x) * scale;
  if constexpr (kBefore) product += static_cast<Real>(offset);
  const Real far = 4e9f;  // values beyond are clamped below
  const std::int64_t rounded = Clamped<std::int64_t>(
      Rounded<kRounding>(Clamped<Real>(product, -far, far)), INT32_MIN, kMax);
  return static_cast<std::int32_t>(Clamped<std::int64_t>(
      rounded + (kBefore ? 0 : offset), INT32_MIN, INT32_MAX));
}

// The definition is chosen outside the loop.
template <typename Function>
void DefineAll(const Function& function, const Run& run, int count,
               std::int32_t* results) {
  const std::uint32_t first = static_cast<std::uint32_t>(run.first);
  const std::uint32_t step = static_cast<std::uint32_t>(run.step);
  for (int i = 0; i < count; ++i) {
    const std::uint32_t x = first + static_cast<std::uint32_t>(i) * step;
    results[i] = function(static_cast<std::int32_t>(x));
  }
}

template <FixedPointRounding kRounding>
void DefineFixedPoint(const ScalingStage& stage, int f, const Run& run,
                      int count, std::int32_t* results) {
  FixedPointFactor factor = stage.factors[f];
  const std::uint32_t offset = static_cast<std::uint32_t>(stage.offset);
  if (kRounding == FixedPointRounding::kSingleUpward15Bits) {
    factor.multiplier =
        65536 * static_cast<std::int32_t>(Clamped<std::int64_t>(
                    (std::int64_t{factor.multiplier} + (1 << 15)) >> 16, -32768,
                    32767));
  }
  DefineAll(
      [=](std::int32_t x) {
        return static_cast<std::int32_t>(
            static_cast<std::uint32_t>(
                ScaledByFixedPoint<kRounding>(x, factor)) +
            offset);
      },
      run, count, results);
}

template <typename Real, FloatRounding kRounding>
void DefineReal(const ScalingStage& stage, int f, const Run& run, int count,
                std::int32_t* results) {
  const Real scale = static_cast<Real>(stage.scales[f]);
  const std::int32_t offset = stage.offset;
  if (stage.order == ZeroPointOrder::kAfterRounding) {
    DefineAll(
        [=](std::int32_t x) {
          return ScaledByReal<Real, kRounding, ZeroPointOrder::kAfterRounding>(
              x, scale, offset);
        },
        run, count, results);
  } else {
    DefineAll(
        [=](std::int32_t x) {
          return ScaledByReal<Real, kRounding, ZeroPointOrder::kBeforeRounding>(
              x, scale, offset);
        },
        run, count, results);
  }
}

template <typename Real>
void DefineRealAs(const ScalingStage& stage, int f, const Run& run, int count,
                  std::int32_t* results) {
  switch (stage.float_rounding) {
    case FloatRounding::kEven:
      return DefineReal<Real, FloatRounding::kEven>(stage, f, run, count,
                                                    results);
    case FloatRounding::kAway:
      return DefineReal<Real, FloatRounding::kAway>(stage, f, run, count,
                                                    results);
    case FloatRounding::kUpward:
      return DefineReal<Real, FloatRounding::kUpward>(stage, f, run, count,
                                                      results);
    case FloatRounding::kTruncate:
      return DefineReal<Real, FloatRounding::kTruncate>(stage, f, run, count,
                                                        results);
    case FloatRounding::kAwayBySum:
      return DefineReal<Real, FloatRounding::kAwayBySum>(stage, f, run, count,
                                                         results);
  }
}

void Define(const ScalingStage& stage, int f, const Run& run, int count,
            std::int32_t* results) {
  if (stage.kind == EpilogueKind::kScaleFloat) {
    return DefineRealAs<float>(stage, f, run, count, results);
  }
  if (stage.kind == EpilogueKind::kScaleDouble) {
    return DefineRealAs<double>(stage, f, run, count, results);
  }
  switch (stage.rounding) {
    case FixedPointRounding::kDouble:
      return DefineFixedPoint<FixedPointRounding::kDouble>(stage, f, run, count,
                                                           results);
    case FixedPointRounding::kDoubleUpward:
      return DefineFixedPoint<FixedPointRounding::kDoubleUpward>(
          stage, f, run, count, results);
    case FixedPointRounding::kSingleUpward:
      return DefineFixedPoint<FixedPointRounding::kSingleUpward>(
          stage, f, run, count, results);
    case FixedPointRounding::kSingleAway:
      return DefineFixedPoint<FixedPointRounding::kSingleAway>(stage, f, run,
                                                               count, results);
    case FixedPointRounding::kSingleUpward15Bits:
      return DefineFixedPoint<FixedPointRounding::kSingleUpward15Bits>(
          stage, f, run, count, results);
  }
}

void Interleave(const std::int32_t* by_factor, int count,
                std::int32_t* results) {
  for (int i = 0; i < count; ++i) {
    for (int f = 0; f < kFactors; ++f) {
      results[i * kFactors + f] = by_factor[f * count + i];
    }
  }
}

void Repeat(const Run& run, int count, std::int32_t* accumulators) {
  const std::uint32_t first = static_cast<std::uint32_t>(run.first);
  const std::uint32_t step = static_cast<std::uint32_t>(run.step);
  for (int i = 0; i < count * kFactors; ++i) {
    const std::uint32_t x = static_cast<std::uint32_t>(i / kFactors);
    accumulators[i] = static_cast<std::int32_t>(first + x * step);
  }
}

}  // namespace

const Definitions LOWP_DEFINITIONS = {&Define, &Interleave, &Repeat};

}  // namespace lowp_test
