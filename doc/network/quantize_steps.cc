// QUANTIZE and DEQUANTIZE: the ends of a network, and what changes scales.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/quantization/multiplier_builders.h>
#include <gemmlowp/public/tensor/requantization.h>
#include <gemmlowp/public/tensor/transforms.h>

#include "operands.h"
#include "steps.h"
#include "unary_step.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;

// From one scale to another.
Status PrepareRequantize(const Operator& op, const Tensor& input,
                         const Tensor& output, std::unique_ptr<Step>* step) {
  double factor = 0;
  Status status = gemmlowp::RealMultiplier(
      input.quantization.scales[0], 1, output.quantization.scales[0], &factor);
  gemmlowp::FixedPointMultiplier multiplier;
  if (status.ok()) status = gemmlowp::QuantizeMultiplier(factor, &multiplier);
  if (!status.ok()) return status;
  gemmlowp::Requantization requantization(
      multiplier, gemmlowp::FixedPointRounding::kDouble);
  requantization.input_zero_point = input.quantization.zero_points[0];
  requantization.output_zero_point = output.quantization.zero_points[0];
  const gemmlowp::TensorShape shape = gemmlowp::FlatShape(input.elements());
  MakeUnaryStep<std::int8_t, std::int8_t>(
      op, "TryRequantize",
      [requantization, shape](GemmContext* context, const std::int8_t* from,
                              std::int8_t* to) {
        return gemmlowp::TryRequantize(context, from, shape, requantization,
                                       to);
      },
      step);
  return status;
}

}  // namespace

Status PrepareQuantize(const Graph& graph, const Operator& op, Engine*,
                       std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  status = CheckInt8(output, "output");
  if (status.ok()) status = CheckSameSize(input, output);
  if (!status.ok()) return status;
  if (input.type != ElementType::kFloat32) {
    status = CheckInt8(input, "input");
    return status.ok() ? PrepareRequantize(op, input, output, step) : status;
  }
  const gemmlowp::TensorQuantization quantization(
      output.quantization.scales[0], output.quantization.zero_points[0]);
  const gemmlowp::TensorShape shape = gemmlowp::FlatShape(input.elements());
  MakeUnaryStep<float, std::int8_t>(
      op, "TryQuantize",
      [quantization, shape](GemmContext* context, const float* from,
                            std::int8_t* to) {
        return gemmlowp::TryQuantize(context, from, shape, quantization,
                                     gemmlowp::ValueRounding::kAway, to);
      },
      step);
  return status;
}

Status PrepareDequantize(const Graph& graph, const Operator& op, Engine*,
                         std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  status = CheckInt8(input, "input");
  if (status.ok()) status = CheckSameSize(input, output);
  if (status.ok() && output.type != ElementType::kFloat32) {
    status =
        Refuse("output", static_cast<int>(output.type), "is not of float32");
  }
  if (!status.ok()) return status;
  const gemmlowp::TensorQuantization quantization(
      input.quantization.scales[0], input.quantization.zero_points[0]);
  const gemmlowp::TensorShape shape = gemmlowp::FlatShape(input.elements());
  MakeUnaryStep<std::int8_t, float>(
      op, "TryDequantize",
      [quantization, shape](GemmContext* context, const std::int8_t* from,
                            float* to) {
        return gemmlowp::TryDequantize(context, from, shape, quantization, to);
      },
      step);
  return status;
}

}  // namespace lowp_network
