// Functions of single floats: converters leave some between DEQUANTIZE and
// QUANTIZE. Of int8 and int16 a few of them are tables of the float function's
// values; ABS is computed in integers.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/quantization/activation_tables.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
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

struct RealFunction {
  OperatorCode code;
  float (*of)(float);
  bool takes_quantized = false;
};

float NearestEven(float x) {
  const float floor = std::floor(x);
  const float rest = x - floor;
  const bool up =
      rest > 0.5f || (rest == 0.5f && std::fmod(floor, 2.0f) != 0.0f);
  return up ? floor + 1 : floor;
}

float SignOf(float x) {
  if (x > 0) return 1;
  return x < 0 ? -1.0f : x;
}

constexpr RealFunction kFunctions[] = {
    {kAbs, [](float x) { return std::fabs(x); }, true},
    {kCeil, [](float x) { return std::ceil(x); }},
    {kCos, [](float x) { return std::cos(x); }},
    {kExp, [](float x) { return std::exp(x); }, true},
    {kFloor, [](float x) { return std::floor(x); }},
    {kLog, [](float x) { return std::log(x); }, true},
    {kNeg, [](float x) { return -x; }},
    {kRelu, [](float x) { return x < 0 ? 0 : x; }},
    {kRelu6, [](float x) { return x < 0   ? 0
                                  : x > 6 ? 6
                                          : x; }},
    {kReluN1To1, [](float x) { return x < -1  ? -1
                                      : x > 1 ? 1
                                              : x; }},
    {kRound, NearestEven},
    {kRsqrt, [](float x) { return 1.0f / std::sqrt(x); }},
    {kSign, SignOf},
    {kSin, [](float x) { return std::sin(x); }},
    {kSqrt, [](float x) { return std::sqrt(x); }},
    {kSquare, [](float x) { return x * x; }},
};

const RealFunction& FunctionOf(int code) {
  const RealFunction* function = kFunctions;
  while (function->code != code) ++function;
  return *function;
}

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

Status PrepareAbsolute(const Graph& graph, const Operator& op,
                       std::unique_ptr<Step>* step) {
  const Tensor& input = *InputOf(graph, op, 0);
  Absolute absolute = {ScaleOf(input), ScaleOf(OutputOf(graph, op)), {}};
  const Status status = absolute.Prepare();
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

// A table of the function's values. Where it has none, or minus infinity, the
// result is the lowest one.
Status PrepareTabled(const RealFunction& function, const Graph& graph,
                     const Operator& op, std::unique_ptr<Step>* step) {
  const Tensor& input = *InputOf(graph, op, 0);
  const TensorScale output = ScaleOf(OutputOf(graph, op));
  const auto of = [of = function.of, lowest = output.scale * -32768](float x) {
    const float y = of(x);
    return y > -std::numeric_limits<float>::infinity() ? y : lowest;
  };
  if (input.type == ElementType::kInt16) {
    MakeWideTableStep(graph, op, of, step);
    return Status();
  }
  const auto finite = [of](float x) {
    return std::min(of(x), std::numeric_limits<float>::max());
  };
  gemmlowp::ActivationTable<std::int8_t> table;
  const Status status = gemmlowp::BuildActivationTable(
      finite, ScaleOf(input), output,
      gemmlowp::TableRounding::kAwayAfterReciprocal, &table);
  if (status.ok()) {
    MakeTableStep(op, "TryApplyTable", table, input.elements(), step);
  }
  return status;
}

}  // namespace

Status PrepareRealFunction(const Graph& graph, const Operator& op, Engine*,
                           std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  status = CheckSameSize(input, output);
  if (!status.ok()) return status;
  const RealFunction& function = FunctionOf(op.code);
  if (input.type != ElementType::kFloat32 && function.takes_quantized) {
    status = CheckUnary(graph, op);
    if (!status.ok()) return status;
    return op.code == kAbs ? PrepareAbsolute(graph, op, step)
                           : PrepareTabled(function, graph, op, step);
  }
  status = CheckFloat32(input, "input");
  if (status.ok()) status = CheckFloat32(output, "output");
  if (!status.ok()) return status;
  const std::size_t count = input.elements();
  MakeUnaryStep<float, float>(
      op, "a loop",
      [of = function.of, count](GemmContext*, const float* from, float* to) {
        for (std::size_t i = 0; i < count; ++i) to[i] = of(from[i]);
        return Status();
      },
      step);
  return status;
}

}  // namespace lowp_network
