// Activation tables against those of TensorFlow Lite Micro's kernels and
// against real functions; and what is refused.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/quantization/activation_tables.h"

#include <gtest/gtest.h>

#include <climits>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "../golden/requantization_table.h"
#include "../support/expect_refused.h"

namespace lowp_test {
namespace {

using gemmlowp::ActivationTable;
using gemmlowp::Status;
using gemmlowp::TableRounding;
using gemmlowp::TensorScale;

class GoldenActivations : public GoldenTableTest {};

// Builds the table of each row for int8 and for uint8, and compares all
// entries; `build` takes the type, the row and the type's distance from int8.
template <typename Build>
void CompareTables(const RequantizationTable& golden, const Build& build) {
  for (std::size_t row = 0; row < golden.size(); ++row) {
    ActivationTable<std::int8_t> table;
    ActivationTable<std::uint8_t> unsigned_table;
    Status status = build(row, 0, &table);
    ASSERT_TRUE(status.ok()) << status.message();
    status = build(row, 128, &unsigned_table);
    ASSERT_TRUE(status.ok()) << status.message();
    const std::vector<std::int64_t> y = golden.Ints(row, "y");
    ASSERT_EQ(y.size(), 256u);
    for (int q = -128; q < 128; ++q) {
      const std::size_t i = static_cast<std::size_t>(q + 128);
      ASSERT_EQ(table(static_cast<std::int8_t>(q)), y[i]) << row << " " << q;
      ASSERT_EQ(unsigned_table(static_cast<std::uint8_t>(q + 128)), y[i] + 128)
          << row << " " << q;
    }
  }
}

TensorScale MovedBy(TensorScale tensor, int distance) {
  tensor.zero_point += distance;
  return tensor;
}

TEST_F(GoldenActivations, Logistic) {
  const RequantizationTable golden("tflm_logistic_int8");
  CompareTables(golden, [&](std::size_t row, int distance, auto* table) {
    return gemmlowp::BuildLogisticTable(
        MovedBy(ScaleAt(golden, row, "in"), distance), table);
  });
}

TEST_F(GoldenActivations, Tanh) {
  const RequantizationTable golden("tflm_tanh_int8");
  CompareTables(golden, [&](std::size_t row, int distance, auto* table) {
    return gemmlowp::BuildTanhTable(
        MovedBy(ScaleAt(golden, row, "in"), distance), table);
  });
}

TEST_F(GoldenActivations, HardSwish) {
  const RequantizationTable golden("tflm_hard_swish_int8");
  CompareTables(golden, [&](std::size_t row, int distance, auto* table) {
    return gemmlowp::BuildHardSwishTable(
        MovedBy(ScaleAt(golden, row, "in"), distance),
        MovedBy(ScaleAt(golden, row, "out"), distance), table);
  });
}

// A control: the real function, rounded once, differs from the fixed-point
// kernel.
TEST_F(GoldenActivations, FixedPointIsNotTheRealFunction) {
  const RequantizationTable golden("tflm_logistic_int8");
  int different = 0;
  for (std::size_t row = 0; row < golden.size(); ++row) {
    ActivationTable<std::int8_t> table;
    ASSERT_TRUE(gemmlowp::BuildActivationTable(
                    [](float x) { return 1 / (1 + std::exp(-x)); },
                    ScaleAt(golden, row, "in"), {1.0f / 256, -128},
                    TableRounding::kAwayAfterDivision, &table)
                    .ok());
    const std::vector<std::int64_t> y = golden.Ints(row, "y");
    for (std::size_t i = 0; i < 256; ++i) {
      const int q = static_cast<int>(i) - 128;
      different += table(static_cast<std::int8_t>(q)) != y[i];
    }
  }
  EXPECT_GT(different, 0);
}

TEST(ActivationTables, RoundingsDifferAtTies) {
  // y / scale is -1.5, -0.5, 0.5, 1.5 around the middle, for a scale of 2.
  const auto identity = [](float x) { return x; };
  const TensorScale input = {1, 0}, result = {2, 1};
  ActivationTable<std::int8_t> table;
  const struct {
    TableRounding rounding;
    int of_minus_3, of_minus_1, of_1, of_3;
  } kCases[] = {{TableRounding::kAwayAfterReciprocal, -1, 0, 2, 3},
                {TableRounding::kAwayAfterDivision, -1, 0, 2, 3},
                {TableRounding::kEvenAfterDivision, -1, 1, 1, 3},
                {TableRounding::kEvenWithZeroPoint, 0, 0, 2, 2}};
  for (const auto& c : kCases) {
    ASSERT_TRUE(gemmlowp::BuildActivationTable(identity, input, result,
                                               c.rounding, &table)
                    .ok());
    EXPECT_EQ(table(-3), c.of_minus_3);
    EXPECT_EQ(table(-1), c.of_minus_1);
    EXPECT_EQ(table(1), c.of_1);
    EXPECT_EQ(table(3), c.of_3);
  }
}

TEST(ActivationTables, ResultsAreClamped) {
  ActivationTable<std::uint8_t> table;
  ASSERT_TRUE(gemmlowp::BuildActivationTable(
                  [](float x) { return 1e30f * x; }, {1, 128}, {1e-3f, 7},
                  TableRounding::kEvenAfterDivision, &table)
                  .ok());
  EXPECT_EQ(table(127), 0);
  EXPECT_EQ(table(128), 7);
  EXPECT_EQ(table(129), 255);
}

TEST(ActivationTables, Refusals) {
  ActivationTable<std::int8_t> table;
  table.results[0] = 77;
  const auto identity = [](float x) { return x; };
  const float kNan = std::numeric_limits<float>::quiet_NaN();
  ExpectRefused(
      gemmlowp::BuildActivationTable(identity, {kNan, 0}, {1, 0},
                                     TableRounding::kEvenAfterDivision, &table),
      "input.scale");
  ExpectRefused(
      gemmlowp::BuildActivationTable(identity, {1, 0}, {0, 0},
                                     TableRounding::kEvenAfterDivision, &table),
      "result.scale");
  ExpectRefused(gemmlowp::BuildActivationTable(
                    [](float x) { return 1 / x; }, {1, 5}, {1, 0},
                    TableRounding::kEvenAfterDivision, &table),
                "function");
  ExpectRefused(gemmlowp::BuildLogisticTable({16, 0}, &table), "input.scale");
  ExpectRefused(gemmlowp::BuildTanhTable({1e-9f, 0}, &table), "input.scale");
  ExpectRefused(gemmlowp::BuildHardSwishTable({1, 0}, {1e-3f, 0}, &table),
                "input.scale");
  for (const int zero : {128, -129, INT_MIN, INT_MAX}) {
    ExpectRefused(gemmlowp::BuildLogisticTable({1, zero}, &table),
                  "input.zero_point");
    ExpectRefused(gemmlowp::BuildTanhTable({1, zero}, &table),
                  "input.zero_point");
    ExpectRefused(gemmlowp::BuildHardSwishTable({1, zero}, {1, 0}, &table),
                  "input.zero_point");
    ExpectRefused(gemmlowp::BuildHardSwishTable({1, 0}, {1, zero}, &table),
                  "result.zero_point");
  }
  ExpectRefused(gemmlowp::BuildActivationTable(
                    identity, {1, 0}, {0x1p-140f, 0},
                    TableRounding::kAwayAfterReciprocal, &table),
                "result.scale");
  ExpectRefused(
      gemmlowp::BuildActivationTable(identity, {1, 0}, {1, 0},
                                     static_cast<TableRounding>(4), &table),
      "rounding");
  ActivationTable<std::int8_t>* const none = nullptr;
  ExpectRefused(
      gemmlowp::BuildActivationTable(identity, {1, 0}, {1, 0},
                                     TableRounding::kEvenAfterDivision, none),
      "table");
  ExpectRefused(gemmlowp::BuildLogisticTable({1, 0}, none), "table");
  ExpectRefused(gemmlowp::BuildTanhTable({1, 0}, none), "table");
  ExpectRefused(gemmlowp::BuildHardSwishTable({1, 0}, {1, 0}, none), "table");
  EXPECT_EQ(table.results[0], 77);
}

// Scales so small that a 128th of the input's is rounded up to the result's.
TEST(ActivationTables, TheSmallestScalesOfHardSwish) {
  ActivationTable<std::int8_t> table;
  EXPECT_TRUE(
      gemmlowp::BuildHardSwishTable({0x1p-143f, 0}, {0x1p-149f, 0}, &table)
          .ok());
  ExpectRefused(gemmlowp::BuildHardSwishTable({65 * 0x1p-149f, 0},
                                              {0x1p-149f, 0}, &table),
                "input.scale");
}

// The extreme zero points that fixed-point tables accept, and any for the
// others.
TEST(ActivationTables, ZeroPointsAtTheirEnds) {
  ActivationTable<std::int8_t> table;
  for (const int zero : {-128, 127}) {
    EXPECT_TRUE(gemmlowp::BuildLogisticTable({1, zero}, &table).ok());
    EXPECT_TRUE(gemmlowp::BuildTanhTable({1, zero}, &table).ok());
    EXPECT_TRUE(
        gemmlowp::BuildHardSwishTable({1, zero}, {1, zero}, &table).ok());
  }
  // So fine that one half passes, whatever the input.
  ASSERT_TRUE(
      gemmlowp::BuildHardSwishTable({1e-7f, 0}, {1e-7f, 0}, &table).ok());
  EXPECT_EQ(table(100), 50);
  const auto identity = [](float x) { return x; };
  for (const int zero : {INT_MIN, INT_MAX}) {
    ASSERT_TRUE(gemmlowp::BuildActivationTable(
                    identity, {1, zero}, {0x1p24f, 0},
                    TableRounding::kEvenAfterDivision, &table)
                    .ok());
    EXPECT_EQ(table(0), zero < 0 ? 127 : -128);
  }
}

}  // namespace
}  // namespace lowp_test
