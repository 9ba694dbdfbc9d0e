// Stages that scale an accumulator and round, with eight factors, and what
// their results are.
//
// The definitions are those of reference_stages.h and reference_float_stages.h
// written once more, for speed alone: all 2^32 accumulators times eight factors
// are 2^35 evaluations, which divisions and the C library's rounding functions
// would make hours of. Here a rounding is an addition and a shift of 64-bit
// integers, or the truncation of a real number and a comparison of what it cut
// off. A test holds these definitions to those.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_EXHAUSTIVE_STAGE_H_
#define LOWP_TEST_EXHAUSTIVE_STAGE_H_

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "../internal/epilogue.h"
#include "../public/rounding.h"

namespace lowp_test {

constexpr int kFactors = 8;

struct FixedPointFactor {
  std::int32_t multiplier;
  std::int32_t exponent;
};

// One of kFixedPoint, kScaleFloat and kScaleDouble, with the fields that it
// has.
struct ScalingStage {
  gemmlowp::internal::EpilogueKind kind;
  gemmlowp::FixedPointRounding rounding;
  const FixedPointFactor* factors;
  gemmlowp::FloatRounding float_rounding;
  gemmlowp::ZeroPointOrder order;
  std::int32_t offset;
  const double* scales;  // floats, those of kScaleFloat
};

inline ScalingStage FixedPointStage(gemmlowp::FixedPointRounding rounding,
                                    const FixedPointFactor* factors) {
  ScalingStage stage = {};
  stage.kind = gemmlowp::internal::EpilogueKind::kFixedPoint;
  stage.rounding = rounding;
  stage.factors = factors;
  return stage;
}

inline ScalingStage RealStage(gemmlowp::internal::EpilogueKind kind,
                              gemmlowp::FloatRounding rounding,
                              gemmlowp::ZeroPointOrder order,
                              const double* scales) {
  ScalingStage stage = {};
  stage.kind = kind;
  stage.float_rounding = rounding;
  stage.order = order;
  stage.offset = 3;
  stage.scales = scales;
  return stage;
}

// floor((x + half) / 2^shift), half less 1 where ties of a negative x go away
// from zero.
inline std::int64_t RoundingShift(std::int64_t x, int shift, bool away) {
  if (shift == 0) return x;
  const std::int64_t half = std::int64_t{1} << (shift - 1);
  return (x + half - (away && x < 0 ? 1 : 0)) >> shift;
}

// x * multiplier * 2^(exponent - 31), as output_stages.h defines it.
template <gemmlowp::FixedPointRounding kRounding>
std::int32_t ScaledByFixedPoint(std::int32_t x, FixedPointFactor f) {
  using gemmlowp::FixedPointRounding;
  if constexpr (kRounding == FixedPointRounding::kSingleUpward15Bits) {
    f.multiplier = static_cast<std::int32_t>(
        std::min<std::int64_t>((std::int64_t{f.multiplier} + (1 << 15)) >> 16,
                               32767) *
        65536);
  }
  if constexpr (kRounding != FixedPointRounding::kDouble &&
                kRounding != FixedPointRounding::kDoubleUpward) {
    return static_cast<std::int32_t>(
        RoundingShift(std::int64_t{x} * f.multiplier, 31 - f.exponent,
                      kRounding == FixedPointRounding::kSingleAway));
  } else {
    const std::int64_t shifted = std::min<std::int64_t>(
        std::max<std::int64_t>(
            std::int64_t{x} * (std::int64_t{1} << std::max(f.exponent, 0)),
            INT32_MIN),
        INT32_MAX);
    const std::int64_t high = std::min<std::int64_t>(
        RoundingShift(shifted * f.multiplier, 31, false), INT32_MAX);
    return static_cast<std::int32_t>(
        RoundingShift(high, std::max(-f.exponent, 0),
                      kRounding == FixedPointRounding::kDouble));
  }
}

// A real number far from int64's ends to an integer.
template <gemmlowp::FloatRounding kRounding, typename Real>
std::int64_t Rounded(Real x) {
  using gemmlowp::FloatRounding;
  if constexpr (kRounding == FloatRounding::kUpward) x += Real{0.5f};
  if constexpr (kRounding == FloatRounding::kAwayBySum) {
    x += x < 0 ? Real{-0.5f} : Real{0.5f};
  }
  const std::int64_t whole = static_cast<std::int64_t>(x);
  const Real rest = x - static_cast<Real>(whole);
  if constexpr (kRounding == FloatRounding::kUpward) {
    return whole - (rest < 0);
  } else if constexpr (kRounding == FloatRounding::kTruncate ||
                       kRounding == FloatRounding::kAwayBySum) {
    return whole;
  } else {
    const Real half = 0.5f;
    const bool ties =
        kRounding == FloatRounding::kAway || static_cast<bool>(whole & 1);
    return whole + (rest > half || (ties && rest == half)) -
           (rest < -half || (ties && rest == -half));
  }
}

// x * scale, rounded, and the offset, as output_stages_float.h defines it.
template <typename Real, gemmlowp::FloatRounding kRounding,
          gemmlowp::ZeroPointOrder kOrder>
std::int32_t ScaledByReal(std::int32_t x, Real scale, std::int32_t offset) {
  constexpr bool kBefore = kOrder == gemmlowp::ZeroPointOrder::kBeforeRounding;
  // The floats nearest to int32's ends that lie within.
  constexpr std::int64_t kMost =
      std::is_same_v<Real, float> ? INT32_MAX - 127 : INT32_MAX;
  Real product = static_cast<Real>(x) * scale;
  if constexpr (kBefore) product += static_cast<Real>(offset);
  const Real far = 4e9f;  // what lies beyond is clamped below
  product = std::min(std::max(product, -far), far);
  const std::int64_t rounded = std::min<std::int64_t>(
      std::max<std::int64_t>(Rounded<kRounding>(product), INT32_MIN), kMost);
  return static_cast<std::int32_t>(std::min<std::int64_t>(
      std::max<std::int64_t>(rounded + (kBefore ? 0 : offset), INT32_MIN),
      INT32_MAX));
}

// The results of one factor for `count` accumulators from `first` on, the
// choice among the definitions outside the loop.
template <typename Function>
void DefineAll(const Function& function, std::int64_t first, int count,
               std::int32_t* results) {
  for (int i = 0; i < count; ++i) {
    results[i] = function(static_cast<std::int32_t>(first + i));
  }
}

template <gemmlowp::FixedPointRounding kRounding>
void DefineFixedPoint(const FixedPointFactor& factor, std::int64_t first,
                      int count, std::int32_t* results) {
  DefineAll(
      [factor](std::int32_t x) {
        return ScaledByFixedPoint<kRounding>(x, factor);
      },
      first, count, results);
}

template <typename Real, gemmlowp::FloatRounding kRounding>
void DefineReal(const ScalingStage& stage, int f, std::int64_t first, int count,
                std::int32_t* results) {
  using gemmlowp::ZeroPointOrder;
  const Real scale = static_cast<Real>(stage.scales[f]);
  const std::int32_t offset = stage.offset;
  if (stage.order == ZeroPointOrder::kAfterRounding) {
    DefineAll(
        [=](std::int32_t x) {
          return ScaledByReal<Real, kRounding, ZeroPointOrder::kAfterRounding>(
              x, scale, offset);
        },
        first, count, results);
  } else {
    DefineAll(
        [=](std::int32_t x) {
          return ScaledByReal<Real, kRounding, ZeroPointOrder::kBeforeRounding>(
              x, scale, offset);
        },
        first, count, results);
  }
}

template <typename Real>
void DefineRealAs(const ScalingStage& stage, int f, std::int64_t first,
                  int count, std::int32_t* results) {
  using gemmlowp::FloatRounding;
  switch (stage.float_rounding) {
    case FloatRounding::kEven:
      return DefineReal<Real, FloatRounding::kEven>(stage, f, first, count,
                                                    results);
    case FloatRounding::kAway:
      return DefineReal<Real, FloatRounding::kAway>(stage, f, first, count,
                                                    results);
    case FloatRounding::kUpward:
      return DefineReal<Real, FloatRounding::kUpward>(stage, f, first, count,
                                                      results);
    case FloatRounding::kTruncate:
      return DefineReal<Real, FloatRounding::kTruncate>(stage, f, first, count,
                                                        results);
    case FloatRounding::kAwayBySum:
      return DefineReal<Real, FloatRounding::kAwayBySum>(stage, f, first, count,
                                                         results);
  }
}

inline void Define(const ScalingStage& stage, int f, std::int64_t first,
                   int count, std::int32_t* results) {
  using gemmlowp::FixedPointRounding;
  using gemmlowp::internal::EpilogueKind;
  if (stage.kind == EpilogueKind::kScaleFloat) {
    return DefineRealAs<float>(stage, f, first, count, results);
  }
  if (stage.kind == EpilogueKind::kScaleDouble) {
    return DefineRealAs<double>(stage, f, first, count, results);
  }
  const FixedPointFactor& factor = stage.factors[f];
  switch (stage.rounding) {
    case FixedPointRounding::kDouble:
      return DefineFixedPoint<FixedPointRounding::kDouble>(factor, first, count,
                                                           results);
    case FixedPointRounding::kDoubleUpward:
      return DefineFixedPoint<FixedPointRounding::kDoubleUpward>(
          factor, first, count, results);
    case FixedPointRounding::kSingleUpward:
      return DefineFixedPoint<FixedPointRounding::kSingleUpward>(
          factor, first, count, results);
    case FixedPointRounding::kSingleAway:
      return DefineFixedPoint<FixedPointRounding::kSingleAway>(factor, first,
                                                               count, results);
    case FixedPointRounding::kSingleUpward15Bits:
      return DefineFixedPoint<FixedPointRounding::kSingleUpward15Bits>(
          factor, first, count, results);
  }
}

}  // namespace lowp_test

#endif  // LOWP_TEST_EXHAUSTIVE_STAGE_H_
