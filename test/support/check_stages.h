// Checks output stages in every backend and position, fused and interpreted,
// against their scalar definitions, on accumulators of every magnitude.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_CHECK_STAGES_H_
#define LOWP_TEST_SUPPORT_CHECK_STAGES_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "check_case.h"
#include "live_case.h"

namespace lowp_test {

// A small product whose sums are all zero, so that the biases at the start of
// its pipeline are the accumulators.
inline GemmCase ZeroSums(bool result_row_major, Scalar result, Random* random) {
  GemmCase c;
  c.rows = random->Between(1, 19);
  // Now and then large enough in k for tiles that are finished late.
  c.depth = random->OneIn(3) ? random->Between(48, 70) : random->Between(1, 5);
  c.cols = random->Between(1, 70);
  if (random->OneIn(2)) std::swap(c.rows, c.cols);
  c.lhs_fill = Fill::kZero;
  c.result = result;
  c.result_row_major = result_row_major;
  c.result_stride = random->Pick(kEveryStride);
  c.seed = random->Bits();
  return c;
}

// Accumulators of every magnitude, many of them near `centres`.
inline std::vector<Stage> Accumulators(
    StageMaker* maker, const std::vector<std::int32_t>& centres) {
  Random* const random = maker->random();
  const auto wild = [=] { return random->WildInt32(); };
  const auto crowded = [=] {
    return centres.empty() ? random->WildInt32()
                           : centres[random->Bits() % centres.size()];
  };
  const auto small = [=] { return random->Between(-3, 3); };
  switch (random->Between(0, 2)) {
    case 0:
      return {maker->Bias(maker->MakeParameter(Along::kCols, crowded)),
              maker->Bias(maker->MakeParameter(Along::kRows, small))};
    case 1:
      return {maker->Bias(maker->MakeParameter(Along::kRows, crowded)),
              maker->Bias(maker->MakeParameter(Along::kCols, small))};
    default:
      return {maker->Bias(maker->MakeParameter(Along::kRows, wild)),
              maker->Bias(maker->MakeParameter(Along::kCols, wild))};
  }
}

// Ends a pipeline with what yields the result's type: the cast, for uint8
// either of two, after a rounding if the stages so far yield floats.
inline void AppendCast(StageMaker* maker, Pipeline* pipeline,
                       bool floats = false) {
  Random* const random = maker->random();
  if (floats && pipeline->result == Scalar::kFloat32) return;
  if (floats) {
    pipeline->stages.push_back(Quantize(random->Between(-128, 255),
                                        random->Pick(kEveryFloatRounding),
                                        random->Pick(kEveryOrder)));
  }
  if (pipeline->result == Scalar::kInt32) return;
  pipeline->stages.push_back(pipeline->result == Scalar::kUint8 &&
                                     random->OneIn(2)
                                 ? maker->TruncatingCast()
                                 : maker->SaturatingCast(pipeline->result));
}

// Checks accumulators -> stages -> cast, and the same with a caller's stage
// somewhere, which makes the library interpret the pipeline. `floats` says that
// the stages yield floats.
inline void CheckStages(
    const std::function<std::vector<Stage>(StageMaker*)>& make_stages,
    Random* random, const std::vector<std::int32_t>& centres = {},
    bool floats = false) {
  for (bool result_row_major : {false, true}) {
    const Scalar result = random->Pick(kEveryResult);
    LiveCase live(ZeroSums(result_row_major, result, random), DefaultMemory());
    StageMaker maker = live.maker();
    Pipeline pipeline;
    pipeline.result = result;
    pipeline.stages = Accumulators(&maker, centres);
    for (Stage& stage : make_stages(&maker)) {
      pipeline.stages.push_back(std::move(stage));
    }
    AppendCast(&maker, &pipeline, floats);
    live.SetPipeline(pipeline);
    ASSERT_TRUE(CheckOnEveryBackend(&live));
    const int at =
        random->Between(0, static_cast<int>(pipeline.stages.size()) - 1);
    pipeline.stages.insert(pipeline.stages.begin() + at,
                           maker.User<PassThrough>("PassThrough"));
    live.SetPipeline(pipeline);
    ASSERT_TRUE(CheckOnEveryBackend(&live));
  }
}

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_CHECK_STAGES_H_
