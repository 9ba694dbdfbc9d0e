// Stages that scale an accumulator and round, with eight factors, and what
// their results are.
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

// Accumulators: `first`, first + step, ...
struct Run {
  std::int64_t first;
  std::int64_t step;
};

// What the results are: exhaustive_definitions.cc.
struct Definitions {
  // Those of factor f, of `count` accumulators.
  void (*define)(const ScalingStage& stage, int f, const Run& run, int count,
                 std::int32_t* results);
  // Those of all factors side by side: of the accumulator i and the factor f,
  // from [f * count + i] to [i * kFactors + f].
  void (*interleave)(const std::int32_t* by_factor, int count,
                     std::int32_t* results);
  // The accumulators, each once for every factor.
  void (*repeat)(const Run& run, int count, std::int32_t* accumulators);
};

// The same code twice: as tests are compiled, and for the registers of the
// first backend of the table, where that runs.
extern const Definitions kDefinitions, kWideDefinitions;

}  // namespace lowp_test

#endif  // LOWP_TEST_EPILOGUE_EXHAUSTIVE_STAGE_H_
