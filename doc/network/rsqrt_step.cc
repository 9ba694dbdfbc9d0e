// RSQRT: 1 / sqrt(x), of int8 in fixed point, as a table, of int16 in float, as
// samples.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/quantization/multiplier_builders.h>
#include <gemmlowp/public/tensor/transforms.h>

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "fixed_point.h"
#include "operands.h"
#include "steps.h"
#include "unary_step.h"
#include "wide_table.h"

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

// The same of int16, as samples of the function in float.
WideTable WideTableOf(const TensorScale& input, const TensorScale& result) {
  const float highest = result.scale * 32767;
  return WideTable(
      [highest](float x) { return x > 0 ? 1.0f / std::sqrt(x) : highest; },
      input.scale, result.scale);
}

// apply(context, from, to), once no input is below the zero point.
template <typename T, typename Apply>
void MakeCheckedStep(const Operator& op, const Tensor& input, const char* words,
                     const Apply& apply, std::unique_ptr<Step>* step) {
  MakeUnaryStep<T, T>(
      op, words,
      [apply, zero_point = ScaleOf(input).zero_point, count = input.elements()](
          GemmContext* context, const T* from, T* to) {
        const Status status = CheckNotNegative(from, count, zero_point);
        return status.ok() ? apply(context, from, to) : status;
      },
      step);
}

}  // namespace

Status PrepareRsqrt(const Graph& graph, const Operator& op, Engine*,
                    std::unique_ptr<Step>* step) {
  Status status = CheckUnary(graph, op);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const TensorScale from_scale = ScaleOf(input);
  const TensorScale to_scale = ScaleOf(OutputOf(graph, op));
  const std::size_t count = input.elements();
  if (input.type == ElementType::kInt16) {
    MakeCheckedStep<std::int16_t>(
        op, input, "samples",
        [table = WideTableOf(from_scale, to_scale), count](
            GemmContext*, const std::int16_t* from, std::int16_t* to) {
          table.Run(from, count, to);
          return Status();
        },
        step);
    return status;
  }
  Table table;
  status = BuildTable(from_scale, to_scale, &table);
  if (!status.ok()) return status;
  MakeCheckedStep<std::int8_t>(
      op, input, "TryApplyTable",
      [table, count](GemmContext* context, const std::int8_t* from,
                     std::int8_t* to) {
        return gemmlowp::TryApplyTable(context, from, count, table, to);
      },
      step);
  return status;
}

}  // namespace lowp_network
