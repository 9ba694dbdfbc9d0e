// RSQRT: 1 / sqrt(x) in fixed point, as a table.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/fixedpoint/fixedpoint.h>
#include <gemmlowp/public/quantization/multiplier_builders.h>
#include <gemmlowp/public/tensor/transforms.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "operands.h"
#include "steps.h"
#include "unary_step.h"

namespace lowp_network {
namespace {

using gemmlowp::FixedPointMultiplier;
using gemmlowp::GemmContext;
using gemmlowp::Status;
using gemmlowp::TensorScale;
using Table = gemmlowp::ActivationTable<std::int8_t>;

// x * multiplier * 2^(exponent - 31), rounded twice: kDouble.
std::int32_t Rescaled(std::int32_t x, const FixedPointMultiplier& by) {
  const int left = std::max(by.exponent, 0), right = std::max(-by.exponent, 0);
  return gemmlowp::RoundingDivideByPOT(
      gemmlowp::SaturatingRoundingDoublingHighMul(x << left, by.multiplier),
      right);
}

// 1 / sqrt(value), for 0 < value < 2^27, by five of Newton's steps
//   y = y * (1.5 - x / 2 * y^2)
// from y = 1 in Q3.28, as TensorFlow Lite takes them: x = value * 4^pairs lies
// between 0.5 and 2.
FixedPointMultiplier InverseSquareRoot(std::int32_t value) {
  using F3 = gemmlowp::FixedPoint<std::int32_t, 3>;
  using F0 = gemmlowp::FixedPoint<std::int32_t, 0>;
  if (value == 1) return {std::numeric_limits<std::int32_t>::max(), 0};
  int exponent = -11;
  while (value < 1 << 27) {
    value *= 4;
    ++exponent;
  }
  const F3 half_x =
      gemmlowp::SaturatingRoundingMultiplyByPOT<-1>(F3::FromRaw(value >> 1));
  const F3 three_halves = F3::FromRaw(3 << 27);
  F3 y = F3::One();
  for (int step = 0; step < 5; ++step) {
    const F3 cube = gemmlowp::Rescale<3>(y * y * y);
    y = gemmlowp::Rescale<3>(three_halves * y - half_x * cube);
  }
  constexpr std::int32_t kHalfSqrt2 = 1518500250;  // Q0.31
  std::int32_t multiplier = (y * F0::FromRaw(kHalfSqrt2)).raw();
  if (exponent > 0) {
    multiplier <<= exponent;
    exponent = 0;
  }
  return {multiplier, exponent};
}

// From input to result; inputs below the zero point have no result, and an
// input at it has the highest one.
Status BuildTable(const TensorScale& input, const TensorScale& result,
                  Table* table) {
  constexpr int kShift = 20;
  const double scale =
      1.0 / static_cast<double>(std::sqrt(input.scale) * result.scale);
  FixedPointMultiplier to_result;
  const Status status = gemmlowp::QuantizeMultiplier(
      static_cast<double>(static_cast<float>(scale)), &to_result);
  if (!status.ok()) return status;
  to_result.exponent -= kShift;
  for (int x = -128; x < 128; ++x) {
    const std::int32_t value = x - input.zero_point;
    std::int32_t root = 127;
    if (value > 0) {
      FixedPointMultiplier inverse = InverseSquareRoot(value);
      inverse.exponent += kShift;
      root = Rescaled(Rescaled(1, inverse), to_result) + result.zero_point;
    }
    table->results[static_cast<std::uint8_t>(x)] =
        static_cast<std::int8_t>(std::min(std::max(root, -128), 127));
  }
  return status;
}

}  // namespace

Status PrepareRsqrt(const Graph& graph, const Operator& op, Engine*,
                    std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  status = CheckInt8(input, "input");
  if (status.ok()) status = CheckInt8(output, "output");
  if (status.ok()) status = CheckSameSize(input, output);
  Table table;
  if (status.ok()) status = BuildTable(ScaleOf(input), ScaleOf(output), &table);
  if (!status.ok()) return status;
  const std::int32_t zero_point = ScaleOf(input).zero_point;
  const std::size_t count = input.elements();
  MakeUnaryStep<std::int8_t, std::int8_t>(
      op, "TryApplyTable",
      [table, zero_point, count](GemmContext* context, const std::int8_t* from,
                                 std::int8_t* to) {
        const std::int8_t lowest = *std::min_element(from, from + count);
        if (lowest < zero_point) {
          return Refuse("input", lowest, "is below the zero point: negative");
        }
        return gemmlowp::TryApplyTable(context, from, count, table, to);
      },
      step);
  return status;
}

}  // namespace lowp_network
