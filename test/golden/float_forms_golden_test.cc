// The floating-point arithmetic of systems with integer scalings, built from
// lowp's float stages, against the results of those systems' own code:
// Synopsys's ONNX method and Glow's interpreter. Each check is repeated with a
// similar arithmetic, which the table must refuse.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "../support/apply_stages.h"
#include "../support/for_each_backend.h"
#include "requantization_table.h"

namespace lowp_test {
namespace {

using gemmlowp::FloatRounding;
using gemmlowp::VectorShape;
using gemmlowp::ZeroPointOrder;
using gemmlowp::internal::Backend;
using Vector = std::vector<std::int32_t>;

class FloatFormsGoldenTest : public GoldenTableTest {};

gemmlowp::OutputStageDequantizePC<VectorShape::Row> ScaleByChannel(
    const std::vector<float>& scales) {
  return {gemmlowp::VectorMap<const float, VectorShape::Row>(
      scales.data(), static_cast<int>(scales.size()))};
}

gemmlowp::OutputStageQuantizeFloat Round(FloatRounding rounding) {
  return {0, rounding, ZeroPointOrder::kAfterRounding};
}

// Per tensor the scale is formed in float, per channel in double and then
// rounded.
TEST_F(FloatFormsGoldenTest, SynopsysConvolutionsByOnnx) {
  const RequantizationTable table("snps_conv");
  for (const bool per_channel : {false, true}) {
    const std::string name = per_channel ? "onnx_pc" : "onnx_pt";
    Vector acc, expected;
    std::vector<float> scales;
    for (std::size_t row = 0; row < table.size(); ++row) {
      if (table.Text(row, "case") != name) continue;
      const float in = table.Float(row, "in_scale");
      const float w = table.Float(row, "w_scale");
      const float out = table.Float(row, "out_scale");
      acc.push_back(table.Int32(row, "acc"));
      expected.push_back(table.Int32(row, "out"));
      scales.push_back(per_channel
                           ? static_cast<float>(static_cast<double>(in) *
                                                static_cast<double>(w) /
                                                static_cast<double>(out))
                           : in * w / out);
    }
    ASSERT_GT(acc.size(), 400u);
    ForEachBackend([&](const Backend& backend) {
      for (const Sums sums : {Sums::kBiasOnly, Sums::kProduct}) {
        const auto mismatches = [&](FloatRounding rounding) {
          return CountMismatches(
              ApplyStages(backend.name, acc, sums, ScaleByChannel(scales),
                          Round(rounding)),
              expected);
        };
        EXPECT_EQ(0, mismatches(FloatRounding::kEven)) << name;
        EXPECT_GT(mismatches(FloatRounding::kAway), 0) << name;
      }
    });
  }
}

// The bias, at the scale of the product and rounded away from zero, is added to
// the sum. The interpreter's convolution adds the offset before it rounds, its
// fully connected layer afterwards.
TEST_F(FloatFormsGoldenTest, GlowInterpreter) {
  const RequantizationTable table("glow_fc");
  const struct {
    const char* out;
    ZeroPointOrder order, other;
  } kinds[] = {{"out_interp_fc", ZeroPointOrder::kAfterRounding,
                ZeroPointOrder::kBeforeRounding},
               {"out_interp_conv", ZeroPointOrder::kBeforeRounding,
                ZeroPointOrder::kAfterRounding},
               {"out_interp_rowwise", ZeroPointOrder::kBeforeRounding,
                ZeroPointOrder::kAfterRounding}};
  for (const auto& kind : kinds) {
    ForEachBackend([&](const Backend& backend) {
      int mismatches = 0, others = 0;
      for (std::size_t row = 0; row < table.size(); ++row) {
        const float product =
            table.Float(row, "in_scale") * table.Float(row, "w_scale");
        const float bias =
            std::round(static_cast<float>(table.Int32(row, "bias")) *
                       (table.Float(row, "bias_scale") / product));
        const Vector acc = {
            Wrap(table.Int(row, "dot") + static_cast<std::int64_t>(bias))};
        const auto apply = [&](ZeroPointOrder order) {
          return ApplyStages(
              backend.name, acc, Sums::kProduct,
              gemmlowp::OutputStageDequantize{product /
                                              table.Float(row, "out_scale")},
              gemmlowp::OutputStageQuantizeFloat{table.Int32(row, "out_offset"),
                                                 FloatRounding::kAway, order},
              gemmlowp::OutputStageSaturatingCastToInt8());
        };
        const Vector expected = {table.Int32(row, kind.out)};
        mismatches += CountMismatches(apply(kind.order), expected);
        others += CountMismatches(apply(kind.other), expected);
      }
      EXPECT_EQ(0, mismatches) << kind.out;
      EXPECT_GT(others, 0) << kind.out;
    });
  }
}

}  // namespace
}  // namespace lowp_test
