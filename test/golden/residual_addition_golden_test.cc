// A product's last stage that adds a residual, against what TensorFlow Lite's
// ADD computed: the first recorded operand is what the product has rounded.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../../public/quantization/quantization_params.h"
#include "../../public/stages/matrices.h"
#include "../support/apply_stages.h"
#include "../support/for_each_backend.h"
#include "recorded_operators.h"

namespace lowp_test {
namespace {

using gemmlowp::FixedPointRounding;
using gemmlowp::OutputStageClamp;
using gemmlowp::OutputStageResidualAddition;
using gemmlowp::QuantizedRange;
using gemmlowp::ResidualAdditionNumbers;
using gemmlowp::Status;
using gemmlowp::internal::Backend;

template <typename T, typename Cast>
void ExpectStage(const RecordedOperator& recorded, const Cast& cast) {
  ResidualAdditionNumbers numbers;
  Status status = gemmlowp::MakeResidualAddition(
      recorded.scales[0], recorded.scales[1], recorded.scales[2],
      sizeof(T) > 1 ? 15 : 20, FixedPointRounding::kDouble, &numbers);
  ASSERT_TRUE(status.ok()) << status.message();
  QuantizedRange range;
  status = gemmlowp::ActivationRange(
      recorded.Option("activation") == 1 ? gemmlowp::BoundedActivation::kRelu
                                         : gemmlowp::BoundedActivation::kNone,
      recorded.scales[2].scale, recorded.scales[2].zero_point,
      gemmlowp::QuantizedRangeOf<T>(), &range);
  ASSERT_TRUE(status.ok()) << status.message();
  // Both rows of the product that ApplyStages makes.
  const std::size_t count = recorded.result.size();
  std::vector<T> residual(2 * count);
  for (std::size_t i = 0; i < residual.size(); ++i) {
    residual[i] = static_cast<T>(
        recorded.inputs[1][i % count % recorded.inputs[1].size()]);
  }
  using Matrix = gemmlowp::MatrixMap<const T, gemmlowp::MapOrder::RowMajor>;
  ForEachBackend([&](const Backend& backend) {
    for (const Sums sums : {Sums::kBiasOnly, Sums::kProduct}) {
      const auto values = ApplyStages(
          backend.name, recorded.inputs[0], sums,
          OutputStageResidualAddition<Matrix>{
              Matrix(residual.data(), 2, static_cast<int>(count)), numbers},
          OutputStageClamp{range.low, range.high}, cast);
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(int{values[i]}, recorded.result[i]) << i;
      }
    }
  });
}

TEST(ResidualAdditionGoldenTest, TheStageIsTensorFlowLitesAdd) {
  int cases = 0;
  for (const RecordedOperator& recorded :
       ReadOperators(LOWP_GOLDEN_DIR "/operators/litert.txt")) {
    if (recorded.name != "ADD") continue;
    SCOPED_TRACE(recorded.type + ", case " + std::to_string(recorded.number));
    ++cases;
    if (recorded.type == "uint8") {
      ExpectStage<std::uint8_t>(recorded,
                                gemmlowp::OutputStageSaturatingCastToUint8());
    } else if (recorded.type == "int8") {
      ExpectStage<std::int8_t>(recorded,
                               gemmlowp::OutputStageSaturatingCastToInt8());
    } else {
      ExpectStage<std::int16_t>(recorded,
                                gemmlowp::OutputStageSaturatingCastToInt16());
    }
    if (HasFatalFailure()) return;
  }
  EXPECT_EQ(cases, 72);
}

}  // namespace
}  // namespace lowp_test
