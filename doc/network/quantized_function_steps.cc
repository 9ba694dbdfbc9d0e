// ABS, EXP and LOG of int8 and int16: the first one in integers, the others as
// tables of the float function's values.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/quantization/activation_tables.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>

#include "fixed_point.h"
#include "operands.h"
#include "requantizer.h"
#include "steps.h"
#include "table_step.h"
#include "unary_step.h"
#include "wide_table.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;
using gemmlowp::TensorScale;

// |x - zero_point|, rescaled if the scales differ.
struct Absolute {
  TensorScale input, output;
  gemmlowp::FixedPointMultiplier multiplier;

  Status Prepare() {
    const Status status =
        MultiplierInFloat(input.scale, 1, output.scale, &multiplier);
    return status.ok() ? CheckExponent(multiplier) : status;
  }
  template <typename T>
  T operator()(T x) const {
    const std::int32_t distance = std::abs(x - input.zero_point);
    const std::int32_t result =
        input.scale == output.scale ? distance : Rescaled(distance, multiplier);
    return Clamped<T>(result + output.zero_point);
  }
};

// A table of the function's values. Where it has none, or minus infinity, the
// result is the lowest one.
Status PrepareTabled(float (*function)(float), const Graph& graph,
                     const Operator& op, std::unique_ptr<Step>* step) {
  Status status = CheckUnary(graph, op);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const TensorScale output = ScaleOf(OutputOf(graph, op));
  const auto of = [function, lowest = output.scale * -32768](float x) {
    const float y = function(x);
    return y > -std::numeric_limits<float>::infinity() ? y : lowest;
  };
  if (input.type == ElementType::kInt16) {
    MakeWideTableStep(graph, op, of, step);
    return status;
  }
  const auto finite = [of](float x) {
    return std::min(of(x), std::numeric_limits<float>::max());
  };
  gemmlowp::ActivationTable<std::int8_t> table;
  status = gemmlowp::BuildActivationTable(
      finite, ScaleOf(input), output,
      gemmlowp::TableRounding::kAwayAfterReciprocal, &table);
  if (status.ok()) {
    MakeTableStep(op, "TryApplyTable", table, input.elements(), step);
  }
  return status;
}

}  // namespace

Status PrepareAbs(const Graph& graph, const Operator& op, Engine*,
                  std::unique_ptr<Step>* step) {
  Status status = CheckUnary(graph, op);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  Absolute absolute = {ScaleOf(input), ScaleOf(OutputOf(graph, op)), {}};
  status = absolute.Prepare();
  if (!status.ok()) return status;
  MakeUnaryStepOf(
      input.type, op, "a loop",
      [absolute, count = input.elements()](GemmContext*, const auto* from,
                                           auto* to) {
        std::transform(from, from + count, to, absolute);
        return Status();
      },
      step);
  return status;
}

Status PrepareExp(const Graph& graph, const Operator& op, Engine*,
                  std::unique_ptr<Step>* step) {
  return PrepareTabled([](float x) { return std::exp(x); }, graph, op, step);
}

Status PrepareLog(const Graph& graph, const Operator& op, Engine*,
                  std::unique_ptr<Step>* step) {
  return PrepareTabled([](float x) { return std::log(x); }, graph, op, step);
}

}  // namespace lowp_network
