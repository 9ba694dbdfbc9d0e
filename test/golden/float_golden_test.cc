// Scaling in floating point against the results of other systems' own code for
// the same accumulators, through a product and alone, fused and interpreted, on
// every backend. To prove that the tables distinguish them, the other
// roundings, the other order and the other precision are compared too.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../support/apply_stages.h"
#include "../support/for_each_backend.h"
#include "requantization_table.h"

namespace lowp_test {
namespace {

using gemmlowp::FloatRounding;
using gemmlowp::VectorMap;
using gemmlowp::VectorShape;
using gemmlowp::ZeroPointOrder;

// Cases that share everything but the accumulator and the scale: the columns of
// one product.
template <typename Real>
struct Group {
  std::vector<std::int32_t> acc, expected;
  std::vector<Real> scale;
};

// Grouped by zero point and bounds.
template <typename Real>
using FloatCases =
    std::map<std::tuple<std::int32_t, std::int32_t, std::int32_t>, Group<Real>>;

struct Arithmetic {
  FloatRounding rounding;
  ZeroPointOrder order;
};
constexpr Arithmetic kEvenAfter = {FloatRounding::kEven,
                                   ZeroPointOrder::kAfterRounding};

struct CaseOfTable {
  double scale;
  std::int64_t acc, zero_point, low, high, out;
};

template <typename Real>
void Add(const CaseOfTable& c, FloatCases<Real>* cases) {
  Group<Real>& group = (*cases)[{static_cast<std::int32_t>(c.zero_point),
                                 static_cast<std::int32_t>(c.low),
                                 static_cast<std::int32_t>(c.high)}];
  group.acc.push_back(static_cast<std::int32_t>(c.acc));
  group.scale.push_back(static_cast<Real>(c.scale));
  group.expected.push_back(static_cast<std::int32_t>(c.out));
}

// The results for a group, as T, by the given stages.
template <typename T, typename Real, typename... Stages>
int GroupMismatches(const char* backend, const Group<Real>& group, Sums sums,
                    const Stages&... stages) {
  const auto values = ApplyStages(backend, group.acc, sums, stages...);
  static_assert(std::is_same_v<typename decltype(values)::value_type, T>);
  return CountMismatches(values, group.expected);
}

template <typename Cast, typename Real>
int Mismatches(const char* backend, const FloatCases<Real>& cases, Sums sums,
               const Arithmetic& how, bool interpreted) {
  using T = typename gemmlowp::internal::PipelineResult<std::tuple<Cast>>::Type;
  std::conditional_t<
      std::is_same_v<Real, float>,
      gemmlowp::OutputStageScaleInt32ByFloatPC<VectorShape::Row>,
      gemmlowp::OutputStageScaleInt32ByDoublePC<VectorShape::Row>>
      scale;
  scale.result_rounding = how.rounding;
  scale.result_order = how.order;
  const auto pass = [](std::int32_t x, int, int) { return x; };
  int mismatches = 0;
  for (const auto& [parameters, group] : cases) {
    const auto& [zero_point, low, high] = parameters;
    scale.result_scale = VectorMap<const Real, VectorShape::Row>(
        group.scale.data(), static_cast<int>(group.scale.size()));
    scale.result_offset = zero_point;
    const gemmlowp::OutputStageClamp clamp = {low, high};
    mismatches += interpreted ? GroupMismatches<T>(backend, group, sums, pass,
                                                   scale, clamp, Cast())
                              : GroupMismatches<T>(backend, group, sums, scale,
                                                   clamp, Cast());
  }
  return mismatches;
}

template <typename Other, typename Real>
FloatCases<Other> As(const FloatCases<Real>& cases) {
  FloatCases<Other> others;
  for (const auto& [parameters, group] : cases) {
    others[parameters] = {
        group.acc, group.expected, {group.scale.begin(), group.scale.end()}};
  }
  return others;
}

// Which other arithmetic the table refuses.
struct Controls {
  bool roundings = true;
  bool order = true;
  bool precision = true;
};

template <typename Cast, typename Real>
void ExpectArithmetic(const FloatCases<Real>& cases, const Arithmetic& how,
                      const Controls& controls = {}) {
  ASSERT_FALSE(cases.empty());
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    for (const Sums sums : {Sums::kBiasOnly, Sums::kProduct}) {
      for (const bool interpreted : {false, true}) {
        EXPECT_EQ(
            0, Mismatches<Cast>(backend.name, cases, sums, how, interpreted));
      }
    }
    const auto others = [&](const auto& with, const Arithmetic& arithmetic) {
      return Mismatches<Cast>(backend.name, with, Sums::kBiasOnly, arithmetic,
                              false);
    };
    for (const FloatRounding rounding :
         {FloatRounding::kEven, FloatRounding::kAway, FloatRounding::kUpward,
          FloatRounding::kTruncate}) {
      if (rounding == how.rounding || !controls.roundings) continue;
      EXPECT_GT(others(cases, {rounding, how.order}), 0)
          << "rounding " << static_cast<int>(rounding);
    }
    if (controls.order) {
      const bool after = how.order == ZeroPointOrder::kAfterRounding;
      EXPECT_GT(
          others(cases, {how.rounding, after ? ZeroPointOrder::kBeforeRounding
                                             : ZeroPointOrder::kAfterRounding}),
          0);
    }
    if (controls.precision) {
      using Other =
          std::conditional_t<std::is_same_v<Real, float>, double, float>;
      EXPECT_GT(others(As<Other>(cases), how), 0);
    }
  });
}

using ToUint8 = gemmlowp::OutputStageSaturatingCastToUint8;
using ToInt8 = gemmlowp::OutputStageSaturatingCastToInt8;

class FloatGoldenTest : public GoldenTableTest {};

TEST_F(FloatGoldenTest, Fbgemm) {
  const RequantizationTable table("fbgemm_float");
  FloatCases<float> cases;
  for (std::size_t row = 0; row < table.size(); ++row) {
    const std::int64_t zero_point = table.Int(row, "zero_point");
    Add({table.Double(row, "scale"), table.Int(row, "acc"), zero_point,
         table.Int(row, "relu") != 0 ? zero_point : 0, 255,
         table.Int(row, "out")},
        &cases);
  }
  ExpectArithmetic<ToUint8>(cases, kEvenAfter);
}

// Tables of ONNX: both result types; the zero point of the signed one is 128
// lower.
template <typename Real>
void ExpectOnnx(const char* name, const Arithmetic& how) {
  const RequantizationTable table(name);
  FloatCases<Real> to_uint8, to_int8;
  for (std::size_t row = 0; row < table.size(); ++row) {
    const double scale = table.Double(row, "scale");
    const std::int64_t acc = table.Int(row, "acc");
    const std::int64_t zero_point = table.Int(row, "zero_point");
    Add({scale, acc, zero_point, 0, 255, table.Int(row, "out_u8")}, &to_uint8);
    Add({scale, acc, zero_point - 128, -128, 127, table.Int(row, "out_s8")},
        &to_int8);
  }
  ExpectArithmetic<ToUint8>(to_uint8, how);
  ExpectArithmetic<ToInt8>(to_int8, how);
}

TEST_F(FloatGoldenTest, Mlas) {
  ExpectOnnx<float>("mlas_requantize", kEvenAfter);
}

TEST_F(FloatGoldenTest, OnnxReferenceEvaluator) {
  ExpectOnnx<double>("onnx_reference_requantize",
                     {FloatRounding::kEven, ZeroPointOrder::kBeforeRounding});
}

TEST_F(FloatGoldenTest, Qnnpack) {
  const RequantizationTable table("qnnpack_fp32");
  FloatCases<float> cases;
  for (std::size_t row = 0; row < table.size(); ++row) {
    Add({table.Double(row, "scale"), table.Int(row, "acc"),
         table.Int(row, "zero_point"), table.Int(row, "min"),
         table.Int(row, "max"), table.Int(row, "out")},
        &cases);
  }
  ExpectArithmetic<ToUint8>(cases, kEvenAfter);
}

TEST_F(FloatGoldenTest, Xnnpack) {
  const RequantizationTable table("xnnpack_fp32");
  FloatCases<float> to_int8, to_uint8;
  for (std::size_t row = 0; row < table.size(); ++row) {
    CaseOfTable c = {table.Double(row, "scale"),   table.Int(row, "acc"),
                     table.Int(row, "zero_point"), table.Int(row, "min"),
                     table.Int(row, "max"),        table.Int(row, "out_qs8")};
    Add(c, &to_int8);
    c.zero_point += 128, c.low += 128, c.high += 128;
    c.out = table.Int(row, "out_qu8");
    Add(c, &to_uint8);
  }
  ExpectArithmetic<ToInt8>(to_int8, kEvenAfter);
  ExpectArithmetic<ToUint8>(to_uint8, kEvenAfter);
}

// TVM's scale is the quotient of two floats in double, rounded to float for
// float32 arithmetic; the input's zero point is first subtracted from the sums.
template <typename Real>
void ExpectTvm(const char* column, FloatRounding rounding) {
  const RequantizationTable table("tvm_requantize");
  FloatCases<Real> cases;
  for (std::size_t row = 0; row < table.size(); ++row) {
    Add({table.Double(row, "in_scale") / table.Double(row, "out_scale"),
         table.Int(row, "acc") - table.Int(row, "in_zero_point"),
         table.Int(row, "out_zero_point"), -128, 127, table.Int(row, column)},
        &cases);
  }
  ExpectArithmetic<ToInt8>(cases, {rounding, ZeroPointOrder::kBeforeRounding},
                           {true, false, true});
}

TEST_F(FloatGoldenTest, Tvm) {
  ExpectTvm<float>("f32_up", FloatRounding::kUpward);
  ExpectTvm<float>("f32_tn", FloatRounding::kAway);
  ExpectTvm<float>("f32n_up", FloatRounding::kUpward);
  ExpectTvm<float>("f32n_tn", FloatRounding::kAwayBySum);
  ExpectTvm<double>("f64_up", FloatRounding::kUpward);
  ExpectTvm<double>("f64_tn", FloatRounding::kAway);
}

// Synopsys's ONNX method: everything in double for an inner product. A
// convolution is in float, except that a channel's scale is rounded to float
// only once it is complete. Recorded before zero point and cast.
TEST_F(FloatGoldenTest, Synopsys) {
  using ToInt16 = gemmlowp::OutputStageSaturatingCastToInt16;
  const RequantizationTable conv("snps_conv");
  FloatCases<float> in_float;
  for (std::size_t row = 0; row < conv.size(); ++row) {
    const std::int64_t out = conv.Int(row, "out");
    if (conv.Text(row, "case").rfind("onnx", 0) != 0) continue;
    const double in = conv.Double(row, "in_scale");
    const double w = conv.Double(row, "w_scale");
    const double result = conv.Double(row, "out_scale");
    const bool per_channel = conv.Text(row, "case") == "onnx_pc";
    const float scale = per_channel
                            ? static_cast<float>(in * w / result)
                            : static_cast<float>(in) * static_cast<float>(w) /
                                  static_cast<float>(result);
    Add({scale, conv.Int(row, "acc"), 0, -32768, 32767,
         std::max<std::int64_t>(std::min<std::int64_t>(out, 32767), -32768)},
        &in_float);
  }
  ExpectArithmetic<ToInt16>(in_float, kEvenAfter, {true, false, false});
  const RequantizationTable inner("snps_inner_product");
  FloatCases<double> in_double;
  for (std::size_t row = 0; row < inner.size(); ++row) {
    const std::int64_t out = inner.Int(row, "out_onnx");
    const double scale = inner.Double(row, "in_scale") *
                         inner.Double(row, "w_scale") /
                         inner.Double(row, "out_scale");
    Add({scale, inner.Int(row, "acc"), 0, -32768, 32767,
         std::max<std::int64_t>(std::min<std::int64_t>(out, 32767), -32768)},
        &in_double);
  }
  ExpectArithmetic<ToInt16>(in_double, kEvenAfter, {true, false, false});
}

// Glow's interpreter first scales the bias to the sums, in float, away from
// zero; then it scales the sums, with the offset before or after.
TEST_F(FloatGoldenTest, GlowInterpreter) {
  const RequantizationTable table("glow_fc");
  FloatCases<float> fully_connected, convolution, rowwise;
  for (std::size_t row = 0; row < table.size(); ++row) {
    const float sums_scale =
        table.Float(row, "in_scale") * table.Float(row, "w_scale");
    const float bias = static_cast<float>(table.Int(row, "bias")) *
                       (table.Float(row, "bias_scale") / sums_scale);
    CaseOfTable c = {
        sums_scale / table.Float(row, "out_scale"),
        table.Int(row, "dot") + static_cast<std::int64_t>(std::round(bias)),
        table.Int(row, "out_offset"),
        -128,
        127,
        table.Int(row, "out_interp_fc")};
    Add(c, &fully_connected);
    c.out = table.Int(row, "out_interp_conv");
    Add(c, &convolution);
    c.out = table.Int(row, "out_interp_rowwise");
    Add(c, &rowwise);
  }
  const Controls controls = {false, false, false};
  ExpectArithmetic<ToInt8>(
      fully_connected, {FloatRounding::kAway, ZeroPointOrder::kAfterRounding},
      controls);
  const Arithmetic before = {FloatRounding::kAway,
                             ZeroPointOrder::kBeforeRounding};
  ExpectArithmetic<ToInt8>(convolution, before, controls);
  ExpectArithmetic<ToInt8>(rowwise, before, controls);
}

}  // namespace
}  // namespace lowp_test
