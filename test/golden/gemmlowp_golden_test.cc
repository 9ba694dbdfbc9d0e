// gemmlowp's output stages and fixed-point functions, against the results of
// gemmlowp's own scalar code: the tables gemmlowp_* of golden/requantization,
// on every backend. Each check is repeated with something slightly wrong, which
// the table must refuse.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "../../fixedpoint/fixedpoint.h"
#include "../support/apply_stages.h"
#include "../support/for_each_backend.h"
#include "requantization_table.h"

namespace lowp_test {
namespace {

using gemmlowp::FixedPoint;
using gemmlowp::VectorShape;
using gemmlowp::internal::Backend;

class GemmlowpGoldenTest : public GoldenTableTest {};

std::vector<std::int32_t> ColumnOf(const RequantizationTable& table,
                                   const std::vector<std::size_t>& rows,
                                   const char* column) {
  std::vector<std::int32_t> values;
  for (const std::size_t row : rows) values.push_back(table.Int32(row, column));
  return values;
}

// Groups the rows of a table by the columns that a stage has only one value
// for.
template <typename... Columns>
std::map<std::vector<std::int32_t>, std::vector<std::size_t>> GroupBy(
    const RequantizationTable& table, Columns... columns) {
  std::map<std::vector<std::int32_t>, std::vector<std::size_t>> groups;
  for (std::size_t row = 0; row < table.size(); ++row) {
    groups[{table.Int32(row, columns)...}].push_back(row);
  }
  return groups;
}

// How many entries of `out` the pipelines miss, with the accumulators made in
// both ways: apply(backend, group's columns, rows, accumulators, sums).
template <typename Groups, typename Apply>
int Mismatches(const Backend& backend, const RequantizationTable& table,
               const Groups& groups, const char* out, const Apply& apply) {
  int mismatches = 0;
  for (const auto& [shared, rows] : groups) {
    const std::vector<std::int32_t> acc = ColumnOf(table, rows, "acc");
    const std::vector<std::int32_t> expected = ColumnOf(table, rows, out);
    for (const Sums sums : {Sums::kBiasOnly, Sums::kProduct}) {
      mismatches += CountMismatches(
          apply(backend.name, shared, rows, acc, sums), expected);
    }
  }
  return mismatches;
}

TEST_F(GemmlowpGoldenTest, QuantizeDown) {
  const RequantizationTable table("gemmlowp_legacy");
  const auto groups = GroupBy(table, "shift");
  const auto apply = [&](int error, auto... cast) {
    return [&, error, cast...](const char* backend, const auto& shared,
                               const std::vector<std::size_t>& rows,
                               const std::vector<std::int32_t>& acc,
                               Sums sums) {
      const std::vector<std::int32_t> offset = ColumnOf(table, rows, "offset");
      const std::vector<std::int32_t> mult = ColumnOf(table, rows, "mult");
      gemmlowp::OutputStageQuantizeDownInt32ToUint8ScalePC<VectorShape::Row>
          stage;
      stage.result_offset = RowOf(offset);
      stage.result_mult_int = RowOf(mult);
      stage.result_shift = (shared[0] + error) % 32;
      return ApplyStages(backend, acc, sums, stage, cast...);
    };
  };
  using ToUint8 = gemmlowp::OutputStageSaturatingCastToUint8;
  ForEachBackend([&](const Backend& backend) {
    EXPECT_EQ(0, Mismatches(backend, table, groups, "out", apply(0)));
    EXPECT_EQ(
        0, Mismatches(backend, table, groups, "out_u8", apply(0, ToUint8())));
    EXPECT_GT(Mismatches(backend, table, groups, "out", apply(1)), 0);
  });
}

TEST_F(GemmlowpGoldenTest, QuantizeDownByFixedPoint) {
  const RequantizationTable table("gemmlowp_fixedpoint");
  const auto groups = GroupBy(table, "multiplier", "right_shift", "offset");
  const auto apply = [](int error) {
    return [error](const char* backend, const auto& shared, const auto&,
                   const std::vector<std::int32_t>& acc, Sums sums) {
      const gemmlowp::OutputStageQuantizeDownInt32ByFixedPoint stage = {
          Wrap(std::int64_t{shared[0]} + error), shared[1], shared[2]};
      return ApplyStages(backend, acc, sums, stage);
    };
  };
  ForEachBackend([&](const Backend& backend) {
    EXPECT_EQ(0, Mismatches(backend, table, groups, "out", apply(0)));
    EXPECT_GT(Mismatches(backend, table, groups, "out", apply(1)), 0);
  });
}

TEST_F(GemmlowpGoldenTest, ScaleByFixedPointAndExponent) {
  const RequantizationTable table("gemmlowp_exponent");
  const auto groups = GroupBy(table, "offset");
  const auto apply = [&](gemmlowp::FixedPointRounding rounding) {
    return [&, rounding](const char* backend, const auto& shared,
                         const std::vector<std::size_t>& rows,
                         const std::vector<std::int32_t>& acc, Sums sums) {
      const std::vector<std::int32_t> multiplier =
          ColumnOf(table, rows, "multiplier");
      const std::vector<std::int32_t> exponent =
          ColumnOf(table, rows, "exponent");
      if (rounding != gemmlowp::FixedPointRounding::kDouble) {
        gemmlowp::OutputStageScaleInt32ByFixedPointPC<VectorShape::Row> other;
        other.result_fixedpoint_multiplier = RowOf(multiplier);
        other.result_exponent = RowOf(exponent);
        other.result_offset_after_shift = shared[0];
        other.result_rounding = rounding;
        return ApplyStages(backend, acc, sums, other);
      }
      gemmlowp::OutputStageScaleInt32ByFixedPointAndExponentPC<VectorShape::Row>
          stage;
      stage.result_fixedpoint_multiplier = RowOf(multiplier);
      stage.result_exponent = RowOf(exponent);
      stage.result_offset_after_shift = shared[0];
      return ApplyStages(backend, acc, sums, stage);
    };
  };
  using gemmlowp::FixedPointRounding;
  ForEachBackend([&](const Backend& backend) {
    EXPECT_EQ(0, Mismatches(backend, table, groups, "out",
                            apply(FixedPointRounding::kDouble)));
    for (const auto other :
         {FixedPointRounding::kDoubleUpward, FixedPointRounding::kSingleUpward,
          FixedPointRounding::kSingleAway}) {
      EXPECT_GT(Mismatches(backend, table, groups, "out", apply(other)), 0);
    }
  });
}

// The same with a single multiplier and exponent.
TEST_F(GemmlowpGoldenTest, ScaleByOneFixedPointAndExponent) {
  const RequantizationTable table("gemmlowp_exponent");
  const auto groups = GroupBy(table, "multiplier", "exponent", "offset");
  ForEachBackend([&](const Backend& backend) {
    EXPECT_EQ(0,
              Mismatches(
                  backend, table, groups, "out",
                  [](const char* name, const auto& shared, const auto&,
                     const std::vector<std::int32_t>& acc, Sums sums) {
                    const gemmlowp::OutputStageScaleInt32ByFixedPointAndExponent
                        stage = {shared[0], shared[1], shared[2]};
                    return ApplyStages(name, acc, sums, stage);
                  }));
  });
}

TEST_F(GemmlowpGoldenTest, Tanh) {
  const RequantizationTable table("gemmlowp_tanh");
  const auto groups = GroupBy(table, "real_zero", "real_amplitude");
  const auto apply = [](int error) {
    return [error](const char* backend, const auto& shared, const auto&,
                   const std::vector<std::int32_t>& acc, Sums sums) {
      const gemmlowp::OutputStageTanh stage = {shared[0], shared[1] + error};
      return ApplyStages(backend, acc, sums, stage);
    };
  };
  ForEachBackend([&](const Backend& backend) {
    EXPECT_EQ(0, Mismatches(backend, table, groups, "out", apply(0)));
    EXPECT_GT(Mismatches(backend, table, groups, "out", apply(1)), 0);
  });
}

// Calls f(std::integral_constant<int, n>) for the given n in kLow..kHigh.
template <int kLow, int kHigh, typename F>
std::int64_t WithConstant(int n, const F& f) {
  if (n == kLow) return f(std::integral_constant<int, kLow>());
  if constexpr (kLow < kHigh) return WithConstant<kLow + 1, kHigh>(n, f);
  ADD_FAILURE() << n;
  return 0;
}

// Calls a function of fixedpoint.h by name.
template <typename T>
std::int64_t OfPlainIntegers(const std::string& function, T a, T b) {
  constexpr int kBits = static_cast<int>(sizeof(T)) * 8;
  using F0 = FixedPoint<T, 0>;
  if (function == "SaturatingRoundingDoublingHighMul") {
    return gemmlowp::SaturatingRoundingDoublingHighMul(a, b);
  }
  if (function == "RoundingDivideByPOT") {
    return gemmlowp::RoundingDivideByPOT(a, static_cast<int>(b));
  }
  if (function == "RoundingHalfSum") return gemmlowp::RoundingHalfSum(a, b);
  if (function == "SaturatingRoundingMultiplyByPOT") {
    return WithConstant<1 - kBits, kBits - 1>(b, [a](auto n) {
      return std::int64_t{
          gemmlowp::SaturatingRoundingMultiplyByPOT<decltype(n)::value>(a)};
    });
  }
  const F0 x = F0::FromRaw(a);
  if (function == "exp_on_interval_between_negative_one_quarter_and_0_excl") {
    return exp_on_interval_between_negative_one_quarter_and_0_excl(x).raw();
  }
  if (function == "one_minus_x_over_one_plus_x_for_x_in_0_1") {
    return one_minus_x_over_one_plus_x_for_x_in_0_1(x).raw();
  }
  EXPECT_EQ(function, "one_over_one_plus_x_for_x_in_0_1");
  return one_over_one_plus_x_for_x_in_0_1(x).raw();
}

template <typename T>
std::int64_t Evaluate(const std::string& function, int integer_bits, T a, T b) {
  constexpr int kMaxBits = sizeof(T) == 2 ? 6 : 12;
  const auto call = [&](auto bits) -> std::int64_t {
    const auto x = FixedPoint<T, decltype(bits)::value>::FromRaw(a);
    if (function == "logistic") return gemmlowp::logistic(x).raw();
    if (function == "tanh") return gemmlowp::tanh(x).raw();
    return exp_on_negative_values(x).raw();
  };
  if (function == "logistic" || function == "tanh" ||
      function == "exp_on_negative_values") {
    return WithConstant<0, kMaxBits>(integer_bits, call);
  }
  return OfPlainIntegers(function, a, b);
}

TEST_F(GemmlowpGoldenTest, FixedPointFunctions) {
  const RequantizationTable table("gemmlowp_fixedpoint_functions");
  std::map<std::string, int> wrong, changed;
  for (std::size_t row = 0; row < table.size(); ++row) {
    const std::string& function = table.Text(row, "function");
    const bool is_short = table.Text(row, "raw_type") == "int16";
    const int bits = table.Int32(row, "integer_bits");
    const std::int64_t out = table.Int(row, "out");
    const auto evaluate = [&](std::int32_t a) {
      const std::int32_t b = table.Int32(row, "b");
      return is_short ? Evaluate(function, bits, static_cast<std::int16_t>(a),
                                 static_cast<std::int16_t>(b))
                      : Evaluate(function, bits, a, b);
    };
    const std::int32_t a = table.Int32(row, "a");
    wrong[function] += evaluate(a) != out;
    // With a neighbouring value for which every function is defined.
    changed[function] += evaluate(a / 2) != out;
  }
  EXPECT_EQ(wrong.size(), 10u);
  for (const auto& [function, count] : wrong) {
    EXPECT_EQ(count, 0) << function;
    EXPECT_GT(changed[function], 0) << function;
  }
}

// Logistic and tanh of Q4.27 by the stages of every backend. The scaling of
// their input by 1 doubles and then halves it, so larger inputs would saturate.
TEST_F(GemmlowpGoldenTest, LogisticAndTanhOfBackends) {
  const RequantizationTable table("gemmlowp_fixedpoint_functions");
  const auto check = [&](const Backend& backend, const char* function,
                         const auto& stage) {
    std::vector<std::int32_t> inputs, expected;
    for (std::size_t row = 0; row < table.size(); ++row) {
      const std::int32_t a = table.Int32(row, "a");
      if (table.Text(row, "function") == function &&
          table.Text(row, "raw_type") == "int32" &&
          table.Int32(row, "integer_bits") == 4 && std::abs(a) < 1 << 30) {
        inputs.push_back(a);
        expected.push_back(table.Int32(row, "out"));
      }
    }
    EXPECT_GT(inputs.size(), 30u);
    for (const Sums sums : {Sums::kBiasOnly, Sums::kProduct}) {
      EXPECT_EQ(0,
                CountMismatches(ApplyStages(backend.name, inputs, sums, stage),
                                expected));
    }
  };
  constexpr std::int32_t kMin = std::numeric_limits<std::int32_t>::min();
  constexpr std::int32_t kMax = std::numeric_limits<std::int32_t>::max();
  ForEachBackend([&](const Backend& backend) {
    check(
        backend, "logistic",
        gemmlowp::OutputStageLogisticQ4{0, 1 << 30, 1, kMax, 0, 0, kMin, kMax});
    check(backend, "tanh",
          gemmlowp::OutputStageTanhQ4{0, 1 << 30, 1, kMax, 0, 0, kMin, kMax});
  });
}

}  // namespace
}  // namespace lowp_test
