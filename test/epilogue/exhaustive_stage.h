// Stages that scale an accumulator by one of eight factors and round, and their
// results.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_EPILOGUE_EXHAUSTIVE_STAGE_H_
#define LOWP_TEST_EPILOGUE_EXHAUSTIVE_STAGE_H_

#include <cstdint>

#include "../../internal/contract/epilogue.h"
#include "../../public/rounding.h"

namespace lowp_test {

constexpr int kFactors = 8;

struct FixedPointFactor {
  std::int32_t multiplier;
  std::int32_t exponent;
};

// A stage of kind kFixedPoint, kScaleFloat or kScaleDouble, with the fields of
// that kind.
struct ScalingStage {
  gemmlowp::internal::EpilogueKind kind;
  gemmlowp::FixedPointRounding rounding;
  const FixedPointFactor* factors;
  gemmlowp::FloatRounding float_rounding;
  gemmlowp::ZeroPointOrder order;
  std::int32_t offset;
  const double* scales;  // exact floats if kScaleFloat
};

// What the scaled values become, by a saturating cast: int32, int16 or int8.
using Result = gemmlowp::internal::Scalar;

inline ScalingStage FixedPointStage(gemmlowp::FixedPointRounding rounding,
                                    const FixedPointFactor* factors,
                                    std::int32_t offset = 0) {
  ScalingStage stage = {};
  stage.kind = gemmlowp::internal::EpilogueKind::kFixedPoint;
  stage.rounding = rounding;
  stage.factors = factors;
  stage.offset = offset;
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

// The accumulators `first`, first + step, ...
struct Run {
  std::int64_t first;
  std::int64_t step;
};

// Computes the results, see exhaustive_definitions.cc.
struct Definitions {
  // The results of factor f for `count` accumulators.
  void (*define)(const ScalingStage& stage, int f, const Run& run, int count,
                 std::int32_t* results);
  // Interleaves the results of all factors: that of accumulator i and factor f
  // moves from [f * count + i] to [i * kFactors + f].
  void (*interleave)(const std::int32_t* by_factor, int count,
                     std::int32_t* results);
  // The accumulators, each repeated for every factor.
  void (*repeat)(const Run& run, int count, std::int32_t* accumulators);
};

// The same code twice: compiled like the tests, and for the registers of the
// first backend of the table, if that runs here.
extern const Definitions kDefinitions, kWideDefinitions;

}  // namespace lowp_test

#endif  // LOWP_TEST_EPILOGUE_EXHAUSTIVE_STAGE_H_
