// Functions of single floats: converters leave some between DEQUANTIZE and
// QUANTIZE. Of int8 a few of them are tables of the float function's values;
// ABS is computed in integers.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/quantization/activation_tables.h>

#include <cmath>
#include <cstddef>
#include <cstdlib>

#include "fixed_point.h"
#include "operands.h"
#include "requantizer.h"
#include "steps.h"
#include "table_step.h"
#include "unary_step.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;
using gemmlowp::TensorScale;
using Table = gemmlowp::ActivationTable<std::int8_t>;

struct RealFunction {
  OperatorCode code;
  float (*of)(float);
  bool takes_int8;
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
    {kAbs, [](float x) { return std::fabs(x); }, false},
    {kCeil, [](float x) { return std::ceil(x); }, false},
    {kCos, [](float x) { return std::cos(x); }, false},
    {kExp, [](float x) { return std::exp(x); }, true},
    {kFloor, [](float x) { return std::floor(x); }, false},
    {kLog, [](float x) { return std::log(x); }, true},
    {kNeg, [](float x) { return -x; }, false},
    {kRelu, [](float x) { return x < 0 ? 0 : x; }, false},
    {kRelu6, [](float x) { return x < 0   ? 0
                                  : x > 6 ? 6
                                          : x; }, false},
    {kReluN1To1, [](float x) { return x < -1  ? -1
                                      : x > 1 ? 1
                                              : x; }, false},
    {kRound, NearestEven, false},
    {kRsqrt, [](float x) { return 1.0f / std::sqrt(x); }, false},
    {kSign, SignOf, false},
    {kSin, [](float x) { return std::sin(x); }, false},
    {kSqrt, [](float x) { return std::sqrt(x); }, false},
    {kSquare, [](float x) { return x * x; }, false},
};

const RealFunction& FunctionOf(int code) {
  const RealFunction* function = kFunctions;
  while (function->code != code) ++function;
  return *function;
}

// Where the function has no value, or none that is finite, the result is the
// lowest one.
Status BuildTable(const RealFunction& function, const TensorScale& input,
                  const TensorScale& output, Table* table) {
  const auto finite = [of = function.of](float x) {
    constexpr float kLow = -1e30f;
    const float y = of(x);
    return std::isfinite(y) ? y : kLow;
  };
  return gemmlowp::BuildActivationTable(
      finite, input, output, gemmlowp::TableRounding::kAwayAfterReciprocal,
      table);
}

// |x - zero_point|, rescaled if the scales differ.
Status BuildAbsolute(const TensorScale& input, const TensorScale& output,
                     Table* table) {
  gemmlowp::FixedPointMultiplier multiplier;
  Status status = MultiplierInFloat(input.scale, 1, output.scale, &multiplier);
  if (status.ok()) status = CheckExponent(multiplier);
  for (int x = -128; status.ok() && x < 128; ++x) {
    const std::int32_t distance = std::abs(x - input.zero_point);
    const std::int32_t result =
        input.scale == output.scale ? distance : Rescaled(distance, multiplier);
    table->results[static_cast<std::uint8_t>(x)] =
        ClampedToInt8(result + output.zero_point);
  }
  return status;
}

Status PrepareByteFunction(const Graph& graph, const Operator& op,
                           std::unique_ptr<Step>* step) {
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  Status status = CheckInt8(input, "input");
  if (status.ok()) status = CheckInt8(output, "output");
  Table table;
  if (status.ok()) {
    status = op.code == kAbs
                 ? BuildAbsolute(ScaleOf(input), ScaleOf(output), &table)
                 : BuildTable(FunctionOf(op.code), ScaleOf(input),
                              ScaleOf(output), &table);
  }
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
  if (input.type == ElementType::kInt8 &&
      (function.takes_int8 || op.code == kAbs)) {
    return PrepareByteFunction(graph, op, step);
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
