// Functions of single values: those of the ReLU family rescale, the others are
// tables; and SOFTMAX, which is one of rows.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/quantization/activation_tables.h>
#include <gemmlowp/public/quantization/multiplier_builders.h>
#include <gemmlowp/public/tensor/requantization.h>
#include <gemmlowp/public/tensor/softmax.h>
#include <gemmlowp/public/tensor/transforms.h>

#include <cmath>
#include <cstddef>

#include "operands.h"
#include "requantizer.h"
#include "steps.h"
#include "unary_step.h"

namespace lowp_network {
namespace {

using gemmlowp::ActivationTable;
using gemmlowp::GemmContext;
using gemmlowp::Status;
using gemmlowp::TensorScale;

// One operand, and as many results, both of int8.
Status CheckInt8Unary(const Graph& graph, const Operator& op) {
  Status status = CheckOperands(op, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  status = CheckInt8(input, "input");
  if (status.ok()) status = CheckInt8(output, "output");
  return status.ok() ? CheckSameSize(input, output) : status;
}

// TensorFlow Lite fixes the quantization of results that are within -1..1.
Status CheckResult(const Tensor& output, float scale, std::int32_t zero_point) {
  const TensorScale has = ScaleOf(output);
  if (has.scale == scale && has.zero_point == zero_point) return Status();
  return Refuse("output", has.zero_point,
                "and its scale are not those that the operator fixes");
}

// The bounds of RELU, RELU_N1_TO_1 and RELU6 are those of fused activations.
Activation ActivationOf(int code) {
  switch (code) {
    case kRelu:
      return Activation::kRelu;
    case kReluN1To1:
      return Activation::kReluN1To1;
    default:
      return Activation::kRelu6;
  }
}

void MakeTableStep(const Graph& graph, const Operator& op, const char* words,
                   const ActivationTable<std::int8_t>& table,
                   std::unique_ptr<Step>* step) {
  const std::size_t count = OutputOf(graph, op).elements();
  MakeUnaryStep<std::int8_t, std::int8_t>(
      op, words,
      [table, count](GemmContext* context, const std::int8_t* from,
                     std::int8_t* to) {
        return gemmlowp::TryApplyTable(context, from, count, table, to);
      },
      step);
}

// A table of 256 values of a function in float, as TensorFlow Lite's reference
// kernels of LOGISTIC and TANH have it.
template <typename Function>
Status PrepareTable(const Graph& graph, const Operator& op,
                    const Function& function, const char* words,
                    std::unique_ptr<Step>* step) {
  ActivationTable<std::int8_t> table;
  const Status status = gemmlowp::BuildActivationTable(
      function, ScaleOf(*InputOf(graph, op, 0)), ScaleOf(OutputOf(graph, op)),
      gemmlowp::TableRounding::kAwayAfterReciprocal, &table);
  if (status.ok()) MakeTableStep(graph, op, words, table, step);
  return status;
}

}  // namespace

Status PrepareRelu(const Graph& graph, const Operator& op, Engine*,
                   std::unique_ptr<Step>* step) {
  Status status = CheckInt8Unary(graph, op);
  if (!status.ok()) return status;
  const Tensor& output = OutputOf(graph, op);
  const TensorScale from = ScaleOf(*InputOf(graph, op, 0));
  const TensorScale to = ScaleOf(output);
  Bounds bounds;
  status = BoundsOf(static_cast<int>(ActivationOf(op.code)), output, &bounds);
  // TensorFlow Lite divides these scales in float.
  float factor = 0;
  gemmlowp::FixedPointMultiplier multiplier;
  if (status.ok()) {
    status = gemmlowp::FloatMultiplier(from.scale, 1, to.scale, &factor);
  }
  if (status.ok()) {
    status =
        gemmlowp::QuantizeMultiplier(static_cast<double>(factor), &multiplier);
  }
  if (!status.ok()) return status;
  gemmlowp::Requantization requantization(
      multiplier, gemmlowp::FixedPointRounding::kDouble);
  requantization.input_zero_point = from.zero_point;
  requantization.output_zero_point = to.zero_point;
  const gemmlowp::TensorShape shape = gemmlowp::FlatShape(output.elements());
  const gemmlowp::QuantizedRange range = {bounds.low, bounds.high};
  MakeUnaryStep<std::int8_t, std::int8_t>(
      op, "TryRequantize",
      [requantization, shape, range](GemmContext* context,
                                     const std::int8_t* values,
                                     std::int8_t* results) {
        return gemmlowp::TryRequantize(context, values, shape, requantization,
                                       results, range);
      },
      step);
  return status;
}

Status PrepareLeakyRelu(const Graph& graph, const Operator& op, Engine*,
                        std::unique_ptr<Step>* step) {
  Status status = CheckInt8Unary(graph, op);
  if (!status.ok()) return status;
  gemmlowp::OutputStageLeakyRelu stage;
  status =
      gemmlowp::MakeLeakyRelu(ScaleOf(*InputOf(graph, op, 0)), op.options.alpha,
                              ScaleOf(OutputOf(graph, op)),
                              gemmlowp::FixedPointRounding::kDouble, &stage);
  if (!status.ok()) return status;
  const std::size_t count = OutputOf(graph, op).elements();
  MakeUnaryStep<std::int8_t, std::int8_t>(
      op, "TryLeakyRelu",
      [stage, count](GemmContext* context, const std::int8_t* from,
                     std::int8_t* to) {
        return gemmlowp::TryLeakyRelu(context, from, count, stage, to);
      },
      step);
  return status;
}

Status PrepareLogistic(const Graph& graph, const Operator& op, Engine*,
                       std::unique_ptr<Step>* step) {
  Status status = CheckInt8Unary(graph, op);
  if (status.ok()) status = CheckResult(OutputOf(graph, op), 1.0f / 256, -128);
  if (!status.ok()) return status;
  return PrepareTable(
      graph, op, [](float x) { return 1.0f / (1.0f + std::exp(-x)); },
      "TryApplyTable", step);
}

Status PrepareTanh(const Graph& graph, const Operator& op, Engine*,
                   std::unique_ptr<Step>* step) {
  Status status = CheckInt8Unary(graph, op);
  if (status.ok()) status = CheckResult(OutputOf(graph, op), 1.0f / 128, 0);
  if (!status.ok()) return status;
  return PrepareTable(
      graph, op, [](float x) { return std::tanh(x); }, "TryApplyTable", step);
}

Status PrepareGelu(const Graph& graph, const Operator& op, Engine*,
                   std::unique_ptr<Step>* step) {
  const Status status = CheckInt8Unary(graph, op);
  if (!status.ok()) return status;
  constexpr float kSqrtHalf = 0.70710678118654752440f;
  constexpr float kSqrtTwoByPi = 0.79788456080286535588f;
  const bool approximate = op.options.approximate != 0;
  // x times the normal distribution function at x, or near it.
  const auto gelu = [approximate](float x) {
    return 0.5f * x *
           (approximate
                ? 1 + std::tanh(kSqrtTwoByPi * (x + 0.044715f * x * x * x))
                : std::erfc(x * -kSqrtHalf));
  };
  return PrepareTable(graph, op, gelu, "TryApplyTable", step);
}

Status PrepareHardSwish(const Graph& graph, const Operator& op, Engine*,
                        std::unique_ptr<Step>* step) {
  Status status = CheckInt8Unary(graph, op);
  if (!status.ok()) return status;
  ActivationTable<std::int8_t> table;
  status = gemmlowp::BuildHardSwishTable(ScaleOf(*InputOf(graph, op, 0)),
                                         ScaleOf(OutputOf(graph, op)), &table);
  if (status.ok()) MakeTableStep(graph, op, "TryApplyTable", table, step);
  return status;
}

Status PrepareSoftmax(const Graph& graph, const Operator& op, Engine*,
                      std::unique_ptr<Step>* step) {
  Status status = CheckInt8Unary(graph, op);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  if (status.ok() && input.shape.empty()) status = CheckAxes(input, "input", 1);
  if (status.ok()) status = CheckResult(OutputOf(graph, op), 1.0f / 256, -128);
  gemmlowp::SoftmaxTable table;
  if (status.ok()) {
    status = gemmlowp::BuildSoftmaxTable(input.quantization.scales[0],
                                         op.options.beta, &table);
  }
  if (!status.ok()) return status;
  const auto columns = static_cast<std::size_t>(input.shape.back());
  const std::size_t rows = input.elements() / columns;
  MakeUnaryStep<std::int8_t, std::int8_t>(
      op, "TrySoftmax",
      [table, rows, columns](GemmContext* context, const std::int8_t* from,
                             std::int8_t* to) {
        return gemmlowp::TrySoftmax(context, from, rows, columns, table, to);
      },
      step);
  return status;
}

}  // namespace lowp_network
