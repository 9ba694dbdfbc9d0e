// The roundings of fixed-point scaling against the results of other systems'
// own code for the same accumulators, through a product, on every backend. To
// prove that the tables distinguish roundings, each is also compared with the
// other roundings.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../../public/quantization/multiplier_builders.h"
#include "../support/for_each_backend.h"
#include "requantization_table.h"

namespace lowp_test {
namespace {

using gemmlowp::FixedPointRounding;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::VectorShape;
using RowVector = gemmlowp::VectorMap<const std::int32_t, VectorShape::Row>;

// Cases: acc * multiplier * 2^(exponent - 31) rounds to `expected`.
struct Cases {
  std::vector<std::int32_t> acc, multiplier, exponent, expected;
  int size() const { return static_cast<int>(acc.size()); }
  void Add(std::int64_t a, std::int64_t m, std::int64_t e, std::int64_t out) {
    acc.push_back(static_cast<std::int32_t>(a));
    multiplier.push_back(static_cast<std::int32_t>(m));
    exponent.push_back(static_cast<std::int32_t>(e));
    expected.push_back(static_cast<std::int32_t>(out));
  }
};

// The columns of a product whose sums are zero: its biases are the
// accumulators.
std::vector<std::int32_t> Scale(const char* backend, const Cases& cases,
                                FixedPointRounding rounding, bool interpreted) {
  gemmlowp::GemmContext context;
  EXPECT_TRUE(context.set_backend(backend).ok());
  constexpr int kRows = 2;
  const int cols = cases.size();
  const std::vector<std::int8_t> zeros(
      static_cast<std::size_t>(std::max(cols, kRows)), 0);
  const MatrixMap<const std::int8_t, MapOrder::RowMajor> lhs(zeros.data(),
                                                             kRows, 1);
  const MatrixMap<const std::int8_t, MapOrder::ColMajor> rhs(zeros.data(), 1,
                                                             cols);
  std::vector<std::int32_t> values(static_cast<std::size_t>(cols) * kRows);
  MatrixMap<std::int32_t, MapOrder::RowMajor> result(values.data(), kRows,
                                                     cols);
  gemmlowp::OutputStageBiasAddition<RowVector> bias;
  bias.bias_vector = RowVector(cases.acc.data(), cols);
  gemmlowp::OutputStageScaleInt32ByFixedPointPC<VectorShape::Row> scale;
  scale.result_fixedpoint_multiplier = RowVector(cases.multiplier.data(), cols);
  scale.result_exponent = RowVector(cases.exponent.data(), cols);
  scale.result_offset_after_shift = 0;
  scale.result_rounding = rounding;
  const auto pass = [](std::int32_t x, int, int) { return x; };
  const auto status = interpreted ? TryGemm(&context, lhs, rhs, &result, 0, 0,
                                            std::make_tuple(bias, pass, scale))
                                  : TryGemm(&context, lhs, rhs, &result, 0, 0,
                                            std::make_tuple(bias, scale));
  EXPECT_TRUE(status.ok()) << status.message();
  EXPECT_TRUE(
      std::equal(values.begin(), values.begin() + cols, values.begin() + cols));
  values.resize(static_cast<std::size_t>(cols));
  return values;
}

int Mismatches(const std::vector<std::int32_t>& values, const Cases& cases) {
  int mismatches = 0;
  for (int i = 0; i < cases.size(); ++i) {
    mismatches += values[i] != cases.expected[i];
  }
  return mismatches;
}

// All cases, which take one path through the library if some of them shift
// left, and those with the usual exponents, which take another.
void ExpectRounding(const Cases& cases, FixedPointRounding rounding) {
  ASSERT_GT(cases.size(), 0);
  Cases small;
  for (int i = 0; i < cases.size(); ++i) {
    if (cases.exponent[i] < 0 && cases.multiplier[i] >= 0) {
      small.Add(cases.acc[i], cases.multiplier[i], cases.exponent[i],
                cases.expected[i]);
    }
  }
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    for (const bool interpreted : {false, true}) {
      for (const Cases* part : {&cases, static_cast<const Cases*>(&small)}) {
        EXPECT_EQ(0,
                  Mismatches(Scale(backend.name, *part, rounding, interpreted),
                             *part))
            << "of " << part->size();
        for (const auto other :
             {FixedPointRounding::kDouble, FixedPointRounding::kDoubleUpward,
              FixedPointRounding::kSingleUpward,
              FixedPointRounding::kSingleAway}) {
          if (other == rounding) continue;
          EXPECT_GT(
              Mismatches(Scale(backend.name, *part, other, interpreted), *part),
              0)
              << "rounding " << static_cast<int>(other);
        }
      }
    }
  });
}

Cases Read(const std::string& name, const char* multiplier,
           const char* exponent, const char* out) {
  const RequantizationTable table(name);
  const bool right = std::string(exponent) == "right_shift";
  Cases cases;
  for (std::size_t row = 0; row < table.size(); ++row) {
    const std::int64_t shift = table.Int(row, exponent);
    cases.Add(table.Int(row, "acc"), table.Int(row, multiplier),
              right ? -shift : shift, table.Int(row, out));
  }
  return cases;
}

struct Source {
  const char* table;
  const char* multiplier;
  const char* exponent;
  const char* out;
  FixedPointRounding rounding;
};

class FixedPointGoldenTest : public GoldenTableTest {};
class FixedPointSourceTest : public GoldenTableTest,
                             public ::testing::WithParamInterface<Source> {};

TEST_P(FixedPointSourceTest, EveryRowAndNoOtherRounding) {
  const Source& source = GetParam();
  ExpectRounding(
      Read(source.table, source.multiplier, source.exponent, source.out),
      source.rounding);
}

INSTANTIATE_TEST_SUITE_P(
    Sources, FixedPointSourceTest,
    ::testing::Values(Source{"tflite_double_rounding", "m", "shift", "out",
                             FixedPointRounding::kDouble},
                      Source{"caffe2_multiply", "m", "right_shift", "out",
                             FixedPointRounding::kDouble},
                      Source{"snps_multiply", "m", "shift", "out_mode2",
                             FixedPointRounding::kDouble},
                      Source{"tflite_neon_4rows", "m", "shift", "out_double",
                             FixedPointRounding::kDoubleUpward},
                      Source{"tflite_neon_4rows", "m", "shift", "out_single",
                             FixedPointRounding::kSingleUpward},
                      Source{"tflite_single_rounding", "m", "shift", "out",
                             FixedPointRounding::kSingleUpward},
                      Source{"ruy_apply_multiplier", "m", "exponent", "out",
                             FixedPointRounding::kSingleUpward},
                      Source{"snps_multiply", "m", "shift", "out_mode1",
                             FixedPointRounding::kSingleUpward}));

// FBGEMM counts the shift from the product: 31 - exponent.
TEST_F(FixedPointGoldenTest, FbgemmFixed) {
  Cases cases = Read("fbgemm_fixed", "multiplier", "right_shift", "scaled");
  for (std::int32_t& exponent : cases.exponent) exponent += 31;
  ExpectRounding(cases, FixedPointRounding::kSingleUpward);
}

// Multipliers from the 24 bits of a float; results with zero point and bounds.
void ExpectFloatMultipliers(const char* name, const char* out,
                            FixedPointRounding rounding) {
  const RequantizationTable table(name);
  Cases cases;
  std::vector<std::int32_t> zero_point, low, high;
  for (std::size_t row = 0; row < table.size(); ++row) {
    gemmlowp::FixedPointMultiplier built;
    ASSERT_TRUE(
        gemmlowp::MultiplierOfFloat(table.Float(row, "scale"), &built).ok());
    cases.Add(table.Int(row, "acc"), built.multiplier, built.exponent,
              table.Int(row, out));
    zero_point.push_back(
        static_cast<std::int32_t>(table.Int(row, "zero_point")));
    low.push_back(static_cast<std::int32_t>(table.Int(row, "min")));
    high.push_back(static_cast<std::int32_t>(table.Int(row, "max")));
  }
  const auto mismatches = [&](const char* backend, FixedPointRounding how) {
    std::vector<std::int32_t> values = Scale(backend, cases, how, false);
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<std::int32_t>(std::min<std::int64_t>(
          std::max<std::int64_t>(std::int64_t{values[i]} + zero_point[i],
                                 low[i]),
          high[i]));
    }
    return Mismatches(values, cases);
  };
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    EXPECT_EQ(0, mismatches(backend.name, rounding));
    for (const auto other :
         {FixedPointRounding::kDouble, FixedPointRounding::kSingleUpward,
          FixedPointRounding::kSingleAway}) {
      if (other == rounding) continue;
      EXPECT_GT(mismatches(backend.name, other), 0);
    }
  });
}

TEST_F(FixedPointGoldenTest, MultipliersOfFloats) {
  ExpectFloatMultipliers("qnnpack_q31", "out", FixedPointRounding::kDouble);
  ExpectFloatMultipliers("qnnpack_gemmlowp", "out",
                         FixedPointRounding::kDouble);
  ExpectFloatMultipliers("qnnpack_precise", "out",
                         FixedPointRounding::kSingleAway);
  ExpectFloatMultipliers("xnnpack_rndna", "out_qs8",
                         FixedPointRounding::kSingleAway);
  ExpectFloatMultipliers("xnnpack_rndnu", "out_qs8",
                         FixedPointRounding::kSingleUpward);
}

// ruy's kernels: the sum plus a zero point, saturated to int16.
void ExpectRuy(const char* name, const char* out, FixedPointRounding rounding) {
  const RequantizationTable table(name);
  Cases cases = Read(name, "m", "exponent", out);
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    std::vector<std::int32_t> values =
        Scale(backend.name, cases, rounding, false);
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<std::int32_t>(std::clamp<std::int64_t>(
          values[i] + table.Int(i, "zero_point"), -32768, 32767));
    }
    EXPECT_EQ(0, Mismatches(values, cases)) << name << " " << out;
  });
}

TEST_F(FixedPointGoldenTest, Ruy) {
  ExpectRuy("ruy_mul_x86", "out_simd", FixedPointRounding::kDoubleUpward);
  ExpectRuy("ruy_mul_x86", "out_standard_cpp",
            FixedPointRounding::kSingleUpward);
  ExpectRuy("ruy_mul_arm64", "out_neon", FixedPointRounding::kSingleUpward);
}

}  // namespace
}  // namespace lowp_test
