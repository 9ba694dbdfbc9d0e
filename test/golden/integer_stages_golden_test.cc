// Integer scalings of other systems, built from lowp's stages and multiplier
// builders, against the results of those systems' own code: tables of
// golden/requantization, on every backend. Each check is repeated with a
// similar arithmetic, which the table must refuse.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "../../public/quantization/multiplier_builders.h"
#include "../support/apply_stages.h"
#include "../support/for_each_backend.h"
#include "requantization_table.h"

namespace lowp_test {
namespace {

using gemmlowp::FixedPointMultiplier;
using gemmlowp::FixedPointRounding;
using gemmlowp::VectorShape;
using gemmlowp::internal::Backend;
using Vector = std::vector<std::int32_t>;

class IntegerStagesGoldenTest : public GoldenTableTest {};

// Accumulators, each with a multiplier, an exponent and a result.
struct Scalings {
  Vector acc, multiplier, exponent, expected;
  void Add(std::int32_t a, const FixedPointMultiplier& m, std::int32_t out) {
    acc.push_back(a);
    multiplier.push_back(m.multiplier);
    exponent.push_back(m.exponent);
    expected.push_back(out);
  }
  gemmlowp::OutputStageScaleInt32ByFixedPointPC<VectorShape::Row> Stage(
      FixedPointRounding rounding) const {
    gemmlowp::OutputStageScaleInt32ByFixedPointPC<VectorShape::Row> stage;
    stage.result_fixedpoint_multiplier = RowOf(multiplier);
    stage.result_exponent = RowOf(exponent);
    stage.result_offset_after_shift = 0;
    stage.result_rounding = rounding;
    return stage;
  }
  // With the accumulators made in both ways.
  int Mismatches(const Backend& backend, FixedPointRounding rounding) const {
    int mismatches = 0;
    for (const Sums sums : {Sums::kBiasOnly, Sums::kProduct}) {
      mismatches += CountMismatches(
          ApplyStages(backend.name, acc, sums, Stage(rounding)), expected);
    }
    return mismatches;
  }
};

// A 64-bit sum that fits 32 bits is scaled as a 32-bit one.
TEST_F(IntegerStagesGoldenTest, TfliteSumsOf64Bits) {
  const RequantizationTable table("tflite_int64_16x8");
  Scalings cases;
  for (std::size_t row = 0; row < table.size(); ++row) {
    const std::int64_t acc = table.Int(row, "acc64");
    if (acc != static_cast<std::int32_t>(acc)) continue;
    cases.Add(static_cast<std::int32_t>(acc),
              {table.Int32(row, "m"), table.Int32(row, "shift")},
              table.Int32(row, "out"));
  }
  EXPECT_GT(cases.acc.size(), 1000u);
  ForEachBackend([&](const Backend& backend) {
    EXPECT_EQ(
        0, cases.Mismatches(backend, FixedPointRounding::kSingleUpward15Bits));
    EXPECT_GT(cases.Mismatches(backend, FixedPointRounding::kSingleUpward), 0);
  });
}

// Synopsys's convolutions, by how they form and apply their multiplier.
TEST_F(IntegerStagesGoldenTest, SynopsysConvolutions) {
  const RequantizationTable table("snps_conv");
  const auto all_double = [](float in, float w, float out) {
    double real = 0;
    EXPECT_TRUE(gemmlowp::RealMultiplier(in, w, out, &real).ok());
    return real;
  };
  const auto float_product = [](float in, float w, float out) {
    double real = 0;
    EXPECT_TRUE(gemmlowp::RealMultiplierOfFloatProduct(in, w, out, &real).ok());
    return real;
  };
  const auto all_float = [](float in, float w, float out) {
    float real = 0;
    EXPECT_TRUE(gemmlowp::FloatMultiplier(in, w, out, &real).ok());
    return static_cast<double>(real);
  };
  constexpr auto kDouble = FixedPointRounding::kDouble;
  constexpr auto kSingle = FixedPointRounding::kSingleUpward;
  const struct {
    const char* name;
    std::function<double(float, float, float)> real;
    FixedPointRounding rounding, other;
  } kinds[] = {
      {"tflite_pc_regular", all_double, kSingle, kDouble},
      {"tflite_pc_depthwise", all_double, kDouble, kSingle},
      {"tflite_pc_pointwise", all_double, kSingle, kDouble},
      {"tflite_pt_regular", all_double, kDouble, kSingle},
      {"tflite_pt_depthwise", float_product, kDouble, kSingle},
      {"tflite_pt_pointwise", float_product, kDouble, kSingle},
      {"caffe2", all_float, kDouble, kSingle},
  };
  for (const auto& kind : kinds) {
    SCOPED_TRACE(kind.name);
    Scalings cases;
    for (std::size_t row = 0; row < table.size(); ++row) {
      if (table.Text(row, "case") != kind.name) continue;
      FixedPointMultiplier built;
      EXPECT_TRUE(
          gemmlowp::QuantizeMultiplier(kind.real(table.Float(row, "in_scale"),
                                                 table.Float(row, "w_scale"),
                                                 table.Float(row, "out_scale")),
                                       &built)
              .ok());
      EXPECT_EQ(built.multiplier, table.Int32(row, "m"));
      EXPECT_EQ(built.exponent, table.Int32(row, "shift"));
      cases.Add(table.Int32(row, "acc"), built, table.Int32(row, "out"));
    }
    EXPECT_GT(cases.acc.size(), 400u);
    ForEachBackend([&](const Backend& backend) {
      EXPECT_EQ(0, cases.Mismatches(backend, kind.rounding));
      EXPECT_GT(cases.Mismatches(backend, kind.other), 0);
    });
  }
}

// Glow's shifts and multipliers, one set per column.
struct Shifts {
  Vector pre, multiplier, post;
  void Add(const gemmlowp::PreAndPostShift& shifts) {
    pre.push_back(shifts.pre_shift);
    multiplier.push_back(shifts.multiplier);
    post.push_back(shifts.post_shift);
  }
  gemmlowp::OutputStageScaleInt32ByPreAndPostShiftPC<VectorShape::Row> Stage()
      const {
    return {RowOf(pre), RowOf(multiplier), RowOf(post), 0};
  }
};

gemmlowp::OutputStageBiasAddition<GoldenRow> Bias(const Vector& values) {
  return {RowOf(values)};
}

TEST_F(IntegerStagesGoldenTest, GlowTransforms) {
  const RequantizationTable table("glow_transform_apply");
  Vector acc, offset, out, out_int8;
  Shifts right, wrong;
  for (std::size_t row = 0; row < table.size(); ++row) {
    gemmlowp::PreAndPostShift shifts;
    ASSERT_TRUE(
        gemmlowp::ChoosePreAndPostShift(table.Float(row, "scale"), &shifts)
            .ok());
    EXPECT_EQ(shifts.pre_shift, table.Int32(row, "pre"));
    EXPECT_EQ(shifts.post_shift, table.Int32(row, "post"));
    EXPECT_EQ(shifts.multiplier, table.Int32(row, "int_scale"));
    acc.push_back(table.Int32(row, "acc"));
    offset.push_back(table.Int32(row, "offset"));
    out.push_back(table.Int32(row, "out"));
    out_int8.push_back(table.Int32(row, "out_int8"));
    right.Add(shifts);
    // Doing the whole shift at the end keeps bits that Glow drops.
    wrong.Add({0, shifts.pre_shift + shifts.post_shift, shifts.multiplier});
  }
  using ToInt8 = gemmlowp::OutputStageSaturatingCastToInt8;
  ForEachBackend([&](const Backend& backend) {
    for (const Sums sums : {Sums::kBiasOnly, Sums::kProduct}) {
      EXPECT_EQ(0, CountMismatches(ApplyStages(backend.name, acc, sums,
                                               right.Stage(), Bias(offset)),
                                   out));
      EXPECT_EQ(
          0, CountMismatches(ApplyStages(backend.name, acc, sums, right.Stage(),
                                         Bias(offset), ToInt8()),
                             out_int8));
      EXPECT_GT(CountMismatches(ApplyStages(backend.name, acc, sums,
                                            wrong.Stage(), Bias(offset)),
                                out),
                0);
    }
  });
}

// The same, one row of the table at a time, with the stage's own offset.
TEST_F(IntegerStagesGoldenTest, GlowTransformsPerTensor) {
  const RequantizationTable table("glow_transform_apply");
  ForEachBackend([&](const Backend& backend) {
    int mismatches = 0;
    for (std::size_t row = 0; row < table.size(); ++row) {
      const gemmlowp::OutputStageScaleInt32ByPreAndPostShift stage = {
          table.Int32(row, "pre"), table.Int32(row, "int_scale"),
          table.Int32(row, "post"), table.Int32(row, "offset")};
      mismatches += CountMismatches(
          ApplyStages(backend.name, Vector{table.Int32(row, "acc")},
                      Sums::kProduct, stage),
          Vector{table.Int32(row, "out")});
    }
    EXPECT_EQ(0, mismatches);
  });
}

// Glow's CPU backend first brings the bias to the product's scale, with the
// same arithmetic, and adds it to the sum.
TEST_F(IntegerStagesGoldenTest, GlowFullyConnected) {
  const RequantizationTable table("glow_fc");
  Vector dot, bias, offset, expected, interpreted;
  Shifts shifts;
  for (std::size_t row = 0; row < table.size(); ++row) {
    const float product =
        table.Float(row, "in_scale") * table.Float(row, "w_scale");
    gemmlowp::PreAndPostShift of_bias, of_out;
    ASSERT_TRUE(gemmlowp::ChoosePreAndPostShift(
                    table.Float(row, "bias_scale") / product, &of_bias)
                    .ok());
    ASSERT_TRUE(gemmlowp::ChoosePreAndPostShift(
                    product / table.Float(row, "out_scale"), &of_out)
                    .ok());
    EXPECT_EQ(of_bias.pre_shift, table.Int32(row, "bias_pre"));
    EXPECT_EQ(of_bias.post_shift, table.Int32(row, "bias_post"));
    EXPECT_EQ(of_bias.multiplier, table.Int32(row, "bias_int_scale"));
    EXPECT_EQ(of_out.multiplier, table.Int32(row, "out_int_scale"));
    std::int32_t scaled = 0;
    ASSERT_TRUE(gemmlowp::ScaleByPreAndPostShift(table.Int32(row, "bias"),
                                                 of_bias, &scaled)
                    .ok());
    bias.push_back(scaled);
    dot.push_back(table.Int32(row, "dot"));
    shifts.Add(of_out);
    offset.push_back(table.Int32(row, "out_offset"));
    expected.push_back(table.Int32(row, "out_libjit"));
    interpreted.push_back(table.Int32(row, "out_interp_fc"));
  }
  ForEachBackend([&](const Backend& backend) {
    for (const Sums sums : {Sums::kBiasOnly, Sums::kProduct}) {
      const auto values = ApplyStages(
          backend.name, dot, sums, Bias(bias), shifts.Stage(), Bias(offset),
          gemmlowp::OutputStageSaturatingCastToInt8());
      EXPECT_EQ(0, CountMismatches(values, expected));
      // Glow's interpreter has another arithmetic.
      EXPECT_EQ(334, CountMismatches(values, interpreted));
    }
  });
}

// XNNPACK's rndnu16, in three stages: the sum in units of its upper 16 bits,
// saturated, times 15 bits. A left shift must saturate, as in double rounding;
// a right shift rounds once.
TEST_F(IntegerStagesGoldenTest, XnnpackIn16Bits) {
  const RequantizationTable table("xnnpack_rndnu16");
  for (const bool left : {false, true}) {
    Scalings shift, scale;
    Vector zero_point, low, high;
    for (std::size_t row = 0; row < table.size(); ++row) {
      gemmlowp::Multiplier16 built;
      ASSERT_TRUE(
          gemmlowp::MultiplierOfFloat16(table.Float(row, "scale"), &built)
              .ok());
      if ((built.exponent > 0) != left) continue;
      shift.Add(table.Int32(row, "acc"),
                {1 << 30, std::max(built.exponent + 1, -31)}, 0);
      scale.Add(0, {built.multiplier << 16, 0}, table.Int32(row, "out"));
      zero_point.push_back(table.Int32(row, "zero_point"));
      low.push_back(table.Int32(row, "min"));
      high.push_back(table.Int32(row, "max"));
    }
    ASSERT_GT(shift.acc.size(), 100u);
    const auto mismatches = [&](const Backend& backend, Sums sums,
                                FixedPointRounding first) {
      Vector values = ApplyStages(
          backend.name, shift.acc, sums, shift.Stage(first),
          gemmlowp::OutputStageClamp{-32768, 32767},
          scale.Stage(FixedPointRounding::kSingleUpward), Bias(zero_point));
      for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = std::min(std::max(values[i], low[i]), high[i]);
      }
      return CountMismatches(values, scale.expected);
    };
    const auto first = left ? FixedPointRounding::kDoubleUpward
                            : FixedPointRounding::kSingleUpward;
    const auto other = left ? FixedPointRounding::kSingleUpward
                            : FixedPointRounding::kDoubleUpward;
    ForEachBackend([&](const Backend& backend) {
      for (const Sums sums : {Sums::kBiasOnly, Sums::kProduct}) {
        EXPECT_EQ(0, mismatches(backend, sums, first));
        EXPECT_GT(mismatches(backend, sums, other), 0);
      }
    });
  }
}

}  // namespace
}  // namespace lowp_test
