// The activation stages, and the parameters derived for them, against the
// results of other systems' own code: every such table of
// golden/requantization, on every backend.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "../../public/quantization/multiplier_builders.h"
#include "../../public/stages/activations.h"
#include "../support/apply_stages.h"
#include "../support/for_each_backend.h"
#include "requantization_table.h"

namespace lowp_test {
namespace {

using gemmlowp::FixedPointRounding;
using gemmlowp::TensorScale;

class ActivationStagesGoldenTest : public GoldenTableTest {};

template <typename T>
std::vector<std::int32_t> EveryValue() {
  std::vector<std::int32_t> values;
  for (int x = std::numeric_limits<T>::min();
       x <= std::numeric_limits<T>::max(); ++x) {
    values.push_back(x);
  }
  return values;
}

std::vector<std::int32_t> Narrow(const std::vector<std::int64_t>& values) {
  return std::vector<std::int32_t>(values.begin(), values.end());
}

// How many results in a table's rows the pipelines miss. `apply` takes a
// backend, a row of the table, the inputs and the source of the sums.
template <typename Apply>
int Mismatches(const gemmlowp::internal::Backend& backend,
               const RequantizationTable& table, const Apply& apply) {
  int mismatches = 0;
  for (std::size_t row = 0; row < table.size(); ++row) {
    const std::vector<std::int32_t> inputs =
        table.Has("x") && !table.Text(row, "x").empty()
            ? Narrow(table.Ints(row, "x"))
            : EveryValue<std::int8_t>();
    for (const Sums sums : {Sums::kBiasOnly, Sums::kProduct}) {
      mismatches += CountMismatches(apply(backend.name, row, inputs, sums),
                                    table.Ints(row, "y"));
    }
  }
  return mismatches;
}

// TensorFlow Lite's leaky ReLU, with the parameters that the library derives
// from the scales; and the other rounding, which some rows refuse.
template <typename Cast>
void ExpectLeakyRelu(const char* name, FixedPointRounding rounding,
                     FixedPointRounding other, bool has_zero_points) {
  SCOPED_TRACE(name);
  const RequantizationTable table(name);
  const auto stage_at = [&](std::size_t row, FixedPointRounding how) {
    TensorScale input, result;
    input.scale = table.Float(row, "in_scale");
    result.scale = table.Float(row, "out_scale");
    if (has_zero_points) {
      input = ScaleAt(table, row, "in");
      result = ScaleAt(table, row, "out");
    }
    gemmlowp::OutputStageLeakyRelu stage = {};
    EXPECT_TRUE(gemmlowp::MakeLeakyRelu(input, table.Float(row, "alpha"),
                                        result, how, &stage)
                    .ok());
    EXPECT_EQ(stage.identity_multiplier, table.Int(row, "mult_identity"));
    EXPECT_EQ(stage.identity_exponent, table.Int(row, "shift_identity"));
    EXPECT_EQ(stage.alpha_multiplier, table.Int(row, "mult_alpha"));
    EXPECT_EQ(stage.alpha_exponent, table.Int(row, "shift_alpha"));
    return stage;
  };
  const auto apply = [&](FixedPointRounding how) {
    return [&, how](const char* backend, std::size_t row,
                    const std::vector<std::int32_t>& inputs, Sums sums) {
      return ApplyStages(backend, inputs, sums, stage_at(row, how), Cast());
    };
  };
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    EXPECT_EQ(0, Mismatches(backend, table, apply(rounding)));
    EXPECT_GT(Mismatches(backend, table, apply(other)), 0);
  });
}

TEST_F(ActivationStagesGoldenTest, LeakyRelu) {
  using ToInt8 = gemmlowp::OutputStageSaturatingCastToInt8;
  using ToInt16 = gemmlowp::OutputStageSaturatingCastToInt16;
  constexpr auto kDouble = FixedPointRounding::kDouble;
  constexpr auto kSingle = FixedPointRounding::kSingleUpward;
  ExpectLeakyRelu<ToInt8>("tflm_leaky_relu_int8", kDouble, kSingle, true);
  ExpectLeakyRelu<ToInt8>("tflm_leaky_relu_int8_single_rounding", kSingle,
                          kDouble, true);
  ExpectLeakyRelu<ToInt16>("tflm_leaky_relu_int16", kDouble, kSingle, true);
  ExpectLeakyRelu<ToInt16>("tflm_leaky_relu_int16_single_rounding", kSingle,
                           kDouble, true);
}

// Synopsys forms the real multipliers in double.
TEST_F(ActivationStagesGoldenTest, LeakyReluOfSynopsys) {
  const RequantizationTable table("snps_leaky_relu");
  const auto apply = [&](FixedPointRounding rounding) {
    return [&, rounding](const char* backend, std::size_t row,
                         const std::vector<std::int32_t>& inputs, Sums sums) {
      const double ratio = static_cast<double>(table.Float(row, "in_scale")) /
                           static_cast<double>(table.Float(row, "out_scale"));
      gemmlowp::FixedPointMultiplier identity, alpha;
      EXPECT_TRUE(gemmlowp::QuantizeMultiplier(ratio, &identity).ok());
      EXPECT_TRUE(gemmlowp::QuantizeMultiplier(
                      static_cast<double>(table.Float(row, "in_scale")) *
                          static_cast<double>(table.Float(row, "alpha")) /
                          static_cast<double>(table.Float(row, "out_scale")),
                      &alpha)
                      .ok());
      const gemmlowp::OutputStageLeakyRelu stage = {
          static_cast<std::int32_t>(table.Int(row, "in_zero_point")),
          identity.multiplier,
          identity.exponent,
          alpha.multiplier,
          alpha.exponent,
          static_cast<std::int32_t>(table.Int(row, "out_zero_point")),
          rounding};
      return ApplyStages(backend, inputs, sums, stage);
    };
  };
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    EXPECT_EQ(0,
              Mismatches(backend, table, apply(FixedPointRounding::kDouble)));
    for (const auto other :
         {FixedPointRounding::kDoubleUpward, FixedPointRounding::kSingleUpward,
          FixedPointRounding::kSingleAway}) {
      EXPECT_GT(Mismatches(backend, table, apply(other)), 0);
    }
  });
}

// Logistic and tanh: `make` derives the stage from an input's scale.
template <typename Stage>
void ExpectSigmoid(const char* name,
                   gemmlowp::Status (*make)(const TensorScale&, Stage*)) {
  SCOPED_TRACE(name);
  const RequantizationTable table(name);
  const auto apply = [&](int more_shift) {
    return [&, more_shift](const char* backend, std::size_t row,
                           const std::vector<std::int32_t>& inputs, Sums sums) {
      Stage stage = {};
      EXPECT_TRUE(make(ScaleAt(table, row, "in"), &stage).ok());
      EXPECT_EQ(stage.input_multiplier, table.Int(row, "multiplier"));
      EXPECT_EQ(stage.input_exponent, table.Int(row, "left_shift"));
      EXPECT_EQ(stage.input_radius, table.Int(row, "radius"));
      stage.input_exponent -= more_shift;
      return ApplyStages(backend, inputs, sums, stage,
                         gemmlowp::OutputStageSaturatingCastToInt8());
    };
  };
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    EXPECT_EQ(0, Mismatches(backend, table, apply(0)));
    EXPECT_GT(Mismatches(backend, table, apply(1)), 0);
  });
}

TEST_F(ActivationStagesGoldenTest, LogisticAndTanh) {
  ExpectSigmoid("tflm_logistic_int8", &gemmlowp::MakeLogisticQ4);
  ExpectSigmoid("tflm_tanh_int8", &gemmlowp::MakeTanhQ4);
}

TEST_F(ActivationStagesGoldenTest, HardSwish) {
  const RequantizationTable table("tflm_hard_swish_int8");
  const auto apply = [&](int error) {
    return [&, error](const char* backend, std::size_t row,
                      const std::vector<std::int32_t>& inputs, Sums sums) {
      gemmlowp::OutputStageHardSwish stage = {};
      EXPECT_TRUE(gemmlowp::MakeHardSwish(ScaleAt(table, row, "in"),
                                          ScaleAt(table, row, "out"), &stage)
                      .ok());
      EXPECT_EQ(stage.result_multiplier, table.Int(row, "out_mult"));
      EXPECT_EQ(stage.result_exponent, table.Int(row, "out_exp"));
      EXPECT_EQ(stage.share_multiplier, table.Int(row, "relu_mult"));
      EXPECT_EQ(stage.share_exponent, table.Int(row, "relu_exp"));
      stage.share_multiplier += error;
      return ApplyStages(backend, inputs, sums, stage,
                         gemmlowp::OutputStageSaturatingCastToInt8());
    };
  };
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    EXPECT_EQ(0, Mismatches(backend, table, apply(0)));
    EXPECT_GT(Mismatches(backend, table, apply(-8)), 0);
  });
}

}  // namespace
}  // namespace lowp_test
