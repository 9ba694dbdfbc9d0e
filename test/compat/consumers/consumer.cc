// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

// A small client of gemmlowp's public API: one product with bias, fixed-point
// requantization and saturating cast, checked against its definition.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <tuple>
#include <vector>

#include "public/gemmlowp.h"
#include "public/output_stages.h"

namespace {

constexpr int kRows = 13;
constexpr int kDepth = 50;
constexpr int kColumns = 9;
constexpr int kLhsOffset = -100;
constexpr int kRhsOffset = -130;
constexpr std::int32_t kMultiplier = 1 << 30;  // one half
constexpr int kShift = 10;
constexpr int kResultOffset = 128;

// Divides by 2^exponent and rounds to nearest, ties away from zero.
std::int64_t RoundingShift(std::int64_t value, int exponent) {
  const std::int64_t half = std::int64_t{1} << (exponent - 1);
  return value >= 0 ? (value + half) >> exponent
                    : -((-value + half) >> exponent);
}

std::uint8_t Expected(std::int64_t sum) {
  // Half of a sum rounds ties up, before the shift rounds.
  const std::int64_t scaled = (sum + 1) >> 1;
  const std::int64_t value = RoundingShift(scaled, kShift) + kResultOffset;
  return static_cast<std::uint8_t>(
      std::min<std::int64_t>(255, std::max<std::int64_t>(0, value)));
}

}  // namespace

int main() {
  using gemmlowp::MapOrder;
  std::vector<std::uint8_t> lhs_data(kRows * kDepth);
  std::vector<std::uint8_t> rhs_data(kDepth * kColumns);
  std::vector<std::int32_t> bias(kRows);
  std::vector<std::uint8_t> result_data(kRows * kColumns);
  for (int i = 0; i < kRows * kDepth; ++i) lhs_data[i] = 151 * i + i * i / 7;
  for (int i = 0; i < kDepth * kColumns; ++i) rhs_data[i] = 89 * i + i * i / 5;
  for (int i = 0; i < kRows; ++i) bias[i] = 5000 * (i - 6);

  const gemmlowp::MatrixMap<const std::uint8_t, MapOrder::RowMajor> lhs(
      lhs_data.data(), kRows, kDepth);
  const gemmlowp::MatrixMap<const std::uint8_t, MapOrder::ColMajor> rhs(
      rhs_data.data(), kDepth, kColumns);
  gemmlowp::MatrixMap<std::uint8_t, MapOrder::ColMajor> result(
      result_data.data(), kRows, kColumns);

  using BiasVector =
      gemmlowp::VectorMap<const std::int32_t, gemmlowp::VectorShape::Col>;
  gemmlowp::OutputStageBiasAddition<BiasVector> add_bias;
  add_bias.bias_vector = BiasVector(bias.data(), kRows);
  gemmlowp::OutputStageQuantizeDownInt32ByFixedPoint requantize;
  requantize.result_fixedpoint_multiplier = kMultiplier;
  requantize.result_shift = kShift;
  requantize.result_offset_after_shift = kResultOffset;
  const auto pipeline = std::make_tuple(
      add_bias, requantize, gemmlowp::OutputStageSaturatingCastToUint8());

  gemmlowp::GemmContext context;
  gemmlowp::GemmWithOutputPipeline<std::uint8_t, std::uint8_t,
                                   gemmlowp::DefaultL8R8BitDepthParams>(
      &context, lhs, rhs, &result, kLhsOffset, kRhsOffset, pipeline);

  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      std::int64_t sum = bias[row];
      for (int d = 0; d < kDepth; ++d) {
        sum += (lhs(row, d) + kLhsOffset) * (rhs(d, column) + kRhsOffset);
      }
      if (result(row, column) != Expected(sum)) {
        std::printf("row %d, column %d: %d, not %d\n", row, column,
                    result(row, column), Expected(sum));
        return 1;
      }
    }
  }

  gemmlowp::GemmPlan plan;
  const gemmlowp::Status status = gemmlowp::PlanGemm(
      &context, lhs, rhs, &result, kLhsOffset, kRhsOffset, pipeline, &plan);
  if (!status.ok()) return 1;
  std::printf("as defined, by the %s backend\n", plan.backend_name);
  return 0;
}
