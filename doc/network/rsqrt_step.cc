// RSQRT: 1 / sqrt(x) in fixed point, as a table.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/quantization/multiplier_builders.h>
#include <gemmlowp/public/tensor/transforms.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "fixed_point.h"
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

// From input to result; inputs below the zero point have no result, and an
// input at it has the highest one.
Status BuildTable(const TensorScale& input, const TensorScale& result,
                  Table* table) {
  constexpr int kShift = 20;
  const double scale =
      1.0 / static_cast<double>(std::sqrt(input.scale) * result.scale);
  FixedPointMultiplier to_result;
  Status status = gemmlowp::QuantizeMultiplier(
      static_cast<double>(static_cast<float>(scale)), &to_result);
  if (!status.ok()) return status;
  to_result.exponent -= kShift;
  status = CheckExponent(to_result);
  if (!status.ok()) return status;
  for (int x = -128; x < 128; ++x) {
    const std::int32_t value = x - input.zero_point;
    std::int32_t root = 127;
    if (value > 0) {
      FixedPointMultiplier inverse = InverseSquareRoot(value);
      inverse.exponent += kShift;
      root = Rescaled(Rescaled(1, inverse), to_result) + result.zero_point;
    }
    table->results[static_cast<std::uint8_t>(x)] = ClampedToInt8(root);
  }
  return status;
}

}  // namespace

Status PrepareRsqrt(const Graph& graph, const Operator& op, Engine* engine,
                    std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  if (input.type == ElementType::kFloat32) {
    return PrepareRealFunction(graph, op, engine, step);
  }
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
